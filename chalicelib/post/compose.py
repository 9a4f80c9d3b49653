"""From a notice to the finished mail: the letter is written, laid out twice, and put into its envelope."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from email.message import EmailMessage
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from chalicelib.matches.match import Match
from chalicelib.players.profile import Profile
from chalicelib.post import by_mail, categories, envelope
from chalicelib.post.delivery import Notice
from chalicelib.post.fewer import fewer_url
from chalicelib.post.language import catalogue
from chalicelib.post.letter import Letter, Section
from chalicelib.post.names import isolated
from chalicelib.post.ports import PostEnv
from chalicelib.post.scene import Scene

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"


def compose(
    post_env: PostEnv, match: Match, profile: Profile, notice: Notice, others: Sequence[Notice] = (), *, again: int = 0
) -> EmailMessage:
    """The mail that tells a player of a notice, and of others about the same match, as things stand now.

    `again` is how often the player had it sent again. Raises LookupError for a category there is not.
    """
    letter = letter_of(post_env, match, profile, notice)
    if others:
        letter = together(letter, [letter_of(post_env, match, profile, each) for each in others])
    outside = addressed(post_env, profile, notice, match.id, again)
    answered = by_mail.reader_of(post_env, match, notice.seat, profile.id)
    fewer = fewer_url(post_env, profile, notice.category, match.id)
    return mail(replace(outside, reply_to=answered, unsubscribe=fewer), letter)


def letter_of(post_env: PostEnv, match: Match, profile: Profile, notice: Notice) -> Letter:
    """The letter that tells of one notice. Raises LookupError for a category there is not."""
    return categories.letter(notice.category, Scene(post_env, match, profile, notice.seat, notice))


def together(letter: Letter, others: Sequence[Letter]) -> Letter:
    """One letter that tells what the others would have told, too."""
    title = catalogue(letter.language).gettext("What else happened")
    lines = tuple(dict.fromkeys(other.headline for other in others if not other.quotes))
    also = (*letter.also, Section(title, lines=lines)) if lines else letter.also
    quotes = tuple(dict.fromkeys(chain(letter.quotes, *(other.quotes for other in others))))
    earlier = next((each.earlier for each in (letter, *others) if each.earlier), "")
    return replace(letter, also=also, quotes=quotes, earlier=earlier)


def addressed(
    post_env: PostEnv, profile: Profile, notice: Notice, thread: str = "", again: int = 0
) -> envelope.Envelope:
    """The envelope of a mail to a player; every time it is sent again has an id of its own."""
    return envelope.Envelope(
        sender=post_env.sender,
        to=profile.email,
        contact=post_env.contact,
        domain=post_env.list_domain,
        id="#".join((*notice.key, *([str(again)] if again else []))),
        thread=thread,
        sent=post_env.env.clock.now(),
    )


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
