"""`make play`: the whole service in one process."""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
import threading

import app
from chalicelib import bootstrap, settings
from chalicelib.adapters.local_queue import SqliteQueue
from chalicelib.adapters.mailbox import Mailbox
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.bootstrap import Container
from chalicelib.matches.errors import MatchError
from chalicelib.players.errors import PlayerError
from chalicelib.players.ports import StoreError
from chalicelib.post import relay
from infra.local import mailbox, welcome
from infra.local.gateway import Gateway, Page
from infra.local.place import Place, PlaceTakenError
from infra.local.pump import Pump
from infra.local.server import Server

DRAIN_SECONDS = 10.0
PLACEHOLDER = "A" * 43
"""Stands for the secret while the settings are looked at before anything is made."""
NEAR = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - told, not listened on


class StartError(Exception):
    """The service cannot start; the message says what to do."""


class Service:
    """The parts of a running service."""

    def __init__(self, server: Server, chosen: settings.Settings) -> None:
        """Set everything up; nothing is served yet. Raises StartError, StoreError."""
        self.server = server
        self.container = bootstrap.build(chosen)
        bootstrap.use(self.container)
        self._pages = _pages(self.container, str(self.server.server_address[0]))
        self.server.answer = Gateway(app.app, self._pages).answer
        self._store, self._mails = _engines(self.container)
        self._pump = Pump(app, self._mails, self.container.env.clock, self.container.post.lease)
        self._store.on_commit = self._pump.committed
        self._thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.1})

    @property
    def mail(self) -> str:
        """Where the operator finds what is mailed."""
        chosen = self.container.settings
        if self._pages:
            return f"{chosen.base_url}/mailbox"
        if chosen.smtp_url:
            return "in your mail: SMTP_URL is set"
        return f"in {chosen.data}/mailbox/; there is no mailbox page where HOST or BASE_URL is not this machine alone"

    def start(self) -> None:
        """Take up what an earlier process left behind or gave up, and begin."""
        self._mails.redrive()
        self._mails.release()
        relay.sweep(self.container.post, overdue=0)
        self._pump.start()
        self._thread.start()

    def stop(self) -> None:
        """Answer what was asked, then end."""
        self.server.shutdown()
        self._thread.join()
        self.server.drain(DRAIN_SECONDS)
        self._pump.stop()
        self.server.server_close()
        self._mails.close()
        self._store.close()


def _bind(host: str, port: int) -> Server:
    try:
        return Server((host, port), lambda request: Gateway(app.app, {}).answer(request))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < settings.MAX_PORT else port - 1
            raise StartError(f"Port {port} is in use. Choose another one: make play PORT={other}") from None
        raise StartError(f"Cannot listen on HOST {host!r}, port {port}: {error.strerror}") from None
    except (UnicodeError, TypeError):
        raise StartError(f"HOST should be a name or an IP address of this machine, not {host!r}.") from None


def _settings(host: str, port: int, secret: str) -> settings.Settings:
    own = {"BASE_URL": f"http://{_reached_at(host)}:{port}", "AUTH_CACHE": "0", "SECRET": secret}
    return settings.read({**own, **os.environ})


def _reached_at(host: str) -> str:
    """The name by which this machine itself reaches a server on this host, as an address has it."""
    near = NEAR.get(host, host)
    return f"[{near}]" if ":" in near else near


def _engines(container: Container) -> tuple[SqliteStore, SqliteQueue]:
    store, mails = container.env.store, container.post.queue
    if not isinstance(store, SqliteStore) or not isinstance(mails, SqliteQueue):
        raise StartError("The embedded service runs on STORE=sqlite.")
    return store, mails


def _pages(container: Container, bound: str) -> dict[str, Page]:
    mailer = container.post.mailer
    if isinstance(mailer, Mailbox) and mailbox.is_offered(bound, container.settings.base_url):
        return {"mailbox": mailbox.pages(mailer)}
    return {}


def main() -> None:
    """Run until SIGINT or SIGTERM."""
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    host, port = os.environ.get("HOST", "127.0.0.1").strip("[]"), _port(os.environ.get("PORT", "8000"))
    folder = _settings("127.0.0.1", 1, PLACEHOLDER).data
    server = _bind(host, port)  # nothing is made on the disk for a start that cannot be
    place = Place(folder)
    service = Service(server, _settings(host, server.server_port, place.secret()))
    made = welcome.first(service.container, place.folder)
    service.start()
    _greet(service, place, made)
    stopped.wait()
    service.stop()
    place.leave()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= settings.MAX_PORT):
        raise StartError(f"PORT should be a number below 65536, not {text!r}.")
    return int(text)


def _greet(service: Service, place: Place, made: welcome.First) -> None:
    base_url, env = service.container.settings.base_url, service.container.env
    print(f"\nready {base_url}\n\n{welcome.message(env, base_url, made, service.mail)}\n")
    print(f"  Everything is kept in {place.folder}/. Stop with Ctrl-C; nothing is lost.\n", flush=True)


if __name__ == "__main__":
    try:
        main()
    except (StartError, PlaceTakenError, settings.SettingError, StoreError, PlayerError, MatchError, OSError) as error:
        sys.exit(f"Turnpost did not start. {error}")
