"""Made-up positions of whole matches in both forms, and rolls played from them by the game and by the reference.

The positions are those at the beginning of a roll: empty, half-full and crowded sheets, some of whose goals nobody has
looked up yet (so that long chains of bonuses follow), and sheets that are nearly alike (so that matches end in ties).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, NamedTuple

from chalicelib.games.keer_family.board import ALL_CELLS
from chalicelib.games.keer_op_keer_3 import DISTRIBUTIONS
from chalicelib.games.keer_op_keer_3.board import CELLS, GOALS
from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.rules import Chance
from tests.games.keer_op_keer_3 import reference
from tests.games.keer_op_keer_3.positions import GAME

PHASES = {"early": (0, 1), "middle": (2, 3, 4), "late": (5, 6, 7), "twins": (4, 5, 6)}
"""How many eighths of a sheet are crossed."""

LOOKED_AT = {"choose": 24, "block": 2, "bomb": 2, "row": 2, "give": 1}
"""Of how many decisions of a kind the legal moves are compared once."""

GOAL_NAMES = [f"{goal.kind} {goal.name}" for goal in GOALS]
PLACES = [reference.cell_named(cell) for cell in CELLS]


class Pair(NamedTuple):
    """One position in both forms."""

    state: State
    match: reference.Match


def cells(mask: int) -> set[reference.Cell]:
    return {place for index, place in enumerate(PLACES) if mask >> index & 1}


def mask_of(crossed: set[reference.Cell]) -> int:
    return sum(1 << PLACES.index(cell) for cell in crossed)


def by_lot(name: str, eighths: int) -> int:
    """Cells by lot, so many eighths of them: one digest a bit of the fraction, because draws one by one take long."""
    found = -1 if eighths == 8 else 0
    for place in range(3):
        layer = int.from_bytes(hashlib.sha256(f"{name} {place}".encode()).digest(), "big")
        found = found | layer if eighths >> place & 1 else found & layer
    return (found if eighths < 8 else -1) & ALL_CELLS


def chips_of(distribution: str) -> str:
    return "".join(sign * int(count) for sign, count in zip("!16.", distribution.split("-"), strict=True))


def position(number: int) -> tuple[str, Pair]:
    """A phase, and a position of it: the seats, the chips and everything else go by the number."""
    lot, phase = Chance(b"position", (), number), list(PHASES)[number % len(PHASES)]
    seats = 2 + number // 4 % 3 if phase == "twins" else 1 + number // 4 % 6
    match = _empty(seats, lot)
    for seat, player in enumerate(match["players"]):
        _fill(match, player, lot, f"{number} {phase} {seat * (phase != 'twins')}", lot.roll(PHASES[phase]))
    if phase == "twins":
        _liken(match, lot)
    share = lot.roll((0, 0, 1, 4)) if phase != "early" else 0
    forgotten = {goal for goal in GOAL_NAMES[:-1] if lot.below(4) < share}
    for player in match["players"]:
        _look_up(match, player, lot, forgotten)
    match["earlier"] |= {goal for goal in GOAL_NAMES if lot.below(4) == 0}
    _begin(match, lot, phase)
    return phase, Pair(state_of(match), match)


def _empty(seats: int, lot: Chance) -> reference.Match:
    chips = chips_of(lot.roll(DISTRIBUTIONS)) if seats > 1 else ""
    starts = [[lot.roll("gybro"), lot.roll("12345")] for _ in range(seats)]
    players = [reference.new_player(list(lot.shuffle(chips)), start) for start in starts]
    return {"earlier": set(), "ended": None, "sealed": {}, "choices": {}, "players": players}


def _fill(match: reference.Match, player: dict[str, Any], lot: Chance, name: str, eighths: int) -> None:
    alone = len(match["players"]) == 1
    player["crossed"] = cells(by_lot(name, eighths))
    player["track"] = lot.roll((lot.below(3), 5, 8, 11, 15, 16, lot.below(17)))
    player["grey"] = lot.roll((0, 0, 1, lot.below(13)))
    player["jokers"] = lot.below(4)
    player["x"] = lot.below(44 if alone else 10)
    player["gifts"] = [] if alone else [lot.roll("!16") for _ in range(lot.below(3))]


def _liken(match: reference.Match, lot: Chance) -> None:
    """All sheets like the first one, but for a cell or a pass field here and there."""
    model = match["players"][0]
    model.update(x=9, jokers=4, gifts=[], track=lot.below(17))
    for player in match["players"][1:]:
        crossed, track = set(model["crossed"]), model["track"]
        change = lot.below(4)
        if change == 0:
            crossed.discard(lot.roll(sorted(crossed)))
        track -= change == 1 and track > 0
        player.update(model, row=player["row"], crossed=crossed, track=track, gifts=[], owed=[], done={})


def _look_up(match: reference.Match, player: dict[str, Any], lot: Chance, forgotten: set[str]) -> None:
    """What is complete has been marked before this roll, but for what is forgotten."""
    for goal in [*reference.reached(player["crossed"]), *(["track 16"] if player["track"] == 16 else [])]:
        if goal not in forgotten:
            player["done"][goal] = lot.roll(("first", "later"))
            match["earlier"].add(goal)


def _begin(match: reference.Match, lot: Chance, phase: str) -> None:
    seats = len(match["players"])
    rolls = (2, 29, 30, 7) if seats == 1 else (2, 3, 4, 5, 12, 299, 300)
    match["roll"] = 2 if phase == "twins" else lot.roll(rolls)
    match["active"] = lot.below(seats)
    if seats > 2 and phase != "twins" and lot.below(4) == 0:
        left = (match["active"] + 1 + lot.below(seats - 1)) % seats
        match["players"][left].update(left=True, gifts=[])
    reference.roll_dice(match, lot)
    staying = [seat for seat, player in enumerate(match["players"]) if not player["left"]]
    match["open"] = dict.fromkeys([match["active"]] if reference.leads(match) else staying, "choose")


def state_of(match: reference.Match) -> State:
    """The game's form of a match of the reference in which nobody has chosen in this roll."""
    players, none = match["players"], ("",) * len(match["players"])
    return State(
        active=match["active"],
        roll=match["roll"],
        dice="".join(match["dice"]),
        start=tuple("".join(player["start"]) for player in players),
        chips=tuple("".join(player["row"]) for player in players),
        crossed=tuple(mask_of(player["crossed"]) for player in players),
        track=tuple(player["track"] for player in players),
        jokers=tuple(player["jokers"] for player in players),
        grey=tuple(player["grey"] for player in players),
        xs=tuple(player["x"] for player in players),
        gifts=tuple("".join(sorted(player["gifts"])) for player in players),
        first=tuple(_goals(player, "first") for player in players),
        later=tuple(_goals(player, "later") for player in players),
        taken=sum(1 << GOAL_NAMES.index(goal) for goal in match["earlier"]),
        asked=tuple(match["open"].get(seat, "") for seat in range(len(players))),
        answers=none,
        did=none,
        last=none,
        fresh=(0,) * len(players),
        fields=(0,) * len(players),
        owed=none,
        departed=sum(1 << seat for seat, player in enumerate(players) if player["left"]),
    )


def _goals(player: dict[str, Any], how: str) -> int:
    return sum(1 << GOAL_NAMES.index(goal) for goal, mark in player["done"].items() if mark == how)


def plain(move: Move, player: dict[str, Any]) -> reference.Move:
    """The reference's form of a move."""
    named = frozenset(reference.cell_named(cell) for cell in move.cells)
    if move.kind == "place":
        chips = "!" * move.jokers + "+" * move.plus + "-" * move.minus + "6" * move.six
        return ("place", move.colour, move.number, move.colour_joker, move.number_joker, named, chips)
    if move.kind == "block":
        return ("block", reference.block_with(named) - player["crossed"])
    if move.kind == "row":
        return ("row", reference.LABELS.index(move.row), named)
    if move.kind == "give":
        return ("give", next(sign for sign, word in reference.NAMES.items() if word == move.chip), move.to)
    return (move.kind, named) if move.kind == "bomb" else ("pass",)


def assert_same_moves(pair: Pair, seat: int) -> list[str]:
    """Both list the same legal moves in the same order; the list."""
    wanted = [reference.text_of(move) for move in reference.legal_in(pair.match, seat)]
    assert [GAME.format(move) for move in GAME.legal_moves(pair.state, seat)] == wanted
    return wanted


def assert_alike(pair: Pair) -> None:
    """Everything the two have in common is the same, but for the legal moves."""
    state, match = pair
    assert list(GAME.to_move(state)) == reference.seats_owing(match)
    assert (state.roll, state.active) == (match["roll"], match["active"])
    if any(state.answers):
        return  # a choice was sealed, and the step is open: what came before it has been compared
    for seat, player in enumerate(match["players"]):
        assert cells(state.crossed[seat]) == player["crossed"]
        found = (state.track[seat], state.jokers[seat], state.grey[seat], state.xs[seat], state.gifts[seat])
        assert found == (*(player[key] for key in ("track", "jokers", "grey", "x")), "".join(sorted(player["gifts"])))
        assert marks(state, seat) == player["done"]
        assert match["ended"] or (state.asked[seat], state.owed[seat]) == (
            match["open"].get(seat, ""),
            "".join(player["owed"]),
        )
    _assert_same_outcome(state, match)


def _assert_same_outcome(state: State, match: reference.Match) -> None:
    outcome = GAME.outcome(state)
    assert (outcome and outcome.termination.value) == match["ended"]
    if outcome is None:
        assert "".join(match["dice"]) == state.dice
        return
    assert list(outcome.winners) == reference.winners(match)
    if len(match["players"]) > 1:
        assert {score.seat: score.rank for score in outcome.scores} == reference.ranks(match)
        assert {score.seat: dict(score.lines) for score in outcome.scores} == reference.sums(match)


def marks(state: State, seat: int) -> dict[str, str]:
    """The goals a seat has completed, and how."""
    first, later = state.first[seat], state.later[seat]
    assert not first & later
    how = {0: "first", 1: "later"}
    return {goal: how[later >> place & 1] for place, goal in enumerate(GOAL_NAMES) if (first | later) >> place & 1}


def play_roll(number: int, pair: Pair, copied: bool) -> tuple[Pair, Counter[str]]:
    """The match once its roll is over, both forms compared at every step; the kinds of lists of legal moves compared.

    With `copied` every seat plays what the first one played, where it may.
    """
    lot, ply, roll, seen, model = Chance(b"roll", (), number), 0, pair.state.roll, Counter[str](), ""
    while GAME.to_move(pair.state) and pair.state.roll == roll:
        seat = lot.roll(GAME.to_move(pair.state))
        kind = pair.state.asked[seat]
        if lot.below(LOOKED_AT[kind]) == 0:
            seen[kind] += 1
            assert_same_moves(pair, seat)
        move = _choice(pair.state, seat, lot, model if copied else "")
        model = model or GAME.format(move)
        pair, ply = acted(pair, seat, move, ply), ply + 1
        assert_alike(pair)
    return pair, seen


def _choice(state: State, seat: int, lot: Chance, model: str) -> Move:
    options = GAME.legal_moves(state, seat)
    if state.asked[seat] == "choose" and (lot.below(3) == 0 or model == "pass"):
        return options[-1]
    alike = [move for move in options if GAME.format(move) == model] if model else []
    return alike[0] if alike else lot.roll(options)


def acted(pair: Pair, seat: int, move: Move, ply: int) -> Pair:
    """Both forms after a move, which the reference does not look at again; its match is changed in place."""
    state = GAME.apply_move(pair.state, seat, move, Chance(b"dice", (), ply))
    reference.act(pair.match, seat, plain(move, pair.match["players"][seat]), Chance(b"dice", (), ply))
    return Pair(state, pair.match)
