"""The course of a round: the deal, the turns, the three ways to end, and what comes after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chalicelib.games.passing_game.scoring import outcome, result
from chalicelib.games.passing_game.state import How, LastRound, Move, Standing, State, Terms
from chalicelib.games.passing_game.tiles import (
    DRAW,
    FIGURES,
    FIRST,
    LEFT,
    LETTERS,
    PASS,
    PLAYS,
    RIGHT,
    WITH,
    bits,
    mask_of,
)
from chalicelib.rules import Chance, Termination

UNDRAWABLE = FIGURES.undrawable


def first_position(terms: Terms, seats: int, chance: Chance) -> State:
    """The first round, dealt; draws the tiles, then who leads."""
    none = (0,) * (2 if terms.partnership else seats)
    everybody = (1 << seats) - 1
    hands, boneyard = deal(everybody, seats, chance)
    leader = chance.roll(range(seats))
    return State(terms, Standing(none, none), 1, leader, leader, hands, boneyard, 0, 0, "", 0, 0, 0)


def deal(dealt_in: int, seats: int, chance: Chance) -> tuple[tuple[int, ...], str]:
    """Hands for the seats that are in, and the boneyard."""
    tiles = "".join(chance.shuffle(LETTERS))
    size = FIGURES.hand[dealt_in.bit_count()]
    hands = []
    for seat in range(seats):
        taken = size if dealt_in >> seat & 1 else 0
        hands.append(mask_of(tiles[:taken]))
        tiles = tiles[taken:]
    return tuple(hands), tiles


def _next_round(state: State, standing: Standing, chance: Chance) -> State:
    """The round after this one; draws the tiles, then, where the leader is drawn by lot, who leads."""
    dealt_in, seats = in_match(state), len(state.hands)
    hands, boneyard = deal(dealt_in, seats, chance)
    if state.terms.lead == "lot":
        leader = chance.roll([seat for seat in range(seats) if dealt_in >> seat & 1])
    else:
        leader = next_seat(state.leader, dealt_in, seats)
    number, departed, resigned = state.round + 1, state.departed, state.resigned
    return State(state.terms, standing, number, leader, leader, hands, boneyard, 0, 0, "", 0, departed, resigned)


def next_seat(seat: int, dealt_in: int, seats: int) -> int:
    """The next seat, clockwise, of those that are in."""
    seat = (seat + 1) % seats
    while not dealt_in >> seat & 1:
        seat = (seat + 1) % seats
    return seat


def in_match(state: State) -> int:
    """Bits of the seats whose hands are in the round."""
    return (1 << len(state.hands)) - 1 & ~state.departed


def may_draw(state: State) -> bool:
    """Whether more tiles are left than those that are never drawn."""
    return len(state.boneyard) > UNDRAWABLE


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


def is_legal(state: State, move: Move) -> bool:
    """Whether the seat whose turn it is may make this move; the same as being listed, without the list."""
    play = PLAYS.get(move)
    if play is None:
        return bool(state.story) and (move == PASS or (move == DRAW and may_draw(state)))
    if not play.bit & state.hands[state.turn]:
        return False
    if not state.story:
        return not move.side
    if move.side == "left":
        return bool(play.bit & WITH[state.left])
    return move.side == "right" and bool(play.bit & WITH[state.right])


def after_play(state: State, move: Move, chance: Chance) -> State:
    """The position after a legal play."""
    play, seat = PLAYS[move], state.turn
    if move.side == "left":
        left, right = play.pips - state.left, state.right
    elif move.side == "right":
        left, right = state.left, play.pips - state.right
    else:
        left, right = int(move.tile[0]), int(move.tile[2])
    hand = state.hands[seat] ^ play.bit
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    after = _turned(state, hands, state.boneyard, left, right, f"{seat}{play.event}", 0)
    if not hand:
        return _closed(after, "out", chance)
    return _closed(after, "blocked", chance) if is_blocked(after) else after


def after_draw(state: State, chance: Chance) -> State:
    """The position after a draw that is allowed."""
    seat = state.turn
    hand = state.hands[seat] | mask_of(state.boneyard[0])
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    after = _turned(state, hands, state.boneyard[1:], state.left, state.right, f"{seat}+", 0)
    return _closed(after, "blocked", chance) if is_blocked(after) else after


def after_pass(state: State, chance: Chance) -> State:
    """The position after a pass that is allowed."""
    seat = state.turn
    passed = state.passed | 1 << seat
    after = _turned(state, state.hands, state.boneyard, state.left, state.right, f"{seat}-", passed)
    return _closed(after, "passed", chance) if have_all_passed(after) else after


def _turned(
    state: State, hands: tuple[int, ...], boneyard: str, left: int, right: int, event: str, passed: int
) -> State:
    """The position with an event told and the turn passed on."""
    seats, departed = len(hands), state.departed
    turn = next_seat(state.turn, ~departed, seats) if departed else (state.turn + 1) % seats
    return State(
        state.terms,
        state.standing,
        state.round,
        state.leader,
        turn,
        hands,
        boneyard,
        left,
        right,
        state.story + event,
        passed,
        departed,
        state.resigned,
    )


def is_blocked(state: State) -> bool:
    """Whether nobody can play any more: no tile fits either end, and none may be drawn."""
    if len(state.boneyard) > UNDRAWABLE or not state.story:
        return False
    fitting = WITH[state.left] | WITH[state.right]
    return not any(hand & fitting for hand in state.hands)


def have_all_passed(state: State) -> bool:
    """Whether every seat that is in has passed since the last play or draw."""
    return not in_match(state) & ~state.passed


def leave(state: State, seat: int, chance: Chance) -> State:
    """The position after this seat left the match with its tiles, or left them to a bot where it has a partner."""
    if state.terms.partnership:
        after = replace(state, resigned=state.resigned | 1 << seat)
        both = all(after.resigned >> each & 1 for each in (seat, (seat + 2) % 4))
        return replace(after, outcome=outcome(after, Termination.RESIGNED)) if both else after
    after = _without(state, seat)
    if in_match(after).bit_count() == 1:
        return replace(after, outcome=outcome(after, Termination.RESIGNED))
    if is_blocked(after):
        return _closed(after, "blocked", chance, final="")
    return _closed(after, "passed", chance, final="") if have_all_passed(after) else after


def _without(state: State, seat: int) -> State:
    departed = state.departed | 1 << seat
    following = next_seat(seat, ~departed, len(state.hands))
    waiting = not state.story and seat == state.leader
    hands = tuple(0 if each == seat else hand for each, hand in enumerate(state.hands))
    return replace(
        state,
        leader=following if waiting else state.leader,
        turn=following if seat == state.turn else state.turn,
        hands=hands,
        departed=departed,
    )


def _closed(state: State, how: How, chance: Chance, final: str | None = None) -> State:
    """The position after a round that has ended so: the next round, or the end of the match."""
    dealt_in, terms = in_match(state), state.terms
    won = result(state.hands, dealt_in, partnership=terms.partnership)
    told = _last_event(state.story) if final is None else final
    last = LastRound(state.round, how, state.hands, dealt_in, won.side, won.points, told)
    points = _added(state.standing.points, won.side, won.points)
    standing = Standing(points, _added(state.standing.rounds_won, won.side, 1), last)
    if max(points) >= terms.target:
        return _ended(state, standing, Termination.NORMAL)
    if state.round >= FIGURES.round_limit:
        return _ended(state, standing, Termination.MOVE_LIMIT)
    return _next_round(state, standing, chance)


def _last_event(story: str) -> str:
    return story[-2:] if story[-1] in "+-" else story[-3:]


def _added(values: Sequence[int], place: int, more: int) -> tuple[int, ...]:
    return tuple(value + more if each == place else value for each, value in enumerate(values))


def _ended(state: State, standing: Standing, termination: Termination) -> State:
    end = replace(state, standing=standing)
    return replace(end, outcome=outcome(end, termination))
