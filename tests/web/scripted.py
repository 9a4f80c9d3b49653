"""A client that knows nothing but the API: it asks which games there are, sets a match up, and plays it to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from chalicelib.rules import Chance
from tests.web.exported import Record

ROUNDS = 40_000
"""More decisions than any match takes."""
PEOPLE = ("anna", "bram", "cees", "dora", "elin", "faan")
STYLES = ("first", "random", "bot")
MANY = 12
"""Of an option with more values than these, the first, the middle and the last stand for all."""
MEANWHILE = ("stale_decision", "not_to_move", "match_over", "already_revealed")
"""What is answered where the service has played on by itself since one looked."""

Options = Mapping[str, object]


class Answer(Protocol):
    """What came back."""

    @property
    def status(self) -> int:
        """The code of the answer."""
        ...

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        ...


class Service(Protocol):
    """Where the API is asked, by people who have accounts under these names."""

    def ask(self, method: str, path: str, body: object = None, by: str = "") -> Answer:
        """A request with a JSON body (None: without one), by the player of this name ("": nobody)."""
        ...

    def go_on(self) -> None:
        """Let the service do what it does by itself."""
        ...


class Wish(NamedTuple):
    """A match to be set up: for every seat a bot, 1 being the weakest that the game has, or 0 for a person."""

    game: str
    levels: tuple[int, ...]
    options: Options


def option_sets(service: Service, game: str, seats: int, *, far: bool = True) -> list[Options]:
    """The defaults, and then so many combinations that every value of every option offered occurs.

    Of a number the lowest, the default and, if it may go so `far`, the highest.
    """
    told = _asked(service, "GET", f"/games/{game}")["options"]
    offered = {each["key"]: _values(each, far=far) for each in told if seats in (each["seats"] or [seats])}
    turns = range(max(map(len, offered.values()), default=0))
    return [{}, *({key: values[(turn + 1) % len(values)] for key, values in offered.items()} for turn in turns)]


def _values(option: Mapping[str, Any], *, far: bool) -> Sequence[object]:
    schema = option["json_schema"]
    if schema.get("type") == "boolean":
        return False, True
    if schema.get("type") == "integer":
        ends = (schema["minimum"], option["default"], schema["maximum"])
        return tuple(dict.fromkeys(ends if far else ends[:2]))
    values: list[object] = schema["enum"]
    return values if len(values) <= MANY else (values[0], values[len(values) // 2], values[-1])


def lineup(style: str, seats: int, lot: int) -> tuple[int, ...]:
    """Who sits where in a match of this style: people only, or one of them among bots of both levels."""
    if style != "bot":
        return (0,) * seats
    return tuple(0 if seat == lot % seats else 1 + (seat + lot) % 2 for seat in range(seats))


def play(service: Service, wish: Wish, style: str, lot: int, people: Sequence[str] = PEOPLE) -> Record:
    """Play a match to its end and give its record; `lot` decides what is left to chance.

    The style "first" always takes the first legal move; the others take any, and sometimes take it back.
    """
    sitting = _seated(service, wish, people, style, lot)
    sitting.play_on()
    return sitting.look_back()


def _seated(service: Service, wish: Wish, people: Sequence[str], style: str, lot: int) -> Sitting:
    seats = [seat for seat, level in enumerate(wish.levels) if not level]
    bots = _asked(service, "GET", f"/games/{wish.game}")["levels"]
    kinds = [
        {"kind": "bot", "level": bots[(level - 1) % len(bots)]} if level else {"kind": "open"} for level in wish.levels
    ]
    kinds[seats[0]] = {"kind": "me"}
    body = {"game": wish.game, "seats": kinds, "options": wish.options}
    match = str(_asked(service, "POST", "/matches", body, people[0])["id"])
    names = dict(zip(seats, people, strict=False))
    for seat in seats[1:]:
        assert _asked(service, "POST", f"/matches/{match}/join", {"seat": seat}, names[seat])["seat"] == seat
    return Sitting(service, match, names, style, Chance(b"scripted", (), lot, f"{style} {wish}"))


def _asked(service: Service, method: str, path: str, body: object = None, by: str = "") -> Any:
    answer = service.ask(method, path, body, by)
    assert answer.status in (200, 201), answer.json
    return answer.json


@dataclass(frozen=True)
class Sitting:
    """The people of one match, by their seats."""

    service: Service
    match: str
    names: Mapping[int, str]
    style: str
    chance: Chance

    def play_on(self) -> None:
        """Play until it is over. Raises AssertionError if it never is."""
        shown = self._look()
        for _ in range(ROUNDS):
            if shown["status"] != "running":
                return
            owing = [seat for seat in shown["to_move"] if seat in self.names]
            if not owing:
                self.service.go_on()
            shown = self._decide(owing) if owing else self._look()
        raise AssertionError("this match does not end")

    def _ask(self, seat: int, method: str, what: str, body: object = None) -> Any:
        return _asked(self.service, method, f"/matches/{self.match}{what}", body, self.names[seat])

    def _look(self) -> Any:
        return self._ask(min(self.names), "GET", "")

    def _decide(self, owing: Sequence[int]) -> Any:
        """Decide for one of these seats; the match as that seat sees it now."""
        seat = owing[0] if self.style == "first" else self.chance.roll(owing)
        legal = self._ask(seat, "GET", "/legal")
        if not legal["moves"]:
            return self._look()
        chosen = legal["moves"][0] if self.style == "first" else self.chance.roll(legal["moves"])
        body = {"text": chosen["text"]} if self.chance.below(2) else chosen["move"]
        return self._submit(seat, legal["n"], body, chosen["text"])

    def _submit(self, seat: int, n: int, body: object, text: str) -> Any:
        path = f"/matches/{self.match}/seats/{seat}/moves/{n}"
        answer = self.service.ask("PUT", path, body, self.names[seat])
        if self._was_meanwhile(answer):
            return self._look()
        told = answer.json
        assert (told["receipt"]["n"], told["receipt"]["text"], told["match"]["seat"]) == (n, text, seat)
        if self.style != "first" and self.chance.below(16) == 0:
            assert _asked(self.service, "PUT", path, body, self.names[seat])["receipt"] == told["receipt"]
        return self._thought_over(seat, told["match"])

    def _thought_over(self, seat: int, shown: Any) -> Any:
        """The same, or, now and then where the choice waits for others, with the choice taken back."""
        decision = shown["decision"]
        if self.style == "first" or not decision or decision["sealed"] is None or self.chance.below(8):
            return shown
        path = f"/matches/{self.match}/seats/{seat}/moves/{decision['n']}"
        answer = self.service.ask("DELETE", path, None, self.names[seat])
        if self._was_meanwhile(answer):
            return self._look()
        assert answer.json["match"]["decision"]["sealed"] is None
        return answer.json["match"]

    def _was_meanwhile(self, answer: Answer) -> bool:
        """Whether the service has played on since one looked, so that this is refused. Anything else has to succeed."""
        if answer.status == 409:
            assert answer.json["code"] in MEANWHILE, answer.json
            return True
        assert answer.status == 200, answer.json
        return False

    def look_back(self) -> Record:
        """What is told of the match now that it is over; its record."""
        record: Record = self._ask(min(self.names), "GET", "/export")
        for seat, name in self.names.items():
            shown = self._ask(seat, "GET", "")
            assert (shown["status"], shown["to_move"], shown["decision"]) == ("over", [], None)
            assert (shown["outcome"]["termination"], shown["ply"]) == (
                record["outcome"]["termination"],
                len(record["moves"]),
            )
            rows = _asked(self.service, "GET", "/me/matches?limit=100", by=name)["matches"]
            assert not any(row["my_turn"] for row in rows if row["id"] == self.match)
        told = [entry["move"] for row in self._log() for entry in row["entries"]]
        assert len(told) == len(record["moves"])
        return record

    def _log(self) -> Iterator[Any]:
        cursor, seat = "", min(self.names)
        while True:
            page = self._ask(seat, "GET", f"/log?limit=100&cursor={cursor}")
            yield from page["entries"]
            cursor = page["cursor"]
            if not cursor:
                return
