"""Made-up positions of whole matches in both forms, and rolls played from them by the game and by the reference."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from chalicelib.games.keer_op_keer.board import CELLS
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import Chance
from tests.games.keer_op_keer import reference
from tests.games.keer_op_keer.positions import GAME

SHEETS = ("black", "red", "blue", "green", "orange", "purple", "yellow")
PLACES = [reference.cell_named(cell) for cell in CELLS]
LOOKED_AT = 5
"""Of how many decisions the legal moves are compared once."""


class Pair(NamedTuple):
    """One position in both forms."""

    state: State
    match: reference.Match


def crosses(mask: int) -> set[reference.Cell]:
    return {place for index, place in enumerate(PLACES) if mask >> index & 1}


def plain(choice: Move) -> reference.Placement | None:
    """The reference's form of a move."""
    if choice.kind == "pass":
        return None
    cells = frozenset(reference.cell_named(cell) for cell in choice.cells)
    return choice.colour, choice.number, choice.colour_joker, choice.number_joker, cells


def assert_same_moves(pair: Pair, seat: int) -> None:
    """Both list the same legal moves in the same order."""
    texts = [reference.text_of(choice) for choice in reference.legal_in(pair.match, seat)]
    assert [GAME.format(choice) for choice in GAME.legal_moves(pair.state, seat)] == [*texts, "pass"]


def assert_alike(pair: Pair) -> None:
    """Everything the two have in common is the same, but for the legal moves."""
    state, match = pair
    assert list(GAME.to_move(state)) == reference.seats_owing(match)
    assert (state.roll, state.active) == (match["roll"], match["active"])
    if any(state.chosen):
        return  # the roll goes on: what came before it has been compared
    for seat, player in enumerate(match["players"]):
        assert crosses(state.crossed[seat]) == player["crossed"]
        assert state.jokers[seat] == player["jokers"]
        assert lines(state, seat) == reference.sums(match, seat)
    outcome = GAME.outcome(state)
    assert (outcome and outcome.termination.value) == match["ended"]
    if outcome is None:
        assert state.dice == "".join(match["colours"] + match["numbers"])
        return
    assert list(outcome.winners) == reference.winners(match)
    assert {score.seat: score.rank for score in outcome.scores} == reference.ranks(match)


def lines(state: State, seat: int) -> dict[str, int]:
    return dict(GAME.view(state, None).sheets[seat].lines)


def are_alike(number: int) -> bool:
    """Whether the sheets of this position are the same, and are played in the same way, so that many end in a tie."""
    return number // 6 % 3 == 0


def position(number: int) -> Pair:
    """A position at the beginning of a roll: sheet, seats and everything else go by the number."""
    lot, seats = Chance(b"position", (), number), 1 + number % 6
    sheet, alike = SHEETS[number % 7], are_alike(number)
    players = [_player(sheet, lot, f"{number} {0 if alike else seat}", alike) for seat in range(seats)]
    match: reference.Match = {"sheet": sheet, "start": lot.roll(("open", "first")), "choices": {}, "ended": None}
    match |= {"players": players, "active": lot.below(seats)}
    match["roll"] = lot.roll((2, 29, 30) if seats == 1 else (2, 3, 4, 11, 299, 300))
    if seats > 2 and lot.below(4) == 0:
        players[(match["active"] + 1 + lot.below(seats - 1)) % seats]["left"] = True
    _look_up(sheet, players, lot)
    reference.roll_dice(match, lot)
    return Pair(state_of(match), match)


def _player(sheet: str, lot: Chance, name: str, alike: bool) -> dict[str, Any]:
    """One sheet, half full or crowded, on many of which one colour is complete and another one nearly."""
    digests = [int.from_bytes(hashlib.sha256(f"{name} {part}".encode()).digest(), "big") for part in range(3)]
    fill = digests[2] >> 200
    mask = (digests[0], digests[0] | digests[1], digests[0] | digests[1] | digests[2])[fill % 3]
    crossed, colours = crosses(mask), list(reference.COLOUR_CELLS[sheet].values())
    one, other = fill // 3 % 5, (fill // 15 % 4 + 1 + fill // 3) % 5
    if fill // 60 % 3:
        crossed |= colours[one]
        crossed |= set(sorted(colours[other])[fill // 180 % 4 :])
    for place, cells in enumerate(colours):
        if cells <= crossed and place != one:
            crossed.discard(sorted(cells)[fill // 720 % 21])
    jokers = lot.below(2) + 3 if alike else lot.below(9)
    return {"crossed": crossed, "jokers": jokers, "columns": {}, "colours": {}, "left": False}


def _look_up(sheet: str, players: list[dict[str, Any]], lot: Chance) -> None:
    """Mark all that is complete, somebody first, the others first or later."""
    columns = {place: {(place, row) for row in range(reference.HEIGHT)} for place in range(reference.WIDTH)}
    for key, points, goals in (
        ("columns", "column_points", columns),
        ("colours", "colour_points", reference.COLOUR_CELLS[sheet]),
    ):
        for goal, cells in goals.items():
            done = [player for player in players if cells <= player["crossed"]]
            for place, player in enumerate(lot.shuffle(done)):
                how = "first" if place == 0 else lot.roll(("first", "later"))
                worth = reference.DATA[points][how]
                player[key][goal] = worth[goal] if key == "columns" else worth


def state_of(match: reference.Match) -> State:
    """The game's form of a match of the reference in which nobody has chosen in this roll."""
    players, none = match["players"], ("",) * len(match["players"])
    later = reference.DATA["column_points"]["later"]
    return State(
        match["sheet"],
        match["start"],
        match["active"],
        match["roll"],
        "".join(match["colours"] + match["numbers"]),
        tuple(sum(1 << PLACES.index(cell) for cell in player["crossed"]) for player in players),
        tuple(player["jokers"] for player in players),
        tuple(sum(1 << c for c, worth in player["columns"].items() if worth != later[c]) for player in players),
        tuple(sum(1 << c for c, worth in player["columns"].items() if worth == later[c]) for player in players),
        tuple(_colours(player, "first") for player in players),
        tuple(_colours(player, "later") for player in players),
        none,
        none,
        sum(1 << seat for seat, player in enumerate(players) if player["left"]),
    )


def _colours(player: dict[str, Any], how: str) -> int:
    worth = reference.DATA["colour_points"][how]
    return sum(1 << reference.COLOURS.index(colour) for colour, points in player["colours"].items() if points == worth)


def play_roll(number: int, pair: Pair) -> tuple[Pair, int]:
    """The match once its roll is over, both forms compared at every step; how many lists of moves were compared.

    The reference's match is changed in place.
    """
    lot, ply, roll, looked, model = Chance(b"roll", (), number), 0, pair.state.roll, 0, ""
    while GAME.to_move(pair.state) and pair.state.roll == roll:
        seat, ply = lot.roll(GAME.to_move(pair.state)), ply + 1
        if lot.below(LOOKED_AT) == 0:
            assert_same_moves(pair, seat)
            looked += 1
        choice = _choice(pair.state, seat, lot, model)
        model = GAME.format(choice) if are_alike(number) else ""
        state = GAME.apply_move(pair.state, seat, choice, Chance(b"dice", (), ply))
        reference.act(pair.match, seat, plain(choice), Chance(b"dice", (), ply))
        pair = Pair(state, pair.match)
        assert_alike(pair)
    return pair, looked


def _choice(state: State, seat: int, lot: Chance, model: str) -> Move:
    """The model where that is legal; else by lot, with a pass now and then."""
    options = GAME.legal_moves(state, seat)
    alike = [move for move in options if GAME.format(move) == model] if model and lot.below(4) else []
    return (alike or [lot.roll(options) if lot.below(4) else options[-1]])[0]
