"""The tools start where only `make play` was run; what needs more says so in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from infra.admin.tables import match_ids
from tests.admin.bare import bare, missing
from tests.admin.towns import town


def test_what_only_tests_need_is_not_there() -> None:
    assert {"boto3", "pytest", "hypothesis", "moto"} <= set(missing())
    assert not {"botocore", "chalice", "pydantic", "chalicelib", "infra"} & set(missing())
    done = bare("import", "boto3")
    assert (done.status, "No module named 'boto3'" in done.err) == (1, True)


def test_the_tools_work_on_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lived, file, again = town(capsys), str(tmp_path / "all"), str(tmp_path / "again")
    assert lived.admin("export", "--all", file).status == 0
    there = {"DATA": str(tmp_path / "a")}
    assert bare("infra.admin", "--help").out.startswith("usage: python -m infra.admin")
    restored = bare("infra.admin", "restore", file, **there)
    assert (restored.status, restored.err) == (0, "")
    assert bare("infra.admin", "verify", "--all", **there).status == 0
    assert bare("infra.admin", "inspect", next(match_ids(lived.store)), **there).status == 0
    assert bare("infra.admin", "export", "--all", again, **there).status == 0
    first, second = (set(Path(each).read_text(encoding="utf-8").splitlines()[1:-1]) for each in (file, again))
    assert {line for line in first if '"expires"' not in line} <= second <= first


def test_a_stage_needs_more_and_says_so() -> None:
    done = bare("infra.admin", "--stage", "prod", "verify", "--all")
    assert (done.status, done.out) == (2, "")
    assert re.fullmatch(r"--stage needs boto3, .*pip install .*requirements-dev\.txt\n", done.err)


def test_what_else_is_told_to_run_runs_there() -> None:
    assert bare("import", "infra.keep_rules", "infra.record_schema", "infra.local.__main__").status == 0
    done = bare("infra.verify", "docs/record.sample.json")
    assert (done.status, done.err) == (0, "")
