"""How large heads and log rows are, worked out without a store, over whole matches of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from chalicelib.adapters.sizes import item_size
from chalicelib.games import get
from chalicelib.matches import repository, submission
from chalicelib.matches.events import TABLE, Kind, LogRow
from chalicelib.matches.match import Head, Match, Pace, Roster, Seat
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.players.ports import Put
from chalicelib.rules import AnyGame, Chance, Options
from tests.games.table import RESIGN, RETRACT
from tests.playthroughs.playthrough import FOLDER, acts_of, read

NOW = 1_790_000_000


class Size(NamedTuple):
    """What one commit left behind: moves on record, bytes of the head and of the commit's log row."""

    ply: int
    head: int
    row: int
    over: bool


Chooser = Callable[[AnyGame, Any, int, Chance], Any]
"""What the person on a seat plays."""


def at_random(game: AnyGame, state: Any, seat: int, chance: Chance) -> Any:
    """Any legal move."""
    return chance.roll(game.legal_moves(state, seat))


def in_no_hurry(game: AnyGame, state: Any, seat: int, _chance: Chance) -> Any:
    """What is played where time runs out, which makes matches long."""
    return game.timeout_move(state, seat)


def played(key: str, seats: int, options: Options, chooser: Chooser = at_random, lot: int = 0) -> list[Size]:
    """A match of people to its end, forced moves played as the service plays them."""
    game, table = get(key), _Table(key, seats, options, f"{lot:064x}")
    lots = Chance(b"sizes", (), lot)
    table.start()
    while not table.is_over:
        owing = game.to_move(table.state)
        if table.has_more:
            table.go_on()
        else:
            seat = lots.roll(owing)
            table.move(seat, chooser(game, table.state, seat, lots))
    return table.sizes


def longest_recorded(key: str, seats: int) -> list[Size]:
    """The longest recorded match of so many seats, act by act; [] where none is recorded."""
    files = (read(key, path.stem) for path in sorted((FOLDER / key).glob("*.json")))
    at_table = (file for file in files if len(file["record"]["seats"]) == seats)
    found = max(at_table, key=lambda file: len([*acts_of(file)]), default=None)
    if found is None:
        return []
    record = found["record"]
    table = _Table(key, seats, record["options"], record["seed"], record["nonces"])
    table.start(alone=False)
    for act in acts_of(found):
        table.act(*act)
    assert table.is_over
    return table.sizes


class _Table:
    """One match, commit by commit."""

    def __init__(self, key: str, seats: int, options: Options, seed: str, nonces: Sequence[str] = ()) -> None:
        self._game = game = get(key)
        own = nonces or [""] * seats
        sitters = tuple(Seat("player", f"player{seat:06}", "Wilhelmina", nonce=own[seat]) for seat in range(seats))
        version, pace = game.rules_version, Pace()
        roster = Roster("m" * 16, game.name, key, version, options, sitters, pace, "public", "", NOW, seed, "")
        self._match = Match(roster, Head(version=seats, status="waiting", last=(seats, TABLE)))
        self.sizes: list[Size] = []

    @property
    def state(self) -> Any:
        return self._match.head.state

    @property
    def is_over(self) -> bool:
        return self._match.head.status == "over"

    @property
    def has_more(self) -> bool:
        """Whether the sweep has to go on with what plays by itself."""
        return self._match.head.due == NOW

    def start(self, *, alone: bool = True) -> None:
        """Begin; `alone`, what is forced plays itself."""
        turn = self._turn(None)
        turn.start()
        if alone:
            turn.go_on(bot_choice)
        self._keep(*turn.finish("started", turn.version))

    def go_on(self) -> None:
        turn = self._turn(None)
        turn.go_on(bot_choice)
        self._keep(*turn.finish("continued", self._match.head.version))

    def move(self, seat: int, move: Any, *, alone: bool = True) -> None:
        text, turn, n = self._game.format(move), self._turn(seat), self._match.head.opened[seat]
        turn.play(seat, move, "played")
        kind: Kind = "moved" if turn.entries else "sealed"
        if alone:
            turn.go_on(bot_choice)
        self._keep(*turn.finish(kind, n, seat, text, submission.fingerprint({"text": text})))

    def act(self, seat: int, what: str) -> None:
        """A canonical text, "resign" or "retract"; nothing plays itself."""
        turn, n = self._turn(seat), self._match.head.opened[seat]
        if what == RETRACT:
            turn.retract(seat)
            self._keep(*turn.finish("retracted", n, seat))
        elif what == RESIGN:
            turn.resign(seat)
            self._keep(*turn.finish("resigned", n, seat, what))
        else:
            self.move(seat, self._game.parse(self.state, seat, what, "en"), alone=False)

    def _turn(self, requester: int | None) -> Turn:
        return Turn(self._match, self._game, NOW, requester)

    def _keep(self, head: Head, row: LogRow) -> None:
        written = repository.writes(self._match, head, row)
        head_bytes, row_bytes = (item_size(write.item) for write in written if isinstance(write, Put))
        self.sizes.append(Size(head.ply, head_bytes, row_bytes, head.status == "over"))
        self._match = Match(self._match.roster, head)
