"""Refusals in the reader's language.

English readers get the error's own sentence. For the others there is, best first: a translation of that very sentence,
what the game says of the reason, a sentence for the code; and the English sentence where all of these fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.matches.errors import InvalidRecordError
from chalicelib.matches.options import has_many
from chalicelib.players.profile import SPOKEN
from chalicelib.post.game_words import choice_label, option_label, option_shape, spoken
from chalicelib.rules.errors import InvalidOptionError
from chalicelib.site.words import catalogue, speaker
from chalicelib.telemetry.line import note
from chalicelib.web.errors import KINDS, KNOWN, code_of

BY_CODE = {
    "malformed_request": "What was sent is incomplete or not as this page sends it. Look at the page again.",
    "malformed_move": "This cannot be read as a move. The rules page shows how moves are written.",
    "unauthenticated": "Log in first, please.",
    "forbidden": "This is not for you to do here.",
    "not_your_seat": "You do not sit on this seat.",
    "not_found": "There is nothing here, or not for you.",
    "method_not_allowed": "This address is not made for that.",
    "already_done": "This was done before.",
    "already_revealed": "All have chosen and the choices lie open, so this one stands.",
    "conflict": "Something has changed in the meantime. Look at the page again.",
    "match_over": "The match has ended; nothing more can be decided.",
    "not_to_move": "You have nothing to decide at the moment.",
    "nothing_to_retract": "You have made no choice that could be taken back.",
    "out_of_time": "The time for this decision is over.",
    "seat_taken": "Every seat is taken.",
    "stale_decision": "This decision was answered already, or the match has gone on. Look at the match again.",
    "too_large": "This is too long to be read.",
    "ambiguous_move": "More than one move fits; type it in full.",
    "illegal_move": "Choose a move that the rules allow.",
    "invalid_option": "These settings do not go together.",
    "invalid_record": "What this record says does not agree with itself.",
    "too_many_requests": "This was asked for too often; wait a while.",
    "internal_error": "It was noted; please try again later.",
    "unavailable": "Nothing was changed; please try again in a moment.",
    "unreadable": "This is kept as it stands, but cannot be read at the moment. Please try again later.",
}
"""A sentence for every code, for readers of other languages, and where an error has no sentence of its own."""

SENTENCES = (
    "A decision of yours has opened since you looked. Look at the match again.",
    "A handle has 3 to 20 characters out of a-z, 0-9 and -, with no - at either end.",
    "A mail address has 1 to 254 characters.",
    "A mail address has exactly one @ in it.",
    "A mail address has no spaces, line breaks or control characters in it.",
    "A match can be replayed, and played on from, once it has ended.",
    "A match can wait for you only if you take a seat in it.",
    "A match needs at least one human seat.",
    "A name has 1 to 40 characters, at least one of them visible.",
    "A name has no control characters, line breaks or invisible marks in it.",
    "A nonce has 1 to 64 bytes.",
    "A rematch can be had once the match is over.",
    "A text has at least one visible character.",
    "A text has no control characters and no invisible marks in it.",
    "A time zone is named as in Europe/Amsterdam or UTC.",
    "An order has to say the whole of a move.",
    "Choices that are made at the same time stand in the order of their seats.",
    "Choose a file, or paste a record.",
    "Choose a move first.",
    "Choose one of those that are offered.",
    "Nobody can sit on two seats of one match.",
    "Nobody has this handle.",
    "Nobody is invited to this seat.",
    "Only who brought a record in can take it back.",
    "Only who wrote a message can delete it.",
    "Only whoever set the match up can do this.",
    "The body is not JSON.",
    "The body must be a JSON object.",
    "The changes of the rules are out of order, or come after the last move.",
    "The commitment is not that of this seed, this match and these rules.",
    "The match cannot go on from where its origin stops.",
    "The match does not go on from a position of its origin.",
    "The match ended with its last move, and not at another time.",
    "The languages we write in are en, nl, sv, af.",
    "The match has started. To stop playing, resign.",
    "The match has started; a nonce counts only before that.",
    "The match is over there; go on from an earlier ply.",
    "The match waits for nobody any more.",
    "The match started before it was set up.",
    "The match was called off before it started.",
    "The match was called off before it started: nothing was played, so there is nothing to export.",
    "The match was called off before it started: there is nothing to replay.",
    "The match was called off before it started; set up a new one.",
    "The record does not have one nonce for each seat, in order.",
    "The record has no outcome: it is not of a match that ended.",
    "The record is too long to be kept.",
    "The time for this decision was up, and a move was played for you.",
    "There is no message of this number here.",
    "There is no record here.",
    "There is nothing to go on from at this address.",
    "This address was sent several login mails already; please wait a while.",
    "This decision was already answered in another way.",
    "This handle is taken; please choose another one.",
    "This invitation has lapsed.",
    "This invitation was accepted already.",
    "This invitation was declined already.",
    "This invitation was taken back.",
    "This is your own address: take a seat yourself.",
    "This login link is unknown, was used already, or is older than 15 minutes.",
    "Those who only watch may not talk while this match runs.",
    "This move was made before what came before it.",
    "Tick the box first.",
    "Tick the box first: giving up cannot be taken back.",
    "Type a move first.",
    "Type something first.",
    "Type the handle of whoever is to sit here.",
    "Type the mail address of whoever is to sit here.",
    "Type your own handle, as it stands here.",
    "What stands after the @ is not a domain name.",
    "What stands after the @ must be a full domain name, such as example.org.",
    "What stands before the @ is not something we can send mail to.",
    "You are not logged in, or not any more. Log in, and you are back here.",
    "You cannot block yourself.",
    "You cannot invite this player.",
    "You cannot sit at this table.",
    "You cannot talk at this table.",
    "You did not sit at this table.",
    "You do not sit at this table.",
    "You have announced many absences today; please wait until tomorrow to announce another.",
    "You have asked for this rematch several times today; please wait until tomorrow.",
    "You have blocked as many players as one may; let one of them off first.",
    "You have brought in many records this hour; please wait a little.",
    "You have created many matches this hour; please wait a little.",
    "You have invited many players today; please wait until tomorrow.",
    "You have invited this address before, and it has not answered yet.",
    "You have invited this address several times today; please wait until tomorrow.",
    "You have said much at tables of others; please wait a little.",
    "You have said much at this table; please wait a little.",
    "You need no invitation: take a seat yourself.",
    "You sit at this table already.",
    "Your note was changed elsewhere in the meantime. Look at it again.",
    "A moment is written as in 2026-07-01T18:00:00Z.",
    "An absence begins now or later.",
    "An absence begins within a year.",
    "An absence lasts 120 days at most.",
    "An absence ends after it begins.",
    "An absence lasts at least an hour.",
    "Percentages are written as in 50, 10.",
    "Quiet hours take two times: when they begin, and when they end.",
    "Quiet hours are written as times of the day, as in 22:00 and 07:00.",
    "Quiet hours last 16 hours at most, and begin and end at different times.",
    "Reminders come at up to 4 falling percentages of the time left, from 99 to 1.",
    "You gave up in this match.",
    "You have announced no such absence, or it is over.",
    "A bot plays in your seat. Take the seat back first.",
    "You gave up this match.",
    "Nobody else is here to play with: a match of bots alone would end. Resign instead.",
    "This is a bot's own seat.",
    "Who sat there gave up, so that the seat is nobody's to give.",
    "This player sits at the table already.",
    "This player sat at the table before.",
    "This player cannot sit at this table.",
    "You sat at this table before.",
    "Only its player can give this seat away.",
    "Only its player can end the call for this seat.",
    "Nobody finds a private match: name who is to have the seat.",
    "Nobody is looked for to take a seat over here.",
    "This link is not for a seat of this match. Sign in to take one.",
    "Nobody else is here to agree on a draw with.",
    "You have offered a draw in this match today; please wait until tomorrow.",
    "You have nudged in this match today; please wait until tomorrow.",
    "Nobody else has to decide at the moment.",
    "Whoever has to decide is away, as they told everybody.",
    "Give them time: a decision has to be open for an hour before you can nudge.",
    "Whoever has to decide was nudged today already.",
    "Seats were given to somebody else out of order, or after the last move.",
    "A date and a time are written as in 2026-07-01T18:00.",
    "Say until when you are away.",
    "The match has not started yet.",
    "This seat is kept for somebody else.",
    "A webhook's URL begins with https://.",
    "It leads to an address that is not public.",
    "The host is not a name of the internet.",
    "The host is not an address of the internet in its usual form.",
    "Its secret was changed less than a day ago; end the older one first.",
    "Only who sits in a match, or has created it, can attach a webhook to it.",
    "There is no such delivery, or it is kept no more.",
    "This is still being tried.",
    "This match has as many webhooks as one may have.",
    "This webhook is disabled. Enable it first.",
    "What was sent is kept for a week; of this, nothing was, or it is gone.",
    "You have a webhook with this URL already.",
    "You have as many webhooks as one may; delete one first.",
    "You have as many webhooks of matches as one may; delete one first.",
    "You have had much sent again this hour; please wait a little.",
    "You have no webhook of this id.",
    "The time of the digest is written as a time of the day, as in 08:00.",
    "What you can choose is now, digest, off.",
    "This link is not one of ours, or it was mailed to another address.",
    "This went to a webhook. Have it sent again among the deliveries of that webhook (replay).",
    "This is still under way.",
    "This was sent again three times already.",
    "Your address gets no mail until you log in by mail.",
    "You neither sit at this table nor are invited to it.",
    "You have tested your webhooks many times this hour; please wait a little.",
)
"""Sentences of errors that are translated word for word, since they say more than their code's."""


SETTINGS = {
    "seats": "This game is played by {counts}, not by {seats}.",
    "unknown": "{option}: that cannot be chosen with {seats} seats.",
    "unknown_alone": "{option}: that cannot be chosen where one plays alone.",
    "flag": "{option}: yes or no.",
    "integer": "{option}: a whole number from {low} to {high}.",
    "many": "{option}: one of {count} values, such as {example}.",
    "choice": "{option}: one of these: {choices}.",
}
"""What a game's settings may be, by what is wrong with one or by the option's kind."""

_WITHIN = "In the match {match}, which this one goes on from: {told}"
PATTERNS = (
    "'{move}' should be '{said}', for a move that came about as {how}.",
    "'{move}' was not the only legal move.",
    "A seat is given up after 1 to {most} missed deadlines.",
    "Players may be away for up to {most} days a year.",
    "Reminders come at up to {most} falling percentages of the time left, from 99 to 1.",
    "A move of seat {seat} cannot have come about as {how} here.",
    "A text has {least} to {most} characters.",
    "All up to here has the mark {found}, the record has {said}.",
    "At ply {ply} choices are sealed. Go on from {before} or {last}.",
    "At ply {ply} choices are sealed. Go on from {last}.",
    "In {game} nobody passes who can do something else, and what is the only move is played by itself.",
    "In {game} rolls have no numbers: order to pass until you withdraw it.",
    _WITHIN,
    "More than {most} matches stand behind one another.",
    "No more than {most} matches may stand behind one another.",
    "Roll {roll} has come already.",
    "Seat {seat} cannot play '{move}': {why}",
    "Seat {seat} had left the match by then; only a bot can have it.",
    "Seat {seat} is a bot's, and bots set no nonces.",
    "Seat {seat} is not to move.",
    "The bots of this game have the levels {levels}.",
    "The match cannot begin so: {why}",
    "The moves lead to another end than the record has, by its {what}.",
    "The nonce of seat {seat} follows from the seed: nobody set it.",
    "The nonce of seat {seat} is nobody's, and does not follow from the seed.",
    "The seed gives the dice '{right}', the record has '{said}'.",
    "There is no game {game} with rules of version {version} here.",
    "There is no seat {seat}.",
    "This is no record: {told}.",
    "This move says it is number {number}.",
    "{game} does not offer such a change of its rules here.",
    "{game} takes no standing orders: what plays at once would tell the others of what they cannot see.",
    "In this match you may be away for {days} days a year; {left} of them are left in {year}.",
    "There are {most} absences of yours already; call one off.",
    "You may be away for {days} days a year; {left} of them are left in {year}.",
    "Seat {seat} is a bot's, and nobody's to give.",
    "You have {most} orders already; withdraw one first.",
)
"""Sentences of errors with values in them, translated before these are put in."""

UNFIT = {
    "whole": "This is no record of a match, or has a format that is not known here.",
    "missing": "{place} is missing from this record.",
    "part": "{place} is not as a record of a match has it.",
}
"""What is wrong with the form of a record, where nothing more can be said in a language."""
_MISSING = "Field required"

TITLES = {
    "nonce": "This share cannot be mixed in",
    "text": "This text cannot be kept",
    "from": "This absence is not possible",
    "until": "This absence is not possible",
    "quiet": "These quiet hours cannot be kept",
    "quiet.from": "These quiet hours cannot be kept",
    "quiet.until": "These quiet hours cannot be kept",
    "reminders": "These reminders cannot be kept",
    "mail": "This cannot be kept",
    "digest": "This cannot be kept",
    "settings": "This cannot be kept",
}
"""What is refused, by the field that is meant, where that is not a match as a whole."""

LEADING = {"ambiguous_move": "It could mean:", "illegal_move": "What the rules allow here:"}
"""What stands before the moves that an error lists."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error as a page tells it: `title` is English and in the catalogues, `detail` in the reader's language.

    `language` is the detail's language, `field` the field of the form that is meant, `candidates` are moves that could
    have been meant or made, and `leading` the English words that stand before them.
    """

    status: int
    title: str
    detail: str
    language: str
    candidates: tuple[str, ...] = ()
    leading: str = ""
    field: str = ""


def refusal_of(error: Exception, language: str, game: Any = None) -> Refusal:
    """An error of web's table in words; of any other error it tells as little as may be."""
    is_known = isinstance(error, KNOWN)
    code = code_of(error) if is_known else "internal_error"
    note(code=code)
    message = str(getattr(error, "message", "")) if is_known else ""
    candidates, field = getattr(error, "candidates", ()), str(getattr(error, "field", ""))
    if settings := _settings(error, language, game):
        detail = settings
    elif language != SPOKEN[0]:
        detail = _translated(error, message, code, language, game)
    else:
        detail = _reason(error, language, game) if candidates else ""  # the error's own sentence lists them too
    return Refusal(
        status=KINDS[code].status,
        title=TITLES.get(field, KINDS[code].title),
        detail=detail or message or BY_CODE[code],
        language=language if detail else SPOKEN[0],
        candidates=candidates,
        leading=LEADING.get(code, "") if candidates else "",
        field=field,
    )


def _translated(error: Exception, message: str, code: str, language: str, game: Any) -> str:
    """The best sentence there is in this language, or ""."""
    known = catalogue(language)
    if isinstance(error, InvalidRecordError):
        return _of_record(error, language)
    if values := getattr(error, "values", None):
        return known.get(str(getattr(error, "pattern", "")), "").format(**values)
    return known.get(message, "") or _reason(error, language, game) or known.get(BY_CODE[code], "")


def _of_record(error: InvalidRecordError, language: str) -> str:
    """What is wrong with a record, and where; why rules refuse a move as the code of that has it."""
    known, values, cause = catalogue(language), dict(error.values), error.__cause__
    if "why" in values and isinstance(cause, KNOWN):
        values["why"] = _translated(cause, str(values["why"]), code_of(cause), language, None) or values["why"]
    pattern = error.pattern
    if "told" in values:  # which a library may have said, in English
        said = known.get(f"{values['told']}.", "").removesuffix(".")
        pattern, values["told"] = (pattern if said else _unfit(values)), said
    told = known.get(pattern, "").format(**values) or known.get(BY_CODE[error.code], "")
    say = speaker(language)
    told = f"{say('Move {ply}', ply=error.ply)}: {told}" if error.ply else told
    return say(_WITHIN, match=error.match, told=told) if error.match else told


def _unfit(values: Mapping[str, object]) -> str:
    """What is said of a part of a record that cannot stand there, or of what is none at all."""
    if "place" not in values:
        return UNFIT["whole"]
    return UNFIT["missing" if values["told"] == _MISSING else "part"]


def _settings(error: Exception, language: str, game: Any) -> str:
    """What the game takes in place of the settings asked for, by what its options are called; "" for other errors."""
    if not isinstance(error, InvalidOptionError) or game is None:
        return ""
    say = speaker(language)
    if error.option is None:
        counts = ", ".join(map(str, game.seats))
        return say(SETTINGS["seats"], counts=counts, seats=error.seats) if error.reason == "seats" else ""
    label = option_label(game, error.option, language)
    if error.reason == "unknown":
        return say(SETTINGS["unknown_alone" if error.seats == 1 else "unknown"], option=label, seats=error.seats)
    if shape := option_shape(game, error.option, language):
        return f"{label}: {shape}."
    return say(SETTINGS[_kind(error.option)], option=label, **_values(error.option, language, game))


def _kind(option: Any) -> str:
    return "many" if option.kind == "choice" and has_many(option) else option.kind


def _values(option: Any, language: str, game: Any) -> dict[str, object]:
    if _kind(option) == "choice":
        return {"choices": ", ".join(choice_label(game, option, value, language) for value in option.choices)}
    return {"low": option.low, "high": option.high, "count": len(option.choices), "example": option.default}


def _reason(error: Exception, language: str, game: Any) -> str:
    """What the game says of the reason, or ""."""
    reason = str(getattr(error, "reason", ""))
    return spoken(game, "refused", (reason,), language) if game and reason else ""
