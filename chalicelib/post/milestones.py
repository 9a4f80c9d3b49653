"""Letters about a match as a whole: somebody is invited to it, it has begun, it is over, it was called off."""

from __future__ import annotations

from chalicelib.matches import pace
from chalicelib.matches.events import TABLE
from chalicelib.matches.joining import DECLINED, GONE, is_called_off_without
from chalicelib.post import parts
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.scene import Scene
from chalicelib.post.tempo import Row
from chalicelib.rules import Termination


def match_started(scene: Scene) -> Letter:
    """The start of a match; the first decision of the reader's seat is told here and in no mail of its own."""
    _ = scene.catalogue.gettext
    to_move = (scene.seat,) if scene.is_my_turn else scene.to_move()
    board = parts.board(scene)
    return Letter(
        language=scene.profile.language,
        subject=parts.subject(scene, *_begun_words(scene)),
        kicker=scene.title,
        headline=_("The match has begun."),
        lead=_whose_turn(scene),
        rows=(*parts.clock(scene, to_move), *parts.dice(scene), *parts.origin(scene), *parts.table(scene)),
        button=parts.button(scene),
        news=scene.news(),
        board=board,
        answer=parts.how_to_go_on(scene),
        footer=parts.footer(scene),
    )


def _begun_words(scene: Scene) -> tuple[str, str, int]:
    _ = scene.catalogue.gettext
    if scene.is_my_turn:
        return _("begun, your turn"), _("begun, your turn until {deadline}"), scene.deadline((scene.seat,))
    return _("begun"), _("begun, first move due by {deadline}"), scene.deadline(scene.to_move())


def _whose_turn(scene: Scene) -> tuple[str, ...]:
    _ = scene.catalogue.gettext
    if scene.is_my_turn:
        return (_("It is your turn, {name}.").format(name=scene.me), *parts.asked(scene))
    others = scene.named(scene.to_move())
    return (_("To move: {names}. You get a mail when it is your turn.").format(names=others),) if others else ()


def match_ended(scene: Scene) -> Letter:
    """The end of a match, and how it came about."""
    _ = scene.catalogue.gettext
    result, board = scene.result(), parts.board(scene)
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {result}",
        kicker=scene.title,
        headline=_("The match is over: {result}.").format(result=result),
        lead=tuple(filter(None, (_why(scene), scene.verdict()))),
        rows=((_("Ended"), scene.moment(scene.match.head.ended)), *parts.dice(scene), *parts.players(scene)),
        button=parts.look_button(scene),
        news=scene.news(),
        board=board,
        answer=_after_the_end(scene),
        footer=(
            _("Unless somebody still talks at the table, this was the last mail about this match."),
            *parts.contact(scene),
        ),
    )


def _why(scene: Scene) -> str:
    """How a match ended that its rules did not end; "" for all others."""
    _ = scene.catalogue.gettext
    told = {
        Termination.AGREED: _("All who had not given up agreed on a draw, so nobody wins."),
        Termination.ABANDONED: _("Nobody who played is there any more, so nobody wins."),
        Termination.TIMED_OUT: _("It ended because somebody no longer came to play."),
    }
    return told.get(scene.outcome.termination, "") if scene.outcome else ""


def _after_the_end(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("What now"),
        paragraphs=(
            _("There is nothing left to do. The whole match stands on its page: {url}").format(url=scene.page()),
            _("The secret behind all deals is public now, so every one can be checked.")
            if scene.deals
            else _("The secret behind the dice is public now, so every roll can be checked."),
        ),
    )


def invitation(scene: Scene) -> Letter:
    """Somebody wants to play with the reader, or wants the reader to take over a seat."""
    return _invited(scene) if scene.match.head.status == "waiting" else _called(scene)


def _invited(scene: Scene) -> Letter:
    _ = scene.catalogue.gettext
    until = pace.unstarted(scene.match.roster.created)
    inviting = _host(scene)
    subject = _("{name} invites you, until {deadline}").format(name=inviting, deadline=scene.short(until))
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {subject}",
        kicker=scene.title,
        headline=_("{name} invites you to a match.").format(name=inviting),
        lead=(_("A seat at the table is kept for you, {name}.").format(name=scene.me), *_known_before(scene)),
        rows=(
            (_("Open until"), scene.left(until)),
            *parts.origin(scene),
            *parts.table(scene),
            *parts.options(scene),
        ),
        button=Button(_("See the invitation"), scene.invitation()),
        answer=_how_to_join(scene),
        footer=(
            _declining(scene),
            *parts.contact(scene),
        ),
    )


def _declining(scene: Scene) -> str:
    """What it means not to want to play, or not to answer."""
    _ = scene.catalogue.gettext
    if is_called_off_without(scene.match, scene.profile.id):
        return _(
            "If you do not want to play, decline on the page of the match, so that nobody waits for you: it is called "
            "off then. Without an answer it lapses by itself."
        )
    return _(
        "If you do not want to play, decline on the page of the match, so that somebody else can have the seat. "
        "Without an answer the invitation lapses by itself."
    )


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


def _host(scene: Scene) -> str:
    creator = scene.match.seat_of(scene.match.roster.creator)
    return scene.names[creator] if creator is not None else scene.catalogue.gettext("Somebody")


def _how_to_join(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("How to answer"),
        paragraphs=(
            _("Log in on the page of the match, and take your seat there or decline: {url}").format(
                url=scene.invitation()
            ),
            _("Opening the page commits you to nothing. Nobody reads replies to this mail."),
        ),
    )


def _called(scene: Scene) -> Letter:
    """A seat of a match that runs is given to the reader, who may see by now what a spectator does."""
    _ = scene.catalogue.gettext
    leaving, board = scene.names[scene.seat], parts.board(scene)
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: " + _("take over the seat of {name}?").format(name=leaving),
        kicker=scene.title,
        headline=_("Do you want to take over the seat of {name}?").format(name=leaving),
        lead=(
            _("The seat is kept for you, {name}. You would play on from where the match stands, for good.").format(
                name=scene.me
            ),
            _("If the seat is to move then, its time begins anew for you."),
        ),
        rows=(*_offered(scene), *parts.dice(scene), *parts.table(scene), *parts.options(scene)),
        button=Button(_("See the invitation"), scene.invitation()),
        board=board,
        answer=_how_to_join(scene),
        footer=(
            _("If you do not want to play, decline the seat on the page of the match, so that another can be asked."),
            *parts.contact(scene),
        ),
    )


def _offered(scene: Scene) -> tuple[Row, ...]:
    """Who is to move, and until when the seat that is offered has to, if it is one of them and no bot plays there."""
    open_there = scene.seat in scene.to_move() and not scene.match.roster.seats[scene.seat].is_played_by_bot
    return (*parts.movers(scene), *(parts.clock(scene, (scene.seat,)) if open_there else ()))


def called_off(scene: Scene) -> Letter:
    """A match will not begin, and why."""
    _ = scene.catalogue.gettext
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: " + _("called off"),
        kicker=scene.title,
        headline=_("The match was called off."),
        lead=(_reason(scene),),
        rows=(*parts.brief(scene), *parts.options(scene)),
        button=Button(_("Set up another match"), f"{scene.post_env.base_url}/new?game={scene.match.roster.game}"),
        answer=Section(
            title=_("What now"),
            paragraphs=(
                _("Nothing was played, and there is nothing to do. The match is still on its page: {url}").format(
                    url=scene.page()
                ),
                parts.nobody_reads(scene),
            ),
        ),
        footer=(_("This was the last mail about this match."), *parts.contact(scene)),
    )


def _reason(scene: Scene) -> str:
    _, row = scene.catalogue.gettext, scene.row
    if row.seat == TABLE:
        days = pace.UNSTARTED // pace.DAY
        pattern = scene.catalogue.ngettext(
            "It had not begun after {n} day, because not every seat was taken.",
            "It had not begun after {n} days, because not every seat was taken.",
            days,
        )
        return pattern.format(n=days)
    if row.text == GONE:
        return _("Whoever set it up has left Turnpost.")
    name = scene.name_of_player(row.print)
    if row.text == DECLINED:
        return _("{name} declined the invitation, and nobody else could take that seat.").format(name=name)
    return _("{name}, who set it up, left the table.").format(name=name)
