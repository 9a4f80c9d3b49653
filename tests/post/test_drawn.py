"""A match that nobody wins: Sequence Dice at its last turn, told in mails and to webhooks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import repository
from chalicelib.rules import LANGUAGES, Termination
from tests.post.office import Office, page_of, text_of

DRAWN = {
    "en": ("nobody wins", "Nobody wins: it is a draw."),
    "nl": ("niemand wint", "Niemand wint: het is remise."),
    "sv": ("ingen vinner", "Ingen vinner: det är remi."),
    "af": ("niemand wen nie", "Niemand wen nie: dit is gelykop."),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draw_by_the_move_limit_is_told_as_one(language: str) -> None:
    office = Office()
    office.person("zoe", "Zoe", language)
    hook = office.webhook("zoe")
    match = office.desk.table("zoe", "bram", game="sequence-dice")
    late = replace(match.head.state, active=0, turn=2000, rolls=1, dice="34")
    head = replace(match.head, version=match.head.version + 1, state=late, opened=(match.head.version + 1, 0))
    office.store.commit(repository.writes(match, head, None))
    after = office.desk.play(match, 0, {"text": "b2"}).match
    outcome = office.desk.game(after).outcome(after.head.state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners, after.head.status) == (Termination.MOVE_LIMIT, (), "over")
    office.work_off()
    mail = office.mails("zoe")[-1]
    subject, sentence = DRAWN[language]
    assert mail["Subject"].endswith(f": {subject}")
    for part in (text_of(mail), page_of(mail)):
        assert sentence in " ".join(part.split())
    assert office.calls(hook)[-1]["data"]["outcome"] == {"termination": "move_limit", "winners": []}
