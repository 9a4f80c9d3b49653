"""Whether a record is what it says: promise, dice, moves, marks and end, checked from the record alone."""

from __future__ import annotations

from typing import Any

from chalicelib.matches import course, marks, options
from chalicelib.matches.course import Change, Course, Position
from chalicelib.matches.ending import GIVEN_UP, TEXTS, WITHOUT_RULES, ended, ending_after, gave_up
from chalicelib.matches.errors import InvalidRecordError
from chalicelib.matches.events import Entry
from chalicelib.matches.match import house_nonce
from chalicelib.matches.record_form import Record, RecordedMove, Sitter
from chalicelib.matches.repository import plain
from chalicelib.players.ports import Games
from chalicelib.rules import AnyGame, RuleError, commitment

DEEPEST = 4
"""So many matches may stand behind one another as the origin of the next."""


_END = "The moves lead to another end than the record has, by its {what}."
_HOW = "'{move}' should be '{said}', for a move that came about as {how}."


def check(games: Games, record: Record) -> Position:
    """Replay the whole record and compare all it says; its last position. Raises InvalidRecordError with the ply."""
    if record.outcome is None:
        raise InvalidRecordError("The record has no outcome: it is not of a match that ended.")
    played, found = _checked(games, record, 1)
    game = played.game_at(found.ply)
    outcome = ended(game, found.state, len(record.seats), ending_after(game, found.state, found.entry))
    said, got = record.outcome.model_dump(mode="json"), plain(outcome)
    if said != got:
        raise InvalidRecordError(_END, len(record.moves), what=_differing(said, got))
    return found


def _differing(said: dict[str, Any], got: dict[str, Any] | None) -> str:
    """Which parts of the outcome differ, by the names that the record has for them."""
    return ", ".join(name for name in said if got is None or said[name] != got.get(name))


def course_of(games: Games, record: Record) -> Course:
    """What the match of a record was played with. Raises InvalidRecordError."""
    game = _game(games, record)
    try:
        values = options.checked(games.meta(record.game, record.rules_version), len(record.seats), record.options)
    except RuleError as error:
        raise InvalidRecordError("The match cannot begin so: {why}", why=error.message) from error
    return Course(
        game,
        len(record.seats),
        values,
        bytes.fromhex(record.seed),
        tuple(bytes.fromhex(nonce) for nonce in record.nonces),
        tuple(Entry(move.ply, move.seat, move.move, move.how) for move in record.moves),
        course_of(games, record.origin) if record.origin else None,
        _changes(games, game, record),
    )


def _changes(games: Games, game: AnyGame, record: Record) -> tuple[Change, ...]:
    migrations = [(each.ply, each.rules_version) for each in record.migrations]
    if migrations != sorted(migrations) or any(ply > len(record.moves) for ply, _ in migrations):
        raise InvalidRecordError("The changes of the rules are out of order, or come after the last move.")
    try:
        return course.changes_of(games, game, migrations)
    except LookupError:
        raise InvalidRecordError("{game} does not offer such a change of its rules here.", game=game.name) from None


def _game(games: Games, record: Record) -> AnyGame:
    try:
        return games.get(record.game, record.rules_version)
    except LookupError:
        pattern = "There is no game {game} with rules of version {version} here."
        raise InvalidRecordError(pattern, game=record.game, version=record.rules_version) from None


def _checked(games: Games, record: Record, depth: int) -> tuple[Course, Position]:
    if depth > DEEPEST:
        raise InvalidRecordError("More than {most} matches stand behind one another.", most=DEEPEST)
    _check_promise(record)
    begun = _check_origin(games, record, record.origin, depth) if record.origin is not None else None
    played = course_of(games, record)
    position, gone = _first(played, record, begun), set[int]()
    first, *found = map(marks.shown, marks.chain(record.model_dump(mode="json")))
    _compare_mark(record.mark, first, 0)
    _check_start(record)
    for place, move in enumerate(record.moves):
        _check_seat(record, place, move, gone)
        _check_order(played.game_at(place), record, position, move)
        position = _next(played, position.state, played.entries[place], move)
        _compare_mark(move.mark, found[place], move.ply)
        _check_time(record, place, move)
    if record.ended != (record.moves[-1].at if record.moves else record.started):
        raise InvalidRecordError("The match ended with its last move, and not at another time.", len(record.moves))
    return played, position


def _check_start(record: Record) -> None:
    """Raises InvalidRecordError for times that fall; they have one form, so that they can be compared as texts.

    What the match goes on from may be of a service by another clock.
    """
    if record.started < record.created:
        raise InvalidRecordError("The match started before it was set up.")


def _check_time(record: Record, place: int, move: RecordedMove) -> None:
    if move.at < (record.moves[place - 1].at if place else record.started):
        raise InvalidRecordError("This move was made before what came before it.", move.ply)


def _compare_mark(said: str, found: str, ply: int) -> None:
    if said != found:
        pattern = "All up to here has the mark {found}, the record has {said}."
        raise InvalidRecordError(pattern, ply, found=found, said=said)


def _check_promise(record: Record) -> None:
    numbers = range(len(record.seats))
    if [seat.seat for seat in record.seats] != list(numbers) or len(record.nonces) != len(record.seats):
        raise InvalidRecordError("The record does not have one nonce for each seat, in order.")
    if commitment(bytes.fromhex(record.seed), record.match, record.rules_version) != record.commitment:
        raise InvalidRecordError("The commitment is not that of this seed, this match and these rules.")
    for number in numbers:
        _check_nonce(record, number)
    _check_handovers(record)


def _check_handovers(record: Record) -> None:
    plies = [each.ply for each in record.handovers]
    if plies != sorted(plies) or any(ply > len(record.moves) for ply in plies):
        raise InvalidRecordError("Seats were given to somebody else out of order, or after the last move.")
    for each in record.handovers:
        if each.seat >= len(record.seats):
            raise InvalidRecordError("There is no seat {seat}.", each.ply, seat=each.seat)
        if record.seats[each.seat].kind != "player":
            raise InvalidRecordError("Seat {seat} is a bot's, and nobody's to give.", each.ply, seat=each.seat)


def _check_nonce(record: Record, number: int) -> None:
    sitter, follows = record.seats[number], record.nonces[number] == house_nonce(record.seed, number).hex()
    if follows and sitter.own_nonce:
        raise InvalidRecordError("The nonce of seat {seat} follows from the seed: nobody set it.", seat=number)
    if not follows and not sitter.own_nonce:
        pattern = "The nonce of seat {seat} is nobody's, and does not follow from the seed."
        raise InvalidRecordError(pattern, seat=number)
    if sitter.own_nonce and sitter.kind == "bot":
        raise InvalidRecordError("Seat {seat} is a bot's, and bots set no nonces.", seat=number)


def _check_origin(games: Games, record: Record, origin: Record, depth: int) -> Any:
    """Where the origin stops and the record goes on. Raises InvalidRecordError."""
    try:
        played, last = _checked(games, origin, depth + 1)
    except InvalidRecordError as error:
        error.within(origin.match)
        raise
    game = played.game_at(last.ply)
    same = (record.game, record.rules_version, record.options, len(record.seats))
    if same != (game.key, game.rules_version, origin.options, len(origin.seats)) or origin.outcome is not None:
        raise InvalidRecordError("The match does not go on from a position of its origin.")
    is_over = game.outcome(last.state) is not None or (last.entry is not None and last.entry.how in WITHOUT_RULES)
    if is_over or any(game.sealed(last.state, seat) for seat in range(len(origin.seats))):
        raise InvalidRecordError("The match cannot go on from where its origin stops.")
    return last.state


def _first(played: Course, record: Record, begun: Any) -> Position:
    try:
        position = course.first_position(played, begun)
    except RuleError as error:
        raise InvalidRecordError("The match cannot begin so: {why}", why=error.message) from error
    _compare_dice(record.dice, position)
    return position


def _compare_dice(said: str, position: Position) -> None:
    if said != position.dice:
        pattern = "The seed gives the dice '{right}', the record has '{said}'."
        raise InvalidRecordError(pattern, position.ply, right=position.dice, said=said)


def _check_seat(record: Record, place: int, move: RecordedMove, gone: set[int]) -> None:
    """Raises InvalidRecordError for a move out of place, or that whoever played on its seat cannot have made."""
    if move.ply != place + 1:
        raise InvalidRecordError("This move says it is number {number}.", place + 1, number=move.ply)
    if move.seat >= len(record.seats):
        raise InvalidRecordError("There is no seat {seat}.", move.ply, seat=move.seat)
    if not _may_be(record.seats[move.seat], move.how, has_left=move.seat in gone):
        raise _cannot_be(move)
    if move.how in GIVEN_UP:
        gone.add(move.seat)


def _may_be(sitter: Sitter, how: str, *, has_left: bool) -> bool:
    """Whether an entry of this seat can have come about so; a bot may play on where somebody gave up."""
    if how == "abandoned":
        return sitter.kind == "player"
    if sitter.kind == "bot" or (has_left and sitter.level > 0):
        return how == "bot"
    return how != "bot" and not (has_left and how == "agreed")


def _cannot_be(move: RecordedMove) -> InvalidRecordError:
    pattern = "A move of seat {seat} cannot have come about as {how} here."
    return InvalidRecordError(pattern, move.ply, seat=move.seat, how=move.how)


def _check_order(game: AnyGame, record: Record, before: Position, move: RecordedMove) -> None:
    """Raises InvalidRecordError for a seat that is not to move, or what the record has out of turn."""
    if move.how in WITHOUT_RULES and not _may_end(game, record, before, move):
        raise _cannot_be(move)
    if move.how in TEXTS:
        return
    if move.seat not in game.to_move(before.state):
        raise InvalidRecordError("Seat {seat} is not to move.", move.ply, seat=move.seat)
    last = before.entry
    if last and last.seat > move.seat and game.sealed(before.state, last.seat) is not None:
        raise InvalidRecordError("Choices that are made at the same time stand in the order of their seats.", move.ply)


def _may_end(game: AnyGame, record: Record, before: Position, move: RecordedMove) -> bool:
    """Whether the match can have ended with this entry, which is none of its rules'; a draw takes two to agree."""
    seats, state = record.seats, before.state
    people = [each.seat for each in seats if each.kind == "player" and not gave_up(game, state, each.seat)]
    is_whole = all(game.sealed(state, each.seat) is None for each in seats)
    is_last = move is record.moves[-1] and game.outcome(state) is None
    return is_last and is_whole and (move.how == "abandoned" or len(people) > 1)


def _next(played: Course, state: Any, entry: Entry, move: RecordedMove) -> Position:
    try:
        _check_how(played.game_at(move.ply - 1), state, move)
        position = course.step(played, state, entry)
    except RuleError as error:
        pattern = "Seat {seat} cannot play '{move}': {why}"
        values = {"seat": move.seat, "move": move.move, "why": error.message}
        raise InvalidRecordError(pattern, move.ply, **values) from error
    _compare_dice(move.dice, position)
    return position


def _check_how(game: AnyGame, state: Any, move: RecordedMove) -> None:
    """Raises InvalidRecordError where the move is not written canonically, or did not come about as it says."""
    if move.how in TEXTS:
        said = TEXTS[move.how]
    elif move.how == "timeout":
        said = game.format(game.timeout_move(state, move.seat))
    else:
        said = game.format(game.parse(state, move.seat, move.move, "en"))
    if said != move.move:
        raise InvalidRecordError(_HOW, move.ply, move=move.move, said=said, how=move.how)
    if move.how == "forced" and not (game.plays_forced and len(game.legal_moves(state, move.seat)) == 1):
        raise InvalidRecordError("'{move}' was not the only legal move.", move.ply, move=move.move)
