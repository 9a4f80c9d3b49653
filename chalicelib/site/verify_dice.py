"""Check the dice of a Turnpost record: `python3 verify_dice.py FILE`, or `-` for standard input.

It needs Python 3.8 and nothing else, and does what docs/record.md of Turnpost says. It exits with 0 when the dice are
those of the promise, with 1 when they are not, saying where, with 2 when there is no record to read. It knows no games.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from typing import Any

TEXTS = {"format": int, "match": str, "rules_version": int, "commitment": str, "seed": str, "dice": str}
LISTS = {"nonces": str, "seats": {"seat": int, "own_nonce": bool}, "moves": {"ply": int, "seat": int, "dice": str}}
WORDS = 2**64


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind, or an object whose parts are."""
    if isinstance(kind, dict):
        return isinstance(value, dict) and all(fits(value.get(name), each) for name, each in kind.items())
    return type(value) is kind and (kind is not int or abs(value) < 2**53)


def matches(record: Any) -> list[Any]:
    """The match of a record, after those that it goes on from. Raises ValueError where it is no record."""
    if not fits(record, TEXTS) or record["format"] != 1:
        raise ValueError("this is not the record of a match, or has a format that is not known here")
    for name, kind in LISTS.items():
        if not isinstance(record.get(name), list) or not all(fits(each, kind) for each in record[name]):
            raise ValueError(f"this record is not whole: look at its {name}")
    return [*(matches(record["origin"]) if record.get("origin") is not None else ()), record]


def field(data: bytes) -> bytes:
    """Bytes with their number before them."""
    return len(data).to_bytes(4, "big") + data


def drawn(seed: bytes, nonces: list[bytes], ply: int, text: str) -> str | None:
    """The numbers of a ply as the seed gives them, below the bounds that stand in the text; None if these are none."""
    found = [re.fullmatch("[0-9]{1,20}/([0-9]{1,20})", each) for each in (text.split(" ") if text else ())]
    bounds = [int(each[1]) for each in found if each and 0 < int(each[1]) <= WORDS]
    start = field(b"game") + len(nonces).to_bytes(4, "big") + b"".join(map(field, nonces)) + ply.to_bytes(8, "big")
    draws = (hmac.new(seed, start + k.to_bytes(8, "big"), hashlib.sha256).digest() for k in range(WORDS))
    words = (int.from_bytes(draw[:8], "big") for draw in draws)
    told = [f"{next(word for word in words if word < WORDS // bound * bound) % bound}/{bound}" for bound in bounds]
    return " ".join(told) if len(told) == len(found) else None


def differences(record: Any) -> list[tuple[int | None, str, Any, Any]]:
    """Whatever does not hold in one match: (ply or None, of what, as it stands there, as it has to be)."""
    texts = [record["seed"], *record["nonces"]]
    wrong = [text for text in texts if not re.fullmatch("([0-9a-f]{2}){1,64}", text)]
    if wrong or len(texts) != 1 + len(record["seats"]):
        return [(None, "seed or nonces", wrong[0] if wrong else len(texts) - 1, "a seed and one nonce a seat, as hex")]
    seed, *nonces = map(bytes.fromhex, texts)
    named = (seed, record["match"].encode("utf-8", "replace"), str(record["rules_version"]).encode())
    promise = hashlib.sha256(b"".join(map(field, named))).hexdigest()
    rows: list[tuple[int | None, str, Any, Any]] = [(None, "commitment", record["commitment"], promise)]
    for number, seat in enumerate(record["seats"]):
        follows = hmac.new(seed, f"nonce {number}".encode(), hashlib.sha256).digest()[:16]
        rows.append((None, f"number of seat {number}", seat["seat"], number))
        rows.append((None, f"own_nonce of seat {number}", seat["own_nonce"], nonces[number] != follows))
    for ply, move in enumerate([{**record, "ply": 0, "seat": 0}, *record["moves"]]):
        rows.append((ply, "ply", move["ply"], ply))
        rows.append((ply, "seat", move["seat"], min(max(move["seat"], 0), len(nonces) - 1)))
        rows.append((ply, "dice", move["dice"], drawn(seed, nonces, ply, move["dice"])))
    return [row for row in rows if row[2] != row[3]]


def main(name: str) -> int:
    """Check the record in a file and say what was found; the exit code."""
    try:
        with open(0 if name == "-" else name, "rb") as file:
            found = matches(json.loads(file.read().decode("utf-8-sig")))
    except (OSError, ValueError, RecursionError) as error:
        print(f"{name}: {error}")
        return 2
    for record in found:
        for ply, what, stands, right in differences(record)[:1]:
            where = "the promise" if ply is None else f"ply {ply}"
            print(f"NOT the dice that were promised in match {json.dumps(record['match'])}:")
            print(f"{where} differs: {what} is {json.dumps(stands)} and has to be {json.dumps(right)}")
            return 1
        own = [str(seat["seat"]) for seat in record["seats"] if seat["own_nonce"]]
        count = sum(len(each["dice"].split()) for each in (record, *record["moves"]))
        print(f"match {json.dumps(record['match'])}: the commitment {record['commitment']} holds")
        print(f"  nonces: set for seats {', '.join(own) or '(none)'}, all others follow from the seed")
        print(f"  dice: {len(record['moves']) + 1} plies in order, {count} numbers, all as the seed gives them")
    print("The dice are those that were promised. Was the commitment published before the match?")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ("-",)))
