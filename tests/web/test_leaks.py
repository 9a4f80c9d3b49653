"""The law of hidden things over HTTP: where two worlds differ in what somebody cannot know, they look the same.

Every route of interface and pages is asked as the watcher by token, in a browser and by seat link, as a stranger and as
nobody; allowed and refused, with tags and cursors; before and after what the watcher does. Mails are compared too, and
calls of webhooks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from chalicelib import bootstrap
from tests.web.desk import Answer, open_desk
from tests.web.watching import Watch, bearer, watch
from tests.web.worlds import NAMES, SCENES, Picks, World, redeal

PAIRS: Sequence[tuple[Picks, Picks]] = (((0, -1), (3, 2)), ((-1, 1), (0, 4)))
"""Different choices; -1 is to pass."""
MANY = 400
"""More than so much is seen of every world."""


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    """No service stays behind the app."""
    yield
    bootstrap.use(None)


def made(scene: str, picks: Picks = (0, 1)) -> World:
    """A world in this scene."""
    world = World(open_desk())
    SCENES[scene](world, picks)
    return world


def compare(first: World, second: World) -> int:
    """Let both be watched; how many things were seen. Raises AssertionError where one of them is not the same."""
    secrets = tuple(sorted({text for world in (first, second) for text in known(world)}))
    seen = []
    for world in (first, second):
        bootstrap.use(world.desk.container)
        seen.append(watch(world, secrets))
    for one, other in zip(*seen, strict=True):
        assert one == other
    return len(seen[0])


def known(world: World) -> set[str]:
    """What the keeper knows to have been submitted."""
    bootstrap.use(world.desk.container)
    rows = world.desk.get(f"/matches/{world.match}/log", by=world.keeper).json["entries"]
    return {row["text"] for row in rows if row["text"]}


@pytest.mark.parametrize(("number", "scene"), [each for each in enumerate(SCENES) if each[1] != "timed_out"])
def test_another_choice_looks_the_same_to_everybody_else(number: int, scene: str) -> None:
    first, second = PAIRS[number % 2]
    assert compare(made(scene, first), made(scene, second)) > MANY


@pytest.mark.parametrize(
    ("scene", "stranger"),
    [
        ("sealed", False),
        ("chosen_again", True),
        ("behind_the_active_seat", False),
        ("timed_out", True),
        ("timed_out", False),
    ],
)
def test_a_choice_dealt_anew_looks_the_same_to_everybody_else(scene: str, stranger: bool) -> None:
    world, dealt = made(scene), made(scene)
    redeal(dealt, None if stranger else NAMES.index(dealt.watcher))
    assert known(world) != known(dealt)
    assert compare(world, dealt) > MANY


@pytest.mark.parametrize("scene", list(SCENES))
def test_the_keeper_sees_the_difference(scene: str) -> None:
    """The comparison is not blind: by the keeper's own eyes the worlds are not the same."""
    seen: list[list[tuple[str, Answer]]] = []
    for picks in PAIRS[0]:
        watched = Watch(made(scene, picks))
        if scene == "timed_out" and seen:
            redeal(watched.world, None)
        watched.look(bearer(watched.world.desk, watched.world.keeper), pages=False)
        seen.append(watched.answers)
    assert seen[0] != seen[1]
