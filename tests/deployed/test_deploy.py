"""Deploying again, further stages, and what is said when something is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from chalicelib.adapters.dynamo_table import Access, create_table
from infra.deploy import BUILT
from infra.emulator import REGION, SECRET_KEY, Account, Emulator
from tests.deployed.cloud import OPTIONS, Cloud, deploy, outputs_of
from tests.local.process import ROOT


@pytest.fixture(scope="module")
def account(cloud: Cloud) -> Account:
    return cloud.account


def _secret(account: Account, stage: str) -> str:
    asked = account.client("lambda").get_function_configuration(FunctionName=f"turnpost-{stage}-api")
    return str(asked["Environment"]["Variables"]["SECRET"])


def test_again_changes_nothing(cloud: Cloud, account: Account) -> None:
    done = deploy(account, "--pause", "0.1")
    assert done.stdout.startswith("turnpost-dev is as it was: nothing to change\n")
    assert outputs_of(done) == cloud.outputs


def test_a_second_stage_stands_beside_the_first_and_keeps_what_is_not_said_again(
    cloud: Cloud, account: Account
) -> None:
    made = outputs_of(deploy(account, *OPTIONS, "--base-url", "https://play.example.org", stage="prod"))
    assert made["Address"] == "https://play.example.org"
    assert {made[name] for name in ("Table", "MailQueue", "Sweep")} & set(cloud.outputs.values()) == set()
    secret = _secret(account, "prod")
    assert len(secret) >= 43
    assert secret != _secret(account, "dev")
    changed = deploy(account, "--contact", "help@example.org", "--pause", "0.1", stage="prod")
    assert changed.stdout.startswith("turnpost-prod is deployed\n")
    assert outputs_of(changed)["Address"] == "https://play.example.org"
    assert _secret(account, "prod") == secret


def test_the_table_is_the_one_that_tests_and_make_play_use(cloud: Cloud, running: Emulator, account: Account) -> None:
    create_table("made-by-hand", Access(running.endpoint, REGION, account.id, SECRET_KEY))
    assert _told(account, "made-by-hand") == _told(account, cloud.outputs["Table"])
    # the emulator does not do what a template says of expiry
    expires = account.client("dynamodb").describe_time_to_live(TableName="made-by-hand")["TimeToLiveDescription"]
    asked = _template()["Resources"]["Table"]["Properties"]["TimeToLiveSpecification"]
    assert asked == {"AttributeName": expires["AttributeName"], "Enabled": expires["TimeToLiveStatus"] == "ENABLED"}


def _template() -> Any:
    return json.loads((ROOT / BUILT / "sam.json").read_text(encoding="utf-8"))


def _told(account: Account, name: str) -> dict[str, Any]:
    table = account.client("dynamodb").describe_table(TableName=name)["Table"]
    indexes = {each["IndexName"]: (each["KeySchema"], each["Projection"]) for each in table["GlobalSecondaryIndexes"]}
    return {
        "attributes": sorted(table["AttributeDefinitions"], key=lambda each: str(each["AttributeName"])),
        "keys": table["KeySchema"],
        "indexes": indexes,
        "stream": table["StreamSpecification"],
        "billing": table["BillingModeSummary"]["BillingMode"],
    }


def test_a_new_stage_needs_a_sender(account: Account) -> None:
    done = deploy(account, "--pause", "0.1", stage="fresh")
    assert done.returncode == 1
    assert done.stderr.startswith("--mail-from is missing, and the stack has none yet.")


def test_without_an_artefact_it_says_what_makes_one(account: Account, tmp_path: Path) -> None:
    done = deploy(account, *OPTIONS, "--built", str(tmp_path))
    assert done.returncode == 1
    assert "run `make package` first" in done.stderr


def test_what_cannot_be_made_is_named_with_its_cause(account: Account, tmp_path: Path) -> None:
    template = _template()
    template["Resources"]["Stray"] = {
        "Type": "AWS::Lambda::EventInvokeConfig",
        "Properties": {"FunctionName": "nobody-made-this", "Qualifier": "$LATEST", "MaximumRetryAttempts": 0},
    }
    tmp_path.joinpath("sam.json").write_text(json.dumps(template), encoding="utf-8")
    shutil.copy(ROOT / BUILT / "deployment.zip", tmp_path)
    done = deploy(account, *OPTIONS, "--built", str(tmp_path), stage="broken")
    assert done.returncode == 1
    assert "turnpost-broken is ROLLBACK" in done.stderr
    assert "Stray: " in done.stderr


def test_strangers_are_told_that_they_are(running: Emulator) -> None:
    done = deploy(Account(running.endpoint, "AKIANOBODYKNOWSTHIS1"))
    assert done.returncode == 1
    assert done.stderr.startswith("AWS does not know who is asking")
