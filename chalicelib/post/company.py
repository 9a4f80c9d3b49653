"""Letters about those at the table: who plays in a seat, who is away, who offers a draw."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.matches import substitution
from chalicelib.matches.joining import DECLINED, GONE
from chalicelib.matches.match import Caller
from chalicelib.matches.reading import may_see
from chalicelib.post import happenings, parts
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.scene import Scene
from chalicelib.post.tempo import Row
from chalicelib.post.truth import lost_it


def seat_changed(scene: Scene) -> Letter:
    """Another one plays in a seat, or may come to, or has left a table that waits."""
    if scene.notice and lost_it(scene.match, scene.notice):
        return _lost(scene)
    if scene.row.kind == "vacated":
        return _vacated(scene)
    mine = scene.row.seat == scene.seat
    headline, *lead = _of_my_seat(scene) if mine else scene.happened()
    answer = parts.how_to_go_on(scene)
    answer = replace(answer, paragraphs=(*answer.paragraphs, *_whoever_wants(scene)))
    return _told(scene, _changed(scene), headline, tuple(lead), answer=answer)


def _told(
    scene: Scene,
    subject: str,
    headline: str,
    lead: tuple[str, ...],
    rows: tuple[Row, ...] = (),
    answer: Section | None = None,
) -> Letter:
    """A letter on what happened at the table of a match, with how the match stands."""
    board = parts.board(scene)
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {subject}",
        kicker=scene.title,
        headline=headline,
        lead=lead,
        rows=(*rows, *parts.clocks(scene), *parts.dice(scene), *parts.players(scene)),
        button=parts.button(scene),
        news=scene.news(),
        board=board,
        answer=answer or parts.how_to_go_on(scene),
        footer=parts.footer(scene),
    )


def _changed(scene: Scene) -> str:
    """What has changed, in the few words a subject has room for."""
    _, row = scene.catalogue.gettext, scene.row
    name, before = scene.names_then[row.seat], scene.listener.before(row.seat, row.version)
    bot = _("a bot plays for {name}")
    found = {
        "retired": _("{name} is out") if row.text == "resign" else bot,
        "lent": bot,
        "returned": _("{name} plays again"),
        "wanted": _call(scene),
        "substituted": _("{name} plays in place of {before}"),
    }
    return found[row.kind].format(name=name, before=before)


def _call(scene: Scene) -> str:
    _, text = scene.catalogue.gettext, scene.row.text
    if text == substitution.WITHDRAWN:
        return _("nobody takes over the seat of {name}")
    if text == substitution.KEPT:
        return _("a substitute for {name} was asked")
    return _("a substitute for {name} is looked for")


def _of_my_seat(scene: Scene) -> tuple[str, str]:
    """What others did about the reader's seat."""
    _ = scene.catalogue.gettext
    if scene.row.text == substitution.WITHDRAWN:
        return _("Your seat is not taken over."), _("Whoever you asked does not want to.")
    return (
        _("Your seat is offered to a substitute."),
        _("You did not come to play. Until somebody has taken the seat over for good, you can take it back."),
    )


def _whoever_wants(scene: Scene) -> tuple[str, ...]:
    """That others may be told of a seat that is for whoever comes."""
    seat = scene.match.roster.seats[scene.row.seat]
    if not seat.wanted or seat.called or scene.match.roster.visibility == "private":
        return ()
    _ = scene.catalogue.gettext
    told = _("Whoever wants the seat can take it on the page of the match. You can pass this address on: {url}")
    return (told.format(url=scene.public_page()),)


def _lost(scene: Scene) -> Letter:
    """To who sat there: nothing of the table that is not everybody's to see."""
    _, name = scene.catalogue.gettext, scene.names_then[scene.seat]
    seen = may_see(scene.match, Caller(scene.profile.id))
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: " + _("{name} has taken over your seat").format(name=name),
        kicker=scene.title,
        headline=_("{name} has taken over your seat.").format(name=name),
        lead=(_("You do not play in this match any more, {name}.").format(name=scene.me),),
        rows=(*parts.clocks(scene), *parts.players(scene)),
        button=Button(_("Look at the board"), scene.invitation()) if seen else None,
        board=parts.board(scene) if seen else None,
        answer=Section(
            title=_("What now"),
            paragraphs=(
                _(
                    "There is nothing left for you to do. The match goes on, and can be watched on its page: {url}"
                ).format(url=scene.invitation())
                if seen
                else _("There is nothing left for you to do. The match is private, and goes on without you."),
                parts.nobody_reads(scene),
            ),
        ),
        footer=(_("This was the last mail about this match."), *parts.contact(scene)),
    )


def _vacated(scene: Scene) -> Letter:
    """To who set a match up: a place at the table has become free, or a guest does not come."""
    _, row, said = scene.catalogue.gettext, scene.row, _freed(scene)
    kept = scene.match.roster.seats[row.seat].kind == "reserved"
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {said}",
        kicker=scene.title,
        headline=f"{said}.",
        lead=(_("The seat is still kept for them.") if kept else _("The seat is open again."),),
        rows=(*parts.brief(scene), *parts.options(scene)),
        button=Button(_("Look at the table"), scene.page()),
        answer=Section(
            title=_("What now"),
            paragraphs=(
                _("The match begins when every seat is taken. See to it on its page: {url}").format(url=scene.page()),
                parts.keep_it(scene),
            ),
        ),
        footer=parts.footer(scene),
    )


def _freed(scene: Scene) -> str:
    """How the place became free, in the few words a subject has room for."""
    _, row = scene.catalogue.gettext, scene.row
    if row.text == GONE:
        return _("Somebody at this table has left Turnpost")
    words = _("{name} declined your invitation") if row.text == DECLINED else _("{name} has left the table")
    return words.format(name=scene.name_of_player(row.print))


def away(scene: Scene) -> Letter:
    """Somebody is or will be away, and from when until when; or is not any more."""
    _, row, name = scene.catalogue.gettext, scene.row, scene.names_then[scene.row.seat]
    period = happenings.period(row.text)
    if period is None:
        return _told(scene, _("{name} is not away").format(name=name), scene.happened()[0], (_runs(scene),))
    since, until = period
    now = scene.post_env.env.clock.now()
    pattern = _("{name} is away until {until}") if since <= now else _("{name} will be away from {since} until {until}")
    subject = pattern.format(name=name, since=scene.short(since), until=scene.short(until))
    rows = ((_("Away from"), scene.moment(since)), (_("Away until"), scene.moment(until)))
    return _told(scene, subject, f"{subject}.", (_stands_still(scene),), rows)


def _stands_still(scene: Scene) -> str:
    _, name = scene.catalogue.gettext, scene.names_then[scene.row.seat]
    return _("Meanwhile the clock of {name} stands still, and deadlines move accordingly.").format(name=name)


def _runs(scene: Scene) -> str:
    _, name = scene.catalogue.gettext, scene.names_then[scene.row.seat]
    return _("The clock of {name} runs as always.").format(name=name)


def draw_offered(scene: Scene) -> Letter:
    """Somebody would have a draw, and waits for the reader's answer."""
    _, words = scene.catalogue.gettext, scene.catalogue
    offers = scene.match.head.offers
    who = scene.named(offers)
    subject = words.ngettext("{names} offers a draw", "{names} want a draw", len(offers)).format(names=who)
    told = _(
        "If everybody who has not given up agrees, the match ends and nobody wins. An offer stands until whoever made "
        "it moves."
    )
    return _told(scene, subject, f"{subject}.", (told,), answer=_how_to_agree(scene))


def _how_to_agree(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("How to answer"),
        paragraphs=(
            _("Agree or decline on the page of the match: {url}").format(url=scene.page()),
            parts.keep_it(scene),
            _("You need not answer. From a program, POST agrees and DELETE declines."),
        ),
        command="\n".join((parts.command("POST", scene.api("draw"), {}), parts.command("DELETE", scene.api("draw")))),
    )
