"""The parts that letters of several categories have: clocks and dice, who plays, how to answer, the small print."""

from __future__ import annotations

import json
from collections.abc import Mapping

from chalicelib.post import by_mail, tempo
from chalicelib.post.fewer import fewer_url
from chalicelib.post.letter import Board, Button, Section
from chalicelib.post.names import one_line
from chalicelib.post.scene import Scene
from chalicelib.post.tempo import Row

EXAMPLES = 3
"""So many legal moves are spelled out, and passing beside them where it is one."""


def subject(scene: Scene, plain: str, dated: str, deadline: int) -> str:
    """A subject with the deadline (0: there is none) and, where the reader is to move, what is asked if not a move."""
    words = dated.format(deadline=scene.short(deadline)) if deadline else plain
    task = scene.task() if scene.is_my_turn else ""
    return f"{scene.title}: {words} ({task})" if task else f"{scene.title}: {words}"


def board(scene: Scene) -> Board:
    """The position as the reader may see it."""
    _ = scene.catalogue.gettext
    title = _("The last position") if scene.match.head.status == "over" else _("The board")
    return Board(title, scene.board_text(), scene.board_html())


def asked(scene: Scene) -> tuple[str, ...]:
    """What the reader has to decide, where the game has words for it."""
    said = scene.asked()
    return (said,) if said else ()


def clock(scene: Scene, seats: tuple[int, ...]) -> tuple[Row, ...]:
    """Until when the first of these seats has to move; of the reader's own, how much of that is the time bank's."""
    _, mine = scene.catalogue.gettext, scene.is_my_turn and seats == (scene.seat,)
    deadline = scene.deadline(seats)
    told = scene.left(deadline) if deadline else _("no limit")
    return ((_("Move by") if mine else _("Due by"), told), *(tempo.bank(scene) if mine and deadline else ()))


def clocks(scene: Scene) -> tuple[Row, ...]:
    """Who is to move, and until when: the reader, or else the first of the others."""
    seats = scene.to_move()
    timed = (scene.seat,) if scene.is_my_turn else seats
    return (*movers(scene), *clock(scene, timed)) if seats else ()


def movers(scene: Scene) -> tuple[Row, ...]:
    """Who is to move."""
    seats = scene.to_move()
    return ((scene.catalogue.gettext("To move"), scene.named(seats)),) if seats else ()


def dice(scene: Scene) -> tuple[Row, ...]:
    """The dice on the table."""
    found = scene.dice()
    return ((scene.catalogue.gettext("Dice"), found),) if found else ()


def players(scene: Scene) -> tuple[Row, ...]:
    """Who plays."""
    return ((scene.catalogue.gettext("Players"), ", ".join(scene.names)),)


def table(scene: Scene) -> tuple[Row, ...]:
    """Who plays, and how fast."""
    return (*players(scene), *tempo.pace(scene))


def brief(scene: Scene) -> tuple[Row, ...]:
    """The same for somebody who knows the pace, or has no more to do with it."""
    return (*players(scene), *tempo.decision_time(scene))


def options(scene: Scene) -> tuple[Row, ...]:
    """What is played with."""
    shown = "; ".join(f"{name}: {value}" for name, value in scene.options())
    return ((scene.catalogue.gettext("Options"), shown),) if shown else ()


def origin(scene: Scene) -> tuple[Row, ...]:
    """What the match goes on from, if it goes on from another."""
    _, found = scene.catalogue.gettext, scene.match.roster.origin
    if found is None:
        return ()
    name = one_line(found.name) or scene.game.name
    return ((_("Goes on from"), _("{name}, after move {ply}").format(name=name, ply=found.ply)),)


def move_button(scene: Scene) -> Button:
    """To the board, to move there."""
    return Button(scene.catalogue.gettext("Make your move"), scene.page())


def look_button(scene: Scene) -> Button:
    """To the board, to look at it."""
    return Button(scene.catalogue.gettext("Look at the board"), scene.page())


def button(scene: Scene) -> Button:
    """To the board, for what the reader can do there."""
    return move_button(scene) if scene.is_my_turn else look_button(scene)


def how_to_go_on(scene: Scene) -> Section:
    """What the reader can do in a match that runs: move, take the seat back, or wait."""
    if scene.is_my_turn:
        return how_to_move(scene)
    if scene.is_lent:
        return how_to_return(scene)
    return how_to_look(scene) if scene.has_left else how_to_wait(scene)


def how_to_move(scene: Scene) -> Section:
    """How to move, on the page and from a program, with some of the legal moves."""
    _ = scene.catalogue.gettext
    state, seat = scene.match.head.state, scene.seat
    legal = scene.game.legal_moves(state, seat)
    count = scene.catalogue.ngettext("You have {n} legal move.", "You have {n} legal moves, for example:", len(legal))
    examples = tuple(scene.game.format(move) for move in (*legal[:EXAMPLES], *legal[EXAMPLES:][-1:]))
    return Section(
        title=_("How to answer"),
        paragraphs=(
            *_answering(scene),
            _("Play on the page of the match, where all legal moves stand: {url}").format(url=scene.page()),
            keep_it(scene),
            count.format(n=len(legal)),
        ),
        lines=tuple(map(scene.move, examples)),
        command=command("PUT", scene.move_url(scene.match.head.opened[seat]), {"text": examples[-1]}),
    )


def _answering(scene: Scene) -> tuple[str, ...]:
    answered = by_mail.is_answered(scene.post_env, scene.match, scene.seat, scene.profile.id)
    return (by_mail.how(scene),) if answered else ()


def how_to_return(scene: Scene) -> Section:
    """How to take a seat back that a bot plays in."""
    _ = scene.catalogue.gettext
    return Section(
        title=_("How to come back"),
        paragraphs=(
            _("A bot plays in your seat. Take the seat back on the page of the match: {url}").format(url=scene.page()),
            keep_it(scene),
        ),
        command=command("DELETE", scene.api("bot")),
    )


def how_to_wait(scene: Scene) -> Section:
    """That nothing is to be done."""
    _ = scene.catalogue.gettext
    return Section(
        title=_("What now"),
        paragraphs=(
            _("There is nothing to do yet. The page of the match shows the board at any time: {url}").format(
                url=scene.page()
            ),
            keep_it(scene),
        ),
    )


def how_to_look(scene: Scene) -> Section:
    """That nothing is to be done any more by somebody who is out."""
    _ = scene.catalogue.gettext
    return Section(
        title=_("What now"),
        paragraphs=(
            watched(scene),
            nobody_reads(scene),
        ),
    )


def watched(scene: Scene) -> str:
    """Where a match goes on that the reader plays in no more."""
    _ = scene.catalogue.gettext
    told = _("There is nothing left for you to do. The match goes on, and can be watched on its page: {url}")
    return told.format(url=scene.page())


def keep_it(scene: Scene) -> str:
    """What a link to the reader's seat is worth, and what an answer is."""
    _ = scene.catalogue.gettext
    if not by_mail.is_answered(scene.post_env, scene.match, scene.seat, scene.profile.id):
        return _("The link acts for your seat, so keep this mail to yourself. Nobody reads replies to it.")
    return f"{_('The link acts for your seat, so keep this mail to yourself.')} {by_mail.reads(scene)}"


def nobody_reads(scene: Scene) -> str:
    """The same of a mail without such a link."""
    return by_mail.reads(scene)


def footer(scene: Scene) -> tuple[str, ...]:
    """Why the reader gets this mail, and how to get no more."""
    _ = scene.catalogue.gettext
    return (
        _(
            "You get this mail because you play in this match: when it begins and ends, when it is your turn, and when "
            "something happens at the table."
        ),
        *contact(scene),
    )


def contact(scene: Scene) -> tuple[str, ...]:
    """How to get fewer mails, and whom to write to."""
    _, address = scene.catalogue.gettext, scene.post_env.contact
    written = (_("Questions, or no more mail at all? Write to {address}.").format(address=address),) if address else ()
    if scene.notice is None:
        return written
    url = fewer_url(scene.post_env, scene.profile, scene.notice.category, scene.match.id)
    return (_("No more mails of this kind, here or anywhere: {url}").format(url=url), *written)


def command(verb: str, url: str, body: Mapping[str, str] | None = None) -> str:
    """A request to the API, as it can be typed."""
    if body is None:
        return f"curl -X {verb} '{url}'"
    return f"curl -X {verb} '{url}' -H 'Content-Type: application/json' -d '{json.dumps(body)}'"
