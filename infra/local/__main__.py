"""`make play`: the whole service in one process."""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
import threading
from collections.abc import Mapping

import app
from chalicelib import bootstrap, settings
from chalicelib.adapters.mailbox import Mailbox
from chalicelib.bootstrap import Container
from chalicelib.matches.errors import MatchError
from chalicelib.players.errors import PlayerError
from chalicelib.players.ports import StoreError
from chalicelib.post import relay
from infra.emulator import EmulatorError
from infra.local import mailbox, welcome
from infra.local.engine import Engine, SqliteEngine
from infra.local.gateway import Gateway, Page
from infra.local.place import Place, PlaceTakenError
from infra.local.pump import SPARE, Pump
from infra.local.server import Server

DRAIN_SECONDS = 10.0
PLACEHOLDER = "A" * 43
"""Stands for the secret while the settings are looked at before anything is made."""
NOWHERE = "http://127.0.0.1"
"""The same for the queues."""
LOOK_SECONDS = 0.5
"""How often it is looked whether the engine still runs."""
NEAR = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - told, not listened on


class StartError(Exception):
    """The service cannot start; the message says what to do."""


REFUSALS = (
    StartError,
    PlaceTakenError,
    EmulatorError,
    settings.SettingError,
    StoreError,
    PlayerError,
    MatchError,
    OSError,
)


class Service:
    """The parts of a running service."""

    def __init__(self, server: Server, chosen: settings.Settings, engine: Engine) -> None:
        """Set everything up; nothing is served yet. Raises StoreError."""
        self.server = server
        self.engine = engine
        self.container = bootstrap.build(chosen)
        bootstrap.use(self.container)
        self._pages = _pages(self.container, str(self.server.server_address[0]))
        self.server.answer = Gateway(app.app, self._pages).answer
        sources, visibility = engine.sources(self.container), self.container.post.lease + SPARE
        self._pump = Pump(app, sources, self.container.env.clock, visibility, sweep_seconds=engine.sweep_seconds)
        self._thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.1})

    @property
    def mail(self) -> str:
        """Where the operator finds what is mailed."""
        chosen = self.container.settings
        if self._pages:
            return f"{chosen.base_url}/mailbox"
        if chosen.mailer != "mailbox":
            return f"in your mail: it goes out by {chosen.mailer.upper()}"
        return f"in {chosen.data}/mailbox/; there is no mailbox page where HOST or BASE_URL is not this machine alone"

    def start(self) -> None:
        """Take up what an earlier process left behind or gave up, and begin."""
        self.engine.take_up()
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
        self.engine.close()


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


def _settings(host: str, port: int, secret: str, own: Mapping[str, str]) -> settings.Settings:
    """The environment's settings for a service at this address; `own`, those of the engine, nobody else may set."""
    base_url = f"http://{_reached_at(host)}:{port}"
    return settings.read({"BASE_URL": base_url, "AUTH_CACHE": "0", "SECRET": secret, **os.environ, **own})


def _reached_at(host: str) -> str:
    """The name by which this machine itself reaches a server on this host, as an address has it."""
    near = NEAR.get(host, host)
    return f"[{near}]" if ":" in near else near


def _engine(chosen: settings.Settings) -> Engine:
    """The engine of the store that was chosen, in the folder. Raises EmulatorError."""
    if chosen.store == "sqlite":
        return SqliteEngine(chosen.data)
    from infra.local.emulated import EmulatedEngine

    return EmulatedEngine(chosen.data / "emulator", chosen.table)


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
    looked_at = _settings("127.0.0.1", 1, PLACEHOLDER, {"MAIL_QUEUE": NOWHERE, "WEBHOOK_QUEUE": NOWHERE})
    server = _bind(host, port)  # nothing is made on the disk for a start that cannot be
    place = Place(looked_at.data)
    secret = place.secret()
    engine = _engine(looked_at)
    service = Service(server, _settings(host, server.server_port, secret, engine.settings()), engine)
    made = welcome.first(service.container, engine.folder)
    service.start()
    _greet(service, made)
    _wait(stopped, engine)
    failure = engine.failure()
    try:
        service.stop()
    except EmulatorError as error:
        failure = str(error)
    place.leave()
    if failure:
        sys.exit(f"Turnpost stopped. {failure}")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= settings.MAX_PORT):
        raise StartError(f"PORT should be a number below 65536, not {text!r}.")
    return int(text)


def _greet(service: Service, made: welcome.First) -> None:
    base_url, env = service.container.settings.base_url, service.container.env
    print(f"\nready {base_url}\n\n{welcome.message(env, base_url, made, service.mail)}\n")
    print(f"  {service.engine.kept}\n", flush=True)


def _wait(stopped: threading.Event, engine: Engine) -> None:
    """Until somebody stops the service, or its engine has failed."""
    while not stopped.wait(LOOK_SECONDS) and not engine.failure():
        pass


if __name__ == "__main__":
    try:
        main()
    except REFUSALS as error:
        sys.exit(f"Turnpost did not start. {error}")
