"""Table talk, as the page of a match has it: what was said, the newest last, and the form to say something."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chalicelib.matches import service
from chalicelib.matches.errors import ForbiddenError, NotYourSeatError
from chalicelib.matches.listeners import MUTED, speaker
from chalicelib.matches.talk import LONGEST, Said, Talk
from chalicelib.site.act import Act, known, number
from chalicelib.site.table import Table

SHOWN = 20
ROOM, LEAST, WITH_BOARD = 20_000, 2_000, 70_000
"""So many messages are shown at once at most, and no more than fill so many bytes; fewer beside a large board."""


@dataclass(frozen=True, slots=True)
class TalkPart:
    """Some of what was said; `older` is the number of the first of it, if more was said before, else 0.

    `is_newest`: nothing was said after it. `speaks`: the visitor may say something, and `refused` says why somebody who
    is known may not, in English. `me` is who the visitor is here, "" for a stranger.
    """

    messages: Sequence[Said]
    older: int
    is_newest: bool
    speaks: bool
    refused: str
    me: str
    longest: int = LONGEST


def talk_part(table: Table) -> TalkPart:
    """What was said at the table, up to what the visitor asks for."""
    before, me = _before(table), table.visitor.caller.player_in(table.match)
    found = _said(table, before)
    room = min(ROOM, max(LEAST, WITH_BOARD - len(table.board.encode())))
    messages = _fitting(found.messages, room)
    older = messages[0].number if messages and messages[0].number > 1 else 0
    refused = _refused(table)
    return TalkPart(messages, older, not before, bool(me) and not refused, refused, me)


def _refused(table: Table) -> str:
    """Why the visitor may not speak here, as they would be told if they did; "" for strangers who are not known yet."""
    try:
        speaker(table.env, table.match, table.visitor.caller)
    except NotYourSeatError:
        return MUTED if table.match.roster.muted and table.status == "running" else ""
    except ForbiddenError as error:
        return error.message
    return ""


def _before(table: Table) -> int:
    text = table.visitor.query("before")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 8 else 0


def _said(table: Table, before: int) -> Talk:
    """The newest messages, or those before the one of this number."""
    if not before:
        return service.newest_talk(table.env, table.match, SHOWN)
    after = max(before - 1 - SHOWN, 0)
    if before - 1 <= after:
        return Talk(())
    return service.table_talk(table.env, table.match.id, table.visitor.caller, after, before - 1 - after)


def _fitting(messages: Sequence[Said], room: int) -> Sequence[Said]:
    """The last of these messages that fit into so many bytes, one at least."""
    for count, each in enumerate(reversed(messages)):
        room -= len(html.escape(each.text or "").encode())
        if room < 0 and count:
            return messages[-count:]
    return messages


def _say(table: Table) -> str:
    known(table)
    service.say(table.env, table.match.id, table.visitor.form.get("text", ""), table.visitor.caller)
    return ""


def _unsay(table: Table) -> str:
    known(table)
    service.unsay(table.env, table.match.id, number(table, "message"), table.visitor.caller)
    return ""


ACTS: Mapping[str, Act] = {"say": Act(_say, "talk", "talk"), "unsay": Act(_unsay, "talk", "talk")}
"""What the forms of this part do."""
