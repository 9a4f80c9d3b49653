"""What infra/deploy.py makes of what was built and of what is said on its command line; tests/deployed has the rest."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from infra.deploy import OPTIONS, STAGE, Artefact, DeployError, deploy, main, parameters
from tests.local.process import ROOT
from tests.package.built import BUILT, FUNCTION, of_type, template

SAID = {"Stage": "dev", "MailFrom": "post@example.org", "MailIdentity": "example.org"}


def test_everything_but_the_stage_can_be_said() -> None:
    assert {"Stage", *OPTIONS} == set(template()["Parameters"])


@pytest.mark.parametrize("stage", ["my_stage", "", "-dev", "dev.1", "dév", "a" * 33, "dev\n"])
def test_a_stage_that_no_stack_can_be_named_after_is_refused_before_anybody_is_asked(
    stage: str, tmp_path: Path
) -> None:
    with pytest.raises(DeployError, match="No stage can be called") as refused:
        deploy(stage, SAID, built=tmp_path)
    assert repr(stage) in str(refused.value)


def test_a_stage_that_is_taken_names_a_stack_and_a_function() -> None:
    longest = "9" + "a-Z" * 10 + "0"
    assert re.fullmatch(STAGE, longest)
    assert not re.fullmatch(STAGE, longest + "0")
    assert len(f"turnpost-{longest}-api") <= 64
    assert template()["Parameters"]["Stage"]["AllowedPattern"] == STAGE


def test_a_new_stack_gets_what_is_said_and_a_secret_of_its_own() -> None:
    made = [_values(parameters(SAID, template()["Parameters"], ())) for _ in range(2)]
    assert [{name: values[name] for name in SAID} for values in made] == [SAID, SAID]
    assert made[0].keys() == {*SAID, "Secret"}
    assert made[0]["Secret"] != made[1]["Secret"]
    assert len(urlsafe_b64decode(made[0]["Secret"] + "=")) == 32


def test_what_is_not_said_again_stays() -> None:
    declared = template()["Parameters"]
    found = parameters({"Stage": "dev", "Contact": "me@example.org"}, declared, declared)
    assert _values(each for each in found if "ParameterValue" in each) == {"Stage": "dev", "Contact": "me@example.org"}
    kept = {each["ParameterKey"] for each in found if each.get("UsePreviousValue")}
    assert kept == set(declared) - {"Stage", "Contact"}


def test_what_an_older_stack_does_not_know_gets_its_default() -> None:
    declared = template()["Parameters"]
    found = parameters({"Stage": "dev"}, declared, set(declared) - {"LogDays"})
    assert "LogDays" not in {each["ParameterKey"] for each in found}


def test_what_a_new_stack_cannot_do_without_is_asked_for() -> None:
    with pytest.raises(DeployError, match="--mail-from is missing"):
        parameters({"Stage": "dev"}, template()["Parameters"], ())


def test_every_function_is_pointed_to_the_zip_that_was_uploaded() -> None:
    artefact = Artefact.read(BUILT)
    pointed = json.loads(artefact.pointed_to("s3://bucket/key"))
    assert {pointed["Resources"][name]["Properties"]["CodeUri"] for name in of_type(FUNCTION)} == {"s3://bucket/key"}
    assert artefact.template == template()


def test_the_same_zip_has_the_same_key() -> None:
    assert Artefact({}, b"1").key() == Artefact({"other": 1}, b"1").key() != Artefact({}, b"2").key()


def test_a_profile_that_is_not_there_is_told() -> None:
    done = _run("--stage", "dev", AWS_PROFILE="nope", AWS_DEFAULT_REGION="eu-west-1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("The config profile (nope) could not be found: see AWS_PROFILE")


def test_an_endpoint_that_does_not_answer_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens there
        endpoint = f"http://127.0.0.1:{taken.getsockname()[1]}"
        keys = {"AWS_ACCESS_KEY_ID": "1", "AWS_SECRET_ACCESS_KEY": "1", "AWS_MAX_ATTEMPTS": "1"}
        done = _run(AWS_ENDPOINT_URL=endpoint, AWS_DEFAULT_REGION="eu-west-1", **keys)
    assert done.returncode == 1
    assert done.stderr.startswith("AWS cannot be reached: Could not connect to the endpoint URL")


@pytest.mark.parametrize("pause", ["0", "-1", "nan", "inf", "61", "soon"])
def test_a_pause_that_is_none_is_refused(pause: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main([f"--pause={pause}"])
    assert refused.value.code == 2
    assert f"'{pause}' is no number of seconds above 0 and up to 60" in capsys.readouterr().err


def test_its_help_tells_what_each_option_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert [about for about in OPTIONS.values() if about not in told] == []


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {"PATH": os.environ["PATH"], "AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull}
    command = (sys.executable, "-m", "infra.deploy", *arguments)
    return subprocess.run(
        command, cwd=ROOT, env={**kept, **environment}, capture_output=True, text=True, check=False, timeout=60
    )


def _values(found: Iterable[Any]) -> dict[str, str]:
    return {each["ParameterKey"]: each["ParameterValue"] for each in found}
