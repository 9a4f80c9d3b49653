"""Whether a match stands in the store as its log leads to: replayed from its seed, and compared step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from chalicelib.matches import course, proof, record, repository
from chalicelib.matches.course import Course, Position
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.errors import InvalidRecordError, MatchError
from chalicelib.matches.events import LogRow
from chalicelib.matches.talk import Message, message_in
from chalicelib.players.ports import Env, Item, Key, NewerFormatError, StoreError
from chalicelib.rules import AnyGame, RuleError, commitment
from infra.admin import beside, circumstances, logs, ordered, retold, shapes
from infra.admin.flaws import Flaw, FlawError, Sheet, equal, failed


def flaw_of(env: Env, match_id: str, items: Mapping[Key, Item]) -> Flaw | None:
    """The first flaw of a match that consists of these items, or None."""
    try:
        sheet = _read(env, match_id, items)
    except FlawError as error:
        return error.flaw
    return next((flaw for check in CHECKS if (flaw := _found_by(check, sheet))), None)


def _found_by(check: Callable[[Sheet], None], sheet: Sheet) -> Flaw | None:
    try:
        check(sheet)
    except FlawError as error:
        return error.flaw
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - the rules may stumble over a position that they never made
        why = f"the rules cannot go on from what is stored ({type(error).__name__})"
        return Flaw(sheet.match.head.ply, "state", why)
    return None


def _read(env: Env, match_id: str, items: Mapping[Key, Item]) -> Sheet:
    for key in (repository.head_key(match_id), repository.roster_key(match_id)):
        if key not in items:
            raise failed(None, key.sort, "it is not there")
    match = _readable("A#head", lambda: repository.match_in(env, items, match_id))
    log = [item for key, item in items.items() if key.sort.startswith("L#")]
    rows = tuple(sorted((_row(match_id, item) for item in log), key=lambda row: row.version))
    notices = [item for key, item in items.items() if key.sort.startswith("N#")]
    beside = sorted((_beside(match_id, item) for item in notices), key=lambda each: (each[1].version, each[0]))
    game = _readable("rules_version", lambda: repository.rules(env, match.roster))
    return Sheet(env, match, rows, game, items, tuple(beside), _said(items))


def _said(items: Mapping[Key, Item]) -> tuple[Message, ...]:
    """What was said at the table."""
    found = sorted((key.sort, item) for key, item in items.items() if key.sort.startswith("T#"))
    return tuple(_readable(sort, partial(message_in, item)) for sort, item in found)


def _row(match_id: str, item: Item) -> LogRow:
    row: LogRow = _readable(item.key.sort, lambda: repository.log_row(item))
    named = repository.log_key(match_id, row.n, row.seat)
    equal(None, item.key.sort, "the row is about another submission", named, item.key)
    return row


def _beside(match_id: str, item: Item) -> tuple[str, LogRow]:
    """A row that owes notices beside the log, with its sort key."""
    row: LogRow = _readable(item.key.sort, lambda: repository.log_row(item))
    about = item.key.sort.rpartition("#")[2]
    named = repository.notice_key(match_id, row.n, row.seat, about)
    equal(None, item.key.sort, "the row is about something else", named, item.key)
    return item.key.sort, row


def _readable(field: str, read: Callable[[], Any]) -> Any:
    """What is read. Raises FlawError for what cannot be, with its path where that is known, and no value of it."""
    try:
        return read()
    except (MatchError, NewerFormatError) as error:
        raise failed(None, field, str(error)) from error
    except StoreError:
        raise
    except Exception as error:  # whatever stands there instead of what we wrote
        loc = [each["loc"] for each in error.errors()[:1]] if hasattr(error, "errors") else []
        path = ".".join(map(str, ["state", *loc[0]])) if loc else field
        raise failed(None, path, f"it cannot be read ({type(error).__name__})") from error


def _check_promise(sheet: Sheet) -> None:
    roster = sheet.match.roster
    key = next(key for key in sheet.items if key.sort == "A#roster")
    equal(None, "id", "the roster is that of another match", roster.id, key.partition.removeprefix("M#"))
    promised = _readable("seed", lambda: commitment(bytes.fromhex(roster.seed), roster.id, roster.rules_version))
    equal(None, "commitment", "it is not that of the seed, the match and its rules", roster.commitment, promised)


def _check_chain(sheet: Sheet) -> None:
    """Every row names the one before it, and the head names the last."""
    before, version = (0, 0), 0
    for row in sheet.rows:
        name = repository.log_key(sheet.match.id, row.n, row.seat).sort
        if not version < row.version <= sheet.match.head.version:
            raise failed(
                None, f"{name}.version", "the versions of the log do not rise to that of the head", row.version
            )
        equal(None, f"{name}.prev", "the row does not name the one before it", row.prev, before)
        before, version = (row.n, row.seat), row.version
    equal(sheet.match.head.ply, "last", "the head does not name the newest row", sheet.match.head.last, before)


def _check_moves(sheet: Sheet) -> None:
    """Whatever comes first in the course of the match: a move that leads elsewhere, or one that nobody submitted."""
    found = [flaw for check in (_check_course, _check_submissions) if (flaw := _found_by(check, sheet))]
    if found:
        raise FlawError(min(found, key=lambda flaw: -1 if flaw.ply is None else flaw.ply))


def _check_course(sheet: Sheet) -> None:
    """The moves of the log lead, with the dice of the seed, to the position of the head."""
    head, entries = sheet.match.head, [entry for row in sheet.rows for entry in row.entries]
    plies = [entry.ply for entry in entries]
    equal(None, "log.plies", "the plies of the log are not one after the other", plies, [*range(1, len(plies) + 1)])
    equal(len(plies), "ply", "the log has another number of moves", head.ply, len(plies))
    if head.status in ("waiting", "cancelled"):
        return equal(0, "state", "a match that has not begun has no position", head.state, None)
    if head.state is None:
        raise failed(0, "state", "a match that has begun has a position")
    drawn = {ply: count for row in sheet.rows for ply, count in row.draws}
    taken, last = _readable("O#origin", lambda: record.played(sheet.env, sheet.match, list(sheet.rows))), None
    for position in _walked(taken):
        noted, taken_here = drawn.pop(position.ply, 0), _draws(taken, position)
        equal(position.ply, "draws", "the log notes another number of draws", noted, taken_here)
        last = position
    equal(None, "log.draws", "the log notes draws of plies that there are not", sorted(drawn), [])
    return _check_state(sheet, last.state if last else None)


def _walked(taken: Course) -> Iterator[Position]:
    position = None
    try:
        position = course.first_position(taken)
        yield position
        for entry in taken.entries:
            position = course.step(taken, position.state, entry)
            yield position
    except RuleError as error:
        ply = position.ply + 1 if position else 0
        raise failed(ply, f"moves.{ply}", "the rules refuse it", None, error.message) from error


def _draws(taken: Course, position: Position) -> int:
    """How many draws led to a position, those included that were rejected."""
    chance = taken.chance(position.ply)
    for die in position.dice.split():
        chance.below(int(die.partition("/")[2]))
    return chance.draws


def _check_state(sheet: Sheet, replayed: Any) -> None:
    """Without what is sealed, which is in no log for all to see, the position is the one replayed."""
    game, base, ply = sheet.game, sheet.match.head.state, sheet.match.head.ply
    for seat in range(len(sheet.match.roster.seats)):
        if game.sealed(base, seat) is not None:
            base = game.retract(base, seat)
    equal(ply, "state", "the log leads to another", repository.plain(base), repository.plain(replayed))


def _check_submissions(sheet: Sheet) -> None:
    """What each row says was submitted is what entered the record, or lies sealed."""
    try:
        left = logs.submitted(sheet.rows)
    except logs.UnlikeError as error:
        raise failed(
            error.ply, f"moves.{error.ply}", "it is not what was submitted", error.recorded, error.submitted
        ) from error
    head, game = sheet.match.head, sheet.game
    for seat in range(len(sheet.match.roster.seats)) if head.state is not None else ():
        move = game.sealed(head.state, seat)
        said = game.format(move) if move is not None else None
        if seat in left or (said is not None and said not in _choices(game, head.state, seat)):
            equal(head.ply, f"sealed.{seat}", "it is not what was submitted", said, left.get(seat))


def _choices(game: AnyGame, state: Any, seat: int) -> list[str]:
    base = game.retract(state, seat)
    return [game.format(move) for move in game.legal_moves(base, seat)]


def _check_decisions(sheet: Sheet) -> None:
    """A decision is open for those who are to move, and nobody else; the clock runs for them."""
    head, game = sheet.match.head, sheet.game
    if head.state is None:
        return
    to_move, made = game.to_move(head.state), {row.version for row in sheet.rows}
    for seat in range(len(sheet.match.roster.seats)):
        is_open = seat in to_move or game.sealed(head.state, seat) is not None
        opened, deadline = _at(head.opened, seat), _at(head.deadlines, seat)
        if head.status == "running" and is_open:
            if opened not in made:
                raise failed(head.ply, f"opened.{seat}", "the decision was opened by no commit", opened)
            if not deadline:
                raise failed(head.ply, f"deadlines.{seat}", "the decision has no deadline", deadline)
        else:
            equal(head.ply, f"opened.{seat}", "a decision is open that is none", opened, 0)
            equal(head.ply, f"deadlines.{seat}", "a deadline runs for no decision", deadline, 0)
    _check_due(sheet, [head.deadlines[seat] for seat in to_move if head.deadlines[seat]])


def _at(values: tuple[int, ...], seat: int) -> int:
    return values[seat] if seat < len(values) else 0


def _check_due(sheet: Sheet, deadlines: list[int]) -> None:
    head = sheet.match.head
    if head.status == "running" and deadlines and not 0 < head.due <= min(deadlines):
        raise failed(head.ply, "due", "the sweep does not look at it when a deadline is over", head.due, min(deadlines))


def _check_end(sheet: Sheet) -> None:
    head = sheet.match.head
    outcome = outcome_of(sheet.game, sheet.match)
    if head.status in ("running", "over"):
        equal(head.ply, "status", "it does not go with the position", head.status, "over" if outcome else "running")
    equal(head.ply, "ended", "it does not go with the status", bool(head.ended), head.status in ("over", "cancelled"))
    if head.status in ("over", "cancelled"):
        equal(head.ply, "due", "the sweep has nothing to do with what has ended", head.due, 0)


def _check_places(sheet: Sheet) -> None:
    """Head and rows stand in the indexes where the sweep and the lobby look for them."""
    match, items = sheet.match, sheet.items
    head = items[repository.head_key(match.id)]
    due = repository.writes(match, match.head, None)[0].item  # type: ignore[union-attr]  # it begins with the head
    equal(match.head.ply, "A#head.work", "the sweep does not find it", head.work, due.work)
    equal(match.head.ply, "A#head.list", "it is not in the lobby, or should not be", head.list, due.list)
    for row in sheet.rows:
        item = repository.log_item(match.id, row)
        _check_unsent(items[item.key], item)
    for sort, row in sheet.beside:
        key = Key(repository.partition(match.id), sort)
        _check_unsent(items[key], repository.log_item(match.id, row, key))


def _check_unsent(stored: Item, expected: Item) -> None:
    """A row that owes notices still is where the sweep finds it."""
    if stored.work is not None:
        equal(None, f"{stored.key.sort}.work", "the sweep does not find it", stored.work, expected.work)


def _check_export(sheet: Sheet) -> None:
    """What a stranger is given of an ended match holds before the eyes of a stranger."""
    if sheet.match.head.status != "over":
        return
    try:
        proof.check(sheet.env.games, record.of_match(sheet.env, sheet.match, list(sheet.rows)))
    except InvalidRecordError as error:
        raise failed(error.ply, "export", "it does not pass its own check", None, error.message) from error


CHECKS: tuple[Callable[[Sheet], None], ...] = (
    shapes.check,
    _check_promise,
    _check_chain,
    _check_moves,
    _check_decisions,
    _check_end,
    _check_places,
    _check_export,
    circumstances.check,
    beside.check,
    ordered.check,
    retold.check,
)
