"""What a whole roll must have brought every seat, added up without regard to the order in which things happened."""

from __future__ import annotations

from typing import Any

from tests.games.keer_op_keer_3 import reference

JOKER_FIELDS = {2, 4}


def assert_balanced(before: reference.Match, after: reference.Match, did: tuple[str, ...]) -> None:
    """Crosses, goals, X, jokers and pass fields of a roll follow from what each seat did in it (nobody left)."""
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        if not old["left"]:
            goals = _assert_goals(before["earlier"], old, new)
            gains = [gain for goal in goals for gain in _gains(before["earlier"], goal)]
            _assert_crosses(old, new, did[seat])
            _assert_track(before["dice"], old, new, did[seat], gains.count("pass"))
            assert new["x"] == old["x"] + gains.count("x") + 2 * gains.count("xx")
            _assert_jokers(old, new, did[seat].split("; ")[0], gains.count("joker"))
    _assert_chips(before, after, did)


def _gains(earlier: set[str], goal: str) -> tuple[str, ...]:
    """What a goal brings in this roll: pink as well where nobody had it before."""
    return reference.GOALS[goal][1:] if goal in earlier else reference.GOALS[goal]


def _assert_goals(earlier: set[str], old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Everything that is complete is marked, first where nobody had it before this roll; the new ones."""
    track = ["track 16"] if new["track"] == 16 else []
    assert set(new["done"]) == {*old["done"], *reference.reached(new["crossed"]), *track}
    found = [goal for goal in new["done"] if goal not in old["done"]]
    assert all(new["done"][goal] == ("later" if goal in earlier else "first") for goal in found)
    return found


def _assert_crosses(old: dict[str, Any], new: dict[str, Any], did: str) -> None:
    crossed = set(old["crossed"])
    for part in did.split("; "):
        kind, *words = part.split()
        named = {reference.cell_named(word) for word in words if len(word) == 2 and word[0] in reference.LETTERS}
        if kind == "block":
            named = set(reference.block_with(named))
        if kind not in ("pass", "give"):
            assert named - crossed
            crossed |= named
    assert new["crossed"] == crossed


def _assert_track(dice: list[str], old: dict[str, Any], new: dict[str, Any], did: str, symbols: int) -> None:
    fields = sum(face in old["start"] for face in dice) or 1
    assert new["track"] == min(16, old["track"] + symbols + (fields if did.startswith("pass") else 0))
    crossed = range(old["track"] + 1, new["track"] + 1)
    for field, kind in ((6, "block"), (9, "bomb"), (12, "row")):
        assert field in crossed or f"; {kind} " not in did


def _assert_jokers(old: dict[str, Any], new: dict[str, Any], choice: str, bonuses: int) -> None:
    """Each joker bonus frees one as long as there are any; each face used costs one."""
    bonuses += len(JOKER_FIELDS & set(range(old["track"] + 1, new["track"] + 1)))
    by_chip = choice.count("[!]")
    grey = old["grey"] - by_chip
    assert new["grey"] == max(0, grey - bonuses)
    assert new["jokers"] == old["jokers"] + by_chip - choice.count("*") + grey - new["grey"]


def _assert_chips(before: reference.Match, after: reference.Match, did: tuple[str, ...]) -> None:
    """Every chip turned that is not blank was given away, unless the match is over; what was used is gone."""
    turned = given = 0
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        turned += sum(chip != "." for chip in new["row"][old["x"] : new["x"]])
        given += did[seat].count("give ")
        used = sum(did[seat].count(sign) for sign in ("[!]", "[+1]", "[-1]", "[6]"))
        got = sum(text.count(f" to {seat}") for text in did)
        assert len(new["gifts"]) == len(old["gifts"]) - used + got
    assert given == (0 if after["ended"] else turned)
