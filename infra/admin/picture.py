"""A match in a form that can be shown: as values of JSON, and those as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from chalicelib.matches import pace, repository
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.errors import UnreadableMatchError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Head, Match, Origin
from chalicelib.matches.reading import LogShown, log_shown
from chalicelib.players.ports import Env
from chalicelib.post.language import catalogue
from chalicelib.post.names import name_of, named, named_lines, one_line
from chalicelib.rules import AnyGame
from infra.admin import deliveries, pacing

_LANGUAGE = "en"


def of(env: Env, match: Match, rows: list[LogRow], seat: int | None, unread: str = "") -> dict[str, Any]:
    """The match as the watcher on that seat (None: a spectator) may see it, and what was sent of it.

    `unread` says why its position and what its log tells cannot be read, as by rules that are not here.
    """
    roster, head = match.roster, match.head
    names = [name_of(catalogue(_LANGUAGE), sitter) for sitter in roster.seats]
    return {
        "match": match.id,
        "name": one_line(roster.name),
        "game": roster.game,
        "rules_version": roster.rules_at(),
        "options": dict(roster.options),
        "visibility": roster.visibility,
        "origin": _origin(roster.origin),
        "status": head.status,
        "unreadable": unread,
        "version": head.version,
        "ply": head.ply,
        "created": pace.stamp(roster.created),
        "started": pace.stamp(head.started),
        "ended": pace.stamp(head.ended),
        "commitment": roster.commitment,
        **pacing.of(env, match),
        "seats": [
            {**_seat(match, number, names), **pacing.of_seat(env, match, number)} for number in range(len(roster.seats))
        ],
        "decisions": list(_decisions(env, match, rows)),
        "seen_by": "a spectator" if seat is None else f"seat {seat}",
        "board": _board(env, match, seat, names),
        "outcome": None if unread else _outcome(env, match),
        "log": [_logged(env, match, row, seat, names) for row in rows],
        "deliveries": [deliveries.told(each) for each in deliveries.of_match(env, match, rows)],
    }


def _origin(origin: Origin | None) -> dict[str, Any] | None:
    """What the match goes on from."""
    if origin is None:
        return None
    return {"kind": origin.kind, "id": origin.id, "ply": origin.ply, "name": one_line(origin.name)}


def _seat(match: Match, number: int, names: Sequence[str]) -> dict[str, Any]:
    seat = match.roster.seats[number]
    own = bool(seat.nonce)
    return {"seat": number, "kind": seat.kind, "name": names[number], "level": seat.level, "own_nonce": own}


def _decisions(env: Env, match: Match, rows: Sequence[LogRow]) -> Iterator[dict[str, Any]]:
    """Who is to decide, since when and until when."""
    head, at = match.head, {row.version: row.at for row in rows}
    if head.status != "running":
        return
    to_move = repository.rules(env, match.roster).to_move(head.state) if head.state is not None else _waited_for(head)
    for seat in to_move:
        yield {
            "seat": seat,
            "n": head.opened[seat],
            "since": pace.stamp(at.get(head.opened[seat], 0)),
            "until": pace.stamp(head.deadlines[seat]),
            "overdue": pace.overdue(head.deadlines[seat], env.clock.now()),
        }


def _waited_for(head: Head) -> tuple[int, ...]:
    """The seats that have a decision open or sealed: which of them, only the rules can tell."""
    return tuple(seat for seat, opened in enumerate(head.opened) if opened)


def _board(env: Env, match: Match, seat: int | None, names: Sequence[str]) -> str:
    if match.head.state is None:
        return ""
    game = repository.rules(env, match.roster)
    return named_lines(game.text(game.view(match.head.state, seat), _LANGUAGE), names)


def _outcome(env: Env, match: Match) -> Any:
    outcome = outcome_of(repository.rules(env, match.roster), match)
    return None if outcome is None else repository.plain(outcome)


def _logged(env: Env, match: Match, row: LogRow, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
    shown = _told(env, match, row, seat)
    return {
        "version": shown.version,
        "at": shown.at,
        "kind": shown.kind,
        "seat": shown.seat,
        "n": row.n,
        "text": shown.text,
        "moves": [dict(zip(("ply", "seat", "move", "how"), entry, strict=True)) for entry in shown.entries],
        "said": [named(sentence, names) for sentence in shown.said],
        "draws": [list(drawn) for drawn in shown.draws],
    }


def _told(env: Env, match: Match, row: LogRow, seat: int | None) -> LogShown:
    """A row as that seat is told of it; without sentences where the rules of its time are not here."""
    try:
        game = repository.rules(env, match.roster, row.version)
    except UnreadableMatchError:
        nobody = cast(AnyGame, None)  # no fact is left to be said
        return log_shown(nobody, replace(row, facts=(), own={}), seat, _LANGUAGE)
    return log_shown(game, row, seat, _LANGUAGE)


def hidden(env: Env, match: Match) -> dict[str, Any]:
    """What nobody may see before the match has ended."""
    roster, state = match.roster, match.head.state
    found: dict[str, Any] = {"seed": roster.seed, "nonces": [nonce.hex() for nonce in roster.nonces()]}
    if told := pacing.orders(match):
        found["orders"] = told
    if state is not None:
        game = repository.rules(env, roster)
        moves = [game.sealed(state, seat) for seat in range(len(roster.seats))]
        found["sealed"] = [None if move is None else game.format(move) for move in moves]
        found["state"] = repository.plain(state)
    return found


def text(shown: Mapping[str, Any]) -> str:
    """All of it as text."""
    parts = [_header(shown), _seats(shown["seats"], shown["pace"]), _open(shown["decisions"])]
    if shown["board"]:
        parts.append(f"As {shown['seen_by']} sees it:\n\n{_indented(shown['board'])}")
    if shown["outcome"]:
        outcome = shown["outcome"]
        winners = ", ".join(map(str, outcome["winners"])) or "nobody"
        parts.append(f"Outcome: {outcome['termination']}; winners: {winners}")
    parts += [_log(shown["log"]), _sent(shown["deliveries"])]
    if "hidden" in shown:
        parts.append("Hidden:\n" + "\n".join(f"  {name}: {json.dumps(it)}" for name, it in shown["hidden"].items()))
    return "\n\n".join(part for part in parts if part)


def _header(shown: Mapping[str, Any]) -> str:
    options = ", ".join(f"{name} {value}" for name, value in shown["options"].items()) or "none"
    lines = [
        f"{shown['match']}: {shown['name']}",
        f"  {shown['game']}, rules {shown['rules_version']}; options: {options}; {shown['visibility']}",
        *_begun(shown["origin"]),
        *([f"  {shown['unreadable']}"] if shown["unreadable"] else []),
        f"  {shown['status']}, version {shown['version']}, ply {shown['ply']}",
        "  " + "; ".join(f"{name} {shown[name]}" for name in ("created", "started", "ended") if shown[name]),
        f"  commitment {shown['commitment']}",
        *pacing.lines(shown),
    ]
    return "\n".join(lines)


def _begun(origin: Mapping[str, Any] | None) -> Iterator[str]:
    if origin:
        yield f"  goes on from the {origin['kind']} {origin['id']} after ply {origin['ply']}: {origin['name']}"


def _seats(seats: Sequence[Mapping[str, Any]], setting: Mapping[str, Any]) -> str:
    lines = ["Seats:"]
    for seat in seats:
        level = f", level {seat['level']}" if seat["level"] else ""
        nonce = ", own nonce" if seat["own_nonce"] else ""
        lines.append(f"  {seat['seat']}  {seat['name']} ({seat['kind']}{level}{nonce})")
        lines += pacing.of_seat_lines(seat, setting)
    return "\n".join(lines)


def _open(decisions: Sequence[Mapping[str, Any]]) -> str:
    if not decisions:
        return ""
    lines = ["Open decisions:"]
    for each in decisions:
        late = ", overdue" if each["overdue"] else ""
        lines.append(f"  seat {each['seat']}, n {each['n']}: since {each['since']} until {each['until']}{late}")
    return "\n".join(lines)


def _log(log: Sequence[Mapping[str, Any]]) -> str:
    lines = ["Log:"]
    for row in log:
        who = "" if row["seat"] is None else f" seat {row['seat']}"
        said = f": {row['text']}" if row["text"] else ""
        lines.append(f"  v{row['version']}  {row['at']}  {row['kind']}{who}, n {row['n']}{said}")
        lines += [f"      {move['ply']}. seat {move['seat']} {move['move']} ({move['how']})" for move in row["moves"]]
        lines += [f"      {sentence}" for sentence in row["said"]]
    return "\n".join(lines)


def _sent(sent: Sequence[Mapping[str, Any]]) -> str:
    if not sent:
        return "Deliveries: none"
    lines = ["Deliveries:"]
    for each in sent:
        following = f", next {each['next']}" if each["next"] else ""
        following += f", held ({each['held']})" if each["held"] else ""
        lines.append(f"  {each['id']}  {each['state']}, attempts {each['attempts']}{following}")
        lines += [f"      {failure}" for failure in each["failures"]]
    return "\n".join(lines)


def _indented(board: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in board.split("\n"))
