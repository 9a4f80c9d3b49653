"""A record as the interface gave it, checked by nothing but what it says and docs/record.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chalicelib import games
from chalicelib.matches.match import house_nonce
from chalicelib.matches.repository import plain
from chalicelib.rules import Chance, commitment
from chalicelib.site import verify_dice

Record = Mapping[str, Any]

ENDS = ("normal", "move_limit", "resigned")


def check(record: Record) -> None:
    """The record tells a whole match, and leads to the end that it tells. Raises AssertionError."""
    _check_promise(record)
    assert verify_dice.differences(record) == []
    moves, outcome = record["moves"], record["outcome"]
    assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1))
    assert outcome["termination"] in ENDS
    scores = outcome["scores"]
    assert sorted(score["seat"] for score in scores) == list(range(len(record["seats"])))
    assert all(score["lines"] for score in scores), "a seat without sums"
    assert {score["seat"] for score in scores if score["rank"] == 1} >= set(outcome["winners"])
    assert plain(replayed(record)) == outcome


def _check_promise(record: Record) -> None:
    seed, nonces = record["seed"], record["nonces"]
    assert commitment(bytes.fromhex(seed), record["match"], record["rules_version"]) == record["commitment"]
    assert len(nonces) == len(record["seats"])
    for seat, nonce in enumerate(nonces):
        assert record["seats"][seat]["kind"] != "bot" or nonce == house_nonce(seed, seat).hex()


def replayed(record: Record) -> Any:
    """The outcome that the moves on record lead to from the first position."""
    game = games.get(record["game"])
    nonces = tuple(bytes.fromhex(nonce) for nonce in record["nonces"])
    dice = [Chance(bytes.fromhex(record["seed"]), nonces, ply) for ply in range(len(record["moves"]) + 1)]
    state = game.initial_state(len(record["seats"]), record["options"], dice[0])
    for move in record["moves"]:
        assert game.outcome(state) is None, "moves after the end"
        seat, chance = move["seat"], dice[move["ply"]]
        if move["how"] == "resigned":
            state = game.resign(state, seat, chance)
        else:
            state = game.apply_move(state, seat, game.parse(state, seat, move["move"], "en"), chance)
    return game.outcome(state)
