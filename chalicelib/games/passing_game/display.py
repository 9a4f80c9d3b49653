"""What a view shows, before it becomes text or HTML: the tiles as they lie, what fits, who is what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chalicelib.games.passing_game import facts
from chalicelib.games.passing_game.scoring import side_of
from chalicelib.games.passing_game.state import Event, View
from chalicelib.games.passing_game.words import counted, label
from chalicelib.rules import Fact, SeatScore


class Laid(NamedTuple):
    """A tile of the train: the numbers on its left and right half, and whether it was the last one played."""

    left: str
    right: str
    is_new: bool

    @property
    def is_double(self) -> bool:
        """Whether it lies crosswise."""
        return self.left == self.right


class Held(NamedTuple):
    """A tile of the watcher's hand, and where it fits now: "", "left", "right", "both" or "anywhere"."""

    tile: str
    fits: str


class Line(NamedTuple):
    """One seat at the table; `rank` is None while the match runs, and for a seat that is not in it any more."""

    seat: int
    rank: int | None
    tiles: int
    points: int
    rounds_won: int
    notes: tuple[str, ...]


def headline(view: View, language: str) -> list[str]:
    """The round, what wins, and whose turn it is; or how the match ended."""
    if view.outcome is not None:
        return [facts.say(facts.ending(view)[0], language)]
    (seat,) = view.to_move
    key = "to_move" if view.train else "must_lead"
    goal = label(language, "goal", points=counted("points", view.target, language))
    return [label(language, "round", n=view.round), label(language, key, seat=f"@{seat}"), goal]


def train(view: View) -> list[Laid]:
    """The train from left to right."""
    plays = [event for event in view.history if event.kind == "play"]
    if not plays:
        return []
    newest = 0 if plays[-1].side == "left" else len(view.train) - 1
    return [Laid(tile[0], tile[2], place == newest) for place, tile in enumerate(view.train)]


def ends(view: View, language: str) -> str:
    """Which numbers the train ends with."""
    if view.left is None:
        return label(language, "empty")
    return label(language, "ends", left=view.left, right=view.right)


def boneyard(view: View, language: str) -> str:
    """How many tiles lie face down, and how many of them may be drawn."""
    key = "boneyard" if view.drawable else "boneyard_dry"
    return label(language, key, tiles=counted("tiles", view.boneyard, language), n=view.drawable)


def hand(view: View) -> list[Held]:
    """The watcher's own tiles."""
    running = view.outcome is None
    return [Held(tile, _fits(view, tile) if running else "") for tile in view.hand]


def _fits(view: View, tile: str) -> str:
    if view.left is None:
        return "anywhere"
    at_left, at_right = str(view.left) in tile, str(view.right) in tile
    return "both" if at_left and at_right else "left" if at_left else "right" if at_right else ""


def hand_title(view: View, language: str) -> str:
    """What stands above the watcher's own tiles."""
    if not view.hand:
        return label(language, "no_hand")
    total = sum(int(tile[0]) + int(tile[2]) for tile in view.hand)
    return label(language, "hand", pips=counted("pips", total, language))


def has_hand(view: View) -> bool:
    """Whether the watcher has a hand to look at, be it an empty one."""
    return view.seat is not None and view.seats[view.seat].status != "left"


def event(done: Event, language: str) -> str:
    """What a seat did, as short as can be."""
    if done.kind != "play":
        return label(language, done.kind)
    return f"{done.tile} {label(language, done.side)}" if done.side else done.tile


def lines(view: View, language: str) -> list[Line]:
    """Everybody at the table: in the order of the turn, or best first once the match is over."""
    if not is_ranked(view):
        return [_line(view, seat, None, language) for seat in range(len(view.seats))]
    return [_line(view, score.seat, score.rank, language) for score in _places(view)]


def is_ranked(view: View) -> bool:
    """Whether there are places: not while the match runs, nor where it ended before the rules had given any."""
    return bool(_places(view))


def _places(view: View) -> tuple[SeatScore, ...]:
    return view.outcome.scores if view.outcome else ()


def _line(view: View, seat: int, rank: int | None, language: str) -> Line:
    shown = view.seats[seat]
    notes = tuple(label(language, note) for note in _notes(view, seat))
    return Line(seat, rank, shown.tiles, shown.points, shown.rounds_won, notes)


def _notes(view: View, seat: int) -> Iterator[str]:
    status = view.seats[seat].status
    if view.seat is not None and seat == view.seat:
        yield "you"
    elif view.partnership and view.seat is not None and side_of(seat, partnership=True) == view.seat % 2:
        yield "partner"
    if status == "left":
        yield "departed"
    if status == "bot":
        yield "bot"
    if view.outcome is None:
        if seat in view.to_move:
            yield "turn"
        elif seat in _passed(view):
            yield "passed"


def _passed(view: View) -> set[int]:
    """The seats that have passed since the last play or draw."""
    found: set[int] = set()
    for done in view.history:
        found = found | {done.seat} if done.kind == "pass" else set()
    return found


def last_title(view: View, language: str) -> str:
    """What stands above the round before."""
    if view.last is None:
        return ""
    over = view.outcome is not None and view.last.number == view.round
    return label(language, "final_round" if over else "last_round", n=view.last.number)


def last_round(view: View, language: str) -> list[str]:
    """The round before in sentences: how it ended, every hand, what was scored."""
    return [facts.say(fact, language) for fact in _last_facts(view)]


def _last_facts(view: View) -> list[Fact]:
    return [] if view.last is None else list(facts.round_ending(view.last))
