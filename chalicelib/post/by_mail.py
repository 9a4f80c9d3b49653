"""Playing by mail: where a mail about a match can be answered to, and how that is told."""

from __future__ import annotations

from chalicelib.matches.match import Match
from chalicelib.post import reply_address
from chalicelib.post.ports import PostEnv
from chalicelib.post.reply_address import KEPT, KEPT_TO_CONFIRM, Purpose, Ticket
from chalicelib.post.scene import Scene


def reply_to(post_env: PostEnv, match: Match, seat: int, purpose: Purpose = "answer") -> str:
    """The address to answer a mail to that goes out now, for the decision of a seat as it stands; "" for none."""
    if not post_env.reply_domain:
        return ""
    n = match.head.opened[seat] if match.head.opened else 0
    kept = KEPT if purpose == "answer" else KEPT_TO_CONFIRM
    ticket = Ticket(match.id, seat, n, post_env.env.clock.now() + kept, purpose)
    return reply_address.write(post_env.env, ticket, post_env.reply_domain)


def reader_of(post_env: PostEnv, match: Match, seat: int, player: str) -> str:
    """The same for a mail to this player: "" too for those who do not sit there, and of a match that was called off."""
    if not is_answered(post_env, match, seat, player):
        return ""
    return reply_to(post_env, match, seat)


def is_answered(post_env: PostEnv, match: Match, seat: int, player: str) -> bool:
    """Whether a mail to this player about a match can be answered."""
    there = match.roster.seats[seat]
    sits = there.kind == "player" and there.player == player
    return bool(post_env.reply_domain) and sits and match.head.status != "cancelled"


def words(scene: Scene) -> tuple[str, ...]:
    """What can stand in an answer beside a move: each of our words, and what it does."""
    _ = scene.catalogue.gettext
    return (
        _("pass: pass, where the rules allow it"),
        _("retract: take a choice back that is still sealed"),
        _("say: and behind it, in the same line, something for the whole table"),
        _("resign: give the match up; you are asked once more"),
        _("stop: no more mail about this match"),
        _("help: all of this"),
    )


def reads(scene: Scene) -> str:
    """Who reads what the reader of a mail answers: we do, or nobody does."""
    _ = scene.catalogue.gettext
    if is_answered(scene.post_env, scene.match, scene.seat, scene.profile.id):
        return _("Answer with the one word help to be told all that an answer can say.")
    return _("Nobody reads replies to this mail.")


def how(scene: Scene) -> str:
    """How a mail is answered with a move."""
    _ = scene.catalogue.gettext
    return _("You can answer this mail: write your move in a line of its own, above or below what your program quotes.")
