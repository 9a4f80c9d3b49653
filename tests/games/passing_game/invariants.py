"""What holds in every position of the Passing Game, cheap enough for a look at every step of many matches."""

from __future__ import annotations

from chalicelib.games.passing_game.state import State
from chalicelib.games.passing_game.tiles import ALL, FIGURES, mask_of

HANDS = {2: 7, 3: 7, 4: 6}
BONEYARD = {2: 14, 3: 7, 4: 4}
NO_LETTERS = str.maketrans("", "", "0123-+=<>")
"""Takes everything out of a story but the letters of tiles."""


def check(before: State, after: State) -> None:
    """Raises AssertionError where the later of two neighbouring positions breaks something."""
    _check_tiles(after)
    _check_standing(before, after)
    assert after.terms == before.terms
    assert before.departed & ~after.departed == 0
    assert before.resigned & ~after.resigned == 0
    if after.round == before.round:
        _check_turn(before, after)
    else:
        _check_deal(before, after)
    assert after.outcome is not None or not after.departed >> after.turn & 1


def _check_tiles(state: State) -> None:
    """No tile is in two places, and none is missing unless somebody took it away."""
    letters = state.story.translate(NO_LETTERS)
    count = sum([hand.bit_count() for hand in state.hands]) + len(state.boneyard) + len(letters)
    together = mask_of(state.boneyard + letters)
    for hand in state.hands:
        together |= hand
    assert together.bit_count() == count
    assert together == ALL or (together & ~ALL == 0 and state.departed)
    assert len(state.boneyard) >= FIGURES.undrawable


def _check_turn(before: State, after: State) -> None:
    assert after.story.startswith(before.story)
    assert before.boneyard.endswith(after.boneyard)
    if after.departed == before.departed and after.resigned == before.resigned:
        done = after.story[len(before.story) :]
        assert done[0] == str(before.turn)
        drawn = len(before.boneyard) - len(after.boneyard)
        assert drawn == (done[1] == "+")
        assert after.outcome is not None or after.turn != before.turn
    assert after.story or after.leader == after.turn


def _check_deal(before: State, after: State) -> None:
    assert after.round == before.round + 1
    assert after.standing.last is not None
    assert after.standing.last.number == before.round
    seats = len(after.hands) - after.departed.bit_count()
    held = [hand.bit_count() for seat, hand in enumerate(after.hands) if not after.departed >> seat & 1]
    assert held == [HANDS[seats]] * seats
    assert len(after.boneyard) == BONEYARD[seats]
    assert (after.story, after.turn) == ("", after.leader)


def _check_standing(before: State, after: State) -> None:
    """At most one side scores at a time, and whoever reaches the target ends the match."""
    assert after.round <= FIGURES.round_limit
    if before.standing is after.standing:
        return
    gained = [new - old for old, new in zip(before.standing.points, after.standing.points, strict=True)]
    won = [new - old for old, new in zip(before.standing.rounds_won, after.standing.rounds_won, strict=True)]
    assert sum(won) in (0, 1)
    assert all(rounds in (0, 1) and (points > 0) == (rounds == 1) for points, rounds in zip(gained, won, strict=True))
    assert after.outcome is not None or max(after.standing.points) < after.terms.target
