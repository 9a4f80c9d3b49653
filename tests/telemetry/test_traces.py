"""What a log tells of an exception, and what it keeps to itself."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

from chalicelib.players.ports import StoreUnavailableError
from chalicelib.telemetry.traces import SPEAKING, kind, trace

SECRET = "ann@example.org"
SHIPPED = sorted(Path("chalicelib").rglob("*.py"))


def fail(error: Exception) -> None:
    raise error


def caught(error: Exception) -> Exception:
    with pytest.raises(type(error)) as found:
        fail(error)
    return found.value


def test_a_trace_tells_the_kind_and_the_places_innermost_first() -> None:
    told = trace(caught(KeyError(SECRET)))
    first, second = told.split(" < ")
    assert first.startswith("KeyError at telemetry/test_traces.py:")
    assert first.endswith(" fail")
    assert second.endswith(" caught")


def test_causes_are_told_and_hidden_contexts_are_not() -> None:
    def chained(cause: Exception | None) -> Exception:
        try:
            fail(ValueError(SECRET))
        except ValueError as error:
            with pytest.raises(TypeError) as found:
                raise TypeError(SECRET) from (cause and error)
            return found.value
        raise AssertionError

    assert "; because of ValueError at " in trace(chained(ValueError()))
    assert "because" not in trace(chained(None))
    assert SECRET not in trace(chained(ValueError()))


def test_an_error_that_was_never_raised_has_a_kind_only() -> None:
    assert trace(KeyError(SECRET)) == "KeyError"


def test_only_errors_about_the_service_speak() -> None:
    assert kind(StoreUnavailableError("no answer")) == "StoreUnavailableError: no answer"
    assert kind(OSError(SECRET)) == "OSError"


class RefusedError(Exception):
    """An error as botocore has them."""

    def __init__(self, response: object) -> None:
        super().__init__(SECRET)
        self.response = response


def test_a_refusal_of_aws_has_its_code_and_no_words() -> None:
    refused = {"Error": {"Code": "AccessDeniedException", "Message": SECRET}}
    assert kind(RefusedError(refused)) == "RefusedError AccessDeniedException"


@pytest.mark.parametrize(
    "response",
    [None, "x", {}, {"Error": None}, {"Error": {}}, {"Error": {"Code": 7}}, {"Error": {"Code": SECRET}}],
)
def test_what_is_no_code_is_not_told(response: object) -> None:
    assert kind(RefusedError(response)) == "RefusedError"


def test_long_traces_are_cut() -> None:
    def deeper(steps: int) -> None:
        if not steps:
            raise KeyError(SECRET)
        deeper(steps - 1)

    with pytest.raises(KeyError) as found:
        deeper(50)
    assert trace(found.value).count(" < ") < 10


@pytest.mark.parametrize("module", SPEAKING)
def test_modules_whose_errors_speak_have_some(module: str) -> None:
    found = inspect.getmembers(importlib.import_module(module), inspect.isclass)
    assert [name for name, each in found if issubclass(each, Exception) and each.__module__ == module]


def test_no_shipped_module_logs_an_exception_as_it_is() -> None:
    assert len(SHIPPED) > 50
    assert [f"{path}: {found}" for path in SHIPPED for found in _leaks(path)] == []


def _leaks(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    told = [ast.unparse(call) for call in calls if ast.unparse(call.func).endswith(("log.exception", "print_exc"))]
    told += [ast.unparse(call) for call in calls if any(keyword.arg == "exc_info" for keyword in call.keywords)]
    return told
