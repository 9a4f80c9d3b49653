"""Run as a program, it asks everything of the package in a folder: each route, each function, each client, each zone.

It finds nothing but what is in the folder, and prints the status of every route.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import zoneinfo
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

CONTEXT = SimpleNamespace(aws_request_id="1", function_name="f", get_remaining_time_in_millis=lambda: 15_000)
LAST = ("DELETE /me", "DELETE /sessions")
TICK = ("version", "account", "region", "detail-type", "source", "time", "id")


def api_event(method: str, path: str, bearer: str, body: object = None, **names: str) -> dict[str, Any]:
    """A request as API Gateway hands it over."""
    headers = {"authorization": f"Bearer {bearer}", "content-type": "application/json", "host": "play.example.org"}
    return {
        "requestContext": {"httpMethod": method, "resourcePath": path, "path": path, "identity": {}, "stage": "api"},
        "headers": headers,
        "multiValueHeaders": {name: [value] for name, value in headers.items()},
        "pathParameters": names,
        "queryStringParameters": None,
        "multiValueQueryStringParameters": None,
        "stageVariables": None,
        "body": None if body is None else json.dumps(body),
        "isBase64Encoded": False,
    }


def sign_up() -> str:
    """A token of somebody new."""
    from chalicelib import bootstrap
    from chalicelib.players import sessions, tokens

    env = bootstrap.container().env
    link = sessions.request_link(env, "ann@example.org", "Ann", handle="ann").token
    return tokens.create_token(env, sessions.confirm(env, link).player).secret


def ask_routes() -> None:
    """Print what each answers, with a match and a player that exist."""
    from app import app

    bearer = sign_up()
    wish = {"game": "keer-op-keer", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]}
    match = json.loads(app(api_event("POST", "/matches", bearer, wish), CONTEXT)["body"])["id"]
    known = {"match": match, "key": "keer-op-keer", "seat": "0", "n": "0", "handle": "ann"}
    routes = [(method, path) for path, methods in app.routes.items() for method in methods]
    for method, path in sorted(routes, key=lambda each: " ".join(each) in LAST):
        names = {name: known.get(name, "none") for name in re.findall(r"{(\w+)}", path)}
        answer = app(api_event(method, path, bearer, None if method == "GET" else {}, **names), CONTEXT)
        sys.stdout.write(f"{answer['statusCode']} {method} {path}\n")


def ask_functions() -> None:
    """Call the functions, and make a client of every service."""
    import app
    from chalicelib.adapters.aws import LazyClient

    for function in (app.relay, app.mail, app.webhook):
        assert function({"Records": []}, CONTEXT) == {"batchItemFailures": []}
    app.sweep({**dict.fromkeys(TICK, ""), "detail": {}, "resources": []}, CONTEXT)
    for service in ("dynamodb", "sesv2", "sqs"):
        LazyClient(service, "eu-west-1", connect=1, read=1, attempts=1)()


def ask_zones() -> None:
    """Read every zone, from the package and not from this machine."""
    zoneinfo.reset_tzpath(())
    found = zoneinfo.available_timezones()
    assert len(found) > 500
    assert all(datetime.now(UTC).astimezone(zoneinfo.ZoneInfo(name)).tzname() for name in found)


if __name__ == "__main__":
    sys.path[:1] = sys.argv[1:]
    logging.disable(logging.CRITICAL)
    ask_zones()
    ask_routes()
    ask_functions()
