"""Calls of webhooks at servers on loopback: what is sent, what is made of answers, and what is refused."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from chalicelib.adapters.webhook import MAX_RETRY_AFTER, WebhookCaller, resolved
from chalicelib.post.ports import WebhookGoneError, WebhookRefusedError, WebhookUnavailableError
from tests.adapters.hook_server import OK, HookServer, answer, endless, hook_server, saying, silent, trickling
from tests.adapters.post_office import client_context, server_context

BODY = b'{"type":"your_turn"}'


def caller(**more: object) -> WebhookCaller:
    return WebhookCaller(private=True, **more)  # type: ignore[arg-type]


def refusal(server: HookServer, **more: object) -> WebhookUnavailableError:
    with pytest.raises(WebhookUnavailableError) as raised:
        caller(**more).call(server.url, {}, BODY)
    return raised.value


def test_a_call_is_one_request_with_its_headers_and_body() -> None:
    with hook_server(saying(OK)) as server:
        assert (
            caller().call(server.url + "?a=b", {"webhook-id": "x", "Content-Type": "application/json"}, BODY) == "200"
        )
    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /hook?a=b HTTP/1.1"
    assert {f"Host: 127.0.0.1:{server.port}", "webhook-id: x", "Content-Length: 20", "Connection: close"} <= set(lines)
    assert (body, server.connections) == (BODY, 1)


@pytest.mark.parametrize("status", ["200 OK", "201 Created", "202 Accepted", "204 No Content"])
def test_what_accepts(status: str) -> None:
    with hook_server(saying(f"HTTP/1.1 {status}\r\n\r\n".encode())) as server:
        assert caller().call(server.url, {}, BODY) == status[:3]


@pytest.mark.parametrize("status", ["400 Bad", "401 No", "404 Not Found", "429 Slow", "500 Oops", "503 Later", "199 X"])
def test_what_does_not(status: str) -> None:
    with hook_server(saying(answer(status))) as server:
        error = refusal(server)
    assert (str(error), error.seconds) == (status[:3], 0)


def test_who_is_gone_is_gone() -> None:
    with hook_server(saying(answer("410 Gone"))) as server, pytest.raises(WebhookGoneError, match="410"):
        caller().call(server.url, {}, BODY)


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("120", 120),
        (" 7 ", 7),
        ("0", 0),
        ("0.35", 1),
        ("64.57", 65),
        ("3.0", 3),
        ("1.", 1),
        (".5", 0),
        ("-5", 0),
        ("99999999999999999999", MAX_RETRY_AFTER),
        ("soon", 0),
        ("²", 0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", MAX_RETRY_AFTER),
        ("Fri, 99 Dec 9999 23:59:59 GMT", 0),
    ],
)
def test_the_wait_that_is_asked_for_is_told(asked: str, seconds: int) -> None:
    with hook_server(saying(answer("503 Later", f"Retry-After: {asked}"))) as server:
        assert refusal(server).seconds == seconds


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
def test_no_redirect_is_followed(status: str) -> None:
    with hook_server(saying(OK)) as inside, hook_server(saying(answer(status, f"Location: {inside.url}"))) as server:
        assert "redirects" in str(refusal(server))
        assert (server.connections, inside.connections) == (1, 0)


def test_a_name_that_leads_to_a_private_address_is_refused_before_anything_is_connected() -> None:
    with hook_server(saying(OK)) as inside:
        asked: list[tuple[str, int]] = []

        def rebinding(host: str, port: int) -> Sequence[str]:
            asked.append((host, port))
            return [inside.host]

        guarded = WebhookCaller(private=False, resolve=rebinding)
        with pytest.raises(WebhookRefusedError, match="not public"):
            guarded.call("https://rebind.example/", {}, BODY)
        assert asked == [("rebind.example", 443)]
        assert inside.connections == 0


@pytest.mark.parametrize("inner", ["127.0.0.1", "::1", "169.254.169.254", "64:ff9b::7f00:1", "::ffff:10.0.0.1"])
def test_one_private_address_among_public_ones_is_enough(inner: str) -> None:
    guarded = WebhookCaller(private=False, resolve=lambda *_: ["93.184.216.34", inner])
    with pytest.raises(WebhookRefusedError):
        guarded.call("https://hook.example/", {}, BODY)


def test_a_name_is_resolved_once_and_what_was_vetted_is_called() -> None:
    """A name that answers differently the second time leads nowhere else: there is no second time."""
    with hook_server(saying(OK)) as first, hook_server(saying(OK), host="127.0.0.2") as second:
        answers = iter([[first.host], [second.host]])
        calling = caller(resolve=lambda *_: next(answers))
        assert calling.call(f"http://rebind.example:{first.port}/", {}, BODY) == "200"
        assert f"Host: rebind.example:{first.port}".encode() in first.requests[0]
        assert (first.connections, second.connections) == (1, 0)
        assert next(answers) == [second.host]


def test_the_environment_names_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with hook_server(saying(OK)) as proxy, hook_server(saying(OK)) as server:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert caller().call(server.url, {}, BODY) == "200"
        assert (proxy.connections, server.connections) == (0, 1)


def test_the_next_address_is_tried_where_one_takes_no_connection() -> None:
    with hook_server(saying(OK)) as server:
        calling = caller(resolve=lambda *_: ["127.0.0.9", server.host])
        assert calling.call(f"http://hook.example:{server.port}/", {}, BODY) == "200"


def test_nobody_there() -> None:
    with hook_server(saying(OK)) as server:
        pass
    assert "refused" in str(refusal(server))


def test_a_silent_server_is_left_in_time() -> None:
    with hook_server(silent) as server:
        assert "too long" in str(refusal(server, seconds=0.2))


def test_a_server_that_trickles_gets_no_more_time() -> None:
    """It would be done after four seconds, and has half of one, however often it says something."""
    with hook_server(trickling(OK.ljust(80), 0.05)) as server:
        assert "too long" in str(refusal(server, seconds=0.5))


def test_a_name_that_does_not_resolve_in_time() -> None:
    end = threading.Event()
    calling = caller(resolve=lambda *_: ["127.0.0.1"] if end.wait(10) else [], seconds=0.1)
    with pytest.raises(WebhookUnavailableError, match="too long"):
        calling.call("https://slow.example/", {}, BODY)
    end.set()


def test_a_name_that_does_not_resolve() -> None:
    def lost(*_: object) -> list[str]:
        raise OSError(-2, "Name or service not known")

    for resolve, why in ((lost, "not known"), (lambda *_: [], "no address")):
        with pytest.raises(WebhookUnavailableError, match=why):
            caller(resolve=resolve).call("https://lost.example/", {}, BODY)


def test_an_address_is_its_own() -> None:
    assert (resolved("127.0.0.1", 443), resolved("::1", 443)) == (["127.0.0.1"], ["::1"])


def test_an_answer_without_an_end_is_not_read_to_its_end() -> None:
    with hook_server(endless) as server:
        assert str(refusal(server))


@pytest.mark.parametrize(
    "said", [b"", b"hello\r\n\r\n", b"HTTP/1.1 2xx OK\r\n\r\n", b"HTTP/1.1 200 OK\r\n" * 200, b"\0"]
)
def test_an_answer_that_is_none(said: bytes) -> None:
    with hook_server(saying(said)) as server:
        assert str(refusal(server))


def test_a_long_body_is_not_read() -> None:
    long = b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n" + b"x" * 1_000_000
    with hook_server(saying(long)) as server:
        assert caller(seconds=2.0).call(server.url, {}, BODY) == "200"


def test_headers_cannot_be_smuggled_in() -> None:
    with hook_server(saying(OK)) as server:
        with pytest.raises(WebhookRefusedError):
            caller().call(server.url, {"webhook-id": "x\r\nHost: other"}, BODY)
        assert server.connections == 0


def test_an_encrypted_call_is_made_to_the_name_and_checked_against_it() -> None:
    with hook_server(saying(OK), context=server_context()) as server:
        calling = caller(context=client_context(), resolve=lambda *_: [server.host])
        assert calling.call(f"https://localhost:{server.port}/hook", {}, BODY) == "200"
        with pytest.raises(WebhookUnavailableError, match="certificate"):
            calling.call(f"https://other.example:{server.port}/hook", {}, BODY)
        with pytest.raises(WebhookUnavailableError, match="certificate"):
            caller().call(f"https://localhost:{server.port}/hook", {}, BODY)
        assert server.names == ["localhost", "other.example", "localhost"]
        assert len(server.requests) == 1


def test_a_server_that_is_slow_to_encrypt_is_left_in_time() -> None:
    with hook_server(silent) as server, pytest.raises(WebhookUnavailableError, match="too long"):
        caller(seconds=0.2).call(f"https://127.0.0.1:{server.port}/", {}, BODY)


def test_what_may_be_called_at_all_is_checked_without_calling() -> None:
    WebhookCaller(private=False).check("https://hook.example/")
    WebhookCaller(private=True).check("http://127.0.0.1:9000/")
    with pytest.raises(WebhookRefusedError):
        WebhookCaller(private=False).check("http://127.0.0.1:9000/")


def test_a_name_that_was_public_when_it_was_checked_is_vetted_again_at_every_call() -> None:
    with hook_server(saying(OK)) as inside:
        answers = iter([["127.0.0.1"], ["::ffff:127.0.0.1"], ["93.184.216.34", "169.254.169.254"]])
        guarded = WebhookCaller(private=False, resolve=lambda *_: next(answers))
        guarded.check("https://rebind.example/")
        for _ in range(3):
            with pytest.raises(WebhookRefusedError):
                guarded.call("https://rebind.example/", {}, BODY)
        assert inside.connections == 0
