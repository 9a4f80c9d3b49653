"""The sentences that say what happened, why a move is refused, and what an option means."""

from __future__ import annotations

import re
from typing import Any

from chalicelib.games.keer_family.vocabulary import counted
from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.facts import SCORE_LINES
from chalicelib.games.keer_op_keer_3.moves import CHIP_WORDS, move_of
from chalicelib.games.keer_op_keer_3.words import GIFT_SIGNS, chip, deed, goal_name, vocabulary, words
from chalicelib.rules import LANGUAGES, Fact
from chalicelib.rules.asking import particulars

_DISTRIBUTION = re.compile(r"(\d+)-(\d+)-(\d+)-(\d+)")


def say(fact: Fact, language: str) -> str:
    """The fact as a sentence, seats as `@0`. Raises LookupError for a reason, an option or a value without words."""
    if fact.kind in _ASIDES:
        return _ASIDES[fact.kind](fact, language)
    template = words(language)["facts"][fact.kind]
    values = {"seat": f"@{fact.seat}", **_values(fact, language)}
    if isinstance(template, str):
        return template.format(**values)
    return counted(template, int(values.pop("n")), **values)


def _aside(fact: Fact, language: str) -> str:
    said: str = words(language)[fact.kind][fact.detail[0]]
    return said


def _choice(fact: Fact, language: str) -> str:
    found = _DISTRIBUTION.fullmatch(str(fact.detail[-1]))
    if found is None or fact.detail[0] not in words(language)["option"]:
        raise KeyError(fact.detail)
    template: str = words(language)["distribution"]
    return template.format(**dict(zip(("joker", "plus", "six", "blank"), found.groups(), strict=True)))


def _move(fact: Fact, language: str) -> str:
    """What a move means, where its text counts seats or has words of another language. Raises LookupError."""
    text = str(fact.detail[0])
    kind = move_of(text).kind
    if kind == "give":
        return deed(text, language)
    said: str = words(language)["bonuses"][kind] if kind in ("block", "bomb", "row") else deed(text, language)
    if kind == "place" or said == text or language == LANGUAGES[0]:
        raise LookupError(text)
    return said


def _result(fact: Fact, language: str) -> str:
    """What a lone player has reached, in a few words."""
    template: str = words(language)["reached"]
    return template.format(x=fact.detail[fact.detail.index("x") + 1])


def _asked(fact: Fact, language: str) -> str:
    """What a seat is asked; a gift's seats by their numbers, and by whom these mean."""
    said, found = words(language), particulars(fact)
    template: str = said["asked"][fact.detail[0]]
    if fact.detail[0] == "give":
        found["chip"] = next(chip(sign, language) for sign, word in CHIP_WORDS.items() if word == found["chip"])
        *others, last = (f"@{seat} ({seat})" for seat in str(found["seats"]).split())
        found["seats"] = f"{', '.join(others)} {said['or']} {last}" if others else last
    return template.format(**found)


def _verdict(fact: Fact, language: str) -> str:
    """What the outcome came to: the level of a lone player, or what decided among several."""
    from chalicelib.games.keer_family import verdict

    if fact.detail[0] != "alone":
        return verdict.decided(vocabulary(language), fact, ("chips", "diamonds", "pass_fields", "columns"))
    sums = particulars(fact)
    reached = words(language)["reached"].format(x=sums["x"])
    return verdict.level(vocabulary(language), FIGURES.level_from, int(sums["level"]), reached)


_ASIDES = {
    "verdict": _verdict,
    "asked": _asked,
    "task": _aside,
    "refused": _aside,
    "option": _aside,
    "shape": _aside,
    "choice": _choice,
    "move": _move,
    "result": _result,
}
"""The facts that tell of no event."""


def _values(fact: Fact, language: str) -> dict[str, Any]:
    detail, said = fact.detail, words(language)
    match fact.kind:
        case "chose" | "opened" | "placed":
            return {"move": deed(str(detail[0]), language)}
        case "block" | "bomb" | "row":
            return {"cells": " ".join(map(str, detail))}
        case "give" | "give_lost":
            return {"chip": chip(str(detail[0]), language), "to": f"@{detail[1]}"}
        case "asked_give":
            return {"chip": chip(str(detail[0]), language)}
        case "track":
            return {"fields": counted(said["fields"], int(detail[0])), "n": detail[1]}
        case "lost":
            return {"bonus": said["bonuses"][detail[0]]}
        case "freed" | "x":
            return {"n": detail[0]}
        case "turned":
            return {"n": len(detail), "chips": " ".join(f"[{GIFT_SIGNS[str(sign)]}]" for sign in detail)}
        case "goal_first" | "goal_later":
            goal = goal_name(str(detail[0]), str(detail[1]), language)
            return {"goal": goal, "gains": ", ".join(said["gains"][gain] for gain in detail[2:])}
    return _values_of_the_table(fact, language)


def _values_of_the_table(fact: Fact, language: str) -> dict[str, Any]:
    detail = fact.detail
    match fact.kind.split("_")[0]:
        case "roll":
            return {"n": detail[0], "dice": vocabulary(language).dice(detail[1:])}
        case "end":
            return vocabulary(language).end(str(detail[0]), tuple(map(int, detail[1:])), alone=fact.kind == "end_solo")
        case "score":
            names = ("rank", "x") if fact.kind == "score_solo" else ("rank", *SCORE_LINES)
            return dict(zip(names, detail, strict=True))
        case "level":
            return {"level": detail[0], "words": vocabulary(language).level(int(detail[0]))}
    return {}
