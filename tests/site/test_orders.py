"""Standing orders on the page of a match: given, told of, withdrawn, and seen by their owner alone."""

from __future__ import annotations

import pytest

from chalicelib.matches import service
from tests.site.company import Company, alert, company, text_of
from tests.site.house import BOT, ME, House, moves_of


def _waiting(home: House, table: Company, name: str = "Anna") -> list[tuple[str, str, int]]:
    found = service.orders(home.env, table.match.id, table.caller(name)).waiting
    return [(each.kind, each.text, each.until) for each in found]


def test_orders_are_given_in_turn_listed_and_withdrawn(home: House) -> None:
    table = company(home)
    table.does("Anna", "order", text="b1 h4")
    page = table.does("Anna", "pass", until="5")
    assert _waiting(home, table) == [("move", "b1 H4", 0), ("pass", "", 5)]
    assert "Play b1 H4 Withdraw Play b1 H4 Pass until roll 5 is on the table" in text_of(page)
    for name in ("Bram", "Cees", "nobody"):
        assert "Pass until roll 5" not in table.page(name)
    table.does("Anna", "unorder", order="move b1 H4")
    assert _waiting(home, table) == [("pass", "", 5)]
    table.does("Anna", "unorder", order="move b1 H4")
    table.does("Anna", "unorder")
    assert _waiting(home, table) == []


def test_there_are_three_at_most(home: House) -> None:
    table = company(home)
    for text in ("b1 H4", "b1 H5", "b1 H6"):
        page = table.does("Anna", "order", text=text)
    assert "You have as many orders as there can be." in page
    assert 'value="order"' not in page
    version = str(home.load(table.match).head.version)
    refused = table.posts("Anna", "pass", version=version)
    assert "409 orders: Not possible as things stand. You have 3 orders already" in alert(refused)


@pytest.mark.parametrize(
    ("do", "fields", "told"),
    [
        ("order", {"text": ""}, "400 orders: "),
        ("order", {"text": "nonsense"}, "400 orders: "),
        ("pass", {"until": "1"}, "409 orders: Not possible as things stand. Roll 1 has come already."),
        ("pass", {"until": "x"}, "400 orders: "),
        ("pass", {"version": ""}, "400 orders: "),
    ],
)
def test_what_cannot_be_ordered_is_refused_at_the_form(home: House, do: str, fields: dict[str, str], told: str) -> None:
    table = company(home)
    assert alert(table.sends("Anna", do, **fields)).startswith(told)
    assert _waiting(home, table) == []


def test_an_order_thought_out_before_a_later_decision_is_refused(home: House) -> None:
    table = company(home)
    version = str(home.load(table.match).head.version)
    for name in ("Anna", "Bram"):
        table.does(name, "choose", move=moves_of(table.page(name))[0])
    assert alert(table.posts("Anna", "pass", version=version)).startswith("409 orders: ")


def test_what_came_of_an_order_is_told(home: House) -> None:
    table = company(home)
    table.does("Anna", "order", text="r5 A1")
    table.does("Anna", "pass")
    for name in ("Anna", "Bram"):
        table.does(name, "choose", move=moves_of(table.page(name))[0])
    told = text_of(table.page("Anna").split("At your last decision:")[1].split("</ul>")[0])
    assert "Play r5 A1: was not legal" in told
    assert "Pass, until I withdraw this: was played" in told


def test_games_that_take_none_have_no_such_form(home: House) -> None:
    table = company(home, players=3, game="passing-game")
    assert 'id="orders"' not in table.page("Anna")
    assert "409 now: " in alert(table.posts("Anna", "order", text="pass", version="1"))


def test_a_pass_is_offered_where_one_may_pass(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT, game="sequence-dice")
    page = home.browser(anna).get(f"/m/{match.id}").body.decode()
    assert ('value="order"' in page, 'value="pass"' in page) == (True, False)
