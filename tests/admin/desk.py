"""What the tools are tried on: a service on any store, and what a command line comes to there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from chalicelib.bootstrap import Container
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import Delete, Env, FixedClock, Store
from chalicelib.settings import Settings
from infra.admin.__main__ import main
from infra.admin.flaws import Flaw
from infra.admin.tables import scan, subjects
from infra.admin.verify import Found, broken
from tests.local.process import ROOT
from tests.post.office import Office


@dataclass(frozen=True, slots=True)
class Done:
    """What a command line came to."""

    status: int
    out: str
    err: str


class AdminOffice(Office):
    """A post office whose operator has the tools; `capsys` hears what they say."""

    def __init__(
        self,
        capsys: pytest.CaptureFixture[str],
        store: Store | None = None,
        clock: FixedClock | None = None,
        *,
        is_empty: bool = False,
    ) -> None:
        """`is_empty`: nobody is registered there, and nothing else is."""
        super().__init__(store, clock)
        self._capsys = capsys
        if is_empty:
            self.store.commit([Delete(item.key) for item in scan(self.store)])

    def admin(self, *arguments: str, store: Store | None = None) -> Done:
        """Run a command line on this service, or on it with this store in the place of its own."""
        post = self.over(store) if store else self.post
        settings = Settings("test", "https://play.example.org", "dynamodb", Path(), bytes(32), "", "a@b.c", "", 0)
        container = Container(settings, post.env, post, CredentialCache(0))

        @contextmanager
        def where(*_: str, begin: object) -> Iterator[Container]:
            yield container

        self._capsys.readouterr()
        status = main(arguments, where)
        heard = self._capsys.readouterr()
        return Done(status, heard.out, heard.err)


def flaws(env: Env) -> dict[str, Flaw]:
    """The matches and records in this store that are not as they should be, by their ids."""
    return {name: flaw for _, name, flaw in broken(env, subjects(env.store), Found())}


def admin(*arguments: str, **environment: str) -> Done:
    """Run `python -m infra.admin` as an operator would, with nothing else in its environment."""
    return python("-m", "infra.admin", *arguments, **environment)


def python(*arguments: str, **environment: str) -> Done:
    """Run Python in the project's folder with nothing else in its environment."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return Done(done.returncode, done.stdout, done.stderr)
