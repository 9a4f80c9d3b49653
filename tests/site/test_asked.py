"""What is asked, on the page of a match: in the box, above the form, and with an example of an answer."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.match import Match
from chalicelib.matches.seating import MatchWish
from tests.games.keer_op_keer_3 import positions
from tests.site.house import ME, OPEN, Browser, House, fields_of

BOMB = {
    "en": "Field 9: drop the bomb and cross one to four open cells",
    "nl": "Veld 9: gooi de bom",
    "sv": "Fält 9: släpp bomben",
    "af": "Vak 9: gooi die bom",
}


def asked(home: House, language: str = "en") -> tuple[Browser, Match]:
    """The browser of Anna, who has to drop a bomb while Bram gives a chip away."""
    anna = home.session("Anna", language)
    match = service.create(home.env, anna.player, MatchWish("keer-op-keer-3", (ME, OPEN, OPEN)))
    for name in ("Bram", "Cees"):
        match = service.join(home.env, home.session(name).player, match.id)
    state = positions.asking(["bomb", "give", ""], ["HP"] * 3, owed=("", "1", ""), track=(9, 0, 0))
    version = match.head.version + 1
    head = replace(match.head, version=version, state=state, opened=(version, version, 0))
    home.store.commit(repository.writes(match, head, None))
    return home.browser(anna, language), match


def page_of(browser: Browser, match: Match) -> str:
    return str(browser.get(f"/m/{match.id}").body.decode())


@pytest.mark.parametrize("language", BOMB)
def test_the_box_and_the_form_say_what_is_asked(home: House, language: str) -> None:
    page = page_of(*asked(home, language))
    box, form = page.split('<section id="now"')[1].split("</section>")[0], page.split('<section id="moves"')[1]
    assert BOMB[language] in box
    assert BOMB[language] in form.split("<form")[0]


def test_the_box_for_typing_has_an_example_and_leads_to_how_moves_are_written(home: House) -> None:
    browser, match = asked(home)
    page = page_of(browser, match)
    example, link = re.findall(r'id="example">For example: <code>([^<]+)</code> · <a href="([^"]+)"', page)[0]
    assert link == "/rules/keer-op-keer-3#moves"
    assert '<h2 id="moves">How to write a move</h2>' in browser.get("/rules/keer-op-keer-3").body.decode()
    answer = browser.post(f"/m/{match.id}", {**fields_of(page, "type"), "text": example})
    assert answer.status_code == 303


def test_very_many_moves_of_one_kind_are_grouped_by_where_they_are(home: House) -> None:
    page = page_of(*asked(home))
    groups = re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', page, re.DOTALL)
    assert [label for label, _ in groups] == sorted(label for label, _ in groups)
    assert all(option.startswith(label) for label, each in groups for option in re.findall(r"<option>([^<]+)<", each))
    assert max(each.count("<option") for _, each in groups) < 12
    assert page.count("<option>bomb ") > 300


@pytest.mark.parametrize("text", ["give to cees", "plus-minus to Cees", "Cees", "to CEES", "@2"])
def test_a_gift_may_be_typed_to_a_name(home: House, text: str) -> None:
    _, match = asked(home)
    bram = home.browser(home.session("Bram"))
    page = page_of(bram, match)
    assert "Give your plus-or-minus chip to Anna (0) or Cees (2)." in page.replace("<bdi>", "").replace("</bdi>", "")
    assert bram.post(f"/m/{match.id}", {**fields_of(page, "type"), "text": text}).status_code == 303
    assert "give plus-minus to 2" in page_of(bram, match)


def test_a_name_that_is_no_seats_is_refused_as_it_was_typed(home: House) -> None:
    _, match = asked(home)
    bram = home.browser(home.session("Bram"))
    answer = bram.post(f"/m/{match.id}", {**fields_of(page_of(bram, match), "type"), "text": "give to Dora"})
    assert answer.status_code == 400
    assert "To give is to name a seat" in answer.body.decode()
