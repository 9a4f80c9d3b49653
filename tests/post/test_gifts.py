"""Keer op Keer 3 in mails: whom a gift is for stands there by name, and what a lone player has reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import repository
from chalicelib.matches.match import Match
from chalicelib.rules import LANGUAGES
from tests.games.keer_op_keer_3 import positions
from tests.post.office import Office, page_of, text_of

GAME = "keer-op-keer-3"
GIFTS = {
    "en": "the joker chip to",
    "nl": "jokerfiche aan",
    "sv": "jokerbricka till",
    "af": "jokerskyfie aan",
}
TASKS = {"en": "a chip to give away", "nl": "een fiche weggeven", "sv": "en bricka att ge bort"}
TASKS["af"] = "'n skyfie om weg te gee"
REACHED = {"en": "20 X of 43", "nl": "20 X van de 43", "sv": "20 X av 43", "af": "20 X van die 43"}


def put(office: Office, match: Match, state: object) -> None:
    """Let a match stand in this position; the decisions it asks for are new ones."""
    match = office.desk.load(match)
    version, asked = match.head.version + 1, office.desk.game(match).to_move(state)
    opened = tuple(version if seat in asked else 0 for seat in range(len(match.roster.seats)))
    head = replace(match.head, version=version, state=state, opened=opened)
    office.store.commit(repository.writes(match, head, None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_names_those_who_can_be_given_a_chip(language: str) -> None:
    office = Office()
    office.person("zoe", "Zoe", language)
    match = office.desk.table("zoe", "bram", "cees", game=GAME)
    bombing = positions.asking(["", "bomb", ""], ["HP"] * 3, owed=("!", "", ""), chips=("!.........",) * 3)
    put(office, match, bombing)
    office.desk.play(match, 1, {"text": "bomb AP"})
    office.work_off()
    mail = office.mails("zoe")[-1]
    for part in (text_of(mail), page_of(mail)):
        said = " ".join(part.replace("<bdi>", "").replace("</bdi>", "").split())
        assert f"give joker to 2 – {GIFTS[language]} Cees" in said
        assert " Bram (1) " in said
        assert "@" not in said.split("give joker to 1")[1].split("give joker to 2")[0]
    assert '{"text": "give joker to 2"}' in text_of(mail)
    assert str(mail["Subject"]).endswith(f"({TASKS[language]})")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_mail_of_a_lone_player_tells_the_crosses_reached(language: str) -> None:
    office = Office()
    office.person("zoe", "Zoe", language)
    match = office.desk.table("zoe", game=GAME)
    last = positions.position([""], roll=30, dice="gy12", xs=(20,))
    put(office, match, last)
    office.desk.play(match, 0, {"text": "pass"})
    office.work_off()
    assert office.mails("zoe")[-1]["Subject"].endswith(f": {REACHED[language]}")
