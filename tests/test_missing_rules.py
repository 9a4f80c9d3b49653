"""A match by rules that are not here: it is kept, told so clearly, and hinders no other; with its rules it goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from chalicelib import bootstrap, games
from chalicelib.bootstrap import Container
from chalicelib.matches import course, record, repository, service
from chalicelib.matches.errors import UnreadableMatchError
from chalicelib.matches.match import Caller, Match, Migration
from chalicelib.matches.pace import DAY
from chalicelib.matches.seating import SeatWish
from chalicelib.players.ports import Put
from chalicelib.post import queue, relay
from chalicelib.post.delivery import delivery_of
from chalicelib.rules import AnyGame
from chalicelib.rules import Migration as Carry
from tests.post.office import records
from tests.site.house import House, house

ME, OPEN = SeatWish("me"), SeatWish("open")


@dataclass(frozen=True, slots=True)
class Without:
    """The registry of a service that has no rules of these versions."""

    missing: tuple[int, ...]

    keys = staticmethod(games.keys)
    meta = staticmethod(games.meta)
    versions = staticmethod(games.versions)
    rules_text = staticmethod(games.rules_text)
    migration = staticmethod(games.migration)

    def get(self, key: str, version: int = 0) -> AnyGame:
        """The game, as the real registry has it otherwise."""
        if version in self.missing:
            raise games.UnknownRulesError(f"{key} has no rules of version {version}")
        return games.get(key, version)


@pytest.fixture
def home() -> Iterator[House]:
    """A fresh service behind the app."""
    with house() as made:
        yield made


class Affair:
    """A running match of anna and bram, and another by other rules, in a service that loses those of the first."""

    def __init__(self, home: House) -> None:
        self.home = home
        self.anna, self.bram = (home.session(name) for name in ("anna", "bram"))
        self.match = self._table()
        self.full = home.container

    def _table(self) -> Match:
        match = self.home.table(self.anna.player, ME, OPEN)
        return service.join(self.home.env, self.bram.player, match.id)

    def lose(self) -> None:
        """From now on there are no rules of version 1 here."""
        lost: Any = Without((1,))
        env = replace(self.home.env, games=lost)
        post = replace(self.full.post, env=env)
        bootstrap.use(Container(self.full.settings, env, post, self.full.credentials))

    def find(self) -> None:
        """They are here again."""
        bootstrap.use(self.full)

    def ask(self, target: str) -> Any:
        """An answer of the interface or a page, to anna."""
        return self.home.browser(self.anna).get(target)


@pytest.fixture
def affair(home: House) -> Affair:
    """The match."""
    return Affair(home)


def test_the_interface_says_that_it_cannot_be_read_and_for_how_long(affair: Affair) -> None:
    affair.lose()
    for target in ("", "/log", "/legal"):
        answer = affair.ask(f"/matches/{affair.match.id}{target}")
        told = json.loads(answer.body)
        assert (answer.status_code, told["code"]) == (503, "unreadable")
        assert "keer-op-keer, version 1" in told["detail"]
        assert answer.headers["Retry-After"] == "60"
    affair.find()
    assert affair.ask(f"/matches/{affair.match.id}").status_code == 200


def test_its_page_says_so_in_the_readers_language(affair: Affair) -> None:
    affair.lose()
    answer = affair.home.browser(None, "nl").get(f"/m/{affair.match.id}")
    assert answer.status_code == 503
    assert "Dit is bewaard zoals het is" in answer.body.decode()


def test_it_stands_in_the_list_of_its_players_who_owe_nothing(affair: Affair) -> None:
    affair.lose()
    answer = affair.ask("/me/matches")
    assert answer.status_code == 200
    (listed,) = json.loads(answer.body)["matches"]
    assert (listed["id"], listed["status"], listed["my_turn"]) == (affair.match.id, "running", False)
    assert affair.ask("/").status_code == 200


def test_a_move_is_refused_and_nothing_is_lost(affair: Affair) -> None:
    before = affair.home.load(affair.match)
    affair.lose()
    env = bootstrap.container().env
    with pytest.raises(UnreadableMatchError):
        service.play(env, affair.match.id, 0, before.head.opened[0], {"text": "pass"}, Caller(affair.anna.player))
    assert affair.home.load(affair.match) == before


def test_nothing_is_played_in_it_and_the_sweep_goes_on_with_others(affair: Affair) -> None:
    affair.home.clock.advance(4 * DAY)
    affair.lose()
    swept = service.sweep(bootstrap.container().env)
    assert swept.failed == [f"{affair.match.id}: UnreadableMatchError"]
    assert swept.complete
    affair.find()
    assert affair.home.load(affair.match).head.version == affair.match.head.version


def test_its_mails_wait_for_it(affair: Affair) -> None:
    affair.lose()
    post = bootstrap.container().post
    relay.sweep(post, overdue=0)
    queue.handle(post, records(affair.home.queue.take()))
    rows = affair.home.store.query(f"P#{affair.anna.player}", prefix="D#").items
    assert {delivery_of(row).state for row in rows} == {"pending"}
    assert affair.home.mailer.accepted == []
    affair.find()
    affair.home.clock.advance(60)
    relay.sweep(affair.full.post, overdue=0)
    queue.handle(affair.full.post, records(affair.home.queue.take()))
    assert {mail["To"] for mail in affair.home.mailer.accepted} == {"anna@example.org", "bram@example.org"}


def test_a_match_that_waits_can_still_be_left(affair: Affair) -> None:
    waiting = affair.home.table(affair.anna.player, ME, OPEN, visibility="public")
    affair.lose()
    env = bootstrap.container().env
    assert [each.id for each in service.lobby(env).matches] == [waiting.id]
    with pytest.raises(UnreadableMatchError):
        service.join(env, affair.bram.player, waiting.id)
    assert service.leave(env, affair.anna.player, waiting.id).head.status == "cancelled"


def test_a_record_by_rules_that_were_here_once_is_told_from_one_that_never_was(affair: Affair) -> None:
    match = affair.home.load(affair.match)
    roster = replace(match.roster, migrations=(Migration(0, 1, match.head.version),))
    affair.home.store.commit([Put(repository.creation(Match(roster, match.head), _row(affair))[1].item)])  # type: ignore[union-attr]
    changed = affair.home.load(affair.match)
    assert changed.roster.migrations == roster.migrations
    with pytest.raises(UnreadableMatchError, match="carries nothing over"):
        record.played(affair.home.env, changed, [])


def _row(affair: Affair) -> Any:
    return repository.log(affair.home.env, affair.match.id)[0]


def test_a_course_goes_on_by_the_rules_of_each_ply() -> None:
    game = games.get("sequence-dice")
    carried: list[Any] = []

    def carry(state: Any) -> Any:
        carried.append(state)
        return state

    kind: Carry = carry
    changes = (course.Change(0, game, kind), course.Change(2, game, kind), course.Change(2, game, kind))
    seed = bytes(32)
    played = course.Course(game, 2, {"line_length": 5}, seed, (b"a", b"b"), (), changes=changes)
    assert course.first_position(played).state == carried[0]
    assert played.game_at(1) is changes[0].game
    assert played.carried(1, "x") == "x"
    assert played.carried(2, "x") == "x"
    assert carried[1:] == ["x", "x"]
