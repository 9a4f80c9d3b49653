"""What a seat is asked, as a Fact, so that a game can put it into words: the kind, then names and values in turn."""

from __future__ import annotations

from chalicelib.rules.game import Decision, Fact

ASKED, TASK = "asked", "task"
"""Kinds of facts that tell of no event: what is asked as a sentence, and in the two or three words of a subject."""


def asked_fact(decision: Decision, kind: str = ASKED) -> Fact:
    """The fact by which a game says what this decision asks."""
    detail: list[int | str] = [decision.kind]
    for name, value in decision.asked:
        detail += [name, " ".join(value) if isinstance(value, tuple) else value]
    return Fact(kind, None, tuple(detail))


def particulars(fact: Fact) -> dict[str, int | str]:
    """What such a fact tells beside the decision's kind, by name."""
    return {str(name): value for name, value in zip(fact.detail[1::2], fact.detail[2::2], strict=True)}
