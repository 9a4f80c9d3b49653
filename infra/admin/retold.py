"""Every commit of a match worked out once more, from the decision that its row of the log holds.

So it is known what each has told whom, which decisions it opened until when, and what lies sealed. Bots are not asked
again, since they may choose otherwise in a later release: a choice of theirs is the one on record, the sealed one, or,
where a player who came back has replaced it, the one that the row tells that player of.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from chalicelib.matches import course, migration, packing, record, repository
from chalicelib.matches.errors import MigrationRefusedError
from chalicelib.matches.events import TABLE, Entry, Kind, LogRow
from chalicelib.matches.match import Head, Match
from chalicelib.matches.standing import Standing
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.rules import AnyGame, RuleError
from infra.admin import around, away, beside
from infra.admin.flaws import Sheet, equal, failed
from infra.admin.running import Running

_TOLD = ("kind", "n", "text", "entries", "draws", "facts", "own", "ordered")
_WHY = "the log, played again, tells something else"


def check(sheet: Sheet) -> None:
    """Hold every row against the commit worked out anew, and the head against the last. Raises FlawError.

    What was owed beside the log is looked at in its place among them.
    """
    again = _Again(sheet)
    between = [row for _, row in sheet.beside if row.kind in ("reminded", "nudged")]
    for row in sorted((*sheet.rows, *between), key=lambda row: row.version):
        if row.kind in ("reminded", "nudged"):
            again.remind(row)
        else:
            again.tell(row)
    again.check_head()


class _Repeated(Standing):
    """Standing orders of which nothing is known but what they played: to work a commit out once more."""

    def __init__(self, played: Sequence[tuple[int, str]]) -> None:
        super().__init__({}, set(), [], {})
        self._left = list(played)

    def move(self, game: AnyGame, state: Any, seat: int, n: int, version: int) -> Any:
        """What was played next, where that was for this seat. Raises MalformedMoveError."""
        del n, version  # they are the same as they were
        if not self._left or self._left[0][0] != seat:
            return None
        return game.parse(state, seat, self._left[0][1], "en")

    def done(self, seat: int, text: str) -> None:
        """Note that it was played."""
        del self._left[0]
        self.played.append((seat, text))


class _Again:
    """The match as far as it was worked out."""

    def __init__(self, sheet: Sheet) -> None:
        roster = sheet.match.roster
        self.sheet = sheet
        self.match = Match(
            replace(roster, seats=around.seats_before(sheet), migrations=(), handovers=()), Head(0, "waiting")
        )
        self.running = Running(sheet)
        self._entries: dict[int, list[Entry]] = {}
        for entry in (entry for row in sheet.rows for entry in row.entries):
            self._entries.setdefault(entry.seat, []).append(entry)

    def tell(self, row: LogRow) -> None:
        """Work out the commit of the next row, and compare. Raises FlawError."""
        self._row, name = row, repository.log_key(self.match.id, row.n, row.seat).sort
        self.match = Match(self.match.roster, replace(self.match.head, version=row.version - 1, last=row.prev))
        if row.kind in ("created", "cancelled"):
            return self._compare(name, row, replace(row, entries=(), draws=(), facts=(), own={}))
        if row.kind != "started":
            self.running.comes(row, self.match.head)
        try:
            turn, kind, n, text = self._turn(row)
        except (RuleError, MigrationRefusedError) as error:
            raise failed(self.match.head.ply, name, "the rules refuse it", None, error.message) from error
        head, told = turn.finish(kind, n, row.seat, text, row.print)
        before, self.match = self.match.head, Match(turn.match.roster, head)
        for seat, begun in enumerate(head.begun):
            if seat in turn.fresh or begun != (*before.begun, *[0] * len(head.begun))[seat]:
                self.running.began(seat, row.version)
        return self._compare(name, row, told)

    def remind(self, row: LogRow) -> None:
        """Look at who is reminded beside the log. Raises FlawError."""
        beside.check_open(self.sheet, self.match, row)
        if row.kind == "reminded":
            self.match = self.running.reminded(self.match, row)

    def _compare(self, name: str, row: LogRow, told: LogRow) -> None:
        item = self.sheet.items[repository.log_key(self.match.id, row.n, row.seat)]
        stored, expected = packing.unpack(repository.LOG.body(item)), _body(self.match.id, told)
        for part in _TOLD:
            equal(self.match.head.ply, f"{name}.{part}", _WHY, stored.get(part), expected.get(part))

    def _turn(self, row: LogRow) -> tuple[Turn, Kind, int, str]:
        """The commit of a row before it is finished, its kind, the n it answers, and its text. Raises RuleError."""
        if row.kind == "migrated":
            turn, fell = migration.carried_over(self.sheet.env, self.match, int(row.text), row.at)
            equal(turn.ply, "migrated.print", _WHY, row.print, fell)
            turn.standing = _Repeated(row.ordered)
            turn.go_on(self._choice)
            return turn, row.kind, turn.version, row.text
        turn = Turn(self.match, repository.rules(self.sheet.env, self.match.roster), row.at, requester=None)
        turn.standing = _Repeated(row.ordered)
        n, text = self._decided(turn, row)
        kind = row.kind
        if kind in ("moved", "sealed"):  # it may enter the record in the same commit still, when bots have chosen
            kind = "moved" if turn.game.sealed(turn.state, row.seat) is None else "sealed"
        if row.kind not in ("retracted", "away") and around.goes_on(row):
            turn.go_on(self._choice)
        return turn, kind, n, text

    def _decided(self, turn: Turn, row: LogRow) -> tuple[int, str]:
        """Do what was decided by whoever made a row; the n of the decision, and its text."""
        game, seat = turn.game, row.seat
        opened = self.match.head.opened[seat] if seat != TABLE and self.match.head.opened else 0
        match row.kind:
            case "started":
                turn.start(self._begun())
                return turn.version, ""
            case "moved" | "sealed":
                base = turn.state if game.sealed(turn.state, seat) is None else game.retract(turn.state, seat)
                move = game.parse(base, seat, row.text, "en")
                turn.play(seat, move, "played")
                return opened, game.format(move)
            case "expired":
                move = game.timeout_move(turn.state, seat)
                turn.play(seat, move, "timeout")
                return opened, game.format(move)
            case "retracted":
                turn.retract(seat)
                return opened, ""
            case "resigned":
                turn.resign(seat)
                # once it was the version before its own, which may be that of another row by now
                return opened or min(max(row.n, turn.version - 1), turn.version), "resign"
            case "away":
                away.check(row)
                return turn.version, row.text
            case "continued":
                return turn.version, ""
        if (done := around.done(self.sheet, turn, row)) is None:
            name = repository.log_key(self.match.id, row.n, row.seat).sort
            raise failed(self.match.head.ply, f"{name}.kind", "the log of a match has nothing of the kind", row.kind)
        return done

    def _begun(self) -> Any:
        origin = record.played(self.sheet.env, self.sheet.match, []).origin
        return course.last_position(origin).state if origin else None

    def _choice(self, turn: Turn, seat: int) -> Any:
        """What a bot chose there: what is on record next of its seat, or lies sealed there now, or was told then."""
        found = (move for move in self._tried(turn, seat) if self._is_told(turn, seat, move))
        return next(found, None) or bot_choice(turn, seat)

    def _tried(self, turn: Turn, seat: int) -> Iterator[Any]:
        for text in self._known(turn, seat):
            with suppress(RuleError):  # it chose something else first, which other rules then did not allow
                yield turn.game.parse(turn.state, seat, text, "en")
        if turn.match.roster.seats[seat].kind == "player":
            yield from turn.game.legal_moves(turn.state, seat)

    def _is_told(self, turn: Turn, seat: int, move: Any) -> bool:
        """Whether the row has what the seat's player learns by this move; of a bot's own seat it has nothing."""
        game, state, roster = turn.game, turn.state, turn.match.roster
        if roster.seats[seat].kind != "player":
            return True
        sealed = sum(game.sealed(state, each) is not None for each in range(len(roster.seats)))
        after = game.apply_move(state, seat, move, roster.chance(turn.ply + sealed + 1))
        learnt = game.facts(game.view(state, seat), seat, move, game.view(after, seat))
        return set(learnt) <= set(self._row.facts_for(seat))

    def _known(self, turn: Turn, seat: int) -> Iterator[str]:
        entries = self._entries.get(seat, [])
        place = bisect_right(entries, turn.ply, key=lambda entry: entry.ply)
        if place < len(entries):
            if entries[place].how in ("bot", "lent"):
                yield entries[place].text
        elif (sealed := self.sheet.game.sealed(self.sheet.match.head.state, seat)) is not None:
            yield self.sheet.game.format(sealed)

    def check_head(self) -> None:
        """Hold the last commit against the head. Raises FlawError."""
        told, head, roster = self.match.head, self.sheet.match.head, self.sheet.match.roster
        if head.state is None:
            return
        equal(head.ply, "state", _WHY, repository.plain(head.state), repository.plain(told.state))
        for field in ("opened", "hows", "started", "ended", "offers", "ending"):
            equal(head.ply, field, _WHY, getattr(head, field), getattr(told, field))
        self.running.check(self.match)
        around.check_roster(self.match.roster, self.sheet.match)
        if roster.migrations != self.match.roster.migrations:
            raise failed(head.ply, "migrations", "the log tells of others")


def _body(match_id: str, row: LogRow) -> dict[str, Any]:
    """What a row has in a store."""
    body: dict[str, Any] = json.loads(json.dumps(packing.unpack(repository.log_item(match_id, row).body)))
    return body
