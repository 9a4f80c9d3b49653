"""The law of hidden things over HTTP for hands and a boneyard: dealt anew for one seat, all looks the same to it.

Every route and page, the log, mails and calls of webhooks are compared byte by byte, as tests/web/test_leaks.py does
for sealed choices. What the keeper was told of its draws differs between the two worlds as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from chalicelib import bootstrap
from chalicelib.matches import repository
from chalicelib.players.ports import Put
from chalicelib.rules import Fact
from tests.web.desk import open_desk
from tests.web.test_leaks import MANY
from tests.web.watching import Watch, bearer, watch
from tests.web.worlds import NAMES, World, redeal

GAME = "passing-game"

SCENES: Mapping[str, tuple[int, Mapping[str, object], Sequence[str]]] = {
    "two": (2, {}, ("play", "draw", "draw", "play", "draw")),
    "three after a round": (3, {}, ("play", "pass", "pass", "pass", "play", "draw", "draw", "pass")),
    "partners": (4, {"partnership": True}, ("play", "draw", "draw", "play", "pass")),
}
"""Seats, options, and what is done at first: play is the first legal play, or a draw where there is none."""


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    """No service stays behind the app."""
    yield
    bootstrap.use(None)


def made(scene: str) -> World:
    """A world in this scene; the keeper has drawn, and is to move, so that nothing the watcher tries is a move."""
    seats, options, acts = SCENES[scene]
    world = World(open_desk())
    world.match = world.desk.table(*NAMES[:seats], game=GAME, options=dict(options))
    for act in acts:
        _do(world, act)
    (world.keeper,) = world.to_move()
    assert _drawn(world, NAMES.index(world.keeper))
    world.watcher = NAMES[(NAMES.index(world.keeper) + 1) % seats]
    return world


def looked_at(world: World) -> list[tuple[str, object]]:
    """All that the watcher and strangers get to see; what third seats are mailed shows their own tiles."""
    bootstrap.use(world.desk.container)
    thirds = {name for name in NAMES if name != world.watcher}
    seen = watch(world, ("draw", "pass"))
    return [each for each in seen if not any(each[0].startswith(f"mail to {name}@") for name in thirds)]


def _do(world: World, act: str) -> None:
    (name,) = world.to_move()
    legal = [each["text"] for each in world.desk.get(f"/matches/{world.match}/legal", by=name).json["moves"]]
    text = legal[0] if act == "play" else act
    assert text in legal
    assert world.desk.move(world.match, name, {"text": text}).status == 200


def _drawn(world: World, seat: int) -> list[Fact]:
    """What this seat alone was told of its draws."""
    rows = repository.log(world.desk.env, world.match)
    return [fact for row in rows for fact in row.facts_for(seat) if fact.kind == "drew_tile"]


def dealt_anew(scene: str, *, for_strangers: bool = False) -> World:
    """The same world with other tiles wherever the watcher cannot see them."""
    world = made(scene)
    redeal(world, None if for_strangers else NAMES.index(world.watcher))
    keeper = NAMES.index(world.keeper)
    for row in repository.log(world.desk.env, world.match):
        if any(fact.kind == "drew_tile" for fact in row.own.get(keeper, ())):
            told = tuple(replace(fact, detail=("9-9",)) for fact in row.own[keeper] if fact.kind == "drew_tile")
            other = replace(row, own={**row.own, keeper: told})
            world.desk.store.commit([Put(repository.log_item(world.match, other))])
    return world


@pytest.mark.parametrize("scene", list(SCENES))
def test_other_hands_look_the_same_to_everybody_else(scene: str) -> None:
    seen = [looked_at(world) for world in (made(scene), dealt_anew(scene))]
    assert len(seen[0]) > MANY
    assert any(label.startswith("mail to ") for label, _ in seen[0])
    for one, other in zip(*seen, strict=True):
        assert one == other


def test_to_a_stranger_all_hands_look_the_same() -> None:
    seen = []
    for world in (made("two"), dealt_anew("two", for_strangers=True)):
        bootstrap.use(world.desk.container)
        watched = Watch(world)
        for pages in (False, True):
            watched.look(bearer(world.desk, "eve"), pages=pages)
        seen.append(watched.answers)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("scene", list(SCENES))
def test_the_keeper_sees_the_difference(scene: str) -> None:
    """The comparison is not blind: by the keeper's own eyes the worlds are not the same."""
    seen = []
    for world in (made(scene), dealt_anew(scene)):
        bootstrap.use(world.desk.container)
        watched = Watch(world)
        watched.look(bearer(world.desk, world.keeper), pages=False)
        seen.append([(label, answer.body) for label, answer in watched.answers])
    assert seen[0] != seen[1]
    assert any(b"9-9" in body for _, body in seen[1])
