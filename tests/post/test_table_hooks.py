"""Which webhooks a row's notices go to: those of its players, and those of the match, each URL once."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.matches import service
from chalicelib.matches.attaching import may_attach
from chalicelib.matches.events import Owed
from chalicelib.matches.match import Caller, Match
from chalicelib.players import webhooks
from chalicelib.players.webhook import Webhook
from chalicelib.post.table_hooks import callings
from tests.matches.desk import ME, OPEN
from tests.post.office import Office

CLUB = "https://hook.example/club"


def attach(office: Office, player: str, match: Match, *categories: str, url: str = CLUB) -> Webhook:
    return webhooks.create_webhook(office.desk.env, player, url, match=match.id, categories=categories)


def told(office: Office, match: Match, *owed: Owed) -> list[tuple[str, str, int]]:
    """Who calls with what about which seat."""
    found = callings(office.desk.env, match.id, owed)
    return [(each.webhook.id, each.owed.category, each.owed.seat) for each in found]


def owed_both(category: str) -> Sequence[Owed]:
    return [Owed(category, seat, name, 2) for seat, name in enumerate(("anna", "bram"))]  # type: ignore[arg-type]


def test_the_webhook_of_a_match_is_told_a_turn_of_every_seat_and_once_what_concerns_all() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    hook = attach(office, "bram", match)
    assert told(office, match, *owed_both("your_turn")) == [(hook.id, "your_turn", 0), (hook.id, "your_turn", 1)]
    for category in ("match_started", "match_ended", "away", "seat_changed", "draw_offered", "called_off"):
        assert told(office, match, *owed_both(category)) == [(hook.id, category, 1)], "by its own player's seat"
    assert told(office, match, owed_both("away")[0]) == [(hook.id, "away", 0)]


def test_what_was_said_is_told_it_as_its_player_is_and_an_invitation_never() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    hook = attach(office, "bram", match)
    assert told(office, match, *owed_both("message")) == [(hook.id, "message", 1)]
    assert told(office, match, owed_both("message")[0]) == []
    assert told(office, match, *owed_both("invitation")) == []


def test_one_url_is_called_once_however_many_have_attached_it() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    first, second = attach(office, "bram", match), attach(office, "anna", match)
    other = attach(office, "anna", match, url=CLUB + "/2")
    assert told(office, match, *owed_both("match_ended")) == [
        (first.id, "match_ended", 1),
        (other.id, "match_ended", 0),
    ]
    webhooks.delete_webhook(office.desk.env, "bram", first.id)
    assert (second.id, "match_ended", 0) in told(office, match, *owed_both("match_ended"))


def test_nor_is_it_called_for_a_player_who_has_it_for_all_matches() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    own, elsewhere = office.webhook("anna", CLUB), office.webhook("anna", CLUB + "/own")
    hook = attach(office, "bram", match)
    found = told(office, match, *owed_both("your_turn"))
    assert found == [(elsewhere.id, "your_turn", 0), (hook.id, "your_turn", 0), (hook.id, "your_turn", 1)]
    assert (own.id, "message", 0) in told(office, match, *owed_both("message"))
    assert (own.id, "invitation", 0) in told(office, match, *owed_both("invitation"))


def test_who_wants_only_some_things_leaves_the_others_to_the_next() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    turns, ends = attach(office, "anna", match, "your_turn"), attach(office, "bram", match, "match_ended", "your_turn")
    assert {each[0] for each in told(office, match, *owed_both("your_turn"))} == {turns.id}
    assert {each[0] for each in told(office, match, *owed_both("match_ended"))} == {ends.id}
    assert told(office, match, *owed_both("away")) == []


def test_a_players_own_is_told_what_it_wants_and_of_other_matches_nothing_of_this_one() -> None:
    office = Office()
    match, elsewhere = office.desk.table("anna", "bram"), office.desk.table("anna", "bram")
    own = webhooks.create_webhook(office.desk.env, "anna", "https://hook.example/own", categories=("match_ended",))
    attach(office, "anna", elsewhere)
    assert told(office, match, *owed_both("your_turn")) == []
    assert told(office, match, *owed_both("match_ended")) == [(own.id, "match_ended", 0)]


def test_whoever_leaves_the_table_takes_their_webhook_along_and_the_next_one_speaks() -> None:
    office = Office()
    desk, match = office.desk, office.desk.table("anna", "bram")
    first, second = attach(office, "bram", match), attach(office, "anna", match)
    service.substitute(desk.env, match.id, Caller("bram"), handle="cees")
    service.substitute(desk.env, match.id, Caller("cees"))
    owed = Owed("your_turn", 1, "cees", 2)
    assert told(office, match, owed) == [(second.id, "your_turn", 1)]
    assert first.id != second.id


def test_who_may_attach_one_sits_there_or_has_created_the_match() -> None:
    office = Office()
    match = office.desk.create(ME, OPEN, player="anna")
    assert (may_attach(match, "anna"), may_attach(match, "bram"), may_attach(match, "")) == (True, False, False)
    assert may_attach(service.join(office.desk.env, "bram", match.id), "bram")
    for_others = office.desk.create(OPEN, OPEN, player="cees", visibility="public")
    assert may_attach(for_others, "cees")


def test_a_club_is_told_from_the_start_to_the_end_and_nothing_twice() -> None:
    office = Office()
    match = office.desk.create(ME, OPEN, player="anna")
    hook = attach(office, "anna", match)
    match = service.join(office.desk.env, "bram", match.id)
    attach(office, "bram", match)
    office.work_off()
    for seat in (0, 1):
        office.desk.play(match, seat)
    office.clock.advance(3_600)
    office.work_off()
    service.resign(office.desk.env, match.id, office.desk.caller(match, 1))
    office.work_off()
    calls = [(each["type"], each["data"]["seat"]) for each in office.calls(hook)]
    assert calls[0] == ("match_started", None)
    assert sorted(calls[1:-1]) == [("your_turn", 0), ("your_turn", 1)]
    assert calls[-1] == ("match_ended", None)
    assert {each["data"]["url"] for each in office.calls(hook)} == {f"https://play.example.org/m/{match.id}"}
    assert not [row for row in office.rows("bram") if row.notice.webhook]
