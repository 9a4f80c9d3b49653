"""The login mail: its secret is in the message and the mail, and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.players.sessions import LINK_SECONDS, confirm, request_link
from chalicelib.post import login, queue
from chalicelib.post.language import catalogue
from chalicelib.post.ports import MailRefusedError, MailUnavailableError, QueueUnavailableError
from chalicelib.rules import LANGUAGES
from tests.post.office import Office, page_of, records, text_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_link_logs_in(language: str) -> None:
    office = Office()
    request = request_link(office.post.env, "new@example.com", language=language)
    login.owe(office.post, request.address, request.token, request.language)
    assert office.handle() == []
    (mail,) = office.mails("new")
    words = catalogue(language)
    link = f"https://play.example.org/login?token={request.token}&language={language}"
    for part in (text_of(mail), page_of(mail).replace("&amp;", "&")):
        assert link in part
        assert words.gettext("Log in to Turnpost") in part
        assert "15" in part
    assert mail["Subject"] == words.gettext("Your link to log in to Turnpost")
    assert request.token not in str(mail["Message-ID"])
    assert confirm(office.post.env, request.token).created


def test_the_secret_is_in_no_row_and_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    request = request_link(office.post.env, "new@example.com")
    office.mailer.errors = [MailRefusedError("550 no"), MailUnavailableError("421 later")]
    with caplog.at_level(logging.DEBUG):
        for _ in range(3):
            login.owe(office.post, request.address, request.token, "en")
            office.handle()
    assert request.token not in caplog.text
    assert "new@example.com" not in caplog.text


def test_a_refusal_is_the_end_and_a_mailer_that_is_away_is_tried_again() -> None:
    office = Office()
    login.owe(office.post, "new@example.com", "t" * 43, "en")
    (message,) = office.queue.take()
    office.mailer.errors = [MailUnavailableError("421 later"), MailRefusedError("550 no")]
    assert queue.handle(office.post, records([message])) == []
    assert office.queue.messages == [(message, queue.LOGIN_DELAY)]
    assert office.handle() == []
    assert (office.mailer.accepted, office.queue.messages) == ([], [])


def test_where_the_queue_takes_nothing_back_the_message_is_offered_again() -> None:
    office = Office()
    login.owe(office.post, "new@example.com", "t" * 43, "en")
    (message,) = office.queue.take()
    office.mailer.errors = [MailUnavailableError("421 later")]
    full = replace(office.post, queue=FullQueue())
    assert queue.handle(full, records([message])) == ["m0"]
    assert office.handle() == []


class FullQueue:
    """A queue that takes nothing."""

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        raise QueueUnavailableError(f"{len(message)} fields, {delay} seconds")


def test_a_mail_that_would_come_too_late_is_not_sent() -> None:
    office = Office()
    login.owe(office.post, "new@example.com", "t" * 43, "en")
    office.clock.advance(LINK_SECONDS)
    assert office.handle() == []
    assert office.mailer.accepted == []


def test_a_repeat_bears_the_same_id() -> None:
    office = Office()
    for _ in range(2):
        login.owe(office.post, "new@example.com", "t" * 43, "en")
    office.handle()
    first, second = office.mails("new")
    assert first["Message-ID"] == second["Message-ID"]


def test_an_address_with_a_line_break_is_dropped() -> None:
    office = Office()
    login.owe(office.post, "new@example.com\r\nBcc: eve@example.net", "t" * 43, "en")
    assert office.handle() == []
    assert office.mailer.accepted == []


def test_the_link_leads_on_to_a_page_if_one_is_named() -> None:
    office = Office()
    login.owe(office.post, "new@example.com", "t" * 43, "en", "/m/abc")
    office.handle()
    (mail,) = office.mails("new")
    link = f"https://play.example.org/login?token={'t' * 43}&language=en&next=%2Fm%2Fabc"
    assert link in text_of(mail)
    assert link.replace("&", "&amp;") in page_of(mail)
