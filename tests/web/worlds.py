"""Pairs of worlds that differ in one thing only: what one seat has chosen, which nobody else may know yet.

A world is a service with one running match of four. In its scene somebody (the keeper) chooses in secret, and dee never
does, so that nothing is revealed. The other world of a pair is made by choosing otherwise, or by dealing anew what the
watcher cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from chalicelib.matches import repository, submission
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.players.ports import Put
from chalicelib.players.seat_links import seat_link_token
from chalicelib.rules import AnyGame, Chance
from tests.web.desk import Answer, Desk
from tests.web.tables import PASS, pass_time

NAMES = ("ann", "bob", "cas", "dee")
STRANGER = "eve"
Picks = tuple[int, int]
"""Which of the legal moves the keeper chooses first, and which instead of it."""


@dataclass
class World:
    """One service and its match; `keeper` has a secret, `watcher` is the one who must not learn it."""

    desk: Desk
    match: str = ""
    keeper: str = "ann"
    watcher: str = "bob"
    webhooks: dict[str, str] = field(default_factory=dict)
    """The secrets of people's webhooks."""

    def choose(self, name: str, pick: int) -> Answer:
        """Let somebody choose the legal move of this number."""
        moves = self.desk.get(f"/matches/{self.match}/legal", by=name).json["moves"]
        answer = self.desk.move(self.match, name, moves[pick]["move"])
        assert answer.status == 200, answer.body
        return answer

    def retract(self) -> None:
        """Let the keeper take the choice back."""
        where = f"/matches/{self.match}/seats/{NAMES.index(self.keeper)}/moves/{self.n()}"
        assert self.desk.ask("DELETE", where, by=self.keeper).status == 200

    def n(self) -> int:
        """The n of the keeper's decision."""
        return int(self.desk.decision(self.match, self.keeper)["n"])

    def rolls(self, count: int) -> None:
        """A new match with so many rolls on record in which everybody passed."""
        self.match = self.desk.table(*NAMES)
        while self.shown()["ply"] < count * len(NAMES):
            assert self.desk.move(self.match, self.to_move()[0], PASS).status == 200

    def shown(self) -> dict[str, Any]:
        """The match as the public sees it."""
        found: dict[str, Any] = self.desk.get(f"/matches/{self.match}").json
        return found

    def version(self) -> int:
        """How many commits the match has seen."""
        return int(self.desk.get(f"/matches/{self.match}", by=self.keeper).json["version"])

    def to_move(self) -> list[str]:
        """Who owes a decision."""
        return [NAMES[seat] for seat in self.shown()["to_move"]]

    def key(self, name: str) -> str:
        """The key of this player's seat link."""
        return seat_link_token(self.desk.env, self.match, NAMES.index(name), 0)


def _sealed(world: World, picks: Picks) -> None:
    """A choice that waits for the others'."""
    world.rolls(1)
    world.choose(world.keeper, picks[0])


def _replaced(world: World, picks: Picks) -> None:
    """A choice in the place of another."""
    world.rolls(1)
    for pick in picks:
        world.choose(world.keeper, pick)


def _taken_back(world: World, picks: Picks) -> None:
    """A choice that was taken back."""
    world.rolls(1)
    world.choose(world.keeper, picks[0])
    world.retract()


def _chosen_again(world: World, picks: Picks) -> None:
    """Another choice after one that was taken back."""
    _taken_back(world, picks)
    world.choose(world.keeper, picks[1])


def _given_up(world: World, picks: Picks) -> None:
    """A choice that nobody will ever see, since its seat gave up."""
    world.rolls(1)
    world.choose(world.keeper, picks[0])
    assert world.desk.post(f"/matches/{world.match}/resign", by=world.keeper).status == 200


def _behind_the_active_seat(world: World, picks: Picks) -> None:
    """A choice in a later roll, after the active seat's open one; with a pass that leaves all the dice."""
    world.rolls(3)
    (active,) = world.to_move()
    world.choose(active, -1)
    world.keeper, world.watcher = (NAMES[(NAMES.index(active) + step) % len(NAMES)] for step in (1, 2))
    world.choose(world.keeper, picks[0])


def _timed_out(world: World, picks: Picks) -> None:
    """A move that was played for a seat whose time was up, while others still have to choose."""
    world.match = pass_time(world.desk, *NAMES)
    assert world.desk.move(world.match, world.keeper, PASS).json["code"] == "out_of_time"


SCENES: Mapping[str, Callable[[World, Picks], None]] = {
    scene.__name__[1:]: scene
    for scene in (_sealed, _replaced, _taken_back, _chosen_again, _given_up, _behind_the_active_seat, _timed_out)
}


def redeal(world: World, seat: int | None) -> None:
    """Deal anew what that seat (None: a spectator) cannot know, in the position and in the log.

    What others have sealed is something else afterwards, each of their choices.
    """
    env = world.desk.env
    match = repository.load(env, world.match)
    game, before = env.games.get(match.roster.game), match.head.state
    others = [each for each in range(len(match.roster.seats)) if each != seat and game.sealed(before, each) is not None]
    state = next(
        dealt
        for lot in range(100)
        if (dealt := game.redeal(before, seat, Chance(b"redeal", (), lot))) != before
        and all(game.sealed(dealt, each) != game.sealed(before, each) for each in others)
    )
    world.desk.store.commit(repository.writes(match, replace(match.head, state=state), None))
    for other in range(len(match.roster.seats)):
        if game.sealed(state, other) != game.sealed(match.head.state, other):
            _rewrite(world, match, game, state, other)


def _rewrite(world: World, match: Match, game: AnyGame, state: Any, seat: int) -> None:
    """Let the log tell of this seat's sealed choice what the position says."""
    env = world.desk.env
    move, before = game.sealed(state, seat), game.retract(state, seat)
    row = [row for row in repository.log(env, match.id) if row.seat == seat and row.kind in ("sealed", "expired")][-1]
    facts = game.facts(game.view(before, seat), seat, move, game.view(state, seat))
    told: LogRow = replace(
        row,
        text=game.format(move),
        print=submission.fingerprint({"text": game.format(move)}) if row.print else "",
        own={**row.own, seat: facts},
    )
    world.desk.store.commit([Put(repository.log_item(match.id, told))])
