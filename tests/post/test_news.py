"""What is new to a seat: everything since its own last move, told as it may know it, and nothing stale."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.pace import DAY
from chalicelib.players.repository import load_profile
from chalicelib.post import news
from chalicelib.post.scene import Scene
from tests.games.keer_op_keer import positions
from tests.matches.desk import BOT, ME, Desk
from tests.matches.time_passing import until_due
from tests.post.office import Office, text_of

PASS = {"text": "pass"}


def told(desk: Desk, match: Match, seat: int) -> str:
    match = desk.load(match)
    names = [each.name for each in match.roster.seats]
    found = news.news_for(desk.env, match, seat)
    return "\n".join(
        news.tell(lambda _: desk.game(match), news.Listener("en", seat, names, roster=match.roster), found.rows)
    )


def flat(text: str) -> str:
    return " ".join(text.split())


def kinds(desk: Desk, match: Match, seat: int) -> list[tuple[str, int]]:
    return [(row.kind, row.seat) for row in news.news_for(desk.env, desk.load(match), seat).rows]


def test_before_ones_first_move_all_is_new() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 1, PASS)
    found = news.news_for(desk.env, desk.load(match), 0)
    assert not found.since_own
    assert [row.kind for row in found.rows] == ["created", "started", "sealed"]


def test_the_first_mails_tell_the_rolls_for_who_begins() -> None:
    office = Office()
    match = office.desk.table("anna", "bram", game="sequence-dice")
    office.work_off()
    first = office.desk.to_move(match)[0]
    later = ("anna", "bram")[1 - first]
    office.desk.play(match, first)
    while office.desk.to_move(match)[0] == first:
        office.desk.play(match, first)
    office.work_off()
    started, turn = (flat(text_of(office.mails(later)[number])) for number in (0, -1))
    assert (office.mails(later)[0]["Subject"], turn) != (office.mails(later)[-1]["Subject"], started)
    for mail in (started, turn):
        assert mail.count(" for the start.") >= 2
        assert f"- {('Anna', 'Bram')[first]} begins." in mail
    assert "put a chip on" in turn or "could do nothing" in turn


def test_a_sealed_choice_is_told_until_it_is_opened_and_never_what_it_was() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 1)
    secret = desk.load(match)
    said = told(desk, match, 0)
    assert "Bram has chosen." in said
    assert desk.game(secret).format(desk.game(secret).sealed(secret.head.state, 1)) not in said
    desk.play(match, 0)
    assert "Bram has chosen." not in told(desk, match, 0)


def test_ones_own_move_is_the_first_news_after_it() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 1, PASS)
    desk.play(match, 0, PASS)
    assert kinds(desk, match, 0) == [("moved", 0)]
    assert told(desk, match, 0).startswith("Anna passed.\nBram passed.\nRoll 2: ")
    desk.play(match, 0, PASS)
    desk.play(match, 1, PASS)
    assert kinds(desk, match, 0) == [("moved", 1)]  # the own choice was sealed: its opening tells it


def test_a_choice_taken_back_is_no_news_once_the_roll_is_over() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for _ in range(3):
        desk.play(match, 1, PASS)
        service.retract(desk.env, match.id, 1, desk.load(match).head.opened[1], desk.caller(match, 1))
    assert "Bram has taken the sealed choice back." in told(desk, match, 0)
    desk.play(match, 1, PASS)
    desk.play(match, 0, PASS)
    assert "taken" not in told(desk, match, 0)


def test_whoever_dithers_cannot_push_the_news_out() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 0, PASS)
    desk.play(match, 1, PASS)
    for _ in range(20):
        desk.play(match, 1, PASS)
        service.retract(desk.env, match.id, 1, desk.load(match).head.opened[1], desk.caller(match, 1))
    found = news.news_for(desk.env, desk.load(match), 0)
    assert found.since_own
    assert ("moved", 1) in [(row.kind, row.seat) for row in found.rows]
    assert "Anna passed." in told(desk, match, 0)


def test_bots_moves_are_told_and_a_long_story_is_cut_to_its_end() -> None:
    desk = Desk()
    match = desk.create(ME, BOT, BOT, BOT, BOT, BOT)
    desk.play(match, 0, PASS)
    said = told(desk, match, 0)
    assert all(f"{seat.name} " in said for seat in match.roster.seats[1:])
    found = news.news_for(desk.env, desk.load(match), 0)
    names = [seat.name for seat in match.roster.seats]
    many = news.tell(lambda _: desk.game(match), news.Listener("en", 0, names), found.rows * 30)
    assert len(many) > news.SENTENCES
    assert many[-1] == said.splitlines()[-1]
    assert not found.is_cut


def test_a_mail_that_leaves_something_out_says_where_it_stands() -> None:
    office = Office()
    match = office.desk.create(*[ME, *[BOT] * 5])
    for _ in range(14):
        office.desk.play(match, 0, PASS)
    scene = Scene(office.post, office.desk.load(match), load_profile(office.store, "anna"), 0)
    short = scene.news()
    assert short is not None
    assert short.paragraphs == ()
    late = Scene(office.post, office.desk.load(match), load_profile(office.store, "anna"), 3)
    told = late.news()
    assert told is not None
    assert len(told.lines) == news.SENTENCES
    (earlier,) = told.paragraphs
    assert earlier.endswith(f"{late.page()}&log=all#log-title")


def _put(office: Office, state: object, *names: str) -> Match:
    """A match of Keer op Keer that stands in this position."""
    match = office.desk.load(office.desk.table(*names))
    version, asked = match.head.version + 1, office.desk.game(match).to_move(state)
    opened = tuple(version if seat in asked else 0 for seat in range(len(names)))
    head = replace(match.head, version=version, state=state, opened=opened)
    office.store.commit(repository.writes(match, head, None))
    return office.desk.load(match)


FULL = " ".join(f"{column}{row}" for column in "ABCDEFGHIJKLMNO" for row in range(1, 8) if (column, row) != ("H", 7))
"""All cells but one yellow one, so that a seat with such a sheet can often only pass."""


def test_who_could_only_pass_is_told_so_and_not_as_if_it_were_a_choice() -> None:
    office = Office()
    match = _put(office, positions.position([FULL, ""], dice="gbr112", active=1), "anna", "bram")
    office.desk.play(match, 1, PASS)
    said = told(office.desk, match, 1)
    assert "Anna could only pass." in said
    assert "Anna passed." not in said
    assert "\nBram passed, so all six dice are there for the others.\nAnna could only pass.\n" in told(
        office.desk, match, 0
    )


def test_a_choice_that_was_sealed_by_itself_is_told_as_such() -> None:
    office = Office()
    match = _put(office, positions.position([FULL, "", ""], dice="gbr112", active=1), "anna", "bram", "cees")
    office.desk.play(match, 1, PASS)
    said = told(office.desk, match, 0)
    assert "Only one move was possible for Anna; it was played by itself.\nAnna has chosen to pass." in said
    assert "Only one move" not in told(office.desk, match, 2)
    assert "Anna has chosen. The choice stays sealed" in told(office.desk, match, 2)
    office.desk.play(match, 2, PASS)
    assert "Anna could only pass.\nCees passed.\n" in told(office.desk, match, 1) + "\n"


def test_what_is_sealed_on_purpose_is_told_without_that() -> None:
    office = Office()
    match = _put(office, positions.position(["", "", ""], dice="gbr112", active=1), "anna", "bram", "cees")
    office.desk.play(match, 1, PASS)
    office.desk.play(match, 0, PASS)
    rows = repository.log(office.desk.env, match.id)
    names = ("Anna", "Bram", "Cees")
    said = "\n".join(news.tell(lambda _: office.desk.game(match), news.Listener("en", 0, names), rows))
    assert "Anna has chosen to pass." in said
    assert "Only one move" not in said


def test_what_a_bot_chose_for_its_player_is_told_as_its_choice() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    desk.play(match, 0, PASS)
    service.lend(desk.env, match.id, desk.caller(match, 0))
    desk.play(match, 1, PASS)
    desk.play(match, 2, PASS)
    sealed = [row for row in repository.log(desk.env, match.id) if row.chosen]
    assert [(row.kind, row.chosen) for row in sealed] == [("moved", ((0, "lent"),))]
    said = told(desk, match, 0)
    assert said.endswith("A bot played for Anna.\n" + said.splitlines()[-1])
    assert said.splitlines()[-1].startswith("Anna has chosen")
    assert "Only one move" not in said


def test_what_was_chosen_when_time_was_up_is_told_so() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(ladder=()))
    service.announce_here(desk.env, match.id, 0, desk.clock.now() + 9 * DAY, Caller("bram"))
    until_due(desk, match)
    *_, row = repository.log(desk.env, match.id)
    assert (row.kind, row.seat, row.chosen) == ("expired", 0, ())
    said = news.tell(lambda _: desk.game(match), news.Listener("en", 0, ("Anna", "Bram")), [row])
    assert said[0] == "Anna ran out of time."
    assert said[1].startswith("Anna has chosen")


def test_what_was_chosen_as_ordered_is_told_as_nothing_else() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    for seat in (2, 0):
        desk.play(match, seat, PASS)
    service.give_orders(desk.env, match.id, [service.OrderWish("pass")], Caller("cees"))
    desk.play(match, 1, PASS)
    *_, row = repository.log(desk.env, match.id)
    assert (row.ordered, row.chosen) == (((2, "pass"),), ())
    said = told(desk, match, 2)
    assert "Cees has chosen to pass." in said
    assert not any(wrong in said for wrong in ("Only one move", "ran out of time", "A bot"))


def test_of_rows_that_do_not_say_how_it_came_about_nothing_is_told() -> None:
    office = Office()
    match = _put(office, positions.position([FULL, "", ""], dice="gbr112", active=1), "anna", "bram", "cees")
    office.desk.play(match, 1, PASS)
    *_, row = repository.log(office.desk.env, match.id)
    assert row.chosen == ((0, "forced"),)
    listener = news.Listener("en", 0, ("Anna", "Bram", "Cees"))
    said = news.tell(lambda _: office.desk.game(match), listener, [replace(row, chosen=())])
    assert any("Anna has chosen to pass." in each for each in said)
    assert not any("Only one move" in each for each in said)
