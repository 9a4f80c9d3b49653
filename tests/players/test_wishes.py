"""What a player wants to be told of by mail."""

from __future__ import annotations

import pytest

from chalicelib.players.errors import InvalidProfileError
from chalicelib.players.wishes import DEFAULTS, GROUPS, MODES, MOST_MATCHES, Group, Mode, Wishes


def test_whoever_chose_nothing_is_told_at_once_of_what_asks_for_a_decision() -> None:
    assert Wishes().all() == DEFAULTS
    assert {group for group, mode in DEFAULTS.items() if mode == "now"} == {"turn", "reminder", "match"}


def test_every_group_has_a_default() -> None:
    assert tuple(DEFAULTS) == GROUPS


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("group", GROUPS)
def test_what_was_chosen_holds_for_every_match(group: Group, mode: Mode) -> None:
    wishes = Wishes().wishing({group: mode})
    assert wishes.all("m1") == dict(DEFAULTS) | {group: mode}


def test_a_match_of_its_own_goes_before_all_matches() -> None:
    wishes = Wishes().wishing({"turn": "digest"}).wishing({"turn": "off"}, "m1")
    assert [wishes.mode("turn", match) for match in ("m1", "m2", "")] == ["off", "digest", "digest"]


def test_a_choice_can_be_taken_back() -> None:
    wishes = Wishes().wishing({"turn": "off", "talk": "now"}, "m1").wishing({"turn": None}, "m1")
    assert wishes.matches == {"m1": {"talk": "now"}}
    assert wishes.wishing({"talk": None}, "m1") == Wishes()


def test_wishes_are_stored_alike_in_whatever_order_they_were_made() -> None:
    one = Wishes().wishing({"talk": "now"}).wishing({"turn": "off"})
    other = Wishes().wishing({"turn": "off", "talk": "now"})
    assert list(one.groups.items()) == list(other.groups.items()) == [("turn", "off"), ("talk", "now")]


@pytest.mark.parametrize("chosen", [{"dice": "now"}, {"turn": "later"}, {"turn": ""}])
def test_what_cannot_be_chosen_is_refused(chosen: dict[str, str]) -> None:
    with pytest.raises(InvalidProfileError):
        Wishes().wishing(chosen)


def test_there_is_room_for_so_many_matches() -> None:
    wishes = Wishes(matches={f"m{number}": {"turn": "off"} for number in range(MOST_MATCHES)})
    with pytest.raises(InvalidProfileError):
        wishes.wishing({"turn": "off"}, "another")
    assert wishes.wishing({"turn": "now"}, "m0").mode("turn", "m0") == "now"
    assert wishes.wishing({"turn": None}, "another") == wishes


def test_what_was_wished_for_a_match_can_be_forgotten() -> None:
    wishes = Wishes().wishing({"turn": "off"}, "m1").wishing({"turn": "off"}, "m2")
    assert wishes.forgetting(frozenset({"m1", "m3"})).matches == {"m2": {"turn": "off"}}


def test_a_group_is_stopped_in_all_matches_and_no_other_group_is() -> None:
    wishes = Wishes().wishing({"talk": "now", "turn": "now"}, "m1").wishing({"talk": "digest"}, "m2")
    after = wishes.stopping("talk")
    assert [after.mode("talk", match) for match in ("", "m1", "m2")] == ["off"] * 3
    assert after.matches == {"m1": {"turn": "now"}}
    others = [group for group in GROUPS if group != "talk"]
    assert [after.mode(group) for group in others] == [wishes.mode(group) for group in others]
    assert after.stopping("talk") == after


def test_the_digest_is_stopped_with_all_that_comes_in_it_and_nothing_else() -> None:
    wishes = Wishes().wishing({"turn": "digest"}).wishing({"turn": "now", "match": "digest"}, "m1")
    after = wishes.stopping("digest")
    assert after.all() == {"turn": "off", "reminder": "now", "match": "now", "table": "off", "talk": "off"}
    assert (after.mode("turn", "m1"), after.mode("match", "m1")) == ("now", "off")
    assert after.stopping("digest") == after
