"""Every match that was played verifies; one that was tampered with is named with the ply and the field."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from chalicelib import games
from chalicelib.matches import pace, packing, record_file, records, repository, service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.origin import origin_key
from chalicelib.players.ports import Delete, Item, Key, Page, Put, StoreUnavailableError
from infra.admin.tables import PAGE, READINGS
from tests.adapters.decorator import StoreDecorator
from tests.admin import busy, plays
from tests.admin.desk import AdminOffice, Done, flaws
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.endings import short
from tests.players.desk import MeddledStore

TABLES = [(key, seats) for key in games.keys() for seats in games.meta(key).seats]  # noqa: SIM118 - not a mapping
WHAT_HAPPENS: tuple[str, ...] = ("ended", "late", "played", "resigned", "retracted", "swept", "ordered")
WHAT_HAPPENS += ("lent", "returned", "called", "offered", "declined")
T = TypeVar("T")
Body = dict[str, Any]
Tamper = Callable[[AdminOffice, Match], None]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_matches_played_at_random_verify_at_every_stage(game: str, seats: int) -> None:
    desk, seen = Desk(), Counter[str]()
    for lot, stop in enumerate((1, 9, 40)):
        plays.play(desk, game, seats, lot, stop=stop, seen=seen)
    assert seen["played"] > 20
    assert flaws(desk.env) == {}


def test_much_happens_in_matches_played_at_random() -> None:
    seen, desk = Counter[str](), Desk()
    for lot in range(8):
        plays.play(desk, "passing-game", 4, lot, seen=seen)
    plays.play(desk, "keer-op-keer", 4, 0, seen=seen, stop=90)
    assert min(seen[what] for what in WHAT_HAPPENS) > 0
    assert flaws(desk.env) == {}


@pytest.mark.parametrize(("game", "seats"), [(key, games.meta(key).seats[2]) for key in games.keys()])  # noqa: SIM118
def test_busy_tables_verify(game: str, seats: int) -> None:
    seen = Counter[str]()
    desk = busy.play(game, seats, 1, 60, seen)
    assert seen["move"] > 10
    assert flaws(desk.env) == {}


def test_matches_that_never_began_verify(office: AdminOffice) -> None:
    desk = office.desk
    waiting = desk.create(ME, OPEN)
    service.leave(desk.env, "anna", desk.create(ME, OPEN).id)
    desk.table("anna", "bram", game="passing-game")
    done = office.admin("verify", "--all")
    assert done.out == "3 matches (1 cancelled, 1 running, 1 waiting): none broken\n"
    assert (done.status, office.admin("verify", waiting.id).out) == (0, "1 match (1 waiting): none broken\n")


@pytest.mark.parametrize("game", games.keys())
def test_a_match_that_goes_on_from_another_one_verifies(game: str) -> None:
    desk = Desk()
    told = plays.play(desk, game, 2, 1)
    assert told.head.status == "over"
    desk.clock.advance(3_600)
    seats = (ME, *[BOT] * (len(told.roster.seats) - 1))
    match = desk.create(*seats, game=game, origin=From("match", told.id, 0))
    for _ in range(5):
        if 0 in desk.to_move(match):
            desk.play(match, 0)
    assert desk.load(match).head.ply > 2
    assert flaws(desk.env) == {}
    desk.store.commit([Delete(origin_key(match.id))])
    assert flaws(desk.env)[match.id].field == "O#origin"


def _playing(office: AdminOffice) -> Match:
    """Two in the Passing Game, six moves in, whose hands nobody else may know."""
    match = office.desk.table("anna", "bram", game="passing-game")
    for _ in range(6):
        office.desk.play(match, office.desk.to_move(match)[0])
    return office.desk.load(match)


def _over(office: AdminOffice) -> Match:
    match = office.desk.table("anna", "bram", game="sequence-dice")
    return office.desk.play_out(match)


def _sealing(office: AdminOffice) -> Match:
    """Four in Keer op Keer, three of whom have chosen."""
    match = office.desk.table("anna", "bram", "cees", "dora")
    for seat in (0, 1, 3):
        office.desk.play(match, seat)
    return office.desk.load(match)


def change(office: AdminOffice, match: Match, sort: str, edit: Callable[[Body], None], **fields: Any) -> None:
    """Change the body of an item of a match, and what else is said, as nobody in the service would."""
    item = office.store.get(Key(f"M#{match.id}", sort))
    assert item is not None
    body: Body = json.loads(json.dumps(packing.unpack(item.body)))
    edit(body)
    office.store.commit([Put(replace(item, body=body, **fields))])


def _set(sort: str, *path: str | int, to: Any, fields: Mapping[str, Any] | None = None) -> Tamper:
    """Put something else at a path of an item's body; a function makes it of what is there."""

    def edit(body: Any) -> None:
        *way, last = path
        for step in way:
            body = body[step]
        body[last] = to(body[last]) if callable(to) else to

    return lambda office, match: change(office, match, sort, edit, **(fields or {}))


def _drop(sort: str, name: str) -> Tamper:
    def edit(body: Body) -> None:
        del body[name]

    return lambda office, match: change(office, match, sort, edit)


def _without(sort: str) -> Tamper:
    return lambda office, match: office.store.commit([Delete(Key(f"M#{match.id}", sort))])


def _newest(office: AdminOffice, match: Match) -> str:
    return repository.log_key(match.id, *match.head.last).sort


def _of_newest(*path: str | int, to: Any) -> Tamper:
    return lambda office, match: _set(_newest(office, match), *path, to=to)(office, match)


def _other_state(office: AdminOffice, match: Match) -> None:
    """Two seats' hands change places."""

    def edit(body: Body) -> None:
        hands = body["state"]["hands"]
        hands[0], hands[1] = hands[1], hands[0]

    change(office, match, "A#head", edit)


def _other_move(office: AdminOffice, match: Match) -> None:
    """Another legal move stands on record for move 3 than was submitted."""

    def edit(body: Body) -> None:
        body["entries"][0][2] = "draw" if body["entries"][0][2] != "draw" else "pass"

    rows = [row for row in repository.log(office.desk.env, match.id) if row.entries and row.entries[0].ply == 3]
    change(office, match, repository.log_key(match.id, rows[0].n, rows[0].seat).sort, edit)


def _other_sealed(office: AdminOffice, match: Match) -> None:
    """Seat 1 has sealed another choice than it submitted."""
    game, base = office.desk.game(match), match.head.state
    if game.sealed(base, 1) is not None:
        base = game.retract(base, 1)
    legal = game.legal_moves(base, 1)
    state = game.apply_move(base, 1, legal[-1], match.roster.chance(1))
    assert game.sealed(state, 1) == legal[-1]
    office.store.commit(repository.writes(match, replace(match.head, state=state), None))


def _retracted(office: AdminOffice) -> Match:
    match = _sealing(office)
    service.retract(office.desk.env, match.id, 1, match.head.opened[1], office.desk.caller(match, 1))
    return office.desk.load(match)


def _later(at: int) -> int:
    return at + 60


def _earlier(at: int) -> int:
    return at - 60


def _other_value(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else f"{value}x"


TAMPERED: dict[str, tuple[Callable[[AdminOffice], Match], Tamper, int | None, str]] = {
    "hands": (_playing, _other_state, 6, "state.hands.0"),
    "a number of the position": (_playing, _set("A#head", "state", "turn", to=lambda turn: 1 - turn), 6, "state.turn"),
    "a shape that no position has": (_playing, _set("A#head", "state", "turn", to=None), None, "state.turn"),
    "the ply": (_playing, _set("A#head", "ply", to=7), 6, "ply"),
    "the promise": (_playing, _set("A#roster", "commitment", to="00" * 32), None, "commitment"),
    "the seed": (_playing, _set("A#roster", "seed", to=lambda seed: seed[::-1]), None, "commitment"),
    "a nonce": (_playing, _set("A#roster", "seats", 0, to=lambda seat: {**seat, "nonce": "ab"}), 1, "moves.1"),
    "a move on record": (_playing, _other_move, 3, "moves.3"),
    "the draws of a move": (_playing, _of_newest("draws", to=None), None, ""),
    "who comes before": (_playing, _of_newest("prev", to=[1, 1]), None, "prev"),
    "the newest row": (_playing, lambda office, match: _without(_newest(office, match))(office, match), 6, "last"),
    "the first row": (_playing, _without("L#00000002#t"), None, "prev"),
    "an open decision": (_playing, _set("A#head", "opened", to=[0, 0]), 6, "opened"),
    "a decision that nobody has": (_playing, _set("A#head", "opened", to=[8, 8]), 6, "opened"),
    "a deadline": (_playing, _set("A#head", "deadlines", to=[0, 0]), 6, "deadlines"),
    "when it is due": (_playing, _set("A#head", "due", to=0), 6, "due"),
    "its place in the index": (_playing, _set("A#head", "hows", to=["", ""], fields={"work": None}), 6, "A#head.work"),
    "the status": (_playing, _set("A#head", "status", to="over"), 6, "opened.0"),
    "a roster of another match": (_playing, _set("A#roster", "id", to="m2"), None, "id"),
    "no roster": (_playing, _without("A#roster"), None, "A#roster"),
    "no head": (_playing, _without("A#head"), None, "A#head"),
    "a row that cannot be read": (_playing, _drop("L#00000002#t", "kind"), None, "L#00000002#t"),
    "rules that are not here": (_playing, _set("A#roster", "rules_version", to=77), None, "A#head"),
    "an outcome": (_over, _set("A#head", "status", to="running"), None, "status"),
    "when it ended": (_over, _set("A#head", "ended", to=0), None, "ended"),
    "the name of who played": (
        _over,
        _set("A#roster", "seats", 0, to=lambda seat: {**seat, "kind": "bot"}),
        2,
        "export",
    ),
    "a sealed choice": (_sealing, _other_sealed, 0, "sealed.1"),
    "a choice that was taken back": (_retracted, _other_sealed, 0, "state"),
    "how a sealed choice came about": (_sealing, _set("A#head", "hows", 1, to="timeout"), 0, "hows.1"),
    "what was told of a move": (_playing, _of_newest("facts", 0, 1, to=lambda seat: 1 - seat), 6, ".facts.0.1"),
    "what a seat was told of a move": (_sealing, _set("L#00000004#0", "own", "0", 0, 2, to="pass"), 0, ".own.0.0.2"),
    "what a seat was told alone": (_playing, _of_newest("own", to={"0": [["passed", 1]]}), 6, ".own"),
    "what was told of the beginning": (_playing, _set("L#00000002#t", "facts", 0, 2, to=2), None, "#t.facts.0.2"),
    "what was told of the first roll": (_sealing, _set("L#00000004#t", "facts", 0, 2, to=_other_value), 0, "#t.facts."),
    "more than was told": (_sealing, _set("L#00000004#0", "facts", to=[["chose", 3]]), 0, "L#00000004#0.facts"),
    "a deadline that another comes before": (_sealing, _set("A#head", "deadlines", 0, to=_later), 0, "deadlines.0"),
    "a deadline before its time": (_sealing, _set("A#head", "deadlines", 3, to=_earlier), 0, "deadlines.3"),
    "when it began": (_playing, _set("A#head", "started", to=_later), 6, "started"),
    "a bot in a player's seat": (_playing, _set("A#roster", "seats", 1, "level", to=2), None, ""),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_found(what: str, office: AdminOffice) -> None:
    begin, tamper, ply, field = TAMPERED[what]
    match = begin(office)
    other = office.desk.table("cees", "dora")
    assert flaws(office.desk.env) == {}
    tamper(office, match)
    found = flaws(office.desk.env)
    assert set(found) == {match.id} != {other.id}
    flaw = found[match.id]
    assert field in flaw.field
    assert ply in (None, flaw.ply)
    done = office.admin("verify", "--all")
    assert done.status == 1
    first, last = done.out.splitlines()
    assert first.startswith(f"broken {match.id}: ")
    assert f"{flaw.field}: {flaw.why}" in first
    assert last.endswith(": 1 broken")


def test_a_deadline_that_an_outage_moved_is_where_it_may_be(office: AdminOffice) -> None:
    match = _sealing(office)
    service.sweep(office.desk.env)
    office.desk.clock.advance(9 * 86_400)
    assert service.sweep(office.desk.env).excused == 1
    moved = office.desk.load(match)
    assert moved.head.deadlines[2] > match.head.deadlines[2]
    assert flaws(office.desk.env) == {}
    _set("A#head", "deadlines", 2, to=lambda at: at + pace.LONGEST + 86_400)(office, moved)
    assert flaws(office.desk.env)[match.id].field == "deadlines.2"


def test_a_choice_that_is_sealed_and_revealed_by_one_commit_verifies() -> None:
    desk = Desk()
    rows = [
        row for lot in range(12, 15) for row in repository.log(desk.env, plays.play(desk, "keer-op-keer-3", 4, lot).id)
    ]
    assert any(row.kind == "sealed" and row.seat in {entry.seat for entry in row.entries} for row in rows)
    assert flaws(desk.env) == {}


def test_what_a_bot_sealed_is_what_it_may_choose(office: AdminOffice) -> None:
    match = office.desk.create(ME, BOT, BOT)
    assert office.desk.game(match).sealed(match.head.state, 1) is not None
    assert flaws(office.desk.env) == {}
    game = office.desk.game(match)
    state = match.head.state
    for seat in (1, 2):
        state = game.retract(state, seat)
    office.store.commit(repository.writes(match, replace(match.head, state=state), None))
    assert flaws(office.desk.env)[match.id].field.startswith("state")


def test_a_match_that_is_played_while_it_is_read_is_read_again(office: AdminOffice) -> None:
    match = _playing(office)

    class Played(StoreDecorator):
        """A store in which somebody moves just after the match was read, a few times."""

        left = 3

        def around(self, method: str, call: Callable[[], T]) -> T:
            done = call()
            if method == "query" and self.left:
                self.left -= 1
                office.desk.play(match, office.desk.to_move(match)[0])
            return done

    store = Played(office.store)
    done = office.admin("verify", "--all", store=store)
    assert (done.status, done.out, store.left) == (0, "1 match (1 running): none broken\n", 0)
    store.left = READINGS + 1
    done = office.admin("verify", match.id, store=store)
    assert (done.status, "is played faster than it can be read" in done.out) == (1, True)


def test_a_large_table_is_read_in_pages(office: AdminOffice) -> None:
    _over(office)
    asked = set[int | None]()

    class Paged(StoreDecorator):
        """A store that notes how many items a query may give at once."""

        def query(self, partition: str, *, limit: int | None = None, **asking: Any) -> Page:
            asked.add(limit)
            return super().query(partition, limit=limit, **asking)

    assert office.admin("verify", "--all", store=Paged(office.store)).status == 0
    assert asked == {PAGE}


def _record(office: AdminOffice) -> tuple[str, Item]:
    """A record that two brought in: its id, and its item."""
    told = short("sequence-dice")[1]
    for player in ("anna", "bram"):
        name = records.keep(office.desk.env, player, told).id
    item = office.store.get(records.record_key(name))
    assert item is not None
    return name, item


def _lying(item: Item) -> Body:
    """A record in which seat 0 has another name, which its own mark denies, packed as ever."""
    told = record_file.unpacked(item.body)
    seats = [told.seats[0].model_copy(update={"name": "Somebody else"}), *told.seats[1:]]
    return {**item.body, "packed": records.packed(told.model_copy(update={"seats": seats}))}


def _another(item: Item) -> Body:
    return {**item.body, "packed": records.packed(short("passing-game")[1])}


SPOILT: dict[str, tuple[Callable[[Item], Body], str, str]] = {
    "no base 85": (lambda item: {**item.body, "packed": "nothing here"}, "record", "damaged"),
    "cut off": (lambda item: {**item.body, "packed": item.body["packed"][:-40]}, "record", "damaged"),
    "no record": (lambda item: {**item.body, "packed": packing.squeezed(b"{}")}, "record", "damaged"),
    "nothing": (lambda item: {"people": item.body["people"]}, "record", "damaged"),
    "another record": (_another, "id", "not the id of what stands there"),
    "a lie": (_lying, "id", "not the id of what stands there"),
    "too few people": (lambda item: {**item.body, "people": 1}, "people", "so many have not brought it in"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_record_that_is_not_the_one_that_was_brought_in_is_named(what: str, office: AdminOffice) -> None:
    spoil, field, why = SPOILT[what]
    name, item = _record(office)
    office.desk.table("anna", "bram")
    assert office.admin("verify", "--all").out == "1 match (1 running), 1 record: none broken\n"
    office.store.commit([Put(replace(item, body=spoil(item)))])
    done = office.admin("verify", "--all")
    first, last = done.out.splitlines()
    assert (done.status, last) == (1, "1 match (1 running), 1 record: 1 broken")
    assert first.startswith(f"broken record {name}: {field}: ")
    assert why in first
    told = [json.loads(line) for line in office.admin("verify", "--all", "--json").out.splitlines()]
    assert (told[0]["record"], told[0]["field"], told[1]["records"]) == (name, field, 1)


def test_a_record_that_does_not_hold_is_named_with_its_ply(office: AdminOffice) -> None:
    name, item = _record(office)
    told = record_file.unpacked(item.body)
    moves = [*told.moves[:2], told.moves[2].model_copy(update={"dice": "1/7"}), *told.moves[3:]]
    other = told.model_copy(update={"moves": moves})
    key = records.record_key(records.record_id(other))
    body = {"packed": records.packed(other), "people": 0}
    office.store.commit([Put(replace(item, key=key, body=body))])
    found = flaws(office.desk.env)
    assert set(found) == {records.record_id(other)} != {name}
    assert (found[records.record_id(other)].field, found[records.record_id(other)].ply) == ("record", 3)


def test_what_is_not_there_or_not_said_is_told(office: AdminOffice) -> None:
    assert office.admin("verify", "nope") == Done(2, "", "There is no match 'nope' here.\n")
    assert office.admin("verify") == Done(2, "", "Say which matches to verify, or --all.\n")
    assert office.admin("verify", "m", "--all").status == 2
    assert office.admin("verify", "--all") == Done(0, "0 matches: none broken\n", "")


def test_values_are_told_only_where_that_is_asked_for(office: AdminOffice) -> None:
    match = _playing(office)
    _other_state(office, match)
    done = office.admin("verify", match.id, "--json")
    flaw, total = map(json.loads, done.out.splitlines())
    assert flaw.keys() == {"match", "ply", "field", "why"}
    assert total == {"matches": 1, "statuses": {"running": 1}, "records": 0, "broken": 1}
    revealed = office.admin("verify", match.id, "--json", "--reveal")
    assert json.loads(revealed.out.splitlines()[0])["stored"] is not None
    assert "must not know of each other" in revealed.err
    assert "(stored " in office.admin("verify", match.id, "--reveal").out


def test_a_store_that_does_not_answer_is_no_broken_match(office: AdminOffice) -> None:
    match = _playing(office)
    store = MeddledStore(office.store)
    store.fault = StoreUnavailableError("nobody answers")
    assert office.admin("verify", match.id, store=store) == Done(2, "", "nobody answers\n")


def test_a_substitute_who_gives_up_beside_a_partner_verifies(office: AdminOffice) -> None:
    desk = office.desk
    match = desk.table("anna", "bram", "cees", "dora", game="sequence-dice", visibility="public")
    seat = desk.to_move(match)[0]
    service.substitute(desk.env, match.id, desk.caller(match, seat))
    service.substitute(desk.env, match.id, Caller("elin"))
    service.resign(desk.env, match.id, Caller("elin"))
    assert flaws(desk.env) == {}


def test_a_choice_that_was_sealed_when_its_player_left_for_good_verifies(office: AdminOffice) -> None:
    desk = office.desk
    match = desk.table("anna", "bram", "cees")
    desk.play(match, 0, {"text": "pass"})
    service.leave_for_good(desk.env, "anna")
    assert "retired" in [row.kind for row in repository.log(desk.env, match.id)]
    assert flaws(desk.env) == {}
