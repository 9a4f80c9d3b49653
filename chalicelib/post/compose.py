"""From a notice to the finished mail: the letter is written, laid out twice, and put into its envelope."""

from __future__ import annotations

import functools
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING

from chalicelib.matches.match import Match
from chalicelib.players.profile import Profile
from chalicelib.post import by_mail, categories, envelope
from chalicelib.post.delivery import Notice
from chalicelib.post.language import catalogue
from chalicelib.post.letter import Letter
from chalicelib.post.names import isolated
from chalicelib.post.ports import PostEnv
from chalicelib.post.scene import Scene

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"


def compose(post_env: PostEnv, match: Match, profile: Profile, notice: Notice) -> EmailMessage:
    """The mail that tells a player of a notice, as things stand now. Raises LookupError for a category there is not."""
    letter = categories.letter(notice.category, Scene(post_env, match, profile, notice.seat, notice))
    outside = envelope.Envelope(
        sender=post_env.sender,
        to=profile.email,
        contact=post_env.contact,
        domain=post_env.list_domain,
        id="#".join(notice.key),
        thread=match.id,
        sent=post_env.env.clock.now(),
        reply_to=by_mail.reader_of(post_env, match, notice.seat, profile.id),
    )
    return mail(outside, letter)


def mail(outside: envelope.Envelope, letter: Letter) -> EmailMessage:
    """The letter in both forms, in its envelope."""
    return envelope.mail(outside, letter.subject, lay_out(letter, "letter.txt"), lay_out(letter, "letter.html"))


def lay_out(letter: Letter, template: str) -> str:
    """The letter in the form of a template."""
    words = catalogue(letter.language)
    return _environment().get_template(template).render(letter=letter, _=words.gettext)


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(enabled_extensions=("html",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["isolated"] = isolated
    return environment
