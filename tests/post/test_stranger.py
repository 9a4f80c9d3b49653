"""The one mail to an address of which nothing else is known: sent once, or not at all."""

from __future__ import annotations

from chalicelib.matches import service
from chalicelib.matches.seating import SeatWish
from chalicelib.players import addresses, blocks, invitations
from chalicelib.players.ports import Put
from chalicelib.players.repository import address_key, pointer_item
from chalicelib.post import relay
from chalicelib.post.ports import MailRefusedError, MailUnavailableError
from tests.matches.desk import ME
from tests.post.office import Office, page_of, text_of

GRAN = SeatWish("invite", email="gran@example.com", name="Gran")


def guest(office: Office, player: str = "anna") -> str:
    """The id of somebody this player has invited just now."""
    return office.desk.create(ME, GRAN, player=player).roster.seats[1].player


def states(office: Office, player: str) -> list[str]:
    return [row.state for row in office.rows(player)]


def test_a_mail_that_was_not_taken_goes_out_later_and_once() -> None:
    office = Office()
    invited = guest(office)
    office.mailer.errors.append(MailUnavailableError("later"))
    office.work_off()
    assert (states(office, invited), office.mails("gran")) == (["pending"], [])
    office.clock.advance(120)
    office.work_off()
    assert (states(office, invited), len(office.mails("gran"))) == (["accepted"], 1)
    relay.sweep(office.post, overdue=0)
    office.work_off()
    assert len(office.mails("gran")) == 1


def test_an_address_that_takes_no_mail_keeps_the_seat_and_is_told_to_nobody() -> None:
    office = Office()
    invited = guest(office)
    office.mailer.errors.append(MailRefusedError("no such mailbox"))
    office.work_off()
    assert states(office, invited) == ["failed"]
    assert office.rows("anna") == []
    assert [each.id for each in invitations.waiting(office.desk.env, "gran@example.com")] == [invited]


def test_a_second_invitation_is_dropped_until_the_first_is_taken_back() -> None:
    office = Office()
    first = guest(office)
    office.work_off()
    second = guest(office, "bram")
    office.work_off()
    assert (states(office, second), len(office.mails("gran"))) == (["overtaken"], 1)
    found = invitations.find(office.desk.env, first)
    assert found
    service.uninvite(office.desk.env, "anna", found.match, 1)
    office.work_off()
    assert sorted(states(office, second)) == ["accepted", "overtaken"]
    assert len(office.mails("gran")) == 2


def test_an_inviter_who_is_blocked_holds_up_no_other() -> None:
    office = Office()
    env = office.desk.env
    account = pointer_item(address_key(addresses.digest("gran@example.com")), "email", "elin")
    office.store.commit([Put(account)])
    blocks.block(env, "elin", "bram")
    blocked, first, second = (guest(office, player) for player in ("bram", "anna", "cees"))
    office.work_off()
    assert [states(office, each) for each in (blocked, first, second)] == [["overtaken"], ["accepted"], ["overtaken"]]
    found = invitations.find(env, first)
    assert found
    service.uninvite(env, "anna", found.match, 1)
    office.work_off()
    assert (states(office, blocked), sorted(states(office, second))) == (["overtaken"], ["accepted", "overtaken"])


def test_an_invitation_taken_back_before_its_mail_went_out_is_not_mailed() -> None:
    office = Office()
    found = invitations.find(office.desk.env, guest(office))
    assert found
    service.uninvite(office.desk.env, "anna", found.match, 1)
    office.work_off()
    assert office.mails("gran") == []


def test_no_name_breaks_out_of_its_place() -> None:
    office = Office()
    office.person("eve", "<b>Eve</b> & co")
    office.desk.create(ME, SeatWish("invite", email="gran@example.com", name="<i>Gran</i>"), player="eve")
    office.work_off()
    (mail,) = office.mails("gran")
    assert mail["Subject"].startswith("<b>Eve</b> & co invites you")
    assert "<b>Eve" not in page_of(mail)
    assert "<i>Gran" not in page_of(mail)
    assert "<i>Gran</i>" in text_of(mail)
    assert mail["To"] == "gran@example.com"
    assert mail["List-Id"] == "Turnpost <matches.play.example.org>"


def test_a_guest_gets_no_more_by_the_link_of_the_invitation() -> None:
    office = Office()
    office.desk.create(ME, SeatWish("invite", email="gran@example.com"), player="anna")
    office.work_off()
    (mail,) = office.mails("gran")
    link = str(mail["List-Unsubscribe"]).split(">")[0].removeprefix("<")
    assert link.startswith("https://play.example.org/i?token=")
    assert f"{link}#never" in text_of(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
