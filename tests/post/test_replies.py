"""Playing by mail: what an answer does, that it does it once, and whom nothing is done for and nothing told."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage

import pytest

from chalicelib import games
from chalicelib.matches import repository, service
from chalicelib.players.accounts import delete_account, read_profile
from chalicelib.players.ports import Put
from chalicelib.players.repository import profile_item
from chalicelib.post import by_mail, replies
from chalicelib.post.inbound import message as inbound
from chalicelib.post.inbound.meaning import PASSES, meaning
from chalicelib.post.ports import MailRefusedError, MailUnavailableError
from chalicelib.post.queue import RECEIPT_DELAY
from chalicelib.post.replies import Dealt
from chalicelib.post.reply_address import KEPT, KEPT_TO_CONFIRM
from chalicelib.post.scene import Scene
from chalicelib.rules import LANGUAGES, MalformedMoveError
from tests.post.answers import GAME, Answered, html, legal, letter, seated, version
from tests.post.inbound.corpus import raw
from tests.post.office import Office, page_of, text_of


@pytest.mark.parametrize("game", games.keys())
def test_an_answer_is_a_move_and_the_receipt_says_so(game: str) -> None:
    office, match, seat, player, moves = seated(game)
    assert office.reply(office.address(match, seat), f"{moves[0]}\n\n> your turn", player).outcome == "answered"
    after = office.desk.load(match)
    assert after.head.version == match.head.version + 1
    row = repository.find_row(office.desk.env, match.id, match.head.opened[seat], seat)
    assert row is not None
    assert row.text == moves[0]
    (receipt,) = office.receipts(player)
    for part in (text_of(receipt), page_of(receipt)):
        assert moves[0] in part
        assert f"/m/{match.id}" in part
    assert receipt["Reply-To"] == office.address(after, seat)
    assert receipt["In-Reply-To"] == "<m1@example.com>"
    assert receipt["References"].split()[1] == "<m1@example.com>"


def test_a_whole_match_is_played_by_answering_receipts_and_turn_mails() -> None:
    office, match, _, _, _ = seated()
    for _ in range(12):
        match = office.desk.load(match)
        seat = office.desk.to_move(match)[0]
        player = match.roster.seats[seat].player
        office.reply(office.address(match, seat), legal(office, match, seat)[0].capitalize() + ".", player)
        assert version(office, match) == match.head.version + 1


def test_the_same_mail_does_nothing_twice_and_has_one_receipt() -> None:
    office, match, seat, player, moves = seated()
    address = office.address(match, seat)
    text = f"say: here I come\n{moves[0]}"
    assert office.reply(address, text, player, id="one").outcome == "answered"
    once = version(office, match)
    for _ in range(2):
        assert office.reply(address, text, player, id="one") == Dealt("ignored", "repeated")
    assert version(office, match) == once
    assert len(office.receipts(player)) == 1
    assert len(service.table_talk(office.desk.env, match.id, office.desk.caller(match, seat)).messages) == 1


def test_another_mail_with_the_same_move_gets_the_same_receipt_and_another_move_is_too_late() -> None:
    office, match, seat, player, moves = seated()
    address = office.address(match, seat)
    for _ in range(2):
        assert office.reply(address, moves[0], player) == Dealt("answered", "played")
    assert office.reply(address, moves[1], player) == Dealt("answered", "refused")
    assert version(office, match) == match.head.version + 1
    first, second, third = office.receipts(player)
    assert first["Subject"] == second["Subject"]
    assert first["Message-ID"] != second["Message-ID"]
    assert f"You had answered already: {moves[0]}" in text_of(third)


def test_mails_of_the_corpus_are_answered_to_the_letter() -> None:
    office = Answered()
    match = office.desk.load(office.desk.table("anna", "bram", game="keer-op-keer"))
    moves, expected = legal(office, match, 0), list[str]()
    for name in (
        "gmail-web-nl",
        "outlook-desktop-html-only",
        "apple-mail-ios-sv",
        "thunderbird-below-en",
        "thunderbird-above-af",
    ):
        mail = raw(name).replace(b"r3 H3 I2 I3", moves[len(expected)].encode())
        expected.append(moves[len(expected)])
        assert office.reply(office.address(match, 0), "", raw=mail) == Dealt("answered", "sealed"), name
        game, state = office.desk.game(match), office.desk.load(match).head.state
        assert game.format(game.sealed(state, 0)) == expected[-1]


def test_what_no_move_can_be_made_of_is_told_with_examples() -> None:
    office, match, seat, player, moves = seated()
    assert office.reply(office.address(match, seat), "I do not know", player) == Dealt("answered", "unread")
    (receipt,) = office.receipts(player)
    assert "It begins: I do not know" in text_of(receipt)
    assert moves[0] in text_of(receipt)
    assert version(office, match) == match.head.version


def test_a_move_that_the_rules_refuse_is_told_with_the_reason_and_can_be_answered() -> None:
    office, match, seat, player, moves = seated("keer-op-keer")
    assert office.reply(office.address(match, seat), "r3 A1 A2 A3", player) == Dealt("answered", "refused")
    (receipt,) = office.receipts(player)
    assert "This was read: r3 A1 A2 A3" in text_of(receipt)
    assert version(office, match) == match.head.version
    assert office.reply(str(receipt["Reply-To"]), moves[0], player).why in ("played", "sealed")


def test_a_choice_is_sealed_replaced_and_retracted_by_mail() -> None:
    office, match, seat, player, moves = seated("keer-op-keer")
    assert office.reply(office.address(match, seat), moves[0], player) == Dealt("answered", "sealed")
    (receipt,) = office.receipts(player)
    assert office.reply(str(receipt["Reply-To"]), moves[1], player) == Dealt("answered", "sealed")
    (receipt,) = office.receipts(player)
    assert moves[1] in text_of(receipt)
    for asked in ("Retract.", "retract"):
        assert office.reply(str(receipt["Reply-To"]), asked, player) == Dealt("answered", "retracted")
    assert all("You took your choice back." in text_of(each) for each in office.receipts(player))
    assert office.reply(office.address(match, seat), "retract", player) == Dealt("answered", "refused")
    (receipt,) = office.receipts(player)
    assert "Your answer changed nothing." in text_of(receipt)
    game, state = office.desk.game(match), office.desk.load(match).head.state
    assert game.sealed(state, seat) is None


def test_retract_in_an_old_mail_takes_back_what_is_sealed_now() -> None:
    office, match, seat, player, moves = seated("keer-op-keer")
    old = office.address(match, seat)
    office.reply(old, moves[0], player)
    assert office.reply(old, "undo", player) == Dealt("answered", "retracted")


def test_giving_up_takes_a_second_answer() -> None:
    office, match, seat, player, _ = seated()
    usual = office.address(match, seat)
    assert office.reply(usual, "yes", player) == Dealt("answered", "unread")
    assert office.reply(usual, "Resign", player) == Dealt("answered", "confirm")
    assert office.desk.load(match).head.status == "running"
    receipt = office.receipts(player)[-1]
    assert "within 7 days" in text_of(receipt)
    assert office.reply(str(receipt["Reply-To"]), "Yes!", player, id="sure") == Dealt("answered", "resigned")
    assert office.desk.load(match).head.status == "over"
    assert office.reply(str(receipt["Reply-To"]), "Yes!", player, id="sure") == Dealt("ignored", "repeated")
    assert office.reply(usual, "resign yes", player) == Dealt("answered", "refused")


def test_both_words_at_once_are_sure_enough() -> None:
    office, match, seat, player, _ = seated()
    assert office.reply(office.address(match, seat), "Resign, yes.", player) == Dealt("answered", "resigned")
    assert office.desk.load(match).head.status == "over"


def test_a_question_is_open_for_a_week_and_a_mail_for_three_months() -> None:
    office, match, seat, player, moves = seated()
    sure, usual = office.address(match, seat, "resign"), office.address(match, seat)
    office.clock.advance(KEPT_TO_CONFIRM + 3_600)
    assert office.reply(sure, "yes", player) == Dealt("answered", "expired")
    office.clock.advance(KEPT - KEPT_TO_CONFIRM)
    assert office.reply(usual, moves[0], player) == Dealt("answered", "expired")
    assert office.desk.load(match).head.version == match.head.version


def test_what_is_said_stands_at_the_table() -> None:
    office, match, seat, player, moves = seated()
    assert office.reply(office.address(match, seat), "Say: hello — you “two”", player) == Dealt("answered", "said")
    (said,) = service.table_talk(office.desk.env, match.id, office.desk.caller(match, seat)).messages
    assert said.text == "hello — you “two”"
    assert office.reply(office.address(match, seat), f"say: {'x' * 1_001}\n{moves[0]}", player).why == "played"
    _, refused = office.receipts(player)
    assert "What was to be said was not passed on: A text has 1 to 1000 characters." in text_of(refused)


def test_help_changes_nothing_and_names_the_words() -> None:
    office, match, seat, player, _ = seated()
    assert office.reply(office.address(match, seat), "?", player) == Dealt("answered", "help")
    (receipt,) = office.receipts(player)
    for word in ("pass:", "retract:", "say:", "resign:", "stop:"):
        assert word in text_of(receipt)
    assert version(office, match) == match.head.version


def test_turn_mails_can_be_answered_and_say_so() -> None:
    office = Answered()
    match = office.desk.load(office.desk.table("anna", "bram", game=GAME))
    office.work_off()
    seat = office.desk.to_move(match)[0]
    player = match.roster.seats[seat].player
    mail = next(mail for mail in office.mails(player) if mail["Reply-To"])
    for part in (text_of(mail), page_of(mail)):
        assert "You can answer this mail" in " ".join(part.split())
        assert "Nobody reads replies" not in " ".join(part.split())
    assert office.reply(str(mail["Reply-To"]), legal(office, match, seat)[0], player) == Dealt("answered", "played")


def test_without_a_place_for_answers_no_mail_names_one() -> None:
    office = Office()
    office.desk.table("anna", "bram", game=GAME)
    office.work_off()
    for mail in office.mailer.accepted:
        assert mail["Reply-To"] is None
        assert "Nobody reads replies" in " ".join(text_of(mail).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.keys())
def test_nothing_in_our_own_mail_is_taken_for_an_answer_where_a_program_does_not_mark_it(
    game: str, language: str
) -> None:
    office = Answered()
    for name in ("anna", "bram"):
        profile = read_profile(office.desk.env, name)
        office.store.commit([Put(profile_item(replace(profile, language=language, version=profile.version + 1)))])
    match = office.desk.load(office.desk.table("anna", "bram", game=game))
    for _ in range(3):
        match = office.desk.play(match, office.desk.to_move(match)[0]).match
    office.work_off()
    mail = next(mail for mail in reversed(office.mailer.accepted) if mail["Reply-To"])
    player = str(mail["To"]).partition("@")[0]
    before = version(office, match)
    link, seen = "https://play.example.org/", "https://seen.example/?url=https%3a%2f%2fplay.example.org%2F"
    for page in (page_of(mail), page_of(mail).replace(link, seen)):
        raw = html(f"<p>ok!</p>{page}", player)
        assert office.reply(str(mail["Reply-To"]), "", player, raw=raw, id=page[:9]) == Dealt("answered", "unread")
    for text in (text_of(mail), text_of(mail).replace(link, seen)):
        assert office.reply(str(mail["Reply-To"]), f"ok!\n\n{text}", player) == Dealt("answered", "unread")
    assert version(office, match) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_is_told_is_understood(language: str) -> None:
    office, match, seat, player, _ = seated()
    profile = replace(read_profile(office.desk.env, player), language=language)
    told = by_mail.words(Scene(office.post, match, profile, seat))
    words = [line.partition(":")[0] for line in told]
    meant = [meaning([f"{word}: x" if word == words[2] else word.title()], no_move) for word in words]
    assert [each.kind for each in meant[1:]] == ["retract", "nothing", "resign", "stop", "help"]
    assert meant[2].talk == "x"
    assert words[0] in PASSES


def no_move(text: str) -> object:
    raise MalformedMoveError(text, "unknown_word")


def test_stop_silences_this_match_and_no_other() -> None:
    office, match, seat, player, _ = seated()
    assert office.reply(office.address(match, seat), "STOP", player) == Dealt("answered", "stopped")
    wishes = read_profile(office.desk.env, player).mail
    assert set(wishes.all(match.id).values()) == {"off"}
    assert "off" not in wishes.all("another").values()
    (receipt,) = office.receipts(player)
    assert "https://play.example.org/settings" in text_of(receipt)


def test_time_that_was_up_is_told_with_what_was_played() -> None:
    office, match, seat, player, moves = seated()
    address = office.address(match, seat)
    for seconds in (match.head.deadlines[seat] - office.clock.now() - 60, 120):
        office.clock.advance(seconds)
        service.sweep(office.desk.env)
    assert office.reply(address, moves[0], player) == Dealt("answered", "refused")
    (receipt,) = office.receipts(player)
    assert "Your time was up, and this was played for you" in text_of(receipt)


def test_names_of_people_are_read_as_their_seats() -> None:
    office = Answered()
    match = office.desk.load(office.desk.table("anna", "bram", game="keer-op-keer-3"))
    reply = replies._reply(
        office.post,
        inbound.read(Bytes(letter("x"))),
        replies._ticket(office.desk.env, [office.address(match, 0)]),
        "anna@example.com",
    )
    assert reply._by_seats("give it to Bram") == "give it to @1"


class Bytes:
    """Bytes that are read as a file is."""

    def __init__(self, content: bytes) -> None:
        self._left = content

    def read(self, size: int, /) -> bytes:
        found, self._left = self._left[:size], self._left[size:]
        return found


def test_whoever_left_or_sits_there_no_more_is_a_stranger() -> None:
    office, match, seat, player, moves = seated()
    address = office.address(match, seat)
    delete_account(office.desk.env, player)
    assert office.reply(address, moves[0], player).outcome == "refused"
    assert not office.queue.messages


def test_receipts_are_so_many_a_day_and_moves_as_many_as_there_are() -> None:
    office, match, seat, player, moves = seated()
    for _ in range(replies.COMPLAINTS.limit + 3):
        assert office.reply(office.address(match, seat), "hm", player).outcome == "answered"
    assert len(office.receipts(player)) == replies.COMPLAINTS.limit
    assert office.reply(office.address(match, seat), moves[0], player) == Dealt("answered", "played")
    assert len(office.receipts(player)) == 1
    office.clock.advance(86_400)
    office.reply(office.address(match, seat), "hm", player)
    assert len(office.receipts(player)) == 1


def test_a_silenced_address_gets_no_receipt() -> None:
    office, match, seat, player, _ = seated()
    office.reply(office.address(match, seat), "?", player)
    profile = read_profile(office.desk.env, player)
    office.store.commit([Put(profile_item(replace(profile, silenced=(office.clock.now(), "bounced"))))])
    assert office.receipts(player) == []


def test_a_mailer_that_is_away_is_asked_again_and_one_that_refuses_is_not() -> None:
    office, match, seat, player, _ = seated()
    office.reply(office.address(match, seat), "?", player)
    office.mailer.errors = [MailUnavailableError("421 later"), MailRefusedError("550 no")]
    assert office.handle() == []
    assert [delay for _, delay in office.queue.messages] == [RECEIPT_DELAY]
    assert office.receipts(player) == []
    assert not office.queue.messages


def test_a_receipt_is_worth_sending_for_a_day() -> None:
    office, match, seat, player, _ = seated()
    office.reply(office.address(match, seat), "?", player)
    office.clock.advance(86_400)
    assert office.receipts(player) == []


ASKED = ("{move}", "hm", "?", "stop", "resign", "say: hello", "resign yes", "{other}", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_receipts_are_in_the_language_of_their_reader(language: str) -> None:
    office, match, seat, player, moves = seated()
    profile = read_profile(office.desk.env, player)
    office.store.commit([Put(profile_item(replace(profile, language=language, version=profile.version + 1)))])
    address = office.address(match, seat)
    for asked in ASKED:
        assert office.reply(address, asked.format(move=moves[0], other=moves[1]), player).outcome == "answered"
    found = office.receipts(player)
    assert len(found) == len(ASKED)
    english = {"en": True}.get(language, False)
    for receipt in found:
        check_whole(receipt, language)
        assert ("You get this mail because you answered one of ours." in text_of(receipt)) == english


def check_whole(receipt: EmailMessage, language: str) -> None:
    assert f'<html lang="{language}">' in page_of(receipt)
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert "{" not in text_of(receipt)
