"""What nobody else may see is nowhere: not in views, facts, texts or pages of another seat or a spectator."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.games.passing_game.rounds import is_blocked
from chalicelib.games.passing_game.tiles import BY_LETTER, mask_of, names
from chalicelib.rules import LANGUAGES
from tests.games.codec import dump
from tests.games.passing_game.situations import GAME, chance, position, steps
from tests.games.walks import Setting, Step


def _shown(step: Step, watcher: int | None) -> str:
    """Everything this watcher is shown of a position and of what led to it."""
    before, after = GAME.view(step.before, watcher), GAME.view(step.after, watcher)
    facts = GAME.facts(before, step.seat, step.move, after)
    said = [GAME.say(fact, language) for fact in facts for language in LANGUAGES]
    pages = [show(after, language) for language in LANGUAGES for show in (GAME.text, GAME.html)]
    return "\n".join([dump(after), *map(dump, facts), *said, *pages])


def _open(step: Step) -> set[str]:
    """The tiles that everybody has seen: on the table, and in the hands shown when the last round ended."""
    view = GAME.view(step.after, None)
    shown = {tile for hand in view.last.hands for tile in hand.tiles} if view.last else set()
    final = {view.last.final.tile} if view.last and view.last.final else set()
    return {event.tile for event in view.history} | shown | final


def test_no_other_seats_tile_is_shown_and_nothing_of_the_boneyard() -> None:
    looked_at = 0
    for step in steps():
        state = step.after
        for watcher in (None, *range(len(state.hands))):
            hidden = {BY_LETTER[letter].name for letter in state.boneyard}
            for seat, hand in enumerate(state.hands):
                hidden |= set(names(hand)) if seat != watcher else set()
            shown = _shown(step, watcher)
            said = {tile for tile in hidden - _open(step) if f'"{tile}"' in shown or f" {tile} " in shown}
            assert not said, f"{watcher} sees {said}"
            looked_at += 1
    assert looked_at > 100


CANARY = "5-0"


@pytest.mark.parametrize("place", ["another hand", "the boneyard"])
@pytest.mark.parametrize("watcher", [None, 0])
def test_a_canary_does_not_sing(place: str, watcher: int | None) -> None:
    other = f"2-2 {CANARY}" if place == "another hand" else "2-2 3-3"
    yard = f"1-1 {CANARY} 0-0" if place == "the boneyard" else "1-1 1-0 0-0"
    before = position(("6-3 2-1", other, "4-4"), boneyard=yard, train="=6-4", ends=(6, 4))
    for text in ("6-3 left", "draw", "pass"):
        move = GAME.parse(before, 0, text, "en")
        after = GAME.apply_move(before, 0, move, chance())
        assert CANARY not in _shown(Step(before, "move", 0, move, 1, after), watcher)


@pytest.mark.parametrize("watcher", [-1, 2, 99])
def test_a_seat_that_is_none_sees_no_hand(watcher: int) -> None:
    state = Setting("passing-game", 2, (), 5).start()
    assert GAME.view(state, watcher).hand == ()
    again = GAME.redeal(state, watcher, Setting("passing-game", 2, (), 6).chance(1))
    assert GAME.view(again, watcher) == GAME.view(state, watcher)


def test_the_tile_drawn_is_its_seats_alone() -> None:
    before = position(("6-3 2-1", "2-2", "4-4"), boneyard=f"{CANARY} 1-1 0-0 1-0", train="=6-4", ends=(6, 4))
    move = GAME.parse(before, 0, "draw", "en")
    step = Step(before, "move", 0, move, 1, GAME.apply_move(before, 0, move, chance()))
    assert [watcher for watcher in (None, 0, 1, 2) if CANARY in _shown(step, watcher)] == [0]


def test_partners_do_not_see_each_others_hands() -> None:
    state = position(("6-3", CANARY, "4-4", "2-2"), boneyard="1-1 0-0", train="=6-4", ends=(6, 4), partnership=True)
    assert [seat for seat in range(4) if CANARY in dump(GAME.view(state, seat))] == [1]


def test_dealt_anew_everything_known_stays_and_no_tile_is_lost() -> None:
    for step in steps():
        state = step.after
        for watcher in (None, *range(len(state.hands))):
            dealt = GAME.redeal(state, watcher, chance(len(state.story)))
            assert [hand.bit_count() for hand in dealt.hands] == [hand.bit_count() for hand in state.hands]
            assert len(dealt.boneyard) == len(state.boneyard)
            if watcher is not None:
                assert dealt.hands[watcher] == state.hands[watcher]
            assert replace(dealt, hands=state.hands, boneyard=state.boneyard) == state
            places = [*dealt.hands, mask_of(dealt.boneyard), mask_of(char for char in state.story if char.isalpha())]
            assert sum(places) == sum({bit for mask in places for bit in _bits(mask)})


def _bits(mask: int) -> list[int]:
    return [1 << place for place in range(28) if mask >> place & 1]


def test_a_round_that_is_not_blocked_is_not_dealt_anew_as_a_blocked_one() -> None:
    state = position(("1-1", "6-3 5-5", "2-2"), boneyard="3-3 0-0", train="=6-4", ends=(6, 4))
    for lot in range(60):
        dealt = GAME.redeal(state, 0, chance(lot))
        assert not is_blocked(dealt)


def test_hands_that_were_shown_at_the_end_are_not_dealt_anew() -> None:
    last = next(step for step in steps() if step.after.outcome is not None and step.kind == "move")
    for watcher in (None, 0):
        assert GAME.redeal(last.after, watcher, chance()).hands == last.after.hands


def test_a_match_that_was_resigned_shows_no_hand() -> None:
    state = position(("6-3", f"2-2 {CANARY}"), boneyard="1-1 0-0", train="=6-4", ends=(6, 4))
    over = GAME.resign(state, 0, chance())
    assert CANARY not in dump(GAME.view(over, 0)) + dump(GAME.view(over, None))
    assert {GAME.redeal(over, 0, chance(lot)).hands[1] for lot in range(30)} != {over.hands[1]}
