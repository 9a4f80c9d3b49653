"""The page about dice: the promise to everybody, every draw of a match that ended, records that somebody brings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload

from chalicelib.matches import record_file, records, service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match
from chalicelib.players.profile import SPOKEN
from chalicelib.site import programs
from tests.matches.desk import BOT as DESK_BOT
from tests.matches.desk import ME as DESK_ME
from tests.matches.desk import Desk
from tests.site.house import BASE, BOT, ME, OPEN, House
from tests.site.window import served, window

SAMPLE = Path(__file__).parents[2].joinpath("docs", "record.sample.json").read_text(encoding="utf-8")
OTHER = SAMPLE.replace('"dice": "2/6 1/6 3/6 4/6 0/6 3/6"', '"dice": "2/6 1/6 3/6 4/6 1/6 3/6"')


def _over(home: House, player: str, **wish: str) -> Match:
    match = home.table(player, ME, BOT, **wish)
    service.resign(home.env, match.id, Caller(player))
    return home.load(match)


def _page(home: House, target: str, status: int = 200) -> str:
    answer = home.browser().get(target)
    assert answer.status_code == status
    return str(answer.body.decode())


def test_everybody_is_told_what_is_promised_and_at_which_ends_it_is_kept(home: House) -> None:
    page = _page(home, "/fairness")
    assert page.count("<dt>") >= 6
    for word in ("gives up", "called off", "deletes", "stays away", "14 days", "cannot show"):
        assert word in page
    assert 'href="/fairness"' in _page(home, "/")
    assert 'href="fairness"' in _page(home, "/docs")


@pytest.mark.parametrize("language", SPOKEN)
def test_the_page_speaks_every_language(home: House, language: str) -> None:
    match = _over(home, home.player("Anna"))
    page = _page(home, f"/fairness?match={match.id}&language={language}")
    assert f'<html lang="{language}">' in page
    assert "{" not in re.sub(r'data-[a-z]+="[^"]*"', "", page)


def test_a_match_that_runs_shows_its_promise_and_keeps_its_secret(home: House) -> None:
    match = home.table(home.player("Anna"), ME, BOT)
    page = _page(home, f"/fairness?match={match.id}")
    assert match.roster.commitment in page
    assert match.roster.seed not in page
    assert "Once the match has ended, every draw stands here" in page
    assert "data-record" not in page


def test_the_mark_that_a_running_match_shows_stands_among_all_marks_at_its_end(home: House) -> None:
    anna = home.player("Anna")
    match = home.table(anna, ME, BOT)
    found = service.newest_mark(home.env, home.load(match))
    assert found is not None
    noted = f"First position: <code>{found['mark']}</code>"
    page = _page(home, f"/fairness?match={match.id}")
    assert "The newest mark follows from all that has been played so far." in page
    assert noted in page
    assert "All marks" not in page
    service.resign(home.env, match.id, Caller(anna))
    page = _page(home, f"/fairness?match={match.id}")
    record = service.export(home.env, match.id, Caller(""))
    assert noted in page
    assert "The newest mark" not in page
    assert page.count("<li>Move ") == len(record.moves)
    assert f"<li>Move {len(record.moves)}: <code>{record.moves[-1].mark}</code></li>" in page


def test_a_match_that_was_called_off_shows_its_secret_and_no_draws(home: House) -> None:
    anna = home.player("Anna")
    match = home.table(anna, ME, OPEN)
    service.leave(home.env, anna, match.id)
    page = _page(home, f"/fairness?match={match.id}")
    assert match.roster.seed in page
    assert "Nothing was rolled in this match." in page


def test_a_match_that_ended_shows_every_draw_at_its_own_place(home: House) -> None:
    match = _over(home, home.player("Anna"))
    record = service.export(home.env, match.id, Caller(""))
    page = _page(home, f"/fairness?match={match.id}")
    assert match.roster.seed in page
    drew = [0, *(move.ply for move in record.moves if move.dice)]
    assert re.findall(r'<li id="ply-(\d+)">', page) == [str(ply) for ply in drew]
    assert f"<code>{record.dice}</code>" in page
    assert f'data-record="/matches/{match.id}/export"' in page


def test_the_log_says_of_its_dice_which_draws_they_were_and_leads_there(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    page = home.browser(anna).get(f"/m/{match.id}?log=all").body.decode()
    first = service.log(home.env, match.id, Caller(anna.player))[0].draws[0]
    assert first == (0, 7)
    assert f'<a href="/fairness?match={match.id}#ply-0">draws 1 to 7 of the first position</a>' in page
    service.resign(home.env, match.id, Caller(anna.player))
    page = home.browser(anna).get(f"/m/{match.id}?log=all").body.decode()
    linked = set(re.findall(rf'href="/fairness\?match={match.id}#(ply-\d+)"', page))
    there = set(re.findall(r'id="(ply-\d+)"', _page(home, f"/fairness?match={match.id}")))
    assert linked
    assert linked <= there


def test_a_private_match_is_nobodys_business_but_its_players(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT, visibility="private")
    target = f"/fairness?match={match.id}"
    assert match.roster.commitment not in _page(home, target, 404)
    assert home.browser(anna).get(target).status_code == 200
    key = home.link(match, 0).split("key=")[1]
    page = home.browser().get(f"{target}&key={key}").body.decode()
    assert match.roster.commitment in page
    assert f'href="/m/{match.id}?key={key}"' in page
    match_page = home.browser().get(home.link(match, 0)).body.decode()
    assert f'href="/fairness?match={match.id}&amp;key={key}"' in match_page


@pytest.mark.parametrize("match", ["nowhere", "../x", "A", "x" * 99])
def test_a_match_that_is_not_there_is_missing(home: House, match: str) -> None:
    assert "Not found, or not for you" in _page(home, f"/fairness?match={match}", 404)


def test_the_service_replays_its_own_matches_when_it_is_asked_to(home: House) -> None:
    match = _over(home, home.player("Anna"))
    answer = home.browser().post(f"/fairness?match={match.id}", {})
    assert (answer.status_code, "Everything holds." in answer.body.decode()) == (200, True)


def _posted(home: House, text: str, field: str = "file") -> tuple[int, str]:
    mark = "----mark"
    part = (
        f'Content-Disposition: form-data; name="{field}"; filename="r.json"\r\nContent-Type: application/json\r\n\r\n'
    )
    body = f"--{mark}\r\n{part}{text}\r\n--{mark}--\r\n"
    given = {"Origin": BASE, "Host": "127.0.0.1:8000", "Content-Type": f"multipart/form-data; boundary={mark}"}
    answer = home.client.http.request("POST", "/fairness", headers=given, body=body.encode())
    return answer.status_code, answer.body.decode()


@pytest.mark.parametrize("field", ["file", "text"])
def test_a_record_that_somebody_sends_is_replayed_whole(home: House, field: str) -> None:
    for text in (SAMPLE, "\ufeff" + SAMPLE):
        status, page = _posted(home, text, field)
        assert (status, "Everything holds." in page) == (200, True)
        assert page.count('<li id="ply-') == 1 + sum(bool(move["dice"]) for move in json.loads(SAMPLE)["moves"])


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        (OTHER, 422, "Something is wrong from move 3 on."),
        (SAMPLE.replace("d81ce", "d81cf"), 422, "The commitment is not that of this seed"),
        ("{}", 422, "format: Field required"),
        ("hello", 422, "This is no record"),
        ("", 400, "Choose a file, or paste a record."),
        ("x" * 70_000, 422, "This is no record"),
        ("x" * (4 * 1024 * 1024), 413, "The body may have at most"),
    ],
)
def test_a_record_that_does_not_hold_is_told_what_is_wrong(home: House, text: str, status: int, told: str) -> None:
    found, page = _posted(home, text)
    assert (found, told in page) == (status, True)


def _within() -> str:
    """A record that goes on from the sample, in which the dice of move 2 are others."""
    home = Desk()
    name = records.keep(home.env, "anna", record_file.read(SAMPLE)).id
    seats = [DESK_ME, *[DESK_BOT] * (len(json.loads(SAMPLE)["seats"]) - 1)]
    match = home.create(*seats, game=json.loads(SAMPLE)["game"], origin=From("record", name, 6))
    service.resign(home.env, match.id, Caller("anna"))
    told = service.export(home.env, match.id, Caller("anna")).model_dump(mode="json")
    assert told["origin"]["moves"][2]["dice"]
    told["origin"]["moves"][2]["dice"] = "0/6"
    return json.dumps(told)


def test_what_is_wrong_in_a_match_that_a_record_goes_on_from_is_told_of_that_match(home: House) -> None:
    text, sample = _within(), json.loads(SAMPLE)
    status, page = _posted(home, text)
    assert status == 422
    assert f"Something is wrong in the match {sample['match']}, which this one goes on from." in page
    assert f"In the match {sample['match']}, which this one goes on from: Ply 3: " in page
    drew = [0, *(move["ply"] for move in json.loads(text)["origin"]["moves"][:3] if move["dice"])]
    assert re.findall(r'<li id="ply-(\d+)">', page) == [str(ply) for ply in drew]
    assert f"<code>{sample['dice']}</code>" in page


def test_a_browser_says_which_match_is_wrong_and_in_the_readers_words(home: House, chromium: Browser) -> None:
    sample = json.loads(SAMPLE)
    english = ("dice:", "commitment", "nonce", "seat", "record", "known", "whole", "Unexpected", "mark:")
    with served(home) as url, window(chromium, url, scripts=True) as (page, complaints):
        page.goto("/fairness?language=nl")
        told, box = page.locator("#told"), page.get_by_label("Of plak het hier")
        box.fill(_within())
        assert f"in de partij {sample['match']}, waar deze op voortgaat: Zet 3: de dobbelstenen: " in told.inner_text()
        changes: tuple[dict[str, Any], ...] = (
            {"commitment": "00" * 32},
            {"nonces": []},
            {"seed": "x"},
            {"mark": "0" * 16},
            {"seats": [{**each, "seat": 7} for each in sample["seats"]]},
            {"seats": [{**each, "own_nonce": not each["own_nonce"]} for each in sample["seats"]]},
            {"ended": "2020-01-01T00:00:00Z"},
            {"moves": [{**sample["moves"][0], "ply": 5}]},
            {"moves": [{**sample["moves"][0], "seat": 99}]},
            {"format": 7},
            {"moves": "none"},
        )
        for changed in changes:
            box.fill(json.dumps({**sample, **changed}))
            words = told.inner_text()
            assert not [word for word in english if word in words], words
            assert "undefined" not in words
        box.fill("{")
        assert told.inner_text() == "Dit is geen verslag van een partij: het is geen JSON."
        assert complaints == []


_DROP = """([text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "r.json", { type: "application/json" }));
  document.getElementById("check").dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""


def test_browser_and_service_judge_the_same_record(home: House, chromium: Browser) -> None:
    good: FilePayload = {"name": "r.json", "mimeType": "application/json", "buffer": SAMPLE.encode()}
    with served(home) as url, window(chromium, url, scripts=True) as (page, _):
        page.goto("/fairness")
        file, box = page.get_by_label("The file of a record"), page.get_by_label("Or paste it here")
        file.set_input_files(good)
        page.get_by_text("Your browser checked the promise, the shares").wait_for()
        box.fill(OTHER)
        assert "something wrong" in page.locator("#told").inner_text()
        page.get_by_role("button", name="Let the service replay it").click()
        page.get_by_text("Something is wrong from move 3 on.").wait_for()
        page.goto("/fairness")
        box.fill(OTHER)
        file.set_input_files(good)
        page.get_by_text("Your browser checked the promise, the shares").wait_for()
        assert box.input_value() == ""
        page.get_by_role("button", name="Let the service replay it").click()
        page.get_by_text("Everything holds.").wait_for()
        page.goto("/fairness")
        page.evaluate(_DROP, [OTHER])
        page.get_by_text("something wrong").wait_for()
        page.get_by_role("button", name="Let the service replay it").click()
        page.get_by_text("Something is wrong from move 3 on.").wait_for()


def test_a_record_that_is_given_on_the_page_of_a_match_is_not_taken_for_that_match(
    home: House, chromium: Browser
) -> None:
    match = _over(home, home.player("Anna"))
    with served(home) as url, window(chromium, url, scripts=True) as (page, complaints):
        page.goto(f"/fairness?match={match.id}")
        page.locator("#told.note").wait_for()
        whole, box = page.get_by_role("button", name="whole match"), page.get_by_label("Or paste it here")
        assert whole.is_visible()
        box.fill(OTHER)
        assert "something wrong" in page.locator("#told").inner_text()
        assert not whole.is_visible()
        box.fill("")
        page.locator("#told:not(.bad)").wait_for()
        assert whole.is_visible()
        assert complaints == []


def test_this_page_runs_programs_and_only_ours(home: House) -> None:
    answer = home.browser().get("/fairness")
    page, policy = answer.body.decode(), answer.headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; connect-src 'self'; style-src" in policy
    scripts = re.findall(r"<script[^>]*>", page)
    versions = programs.versions()
    wanted = ("verify_dice.js", "fairness.js")
    assert scripts == [f'<script src="/{name}?v={versions[name]}" defer>' for name in wanted]
    assert not re.search(r"\son\w+=", page)
    for target in ("/", "/login", "/new", "/rules/keer-op-keer"):
        assert "script" not in home.browser().get(target).headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["verify_dice.py", "verify_dice.js", "fairness.js", "welcome.js"])
def test_programs_are_handed_out_as_they_are(home: House, name: str) -> None:
    answer = home.browser().get(f"/{name}")
    assert answer.body.decode() == programs.source(name)
    assert answer.headers["Cache-Control"] == "public, no-cache"
    kept = home.browser().get(f"/{name}?v={programs.versions()[name]}")
    assert "immutable" in kept.headers["Cache-Control"]
    assert answer.headers["Content-Type"].startswith("text/plain" if name.endswith(".py") else "text/javascript")


def test_a_browser_checks_the_match_it_is_shown(home: House, chromium: Browser) -> None:
    anna = home.player("Anna")
    match = home.table(anna, ME, BOT)
    for _ in range(4):
        moves = service.legal(home.env, match.id, Caller(anna))
        service.play(home.env, match.id, 0, moves.n, {"text": moves.moves[-1][0]}, Caller(anna))
    service.resign(home.env, match.id, Caller(anna))
    with served(home) as url, window(chromium, url, scripts=True) as (page, complaints):
        page.goto(f"/fairness?match={match.id}#ply-0")
        page.get_by_text("Your browser checked the promise, the shares").wait_for()
        assert page.locator("#draws .right").count() == page.locator("#draws li").count() > 2
        assert page.locator("#draws .wrong").count() == 0
        assert page.locator("#ply-0").is_visible()
        page.goto(f"/fairness?match={match.id}")
        page.get_by_text("Your browser checked the promise, the shares").wait_for()
        assert not page.locator("#ply-0").is_visible()
        assert complaints == []


def test_a_browser_checks_a_record_that_is_chosen_or_pasted_and_sends_nothing(home: House, chromium: Browser) -> None:
    with served(home) as url, window(chromium, url, scripts=True) as (page, complaints):
        page.goto("/fairness?language=nl")
        sent = list[str]()
        page.on("request", lambda request: sent.append(request.url))
        told = page.locator("#told")
        page.get_by_label("Het bestand van een verslag").set_input_files(
            {"name": "r.json", "mimeType": "application/json", "buffer": SAMPLE.encode()}
        )
        page.get_by_text("Je browser heeft de belofte, de aandelen, ").wait_for()
        assert told.get_attribute("class") == "note good"
        box = page.get_by_label("Of plak het hier")
        box.fill(OTHER)
        assert "Zet 3: de dobbelstenen" in told.inner_text()
        assert page.locator("#draws .wrong").count() == 1
        assert page.locator("#draws .wrong").is_visible()
        box.fill(re.sub(r'"dice": "[^"]*"', '"dice": ""', SAMPLE))
        assert "helemaal geen getallen" in told.inner_text()
        assert told.get_attribute("class") == "note"
        box.fill("{}")
        assert told.inner_text().startswith("Dit is geen verslag")
        assert (sent, complaints) == ([], [])


def test_without_script_the_service_answers(home: House, chromium: Browser) -> None:
    with served(home) as url, window(chromium, url) as (page, complaints):
        page.goto("/fairness")
        page.get_by_label("The file of a record").set_input_files(
            {"name": "r.json", "mimeType": "application/json", "buffer": OTHER.encode()}
        )
        page.get_by_role("button", name="Let the service replay it").click()
        page.get_by_text("Something is wrong from move 3 on.").wait_for()
        assert [each for each in complaints if "422" not in each] == []
