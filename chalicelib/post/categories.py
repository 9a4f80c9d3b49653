"""The letter of every category: what is said on which occasion. The order of its parts is the templates' business."""

from __future__ import annotations

from collections.abc import Callable

from chalicelib.matches import pace
from chalicelib.post import dates
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.names import one_line
from chalicelib.post.scene import Scene

EXAMPLES = 3
"""So many legal moves are spelled out, and passing beside them where it is one."""


def letter(category: str, scene: Scene) -> Letter:
    """The letter of a category. Raises LookupError for a category there is not."""
    return _WRITERS[category](scene)


def _your_turn(scene: Scene) -> Letter:
    _ = scene.catalogue.gettext
    return Letter(
        language=scene.profile.language,
        subject=_subject(scene, *_turn_words(scene)),
        kicker=scene.title,
        headline=_("It is your turn, {name}.").format(name=scene.me),
        lead=_asked(scene),
        rows=(*_clock(scene, (scene.seat,)), *_dice(scene)),
        button=_move_button(scene),
        news=scene.news(),
        board_title=_("The board"),
        board_text=scene.board_text(),
        board_html=scene.board_html(),
        answer=_how_to_move(scene),
        footer=_footer(scene),
    )


def _match_started(scene: Scene) -> Letter:
    """The start of a match; the first decision of the reader's seat is told here and in no mail of its own."""
    _ = scene.catalogue.gettext
    to_move = (scene.seat,) if scene.is_my_turn else scene.to_move()
    return Letter(
        language=scene.profile.language,
        subject=_subject(scene, *_begun_words(scene)),
        kicker=scene.title,
        headline=_("The match has begun."),
        lead=_whose_turn(scene),
        rows=(*_clock(scene, to_move), *_dice(scene), *_origin(scene), *_table(scene)),
        button=_move_button(scene) if scene.is_my_turn else _look_button(scene),
        news=scene.news(),
        board_title=_("The board"),
        board_text=scene.board_text(),
        board_html=scene.board_html(),
        answer=_how_to_move(scene) if scene.is_my_turn else _how_to_wait(scene),
        footer=_footer(scene),
    )


def _match_ended(scene: Scene) -> Letter:
    _ = scene.catalogue.gettext
    result = scene.result()
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {result}",
        kicker=scene.title,
        headline=_("The match is over: {result}.").format(result=result),
        lead=tuple(filter(None, (scene.verdict(),))),
        rows=((_("Ended"), scene.moment(scene.match.head.ended)), *_dice(scene), *_players(scene)),
        button=_look_button(scene),
        news=scene.news(),
        board_title=_("The last position"),
        board_text=scene.board_text(),
        board_html=scene.board_html(),
        answer=_after_the_end(scene),
        footer=(_("This was the last mail about this match."), *_contact(scene)),
    )


def _invitation(scene: Scene) -> Letter:
    _ = scene.catalogue.gettext
    roster = scene.match.roster
    until = roster.created + pace.UNSTARTED
    inviting = _host(scene)
    subject = _("{name} invites you, until {deadline}").format(name=inviting, deadline=scene.short(until))
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {subject}",
        kicker=scene.title,
        headline=_("{name} invites you to a match.").format(name=inviting),
        lead=(_("A place at the table is kept for you, {name}.").format(name=scene.me), *_known_before(scene)),
        rows=((_("Open until"), scene.left(until)), *_origin(scene), *_table(scene), *_options(scene)),
        button=Button(_("See the invitation"), scene.invitation()),
        answer=_how_to_join(scene),
        footer=(_("If you do not want to play, do nothing: the invitation lapses by itself."), *_contact(scene)),
    )


def _subject(scene: Scene, plain: str, dated: str, deadline: int) -> str:
    words = dated.format(deadline=scene.short(deadline)) if deadline else plain
    task = scene.task() if scene.is_my_turn else ""
    return f"{scene.title}: {words} ({task})" if task else f"{scene.title}: {words}"


def _turn_words(scene: Scene) -> tuple[str, str, int]:
    _ = scene.catalogue.gettext
    return _("your turn"), _("your turn until {deadline}"), scene.deadline((scene.seat,))


def _begun_words(scene: Scene) -> tuple[str, str, int]:
    _ = scene.catalogue.gettext
    if scene.is_my_turn:
        return _("begun, your turn"), _("begun, your turn until {deadline}"), scene.deadline((scene.seat,))
    return _("begun"), _("begun, first move due by {deadline}"), scene.deadline(scene.to_move())


def _whose_turn(scene: Scene) -> tuple[str, ...]:
    _ = scene.catalogue.gettext
    if scene.is_my_turn:
        return (_("It is your turn, {name}.").format(name=scene.me), *_asked(scene))
    others = scene.named(scene.to_move())
    return (_("To move: {names}. You get a mail when it is your turn.").format(names=others),) if others else ()


def _asked(scene: Scene) -> tuple[str, ...]:
    said = scene.asked()
    return (said,) if said else ()


def _clock(scene: Scene, seats: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    _ = scene.catalogue.gettext
    deadline = scene.deadline(seats)
    return ((_("Move by"), scene.left(deadline) if deadline else _("no limit")),)


def _dice(scene: Scene) -> tuple[tuple[str, str], ...]:
    dice = scene.dice()
    return ((scene.catalogue.gettext("Dice"), dice),) if dice else ()


def _players(scene: Scene) -> tuple[tuple[str, str], ...]:
    return ((scene.catalogue.gettext("Players"), ", ".join(scene.names)),)


def _table(scene: Scene) -> tuple[tuple[str, str], ...]:
    pace_label = scene.catalogue.gettext("Time for each move")
    return (*_players(scene), (pace_label, dates.span(scene.catalogue, scene.match.roster.pace.decision_time)))


def _origin(scene: Scene) -> tuple[tuple[str, str], ...]:
    """What the match goes on from, if it goes on from another."""
    _, origin = scene.catalogue.gettext, scene.match.roster.origin
    if origin is None:
        return ()
    name = one_line(origin.name) or scene.game.name
    return ((_("Goes on from"), _("{name}, after move {ply}").format(name=name, ply=origin.ply)),)


def _known_before(scene: Scene) -> tuple[str, ...]:
    """That what is hidden may be known already, in a match that goes on from another."""
    if scene.match.roster.origin is None:
        return ()
    _ = scene.catalogue.gettext
    return (
        _(
            "This match begins with a position of another one, and what was hidden there, such as hands, lies as it "
            "lay. Whoever may look at the replay of that match can read it there."
        ),
    )


def _options(scene: Scene) -> tuple[tuple[str, str], ...]:
    shown = ", ".join(f"{name}: {value}" for name, value in scene.options())
    return ((scene.catalogue.gettext("Options"), shown),) if shown else ()


def _host(scene: Scene) -> str:
    creator = scene.match.seat_of(scene.match.roster.creator)
    return scene.names[creator] if creator is not None else scene.catalogue.gettext("Somebody")


def _move_button(scene: Scene) -> Button:
    return Button(scene.catalogue.gettext("Make your move"), scene.page())


def _look_button(scene: Scene) -> Button:
    return Button(scene.catalogue.gettext("Look at the board"), scene.page())


def _how_to_move(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    state, seat = scene.match.head.state, scene.seat
    legal = scene.game.legal_moves(state, seat)
    count = scene.catalogue.ngettext("You have {n} legal move.", "You have {n} legal moves, for example:", len(legal))
    examples = tuple(scene.game.format(move) for move in (*legal[:EXAMPLES], *legal[EXAMPLES:][-1:]))
    return Section(
        title=_("How to answer"),
        paragraphs=(
            _("Play on the page of the match, where all legal moves stand: {url}").format(url=scene.page()),
            _("The link acts for your seat, so keep this mail to yourself. Nobody reads replies to it."),
            count.format(n=len(legal)),
        ),
        lines=tuple(map(scene.move, examples)),
        command=_command("PUT", scene.move_url(scene.match.head.opened[seat]), examples[-1]),
    )


def _how_to_wait(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("What now"),
        paragraphs=(
            _("There is nothing to do yet. The page of the match shows the board at any time: {url}").format(
                url=scene.page()
            ),
            _("The link acts for your seat, so keep this mail to yourself. Nobody reads replies to it."),
        ),
    )


def _how_to_join(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("How to answer"),
        paragraphs=(
            _("Log in on the page of the match and take your place there: {url}").format(url=scene.invitation()),
            _("Opening the page commits you to nothing. Nobody reads replies to this mail."),
        ),
    )


def _after_the_end(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("What now"),
        paragraphs=(
            _("There is nothing left to do. The whole match stands on its page: {url}").format(url=scene.page()),
            _("The secret behind all deals is public now, so every one can be checked.")
            if scene.deals
            else _("The seed of the dice is public now, so every roll can be checked."),
        ),
    )


def _footer(scene: Scene) -> tuple[str, ...]:
    _ = scene.catalogue.gettext
    return (
        _(
            "You get this mail because you play in this match: one when it begins, one for each of your turns, "
            "one when it ends. To stop them, give the match up on its page."
        ),
        *_contact(scene),
    )


def _contact(scene: Scene) -> tuple[str, ...]:
    contact = scene.post_env.contact
    pattern = scene.catalogue.gettext("Questions, or no more mail at all? Write to {address}.")
    return (pattern.format(address=contact),) if contact else ()


def _command(verb: str, url: str, text: str) -> str:
    return f"curl -X {verb} '{url}' -H 'Content-Type: application/json' -d '{{\"text\": \"{text}\"}}'"


_WRITERS: dict[str, Callable[[Scene], Letter]] = {
    "your_turn": _your_turn,
    "reminder": _your_turn,
    "match_started": _match_started,
    "match_ended": _match_ended,
    "invitation": _invitation,
}
