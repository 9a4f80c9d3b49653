"""Nobody can have others mailed without end by doing and undoing things, and the last that these get is true."""

from __future__ import annotations

import pytest

from chalicelib.matches import service
from chalicelib.matches.pace import DAY, HOUR
from tests.matches.owing import use_cases
from tests.post.repeated import REPEATED, flood, newest
from tests.post.stories import ANNA, BRAM, THREE, Story

ONCE = "it happens once in a match, or to a seat"
PLAYED = "the game and its deadlines bound it, since each tells of a decision"
OTHERS = "it takes what somebody else did before, each time"
NOBODY = "nobody is told of it, though a match may begin or end in its commit"

BOUNDS: dict[str, tuple[str, ...]] = {
    "accept": (OTHERS,),
    "announce": ("go and return",),
    "announce_here": ("go and return here",),
    "choose_match_mail": (NOBODY,),
    "create": ("create and leave",),
    "decline": (OTHERS,),
    "decline_draw": ("offer and withdraw a draw",),
    "end_call": ("call and end the call", "call one player", "ask one player"),
    "invite": ("invite and take back", "invite by mail and take back"),
    "join": ("join and leave", "join by a link and leave"),
    "leave": ("join and leave", "join by a link and leave", "create and leave", "rematch and leave"),
    "leave_for_good": (ONCE,),
    "lend": ("lend and take back", "change the bot"),
    "never_again": (OTHERS,),
    "nudge": ("nudge",),
    "offer_draw": ("offer and withdraw a draw",),
    "play": (PLAYED, "choose and take back"),
    "rematch": ("rematch and leave",),
    "resign": (ONCE,),
    "retract": ("choose and take back",),
    "return_here": ("go and return here",),
    "revoke_links": (NOBODY,),
    "say": ("talk",),
    "set_nonce": (NOBODY,),
    "spread": ("go and return",),
    "spread_one": ("go and return",),
    "stop_mail": (NOBODY,),
    "substitute": ("call and end the call", "call one player", "ask one player"),
    "sweep": (PLAYED,),
    "take_back": ("lend and take back",),
    "uninvite": ("invite and take back", "invite by mail and take back"),
    "withdraw": ("go and return",),
}
"""What bounds the mails of every use case that may owe one: what is repeated here, or why it cannot be."""


def test_every_use_case_that_may_owe_a_notice_is_bounded() -> None:
    assert use_cases() == set(BOUNDS)
    named = {name for names in BOUNDS.values() for name in names}
    assert named - {ONCE, PLAYED, OTHERS, NOBODY} == set(REPEATED)


@pytest.mark.parametrize("name", REPEATED)
def test_whatever_is_repeated_others_get_few_mails_and_the_last_one_is_true(name: str) -> None:
    case = REPEATED[name]
    story = flood(case)
    assert len(story.office.mails(case.reader)) == case.most
    story.clock.advance(HOUR)
    story.tell()
    assert len(story.office.mails(case.reader)) <= case.most + 1
    if case.untold:
        assert case.untold in newest(story, case)
    if case.told:
        story.clock.advance(DAY)
        case.act(story)
        story.tell()
        story.clock.advance(HOUR)
        story.tell()
        assert case.told in newest(story, case)


def test_of_two_who_do_and_undo_things_the_last_of_both_is_told() -> None:
    story = Story()
    story.table(*THREE)
    story.turn_of(1)
    story.office.forget()
    for _ in range(3):
        for caller in (ANNA, BRAM):
            service.lend(story.env, story.id, caller)
            story.tell()
        for caller in (ANNA, BRAM):
            service.take_back(story.env, story.id, caller)
            story.tell()
    service.lend(story.env, story.id, BRAM)
    story.tell()
    story.clock.advance(HOUR)
    story.tell()
    told = [str(mail["Subject"]).rsplit(": ", 1)[-1] for mail in story.office.mails("zoe")]
    assert sorted(told) == sorted(["a bot plays for Anna", "Anna plays again", "a bot plays for Bram"])
