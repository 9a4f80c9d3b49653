"""What a seat, or a spectator, may see: built up from the position, sealed choices of others never among it."""

from __future__ import annotations

from chalicelib.games.keer_family.board import COLOURS, COLUMN_LETTERS
from chalicelib.games.keer_family.views import SEALED, marks
from chalicelib.games.keer_op_keer.board import FIGURES, cells_of
from chalicelib.games.keer_op_keer.rolls import available, has_left, is_sealed, owing
from chalicelib.games.keer_op_keer.scoring import lines
from chalicelib.games.keer_op_keer.state import SheetView, State, View


def view(state: State, seat: int | None) -> View:
    """What that seat (None: a spectator) may see of the position."""
    seats = range(len(state.crossed))
    over = state.outcome is not None
    return View(
        seat=seat,
        sheet=state.sheet,
        start=state.start,
        roll=tuple(state.dice),
        available=() if over else tuple("".join(available(state))),
        roll_number=state.roll,
        roll_limit=FIGURES.last_roll(len(seats)),
        active=state.active,
        to_move=owing(state),
        sheets=tuple(_sheet(state, each) for each in seats),
        chosen=tuple(_chosen(state, each, seat) for each in seats),
        last=state.last,
        outcome=state.outcome,
    )


def _sheet(state: State, seat: int) -> SheetView:
    return SheetView(
        crossed=cells_of(state.crossed[seat]),
        jokers=state.jokers[seat],
        columns=marks(state.columns_first[seat], state.columns_later[seat], len(COLUMN_LETTERS)),
        colours=marks(state.colours_first[seat], state.colours_later[seat], len(COLOURS)),
        departed=has_left(state, seat),
        lines=lines(state, seat),
    )


def _chosen(state: State, seat: int, watcher: int | None) -> str:
    return SEALED if seat != watcher and is_sealed(state, seat) else state.chosen[seat]
