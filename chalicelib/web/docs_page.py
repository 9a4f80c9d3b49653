"""The OpenAPI document as one page of HTML: no script, nothing from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from chalicelib.web.errors import KINDS

Json = dict[str, Any]

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
body { color: #222; background: #fff }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { background: #f3f3f3; padding: .75rem; overflow-x: auto }
section { border-top: 1px solid #bbb; padding: .5rem 0 }
h2 { margin-top: 2.5rem } h3 { overflow-wrap: anywhere }
td, th { text-align: left; vertical-align: top; padding: .15rem 1rem .15rem 0 }
a { color: #06c }
@media (prefers-color-scheme: dark) {
  body { color: #e4e4e4; background: #161616 } pre { background: #262626 } a { color: #7db7ff }
}
"""
_WHO = {
    0: "Anybody.",
    2: "A signed-in player: API token or session.",
    3: "Anybody; what takes an account, a signed-in player: API token or session.",
}
_CALLER = "A player (API token or session), the holder of a seat link, or a stranger, each as far as they may."


def render(document: Json) -> str:
    """The page."""
    title = escape(document["info"]["title"])
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: HTTP interface</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body><main>',
        f"<h1>{title}: HTTP interface</h1>",
        *(f"<p>{_marked(text)}</p>" for text in document["info"]["description"].split("\n\n")),
        '<p><a href="openapi.json">The same as an OpenAPI document</a></p>',
        '<p><a href="fairness">How dice are kept fair, and programs that check a record</a></p><h2>Contents</h2><ul>',
        *_contents(document),
        "</ul><h2>Routes</h2>",
        *(_section(path, method, told) for path, method, told in _operations(document)),
        "<h2>Codes</h2><table><thead><tr><th>code</th><th>status</th><th>meaning</th></tr></thead><tbody>",
        *(_code(name) for name in KINDS),
        "</tbody></table></main></body></html>",
    ]
    return "\n".join(parts)


def _operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            yield path, method.upper(), told


def _contents(document: Json) -> Iterator[str]:
    for path, method, told in _operations(document):
        name = escape(told["operationId"])
        yield f'<li><a href="#{name}"><code>{method} {escape(path)}</code></a> {_marked(told["summary"])}</li>'


def _section(path: str, method: str, told: Json) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(each['name'])}</code></td><td>{each['in']}</td><td>{_marked(each['description'])}</td></tr>"
        for each in told["parameters"]
    )
    table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
    answers = "".join(
        f"<tr><td>{status}</td><td>{_marked(answer['description'])}</td></tr>"
        for status, answer in told["responses"].items()
    )
    return (
        f'<section id="{escape(told["operationId"])}"><h3><code>{method} {escape(path)}</code></h3>'
        f"<p>{_marked(told['summary'])}. {_marked(told['description'])}</p>"
        f"<p>{_WHO.get(len(told['security']), _CALLER)}</p>{table}{_examples(told)}"
        f"<table><tbody>{answers}</tbody></table></section>"
    )


def _examples(told: Json) -> str:
    if "requestBody" not in told:
        return ""
    shown = told["requestBody"]["content"]["application/json"]["examples"].values()
    return "".join(f"<pre>{escape(json.dumps(each['value'], ensure_ascii=False))}</pre>" for each in shown)


def _code(name: str) -> str:
    kind = KINDS[name]
    return f'<tr id="{name}"><td><code>{name}</code></td><td>{kind.status}</td><td>{escape(kind.title)}</td></tr>'


def _marked(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
