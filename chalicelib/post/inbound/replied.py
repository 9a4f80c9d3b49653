"""The writer's own words in a mail: of its plain text, or of its HTML where that has none."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.post.inbound import decoding, page_text
from chalicelib.post.inbound.message import Message, Text
from chalicelib.post.inbound.own_words import own_lines


def own_words(message: Message, marks: Sequence[str] = (), titles: Sequence[str] = ()) -> list[str]:
    """The writer's own lines; what is answered begins with one that has a mark in it, or is a title.

    Several plain texts are read one after the other: programs part them where a picture stands.
    """
    for kind in ("text/plain", "text/html"):
        texts = [text for text in message.texts if text.kind == kind]
        found = [line for text in texts for line in (*own_lines(_lines(text, marks), marks, titles), "")]
        if any(found):
            return found[:-1]
    return []


def _lines(text: Text, marks: Sequence[str]) -> list[str]:
    return decoding.lines_of(text) if text.kind == "text/plain" else page_text.lines_of(decoding.decoded(text), marks)
