"""A match of Ann's in every state a match can be in, for tests that want to see them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chalicelib.matches import expiry
from tests.web.desk import GAME, Desk

DAY = 86_400
PASS = {"text": "pass"}


def _made(desk: Desk, *handles: str, **wish: object) -> str:
    """A match of Ann's with seats for herself, for these players ("": anybody)."""
    others = [{"kind": "player", "handle": handle} if handle else {"kind": "open"} for handle in handles]
    for handle in filter(None, handles):
        desk.player(handle)
    made = desk.post("/matches", {"game": GAME, "seats": [{"kind": "me"}, *others], **wish}, by="ann")
    assert made.status == 201, made.body
    return str(made.json["id"])


def waiting(desk: Desk) -> str:
    """Public, with an open seat."""
    return _made(desk, "", visibility="public")


def reserved(desk: Desk) -> str:
    """With a seat that is kept for Bob, and one for anybody."""
    return _made(desk, "bob", "")


def private(desk: Desk) -> str:
    """Private and running, between Ann and Bob."""
    match = _made(desk, "bob", visibility="private")
    assert desk.post(f"/matches/{match}/join", by="bob").json["status"] == "running"
    return match


def kept_private(desk: Desk) -> str:
    """Private, and Bob has not joined yet."""
    return _made(desk, "bob", visibility="private")


def running(desk: Desk) -> str:
    """Between Ann and Bob, both to move."""
    return desk.table("ann", "bob")


def sealed(desk: Desk) -> str:
    """With Ann's choice sealed, and a roll on record."""
    match = desk.table("ann", "bob")
    for name in ("ann", "bob", "ann"):
        assert desk.move(match, name, PASS).status == 200
    assert desk.decision(match, "ann")["sealed"] == "pass"
    return match


def overdue(desk: Desk) -> str:
    """With everybody's time up, and no sweep yet."""
    match = desk.table("ann", "bob")
    desk.clock.advance(4 * DAY)
    assert desk.decision(match, "ann")["overdue"]
    return match


def pass_time(desk: Desk, *names: str) -> str:
    """A match of these players whose deadlines have just come, the sweep having been there all the time."""
    match = desk.table(*names, pace={"decision_time": 3_600})
    for seconds in (3_000, 540):
        desk.clock.advance(seconds)
        expiry.sweep(desk.env)
    desk.clock.advance(60)
    return match


def timed_out(desk: Desk) -> str:
    """With a timeout move sealed for Ann, who came too late, while the others are as late and no sweep has seen it."""
    match = pass_time(desk, "ann", "bob", "cas")
    assert desk.move(match, "ann", PASS).json["code"] == "out_of_time"
    assert desk.decision(match, "ann")["sealed"] == "pass"
    return match


def expired(desk: Desk) -> str:
    """With a move played for each seat whose time was up."""
    match = pass_time(desk, "ann", "bob")
    expiry.sweep(desk.env)
    assert "expired" in [row["kind"] for row in desk.get(f"/matches/{match}/log").json["entries"]]
    return match


def ended(desk: Desk) -> str:
    """Over, since Bob gave up."""
    match = desk.table("ann", "bob")
    assert desk.post(f"/matches/{match}/resign", by="bob").json["status"] == "over"
    return match


def cancelled(desk: Desk) -> str:
    """Called off, since nobody came."""
    match = _made(desk, "")
    desk.clock.advance(15 * DAY)
    expiry.sweep(desk.env)
    assert desk.get(f"/matches/{match}", by="ann").json["status"] == "cancelled"
    return match


def deserted(desk: Desk) -> str:
    """Called off, since Ann left it."""
    match = _made(desk, "")
    assert desk.post(f"/matches/{match}/leave", by="ann").json["status"] == "cancelled"
    return match


STATES: Mapping[str, Callable[[Desk], str]] = {
    each.__name__: each
    for each in (
        waiting,
        reserved,
        private,
        kept_private,
        running,
        sealed,
        overdue,
        timed_out,
        expired,
        ended,
        cancelled,
        deserted,
    )
}
"""Every state by its name; several of them let time pass."""
