"""What a page offers, and how a match ended, in a real browser: narrow and wide, small, and against axe-core."""

from __future__ import annotations

from playwright.sync_api import Browser

from chalicelib.matches import service
from chalicelib.matches.match import Pace
from chalicelib.matches.pace import DAY, HOUR
from tests.site.axe import complaints_of
from tests.site.company import company
from tests.site.house import ME, OPEN, House
from tests.site.test_invitation import GRAN, address
from tests.site.window import NARROW, WIDE, served, window


def _targets(home: House) -> list[str]:
    """Pages that Cees has to look at: of a seat to take over, of a draw, and an invitation."""
    wanted = company(home, game="keer-op-keer-3", pace=Pace(DAY, bank=4 * HOUR))
    service.substitute(home.env, wanted.match.id, wanted.caller("Anna"))
    anna, bram = wanted.sessions["Anna"].player, wanted.sessions["Bram"].player
    drawn = service.join(home.env, bram, home.table(anna, ME, OPEN, game="passing-game").id)
    for name in ("Anna", "Bram"):
        service.offer_draw(home.env, drawn.id, wanted.caller(name))
    invited = address(home, home.table(anna, ME, GRAN, pace=Pace(DAY, bank=4 * HOUR)))
    return [wanted.path, f"/m/{drawn.id}", invited]


def test_offers_and_ends_are_fit_for_everybody(home: House, chromium: Browser) -> None:
    targets = _targets(home)
    cees = home.session("Cees")
    with served(home) as url, window(chromium, url, scripts=True, session=cees) as (page, complaints):
        for target in targets:
            answer = page.goto(target)
            assert answer is not None
            assert len(answer.body()) < 100_000
            for width in (WIDE, NARROW):
                page.set_viewport_size({"width": width, "height": 640})
                assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert complaints_of(page) == [], target
        assert complaints == []
