"""The form that sets a match up: what stands in its fields, and what it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from chalicelib.matches import options
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.matches.fork import From, Start
from chalicelib.matches.match import Visibility
from chalicelib.matches.service import MatchWish, SeatWish
from chalicelib.players import addresses
from chalicelib.players.errors import InvalidAddressError, InvalidProfileError
from chalicelib.players.profile import clean_language, clean_name
from chalicelib.site.pace_form import FOLDED, OFFERED, pace_of

VISIBILITIES: tuple[Visibility, ...] = ("unlisted", "public", "private")
NOBODY = "nobody"

_BOT = re.compile(r"bot-([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class WishForm:
    """The form of one game, of which `meta` tells; `fields` are those that were sent, none at first."""

    meta: Any
    fields: dict[str, str]
    start: Start | None = None
    """The position that the match goes on from, if it is to."""

    def value(self, name: str, default: object = "") -> str:
        """What stands in a field."""
        return self.fields.get(name, str(default))

    def flag(self, option: Any) -> bool:
        """Whether the box of an option is ticked; a form that was sent does not tell of those that are not."""
        return self.field(option) in self.fields if self.fields else bool(option.default)

    def places(self) -> range:
        """The places at the table that can be filled; all of them, where the match goes on from another."""
        if self.start:
            return range(len(self.start.record.seats))
        return range(max(self.meta.seats))

    def sitter(self, place: int) -> str:
        """Who is chosen for a place: me, open, player, mail, bot-<level> or nobody."""
        if self.start:
            return self.value(f"seat-{place}", self._successor(place, self.start))
        least = max(min(self.meta.seats), min(2, max(self.meta.seats)))
        usual = "me" if place == 0 else "open" if place < least else NOBODY
        return self.value(f"seat-{place}", usual)

    def _successor(self, place: int, start: Start) -> str:
        """Who might take over a place of the match that this one goes on from."""
        seats = [sitter for sitter in start.record.seats if sitter.seat not in start.left]
        people = [sitter.seat for sitter in seats if sitter.kind == "player"] or [sitter.seat for sitter in seats]
        if place == min(people, default=None):
            return "me"
        if place in people and start.most != "private":
            return "open"
        level = start.record.seats[place].level
        return f"bot-{level if level in self.meta.levels else self.meta.levels[-1]}"

    def has_left(self, place: int) -> bool:
        """Whether whoever sat here had given up by then."""
        return self.start is not None and place in self.start.left

    def visibilities(self) -> tuple[Visibility, ...]:
        """Who may be let find the match: no more than find what it goes on from."""
        if self.start is None:
            return VISIBILITIES
        wide: tuple[Visibility, ...] = ("public", "unlisted", "private")
        return wide[wide.index(self.start.most) :]

    def handle(self, place: int) -> str:
        """The handle typed for a place."""
        return self.value(f"handle-{place}").removeprefix("@")

    def wish(self) -> MatchWish:
        """The match that is asked for. Raises InvalidMatchError."""
        seats = tuple(self._seat(place) for place in self.places() if self.sitter(place) != NOBODY)
        return MatchWish(
            game=self.meta.key,
            seats=seats,
            options={} if self.start else self._options(len(seats)),
            pace=pace_of(self.value),
            visibility=self._visibility(),
            name=self.value("name"),
            origin=self._origin(),
            hold="hold" in self.fields,
            muted="muted" in self.fields,
        )

    def is_folded_out(self) -> bool:
        """Whether something stands in the part that is folded in which does not stand there at first."""
        return "muted" in self.fields or any(self.value(name) != FOLDED[name] for name in FOLDED if name in self.fields)

    def _origin(self) -> From | None:
        origin = self.start.origin if self.start else None
        return From(origin.kind, origin.id, origin.ply) if origin else None

    def _seat(self, place: int) -> SeatWish:
        kind = self.sitter(place)
        bot = _BOT.fullmatch(kind)
        if bot and int(bot[1]) in self.meta.levels:
            return SeatWish("bot", level=int(bot[1]))
        if kind == "player" and not self.handle(place):
            raise InvalidMatchError("Type the handle of whoever is to sit here.", f"handle-{place}")
        if kind == "player":
            return SeatWish("player", self.handle(place))
        if kind == "mail":
            return self._guest(place)
        if kind == "me":
            return SeatWish("me")
        if kind == "open":
            return SeatWish("open")
        raise InvalidMatchError(OFFERED, f"seat-{place}")

    def _guest(self, place: int) -> SeatWish:
        """Somebody who is invited by mail. Raises InvalidMatchError."""
        email, name = self.value(f"email-{place}"), self.value(f"called-{place}")
        language = self.value(f"language-{place}")
        if not email:
            raise InvalidMatchError("Type the mail address of whoever is to sit here.", f"email-{place}")
        try:
            addresses.normalise(email)
            clean_name(name or "-")
            language = language and clean_language(language)
        except InvalidAddressError as error:
            raise InvalidMatchError(error.message, f"email-{place}") from error
        except InvalidProfileError as error:
            field = {"name": "called"}.get(error.field, error.field)
            raise InvalidMatchError(error.message, f"{field}-{place}") from error
        return SeatWish("invite", email=email, name=name, language=language)

    def guests(self, address: str = "") -> list[int]:
        """The places of those who are invited by mail, in order; with an address only those at it."""
        places = [place for place in self.places() if self.sitter(place) == "mail"]
        if not address:
            return places
        return [place for place in places if addresses.normalise(self.value(f"email-{place}")) == address]

    def _visibility(self) -> Visibility:
        offered = self.visibilities()
        asked = self.value("visibility", offered[0])
        found = [each for each in offered if each == asked]
        if not found:
            raise InvalidMatchError(OFFERED, "visibility")
        return found[0]

    def _options(self, seats: int) -> dict[str, Any]:
        return options.read(self.meta, seats, self._text)

    def _text(self, option: Any) -> str:
        if option.kind == "flag":
            return "yes" if self.flag(option) else ""
        return self.value(self.field(option), option.default)

    def field(self, option: Any) -> str:
        """The field of an option; with its seats where several options share a key."""
        same = [each for each in self.meta.options if each.key == option.key]
        seats = "".join(f"-{count}" for count in option.seats) if len(same) > 1 else ""
        return f"option-{option.key}{seats}"

    def field_of(self, key: str, seats: int) -> str:
        """The field of the option with this key that holds for so many seats."""
        found = [each for each in self.meta.options if each.key == key and options.holds(each, seats)]
        return self.field(found[0]) if found else f"option-{key}"
