"""Dealing anew what a watcher cannot know: the law of hidden things is tested with it."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.games.passing_game.deal import shuffled
from chalicelib.games.passing_game.rounds import is_blocked
from chalicelib.games.passing_game.state import State
from chalicelib.games.passing_game.tiles import ALL, BY_BIT, bits, mask_of
from chalicelib.rules import Chance


def redealt(state: State, seat: int | None, chance: Chance) -> State:
    """The position with every tile that lies face down for this seat (None: a spectator) dealt anew.

    All that is known stays so: the train, the numbers of tiles, and, where no tile may be drawn any more, that the
    round is not blocked. Once the hands have been shown at the end of a match nothing but the boneyard is hidden.
    """
    kept = _known_hands(state, seat)
    unseen = ALL & ~mask_of(filter(str.isalpha, state.story))
    for each in kept:
        unseen &= ~state.hands[each]
    letters = "".join(BY_BIT[bit].letter for bit in bits(unseen))
    while True:
        after = _dealt(state, kept, shuffled(letters, chance))
        if state.outcome is not None or not is_blocked(after):
            return after


def _known_hands(state: State, seat: int | None) -> set[int]:
    last = state.standing.last
    if state.outcome is not None and last is not None and last.number == state.round:
        return set(range(len(state.hands)))
    return {seat} & set(range(len(state.hands))) if seat is not None else set()


def _dealt(state: State, kept: set[int], letters: str) -> State:
    hands = []
    for seat, hand in enumerate(state.hands):
        size = 0 if seat in kept else hand.bit_count()
        hands.append(hand if seat in kept else mask_of(letters[:size]))
        letters = letters[size:]
    # what a seat took with it when it left is not in the round any more, and stays over
    return replace(state, hands=tuple(hands), boneyard=letters[: len(state.boneyard)])
