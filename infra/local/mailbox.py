"""The mailbox page of the embedded service: what was sent, each mail as text, as its reader sees it, and as source."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from html import escape
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from chalicelib.adapters.mailbox import Mailbox, StoredMail, UnknownMailError
from chalicelib.post.ports import PostEnv
from chalicelib.site.pages import stylesheet
from infra.local import answering, fate
from infra.local.gateway import Answer, Request, problem

SHOWN = 50
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PASSED_ON = ("forwarded", "via", "x-real-ip")

_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
_PAGE_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'"
# The mail's own links open beside the mailbox; it can run nothing and load nothing.
_MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)


def pages(mailbox: Mailbox, post_env: PostEnv | None = None) -> Callable[[Request], Answer]:
    """What answers everything under /mailbox; with a `post_env` one can say there what became of a mail."""

    def answer(request: Request) -> Answer:
        if not _is_near(request):
            return problem(404, "not_found", "There is nothing at this address.")
        asked = request.path.rstrip("/").split("/")[2:]
        try:
            if request.method == "POST" and post_env and len(asked) == 1:
                return _told(post_env, mailbox.read(asked[0]), request)
            if request.method not in ("GET", "HEAD"):
                return problem(405, "method_not_allowed", "The mailbox is for reading.", (("Allow", "GET, HEAD"),))
            told = parse_qs(urlsplit(request.target).query).get("told", [""])[0]
            if not asked:
                return _list(mailbox, request)
            mail = mailbox.read(asked[0])
            return _mail(mail, "/".join(asked[1:]), f"{_answers(mail, told)}{_fates(told)}" if post_env else "")
        except UnknownMailError:
            return problem(404, "not_found", "There is no such mail here.")

    return answer


def _told(post_env: PostEnv, mail: StoredMail, request: Request) -> Answer:
    """Answer a mail, or let something become of it, as a form of the mailbox's own page asks."""
    form = parse_qs(request.body.decode("ascii", "replace"))
    said, text = form.get("fate", [""])[0], form.get("answer", [""])[0]
    if not _is_own_form(request):
        return problem(403, "forbidden", "Only the mailbox's own page may say this.")
    if text.strip() and answering.can_be_answered(mail):
        return _back_to(mail, answering.answer(post_env, mail, text[: answering.MOST]))
    if said not in fate.BUTTONS:
        return problem(400, "malformed_request", "This cannot become of a mail.")
    fate.tell(post_env, mail, said)
    return _back_to(mail, said)


def _back_to(mail: StoredMail, told: str) -> Answer:
    return Answer(303, headers=(("Location", f"/mailbox/{mail.id}?told={told}#after"), *_safe(_PAGE_POLICY)))


def _is_own_form(request: Request) -> bool:
    """Whether a page from here sent this: browsers hide the Origin of one that has no-referrer."""
    given = {name.lower(): value for name, value in request.headers.items()}
    if "sec-fetch-site" in given:
        return given["sec-fetch-site"] == "same-origin"
    return given.get("origin") == f"http://{given.get('host')}"


def _is_near(request: Request) -> bool:
    """Whether somebody on this machine asks, by no proxy and under its own name, since mails hold login links."""
    given = {name.lower(): value for name, value in request.headers.items()}
    if any(name in PASSED_ON or name.startswith("x-forwarded-") for name in given):
        return False
    return is_loopback(request.peer) and _is_own_name(f"//{given.get('host', '')}")


def _is_own_name(url: str) -> bool:
    try:
        return (urlsplit(url).hostname or "") in LOOPBACK
    except ValueError:
        return False


def is_loopback(address: str) -> bool:
    """Whether this IP address is one that nothing but this machine reaches."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_offered(bound: str, base_url: str) -> bool:
    """Whether there may be a mailbox page at all: not where others are let in, by this server or by one before it."""
    return is_loopback(bound) and _is_own_name(base_url)


def _list(mailbox: Mailbox, request: Request) -> Answer:
    before = parse_qs(urlsplit(request.target).query).get("before", [""])[0]
    mails = mailbox.newest(SHOWN, before)
    rows = "".join(_row(mail) for mail in mails) or "<li>There is no mail here.</li>"
    older = f'<p><a href="/mailbox?before={mails[-1].id}">Older mail</a></p>' if len(mails) == SHOWN else ""
    return _page("Mailbox", f"<h1>Mailbox</h1><p>What was sent, newest first.</p><ul class='cards'>{rows}</ul>{older}")


def _row(mail: StoredMail) -> str:
    message = mail.message
    about = f"{escape(str(message['To']))} · {escape(str(message['Date']))}"
    link = f"<a class='name' href='/mailbox/{mail.id}'>{escape(str(message['Subject']))}</a>"
    return f"<li class='card'>{link}<p class='soft'>{about}</p></li>"


def _answers(mail: StoredMail, told: str) -> str:
    """The form to answer a mail by, if it can be answered, and what became of the answer."""
    if not answering.can_be_answered(mail):
        return ""
    done = f"<p role='status' id='after'>{answering.TOLD[told]}</p>" if told in answering.TOLD else ""
    return (
        f"<h2>Answer it</h2>{done}<form method='post'><p><label for='answer'>As a mail program would, from "
        f"{escape(str(mail.message['To']))}: a move, pass, retract, resign, say: …, stop, or help</label></p>"
        f"<p><textarea id='answer' name='answer' rows='3' maxlength='{answering.MOST}' required></textarea></p>"
        "<p><button class='button'>Send the answer</button></p></form>"
    )


def _fates(told: str) -> str:
    """The form that says what became of a mail, and what was said."""
    buttons = " ".join(f"<button name='fate' value='{name}'>{text}</button>" for name, text in fate.BUTTONS.items())
    done = f"<p role='status' id='after'>{fate.TOLD[told]}</p>" if told in fate.TOLD else ""
    return f"<h2>What becomes of it</h2>{done}<form method='post'><p>{buttons}</p></form>"


def _mail(mail: StoredMail, form: str, fates: str) -> Answer:
    if form == "source":
        return Answer(200, mail.source, (("Content-Type", "text/plain; charset=utf-8"), *_safe(_PAGE_POLICY)))
    if form == "html":
        return _html(_part(mail.message, "html"))
    if form:
        raise UnknownMailError(f"{mail.id}/{form}")
    return _page(str(mail.message["Subject"]), _both_forms(mail) + fates)


def _both_forms(mail: StoredMail) -> str:
    message, path = mail.message, f"/mailbox/{mail.id}"
    heads = "".join(f"<dt>{name}</dt><dd>{escape(str(message[name] or ''))}</dd>" for name in ("From", "To", "Date"))
    frame = (
        f"<iframe title='The mail as HTML' src='{path}/html' sandbox='allow-popups allow-popups-to-escape-sandbox' "
        "style='width:100%;height:46rem;border:1px solid #d0d0d6'></iframe>"
    )
    return (
        f"<p><a href='/mailbox'>All mail</a></p><h1>{escape(str(message['Subject']))}</h1><dl>{heads}</dl>"
        f"<h2>As HTML</h2>{frame}<h2>As text</h2><pre>{_linked(_part(message, 'plain'))}</pre>"
        f"<p><a href='{path}/source'>The source</a></p>"
    )


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""


def _linked(text: str) -> str:
    """The text with its web addresses as links."""
    done, at = [], 0
    for found in _ADDRESS.finditer(text):
        address = escape(found[0])
        done += [escape(text[at : found.start()]), f'<a href="{address}">{address}</a>']
        at = found.end()
    return "".join([*done, escape(text[at:])])


def _html(part: str) -> Answer:
    body = f'<base target="_blank">{part}'.encode()
    return Answer(200, body, (("Content-Type", "text/html; charset=utf-8"), *_safe(_MAIL_POLICY)))


def _page(title: str, body: str) -> Answer:
    text = (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{escape(title)}</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'><link rel='icon' href='data:,'>"
        f"<link rel='stylesheet' href='/site.css?v={stylesheet()[1]}'></head><body><header class='top'>"
        f"<a class='brand' href='/'>Turnpost</a></header><main>{body}</main></body></html>"
    )
    return Answer(200, text.encode(), (("Content-Type", "text/html; charset=utf-8"), *_safe(_PAGE_POLICY)))


def _safe(policy: str) -> tuple[tuple[str, str], ...]:
    return (
        ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    )
