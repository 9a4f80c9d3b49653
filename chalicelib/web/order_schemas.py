"""Standing orders, as they go in and out over HTTP."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field, model_validator

from chalicelib.web.schemas import Text, Told, example

_ROLLS = 1_000
_UNTIL = "For `pass`: the roll at which you decide again; null: once you withdraw it."


class UntilRoll(BaseModel):
    """When an order to pass ends: as soon as the roll of this number is on the table."""

    model_config = example({"roll": 12})
    roll: int = Field(ge=2, le=_ROLLS)


class OrderWish(BaseModel):
    """To `pass` at every decision at which a pass is possible, or to play a `move` at the next one if it is legal."""

    model_config = example({"kind": "move", "text": "g3 G4 G5 H5"}, {"kind": "pass", "until": {"roll": 12}})
    kind: Literal["pass", "move"]
    text: Text = Field("", description="For `move`: the whole of it in the game's notation.")
    until: UntilRoll | None = Field(None, description=_UNTIL)

    @model_validator(mode="after")
    def _check(self) -> OrderWish:
        if self.kind == "move" and not self.text.strip():
            raise ValueError("a move is ordered by its text")
        if self.kind == "move" and self.until:
            raise ValueError("only a pass has an end")
        if self.kind == "pass" and self.text:
            raise ValueError("a pass has no text")
        return self


class OrdersWish(BaseModel):
    """All that you order, tried in this order."""

    model_config = example({"orders": [{"kind": "move", "text": "g3 G4 G5 H5"}, {"kind": "pass"}]})
    orders: list[OrderWish] = Field(max_length=3)
    version: int | None = Field(
        None,
        ge=1,
        description="The version of the match that you thought of: refused if a decision of yours has opened since.",
    )


class UntilShown(Told):
    """When an order to pass ends."""

    roll: int


class OrderShown(Told):
    """A standing order; `text` is the move as the game writes it, null for a pass."""

    kind: Literal["pass", "move"]
    text: str | None
    until: UntilShown | None


class OrderTried(OrderShown):
    """What came of an order: it was played, was not legal, was not needed any more, or its end had come."""

    came: Literal["played", "not_legal", "not_needed", "ended"]


class OrdersTried(Told):
    """What came of your orders at a decision, which opened at version `n` of the match."""

    n: int
    orders: list[OrderTried]


class OrdersShown(Told):
    """Your standing orders, which nobody else can see."""

    seat: int
    version: int = Field(description="Of the match.")
    orders: list[OrderShown] = Field(description="In the order in which they are tried when a decision of yours opens.")
    open: int | None = Field(description="The n of a decision that is open already, which they are not for; or null.")
    last: OrdersTried | None = Field(description="What came of them when they were tried last; null: not yet.")
