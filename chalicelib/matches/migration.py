"""Carrying a running match over to other rules: an operator's act, told in the log of the match, one commit for each.

What the rules offer for it carries a position without sealed choices over. Choices that were sealed are sealed again
where the new rules allow them still. What the commitment names stays as it was; the roster and the record tell after
which ply the rules were changed, so that the whole match can still be replayed and checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.matches import course, record, repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import MigrationRefusedError, WrongStatusError
from chalicelib.matches.events import TABLE
from chalicelib.matches.match import Match, Migration
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.players.ports import Env
from chalicelib.rules import AnyGame, RuleError


@dataclass(frozen=True, slots=True)
class Migrated:
    """A match as it is by its new rules, the version it was played by before, and the seats that were asked anew."""

    match: Match
    before: int
    reopened: tuple[int, ...]


def migrate(env: Env, match_id: str, to: int = 0, *, dry: bool = False) -> Migrated:
    """Let a running match go on by the rules of another version (0: today's); `dry`, only find out whether it can.

    Raises MatchNotFoundError, WrongStatusError (it does not run, or is played by them already), MigrationRefusedError,
    UnreadableMatchError, BusyError.
    """

    def work() -> Migrated:
        match = repository.load(env, match_id)
        before, after = match.roster.rules_at(), to or env.games.meta(match.roster.game).rules_version
        if match.head.status != "running":
            raise WrongStatusError(f"Match {match_id} is {match.head.status}: only a running one changes its rules.")
        if before == after:
            raise WrongStatusError(f"Match {match_id} is played by version {after} already.")
        return _migrate(env, match, before, after, dry=dry)

    def lost() -> Migrated | None:
        match = repository.load(env, match_id)
        if not _is_done(env, match, to):
            return None
        return Migrated(match, match.roster.rules_at(match.roster.migrations[-1].version - 1), ())

    return attempt(env, work, lost)


def _is_done(env: Env, match: Match, to: int) -> bool:
    wanted = to or env.games.meta(match.roster.game).rules_version
    return bool(match.roster.migrations) and match.roster.rules_at() == wanted


def _migrate(env: Env, match: Match, before: int, after: int, *, dry: bool) -> Migrated:
    roster = match.roster
    _check_log(env, match, _Table(repository.rules(env, roster), match.head.state, len(roster.seats)).base)
    turn, fell = carried_over(env, match, after, env.clock.now())
    reopened = tuple(sorted(turn.fresh))
    turn.go_on(bot_choice)
    head, row = turn.finish("migrated", turn.version, TABLE, str(after), fell)
    if not dry:
        commit(env, repository.writes(match, head, row, roster=turn.match.roster))
    return Migrated(Match(turn.match.roster, head), before, reopened)


def carried_over(env: Env, match: Match, after: int, now: int) -> tuple[Turn, str]:
    """The commit by which a match goes on by other rules, and the seats whose choices those do not allow, as its row
    names them.

    Raises MigrationRefusedError, UnreadableMatchError.
    """
    roster, head = match.roster, match.head
    changed = replace(roster, migrations=(*roster.migrations, Migration(head.ply, after, head.version + 1)))
    turn = Turn(Match(changed, head), repository.rules(env, changed), now, requester=None)
    old = _Table(repository.rules(env, roster), turn.state, len(roster.seats))
    state = _carried(env, roster.game, roster.rules_at(), after, old.base)
    new = _Table(turn.game, _sealed_again(turn, state, old.choices()), len(roster.seats))
    _check_kept(new)
    _reopen(turn, old, new)
    if turn.standing:
        turn.standing.reread(turn.game, turn.state)
    return turn, " ".join(str(seat) for seat in old.choices() if seat not in new.choices())


@dataclass(frozen=True, slots=True)
class _Table:
    """A position by some rules; `base` is it with all sealed choices taken back."""

    game: AnyGame
    state: Any
    seats: int

    def choices(self) -> dict[int, str]:
        """What is sealed, seat by seat, as canonical text."""
        found = ((seat, self.game.sealed(self.state, seat)) for seat in range(self.seats))
        return {seat: self.game.format(move) for seat, move in found if move is not None}

    @property
    def base(self) -> Any:
        state = self.state
        for seat in self.choices():
            state = self.game.retract(state, seat)
        return state

    def asked(self, seat: int) -> object:
        """What the seat is asked and may answer, whether it has sealed an answer or not; None where it is nothing."""
        base = self.base
        if seat not in self.game.to_move(base):
            return None
        legal = [self.game.format(move) for move in self.game.legal_moves(base, seat)]
        return self.game.decision(base, seat), legal, self.choices().get(seat)


def _check_log(env: Env, match: Match, base: Any) -> None:
    """Raises MigrationRefusedError where the log does not lead to where the match stands."""
    played = record.played(env, match, repository.log(env, match.id))
    if course.last_position(played).state != base:
        raise MigrationRefusedError(f"The log of match {match.id} does not lead to where it stands: verify it first.")


def _carried(env: Env, game: str, before: int, after: int, base: Any) -> Any:
    carry = env.games.migration(game, before, after)
    if carry is None:
        raise MigrationRefusedError(f"The rules of {game}, version {after}, take nothing over from version {before}.")
    try:
        return carry(base)
    except RuleError as error:
        raise MigrationRefusedError(f"This position cannot be carried over: {error.message}") from error


def _check_kept(table: _Table) -> None:
    """Raises MigrationRefusedError where the match would be over, or would not be read from the store as it is."""
    if table.game.outcome(table.state) is not None:
        raise MigrationRefusedError("By the new rules the match would be over: a migration ends none.")
    reader = repository.adapter(table.game.State)
    kept = reader.dump_python(table.state, mode="json", exclude_defaults=True)
    if reader.validate_python(kept) != table.state:
        raise MigrationRefusedError("The position that this leads to does not survive the store.")


def _sealed_again(turn: Turn, state: Any, choices: Mapping[int, str]) -> Any:
    """The position with those choices sealed that the new rules allow, as long as that leaves the set open."""
    game = turn.game
    for seat, text in choices.items():
        try:
            chance = turn.match.roster.chance(turn.ply + 1)
            move = game.parse(state, seat, text, "en")
            after = game.apply_move(state, seat, move, chance)
        except RuleError:
            continue
        if game.sealed(after, seat) == move and game.format(move) == text:
            state = after
    return state


def _reopen(turn: Turn, old: _Table, new: _Table) -> None:
    """Give what is asked otherwise than before a new n; a decision that was open keeps its deadline."""
    turn.state = new.state
    for seat in range(new.seats):
        asked = new.asked(seat)
        if asked is None:
            turn.opened[seat] = 0
            turn.clocks.stop(seat, turn.now, earned=False)
        elif asked != old.asked(seat):
            turn.opened[seat] = turn.version
            turn.clocks.stopped[seat] = 0
            if not turn.clocks.begun[seat]:
                turn.clocks.start(seat, turn.now)
            turn.fresh.add(seat)
            if turn.standing:
                turn.standing.opened(seat)
        if seat not in new.choices():
            turn.hows[seat] = ""
