"""A client that knows nothing but the API: it asks whose turn it is, asks for the legal moves, and plays one."""

from __future__ import annotations

from chalicelib.matches import service
from chalicelib.rules import Chance
from tests.web.desk import Desk

ROUNDS = 6_000
PEOPLE = ("anna", "bram", "cees", "dora", "elin", "faan")
STYLES = ("first", "random", "bot")


def play(desk: Desk, game: str, seats: int, style: str, lot: int) -> dict[str, object]:
    """Play a match to its end and give its export.

    `style` "first" always takes the first legal move and "random" any; in a "bot" match all seats but one are bots'.
    """
    people = PEOPLE[:1] if style == "bot" else PEOPLE[:seats]
    others = [{"kind": "bot"}] * (seats - 1) if style == "bot" else [{"kind": "open"}] * (seats - 1)
    made = desk.post("/matches", {"game": game, "seats": [{"kind": "me"}, *others]}, by=people[0])
    assert made.status == 201, made.body
    match = str(made.json["id"])
    for name in people[1:]:
        assert desk.post(f"/matches/{match}/join", by=name).status == 200
    chance = Chance(b"scripted", (), lot, f"{style} {seats}")
    for _ in range(ROUNDS):
        if not all(_move(desk, match, name, style, chance) for name in people):
            break
    found = desk.get(f"/matches/{match}/export")
    assert found.status == 200, found.body
    exported: dict[str, object] = found.json
    return exported


def _move(desk: Desk, match: str, name: str, style: str, chance: Chance) -> bool:
    """Play for one player if it is their turn; False once there is nothing more to play for them."""
    row = next(each for each in desk.get("/me/matches", by=name).json["matches"] if each["id"] == match)
    if row["status"] != "running":
        return False
    if not row["my_turn"]:
        service.sweep(desk.env)
        return True
    legal = desk.get(f"/matches/{match}/legal", by=name).json
    moves = legal["moves"]
    chosen = moves[0] if style == "first" else moves[chance.below(len(moves))]
    body = {"text": chosen["text"]} if chance.below(2) else chosen["move"]
    path = f"/matches/{match}/seats/{row['seat']}/moves/{legal['n']}"
    answer = desk.ask("PUT", path, body, by=name)
    assert answer.status == 200, answer.body
    assert answer.json["receipt"]["text"] == chosen["text"]
    return True
