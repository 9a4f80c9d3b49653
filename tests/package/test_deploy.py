"""What infra/deploy.py makes of what was built and of what is said on its command line; tests/deployed has the rest."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from infra.deploy import OPTIONS, STAGE, Artefact, DeployError, deploy, parameters
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


def _values(found: Iterable[Any]) -> dict[str, str]:
    return {each["ParameterKey"]: each["ParameterValue"] for each in found}
