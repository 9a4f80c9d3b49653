"""Just enough Markdown for the rules pages: headings, paragraphs, lists, tables, code, emphasis and links.

Everything else is text. What comes out is safe to put into a page, whatever goes in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

_HEADING = re.compile(r"(#{1,4}) +(.+?)(?: +#+)?")
_NAME = re.compile(r"\[//\]: # \(([a-z]+)\)")
_ITEM = re.compile(r"( *)([-*]|\d{1,3}[.)]) +(.*)")
_RULE = re.compile(r"\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|\[(?P<label>[^\]]*)\]\((?P<target>[^)\s]*)\)"
)
_SAFE_TARGET = re.compile(r"https?://|/(?!/)|#")


def to_html(text: str) -> str:
    """The text as an HTML fragment; its first heading is an <h1>.

    A line `[//]: # (name)`, which Markdown does not show, gives the heading below it an id to link to.
    """
    done, name = [], ""
    for block in _blocks(text):
        found = _NAME.fullmatch(block[0])
        if found is None:
            done.append(_block(block, name))
        name = found[1] if found else ""
    return "\n".join(done)


def _blocks(text: str) -> Iterator[list[str]]:
    """The text in runs of lines that belong together."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        fence = line.startswith("```")
        if block and not fenced and (fence or not line.strip() or _starts_alone(line) or _starts_alone(block[0])):
            yield block
            block = []
        if line.strip() or fenced:
            block.append(line)
        fenced = fenced != fence
        if fence and not fenced:
            yield block
            block = []
    if block:
        yield block


def _starts_alone(line: str) -> bool:
    return _HEADING.fullmatch(line) is not None or _NAME.fullmatch(line) is not None


def _block(lines: list[str], name: str) -> str:
    heading = _HEADING.fullmatch(lines[0])
    if heading:
        level = len(heading[1])
        mark = f' id="{name}"' if name else ""
        return f"<h{level}{mark}>{inline(heading[2])}</h{level}>"
    if lines[0].startswith("```"):
        body = lines[1:-1] if lines[-1].startswith("```") and len(lines) > 1 else lines[1:]
        return f"<pre><code>{escape(chr(10).join(body))}</code></pre>"
    if len(lines) > 1 and _RULE.fullmatch(lines[1].strip()):
        return _table(lines)
    if _ITEM.fullmatch(lines[0]):
        return _list(lines)
    return f"<p>{inline(' '.join(line.strip() for line in lines))}</p>"


def _list(lines: list[str]) -> str:
    """A list; lines without a mark of their own go on with the item above, deeper ones make a list inside it."""
    first = _ITEM.fullmatch(lines[0])
    depth = len(first[1]) if first else 0
    tag = "ol" if first and first[2][0].isdigit() else "ul"
    items: list[tuple[list[str], list[str]]] = []
    for line in lines:
        found = _ITEM.fullmatch(line)
        if found and len(found[1]) <= depth:
            items.append(([found[3]], []))
        elif found or items[-1][1]:
            items[-1][1].append(line)
        else:
            items[-1][0].append(line.strip())
    body = "".join(f"<li>{inline(' '.join(own))}{_list(inner) if inner else ''}</li>" for own, inner in items)
    return f"<{tag}>{body}</{tag}>"


def _table(lines: list[str]) -> str:
    head = "".join(f'<th scope="col">{inline(cell)}</th>' for cell in _cells(lines[0]))
    rows = "".join(f"<tr>{''.join(f'<td>{inline(cell)}</td>' for cell in _cells(line))}</tr>" for line in lines[2:])
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def inline(text: str) -> str:
    """One run of text with its code, emphasis and links."""
    done, at = [], 0
    for found in _INLINE.finditer(text):
        done += [escape(text[at : found.start()]), _marked(found)]
        at = found.end()
    return "".join([*done, escape(text[at:])])


def _marked(found: re.Match[str]) -> str:
    if found["code"] is not None:
        return f"<code>{escape(found['code'])}</code>"
    if found["strong"] is not None:
        return f"<strong>{inline(found['strong'])}</strong>"
    if found["em"] is not None:
        return f"<em>{inline(found['em'])}</em>"
    if not _SAFE_TARGET.match(found["target"]):
        return escape(found["label"])
    return f'<a href="{escape(found["target"])}">{inline(found["label"])}</a>'
