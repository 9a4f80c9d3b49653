"""Who is out of a match, or not in it at all: what the pages tell them, and what they tell of them."""

from __future__ import annotations

import re

import pytest

from chalicelib.matches import expiry, service
from chalicelib.matches.departed import departed
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.pace import HOUR, OUTAGE
from chalicelib.matches.seating import INVITATIONS, MatchWish, SeatWish
from chalicelib.players.profile import SPOKEN
from chalicelib.web.body import MAX_BODY
from tests.site.house import BASE, BOT, ME, OPEN, Browser, House, fields_of

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def _page(browser: Browser, target: str) -> str:
    return str(browser.get(target).body.decode())


def _table(home: House, game: str, *names: str, bots: int = 0, **wish: object) -> Match:
    """A running match of these people, the first of whom set it up."""
    first, *others = names
    seats = (ME, *[OPEN] * len(others), *[BOT] * bots)
    match = service.create(home.env, first, MatchWish(game, seats, **wish))  # type: ignore[arg-type]
    for player in others:
        match = service.join(home.env, player, match.id)
    return match


def test_a_team_wins_and_shares_nothing(home: House) -> None:
    players = [home.player(name) for name in ("Ann", "Bob", "Cas", "Dee")]
    match = _table(home, "sequence-dice", *players)
    for seat in (0, 2):
        service.resign(home.env, match.id, Caller(players[seat]))
    match = home.load(match)
    assert match.head.status == "over"
    bob = home.browser(home.session("Bob"))
    page = _page(bob, f"/m/{match.id}")
    assert re.search(r"<p>The winners: <strong><bdi>Bob</bdi></strong>, <strong><bdi>Dee</bdi></strong>", page)
    assert "share the first place" not in page
    assert "(is out, a bot plays on)" not in page
    front = _page(bob, "/")
    assert "It is over. Won by: <bdi>Bob</bdi>, <bdi>Dee</bdi>" in front


@pytest.mark.parametrize(("game", "bots"), [("passing-game", 0), ("keer-op-keer", 0), ("keer-op-keer-3", 0)])
def test_who_gave_up_is_told_so_and_others_are_too(home: House, game: str, bots: int) -> None:
    ann, bob, cas = (home.session(name) for name in ("Ann", "Bob", "Cas"))
    match = _table(home, game, ann.player, bob.player, cas.player, bots=bots)
    service.resign(home.env, match.id, Caller(bob.player))
    page = _page(home.browser(bob), f"/m/{match.id}")
    assert '<h2 id="now-title">You are out</h2>' in page
    assert "The others play on." in page
    assert 'value="resign"' not in page
    assert "You are out." in _page(home.browser(bob), "/")
    assert "You are out." not in _page(home.browser(ann), "/")
    for browser in (home.browser(ann), home.browser(bob), home.browser()):
        seats = _page(browser, f"/m/{match.id}").split('<ul class="seats">')[1].split("</ul>")[0]
        assert [("(is out)" in line) for line in seats.split("</li>")[:3]] == [False, True, False]
    assert 'value="resign"' in _page(home.browser(ann), f"/m/{match.id}")


def test_a_bot_that_plays_on_is_told_of(home: House) -> None:
    players = [home.session(name) for name in ("Ann", "Bob", "Cas", "Dee")]
    match = _table(home, "sequence-dice", *(each.player for each in players))
    service.resign(home.env, match.id, Caller(players[1].player))
    mine = _page(home.browser(players[1]), f"/m/{match.id}")
    assert "You are out" in mine
    assert "A bot plays on in your seat." in mine
    others = _page(home.browser(players[0]), f"/m/{match.id}")
    assert "<bdi>Bob</bdi></strong> (is out, a bot plays on)" in others
    assert "has given up, a bot plays on in this seat" in others
    assert departed(home.env.games.get("sequence-dice"), home.load(match)) == {1}


def test_a_match_with_a_name_shows_its_game_everywhere(home: House) -> None:
    ann, bob = home.session("Ann"), home.session("Bob")
    wish = MatchWish("passing-game", (ME, OPEN), name="Friday", visibility="public")
    match = service.create(home.env, ann.player, wish)
    for browser in (home.browser(ann), home.browser(bob), home.browser()):
        cards = re.findall(r'<li class="card[^"]*">.*?</li>', _page(browser, "/"), re.DOTALL)
        named = [card for card in cards if "Friday" in card]
        assert named
        assert all("The Passing Game" in card for card in named)
    assert "The Passing Game · " in _page(home.browser(ann), f"/m/{match.id}")
    service.join(home.env, bob.player, match.id)
    mine = [_page(home.browser(each), "/") for each in (ann, bob)]
    assert sum("You have time until:" in page for page in mine) == 1


@pytest.mark.parametrize("do", ["choose", "type", "resign", "retract", "revoke"])
def test_a_form_without_a_session_leads_to_the_login_and_back(home: House, do: str) -> None:
    match = _table(home, "keer-op-keer", home.player("Ann"), bots=1)
    answer = home.browser().post(f"/m/{match.id}", {"do": do, "n": "1", "move": "pass", "text": "pass", "sure": "yes"})
    page = answer.body.decode()
    assert answer.status_code == 401
    assert "Log in, and you are back here." in page
    assert f'<a class="button" href="/login?next=%2Fm%2F{match.id}">Log in</a>' in page


def test_somebody_else_is_told_that_it_is_not_their_seat(home: House) -> None:
    match = _table(home, "keer-op-keer", home.player("Ann"), bots=1)
    bob = home.browser(home.session("Bob"))
    answer = bob.post(f"/m/{match.id}", {"do": "type", "n": "1", "text": "pass"})
    assert answer.status_code == 403
    assert "Not your seat" in answer.body.decode()


@pytest.mark.parametrize("wrong", ["large", "nul", "elsewhere"])
def test_a_form_that_cannot_be_taken_is_refused_in_the_players_language(home: House, wrong: str) -> None:
    session = home.session("Anna", "sv")
    browser = home.browser(session)
    text = {"large": "x" * MAX_BODY, "nul": "\x00", "elsewhere": "x"}[wrong]
    origin = "https://elsewhere.example" if wrong == "elsewhere" else BASE
    answer = browser.post("/new", {"name": text}, Origin=origin)
    assert answer.status_code == {"large": 413, "nul": 400, "elsewhere": 403}[wrong]
    assert '<html lang="sv">' in answer.body.decode()
    assert '<html lang="nl">' in browser.post("/new?language=nl", {"name": text}, Origin=origin).body.decode()


def test_how_many_may_still_be_invited_stands_where_people_invite(home: House) -> None:
    ann = home.session("Ann")
    for name in ("Bob", "Cas"):
        home.player(name)
    browser = home.browser(ann)
    assert f"Invitations left today: {INVITATIONS.limit}." in _page(browser, "/new")
    for handle in ("bob", "cas"):
        service.create(home.env, ann.player, MatchWish("keer-op-keer", (ME, SeatWish("player", handle))))
    assert f"Invitations left today: {INVITATIONS.limit - 2}." in _page(browser, "/new")


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"option-target-2-3": "0"}, ["1", "1000"]),
        ({"option-target-2-3": ""}, ["1", "1000"]),
        ({"option-target-2-3": "many"}, ["1", "1000"]),
        ({"option-partnership": "yes"}, ["2"]),
        ({"seat-1": "nobody"}, ["2, 3, 4", "1"]),
    ],
)
def test_settings_that_are_refused_are_called_by_their_names(
    home: House, language: str, fields: dict[str, str], told: list[str]
) -> None:
    browser = home.browser(home.session("Anna", language))
    form = {"game": "passing-game", "seat-0": "me", "seat-1": "bot-1", "seat-2": "nobody", "seat-3": "nobody"}
    answer = browser.post("/new", {**form, "option-lead": "lot", **fields})
    assert answer.status_code == 422
    page = answer.body.decode()
    alert = page.split('role="alert"')[1].split("</div>")[0]
    assert all(each in alert for each in told), alert
    assert f'<span lang="{language}">' in alert
    assert not any(key in alert for key in ("target", "partnership ", "partnership=", "option-"))
    (option,) = [name for name in fields if name.startswith("option")] or ["seat-0"]
    assert re.search(rf'id="{option}"[^>]* aria-invalid="true"', page)


@pytest.mark.parametrize(("game", "word"), [("passing-game", "deal"), ("sequence-dice", "roll")])
def test_games_that_deal_tell_of_deals_and_not_of_dice(home: House, game: str, word: str) -> None:
    ann, bob = home.session("Ann"), home.session("Bob")
    browser = home.browser(ann)
    wishes = MatchWish(game, (ME, OPEN)), MatchWish(game, (ME, BOT), hold=True)
    match, held = (service.create(home.env, ann.player, wish) for wish in wishes)
    pages = [_page(browser, f"/m/{held.id}"), _page(browser, f"/m/{match.id}")]
    service.join(home.env, bob.player, match.id)
    service.resign(home.env, match.id, Caller(bob.player))
    pages.append(_page(browser, f"/m/{match.id}"))
    for page in pages:
        said = re.sub(r"<[^>]*>", " ", page.split('<main id="main">')[1].split("</main>")[0]).replace(
            "Sequence Dice", ""
        )
        words = set(re.findall(r"[a-z]+", said.casefold()))
        assert words & {f"{word}s", word, f"{word}ed", "dealt"}
        other = {"dice", "roll", "rolls", "rolled"} if word == "deal" else {"deal", "deals", "dealt"}
        assert not words & other, [
            said[found.start() - 60 : found.end() + 20] for found in re.finditer("dice|roll", said)
        ]


def test_whose_time_ran_out_did_not_give_up(home: House) -> None:
    ann, bob, cas = (home.session(name) for name in ("Ann", "Bob", "Cas"))
    match = _table(home, "keer-op-keer", ann.player, bob.player, cas.player, pace=Pace(HOUR, misses=1))
    for player in (ann, bob):
        browser = home.browser(player)
        browser.post(f"/m/{match.id}", fields_of(_page(browser, f"/m/{match.id}"), "choose") | {"move": "pass"})
    for _ in range(HOUR // OUTAGE + 1):
        home.clock.advance(OUTAGE)
        expiry.sweep(home.env)
    page = _page(home.browser(cas), f"/m/{match.id}")
    assert '<h2 id="now-title">You are out</h2>' in page
    assert "Cas no longer came to play, and is out." in page
    assert "gave up" not in page
