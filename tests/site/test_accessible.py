"""Every page in every state: axe-core finds nothing, and nothing is wider than the screen, narrow or wide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.seating import MatchWish, SeatWish
from chalicelib.players import webhooks
from chalicelib.players.mail_links import mail_link_token
from chalicelib.players.ports import Put
from chalicelib.players.repository import load_profile
from chalicelib.players.sessions import Session
from chalicelib.post import on_request, sender
from chalicelib.post.delivery import Delivery, Notice, State, item_of
from chalicelib.rules import OptionValue
from tests.matches.endings import short
from tests.site.axe import complaints_of
from tests.site.house import BOT, ME, OPEN, House
from tests.site.test_address import silence
from tests.site.window import NARROW, WIDE, served, window

SAMPLE = Path(__file__).parents[2].joinpath("docs", "record.sample.json").read_text(encoding="utf-8")
BRAM = SeatWish("player", "bram")


class Scene:
    """A house with players and a match in every state."""

    def __init__(self, home: House) -> None:
        self.anna, self.bram, self.cees = (home.session(name) for name in ("Anna", "Bram", "Cees"))
        player = self.anna.player
        self.waiting = home.table(player, ME, OPEN, BRAM, visibility="public", name="W" * 40)
        self.private = home.table(player, ME, BRAM, visibility="private")
        self.running = home.table(player, ME, BOT)
        self.sealed = home.table(player, ME, BRAM)
        service.join(home.env, self.bram.player, self.sealed.id)
        self.home = home
        self.over = home.table(player, ME, BOT)
        service.resign(home.env, self.over.id, Caller(player))
        self.record = service.keep(home.env, player, short("passing-game")[1]).id
        whence = service.From("record", self.record, 4)
        self.forked = service.create(home.env, player, MatchWish("", (ME, BOT), origin=whence)).id


def _seat_nobody_known(page: Page) -> None:
    page.goto("/new")
    page.get_by_label("Who sits here").nth(1).select_option("player")
    page.get_by_label("The handle of whoever is invited").nth(1).fill("nobody-here")
    page.get_by_role("button", name="Set up the match").click()
    page.wait_for_selector('[role="alert"]')


def _seal(page: Page, match: Match) -> None:
    page.goto(f"/m/{match.id}")
    page.get_by_label("Pick one of the moves").select_option(index=1)
    page.get_by_role("button", name="Play this move").click()
    page.get_by_role("heading", name="You have chosen").wait_for()


def _bring(page: Page, text: str) -> None:
    page.goto("/r")
    page.get_by_label("Or paste it here").fill(text)
    page.get_by_role("button", name="Check it and bring it in").click()
    page.wait_for_selector('[role="alert"]')


def _be_refused(page: Page, match: Match) -> None:
    page.goto(f"/m/{match.id}")
    page.get_by_label("Or type it").fill("b1 A1")
    page.get_by_role("button", name="Play what I typed").click()
    page.wait_for_selector('[role="alert"]')


def _check_dice(page: Page, match: Match) -> None:
    page.goto(f"/fairness?match={match.id}#ply-0")
    page.locator("#told.good").wait_for()


def _paste(page: Page, text: str) -> None:
    page.goto("/fairness")
    page.get_by_label("Or paste it here").fill(text)
    page.locator("#told.bad").wait_for()


def _send(page: Page, text: str) -> None:
    _paste(page, text)
    page.get_by_role("button", name="Let the service replay it").click()
    page.wait_for_selector('[role="alert"]')


def _board(game: str, seats: int, **options: OptionValue) -> Callable[[Scene, Page], object]:
    """The page of a match of this game, some moves after its start."""

    def open_page(scene: Scene, page: Page) -> None:
        env, me = scene.home.env, scene.anna.player
        match = service.create(env, me, MatchWish(game, (ME, *[BOT] * (seats - 1)), options))
        for _ in range(8):
            moves = service.legal(env, match.id, Caller(me))
            if not moves.moves:
                break
            match = service.play(env, match.id, 0, moves.n, {"text": moves.moves[0][0]}, Caller(me)).match
        page.goto(f"/m/{match.id}?log=all")

    return open_page


def _webhooks(scene: Scene, page: Page) -> None:
    """One that was tried and does not work, and one that is disabled."""
    home, me, post = scene.home, scene.anna.player, scene.home.container.post
    made = webhooks.create_webhook(home.env, me, "https://hook.example/a", match=scene.running.id)
    webhooks.rotate_secret(home.env, me, made.id)
    other = webhooks.create_webhook(home.env, me, "https://other.example/b", kind="discord", categories=("away",))
    webhooks.disable_webhook(home.env, me, other.id, "failing")
    sender.send(post, on_request.try_out(post, me, made.id).notice.key)
    page.goto(f"/settings/webhooks?webhook={made.id}")


def _add_webhook(page: Page, url: str) -> None:
    page.goto("/settings/webhooks")
    page.get_by_label("Its URL").fill(url)
    page.get_by_role("button", name="Add it").click()
    page.locator('[role="alert"], [role="status"]').wait_for()


def _deliveries(scene: Scene, page: Page, *, refused: bool = False) -> None:
    """Something of every kind, and one that was had again too often."""
    me, now, match = scene.anna.player, scene.home.clock.now(), scene.running.id
    notices = [Notice(me, now, match, number, 0, "match_started") for number in range(7)]
    states: tuple[State, ...] = ("accepted", "bounced", "gathered", "overtaken", "off", "failed")
    rows = [replace(Delivery(notice, settled=now), state=state) for notice, state in zip(notices, states, strict=False)]
    waiting = Delivery(notices[6], due=now + 60, held="quiet")
    scene.home.store.commit([Put(item_of(row)) for row in (*rows, waiting)])
    page.goto("/deliveries")
    if refused:
        scene.home.store.commit([Put(item_of(replace(rows[0], again=3)))])
        page.locator("li", has_text="sent").get_by_role("button", name="Send it again").last.click()
        page.wait_for_selector('[role="alert"]')


def _fewer_mails(scene: Scene, page: Page, *, press: bool = False) -> None:
    reader = load_profile(scene.home.store, scene.bram.player)
    page.goto(f"/u/{mail_link_token(scene.home.env, reader, 'talk', scene.sealed.id)}")
    if press:
        page.get_by_role("button", name="No more of these about this match").click()
        page.wait_for_selector('[role="status"]')


def _settings_without_mail(scene: Scene, page: Page) -> None:
    silence(scene.home, scene.cees.player)
    page.goto("/settings")


Way = Callable[[Scene, Page], object]
Who = Callable[[Scene], Session | None]


def _anna(scene: Scene) -> Session:
    return scene.anna


def _bram(scene: Scene) -> Session:
    return scene.bram


def _cees(scene: Scene) -> Session:
    return scene.cees


def _nobody(scene: Scene) -> None:
    return None


STATES: dict[str, tuple[Who, Way]] = {
    "home": (_nobody, lambda _, page: page.goto("/")),
    "home of a player": (_anna, lambda _, page: page.goto("/")),
    "setting up": (_anna, lambda _, page: page.goto("/new")),
    "setting up what cannot be": (_anna, lambda _, page: _seat_nobody_known(page)),
    "waiting, its creator": (_anna, lambda scene, page: page.goto(f"/m/{scene.waiting.id}")),
    "waiting, who is invited": (_bram, lambda scene, page: page.goto(f"/m/{scene.private.id}")),
    "waiting, a stranger": (_nobody, lambda scene, page: page.goto(f"/m/{scene.waiting.id}")),
    "missing": (_nobody, lambda scene, page: page.goto(f"/m/{scene.private.id}")),
    "missing for a player": (_cees, lambda scene, page: page.goto(f"/m/{scene.private.id}")),
    "running": (_anna, lambda scene, page: page.goto(f"/m/{scene.running.id}?log=all")),
    "running, a guest": (_nobody, lambda scene, page: page.goto(f"/m/{scene.running.id}")),
    "running, Keer op Keer 3": (_anna, _board("keer-op-keer-3", 2, chips="4-3-3-0")),
    "running, the Passing Game": (_anna, _board("passing-game", 4, partnership=True)),
    "running, Sequence Dice": (_anna, _board("sequence-dice", 3)),
    "sealed": (_anna, lambda scene, page: _seal(page, scene.sealed)),
    "refused": (_anna, lambda scene, page: _be_refused(page, scene.running)),
    "over": (_anna, lambda scene, page: page.goto(f"/m/{scene.over.id}")),
    "dice": (_nobody, lambda _, page: page.goto("/fairness")),
    "dice of a match that runs": (_anna, lambda scene, page: page.goto(f"/fairness?match={scene.running.id}")),
    "dice of a match that is over": (_nobody, lambda scene, page: _check_dice(page, scene.over)),
    "dice that differ": (_nobody, lambda _, page: _paste(page, SAMPLE.replace("3/6 4/6 0/6", "3/6 4/6 1/6"))),
    "a record that fails": (_nobody, lambda _, page: _send(page, SAMPLE.replace("3/6 4/6 0/6", "3/6 4/6 1/6"))),
    "replay": (_nobody, lambda scene, page: page.goto(f"/m/{scene.over.id}/replay?ply=1")),
    "replay of a record": (_anna, lambda scene, page: page.goto(f"/r/{scene.record}?ply=4&seat=1")),
    "bringing a record in": (_anna, lambda _, page: page.goto("/r")),
    "bringing a record in, a stranger": (_nobody, lambda _, page: page.goto("/r")),
    "bringing in what is no record": (_anna, lambda _, page: _bring(page, "{")),
    "playing on": (_anna, lambda scene, page: page.goto(f"/new?record={scene.record}&ply=4")),
    "running, from a position": (_anna, lambda scene, page: page.goto(f"/m/{scene.forked}")),
    "webhooks": (_anna, lambda scene, page: _webhooks(scene, page)),
    "webhooks, a new one": (_anna, lambda _, page: _add_webhook(page, "https://hook.example/new")),
    "webhooks, a refusal": (_anna, lambda _, page: _add_webhook(page, "http://hook.example/")),
    "deliveries": (_anna, lambda scene, page: _deliveries(scene, page)),
    "deliveries, a refusal": (_anna, lambda scene, page: _deliveries(scene, page, refused=True)),
    "fewer mails": (_nobody, lambda scene, page: _fewer_mails(scene, page)),
    "fewer mails, done": (_nobody, lambda scene, page: _fewer_mails(scene, page, press=True)),
    "settings, no mail": (_cees, lambda scene, page: _settings_without_mail(scene, page)),
    "login": (_nobody, lambda scene, page: page.goto(f"/login?next=/m/{scene.private.id}")),
    "login by link": (_nobody, lambda _, page: page.goto("/login?token=abc")),
    "logout": (_anna, lambda _, page: page.goto("/logout")),
    "rules": (_nobody, lambda _, page: page.goto("/rules/keer-op-keer")),
    "no such rules": (_nobody, lambda _, page: page.goto("/rules/chess")),
}


@pytest.mark.parametrize("who", dict.fromkeys(who for who, _ in STATES.values()))
def test_pages_are_fit_for_everybody(home: House, chromium: Browser, who: Who) -> None:
    """One visitor after the other, in one window each: a window for each page takes longer than to look at the page."""
    scene = Scene(home)
    found = {}
    with served(home) as url, window(chromium, url, scripts=True, session=who(scene)) as (page, _):
        for state, (visitor, way) in STATES.items():
            if visitor is who:
                way(scene, page)
                found[state] = _flaws(page)
    assert {state: flaws for state, flaws in found.items() if flaws} == {}


def _flaws(page: Page) -> list[object]:
    """What is wrong with the page, with all that folds open: what axe-core says, and widths that it does not fit."""
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = list[object]()
    for width in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": 640})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"wider than {width}")
    return found + complaints_of(page)
