"""Matches of Take Away in one file, before and after its rules change: `python -m tests.guest.story before FOLDER`.

It runs in a copy of all this (planting.py, upgrading.py), step by step in processes of their own. Whatever is not as it
should be raises an AssertionError.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from chalice.test import Client

import app
from chalicelib import bootstrap, games
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.bootstrap import Container
from chalicelib.matches import proof, record, repository, service
from chalicelib.matches.errors import InvalidRecordError
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.record_form import Record
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import FixedClock, SequenceIds
from chalicelib.rules import LANGUAGES
from chalicelib.web import openapi
from tests.guest.planting import KEY
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.post.office import Office, text_of
from tests.site.house import Browser, settings

FILE = "turnpost.sqlite3"
LATER = 4_000_000_000
"""Later than the clock of whoever runs the tests, which the operator's tools go by."""
NAMES = ("anna", "bram")
LAST, FEW, MANY, LATE = "last", "few", "many", "late"
"""The match that is played to its end by the older rules, two that might be carried over, and one that starts later."""


class Returned(Desk):
    """The desk of a later day: its players are known, and fresh ids are none of those before."""

    def register(self, *names: str, language: str = "en") -> None:
        """Nobody: that was done before."""
        del names, language
        self.env = replace(self.env, ids=SequenceIds(5_000))


def before(store: SqliteStore, folder: Path, clock: FixedClock) -> None:
    """By version 1: three matches run, one waits for its second player."""
    desk = Desk(store, clock)
    made = {name: desk.table(*NAMES, game=KEY, options={"heap": heap}) for name, heap in ((LAST, 12), (FEW, 4))}
    made[MANY] = desk.table(*NAMES, game=KEY)
    made[LATE] = desk.create(ME, OPEN, player="anna", game=KEY)
    for name in (LAST, MANY):
        desk.play(made[name], 0, {"text": "3"})
    (folder / "matches.json").write_text(json.dumps({name: match.id for name, match in made.items()}))


def after(store: SqliteStore, folder: Path, clock: FixedClock) -> None:
    """By version 2: what began by version 1 ends by it, and what begins now is played by the new rules."""
    desk, known = Returned(store, clock), json.loads((folder / "matches.json").read_text())
    office = Office(store, clock, desk)
    _read_as_it_is(desk, known[LAST], office)
    _refused(lambda: desk.play(known[LAST], 1, {"text": "4"}))
    assert _record(desk, desk.play_out(desk.load(known[LAST]), "3")).rules_version == 1
    assert desk.create(ME, BOT, game=KEY, origin=From("match", known[LAST], 1)).roster.rules_version == 1
    late = service.join(desk.env, "bram", known[LATE])
    assert repository.rules(desk.env, late.roster).rules_version == 1
    newer = desk.table(*NAMES, game=KEY)
    _refused(lambda: desk.play(newer, 0, {"text": "3"}))
    desk.play(newer, 0, {"text": "2"})
    assert _record(desk, desk.play_out(newer, "1")).rules_version == 2


def migrated(store: SqliteStore, folder: Path, clock: FixedClock) -> None:
    """Once the operator has carried over what can be: it goes on by version 2, and its record tells so."""
    desk, known = Returned(store, clock), json.loads((folder / "matches.json").read_text())
    few, many = desk.load(known[FEW]), desk.load(known[MANY])
    assert (few.roster.migrations, many.roster.migrations[0].ply) == ((), 1)
    assert (many.roster.rules_version, many.roster.rules_at(), many.head.state.stones) == (1, 2, 18)
    assert (many.head.opened[1], many.head.deadlines[1]) == (many.head.version, desk.clock.now() + 3 * 86_400)
    assert "migrated" in [row.kind for row in service.log(desk.env, many.id, Caller("bram"))]
    _told(desk, many)
    _refused(lambda: desk.play(many, 1, {"text": "3"}))
    desk.play(many, 1, {"text": "2"})
    found = _record(desk, desk.play_out(many, "1"))
    assert [each.model_dump() for each in found.migrations] == [{"ply": 1, "rules_version": 2}]
    for change in ({"ply": 0}, {"ply": 999}, {"rules_version": 1}, {"rules_version": 3}):
        _refused(partial(proof.check, games, _changed(found, change)), InvalidRecordError)
    assert _record(desk, desk.play_out(few, "1")).rules_version == 1


def _read_as_it_is(desk: Desk, match_id: str, office: Office) -> None:
    """Page, log and mail of a match that began by version 1 are as they were."""
    match = desk.load(match_id)
    assert type(match.head.state).__module__.endswith(".v1.game")
    assert service.look(desk.env, match.id, Caller("bram")).rules_version == 1
    assert [text for text, _ in service.legal(desk.env, match.id, Caller("bram")).moves] == ["1", "2", "3"]
    described = openapi.document(app.app.routes, games, "https://example.org")["components"]["schemas"]
    assert {"TakeAwayTake", "TakeAwayV1Take", "TakeAwayV1Sight"} <= described.keys()
    page = _page(desk, office, f"/m/{match.id}")
    assert "version 1 of the rules" in page
    assert f"/rules/{KEY}?version=1" in page
    assert "Anna takes 3." in page
    assert "These are the rules of version 1." in _page(desk, office, f"/rules/{KEY}?version=1")
    office.work_off()
    assert "Anna takes 3." in text_of(office.mails("bram")[-1])


def _told(desk: Desk, match: Match) -> None:
    """The log tells of the change in every language, and of what was before it by the rules of then."""
    told = [_page(desk, Office(desk.store, desk.clock, desk), f"/m/{match.id}", language) for language in LANGUAGES]
    words = ("version 2 of the rules", "versie 2 van de regels", "version 2 av reglerna", "weergawe 2 van die reëls")
    assert all(word in page for word, page in zip(words, told, strict=True))
    assert all("?version=1" not in page for page in told)


def _page(desk: Desk, office: Office, target: str, language: str = "en") -> str:
    bootstrap.use(Container(settings(), desk.env, office.post, CredentialCache(0)))
    answer = Browser(Client(app.app), {}, language).get(target)
    assert answer.status_code == 200, answer.body
    return answer.body.decode()


def _refused(attempt: Callable[[], Any], error: type[Exception] = Exception) -> None:
    try:
        attempt()
    except error:
        return
    raise AssertionError("this should have been refused")


def _record(desk: Desk, match: Match) -> Record:
    """The record of a match that is over; it verifies, and leads to what is stored."""
    found = record.export(desk.env, match.id, Caller("anna"))
    assert proof.check(games, found).state == desk.load(match).head.state == desk.replayed(desk.load(match))
    return found


def _changed(found: Record, change: dict[str, int]) -> Record:
    """The record with another migration; the first move may only be made by the older rules."""
    return found.model_copy(update={"migrations": [found.migrations[0].model_copy(update=change)]})


STEPS = {step.__name__: step for step in (before, after, migrated)}


if __name__ == "__main__":
    chosen, place = sys.argv[1], Path(sys.argv[2])
    hand = FixedClock(LATER)
    with closing(SqliteStore(place / FILE, hand)) as file:
        STEPS[chosen](file, place, hand)
