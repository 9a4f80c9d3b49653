"""Scenes and requests around a table that runs, for the fault table: stand-ins, substitutes, nudges, draws."""

from __future__ import annotations

from typing import Any

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import HOUR
from chalicelib.players.ports import Env
from tests.matches.desk import Desk

ANNA, BRAM, CEES = Caller("anna"), Caller("bram"), Caller("cees")


def lent(desk: Desk) -> Match:
    """A bot plays for the first of two."""
    return service.lend(desk.env, desk.table("anna", "bram").id, ANNA)


def wanted(desk: Desk) -> Match:
    """Somebody is looked for who takes the first seat over, and it is kept for a friend."""
    return service.substitute(desk.env, desk.table("anna", "bram").id, ANNA, handle="cees")


def slow(desk: Desk) -> Match:
    """Two who have had an hour."""
    match = desk.table("anna", "bram")
    desk.clock.advance(HOUR)
    return match


def offered(desk: Desk) -> Match:
    """The second of two would have a draw."""
    return service.offer_draw(desk.env, desk.table("anna", "bram").id, BRAM)


def lend(env: Env, _: Desk, match: Match | None) -> Any:
    """Lend the first seat."""
    return service.lend(env, _id(match), ANNA)


def take_back(env: Env, _: Desk, match: Match | None) -> Any:
    """Take it back."""
    return service.take_back(env, _id(match), ANNA)


def call(env: Env, _: Desk, match: Match | None) -> Any:
    """Look for somebody who takes it over."""
    return service.substitute(env, _id(match), ANNA)


def end_call(env: Env, _: Desk, match: Match | None) -> Any:
    """Look for nobody any more."""
    return service.end_call(env, _id(match), ANNA)


def take_over(env: Env, _: Desk, match: Match | None) -> Any:
    """Take it over."""
    return service.substitute(env, _id(match), CEES, 0)


def nudge(env: Env, _: Desk, match: Match | None) -> Any:
    """Nudge whoever has to decide."""
    return service.nudge(env, _id(match), ANNA)


def offer(env: Env, _: Desk, match: Match | None) -> Any:
    """Offer a draw, or accept one."""
    return service.offer_draw(env, _id(match), ANNA)


def decline(env: Env, _: Desk, match: Match | None) -> Any:
    """Decline one."""
    return service.decline_draw(env, _id(match), ANNA)


def _id(match: Match | None) -> str:
    return match.id if match else ""
