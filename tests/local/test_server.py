"""The embedded HTTP server: what it refuses unread, what it says when something fails, how it stops."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from chalicelib.web.body import MAX_BODY, MAX_RECORD, MAX_UNSIGNED
from infra.local.gateway import Answer, Request
from infra.local.server import Server
from tests.local.process import wait_for


def _say(request: Request) -> Answer:
    if request.path == "/fail":
        raise RuntimeError("the secret is hunter2")
    told = {"method": request.method, "target": request.target, "size": len(request.body)}
    return Answer(
        200, json.dumps(told).encode(), (("Content-Type", "application/json"), ("X-Two", "1"), ("X-Two", "2"))
    )


@contextmanager
def _served(connections: int = 20, seconds: float = 60.0) -> Iterator[Server]:
    with Server(("127.0.0.1", 0), _say, connections=connections, seconds=seconds) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def server() -> Iterator[Server]:
    with _served() as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    yield connection
    connection.close()


def _raw(server: Server, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        connection.sendall(data)
        return b"".join(iter(lambda: connection.recv(65_536), b""))


def test_a_request_is_answered_and_the_connection_kept(client: http.client.HTTPConnection) -> None:
    for size in (0, 5, MAX_BODY):
        client.request("POST", "/a?b=c", body=b"x" * size)
        answer = client.getresponse()
        assert json.loads(answer.read()) == {"method": "POST", "target": "/a?b=c", "size": size}
        assert answer.headers.get_all("X-Two") == ["1", "2"]


@pytest.mark.parametrize(
    ("target", "most"),
    [("/records", MAX_RECORD), ("/fairness?language=nl", MAX_UNSIGNED), ("http://a/records", MAX_RECORD)],
)
def test_where_records_are_taken_a_body_may_be_larger(server: Server, target: str, most: int) -> None:
    head = f"POST {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: "
    answer = _raw(server, f"{head}{most}\r\n\r\n".encode() + b"x" * most)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert _raw(server, f"{head}{most + 1}\r\n\r\n".encode()).startswith(b"HTTP/1.1 413 ")


def test_a_form_in_parts_is_read(client: http.client.HTTPConnection) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    client.request("POST", "/a", body=body, headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert json.loads(client.getresponse().read())["size"] == len(body)


def test_head_has_the_length_and_no_body(client: http.client.HTTPConnection) -> None:
    client.request("HEAD", "/a")
    answer = client.getresponse()
    assert (answer.status, answer.read()) == (200, b"")
    assert int(answer.headers["Content-Length"]) > 10


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (b"Content-Length: 65537", 413, "too_large"),
        (b"Content-Length: 99999999999999999999999", 413, "too_large"),
        (b"Content-Length: -1", 400, "malformed_request"),
        (b"Content-Length: many", 400, "malformed_request"),
        (b"Transfer-Encoding: chunked", 411, "malformed_request"),
        (b"Content-Length: 70000\r\nExpect: 100-continue", 413, "too_large"),
    ],
)
def test_a_body_that_is_not_wanted_is_not_read(server: Server, head: bytes, status: int, code: str) -> None:
    answer = _raw(server, b"POST /a HTTP/1.1\r\nHost: a\r\n" + head + b"\r\n\r\n" + b"x" * 1000)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["code"] == code


def test_a_body_that_breaks_off_reaches_nobody(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        connection.sendall(b"POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("line", [b"NONSENSE", b"BREW /tea", b"GET /" + b"a" * 70_000 + b" HTTP/1.1"])
def test_what_is_not_http_is_refused_in_words(server: Server, line: bytes) -> None:
    answer = _raw(server, line + b"\r\nHost: a\r\n\r\n")
    body = answer.split(b"\r\n\r\n", 1)[-1]
    assert json.loads(body)["code"] == "malformed_request"


@pytest.mark.parametrize(
    "head",
    [
        b"GET http://[::1 HTTP/1.1\r\nHost: a",
        b"GET http://a/\xff HTTP/1.1\r\nHost: a",
        b"GET a HTTP/1.1\r\nHost: a",
        b"GET /a HTTP/1.1",
        b"GET /a HTTP/1.1\r\nHost: [",
        b"GET /a HTTP/1.1\r\nHost: [:::]",
        b"GET /a HTTP/1.1\r\nHost: a b",
        b"GET /a HTTP/1.1\r\nHost:",
        b"GET /a HTTP/1.1\r\nHost: a\r\nHost: b",
        b"G(T /a HTTP/1.1\r\nHost: a",
        b"POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2",
        b"POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1",
        b"POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
        b"POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding : chunked",
        b"POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked",
        b"POST /a HTTP/1.1\r\n Transfer-Encoding: chunked\r\nHost: a",
        b"POST /a HTTP/1.1\r\nHost: a\r\nX: 1\r\n Transfer-Encoding: chunked",
        b"POST /a HTTP/1.1\r\nHost: a\r\nX[]: 1\r\n(: 2",
    ],
)
def test_what_can_be_read_in_two_ways_is_not_read(server: Server, head: bytes) -> None:
    answer = _raw(server, head + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["code"] == "malformed_request"


@pytest.mark.parametrize(
    ("line", "method", "target"),
    [
        (b"GET http://a/b?c=d HTTP/1.1", "GET", "/b?c=d"),
        (b"GET http://a HTTP/1.1", "GET", "/"),
        (b"BREW /tea HTTP/1.1", "BREW", "/tea"),
    ],
)
def test_every_method_and_form_of_target_reaches_the_service(
    server: Server, line: bytes, method: str, target: str
) -> None:
    answer = _raw(server, line + b"\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n")
    head, body = answer.split(b"\r\n\r\n", 1)
    assert json.loads(body) == {"method": method, "target": target, "size": 0}
    assert b"\r\nServer: Turnpost\r\n" in head


@pytest.mark.parametrize("sent", [b"GET / HT", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab"])
def test_a_request_that_takes_too_long_is_dropped(sent: bytes) -> None:
    with _served(seconds=0.1) as server:
        assert _raw(server, sent) == b""


def test_there_is_room_for_so_many_connections() -> None:
    with _served(connections=1) as server:
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as first:
            first.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert first.recv(65_536).startswith(b"HTTP/1.1 200 ")
            answer = _raw(server, b"")
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"\r\nRetry-After: 5\r\n" in answer
            assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["code"] == "unavailable"
        wait_for(lambda: _raw(server, b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200 "), "room again")


def test_a_failure_tells_the_client_nothing_of_its_cause(client: http.client.HTTPConnection) -> None:
    client.request("GET", "/fail?key=secret")
    answer = client.getresponse()
    body = answer.read()
    assert (answer.status, json.loads(body)["code"]) == (500, "internal_error")
    assert b"hunter2" not in body
    assert b"Traceback" not in body


def test_it_waits_for_requests_that_are_being_answered() -> None:
    entered, go_on = threading.Event(), threading.Event()

    def answer(request: Request) -> Answer:
        entered.set()
        go_on.wait(10)
        return Answer(204)

    with Server(("127.0.0.1", 0), answer) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert entered.wait(10)
            assert not server.drain(0)
            go_on.set()
            assert server.drain(10)
            assert connection.recv(100).startswith(b"HTTP/1.1 204 ")
        server.shutdown()
        thread.join()
