"""What a receipt says: what was done with an answer, or why not, and what can be done now."""

from __future__ import annotations

from collections.abc import Callable

from chalicelib.matches import repository
from chalicelib.post import by_mail, parts
from chalicelib.post.answer import Answer
from chalicelib.post.game_words import spoken
from chalicelib.post.letter import Letter, Section
from chalicelib.post.names import one_line
from chalicelib.post.reply_address import KEPT_TO_CONFIRM
from chalicelib.post.scene import Scene

_DAY = 86_400
_LATE = ("stale_decision", "out_of_time")
"""Codes of refusals because the decision that was meant is open no more."""

_SHOWN = ("played", "sealed", "retracted", "refused", "expired", "resigned", "unread")
"""What tells of the position and of what has happened."""


def letter(scene: Scene, answer: Answer) -> Letter:
    """The receipt for this answer."""
    headline, lead = _TOLD[answer.kind](scene, answer)
    shows = answer.kind in _SHOWN and scene.view is not None
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {_subject(scene, answer)}",
        kicker=scene.title,
        headline=headline,
        lead=(*lead, *_talk(scene, answer), *(parts.asked(scene) if scene.is_my_turn else ())),
        rows=(*parts.clocks(scene), *parts.dice(scene)),
        button=parts.button(scene),
        news=scene.news() if shows else None,
        board=parts.board(scene) if shows else None,
        answer=_words(scene) if answer.kind == "help" else _what_now(scene),
        footer=(scene.catalogue.gettext("You get this mail because you answered one of ours."), *parts.contact(scene)),
    )


def _subject(scene: Scene, answer: Answer) -> str:
    _ = scene.catalogue.gettext
    return {
        "played": _("your move was played"),
        "sealed": _("your choice is sealed"),
        "retracted": _("your choice was taken back"),
        "resigned": _("you gave up"),
        "confirm": _("do you want to give up?"),
        "said": _("what you said") if answer.talk == "said" else _("what you said was not passed on"),
        "help": _("how to play by mail"),
        "stopped": _("no more mail"),
        "refused": _("your answer changed nothing"),
        "unread": _("your answer was not understood"),
        "expired": _("your answer came too late"),
    }[answer.kind]


Told = tuple[str, tuple[str, ...]]
"""A headline, and what follows it."""


def _played(scene: Scene, answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    return _("You played {move}.").format(move=scene.move(answer.text)), ()


def _sealed(scene: Scene, answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    return (
        _("You chose {move}.").format(move=scene.move(answer.text)),
        (_("Nobody sees it until the others have chosen. Until then you can answer with another move, or retract."),),
    )


def _retracted(scene: Scene, _answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    return _("You took your choice back."), (_("The decision is open again, until the same moment as before."),)


def _resigned(scene: Scene, _answer: Answer) -> Told:
    return scene.catalogue.gettext("You gave the match up."), ()


def _confirm(scene: Scene, _answer: Answer) -> Told:
    _, days = scene.catalogue.gettext, KEPT_TO_CONFIRM // _DAY
    sure = _("Answer this mail with yes within {n} days, and it is done. It cannot be taken back.").format(n=days)
    return _("Do you want to give the match up?"), (sure, _("If you do not, do nothing."))


def _said(scene: Scene, answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    return _("What you said stands at the table.") if answer.talk == "said" else _("Nothing was said."), ()


def _help(scene: Scene, _answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    return _("How to play by mail"), (_("Nothing was changed."),)


def _stopped(scene: Scene, _answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    return (
        _("You get no more mail about this match."),
        (
            _("It goes on, and its deadlines with it: look at its page from time to time."),
            _("On the page of settings you can have the mails again: {url}").format(
                url=f"{scene.post_env.base_url}/settings"
            ),
        ),
    )


def _expired(scene: Scene, _answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    return _("The mail that you answered is too old."), (_("Nothing was changed."),)


def _unread(scene: Scene, answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    if not answer.text:
        return _("There was nothing in your answer."), (_("Nothing was changed."),)
    read = _("No line of it is a move or one of our words. It begins: {line}").format(line=one_line(answer.text))
    return _("Your answer was not understood."), (read, _("Nothing was changed."))


def _refused(scene: Scene, answer: Answer) -> Told:
    _ = scene.catalogue.gettext
    if answer.code in _LATE:
        return _("Your answer came too late."), (*_stands(scene, answer), *_read(scene, answer))
    lead = [why(scene, answer)]
    if answer.candidates:
        pattern = _("It could mean: {moves}") if answer.code == "ambiguous_move" else _("You can play: {moves}")
        lead.append(pattern.format(moves=", ".join(map(scene.move, answer.candidates))))
    return _("Your answer changed nothing."), (*lead, *_read(scene, answer))


def _read(scene: Scene, answer: Answer) -> tuple[str, ...]:
    _ = scene.catalogue.gettext
    return (_("This was read: {line}").format(line=one_line(answer.text)),) if answer.text else ()


def _stands(scene: Scene, answer: Answer) -> tuple[str, ...]:
    """What the decision that was meant was answered with, by the player or by the clock."""
    _ = scene.catalogue.gettext
    row = repository.find_row(scene.post_env.env, scene.match.id, answer.n, scene.seat) if answer.n else None
    if row is None or not row.text:
        return (_("The match has gone on since that mail was written."),)
    if row.kind == "expired":
        return (_("Your time was up, and this was played for you: {move}").format(move=scene.move(row.text)),)
    if row.kind in ("moved", "sealed"):
        return (_("You had answered already: {move}").format(move=scene.move(row.text)),)
    return (_("The match has gone on since that mail was written."),)


def why(scene: Scene, answer: Answer) -> str:
    """Why something was refused, in the reader's language: by the game, if it has words for it."""
    said = spoken(scene.game, "refused", (answer.reason,), scene.profile.language) if answer.reason else ""
    if said and (scene.profile.language != "en" or answer.candidates):
        return said
    if scene.profile.language == "en" and answer.why:
        return answer.why
    return _by_code(scene, answer.code)


def _by_code(scene: Scene, code: str) -> str:
    _ = scene.catalogue.gettext
    known = {
        "malformed_move": _("This cannot be read as a move."),
        "ambiguous_move": _("More than one move fits."),
        "illegal_move": _("The rules do not allow this move here."),
        "not_to_move": _("You have nothing to decide at the moment."),
        "match_over": _("The match is over."),
        "nothing_to_retract": _("You have made no choice that could be taken back."),
        "already_revealed": _("All have chosen and the choices lie open, so this one stands."),
    }
    return known.get(code, _("This is not possible here."))


def _talk(scene: Scene, answer: Answer) -> tuple[str, ...]:
    """What became of what was to be said, where that is not the headline."""
    _ = scene.catalogue.gettext
    if answer.talk == "refused":
        reason = answer.talk_why if scene.profile.language == "en" else _("This is not possible here.")
        return (_("What was to be said was not passed on: {why}").format(why=reason),)
    return (_("What you said stands at the table."),) if answer.talk == "said" and answer.kind != "said" else ()


def _what_now(scene: Scene) -> Section:
    """How to go on by mail and on the page, with some of the legal moves."""
    _ = scene.catalogue.gettext
    if not scene.is_my_turn:
        return Section(_("What now"), (_("There is nothing to decide for you."), *_ways(scene)))
    legal = scene.game.legal_moves(scene.match.head.state, scene.seat)
    count = scene.catalogue.ngettext("You have {n} legal move.", "You have {n} legal moves, for example:", len(legal))
    examples = [scene.game.format(move) for move in (*legal[: parts.EXAMPLES], *legal[parts.EXAMPLES :][-1:])]
    return Section(
        title=_("How to answer"),
        paragraphs=(by_mail.how(scene), *_ways(scene), count.format(n=len(legal))),
        lines=tuple(map(scene.move, examples)),
    )


def _words(scene: Scene) -> Section:
    """All that an answer can say."""
    _ = scene.catalogue.gettext
    more = _("Instead of a move, or beside it, one of these words can stand in a line:")
    return Section(_("How to answer"), (by_mail.how(scene), more), by_mail.words(scene))


def _ways(scene: Scene) -> tuple[str, ...]:
    _ = scene.catalogue.gettext
    return (
        _("Answer with the one word help to be told all that an answer can say."),
        _("The page of the match shows the board at any time: {url}").format(url=scene.page()),
        _("The link acts for your seat, so keep this mail to yourself."),
    )


_TOLD: dict[str, Callable[[Scene, Answer], Told]] = {
    "played": _played,
    "sealed": _sealed,
    "retracted": _retracted,
    "resigned": _resigned,
    "confirm": _confirm,
    "said": _said,
    "help": _help,
    "stopped": _stopped,
    "refused": _refused,
    "unread": _unread,
    "expired": _expired,
}
