"""Setting a match up on a page: who sits where, how it is played, and errors beside what was typed."""

from __future__ import annotations

import re

import pytest

from chalicelib.matches import repository
from chalicelib.matches.match import Match
from chalicelib.matches.options import checked
from chalicelib.players import blocks
from chalicelib.players.profile import SPOKEN
from chalicelib.rules import InvalidOptionError, Meta, Option
from chalicelib.site.pace_form import PACES
from chalicelib.site.wish import WishForm
from tests.site.house import Browser, House

FIELDS = {"game": "keer-op-keer", "seat-0": "me", "seat-1": "bot-2"}
META = Meta(
    "made-up",
    "Made up",
    (2, 3),
    (
        Option("size", "integer", 5, low=3, high=9),
        Option("mirror", "flag", True),
        Option("teams", "choice", "no", ("no", "yes"), seats=(3,)),
        Option("goal", "integer", 101, low=1, high=1000, seats=(2,)),
        Option("goal", "integer", 61, low=1, high=1000, seats=(3,)),
    ),
    rules_version=1,
    plays_forced=True,
)
TWO = {"seat-0": "me", "seat-1": "open"}


def _made(home: House, location: str) -> Match:
    found = re.fullmatch(r"/m/([0-9a-z]{16})#now", location)
    assert found
    return repository.load(home.env, found[1])


def _alert(page: str) -> str:
    return str(re.findall(r'role="alert" id="refused">(.*?)</div>', page, re.DOTALL)[0])


@pytest.fixture
def anna(home: House) -> Browser:
    """A browser of a player called Anna."""
    return home.browser(home.session("Anna"))


def test_the_form_makes_a_match_and_leads_to_its_page(home: House, anna: Browser) -> None:
    home.player("Bram")
    wanted = {
        **FIELDS,
        "seat-1": "player",
        "handle-1": "@Bram",
        "seat-2": "nobody",
        "seat-3": "open",
        "seat-4": "bot-2",
        "option-sheet": "red",
        "option-start": "first",
        "time": "3600",
        "visibility": "public",
        "name": "Evening",
    }
    answer = anna.post("/new", wanted)
    assert answer.status_code == 303
    roster = _made(home, answer.headers["Location"]).roster
    assert [(seat.kind, seat.name, seat.level) for seat in roster.seats[:3]] == [
        ("player", "Anna", 0),
        ("reserved", "Bram", 0),
        ("open", "", 0),
    ]
    assert (roster.seats[3].kind, roster.seats[3].level, len(roster.seats)) == ("bot", 2, 4)
    assert roster.options == {"sheet": "red", "start": "first"}
    assert (roster.pace.decision_time, roster.visibility, roster.name) == (3600, "public", "Evening")


def test_the_form_as_it_comes_makes_a_table_for_two(home: House, anna: Browser) -> None:
    page = anna.get("/new").body.decode()
    chosen = dict(re.findall(r'<select id="([^"]+)".*?<option value="([^"]*)" selected>', page, re.DOTALL))
    answer = anna.post("/new", chosen)
    roster = _made(home, answer.headers["Location"]).roster
    assert [seat.kind for seat in roster.seats] == ["player", "open"]
    assert (roster.name, roster.visibility, roster.pace.decision_time) == ("Keer op Keer", "unlisted", 3 * 86_400)


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"seat-1": "player"}, "handle-1", "Type the handle of whoever is to sit here."),
        ({"seat-1": "player", "handle-1": "zed"}, "handle-1", "Nobody has this handle."),
        ({"seat-1": "bot-9"}, "seat-1", "Choose one of those that are offered."),
        ({"seat-1": "somebody"}, "seat-1", "Choose one of those that are offered."),
        ({"seat-1": "me"}, "seat-0", "Nobody can sit on two seats of one match."),
        ({"seat-0": "bot-1"}, "seat-0", "A match needs at least one human seat."),
        ({"seat-0": "nobody", "seat-1": "nobody"}, "seat-0", "A match needs at least one human seat."),
        ({"visibility": "secret"}, "visibility", "Choose one of those that are offered."),
        ({"time": "5"}, "time", "Choose one of those that are offered."),
        ({"option-sheet": "tartan"}, "option-sheet", "The sheet: one of these: black, the usual one, red"),
        ({"name": "x" * 41}, "name", "A name has 1 to 40 characters"),
    ],
)
def test_errors_stand_beside_the_form_and_what_was_typed_is_kept(
    anna: Browser, changes: dict[str, str], field: str, told: str
) -> None:
    answer = anna.post("/new", {**FIELDS, "seat-5": "bot-1", "option-start": "first", "name": "Evening", **changes})
    page = answer.body.decode()
    assert answer.status_code == 422
    assert told in _alert(page)
    assert field == "visibility" or re.search(rf'id="{field}"[^>]* aria-invalid="true"', page)
    assert f'value="{changes.get("name", "Evening")}"' in page
    assert '<option value="first" selected>' in page
    assert re.search(r'id="seat-5".*?<option value="bot-1" selected>', page, re.DOTALL)
    assert 'value="zed"' in page or "zed" not in changes.values()


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("3-3-2-2", "3-3-2-2"),
        (" 3\u20133\u20132\u20132 ", "3-3-2-2"),
        ("3 \u2013 3 \u2014 2 \u2212 2", "3-3-2-2"),
        ("3, 3, 2, 2", "3-3-2-2"),
        ("2-2-2-5", ""),
        ("", ""),
    ],
)
def test_one_of_very_many_choices_is_typed(home: House, anna: Browser, typed: str, chosen: str) -> None:
    form = anna.get("/new?game=keer-op-keer-3").body.decode()
    assert "2-2-2-4 = jokers: 2, plus or minus one: 2, six dice: 2, blank: 4</span>" in form
    assert re.search(r'<input id="option-chips"[^>]* list="option-chips-list"[^>]* value="2-2-2-4">', form)
    assert form.count('<option value="3-3-2-2">') == 1
    fields = {
        "game": "keer-op-keer-3",
        "seat-0": "me",
        "seat-1": "bot-1",
        "option-chips": typed,
    }
    answer = anna.post("/new", {**FIELDS, **fields})
    if chosen:
        match = repository.load(home.env, answer.headers["Location"].removeprefix("/m/").partition("#")[0])
        assert match.roster.options == {"chips": chosen}
        return
    page = answer.body.decode()
    assert answer.status_code == 422
    assert "The chips of each seat: four numbers that add up to ten, such as 2-2-2-4." in _alert(page)
    assert re.search(r'id="option-chips"[^>]* aria-invalid="true"', page)


@pytest.mark.parametrize("language", SPOKEN)
def test_the_form_and_its_errors_speak_every_language(home: House, language: str) -> None:
    browser = home.browser(home.session("Anna", language))
    page = browser.post("/new", {**FIELDS, "seat-1": "player", "handle-1": "zed"}).body.decode()
    assert ("Nobody has this handle." in page) == (language == "en")
    assert f'<span lang="{language}">' in page
    assert "for the whole match" not in page or language == "en"


def test_a_second_press_of_the_button_makes_no_second_match(home: House, anna: Browser) -> None:
    key = re.findall(r'name="id" value="([0-9a-z]{16})"', anna.get("/new").body.decode())[0]
    first, second = (anna.post("/new", {**FIELDS, "id": key}).headers["Location"] for _ in range(2))
    assert first == second == f"/m/{key}#now"
    assert anna.post("/new", {**FIELDS, "id": "../x"}).headers["Location"] != first


@pytest.mark.parametrize("ask", ["get", "post"])
def test_who_is_not_logged_in_does_that_first(home: House, ask: str) -> None:
    browser = home.browser()
    answer = browser.get("/new?game=keer-op-keer") if ask == "get" else browser.post("/new", FIELDS)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/login?next=%2Fnew%3Fgame%3Dkeer-op-keer")


@pytest.mark.parametrize("target", ["/new?game=chess", "/new?game=..%2f", "/new?game="])
def test_an_unknown_game_shows_the_first_there_is(anna: Browser, target: str) -> None:
    assert "Set up a match of Keer op Keer" in anna.get(target).body.decode()


def test_home_links_to_it_and_every_games_card_too(home: House, anna: Browser) -> None:
    assert 'href="/new"' in anna.get("/").body.decode()
    assert 'href="/new?game=keer-op-keer"' in home.browser().get("/").body.decode()


def test_an_option_with_another_default_for_other_seats_has_a_field_for_each(anna: Browser) -> None:
    page = anna.get("/new?game=passing-game").body.decode()
    assert re.findall(r'id="(option-target[-0-9]*)"[^>]* value="(\d+)"', page) == [
        ("option-target-2-3", "101"),
        ("option-target-4", "61"),
    ]
    fields = {"game": "passing-game", "seat-0": "me", "seat-1": "bot-1", "option-target-2-3": "0"}
    refused = anna.post("/new", {**fields, "option-target-4": "61", "option-lead": "lot"})
    assert refused.status_code == 422
    assert re.search(r'id="option-target-2-3"[^>]* aria-invalid="true"', refused.body.decode())


def test_three_sides_play_for_five_in_a_line_and_the_form_says_so(anna: Browser) -> None:
    page = anna.get("/new?game=sequence-dice").body.decode()
    fields = dict(re.findall(r'<label for="(option-[-_a-z0-9]*)">([^<]*)', page))
    assert fields == {
        "option-line_length-2-4": "Chips in one line that win, with 2 or 4 seats",
        "option-line_length-3": "Chips in one line that win, with 3 seats",
    }
    wish = {"game": "sequence-dice", "seat-0": "me", "seat-1": "bot-1", "seat-2": "bot-2"}
    made = anna.post("/new", {**wish, "option-line_length-2-4": "5", "option-line_length-3": "5"})
    assert made.status_code == 303
    assert "<dt>Chips in one line that win</dt><dd>five</dd>" in anna.get(made.headers["Location"]).body.decode()
    refused = anna.post("/new", {**wish, "option-line_length-2-4": "5", "option-line_length-3": "6"})
    assert refused.status_code == 422
    assert re.search(r'id="option-line_length-3"[^>]* aria-invalid="true"', refused.body.decode())


def test_another_site_sets_nothing_up(anna: Browser) -> None:
    assert anna.post("/new", FIELDS, Origin="https://evil.example").status_code == 403


def test_times_go_from_an_hour_to_a_month() -> None:
    assert (min(PACES), max(PACES)) == (3_600, 30 * 86_400)
    assert list(PACES) == sorted(set(PACES))


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({}, {"size": 5, "mirror": True, "goal": 101}),
        (TWO, {"size": 5, "mirror": False, "goal": 101}),
        ({**TWO, "option-mirror": "yes", "option-size": "9"}, {"size": 9, "mirror": True, "goal": 101}),
        ({**TWO, "seat-2": "bot-1"}, {"size": 5, "mirror": False, "teams": "no", "goal": 61}),
        ({**TWO, "option-teams": "yes"}, {"size": 5, "mirror": False, "teams": "yes", "goal": 101}),
        ({**TWO, "option-goal-2": "7", "option-goal-3": "8"}, {"size": 5, "mirror": False, "goal": 7}),
        ({**TWO, "seat-2": "bot-1", "option-goal-3": "8"}, {"size": 5, "mirror": False, "teams": "no", "goal": 8}),
    ],
)
def test_options_of_every_kind_are_read(fields: dict[str, str], options: dict[str, object]) -> None:
    assert WishForm(META, fields).wish().options == options


@pytest.mark.parametrize("typed", ["2", "10", "", "five", "5.0", "٥", "9" * 10])
def test_a_number_out_of_bounds_is_refused(typed: str) -> None:
    asked = WishForm(META, {**TWO, "option-size": typed}).wish().options
    with pytest.raises(InvalidOptionError) as caught:
        checked(META, 2, asked)
    assert caught.value.reason == "size"


def test_who_cannot_be_invited_or_is_named_twice_is_refused_at_the_handle(home: House, anna: Browser) -> None:
    bram = home.player("Bram")
    typed = {"seat-1": "nobody", "seat-2": "player", "handle-2": "bram", "seat-3": "player", "handle-3": "bram"}
    page = anna.post("/new", {**FIELDS, **typed}).body.decode()
    assert re.search(r'id="handle-3"[^>]* aria-describedby="handle-help refused" aria-invalid="true" autofocus', page)
    assert "Nobody can sit on two seats of one match." in page
    blocks.block(home.env, bram, "anna")
    page = anna.post("/new", {**FIELDS, **typed, "seat-3": "nobody"}).body.decode()
    assert re.search(r'id="handle-2"[^>]* aria-describedby="handle-help refused" aria-invalid="true" autofocus', page)
    assert "You cannot invite this player." in page
