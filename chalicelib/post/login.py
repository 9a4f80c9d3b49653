"""The login mail. Its secret is never stored: it travels in the queue's message, and only its hash is in the store."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from chalicelib.players.credentials import digest
from chalicelib.players.sessions import LINK_SECONDS
from chalicelib.post.compose import mail
from chalicelib.post.envelope import Envelope
from chalicelib.post.language import catalogue
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.ports import MailRefusedError, PostEnv

_log = logging.getLogger(__name__)


def owe(post_env: PostEnv, address: str, token: str, language: str) -> None:
    """Ask the queue function for a login mail with this secret. Raises QueueUnavailableError."""
    until = post_env.env.clock.now() + LINK_SECONDS
    post_env.queue.put({"login": {"address": address, "token": token, "language": language, "until": until}})


def send(post_env: PostEnv, login: Mapping[str, Any]) -> None:
    """Send the login mail a message asks for; one that comes too late, or is refused, is dropped.

    Raises MailUnavailableError.
    """
    now = post_env.env.clock.now()
    if login["until"] <= now:
        return _log.warning("a login mail came too late")
    envelope = Envelope(
        sender=post_env.sender,
        to=login["address"],
        contact=post_env.contact,
        domain=post_env.list_domain,
        id=f"login {digest(login['token'])}",
        thread="",
        sent=now,
    )
    try:
        post_env.mailer.send(mail(envelope, _letter(post_env, login["token"], login["language"])))
    except MailRefusedError:
        _log.warning("a login mail was refused")


def _letter(post_env: PostEnv, token: str, language: str) -> Letter:
    _ = catalogue(language).gettext
    minutes = LINK_SECONDS // 60
    url = f"{post_env.base_url}/login?token={quote(token)}"
    return Letter(
        language=language,
        subject=_("Your link to log in to Turnpost"),
        kicker="Turnpost",
        headline=_("Log in to Turnpost"),
        lead=(_("The link is good for {n} minutes and for one login.").format(n=minutes),),
        button=Button(_("Log in"), url),
        answer=Section(
            title=_("If the button does nothing"),
            paragraphs=(_("Open this address, and press the button on the page: {url}").format(url=url),),
        ),
        footer=(_("You did not ask for this? Then do nothing: without the link nobody gets in."),),
    )
