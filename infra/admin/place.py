"""Where the tools work: the folder of an embedded service, whether that runs or not, or the stack of a stage in AWS."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from chalicelib import bootstrap, settings
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.system import SystemClock
from chalicelib.bootstrap import Container
from chalicelib.settings import Settings
from infra.admin.errors import AdminError
from infra.admin.mark import Mark
from infra.local.place import Place, PlaceTakenError

Begin = Callable[[], Mark]
OURS = ("DATA", "STORE", "TABLE")
"""The settings of `make play` that say where everything is; the tools go by no other."""
FILE = "turnpost.sqlite3"
_UNUSED = {"SECRET": "A" * 43, "MAIL_QUEUE": "http://127.0.0.1", "WEBHOOK_QUEUE": "http://127.0.0.1"}
"""What settings have to have, and no tool uses: none signs a link, and the queues are named below."""


@contextmanager
def opened(stage: str = "", table: str = "", *, begin: Begin | None = None) -> Iterator[Container]:
    """What the tools work with: that of a stage, or without one of the folder that the environment names.

    `table` is another one than the stage's own. With `begin` nothing may run on the folder meanwhile, and a store is
    made there if there is none, with this mark in it from the first moment. Raises what that does, AdminError,
    DeployError, SettingError, PlaceTakenError, PlaceUnusableError, EmulatorError, StoreError.
    """
    if table and not stage:
        raise AdminError("--table goes with --stage; the table of an embedded service is the setting TABLE.")
    if stage:
        with _closing(bootstrap.build(_of_stage(stage, table))) as container:
            yield container
        return
    given = {name: os.environ[name] for name in OURS if name in os.environ}
    chosen = settings.read({**_UNUSED, **given})
    with _embedded(chosen, given, begin) as container:
        yield container


def _of_stage(stage: str, table: str) -> Settings:
    told = _outputs(stage)
    missing = [name for name in ("Table", "MailQueue", "WebhookQueue") if name not in told]
    if missing:
        raise AdminError(f"The stack turnpost-{stage} does not tell its {', '.join(missing)}: deploy it again.")
    own = {"STORE": "dynamodb", "TABLE": table or told["Table"], "STAGE": stage, "MAILER": "ses"}
    return settings.read({**_UNUSED, **own, "MAIL_QUEUE": told["MailQueue"], "WEBHOOK_QUEUE": told["WebhookQueue"]})


def _outputs(stage: str) -> dict[str, str]:
    """What the stack of a stage tells. Raises AdminError, DeployError."""
    try:
        import boto3  # noqa: F401 - it asks CloudFormation, for which a folder has no use
    except ModuleNotFoundError:
        raise AdminError(
            "--stage needs boto3, which is not among what the service itself needs: "
            ".venv/bin/python -m pip install -r requirements.txt -r requirements-dev.txt"
        ) from None
    from infra.deploy import deployed

    return deployed(stage)


@contextmanager
def _embedded(chosen: Settings, given: Mapping[str, str], begin: Begin | None) -> Iterator[Container]:
    if begin is None:
        _check_there(chosen)
    if chosen.store == "sqlite":
        with _held(chosen.data) if begin else _beside():
            if begin:
                _make(chosen.data / FILE, begin())
            with _closing(bootstrap.build(chosen)) as container:
                yield container
        return
    try:
        with _held(chosen.data):
            if begin:
                begin()
            with _own_emulator(chosen, given) as container:
                yield container
    except PlaceTakenError:
        if begin:
            raise
        with _closing(bootstrap.build(_of_running_emulator(chosen, given))) as container:
            yield container


def _make(path: Path, mark: Mark) -> None:
    """A store that has the mark from the moment it is there: stopped just then, no service starts on it."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.draft")
    for left in ("", "-wal", "-shm"):
        draft.with_name(draft.name + left).unlink(missing_ok=True)
    with SqliteStore(draft, SystemClock()) as store:
        store.commit([mark.write()])
    draft.replace(path)


def _check_there(chosen: Settings) -> None:
    where = chosen.data / FILE if chosen.store == "sqlite" else chosen.data / "emulator" / "state"
    if not where.exists():
        raise AdminError(f"There is no {where}: nothing has run there with STORE={chosen.store}. See DATA and STORE.")


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """The folder, with nobody else on it. Raises PlaceTakenError, PlaceUnusableError."""
    place = Place(folder)
    try:
        yield
    finally:
        place.leave()


@contextmanager
def _beside() -> Iterator[None]:
    """The folder, whoever is on it: SQLite knows how to share a file."""
    yield


@contextmanager
def _own_emulator(chosen: Settings, given: Mapping[str, str]) -> Iterator[Container]:
    """The emulator on what the service kept, as long as this lasts; it keeps what changed."""
    from infra.local.emulated import EmulatedEngine

    engine = EmulatedEngine(chosen.data / "emulator", chosen.table)
    try:
        container = bootstrap.build(settings.read({**_UNUSED, **given, **engine.settings()}))
        engine.sources(container)
        yield container
    finally:
        engine.close()


def _of_running_emulator(chosen: Settings, given: Mapping[str, str]) -> Settings:
    """The settings that lead to the emulator of a service that is running. Raises AdminError."""
    from infra.emulator import Account, account_id
    from infra.local.emulated import ACCOUNT, ENDPOINT, MAIL, WEBHOOK, queue_url, speak_to

    folder = chosen.data / "emulator"
    try:
        account = Account((folder / ENDPOINT).read_text(encoding="ascii").strip(), account_id(ACCOUNT))
    except OSError:
        raise AdminError(
            f"A service runs on {chosen.data}/, but not with STORE=dynamodb: see STORE, or stop it first."
        ) from None
    speak_to(account)
    queues = {"MAIL_QUEUE": queue_url(account, MAIL), "WEBHOOK_QUEUE": queue_url(account, WEBHOOK)}
    return settings.read({**_UNUSED, **given, **queues, "DATA": str(folder)})


@contextmanager
def _closing(container: Container) -> Iterator[Container]:
    """Let go of what the container opened, in the end."""
    try:
        yield container
    finally:
        with suppress(AttributeError):  # the port of the store knows no end
            cast(Any, container.env.store).close()
