"""`make play`: the whole service in one process."""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
import threading
from collections.abc import Mapping
from typing import TextIO

import app
from chalicelib import bootstrap, settings
from chalicelib.adapters.mailbox import Mailbox
from chalicelib.bootstrap import Container
from chalicelib.matches.errors import MatchError
from chalicelib.players.errors import PlayerError
from chalicelib.players.ports import StoreError
from chalicelib.post import relay
from infra.admin.mark import MARK
from infra.emulator import EmulatorError
from infra.local import mailbox, welcome
from infra.local.engine import Engine, SqliteEngine
from infra.local.gateway import Gateway, Page
from infra.local.place import Place, PlaceTakenError, PlaceUnusableError
from infra.local.pump import SPARE, Pump
from infra.local.server import Server
from infra.local.signals import Signals

DRAIN_SECONDS = 10.0
PLACEHOLDER = "A" * 43
"""Stands for the secret while the settings are looked at before anything is made."""
NOWHERE = "http://127.0.0.1"
"""The same for the queues."""
ANSWERED = "reply.localhost"
"""The domain that mails in the mailbox are answered to: no mail goes there, the mailbox's own page hands it in."""
LOOK_SECONDS = 0.5
"""How often it is looked whether the engine still runs."""
NEAR = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - told, not listened on


class StartError(Exception):
    """The service cannot start; the message says what to do."""


REFUSALS = (
    StartError,
    PlaceTakenError,
    PlaceUnusableError,
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
        """Answer what was asked, finish what is in hand, then end; also if not all of it has begun.

        Raises EmulatorError.
        """
        if self._thread.ident is not None:
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
            raise StartError(f"Port {port} is in use. Choose another one: `make play PORT={other}`.") from None
        raise StartError(f"Cannot listen on HOST {host!r}, port {port}: {error.strerror}.") from None
    except (UnicodeError, TypeError):
        raise StartError(f"HOST should be a name or an IP address of this machine, not {host!r}.") from None


def _settings(host: str, port: int, secret: str, own: Mapping[str, str]) -> settings.Settings:
    """The environment's settings for a service at this address; `own`, those of the engine, nobody else may set."""
    base_url = f"http://{_reached_at(host)}:{port}"
    usual = {"BASE_URL": base_url, "AUTH_CACHE": "0", "SECRET": secret}
    if not os.environ.get("SMTP_URL") and os.environ.get("MAILER", "mailbox") == "mailbox":
        usual["REPLY_DOMAIN"] = ANSWERED
    return settings.read({**usual, **os.environ, **own})


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
        return {"mailbox": mailbox.pages(mailer, container.post)}
    return {}


def main() -> None:
    """Run until SIGINT or SIGTERM."""
    signals = Signals((signal.SIGINT, signal.SIGTERM))
    set_logs_up()
    host, port = os.environ.get("HOST", "127.0.0.1").strip("[]"), _port(os.environ.get("PORT", "8000"))
    looked_at = _settings("127.0.0.1", 1, PLACEHOLDER, {"MAIL_QUEUE": NOWHERE, "WEBHOOK_QUEUE": NOWHERE})
    _check_mailer(looked_at)
    server = _bind(host, port)  # nothing is made on the disk for a start that cannot be
    place = Place(looked_at.data)
    secret = place.secret()
    engine = _engine(looked_at)
    service = Service(server, _settings(host, server.server_port, secret, engine.settings()), engine)
    failure = _serve(service, signals)
    place.leave()
    if failure:
        sys.exit(f"Turnpost stopped. {failure}")


def _serve(service: Service, signals: Signals) -> str:
    """Serve until somebody stops the service, or its engine has failed: why, or "". Whatever fails, it ends."""
    failure = ""
    try:
        _check_whole(service.container)
        made = welcome.first(service.container, service.engine.folder)
        service.start()
        _greet(service, made)
        _wait(signals, service.engine)
        failure = service.engine.failure()
    finally:
        try:
            service.stop()
        except EmulatorError as error:
            failure = failure or str(error)
    return failure


def _check_whole(container: Container) -> None:
    """Raises StartError where a restore was begun and not brought to its end."""
    if container.env.store.get(MARK) is not None:
        raise StartError("A restore into this store was not brought to its end: run it again, with the same file.")


def set_logs_up() -> None:
    """What is wrong goes to standard error, Chalice's part of it too: LOG=json has standard output to itself."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.raiseExceptions = False  # a line that nobody reads any more is not worth another
    for handler in app.app.log.handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(sys.stderr)


def _check_mailer(chosen: settings.Settings) -> None:
    """Raises StartError for mail that would go nowhere."""
    if chosen.store == "dynamodb" and chosen.mailer == "ses":
        raise StartError(
            "MAILER is ses, but with STORE=dynamodb all of AWS is an emulator, which sends no mail: leave MAILER out "
            "for the mailbox, or set SMTP_URL instead."
        )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= settings.MAX_PORT):
        raise StartError(f"PORT should be a number below 65536, not {text!r}.")
    return int(text)


def _greet(service: Service, made: welcome.First) -> None:
    """Say how to play on; where lines are logged, on the other stream and without what opens anything.

    If nobody reads it, that is no reason not to serve.
    """
    chosen, engine = service.container.settings, service.engine
    if chosen.log == "json":
        output, told = sys.stderr, welcome.short_message(chosen.base_url, made, service.mail, engine.folder)
    else:
        output = sys.stdout
        told = welcome.message(service.container.env, chosen.base_url, made, service.mail)
    try:
        print(f"\nready {chosen.base_url}\n\n{told}\n\n  {engine.kept}\n", file=output, flush=True)
    except OSError:
        _let_go_of(output)


def _let_go_of(output: TextIO) -> None:
    """Nobody reads it: what is still in it, and what comes, goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, output.fileno())
    os.close(nowhere)


def _wait(signals: Signals, engine: Engine) -> None:
    """Until somebody stops the service, or its engine has failed."""
    while not signals.wait(LOOK_SECONDS) and not engine.failure():
        pass


if __name__ == "__main__":
    try:
        main()
    except REFUSALS as error:
        sys.exit(f"Turnpost did not start. {error}")
    finally:
        try:
            print(end="", flush=True)
        except OSError:
            _let_go_of(sys.stdout)
