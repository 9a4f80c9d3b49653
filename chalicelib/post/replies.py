"""An answer to one of our mails: whose it is, what it asks for, and that it is done once.

Nothing is answered that a program wrote, and nobody who is not proved to be the player of that seat: whoever forges a
sender would have us write to them. What is done is what the API does, for the decision that the mail was about.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote

from chalicelib.matches import asking, mail_wishes, repository, service
from chalicelib.matches.errors import (
    AlreadyStoredError,
    BusyError,
    MatchError,
    MatchNotFoundError,
    UnreadableMatchError,
)
from chalicelib.matches.match import Caller, Match
from chalicelib.players import rates
from chalicelib.players.errors import BusyError as PlayerBusyError
from chalicelib.players.errors import PlayerError, TooManyRequestsError, UnknownPlayerError
from chalicelib.players.ports import Absent, ConditionFailedError, Env, Key, Put, Write
from chalicelib.players.profile import Profile
from chalicelib.players.repository import commit, load_profile
from chalicelib.players.stored import Stored
from chalicelib.post import receipt, reply_address
from chalicelib.post.answer import Answer, refused
from chalicelib.post.inbound import message as inbound
from chalicelib.post.inbound import replied, verdict
from chalicelib.post.inbound.meaning import Meaning, meaning
from chalicelib.post.language import catalogue
from chalicelib.post.names import name_of, with_seats
from chalicelib.post.ports import PostEnv
from chalicelib.post.reply_address import NotAReplyAddressError, Ticket
from chalicelib.post.scene import Scene
from chalicelib.rules import MalformedMoveError, RuleError
from chalicelib.telemetry import line

REPLY = Stored("reply")
"""That an answer was dealt with, or a part of it that must not be done twice."""
RECEIPTS = rates.Rate("receipt", 60, 86_400, "You have had many receipts today.")
COMPLAINTS = rates.Rate("receipt-unread", 10, 86_400, "You have had many receipts today.")
"""So many receipts a day a player gets, and so many that only say that nothing was understood."""

_CLOSED = ("expired", "unread", "help")
_TRIES = 3
_LATER = (BusyError, UnreadableMatchError, PlayerBusyError)
"""Refusals for the moment: the mail has to be offered again."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What became of a mail that came in: passed over or refused without a word, or answered; `why` is for the log."""

    outcome: str
    why: str = ""


class RefusedReplyError(Exception):
    """The mail is not one that we answer; `reason` is a word for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the mail is not answered: {reason}")
        self.reason = reason


def handle(post_env: PostEnv, source: inbound.Source, notification: Mapping[str, Any]) -> Dealt:
    """Deal with a mail that came in, by the notification of whoever received it (as SES writes them).

    Raises StoreError, BusyError, UnreadableMatchError, QueueUnavailableError; then it has to be offered again.
    """
    dealt = _dealt(post_env, source, notification)
    line.count(dealt.outcome)
    line.note(reply=dealt.why)
    return dealt


def _dealt(post_env: PostEnv, source: inbound.Source, notification: Mapping[str, Any]) -> Dealt:
    mail, found = inbound.read(source), verdict.verdicts(notification)
    if reason := verdict.not_to_be_answered(mail.header, found):
        return Dealt("ignored", reason)
    try:
        ticket = _ticket(post_env.env, verdict.recipients(notification))
        sender = verdict.proved_sender(mail.header, found)
        reply = _reply(post_env, mail, ticket, sender)
    except (RefusedReplyError, verdict.UnprovedSenderError) as error:
        return Dealt("refused", error.reason)
    if reply.is_done("done"):
        return Dealt("ignored", "repeated")
    line.about(ticket.match)
    answer = reply.answer()
    _tell(reply, answer)
    return Dealt("answered", answer.kind)


def _ticket(env: Env, addresses: Sequence[str]) -> Ticket:
    """What the first of these addresses that is ours stands for. Raises RefusedReplyError."""
    for address in addresses:
        try:
            return reply_address.read(env, address)
        except NotAReplyAddressError:
            continue
    raise RefusedReplyError("token")


def _reply(post_env: PostEnv, mail: inbound.Message, ticket: Ticket, sender: str) -> Reply:
    """The answer of the player of that seat. Raises RefusedReplyError for anybody else's."""
    try:
        match = repository.load(post_env.env, ticket.match)
        seat = match.roster.seats[ticket.seat] if ticket.seat < len(match.roster.seats) else None
        if seat is None or seat.kind != "player":
            raise RefusedReplyError("seat")
        profile = load_profile(post_env.env.store, seat.player)
    except (MatchNotFoundError, UnknownPlayerError):
        raise RefusedReplyError("gone") from None
    if profile.email != sender:
        raise RefusedReplyError("stranger")
    return Reply(post_env, mail, ticket, match, profile)


@dataclass(frozen=True)
class Reply:
    """A mail by the player of a seat, about a match as it was a moment ago."""

    post_env: PostEnv
    mail: inbound.Message
    ticket: Ticket
    match: Match
    profile: Profile

    @property
    def env(self) -> Env:
        """What the use cases work with."""
        return self.post_env.env

    @cached_property
    def name(self) -> str:
        """What tells the mail from others, however often it comes: its id, or all of it; and what it answers."""
        given = self.mail.header.first("message-id").encode()[:1_000] or self.mail.raw
        about = f"{self.ticket.match}.{self.ticket.seat}.{self.ticket.n}.{self.ticket.purpose}"
        return hashlib.sha256(about.encode() + b"\x00" + given).hexdigest()[:32]

    def key(self, what: str) -> Key:
        """Where it stands that this was done."""
        return Key(f"P#{self.profile.id}", f"I#{self.name}#{what}")

    def mark(self, what: str) -> Put:
        """The write that says that this was done, and fails where it was."""
        now = self.env.clock.now()
        body = {"at": now, "match": self.match.id}
        return Put(REPLY.item(self.key(what), body, expires=now + 2 * reply_address.KEPT), Absent())

    def is_done(self, what: str) -> bool:
        """Whether an earlier try got so far."""
        return self.env.store.get(self.key(what)) is not None

    @property
    def caller(self) -> Caller:
        """The player, as use cases know them."""
        return Caller(self.profile.id)

    def answer(self) -> Answer:
        """Do what is asked for, and what became of it."""
        if self.ticket.expires <= self.env.clock.now():
            return Answer("expired")
        asked = meaning(self._own_words(), self._reads)
        done = self._said(asked.talk) if asked.talk else Answer("said")
        return replace(self._done(asked), talk=done.talk, talk_why=done.talk_why)

    def _own_words(self) -> list[str]:
        """The player's own lines, and nothing of our mails: those begin with a title, and their links with our address.

        Some programs put links into others of their own, to look at what is opened.
        """
        link = f"{self.post_env.base_url}/"
        title = Scene(self.post_env, self.match, self.profile, self.ticket.seat).title
        return replied.own_words(self.mail, (link, quote(link, safe="")), (title,))

    def _done(self, asked: Meaning) -> Answer:
        try:
            return self._do(asked)
        except _LATER:
            raise
        except (MatchError, RuleError, PlayerError) as error:
            return refused(error, asked.text, self.ticket.n)

    def _do(self, asked: Meaning) -> Answer:
        match asked.kind:
            case "move":
                return self._play(asked.text)
            case "retract":
                return self._retract()
            case "resign_yes":
                return self._resign()
            case "yes" if self.ticket.purpose == "resign":
                return self._resign()
            case "resign":
                return Answer("confirm")
            case "stop":
                return self._stop()
            case "help":
                return Answer("help")
        return Answer("said") if asked.talk else Answer("unread", asked.text)

    def _play(self, text: str) -> Answer:
        body = {"text": self._meant(text)}
        n, seat = self.ticket.n, self.ticket.seat
        played = service.play(self.env, self.match.id, seat, n, body, self.caller, self.profile.language)
        sealed = played.row.kind == "sealed" if played.row else self._is_sealed(played.match)
        return Answer("sealed" if sealed else "played", played.receipt.text, n)

    def _is_sealed(self, match: Match) -> bool:
        game, state = repository.rules(self.env, match.roster), match.head.state
        return match.head.status == "running" and game.sealed(state, self.ticket.seat) is not None

    def _retract(self) -> Answer:
        """Take back what is sealed now, whichever mail asks for it: each names the decision before."""
        n = self.match.head.opened[self.ticket.seat] if self._is_sealed(self.match) else self.ticket.n
        service.retract(self.env, self.match.id, self.ticket.seat, n, self.caller)
        return Answer("retracted", n=n)

    def _resign(self) -> Answer:
        if not self.is_done("resigned"):
            with suppress(AlreadyStoredError):
                service.resign(self.env, self.match.id, self.caller, [self.mark("resigned")])
        return Answer("resigned")

    def _stop(self) -> Answer:
        mail_wishes.stop_mail_about(self.env, self.profile.id, self.match.id)
        return Answer("stopped")

    def _said(self, text: str) -> Answer:
        try:
            if not self.is_done("said"):
                with suppress(AlreadyStoredError):
                    service.say(self.env, self.match.id, text, self.caller, lambda _: [self.mark("said")])
        except _LATER:
            raise
        except (MatchError, PlayerError) as error:
            return Answer("said", talk="refused", talk_why=error.message)
        return Answer("said", talk="said")

    def _reads(self, text: str) -> object:
        """Read a text as a move of the decision at hand. Raises RuleError."""
        if self.match.head.state is None:
            raise MalformedMoveError("The match has not started yet.", "nothing")
        game = repository.rules(self.env, self.match.roster)
        state = self.match.head.state
        if self.match.head.status == "running":
            state = asking.unsealed(game, state, self.ticket.seat)
        try:
            return game.parse(state, self.ticket.seat, text, self.profile.language)
        except MalformedMoveError:
            if (meant := self._by_seats(text)) == text:
                raise
            return game.parse(state, self.ticket.seat, meant, self.profile.language)

    def _meant(self, text: str) -> str:
        """The text, with seats for the names of people in it where it is no move without: rules know only seats."""
        game = repository.rules(self.env, self.match.roster)
        state = asking.unsealed(game, self.match.head.state, self.ticket.seat)
        try:
            game.parse(state, self.ticket.seat, text, self.profile.language)
        except MalformedMoveError:
            return self._by_seats(text)
        except RuleError:
            pass  # whoever plays it says why not
        return text

    def _by_seats(self, text: str) -> str:
        words = catalogue(self.profile.language)
        return with_seats(text, [name_of(words, seat) for seat in self.match.roster.seats])


def _tell(reply: Reply, answer: Answer) -> None:
    """Owe the receipt, unless there were too many, and write down that the mail is done with."""
    rate = COMPLAINTS if answer.kind in _CLOSED else RECEIPTS
    if rates.left(reply.env, rate, reply.profile.id):
        answers = reply.mail.header.first("message-id")
        player, match, seat = reply.profile.id, reply.match.id, reply.ticket.seat
        receipt.owe(reply.post_env, receipt.Owed(player, match, seat, reply.name, answers, answer))
    _note(reply, rate)


def _note(reply: Reply, rate: rates.Rate) -> None:
    """Write down that the mail is done with; others may count receipts at the same moment."""
    for _ in range(_TRIES):
        writes: list[Write] = [reply.mark("done")]
        with suppress(TooManyRequestsError):
            writes.append(rates.spend(reply.env, rate, reply.profile.id))
        try:
            return commit(reply.env, writes, reply.env.ids.name(20))
        except ConditionFailedError as error:
            if 0 in error.failed:
                return None
    return None
