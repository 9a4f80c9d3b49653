"""What the log does not tell is held against what else is known: seats, shares, times, settings, lists, columns."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches import records, repository, service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Match
from chalicelib.matches.migration import migrate
from chalicelib.players import accounts
from chalicelib.players.ports import Delete, IndexKey, Key, Put
from tests.admin.desk import AdminOffice, flaws
from tests.admin.test_migrate import upgraded
from tests.admin.test_verify import Body, change
from tests.matches.desk import BOT, ME, OPEN
from tests.matches.endings import short
from tests.matches.test_migration import Newer, Two

DAY = 86_400
Begin = Callable[[AdminOffice], Match]
Tamper = Callable[[AdminOffice, Match], None]


def _running(office: AdminOffice) -> Match:
    """Two who have set a share each, a minute apart, and one who came in between and set none; two moves in."""
    desk = office.desk
    match = desk.create(ME, OPEN, OPEN)
    service.set_nonce(desk.env, match.id, "0a", desk.caller(match, 0))
    desk.clock.advance(600)
    service.join(desk.env, "bram", match.id, nonce="0b")
    desk.clock.advance(600)
    match = service.join(desk.env, "cees", match.id)
    desk.clock.advance(600)
    for seat in (0, 1):
        desk.play(match, seat)
    return desk.load(match)


def _waiting(office: AdminOffice) -> Match:
    return office.desk.create(ME, OPEN, OPEN)


def _called_off(office: AdminOffice) -> Match:
    match = office.desk.create(ME, OPEN)
    office.clock.advance(60)
    service.leave(office.desk.env, "anna", match.id)
    return office.desk.load(match)


def _over(office: AdminOffice) -> Match:
    return office.desk.play_out(office.desk.table("anna", "bram", game="sequence-dice"))


def _fork(office: AdminOffice) -> Match:
    return office.desk.create(ME, BOT, game="sequence-dice", origin=From("match", _over(office).id, 2))


def _fork_of_record(office: AdminOffice) -> Match:
    name = records.keep(office.desk.env, "anna", short("passing-game")[1]).id
    seats = [BOT] * (len(short("passing-game")[1].seats) - 1)
    return office.desk.create(ME, *seats, game="passing-game", origin=From("record", name, 2))


def _of(sort: str, *path: str | int, to: Any) -> Tamper:
    def edit(body: Any) -> None:
        *way, last = path
        for step in way:
            body = body[step]
        body[last] = to(body[last]) if callable(to) else to

    return lambda office, match: change(office, match, sort, edit)


def _roster(*path: str | int, to: Any) -> Tamper:
    return _of("A#roster", *path, to=to)


def _seat(number: int, **values: Any) -> Tamper:
    return _roster("seats", number, to=lambda seat: {**seat, **values})


def _column(sort: str, **columns: Any) -> Tamper:
    return lambda office, match: change(office, match, sort, lambda _: None, **columns)


def _other_kind(office: AdminOffice, match: Match, kind: str, other: str) -> None:
    """The last row of this kind is said to be of another one."""
    row = [row for row in repository.log(office.desk.env, match.id) if row.kind == kind][-1]
    _of(repository.log_key(match.id, row.n, row.seat).sort, "kind", to=other)(office, match)


def _kind(kind: str, other: str) -> Tamper:
    return lambda office, match: _other_kind(office, match, kind, other)


def _options(edit: Callable[[Body], Body]) -> Tamper:
    return _roster("options", to=edit)


def _no_list(player: str) -> Tamper:
    return lambda office, match: office.store.commit([Delete(repository.seat_key(player, match.id))])


def _other_list(office: AdminOffice, match: Match) -> None:
    item = office.store.get(repository.seat_key("anna", match.id))
    assert item is not None
    office.store.commit([Put(replace(item, body={**item.body, "created": 1}))])


def _swapped(office: AdminOffice, match: Match) -> None:
    """Whose share came first is turned round."""
    one, other = (match.roster.seats[number] for number in (0, 1))
    _seat(0, nonce_version=other.nonce_version)(office, match)
    _seat(1, nonce_version=one.nonce_version)(office, match)


def _earlier(at: int) -> int:
    return at - DAY


def _due(office: AdminOffice, match: Match) -> None:
    """The sweep is to look at a match then, and finds it."""
    due = match.roster.created + 99 * DAY
    place = IndexKey(repository.shard(repository.DUE, match.id), f"{due:010d}#{match.id}")
    change(office, match, "A#head", lambda body: body.update(due=due), work=place)


FIRST = "L#00000001#t"
TAMPERED: dict[str, tuple[Begin, Tamper, str]] = {
    "a status that there is not": (_running, _of("A#head", "status", to="runing"), "A#head"),
    "a column that is too short": (_running, _of("A#head", "deadlines", to=[0]), "A#head"),
    "text for a number": (_running, _roster("created", to="monday"), "created"),
    "a kind of seat that there is not": (_waiting, _seat(0, kind="dog"), "seats.0.kind"),
    "a visibility that there is not": (_running, _roster("visibility", to="secret"), "visibility"),
    "a kind of origin that there is not": (_fork, _roster("origin", "kind", to="dream"), "origin.kind"),
    "a kind of row that there is not": (_waiting, _of(FIRST, "kind", to="creted"), f"{FIRST}.kind"),
    "a setting that is as it mostly is": (_over, _options(lambda found: dict([*found.items()][1:])), "options"),
    "all settings": (_running, _options(lambda _: {}), "options"),
    "a setting that the game does not have": (_running, _options(lambda found: {**found, "stake": 1}), ""),
    "when it was set up": (_running, _roster("created", to=_earlier), "created"),
    "when a table that waits was set up": (_waiting, _roster("created", to=_earlier), "created"),
    "when a table that waits is called off": (_waiting, _due, "due"),
    "when it was called off": (_called_off, _of("A#head", "ended", to=_earlier), "ended"),
    "somebody else in a seat": (_running, _seat(1, player="dora"), "seats.1.player"),
    "nobody known in a seat": (_running, _seat(1, player="0123456789abcdef"), "seats.1.player"),
    "the same player twice": (_running, _seat(1, player="anna"), "seats.0.player"),
    "nobody in a seat": (_running, _seat(1, player=""), "seats.1.player"),
    "a bot in the seat of a person": (_running, _seat(1, kind="bot", level=1), "seats.1.player"),
    "an open seat with somebody in it": (_waiting, _seat(0, kind="open"), "seats.0.player"),
    "a seat that is kept in a match that has begun": (_running, _seat(1, kind="reserved"), "seats.1.kind"),
    "a bot of a level that there is not": (_fork, _seat(1, level=9), "seats.1.level"),
    "a player's level before the start": (_waiting, _seat(0, level=2), "seats.0.level"),
    "the share of an open seat": (_waiting, _seat(1, nonce="0c"), "seats.1.nonce"),
    "when a share was set": (_running, _seat(0, nonce_at=5), "seats.0.nonce_at"),
    "a share after the start": (_running, _seat(0, nonce_at=2**31), "seats.0.nonce_at"),
    "the commit of a share": (_running, _seat(1, nonce_version=99), "seats.1.nonce_version"),
    "the order of the shares": (_running, _swapped, "nonce_at"),
    "when no share was set": (_running, _seat(2, nonce_at=1_800_000_000, nonce_version=2), "seats."),
    "half of when a share was set": (_running, _seat(0, nonce_version=0), "seats.0.nonce_at"),
    "how much it goes on from": (_fork, _roster("origin", "ply", to=1), "origin.ply"),
    "what it goes on from": (_fork, _roster("origin", "id", to="m1"), "origin.id"),
    "from what kind of thing it goes on": (_fork, _roster("origin", "kind", to="record"), "origin.id"),
    "that it goes on from a record": (_fork_of_record, _roster("origin", "kind", to="match"), "origin.id"),
    "what that was called": (_fork, _roster("origin", "name", to="Other"), "origin.name"),
    "that it goes on from something": (_fork, lambda office, match: _drop_origin(office, match), ""),
    "a player's list": (_running, _no_list("bram"), "seats.1.player"),
    "the list of a table that waits": (_waiting, _no_list("anna"), "seats.0.player"),
    "what a player's list says": (_running, _other_list, "seats.0.list.created"),
    "a row before its time": (_running, _of("L#00000004#1", "at", to=_earlier), "L#00000004#1.at"),
    "a head that vanishes": (_running, _column("A#head", expires=2**31), "A#head.expires"),
    "a roster that vanishes": (_running, _column("A#roster", expires=2**31), "A#roster.expires"),
    "a row that vanishes": (_running, _column("L#00000004#1", expires=2**31), "L#00000004#1.expires"),
    "an origin that vanishes": (_fork, _column("O#origin", expires=2**31), "O#origin.expires"),
    "a roster in the lobby": (_running, _column("A#roster", list=IndexKey("a", "b")), "A#roster.list"),
    "an origin to be worked off": (_fork, _column("O#origin", work=IndexKey("a", "b")), "O#origin.work"),
    "a row that is said to be something else": (_running, _column("L#00000004#1", kind="seat"), "L#00000004#1.kind"),
    "what went on by itself": (_fork, _kind("started", "continued"), "log"),
    "how it began": (_waiting, _kind("created", "started"), "log"),
    "that it began twice": (_running, _kind("sealed", "created"), "log.created"),
    "that it was called off": (_called_off, _kind("cancelled", "continued"), "log.cancelled"),
    "when the sweep looks at what has ended": (_over, _due, "due"),
}


def _drop_origin(office: AdminOffice, match: Match) -> None:
    change(office, match, "A#roster", lambda body: body.pop("origin"))


@pytest.mark.parametrize("what", TAMPERED)
def test_what_the_log_does_not_tell_is_held_against_what_else_is_known(what: str, office: AdminOffice) -> None:
    begin, tamper, field = TAMPERED[what]
    match = begin(office)
    assert flaws(office.desk.env) == {}
    tamper(office, match)
    found = flaws(office.desk.env)
    assert set(found) == {match.id}
    assert found[match.id].field.startswith(field) or field in found[match.id].field


def test_who_deleted_an_account_is_not_missed_on_a_list(office: AdminOffice) -> None:
    match = _over(office)
    accounts.delete_account(office.desk.env, "bram")
    office.store.commit([Delete(repository.seat_key("bram", match.id))])
    assert flaws(office.desk.env) == {}


def test_migrations_that_the_log_does_not_tell_of_are_found(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram")
    upgraded(office, Two(Newer()))
    migrate(office.desk.env, match.id)
    assert flaws(office.desk.env) == {}
    _roster("migrations", 0, 2, to=lambda version: version - 1)(office, match)
    assert flaws(office.desk.env)[match.id].field == "migrations"


@pytest.mark.parametrize("begin", [_waiting, _called_off, _running, _over])
@pytest.mark.parametrize("tamper", [_roster("rules_version", to=9), _roster("game", to="chess")])
def test_a_match_by_rules_that_are_not_here_keeps_no_other_from_being_checked(
    begin: Begin, tamper: Tamper, office: AdminOffice
) -> None:
    bad, other = begin(office), office.desk.table("cees", "dora")
    tamper(office, bad)
    done = office.admin("verify", "--all")
    first, last = done.out.splitlines()
    assert (done.status, done.err) == (1, "")
    assert first.startswith(f"broken {bad.id}: ")
    assert "which are not here at the moment" in first
    assert last.startswith("2 matches")
    assert last.endswith(": 1 broken")
    told = [json.loads(line) for line in office.admin("verify", "--all", "--json").out.splitlines()]
    assert [told[0]["match"], told[-1]["broken"]] == [bad.id, 1]
    assert office.admin("verify", bad.id).status == 1
    shown = office.admin("inspect", bad.id)
    assert (shown.status, shown.err) == (0, "")
    assert f"{bad.id}: " in shown.out
    assert "which are not here at the moment" in shown.out
    assert office.admin("inspect", other.id).status == 0


def test_a_store_with_such_a_match_is_restored_and_told_of(office: AdminOffice, tmp_path: Any, capsys: Any) -> None:
    bad = _waiting(office)
    office.desk.table("cees", "dora")
    _roster("rules_version", to=9)(office, bad)
    path = tmp_path / "all.jsonl"
    assert office.admin("export", "--all", str(path)).status == 0
    fresh = AdminOffice(capsys, clock=office.clock, is_empty=True)
    done = fresh.admin("restore", str(path))
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines()[1].startswith(f"broken {bad.id}: ")
    assert done.out.splitlines()[2] == "2 matches (1 running, 1 waiting): 1 broken"
    assert fresh.store.get(Key(f"M#{bad.id}", "A#roster")) == office.store.get(Key(f"M#{bad.id}", "A#roster"))
