"""What goes in and out over HTTP about who sits at a running table: stand-ins, substitutes, offers of a draw."""

from __future__ import annotations

from pydantic import BaseModel, Field

from chalicelib.web.schemas import Text, example
from chalicelib.web.table_schemas import Seat


class BotWish(BaseModel):
    """Which bot is to play in your seat meanwhile."""

    model_config = example({}, {"level": 1})

    level: int = Field(0, ge=0, le=99, description="The bot's level; by default the game's best.")


class SubstituteWish(BaseModel):
    """Which seat somebody else is to have, or which one you take."""

    model_config = example({}, {"seat": 1}, {"handle": "ann"})

    seat: Seat | None = Field(
        None,
        description="At the table: a seat whose player did not come to play; by default your own. Else: the wanted one "
        "that you take; by default the one that is kept for you, or the first.",
    )
    handle: Text = Field("", description="For whom the seat is kept. Without it whoever comes may have it.")


class CallQuery(BaseModel):
    """Which call to end."""

    seat: int | None = Field(None, ge=0, le=31, description="Your own by default, or the one that is kept for you.")
