"""Letters about a decision of the reader's: it is open, it is still open, somebody waits for it, its time was up."""

from __future__ import annotations

from chalicelib.matches import nudging
from chalicelib.matches.retiring import is_last
from chalicelib.post import parts
from chalicelib.post.letter import Letter
from chalicelib.post.scene import Scene


def your_turn(scene: Scene) -> Letter:
    """It is the reader's turn."""
    _ = scene.catalogue.gettext
    words = _("your turn"), _("your turn until {deadline}")
    return _asking(scene, words, _("It is your turn, {name}.").format(name=scene.me))


def reminder(scene: Scene) -> Letter:
    """The reader's time runs out, and what follows if it does."""
    _ = scene.catalogue.gettext
    words = _("reminder: your turn"), _("reminder: your turn until {deadline}")
    return _asking(scene, words, _("It is still your turn, {name}.").format(name=scene.me), _otherwise(scene))


def nudge(scene: Scene) -> Letter:
    """Somebody at the table waits for the reader."""
    _ = scene.catalogue.gettext
    who = _nudger(scene)
    plain = _("{name} asks for your move").format(name=_braced(who))
    dated = _("{name} asks for your move, due by {deadline}").format(name=_braced(who), deadline="{deadline}")
    headline = _("{name} asks you to make your move.").format(name=who)
    return _asking(scene, (plain.format(), dated), headline, _otherwise(scene))


def _braced(name: str) -> str:
    """A name that stands in a pattern."""
    return name.replace("{", "{{").replace("}", "}}")


def _nudger(scene: Scene) -> str:
    seat = nudging.nudger(scene.post_env.env, scene.match.id, scene.notice) if scene.notice else None
    return scene.catalogue.gettext("Somebody") if seat is None else scene.names[seat]


def _asking(scene: Scene, words: tuple[str, str], headline: str, otherwise: tuple[str, ...] = ()) -> Letter:
    board = parts.board(scene)
    return Letter(
        language=scene.profile.language,
        subject=parts.subject(scene, *words, scene.deadline((scene.seat,))),
        kicker=scene.title,
        headline=headline,
        lead=(*parts.asked(scene), *otherwise),
        rows=(*parts.clock(scene, (scene.seat,)), *parts.dice(scene)),
        button=parts.move_button(scene),
        news=scene.news(),
        board=board,
        answer=parts.how_to_move(scene),
        footer=parts.footer(scene),
    )


def _otherwise(scene: Scene) -> tuple[str, ...]:
    """What becomes of the decision if the reader does not take it in time."""
    _, match, seat = scene.catalogue.gettext, scene.match, scene.seat
    if not match.head.deadlines[seat]:
        return ()
    if not is_last(match, seat):
        move = scene.game.format(scene.game.timeout_move(match.head.state, seat))
        return (_("If you do not move by then, this is played for you: {move}").format(move=scene.move(move)),)
    return (
        {
            "resign": _("If you do not move by then, you are out of the match."),
            "bot": _("If you do not move by then, a bot takes your seat until you come back."),
            "substitute": _("If you do not move by then, a bot takes your seat, and somebody else may have it."),
        }[match.roster.pace.then],
    )


def timed_out(scene: Scene) -> Letter:
    """The reader's time was up: what was played, or what became of the seat, and how to come back."""
    _ = scene.catalogue.gettext
    board = parts.board(scene)
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {_lost(scene)}",
        kicker=scene.title,
        headline=_("Your time was up, {name}.").format(name=scene.me),
        lead=_played(scene) if scene.row.kind == "expired" else _taken(scene),
        rows=(*parts.clocks(scene), *parts.dice(scene)),
        button=parts.button(scene),
        news=scene.news(),
        board=board,
        answer=parts.how_to_go_on(scene),
        footer=parts.footer(scene),
    )


def _lost(scene: Scene) -> str:
    _, row = scene.catalogue.gettext, scene.row
    if row.kind != "retired":
        return _("your time was up")
    if row.text == "resign":
        return _("your time was up, and you are out")
    return _("your time was up, and a bot plays for you")


def _played(scene: Scene) -> tuple[str, ...]:
    """What was played, and what comes of it if it happens again."""
    _, words, match = scene.catalogue.gettext, scene.catalogue, scene.match
    told = _("This was played for you: {move}").format(move=scene.move(scene.row.text))
    missed = match.head.misses[scene.seat] if match.head.misses else 0
    if not missed:
        return (told,)
    left = max(match.roster.pace.misses - missed, 1)
    pattern = {
        "resign": words.ngettext(
            "After {n} more deadline missed in a row you are out of the match.",
            "After {n} more deadlines missed in a row you are out of the match.",
            left,
        ),
        "bot": words.ngettext(
            "After {n} more deadline missed in a row a bot takes your seat until you come back.",
            "After {n} more deadlines missed in a row a bot takes your seat until you come back.",
            left,
        ),
        "substitute": words.ngettext(
            "After {n} more deadline missed in a row a bot takes your seat, and somebody else may have it.",
            "After {n} more deadlines missed in a row a bot takes your seat, and somebody else may have it.",
            left,
        ),
    }[match.roster.pace.then]
    return told, pattern.format(n=left)


def _taken(scene: Scene) -> tuple[str, ...]:
    """What became of the seat."""
    _, words = scene.catalogue.gettext, scene.catalogue
    most = scene.match.roster.pace.misses
    missed = words.ngettext("You missed {n} deadline.", "You missed {n} deadlines in a row.", most).format(n=most)
    then = {
        "resign": _("So the match goes on without you, and you cannot come back."),
        "bot": _("So a bot plays in your seat, until you take it back."),
        "substitute": _(
            "So a bot plays in your seat, and whoever comes may have it for good. Until then you can take it back."
        ),
    }
    return missed, then[scene.row.text]
