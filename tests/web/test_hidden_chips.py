"""The law of hidden things over HTTP for Keer op Keer 3: chips that lie face down, and what is sealed in every step.

The order of the chips is hidden from everybody, their owners too; a choice, or the answer to a bonus, from all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from chalicelib import bootstrap
from chalicelib.matches import repository
from tests.web.desk import Answer, open_desk
from tests.web.test_leaks import MANY, compare, known
from tests.web.watching import Watch, bearer, browser
from tests.web.worlds import NAMES, World, redeal

GAME = "keer-op-keer-3"
CHIPS = "4-3-3-0"


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    """No service stays behind the app."""
    yield
    bootstrap.use(None)


def _state(world: World) -> Any:
    return repository.load(world.desk.env, world.match).head.state


def _let_pass(world: World, until: Callable[[World], bool]) -> None:
    """Let whoever is to move take the last legal move, a pass where there is one, until something holds."""
    while not until(world):
        world.choose(world.to_move()[0], -1)


def _choice(world: World) -> None:
    """The keeper has chosen in the first roll."""
    world.choose(world.keeper, 0)


def _behind_the_active_seat(world: World) -> None:
    """The active seat has passed openly, so that all dice are left; the keeper is the next."""
    _let_pass(world, lambda world: _state(world).roll > 3 and len(world.to_move()) == 1)
    (active,) = world.to_move()
    world.choose(active, -1)
    world.keeper, world.watcher = (NAMES[(NAMES.index(active) + step) % len(NAMES)] for step in (1, 2))
    world.choose(world.keeper, 0)


def _owed_a_bonus(world: World) -> list[str]:
    return [name for name, kind in zip(NAMES, _state(world).asked, strict=True) if kind in ("bomb", "row")]


def _bonus(world: World) -> None:
    """The keeper has answered a bonus of the pass track, while others have still to decide."""
    _let_pass(world, lambda world: bool(_owed_a_bonus(world)) and len(world.to_move()) > 2)
    world.keeper = _owed_a_bonus(world)[0]
    world.watcher = next(name for name in world.to_move() if name != world.keeper)
    world.choose(world.keeper, 0)


SCENES: Mapping[str, Callable[[World], None]] = {
    scene.__name__[1:]: scene for scene in (_choice, _behind_the_active_seat, _bonus)
}


def made(scene: str) -> World:
    """A world in this scene; somebody beside the watcher has still to decide, so that nothing is revealed."""
    world = World(open_desk())
    world.match = world.desk.table(*NAMES, game=GAME, options={"chips": CHIPS})
    SCENES[scene](world)
    assert set(world.to_move()) > {world.watcher}
    return world


def dealt_anew(scene: str) -> World:
    """The same world with all that the watcher cannot know dealt anew."""
    world = made(scene)
    redeal(world, NAMES.index(world.watcher))
    return world


@pytest.mark.parametrize("scene", list(SCENES))
def test_other_chips_and_another_choice_look_the_same_to_everybody_else(scene: str) -> None:
    world, dealt = made(scene), dealt_anew(scene)
    assert all(one != other for one, other in zip(_state(world).chips, _state(dealt).chips, strict=True))
    assert known(world) != known(dealt)
    assert compare(world, dealt) > MANY


@pytest.mark.parametrize("scene", list(SCENES))
def test_the_keeper_sees_another_choice_and_not_the_chips(scene: str) -> None:
    """The comparison is not blind to what is sealed; what is face down nobody sees, not even whose chips they are."""
    found = []
    for world in (made(scene), dealt_anew(scene)):
        found.append({name: _looked_at(world, name) for name in NAMES})
    differ = {name for name in NAMES if found[0][name] != found[1][name]}
    assert differ == {world.keeper}


def _looked_at(world: World, name: str) -> list[tuple[str, Answer]]:
    bootstrap.use(world.desk.container)
    watched = Watch(world)
    watched.look(bearer(world.desk, name), pages=False)
    watched.look(browser(world.desk, name), pages=True)
    return watched.answers


def test_chips_are_told_once_they_are_turned() -> None:
    """The order of the chips is no dead letter: with other chips the same moves come to show others."""
    shown = []
    for world in (made("choice"), dealt_anew("choice")):
        bootstrap.use(world.desk.container)
        _let_pass(world, lambda world: any(_state(world).xs))
        shown.append([sheet["chips"] for sheet in world.shown()["view"]["sheets"]])
    assert shown[0] != shown[1]
