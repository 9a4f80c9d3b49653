"""Replays as pages: step through a match, look through other eyes, bring a record in, play on from a position."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser as Chromium

from chalicelib.matches import marks, record, record_file, repository, service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.records import MyRecord, record_key
from chalicelib.players.ports import Put
from chalicelib.players.profile import SPOKEN
from chalicelib.players.sessions import Session
from chalicelib.rules import commitment
from chalicelib.site.words import speaker
from tests.matches.endings import short
from tests.site.house import BASE, BOT, ME, OPEN, Browser, House, fields_of
from tests.site.window import served, window


def over(home: House, session: Session, **wish: str) -> Match:
    """A match against a bot that its player gave up after a few moves."""
    match = home.table(session.player, ME, BOT, **wish)
    for _ in range(4):
        legal = service.legal(home.env, match.id, Caller(session.player))
        service.play(home.env, match.id, 0, legal.n, {"text": legal.moves[0][0]}, Caller(session.player))
    service.resign(home.env, match.id, Caller(session.player))
    return home.load(match)


def brought(home: House, session: Session, key: str = "sequence-dice") -> str:
    """The id of a short record that somebody brought in."""
    return service.keep(home.env, session.player, short(key)[1]).id


def text_of(browser: Browser, target: str, status: int = 200) -> str:
    """The page at an address."""
    answer = browser.get(target)
    assert answer.status_code == status, answer.body
    return str(answer.body.decode())


def links_of(page: str) -> dict[str, str]:
    """Where the steps lead, by their access keys."""
    found = re.findall(r'<a class="button quiet" href="([^"]*)" accesskey="(\w)">', page)
    return {key: href.replace("&amp;", "&") for href, key in found}


def test_the_page_of_a_match_that_is_over_leads_to_its_replay(home: House) -> None:
    anna = home.session("Anna")
    match = over(home, anna)
    assert f'href="/m/{match.id}/replay"' in text_of(home.browser(anna), f"/m/{match.id}")
    page = text_of(home.browser(), f"/m/{match.id}/replay")
    assert '<h2 id="now-title">The start</h2>' in page
    assert set(links_of(page)) == {"n", "e"}


def test_a_record_that_was_damaged_where_it_is_kept_has_a_page_that_says_so(home: House) -> None:
    name = brought(home, home.session("Anna"))
    item = home.env.store.get(record_key(name))
    assert item is not None
    home.env.store.commit([Put(replace(item, body={**item.body, "packed": "c" * 40}))])
    assert "This record is damaged where it is kept, and cannot be read." in text_of(home.browser(), f"/r/{name}", 503)


def test_one_steps_through_a_whole_match_and_back(home: House) -> None:
    anna = home.session("Anna")
    match, browser = over(home, anna), home.browser()
    where, seen = f"/m/{match.id}/replay", []
    page = text_of(browser, where)
    while "n" in links_of(page):
        page = text_of(browser, where + links_of(page)["n"])
        seen.append(int(re.findall(r"After move (\d+) of", page)[0]))
    assert seen[-1] == home.load(match).head.ply
    assert seen == sorted(set(seen))
    assert "The winner:" in page
    for ply in reversed(seen[:-1]):
        page = text_of(browser, where + links_of(page)["b"])
        assert f"After move {ply} of" in page
    assert set(links_of(page)) == {"s", "b", "n", "e"}


def test_a_position_is_shown_in_every_language_through_any_eyes(home: House) -> None:
    name, told = brought(home, home.session("Anna"), "passing-game"), short("passing-game")[1]
    frame = service.frame(home.env.games, told, 2)
    for language in SPOKEN:
        for seat in (None, 0, 1):
            query = f"ply=2&language={language}" + ("" if seat is None else f"&seat={seat}")
            page = text_of(home.browser(), f"/r/{name}?{query}")
            board = re.split(r"@\d", frame.game.html(frame.view(seat), language))
            assert all(piece in page for piece in board)
            assert f'<html lang="{language}">' in page


@pytest.mark.parametrize(
    ("query", "ply"), [("ply=x", 0), ("ply=99999", -1), ("ply=-3", 0), ("seat=9", 0), ("seat=x&ply=1", 1)]
)
def test_whatever_is_asked_for_something_is_shown(home: House, query: str, ply: int) -> None:
    name, told = brought(home, home.session("Anna")), short("sequence-dice")[1]
    page = text_of(home.browser(), f"/r/{name}?{query}")
    wanted = (
        "The start</h2>" if ply == 0 else f"After move {ply if ply > 0 else len(told.moves)} of {len(told.moves)}</h2>"
    )
    assert wanted in page


def test_a_match_that_runs_is_not_replayed_and_a_private_one_not_for_everybody(home: House) -> None:
    anna = home.session("Anna")
    running = home.table(anna.player, ME, BOT)
    assert "once it has ended" in text_of(home.browser(anna), f"/m/{running.id}/replay", 409)
    private = over(home, anna, visibility="private")
    assert "After move" in text_of(home.browser(anna), f"/m/{private.id}/replay?ply=2")
    link = home.link(private, 0).replace(f"/m/{private.id}?", f"/m/{private.id}/replay?ply=2&")
    page = text_of(home.browser(), link)
    assert "key=" in links_of(page)["n"]
    for nobody in (home.browser(), home.browser(home.session("Bram"))):
        assert "Not found, or not for you" in text_of(nobody, f"/m/{private.id}/replay", 404)
    assert text_of(home.browser(), "/m/Nowhere/replay", 404)
    assert text_of(home.browser(), "/r/nowhere", 404)


def test_a_record_is_pasted_looked_at_by_others_and_taken_back(home: House) -> None:
    anna, told = home.session("Anna"), short("keer-op-keer")[1]
    browser = home.browser(anna)
    assert "The file of a record" in text_of(browser, "/r")
    answer = browser.post("/r", {"text": told.model_dump_json(indent=1)})
    assert answer.status_code == 303
    where = str(answer.headers["Location"])
    (mine,) = service.my_records(home.env, anna.player)
    assert (mine, where) == (MyRecord(where[3:], told.name, told.game, home.clock.now()), f"/r/{where[3:]}")
    assert where in text_of(browser, "/r")
    page = text_of(home.browser(), where)
    assert f"{BASE}{where}</code>" in page
    assert "Take this record back" not in page
    own = text_of(browser, where)
    assert "Tick the box first" in browser.post(where, fields_of(own, "drop")).body.decode()
    assert browser.post(where, {"do": "dance"}).status_code == 400
    other = home.browser(home.session("Bram")).post(where, {"do": "drop", "sure": "yes"})
    assert (other.status_code, "Only who brought a record in" in other.body.decode()) == (403, True)
    gone = browser.post(where, {**fields_of(own, "drop"), "sure": "yes"})
    assert (gone.status_code, gone.headers["Location"]) == (303, "/r?done=drop")
    assert "you took that record back" in text_of(browser, "/r?done=drop")
    assert text_of(browser, where, 404)


def test_names_in_a_record_keep_to_their_own_direction(home: House) -> None:
    anna, told = home.session("Anna"), short("sequence-dice")[1].model_dump(mode="json")
    told["seats"][0]["name"], told["name"] = "نگار", "<b> & نام"
    kept = service.keep(home.env, anna.player, record_file.of(told))
    first = next(move["ply"] for move in told["moves"] if move["seat"] == 0)
    page = home.browser().get(f"/r/{kept.id}?ply={first}").body.decode()
    assert "<bdi>&lt;b&gt; &amp; نام</bdi>" in page
    sentences = page.split("What happened")[1].split("</ul>")[0]
    assert sentences.count("<bdi>نگار</bdi>") == sentences.count("نگار") > 0


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("", 400, "Choose a file, or paste a record."),
        ("{", 422, "This is no record: The body is not JSON"),
        ("[]", 422, "This is no record: The body must be a JSON object"),
        ('{"format": 1}', 422, "Field required"),
        ("SEED", 422, "The commitment is not that of this seed"),
    ],
)
def test_what_is_no_record_is_told_beside_the_form(home: House, text: str, status: int, said: str) -> None:
    told = short("sequence-dice")[1]
    sent = told.model_copy(update={"seed": "00" * 32}).model_dump_json() if text == "SEED" else text
    answer = home.browser(home.session("Anna")).post("/r", {"text": sent})
    page = answer.body.decode()
    assert (answer.status_code, said in page) == (status, True), page
    assert 'id="refused"' in page


def test_a_stranger_logs_in_before_bringing_anything_in(home: House) -> None:
    page = text_of(home.browser(), "/r")
    assert 'href="/login?next=%2Fr"' in page
    assert 'name="file"' not in page
    assert home.browser().post("/r", {"text": short("sequence-dice")[1].model_dump_json()}).status_code == 401


def test_one_plays_on_from_a_position(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    name = brought(home, anna)
    page = text_of(home.browser(), f"/r/{name}?ply=2")
    (target,) = re.findall(rf'href="(/new\?record={name}[^"]*)"', page)
    target = target.replace("&amp;", "&")
    turned = home.browser().get(target)
    assert turned.headers["Location"] == f"/login?next=%2Fnew%3Frecord%3D{name}%26ply%3D2"
    browser = home.browser(bram)
    form = text_of(browser, target)
    assert 'name="option-line_length"' not in form
    assert 'value="public"' not in form
    fields = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">', form))
    assert (fields["record"], fields["ply"]) == (name, "2")
    answer = browser.post(
        "/new", {**fields, "seat-0": "me", "seat-1": "bot-1", "time": "86400", "visibility": "unlisted"}
    )
    assert answer.status_code == 303, answer.body
    match = str(answer.headers["Location"]).removeprefix("/m/").removesuffix("#now")
    page = text_of(browser, f"/m/{match}")
    assert "It goes on from another match:" in page
    assert f'href="/r/{name}?ply=2"' in page
    made = repository.load(home.env, match)
    assert made.roster.origin
    assert made.head.state


def test_seats_that_had_left_stay_out_on_the_form_too(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, OPEN, BOT)
    service.join(home.env, bram.player, match.id)
    for session in (bram, anna):
        service.resign(home.env, match.id, Caller(session.player))
    browser = home.browser(anna)
    form = text_of(browser, f"/new?match={match.id}&ply=1")
    assert "Had given up by then: a bot keeps the seat." in form
    fields = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">', form))
    assert fields["seat-1"].startswith("bot-")
    sent = {**fields, "seat-0": "me", "seat-2": "bot-1", "time": "86400", "visibility": "unlisted"}
    refused = browser.post("/new", {**sent, "seat-1": "open"})
    assert (refused.status_code, "Seat 1 had left" in refused.body.decode()) == (422, True)
    assert browser.post("/new", sent).status_code == 303


@pytest.mark.parametrize("query", ["match=nowhere000000000&ply=0", "record=nowhere000000000&ply=0"])
def test_there_has_to_be_something_to_play_on_from(home: House, query: str) -> None:
    assert text_of(home.browser(home.session("Anna")), f"/new?{query}", 404)


def test_the_replay_of_what_went_on_begins_where_it_did(home: House) -> None:
    anna = home.session("Anna")
    name = brought(home, anna)
    wish = service.MatchWish("", (ME, BOT), origin=service.From("record", name, 2))
    match = service.create(home.env, anna.player, wish)
    service.resign(home.env, match.id, Caller(anna.player))
    page = text_of(home.browser(), f"/m/{match.id}/replay")
    assert "Where it went on from" in page
    assert record.export(home.env, match.id, Caller(anna.player)).origin


def test_a_file_is_brought_in_and_stepped_through_by_keyboard(home: House, chromium: Chromium) -> None:
    anna, told = home.session("Anna"), short("sequence-dice")[1]
    with served(home) as url, window(chromium, url, session=anna) as (page, complaints):
        page.goto("/r")
        file = {"name": "match.json", "mimeType": "application/json", "buffer": told.model_dump_json().encode()}
        page.get_by_label("The file of a record").set_input_files(file)  # type: ignore[arg-type]
        page.get_by_role("button", name="Check it and bring it in").press("Enter")
        page.get_by_role("heading", name="The start").wait_for()
        page.get_by_role("link", name="Next").press("Enter")
        page.get_by_role("heading", name=f"After move 1 of {len(told.moves)}").wait_for()
        page.get_by_label("Move, from 0").fill(str(len(told.moves)))
        page.get_by_label("Seen by").select_option(index=2)
        page.get_by_role("button", name="Show").press("Enter")
        page.get_by_role("heading", name=f"After move {len(told.moves)} of").wait_for()
        assert page.get_by_label("Seen by").input_value() == "1"
        assert complaints == []


def test_a_record_says_whether_it_was_played_here(home: House) -> None:
    anna = home.session("Anna")
    page = text_of(home.browser(), f"/r/{brought(home, anna)}")
    assert "Somebody brought this record in." in page
    assert "Nothing shows that it was played here" in page
    match = over(home, anna)
    told = service.export(home.env, match.id, Caller())
    ours = service.keep(home.env, anna.player, told).id
    assert f'This is the record of a match that was played here: <a href="/m/{match.id}">' in text_of(
        home.browser(), f"/r/{ours}"
    )
    renamed = told.model_copy(update={"seats": [each.model_copy(update={"name": "Robin"}) for each in told.seats]})
    page = text_of(home.browser(), f"/r/{service.keep(home.env, anna.player, renamed).id}")
    assert "The names in this record are NOT those that the match here has." in page
    assert "This is the record of a match that was played here" not in page
    running = home.table(anna.player, ME, BOT)
    text = short("sequence-dice")[1].model_dump(mode="json")
    text |= {"match": running.id, "commitment": commitment(bytes.fromhex(text["seed"]), running.id, 1)}
    forged = service.keep(home.env, anna.player, record_file.read(json.dumps(marks.marked(text)))).id
    page = text_of(home.browser(), f"/r/{forged}")
    assert f"This is NOT the record of the match here that has the id {running.id}." in page


@pytest.mark.parametrize("language", SPOKEN)
def test_a_record_that_is_refused_is_told_why_and_from_where_on(home: House, language: str) -> None:
    anna = home.session("Anna", language)
    text = short("sequence-dice")[1].model_dump(mode="json")
    text["moves"][1]["dice"] = "1/36"
    page = home.browser(anna).post("/r", {"text": json.dumps(text)}).body.decode()
    place = "Ply 2" if language == "en" else speaker(language)("Move {ply}", ply=2)
    assert f"{place}: " in page
    assert "1/36" in page


@pytest.mark.parametrize("text", ['{"format": 1}', '{"format": "x"}', "[]", "hello"])
@pytest.mark.parametrize("language", SPOKEN[1:])
def test_what_is_no_record_is_refused_in_the_readers_words(home: House, language: str, text: str) -> None:
    page = home.browser(home.session("Anna", language)).post("/r", {"text": text}).body.decode()
    assert 'id="refused"' in page
    for word in ("Field required", "Input should", "JSON object", "is not JSON"):
        assert word not in page


@pytest.mark.parametrize("query", ["match=nosuch&ply=1", "record=zz&ply=1", f"match={'0' * 16}&ply=x", "ply=1"])
def test_nothing_to_go_on_from_is_told(home: House, query: str) -> None:
    page = text_of(home.browser(home.session("Anna")), f"/new?{query}", 404)
    assert "There is nothing to go on from at this address." in page
