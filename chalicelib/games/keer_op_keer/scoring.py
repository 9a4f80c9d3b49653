"""Points: what a sheet is worth, the level of a solo match, and who has won."""

from __future__ import annotations

from chalicelib.games.keer_family.board import bits
from chalicelib.games.keer_op_keer.board import FIGURES, SHEETS
from chalicelib.games.keer_op_keer.state import State
from chalicelib.rules import Outcome, SeatScore, Termination

Lines = tuple[tuple[str, int], ...]


def lines(state: State, seat: int) -> Lines:
    """The named sums of one seat's score as it stands: columns, colours, jokers, stars, total."""
    columns = sum(FIGURES.column_first[column] for column in bits(state.columns_first[seat]))
    columns += sum(FIGURES.column_later[column] for column in bits(state.columns_later[seat]))
    colours = FIGURES.colour_first * state.colours_first[seat].bit_count()
    colours += FIGURES.colour_later * state.colours_later[seat].bit_count()
    jokers = FIGURES.joker_points * state.jokers[seat]
    stars = FIGURES.star_points * (SHEETS[state.sheet].stars & ~state.crossed[seat]).bit_count()
    total = columns + colours + jokers + stars
    return (("columns", columns), ("colours", colours), ("jokers", jokers), ("stars", stars), ("total", total))


def level(points: int) -> int:
    """The level of a solo match, 1 to 13."""
    return 1 + sum(points >= least for least in FIGURES.level_from)


def outcome(state: State, termination: Termination) -> Outcome:
    """The outcome of a match that ends in this position: most points, then most jokers left, then shared."""
    everybody = range(len(state.crossed))
    sums = [_final_lines(state, seat) for seat in everybody]
    totals = [dict(sums[seat])["total"] for seat in everybody]
    merit = [(totals[seat], state.jokers[seat]) for seat in everybody]
    present = [seat for seat in everybody if not state.departed >> seat & 1]
    ranks = {seat: 1 + sum(merit[other] > merit[seat] for other in present) for seat in present}
    departed = [seat for seat in everybody if seat not in ranks]
    order = sorted(present, key=lambda seat: (ranks[seat], seat)) + departed
    winners = tuple(seat for seat in present if ranks[seat] == 1 and len(everybody) > 1)
    return Outcome(termination, winners, tuple(SeatScore(seat, ranks.get(seat), sums[seat]) for seat in order))


def _final_lines(state: State, seat: int) -> Lines:
    found = lines(state, seat)
    if len(state.crossed) > 1:
        return found
    return (*found, ("level", level(dict(found)["total"])))
