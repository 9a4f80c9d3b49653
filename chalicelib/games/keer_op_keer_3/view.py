"""What a seat, or a spectator, may see: built up; sealed answers of others and face-down chips are never among it."""

from __future__ import annotations

from chalicelib.games.keer_family.views import SEALED, marks
from chalicelib.games.keer_op_keer_3.board import FIGURES, GOALS, cells_of
from chalicelib.games.keer_op_keer_3.choices import available
from chalicelib.games.keer_op_keer_3.rolls import owing
from chalicelib.games.keer_op_keer_3.scoring import chips_turned, lines
from chalicelib.games.keer_op_keer_3.state import SheetView, State, View


def view(state: State, seat: int | None) -> View:
    """What that seat (None: a spectator) may see of the position."""
    seats = range(len(state.crossed))
    over = state.outcome is not None
    return View(
        seat=seat,
        roll=tuple(state.dice),
        available=() if over else tuple("".join(available(state))),
        roll_number=state.roll,
        roll_limit=FIGURES.last_roll(len(seats)),
        active=state.active,
        to_move=owing(state),
        asked=state.asked,
        answers=tuple(SEALED if text and each != seat else text for each, text in enumerate(state.answers)),
        did=state.did,
        last=state.last,
        taken=marks(state.taken, 0, len(GOALS)),
        sheets=tuple(_sheet(state, each) for each in seats),
        outcome=state.outcome,
    )


def _sheet(state: State, seat: int) -> SheetView:
    return SheetView(
        crossed=cells_of(state.crossed[seat]),
        fresh=cells_of(state.fresh[seat]),
        start=state.start[seat],
        track=state.track[seat],
        jokers=state.jokers[seat],
        grey=state.grey[seat],
        x=state.xs[seat],
        chips=state.chips[seat][: chips_turned(state, seat)],
        gifts=state.gifts[seat],
        owed=state.owed[seat],
        marks=marks(state.first[seat], state.later[seat], len(GOALS)),
        departed=bool(state.departed >> seat & 1),
        lines=lines(state, seat),
    )
