"""What a seat is asked, and what an outcome came to, as Facts, so that a game can put them into words."""

from __future__ import annotations

from chalicelib.rules.game import Decision, Fact
from chalicelib.rules.outcome import Outcome

ASKED, TASK, VERDICT = "asked", "task", "verdict"
"""Kinds of facts that tell of no event: what is asked, in a sentence and in few words, and what an outcome came to."""


def asked_fact(decision: Decision, kind: str = ASKED) -> Fact:
    """The fact by which a game says what this decision asks: the kind, then names and values in turn."""
    detail: list[int | str] = [decision.kind]
    for name, value in decision.asked:
        detail += [name, " ".join(value) if isinstance(value, tuple) else value]
    return Fact(kind, None, tuple(detail))


def particulars(fact: Fact) -> dict[str, int | str]:
    """What such a fact tells beside the decision's kind, by name."""
    return {str(name): value for name, value in zip(fact.detail[1::2], fact.detail[2::2], strict=True)}


def verdict_fact(outcome: Outcome) -> Fact | None:
    """The fact by which a game says what an outcome came to; None where nothing was compared.

    Its detail tells of a lone player "alone", then names and values of the score; of several "decided", then each
    sum's name with the winner's value and that of the best who did not win.
    """
    placed = [score for score in outcome.scores if score.rank is not None]
    if len(outcome.scores) == 1 and placed:
        return Fact(VERDICT, None, ("alone", *(part for line in placed[0].lines for part in line)))
    others = [score for score in placed if score.seat not in outcome.winners]
    if not outcome.winners or not others or len(placed) == len(others):
        return None
    detail: list[int | str] = ["decided"]
    for (name, value), (_, other) in zip(placed[0].lines, others[0].lines, strict=True):
        detail += [name, value, other]
    return Fact(VERDICT, None, tuple(detail))


def compared(fact: Fact) -> dict[str, tuple[int, int]]:
    """The sums of such a fact that tells of several: the winner's and the other's, by name. Raises LookupError."""
    if fact.detail[0] != "decided":
        raise LookupError(fact)
    names, values, others = (fact.detail[start::3] for start in (1, 2, 3))
    return {str(name): (int(one), int(other)) for name, one, other in zip(names, values, others, strict=True)}
