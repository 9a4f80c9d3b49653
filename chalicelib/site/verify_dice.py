"""Check dice and marks of a Turnpost record: `python3 verify_dice.py FILE`, or `-` for standard input.

It needs Python 3.8 alone and does what docs/record.md of Turnpost says. It exits with 0 when they hold, 1 when they
do not, saying where, 2 when there is no record to read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from typing import Any

WORDS = 2**64


def matches(record: Any) -> list[Any]:
    """The match of a record, after those that it goes on from. Raises what reading raises where it is no record."""
    if json.dumps(record["format"]) != "1":
        raise ValueError("it has a format that is not known here")
    return [*(matches(record["origin"]) if record["origin"] is not None else ()), record]


def fields(*parts: Any) -> bytes:
    """Every part with the number of its bytes before it; whatever is not bytes as text."""
    found = [part if isinstance(part, bytes) else str(part).encode("utf-8", "replace") for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in found)


def drawn(seed: bytes, nonces: list[bytes], ply: int, text: str) -> str:
    """The numbers of a ply as the seed gives them, below the bounds that stand in the text."""
    start = fields("game") + len(nonces).to_bytes(4, "big") + fields(*nonces) + ply.to_bytes(8, "big")
    words = (int.from_bytes(hmac.digest(seed, start + k.to_bytes(8, "big"), "sha256")[:8], "big") for k in range(WORDS))
    bounds = [each for each in map(int, re.findall("/([0-9]{1,20})", text)) if 0 < each <= WORDS]
    return " ".join(f"{next(word for word in words if word < WORDS // each * each) % each}/{each}" for each in bounds)


def marks(record: Any) -> list[bytes]:
    """The marks of the first position and of every move, whole, as they follow from what the record says."""
    before, seats = record["origin"], record["seats"]
    options = json.dumps(record["options"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    told = [record["match"], record["game"], record["rules_version"], options, record["created"], record["started"]]
    told += [record["commitment"], len(seats), *(seat["kind"] for seat in seats), *record["nonces"]]
    told += [marks(before)[-1], *(each["rules_version"] for each in before["migrations"])] if before else []
    found = [hashlib.sha256(fields(*told)).digest()]
    for move in record["moves"]:
        past = [each["rules_version"] for each in record["migrations"] if each["ply"] < move["ply"]]
        told = [*(move[name] for name in ("ply", "seat", "move", "how", "at")), *past]
        found.append(hashlib.sha256(found[-1] + fields(*told)).digest())
    return found


def differences(record: Any) -> list[tuple[int | None, str, Any, Any]]:
    """Whatever does not hold in one match: (ply or None, of what, as it stands there, as it has to be)."""
    texts = [record["seed"], *record["nonces"]]
    if len(texts) != 1 + len(record["seats"]) or not all(re.fullmatch("([0-9a-f]{2}){1,64}", each) for each in texts):
        return [(None, "seed and nonces", texts, "a seed and one nonce a seat, as hex")]
    seed, *nonces = map(bytes.fromhex, texts)
    promise = hashlib.sha256(fields(seed, record["match"], record["rules_version"])).hexdigest()
    rows: list[tuple[int | None, str, Any, Any]] = [(None, "commitment", record["commitment"], promise)]
    for n, seat in enumerate(record["seats"]):
        own = nonces[n] != hmac.digest(seed, f"nonce {n}".encode(), "sha256")[:16]
        rows += (None, f"number of seat {n}", seat["seat"], n), (None, f"own_nonce of seat {n}", seat["own_nonce"], own)
    moves = [{**record, "ply": 0, "seat": 0, "at": record["started"]}, *record["moves"]]
    for ply, (move, mark) in enumerate(zip(moves, marks(record))):
        seat = min(max(move["seat"], 0), len(nonces) - 1)
        rows += [(ply, "ply", move["ply"], ply), (ply, "seat", move["seat"], seat)]
        rows.append((ply, "dice", move["dice"], drawn(seed, nonces, ply, move["dice"])))
        rows.append((ply, "mark", move["mark"], mark.hex()[:16]))
    rows.append((len(moves) - 1, "ended", record["ended"], moves[-1]["at"]))
    return [row for row in rows if json.dumps(row[2]) != json.dumps(row[3])]


def main(name: str) -> int:
    """Check the record in a file and say what was found; the exit code."""
    try:
        with open(0 if name == "-" else name, "rb") as file:
            found = [(each, differences(each)) for each in matches(json.loads(file.read().decode("utf-8-sig")))]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"{name}: this is no record of a match, or not a whole one: {type(error).__name__}: {error}")
        return 2
    for record, wrong in found:
        for ply, what, stands, right in wrong[:1]:
            print(f"NOT what was promised, or what was played, in match {json.dumps(record['match'])}:")
            where = "the promise" if ply is None else f"ply {ply}"
            print(f"{where} differs: {what} is {json.dumps(stands)} and has to be {json.dumps(right)}")
            return 1
        own = ", ".join(str(seat["seat"]) for seat in record["seats"] if seat["own_nonce"]) or "(none)"
        print(f"match {json.dumps(record['match'])}: the commitment {record['commitment']} holds")
        drew = sum(len(each["dice"].split()) for each in (record, *record["moves"]))
        print(f"  {len(record['moves']) + 1} plies in order, {drew} numbers and all marks right; own nonces: {own}")
    print("These hold. That the moves were legal, drew all they should and led to that end, only a replay shows.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ("-",)))
