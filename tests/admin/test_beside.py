"""Rows that owe notices beside the log are what the log and the table lead to; one that was tampered with is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import HOUR
from chalicelib.matches.wish import SeatWish
from chalicelib.players.ports import Delete
from tests.admin.desk import flaws
from tests.admin.meddling import Body, copied, edited, item_at, put_at
from tests.matches.desk import ME, OPEN, Desk
from tests.matches.time_passing import run_out, until_due


def _reminded(desk: Desk) -> Match:
    """Three of whom the last two were reminded once they had used half of their time."""
    match = desk.table("anna", "bram", "cees")
    run_out(desk, HOUR)
    desk.play(match, 0)
    assert until_due(desk, match).reminded == 1
    return desk.load(match)


def _nudged(desk: Desk) -> Match:
    """Three of whom the first has nudged the other two."""
    match = desk.table("anna", "bram", "cees")
    run_out(desk, 2 * HOUR)
    desk.play(match, 0)
    return service.nudge(desk.env, match.id, Caller("anna"))


def _talked(desk: Desk) -> Match:
    """Two at a table, of whom one has spoken before a move, and one who watches after it."""
    match = desk.table("anna", "bram", visibility="public")
    service.say(desk.env, match.id, "Good luck", Caller("anna"))
    desk.clock.advance(60)
    desk.play(match, 0)
    service.say(desk.env, match.id, "Who wins?", Caller("cees"))
    service.unsay(desk.env, match.id, 1, Caller("anna"))
    return desk.load(match)


def _invited(desk: Desk) -> Match:
    """A table that waits, at which one was invited after it was set up."""
    match = desk.create(ME, OPEN, OPEN)
    return service.invite(desk.env, "anna", match.id, SeatWish("player", handle="bram"), 1)


def _vacated(desk: Desk) -> Match:
    """A table that waits, which one has left."""
    match = desk.create(ME, OPEN, OPEN)
    service.join(desk.env, "bram", match.id)
    return service.leave(desk.env, "bram", match.id)


def _freed(desk: Desk) -> Match:
    """A table to which somebody was invited by mail whom an invitation to another one reached first."""
    first = desk.create(ME, OPEN)
    service.invite(desk.env, "anna", first.id, SeatWish("invite", email="gast@example.net"))
    match = desk.create(ME, OPEN, player="bram")
    match = service.invite(desk.env, "bram", match.id, SeatWish("invite", email="gast@example.net"))
    desk.clock.advance(HOUR)
    service.uninvite(desk.env, "anna", first.id, 1)
    return match


SCENES: dict[str, Callable[[Desk], Match]] = {
    "reminded": _reminded,
    "nudged": _nudged,
    "talked": _talked,
    "invited": _invited,
    "vacated": _vacated,
    "freed": _freed,
}
SORTS = {"reminded": "N#", "nudged": "N#", "talked": "N#00000001", "invited": "N#", "vacated": "N#"}
SORTS |= {"freed": "N#00000000"}


@pytest.mark.parametrize("scene", SCENES)
def test_what_owes_notices_beside_the_log_verifies(scene: str) -> None:
    desk = Desk()
    match = SCENES[scene](desk)
    assert item_at(desk, match, SORTS[scene]).kind == "log"
    assert flaws(desk.env) == {}


def _later(seconds: int) -> Callable[[int], int]:
    return lambda at: at + seconds


DAMAGE: dict[str, tuple[str, tuple[str | int, ...], Any, str]] = {
    "what it is": ("reminded", ("kind",), "nudged", "kind"),
    "what stands in the log": ("reminded", ("kind",), "moved", "kind"),
    "words": ("reminded", ("text",), "pass", "text"),
    "moves": ("nudged", ("entries",), [[1, 0, "pass", "played"]], "entries"),
    "how a choice came about": ("nudged", ("chosen",), [[0, "forced"]], "chosen"),
    "nothing that is owed": ("nudged", ("owed",), [], "owed"),
    "another notice": ("reminded", ("owed", 0, 0), "your_turn", "owed"),
    "a notice of no kind": ("reminded", ("owed", 0, 0), "greeting", "owed.0.category"),
    "a commit that a move made": ("reminded", ("version",), 4, "n"),
    "a commit that is to come": ("talked", ("version",), 77, "version"),
    "before the start": ("talked", ("at",), _later(-HOUR), ".at"),
    "after the next row": ("talked", ("at",), _later(2 * HOUR), ".at"),
    "in the future": ("reminded", ("at",), _later(HOUR), ".at"),
    "by whom": ("nudged", ("seat",), 1, "N#"),
    "whose turn": ("reminded", ("owed", 0, 1), 0, "owed.0"),
    "who sat there": ("reminded", ("owed", 0, 2), "dora", "owed.0.player"),
    "another decision": ("reminded", ("owed", 0, 3), 99, "owed.0.n"),
    "another decision to be nudged for": ("nudged", ("owed", 1, 3), 99, "owed.1.n"),
    "told twice": ("nudged", ("owed",), lambda owed: [*owed, owed[0]], "owed"),
    "one of two": ("reminded", ("owed",), lambda owed: owed[:1], "owed"),
    "a reminder that waits": ("reminded", ("owed", 0, 4), 1_900_000_000, "owed.0.after"),
    "a nudge that waited": ("nudged", ("owed", 0, 4), 60, "owed.0.after"),
    "another message": ("talked", ("n",), 2, "N#"),
    "another time of a message": ("talked", ("at",), _later(1), ".at"),
    "the author's place": ("talked", ("owed", 0, 2), "anna", "owed"),
    "when to tell": ("talked", ("owed", 0, 4), _later(1), "owed"),
    "at another place": ("talked", ("owed", 0, 1), 0, "owed.0.player"),
    "whom to invite": ("invited", ("owed", 0, 2), "", "owed"),
    "to which seat": ("invited", ("owed", 0, 1), 2, "owed"),
    "nobody to be told": ("vacated", ("owed", 0, 2), "cees", "owed"),
    "how one went": ("vacated", ("text",), "flew", "text"),
    "who went": ("vacated", ("print",), "", "text"),
    "the place of whoever is told": ("vacated", ("owed", 0, 1), 1, "seat"),
    "a version of what waited for another": ("freed", ("version",), 2, "N#"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_row_beside_the_log_that_was_tampered_with_is_found(what: str) -> None:
    scene, path, value, field = DAMAGE[what]
    desk = Desk()
    match = SCENES[scene](desk)
    edited(desk, match, SORTS[scene], put_at(path, value), work=None)
    flaw = flaws(desk.env)[match.id]
    assert flaw.field.startswith("N#")
    assert field in flaw.field


@pytest.mark.parametrize("scene", ["reminded", "talked", "vacated"])
def test_a_row_under_another_key_is_found(scene: str) -> None:
    desk = Desk()
    match = SCENES[scene](desk)
    copied(desk, match, SORTS[scene], "N#00000003#t#other")
    assert flaws(desk.env)[match.id].field.startswith("N#00000003#t#other")


def test_two_rows_of_one_commit_are_found() -> None:
    desk = Desk()
    match = _nudged(desk)

    def edit(body: Body) -> None:
        body.update(kind="reminded", seat=-1, owed=[["reminder", *owed[1:]] for owed in body["owed"]])

    copied(desk, match, "N#", "N#00000005#t#reminded", edit, work=None)
    assert flaws(desk.env)[match.id].field == "N#00000005#t#reminded.version"


def test_a_reminder_that_nobody_was_to_have_yet_is_found() -> None:
    desk = Desk()
    match = _reminded(desk)
    edited(desk, match, "N#", put_at(("at",), _later(-HOUR)), work=None)
    assert flaws(desk.env)[match.id].field.endswith("#reminded.owed.0")


def test_what_was_said_without_a_row_that_tells_of_it_is_found() -> None:
    desk = Desk()
    match = _talked(desk)
    desk.store.commit([Delete(item_at(desk, match, "N#00000001").key)])
    assert flaws(desk.env)[match.id].field == "T#00000001"


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("pending", [["bram", 1]], "N#00000001#0#talk.owed"),
        ("pending", [], "N#00000001#0#talk.owed"),
        ("at", 1_790_000_001, "N#00000001#0#talk.at"),
        ("player", 3, "T#00000001.player"),
        ("pending", 3, "T#00000001"),
    ],
)
def test_a_message_that_no_row_can_tell_of_is_found(name: str, value: Any, field: str) -> None:
    desk = Desk()
    match = _talked(desk)
    edited(desk, match, "T#00000001", put_at((name,), value))
    assert flaws(desk.env)[match.id].field == field


def test_a_notice_of_what_was_said_that_waits_too_long_is_found() -> None:
    desk = Desk()
    match = _talked(desk)
    edited(desk, match, "T#00000002", put_at(("pending", 1, 1), _later(60)))
    edited(desk, match, "N#00000002", put_at(("owed", 0, 4), _later(60)))
    assert flaws(desk.env)[match.id].field == "T#00000002.pending"


def test_a_message_that_is_gone_is_found() -> None:
    desk = Desk()
    match = _talked(desk)
    desk.store.commit([Delete(item_at(desk, match, "T#00000001").key)])
    assert flaws(desk.env)[match.id].field == "N#00000001#0#talk.n"


@pytest.mark.parametrize("field", ["expires", "kind", "list"])
def test_what_stands_beside_the_body_of_such_a_row_is_looked_at(field: str) -> None:
    desk = Desk()
    match = _reminded(desk)
    other = {"expires": 1_999_999_999, "kind": "message", "list": item_at(desk, match, "A#head").work}
    edited(desk, match, "N#", lambda _: None, **{field: other[field]})
    assert flaws(desk.env)[match.id].field.endswith(f"#reminded.{field}")


def test_a_row_that_the_sweep_does_not_find_is_named() -> None:
    desk = Desk()
    match = _nudged(desk)
    head = item_at(desk, match, "A#head").work
    edited(desk, match, "N#", lambda _: None, work=head)
    assert flaws(desk.env)[match.id].field.startswith("N#")
