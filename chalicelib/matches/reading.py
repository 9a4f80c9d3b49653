"""What a caller may see of a match and its log. Reading never changes anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chalicelib.matches import asking, pace, repository
from chalicelib.matches.ending import holders, outcome_of, told_facts
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError
from chalicelib.matches.events import Entry, LogRow
from chalicelib.matches.match import Caller, Match, Origin, Pace, Roster, Seat
from chalicelib.players.ports import Env
from chalicelib.players.profile import is_guest
from chalicelib.rules import AnyGame, Fact, Outcome


@dataclass(frozen=True, slots=True)
class AwayShown:
    """An absence that has begun or comes next, as RFC 3339 text."""

    since: str
    until: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat as everybody may see it; `deadline` is RFC 3339 text while the seat owes a decision, else ""."""

    seat: int
    kind: str
    name: str
    level: int
    deadline: str
    overdue: bool
    own_nonce: bool
    lent: int
    retired: bool
    wanted: bool
    kept: bool
    away: AwayShown | None


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """The caller's open decision: `n` names the next submission, `sealed` is the choice that can be taken back."""

    n: int
    kind: str
    asked: dict[str, Any]
    deadline: str
    overdue: bool
    sealed: str | None
    said: str = ""
    """What is asked, in the caller's language, seats as `@0`; "" where the game has no words for it."""


@dataclass(frozen=True, slots=True)
class DrawShown:
    """A draw that is offered: who would have it, and who has to want it for the match to end so."""

    offers: tuple[int, ...]
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LogShown:
    """One commit of the log, as the caller may see it; `ordered` are the moves that the caller's orders played.

    `language` is what its facts are said in. `sat` are the names of those who sat there then and do not any more, by
    seat; `before` that of who gave a seat away.
    """

    version: int
    at: str
    kind: str
    seat: int | None
    entries: tuple[tuple[int, int, str, str], ...]
    facts: tuple[Fact, ...]
    said: tuple[str, ...]
    draws: tuple[tuple[int, int], ...]
    text: str | None
    ordered: tuple[str, ...] = ()
    language: str = "en"
    sat: tuple[tuple[int, str], ...] = ()
    before: str = ""


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match as the caller may see it; times are RFC 3339 text, `view` is the game's own."""

    id: str
    name: str
    game: str
    rules_version: int
    options: dict[str, Any]
    visibility: str
    pace: Pace
    muted: bool
    version: int
    ply: int
    status: str
    created: str
    started: str
    ended: str
    commitment: str
    seats: tuple[SeatShown, ...]
    seat: int | None
    to_move: tuple[int, ...]
    decision: DecisionShown | None
    view: Any
    roll: tuple[str, ...]
    last: LogShown | None
    outcome: Outcome | None
    draw: DrawShown | None
    origin: Origin | None
    rematch: str
    rematch_of: str


def may_see(match: Match, caller: Caller) -> bool:
    """Whether this caller may know of the match."""
    if match.roster.visibility != "private" or caller.seat_in(match) is not None:
        return True
    if caller.join is not None and caller.join.opens(match):
        return True
    player = caller.player
    invited = match.reserved_for(player) is not None or match.called_for(player) is not None
    return bool(player) and (invited or player == match.roster.creator)


def look(env: Env, match_id: str, caller: Caller, language: str = "en") -> MatchShown:
    """The match as the caller may see it. Raises MatchNotFoundError."""
    match = visible(env, match_id, caller)
    row = None
    if match.head.status != "waiting":
        row = repository.find_row(env, match_id, *match.head.last)
    return shown(env, match, caller, row, language)


def own_seat(match: Match, caller: Caller) -> int:
    """The seat the caller acts for. Raises NotYourSeatError, or MatchNotFoundError where the match is private."""
    seat = caller.seat_in(match)
    if seat is None:
        raise NotYourSeatError if may_see(match, caller) else MatchNotFoundError
    return seat


def visible(env: Env, match_id: str, caller: Caller) -> Match:
    """The match, if this caller may know of it. Raises MatchNotFoundError."""
    match = repository.load(env, match_id)
    if not may_see(match, caller):
        raise MatchNotFoundError
    return match


def shown(env: Env, match: Match, caller: Caller, row: LogRow | None = None, language: str = "en") -> MatchShown:
    """A match that was loaded, as the caller may see it; `row` is the newest of its log."""
    roster, head = match.roster, match.head
    game = repository.rules(env, roster)
    seat = caller.seat_in(match)
    view = game.view(head.state, seat) if head.state is not None else None
    return MatchShown(
        id=match.id,
        name=roster.name,
        game=roster.game,
        rules_version=roster.rules_version,
        options=dict(roster.options),
        visibility=roster.visibility,
        pace=roster.pace,
        muted=roster.muted,
        version=head.version,
        ply=head.ply,
        status=head.status,
        created=pace.stamp(roster.created),
        started=pace.stamp(head.started),
        ended=pace.stamp(head.ended),
        commitment=roster.commitment,
        seats=_seats(match, game, env.clock.now()),
        seat=seat,
        to_move=to_move(match, game),
        decision=decision(match, game, seat, env.clock.now(), language),
        view=repository.plain(view) if view is not None else None,
        roll=tuple(view.roll) if view is not None else (),
        last=log_shown(game, row, seat, language, roster) if row else None,
        outcome=outcome_of(game, match),
        draw=_draw(match, game),
        origin=roster.origin,
        rematch=roster.rematch,
        rematch_of=roster.rematch_of,
    )


def to_move(match: Match, game: AnyGame) -> tuple[int, ...]:
    """The seats that owe a decision."""
    return game.to_move(match.head.state) if match.head.status == "running" else ()


def _draw(match: Match, game: AnyGame) -> DrawShown | None:
    """The draw that is offered; None for most, which is not worth asking the rules who has left."""
    if match.head.status != "running" or not match.head.offers:
        return None
    return DrawShown(match.head.offers, holders(game, match.roster, match.head.state))


def _seats(match: Match, game: AnyGame, now: int) -> tuple[SeatShown, ...]:
    head, owing = match.head, to_move(match, game)
    found = []
    for number, seat in enumerate(match.roster.seats):
        deadline = head.deadlines[number] if number in owing else 0
        late = pace.overdue(deadline, now)
        own = bool(seat.nonce)
        kind = "invite" if is_guest(seat.player) else seat.kind
        now_there = (seat.lent, seat.retired, seat.wanted, bool(seat.called), _away(seat, now))
        found.append(SeatShown(number, kind, seat.name, seat.level, pace.stamp(deadline), late, own, *now_there))
    return tuple(found)


def _away(seat: Seat, now: int) -> AwayShown | None:
    found = next((each for each in seat.away if each[1] > now), None)
    return AwayShown(*map(pace.stamp, found)) if found else None


def decision(match: Match, game: AnyGame, seat: int | None, now: int, language: str = "en") -> DecisionShown | None:
    """The open decision of a seat, a sealed one included, or None."""
    head = match.head
    if seat is None or head.status != "running" or not head.opened[seat]:
        return None
    sealed = game.sealed(head.state, seat)
    deadline = head.deadlines[seat]
    late = pace.overdue(deadline, now)
    said = asking.asked(game, head.state, seat, language)
    if sealed is not None:
        return DecisionShown(head.opened[seat], "sealed", {}, pace.stamp(deadline), late, game.format(sealed), said)
    asked = game.decision(head.state, seat)
    return DecisionShown(head.opened[seat], asked.kind, dict(asked.asked), pace.stamp(deadline), late, None, said)


def log_shown(game: AnyGame, row: LogRow, seat: int | None, language: str, roster: Roster | None = None) -> LogShown:
    """A row of the log for the watcher on that seat (None: a spectator); a sealed choice is its owner's to read.

    Without the `roster` everybody has always sat where they sit now. What was ordered is for the eyes of whoever
    ordered it, and not of a successor on the seat.
    """
    facts = told_facts(row.facts_for(seat), row.entries[-1] if row.entries else None)
    # a choice that did not enter the record in its own commit was left sealed, whoever made it
    hidden = row.kind in ("sealed", "expired") and all(entry.seat != row.seat for entry in row.entries)
    own = not hidden or (seat is not None and row.seat == seat)
    ordering = None if seat is None or (roster and roster.handed_over(seat, row.version + 1)) else seat
    return LogShown(
        version=row.version,
        at=pace.stamp(row.at),
        kind=row.kind,
        seat=row.seat if row.seat >= 0 else None,
        entries=tuple((entry.ply, entry.seat, entry.text, _how(entry, ordering)) for entry in row.entries),
        facts=facts,
        said=tuple(game.say(fact, language) for fact in facts),
        draws=row.draws,
        text=row.text if own and row.text else None,
        ordered=tuple(text for each, text in row.ordered if each == ordering),
        language=language,
        sat=_sat(roster, row.version) if roster and roster.handovers else (),
        before=_before(roster, row) if roster and row.kind == "substituted" else "",
    )


def _sat(roster: Roster, version: int) -> tuple[tuple[int, str], ...]:
    """The names of those who sat at the table after the commit of this version where others sit now."""
    found = ((seat, roster.handed_over(seat, version + 1)) for seat in range(len(roster.seats)))
    return tuple((seat, handover.name) for seat, handover in found if handover)


def _before(roster: Roster, row: LogRow) -> str:
    found = roster.handed_over(row.seat, row.version)
    return found.name if found else ""


def _how(entry: Entry, watcher: int | None) -> str:
    return entry.how if entry.seat == watcher else entry.told


def log(env: Env, match_id: str, caller: Caller, language: str = "en") -> list[LogShown]:
    """The whole log in the order of its commits, as the caller may see it. Raises MatchNotFoundError."""
    match = visible(env, match_id, caller)
    rules, seat = repository.told_by(env, match.roster), caller.seat_in(match)
    return [log_shown(rules(row), row, seat, language, match.roster) for row in repository.log(env, match_id)]


@dataclass(frozen=True, slots=True)
class LegalShown:
    """The open decision's n and every legal move, as JSON and as canonical text."""

    n: int
    moves: tuple[tuple[str, Any], ...]


def legal(env: Env, match_id: str, caller: Caller) -> LegalShown:
    """The legal moves of the caller's open decision (as if nothing were sealed); n is 0 and the list empty if none is.

    Raises MatchNotFoundError, NotYourSeatError.
    """
    match = visible(env, match_id, caller)
    seat = caller.seat_in(match)
    if seat is None:
        raise NotYourSeatError("You do not sit at this table.")
    if match.head.status != "running" or not match.head.opened[seat]:
        return LegalShown(0, ())
    game, state = repository.rules(env, match.roster), match.head.state
    if game.sealed(state, seat) is not None:
        state = game.retract(state, seat)
    moves = game.legal_moves(state, seat)
    return LegalShown(match.head.opened[seat], tuple((game.format(move), repository.plain(move)) for move in moves))
