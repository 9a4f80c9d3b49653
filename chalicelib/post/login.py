"""The login mail. Its secret is never stored: it travels in the queue's message, and only its hash is in the store."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from chalicelib.players.credentials import digest
from chalicelib.players.sessions import LINK_SECONDS
from chalicelib.post import tag
from chalicelib.post.compose import mail
from chalicelib.post.envelope import Envelope
from chalicelib.post.language import catalogue
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.ports import MailRefusedError, MailUnavailableError, PostEnv
from chalicelib.telemetry import line

_log = logging.getLogger(__name__)


class LoginMailDelayedError(Exception):
    """The mailer did not take the login mail now; it is worth another try while its link is good."""


def owe(post_env: PostEnv, address: str, token: str, language: str, then: str = "") -> None:
    """Ask the queue function for a login mail with this secret; its link leads on to `then`, a path of ours.

    Raises QueueUnavailableError.
    """
    until = post_env.env.clock.now() + LINK_SECONDS
    owed = {"address": address, "token": token, "language": language, "until": until}
    post_env.queue.put({"login": {**owed, "then": then} if then else owed})


def send(post_env: PostEnv, login: Mapping[str, Any]) -> None:
    """Send the login mail a message asks for; one that comes too late, or is refused, is dropped.

    Raises LoginMailDelayedError.
    """
    now = post_env.env.clock.now()
    if login["until"] <= now:
        line.count("overtaken")
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
        post_env.mailer.send(tag.mark(post_env.env, mail(envelope, _letter(post_env, login))))
    except MailRefusedError:
        line.count("failed")
        _log.warning("a login mail was refused")
    except MailUnavailableError as error:
        line.count("delayed")
        raise LoginMailDelayedError from error
    else:
        line.count("accepted")


def _letter(post_env: PostEnv, login: Mapping[str, Any]) -> Letter:
    language = login["language"]
    _ = catalogue(language).gettext
    minutes = LINK_SECONDS // 60
    asked = {"token": login["token"], "language": language, **({"next": login["then"]} if login.get("then") else {})}
    url = f"{post_env.base_url}/login?{urlencode(asked)}"
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
