"""The page behind the link in every mail: no more of its kind, or none about its match. Opening it changes nothing."""

from __future__ import annotations

from dataclasses import replace

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.match import Caller
from chalicelib.matches.reading import visible
from chalicelib.players.mail_links import MailLink, read_mail_link
from chalicelib.site.pages import show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor, is_one_click
from chalicelib.web.errors import KNOWN, MalformedRequestError


def fewer_mails_page(visitor: Visitor, token: str) -> Response:
    """What the link is about, what can be done, and what was done; a program is answered without being led on."""
    link = read_mail_link(visitor.container.env, token)
    if visitor.request.method != "POST":
        return _show(visitor, token, link)
    doing = "everywhere" if is_one_click(visitor.form) else visitor.form.get("do", "")
    try:
        if doing not in ("everywhere", "here"):
            raise MalformedRequestError("This form is incomplete. Look at the page again.")
        done = service.stop_mail(visitor.container.env, token, here=doing == "here")
    except KNOWN as error:
        return _show(visitor, token, link, refusal=refusal_of(error, _reader(visitor, link).language))
    return _show(visitor, token, done, done=doing)


def _show(visitor: Visitor, token: str, link: MailLink, *, done: str = "", refusal: Refusal | None = None) -> Response:
    mail = link.profile.mail
    return show(
        _reader(visitor, link),
        "fewer_mails.html",
        refusal.status if refusal else 200,
        token=token,
        kind=link.kind,
        match=link.match,
        name=_name(visitor, link),
        mode="" if link.kind == "digest" else mail.mode(link.kind),
        here="" if link.kind == "digest" or not link.match else mail.mode(link.kind, link.match),
        is_empty=link.kind == "digest" and "digest" not in mail.all().values(),
        done=done,
        refusal=refusal,
    )


def _reader(visitor: Visitor, link: MailLink) -> Visitor:
    """Whoever holds the link, in the language of the mail it came with."""
    return visitor if visitor.profile else replace(visitor, profile=link.profile)


def _name(visitor: Visitor, link: MailLink) -> str:
    """What the match is called; "" where there is none, or none any more that the player may see."""
    try:
        return visible(visitor.container.env, link.match, Caller(link.profile.id)).roster.name if link.match else ""
    except MatchNotFoundError:
        return ""
