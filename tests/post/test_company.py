"""Letters about those at a table where a reader may know less than the others, and where names have changed."""

from __future__ import annotations

from chalicelib.matches import service
from tests.post.office import page_of, text_of
from tests.post.stories import ANNA, CEES, TWO, ZOE, Story
from tests.post.test_compose import everywhere, flat


def test_who_gave_a_seat_of_a_private_match_away_sees_nothing_of_it_any_more() -> None:
    story = Story()
    seats = (service.SeatWish("me"), service.SeatWish("player", handle="zoe"))
    match = story.desk.create(*seats, game="passing-game", name="Quiet", visibility="private")
    story.id = match.id
    service.join(story.env, "zoe", match.id)
    service.substitute(story.env, story.id, ZOE, handle="cees")
    service.substitute(story.env, story.id, CEES)
    story.tell()
    mail = story.mail
    assert "Cees has taken over your seat" in mail["Subject"]
    assert everywhere("The match is private, and goes on without you.", mail)
    assert "/m/" not in text_of(mail) + page_of(mail)
    assert "The board" not in text_of(mail)
    assert "key=" not in text_of(mail) + page_of(mail)


def test_who_gave_a_seat_away_sees_no_hand_of_it_in_a_match_that_others_may_see() -> None:
    story = Story()
    story.table(*TWO, game="passing-game")
    service.substitute(story.env, story.id, ZOE)
    service.substitute(story.env, story.id, CEES)
    story.tell()
    game, state = story.desk.game(story.match), story.match.head.state
    assert flat(game.text(game.view(state, None), "en").splitlines()[0]) in flat(text_of(story.mail))
    hand = flat(game.text(game.view(state, 1), "en"))
    assert hand not in flat(text_of(story.mail))
    assert "Cees" in text_of(story.mail)


def test_what_somebody_did_before_they_gave_their_seat_away_is_told_by_their_name() -> None:
    story = Story("@0 {Zoe}")
    story.table("anna", "zoe", "bram")
    story.turn_of(1)
    story.desk.play(story.match, 1)
    service.substitute(story.env, story.id, ZOE)
    service.substitute(story.env, story.id, CEES)
    story.clock.advance(3_600)
    story.tell()
    told = flat(text_of(story.office.mails("bram")[-1]))
    assert "@0 {Zoe} put a chip on" in told
    assert "Cees has taken over the seat of @0 {Zoe}." in told
    assert "Cees put a chip" not in told


def test_a_name_with_braces_in_it_asks_for_a_move_too() -> None:
    story = Story()
    story.office.person("yara", "{deadline} {0}", "en")
    story.table("yara", "zoe")
    story.turn_of(1)
    story.clock.advance(3 * 3_600)
    service.nudge(story.env, story.id, service.Caller("yara"))
    story.tell()
    assert "{deadline} {0} asks for your move, due by Thu 24 September, 16:13" in story.mail["Subject"]


def test_an_offer_of_several_names_them_all() -> None:
    story = Story()
    story.table("anna", "zoe", "bram")
    service.offer_draw(story.env, story.id, ANNA)
    service.offer_draw(story.env, story.id, service.Caller("bram"))
    story.tell()
    assert str(story.mail["Subject"]).endswith("Anna and Bram want a draw")


def test_a_newcomer_is_told_what_has_happened_so_far_as_nothing_of_it_was_theirs() -> None:
    story = Story()
    story.table("anna", "zoe", "bram")
    story.turn_of(1)
    story.desk.play(story.match, 1)
    story.turn_of(0)
    service.substitute(story.env, story.id, ZOE)
    service.substitute(story.env, story.id, CEES)
    story.turn_of(1)
    told = flat(text_of(story.office.mails("cees")[-1]))
    assert "What has happened so far" in told
    assert "- Zoe put a chip on" in told
