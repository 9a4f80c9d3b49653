"""What a fresh process loads for its first request: what the answer takes, and nothing that only others need."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from chalicelib import games
from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.system import SystemClock
from chalicelib.matches import service
from chalicelib.players import tokens
from chalicelib.players.ports import FixedClock
from tests.adapters.emulated import access, emulator
from tests.api_event import api_event
from tests.bench.cold_start import ENVIRONMENT
from tests.matches.desk import Desk

pytestmark = pytest.mark.xdist_group("cold path")  # one emulator, and each process answers once for all tests

ROOT = Path(__file__).parent.parent
GAME = "keer-op-keer"
HEALTH = api_event("GET", "/healthz")

_PROGRAM = """
import json, sys
from app import app

class Context:
    aws_request_id = "00000000-0000-4000-8000-000000000000"
    function_name = "turnpost-api"
    def get_remaining_time_in_millis(self):
        return 15_000

imported = sorted(sys.modules)
answer = app(json.loads(sys.stdin.read()), Context())
print(json.dumps([imported, sorted(sys.modules), answer["statusCode"], answer["body"]]))
"""

LIBRARIES = {"annotated_types", "chalice", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection"}
AMAZON = {"botocore", "certifi", "dateutil", "jmespath", "pynamodb", "six", "urllib3"}
"""What PynamoDB brings; boto3 is not among it."""

NEVER = {"asyncio", "gettext", "imaplib", "mailbox", "smtplib", "sqlite3"}
"""Parts of the standard library that belong to pages, mail and the embedded engine."""

ALWAYS = """
bootstrap games post post.errors
adapters adapters.meter adapters.system
matches matches.errors matches.pace matches.service
players players.deferred players.errors players.service players.store_errors
rules rules.chance rules.errors rules.game rules.outcome
site site.routes
telemetry telemetry.line telemetry.metrics telemetry.traces
web web.absences web.around web.auth web.blocks web.body web.calendar web.cursor web.documents web.endpoint web.errors
web.exports web.fallback web.games web.invitations web.languages web.mails web.matches web.me web.moves web.observing
web.orders web.pages web.players web.records web.replays web.shapes web.table_view web.talk web.webhooks
"""
"""The modules of ours that `import app` loads, whatever is asked then."""

STORE = """
settings web.schemas
adapters.bodies adapters.dynamo adapters.dynamo_errors adapters.dynamo_table adapters.layout adapters.limits
adapters.ranges adapters.sizes
players.authentication players.credentials players.patience players.ports players.profile players.repository
players.wishes
players.stored
"""
"""What the container and the first answer bring."""

MOVE = """
matches.asking matches.clock matches.commit matches.damage matches.ending matches.events matches.match matches.packing
matches.playing matches.reading matches.repository matches.rows matches.submission matches.turn
post.names rules.asking rules.typed web.table_schemas
games.keer_family games.keer_family.board games.keer_family.course games.keer_family.dice
games.keer_family.placements games.keer_family.ranking games.keer_family.refusals games.keer_family.telling
games.keer_family.turns games.keer_family.typed games.keer_family.views games.keer_family.vocabulary
games.keer_op_keer games.keer_op_keer.board games.keer_op_keer.facts games.keer_op_keer.game
games.keer_op_keer.notation games.keer_op_keer.placements games.keer_op_keer.refusals games.keer_op_keer.rolls
games.keer_op_keer.scoring games.keer_op_keer.state games.keer_op_keer.view games.keer_op_keer.words
"""


class Loaded(NamedTuple):
    """What a fresh process had loaded after `import app`, and after its first answer."""

    imported: set[str]
    answered: set[str]
    body: Any


def ours(modules: set[str]) -> set[str]:
    """Our own among them, without the package's name."""
    return {name.removeprefix("chalicelib.") for name in modules if name.startswith("chalicelib.")}


@cache
def _at_rest() -> frozenset[str]:
    """What an interpreter has loaded that was asked for nothing, tools of the environment included."""
    asked = [sys.executable, "-c", "import sysconfig; sysconfig.get_config_vars(); import sys; print(*sys.modules)"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    return frozenset(name.split(".")[0] for name in told.stdout.split())


def installed(modules: set[str]) -> set[str]:
    """The installed packages among them."""
    tops = {name.split(".")[0] for name in modules}
    return tops - sys.stdlib_module_names - _at_rest() - {"app", "chalicelib"}


def first_answer(event: dict[str, Any], environment: dict[str, str]) -> Loaded:
    """Let a fresh process answer this event."""
    told = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        cwd=ROOT,
        env={**ENVIRONMENT, **environment},
        input=json.dumps(event),
        capture_output=True,
        text=True,
        check=True,
    )
    imported, answered, status, body = json.loads(told.stdout.splitlines()[-1])
    assert status == 200, body
    return Loaded(set(imported), set(answered), json.loads(body))


@pytest.fixture(scope="module")
def health() -> Loaded:
    """GET /healthz in a fresh process; it asks no store."""
    return first_answer(HEALTH, {})


@cache
def moved(game: str) -> Loaded:
    """A move of a match of two of this game in a fresh process."""
    account, clock = emulator().account(), FixedClock(SystemClock().now())
    with DynamoStore(ENVIRONMENT["TABLE"], clock, access=access(account)) as store:
        store.create_table()
        desk = Desk(store, clock)
        match = desk.load(desk.table("anna", "bram", game=game))
        seat = desk.to_move(match)[0]
        text, _ = service.legal(desk.env, match.id, desk.caller(match, seat)).moves[0]
        secret = tokens.create_token(desk.env, match.roster.seats[seat].player, "cold").secret
    parts = {"match": match.id, "seat": str(seat), "n": str(match.head.opened[seat])}
    resource, body = "/matches/{match}/seats/{seat}/moves/{n}", json.dumps({"text": text})
    event = api_event("PUT", resource, parts, body, {"Authorization": f"Bearer {secret}"})
    return first_answer(event, account.environment)


@pytest.fixture(scope="module")
def move() -> Loaded:
    """A move of Keer op Keer."""
    return moved(GAME)


def test_the_import_brings_chalice_and_no_other_library(health: Loaded) -> None:
    assert installed(health.imported) == {"chalice"}
    assert ours(health.imported) == set(ALWAYS.split())


def test_a_sign_of_life_loads_its_answer_and_the_store(health: Loaded) -> None:
    assert health.body == {"status": "ok"}
    assert installed(health.answered) == LIBRARIES | AMAZON
    assert ours(health.answered) == {*ALWAYS.split(), *STORE.split()}


def test_a_move_loads_the_rules_of_its_game_and_no_post(move: Loaded) -> None:
    assert move.body["match"]["game"] == GAME
    assert installed(move.answered) == LIBRARIES | AMAZON
    assert ours(move.answered) == {*ALWAYS.split(), *STORE.split(), *MOVE.split()}


@pytest.mark.parametrize("game", games.keys())
def test_a_move_loads_no_other_game_no_bots_and_no_boards(game: str) -> None:
    loaded = moved(game)
    assert loaded.body["match"]["game"] == game
    assert installed(loaded.answered) == LIBRARIES | AMAZON
    names = {name for name in ours(loaded.answered) if name.startswith("games.")}
    assert {name.split(".")[1] for name in names} - {"keer_family"} == {game.replace("-", "_")}
    assert {"facts", "game", "state", "view"} <= {name.split(".")[-1] for name in names}
    assert not [
        name for name in names if re.search(r"\.(bot|planner|prospects|foresight|render\w*|display|markup)$", name)
    ]
    assert ours(loaded.answered) - names == {*ALWAYS.split(), *STORE.split(), *_without_games(MOVE)}


def _without_games(modules: str) -> set[str]:
    return {name for name in modules.split() if not name.startswith("games.")}


def test_neither_loads_what_pages_mail_and_the_embedded_engine_need(health: Loaded, move: Loaded) -> None:
    both = health.answered | move.answered
    assert not NEVER & both
    assert not {"jinja2", "markupsafe", "babel", "boto3"} & both
