"""The course of a round: the turns, the three ways to end, and what comes after it."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.games.passing_game import refusals
from chalicelib.games.passing_game.deal import deal
from chalicelib.games.passing_game.scoring import outcome, result
from chalicelib.games.passing_game.state import How, LastRound, Move, Standing, State, Terms, quick_state
from chalicelib.games.passing_game.tiles import (
    BIT_OF_LETTER,
    BY_NAME,
    DRAW,
    FIGURES,
    FIRST,
    LEFT,
    PASS,
    RIGHT,
    WITH,
    bits,
)
from chalicelib.rules import Chance, Termination

UNDRAWABLE = FIGURES.undrawable


def first_position(terms: Terms, seats: int, chance: Chance) -> State:
    """The first round, dealt; draws the tiles, then who leads."""
    none = (0,) * (2 if terms.partnership else seats)
    hands, boneyard = deal((1 << seats) - 1, seats, chance)
    return State(Standing(terms, 1, none, none), chance.roll(range(seats)), hands, boneyard, 0, 0, "")


def _next_round(state: State, standing: Standing, chance: Chance) -> State:
    """The round after this one; draws the tiles, then, where the leader is drawn by lot, who leads."""
    dealt_in, seats = state.dealt_in, len(state.hands)
    hands, boneyard = deal(dealt_in, seats, chance)
    if standing.terms.lead == "lot":
        leader = chance.roll([seat for seat in range(seats) if dealt_in >> seat & 1])
    else:
        leader = next_seat(state.leader, standing.departed, seats)
    return quick_state(standing, leader, hands, boneyard, 0, 0, "")


def next_seat(seat: int, departed: int, seats: int) -> int:
    """The next seat, clockwise, that has not left."""
    seat = (seat + 1) % seats
    while departed >> seat & 1:
        seat = (seat + 1) % seats
    return seat


def legal(state: State) -> list[Move]:
    """Every move of the seat whose turn it is: plays by tile, left before right; a draw; a pass."""
    hand = state.hands[state.turn]
    if not state.story:
        return [FIRST[bit] for bit in bits(hand)]
    at_left, at_right = hand & WITH[state.left], hand & WITH[state.right]
    found = []
    fitting = at_left | at_right
    while fitting:
        bit = fitting & -fitting
        if bit & at_left:
            found.append(LEFT[bit])
        if bit & at_right:
            found.append(RIGHT[bit])
        fitting ^= bit
    if len(state.boneyard) > UNDRAWABLE:
        found.append(DRAW)
    found.append(PASS)
    return found


def after_move(state: State, move: Move, chance: Chance) -> State:
    """The position after a move of the seat whose turn it is. Raises IllegalMoveError."""
    if move.kind == "play":
        return _after_play(state, move, chance)
    if state.story and not move.tile and not move.side:
        if move.kind == "pass":
            return _after_pass(state, chance)
        if move.kind == "draw" and len(state.boneyard) > UNDRAWABLE:
            return _after_draw(state, chance)
    raise refusals.why_not(state, move)


def _after_play(state: State, move: Move, chance: Chance) -> State:
    hand, left, right, side = state.hands[state.turn], state.left, state.right, move.side
    tile = BY_NAME.get(move.tile)
    if tile is None or not tile.bit & hand:
        raise refusals.why_not(state, move)
    bit, letter, _, high, low = tile
    if side == "left" and state.story and left in (high, low):
        left, event = high + low - left, "<" + letter
    elif side == "right" and state.story and right in (high, low):
        right, event = high + low - right, ">" + letter
    elif side or state.story:
        raise refusals.why_not(state, move)
    else:
        left, right, event = high, low, "=" + letter
    after = _turned(state, event, hand ^ bit, state.boneyard, left, right)
    if hand == bit:
        return _closed(after, "out", chance)
    return _closed(after, "blocked", chance) if is_blocked(after) else after


def _after_draw(state: State, chance: Chance) -> State:
    hand = state.hands[state.turn] | BIT_OF_LETTER[state.boneyard[0]]
    after = _turned(state, "+", hand, state.boneyard[1:], state.left, state.right)
    return _closed(after, "blocked", chance) if is_blocked(after) else after


def _after_pass(state: State, chance: Chance) -> State:
    after = _turned(state, "-", state.hands[state.turn], state.boneyard, state.left, state.right)
    return _closed(after, "passed", chance) if have_all_passed(after) else after


def _turned(state: State, event: str, hand: int, boneyard: str, left: int, right: int) -> State:
    """The position after the event, what the seat holds now in its hand, the turn passed on."""
    seat, standing, hands = state.turn, state.standing, [*state.hands]
    hands[seat] = hand
    turn = (seat + 1) % len(hands)
    if standing.departed:
        turn = next_seat(seat, standing.departed, len(hands))
    return quick_state(standing, turn, tuple(hands), boneyard, left, right, f"{state.story}{seat}{event}")


def is_blocked(state: State) -> bool:
    """Whether nobody can play any more: no tile fits either end, and none may be drawn."""
    if len(state.boneyard) > UNDRAWABLE or not state.story:
        return False
    fitting = WITH[state.left] | WITH[state.right]
    return not any(hand & fitting for hand in state.hands)


def have_all_passed(state: State) -> bool:
    """Whether every seat that is in has passed since the last play or draw."""
    story, waiting = state.story, state.dealt_in
    place = len(story) - 1
    while place > 0 and story[place] == "-":
        waiting &= ~(1 << int(story[place - 1]))
        place -= 2
    return not waiting


def leave(state: State, seat: int, chance: Chance) -> State:
    """The position after this seat left the match with its tiles, or left them to a bot where it has a partner."""
    if state.standing.terms.partnership:
        return _left_to_a_bot(state, seat)
    after = _without(state, seat)
    if after.dealt_in.bit_count() == 1:
        return _ended(after, after.standing, Termination.RESIGNED)
    if is_blocked(after):
        return _closed(after, "blocked", chance, final="")
    return _closed(after, "passed", chance, final="") if have_all_passed(after) else after


def _left_to_a_bot(state: State, seat: int) -> State:
    """The partner plays on; once both have given up, the match is over."""
    standing = replace(state.standing, resigned=state.standing.resigned | 1 << seat)
    both = all(standing.resigned >> each & 1 for each in (seat, (seat + 2) % 4))
    return _ended(state, standing, Termination.RESIGNED) if both else replace(state, standing=standing)


def _without(state: State, seat: int) -> State:
    standing = replace(state.standing, departed=state.standing.departed | 1 << seat)
    turn = next_seat(seat, standing.departed, len(state.hands)) if seat == state.turn else state.turn
    hands = tuple(0 if each == seat else hand for each, hand in enumerate(state.hands))
    return replace(state, standing=standing, turn=turn, hands=hands)


def _closed(state: State, how: How, chance: Chance, final: str | None = None) -> State:
    """The position after a round that has ended so: the next round, or the end of the match."""
    old, dealt_in = state.standing, state.dealt_in
    won = result(state.hands, dealt_in, partnership=old.terms.partnership)
    told = _last_event(state.story) if final is None else final
    last = LastRound(old.round, how, state.hands, dealt_in, won.side, won.points, told)
    points, rounds_won = old.points, old.rounds_won
    if won.side >= 0:
        points, rounds_won = _added(points, won.side, won.points), _added(rounds_won, won.side, 1)
    ends = _ending(old, max(points))
    number = old.round if ends else old.round + 1
    standing = Standing(old.terms, number, points, rounds_won, old.departed, old.resigned, last)
    return _ended(state, standing, ends) if ends else _next_round(state, standing, chance)


def _ending(standing: Standing, best: int) -> Termination | None:
    """How the match ends with this round, if it does; `best` are the points of the first side."""
    if best >= standing.terms.target:
        return Termination.NORMAL
    return Termination.MOVE_LIMIT if standing.round >= FIGURES.round_limit else None


def _last_event(story: str) -> str:
    return story[-2:] if story[-1] in "+-" else story[-3:]


def _added(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (*values[:place], values[place] + more, *values[place + 1 :])


def _ended(state: State, standing: Standing, termination: Termination) -> State:
    result_of_match = outcome(standing, len(state.hands), termination)
    return replace(state, standing=replace(standing, outcome=result_of_match))
