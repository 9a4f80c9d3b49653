"""The first match of an embedded service, and how whoever started it can play on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from chalicelib.bootstrap import Container
from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller
from chalicelib.matches.seating import MatchWish, SeatWish
from chalicelib.players import sessions, tokens
from chalicelib.players.ports import Env
from chalicelib.players.seat_links import seat_link_token
from infra.local.place import write_private

ADDRESS = "you@example.org"
NAME = "Robin"
GAME = "keer-op-keer"
SEATS = (SeatWish("me"), SeatWish("bot", level=1), SeatWish("bot", level=2))


@dataclass(frozen=True, slots=True)
class First:
    """The account and the match that were made at the first start; `token` is the account's API token."""

    player: str
    token: str
    match: str


def first(container: Container, folder: Path) -> First:
    """What the first start made, or makes now; a start that was broken off is taken up by the next one."""
    path, env = folder / "first.json", container.env
    if not path.exists():
        write_private(path, json.dumps(asdict(_account(env)), indent=2) + "\n")
    made = First(**json.loads(path.read_text(encoding="utf-8")))
    if not repository.exists(env, made.match):
        service.create(env, made.player, MatchWish(GAME, SEATS, name="The first match"), match_id=made.match)
    return made


def _account(env: Env) -> First:
    """An account with a token, and the id of the match it is to have."""
    player = sessions.confirm(env, sessions.request_link(env, ADDRESS, name=NAME).token).player
    token = tokens.create_token(env, player, "made at the first start").secret
    return First(player, token, service.new_id(env))


def message(env: Env, base_url: str, made: First, mail: str) -> str:
    """How to play on: the link, where the mail is, the token, and curl lines."""
    api = f"{base_url}/matches/{made.match}"
    lines = [
        f"  Play in the browser  {_page(env, base_url, made)}",
        f"  Read the mail        {mail}",
        f"  Your API token       {made.token}",
        "",
        "  The same from a command line:",
        "",
        f"  export TOKEN={made.token}",
        f'  curl -H "Authorization: Bearer $TOKEN" {api}',
        f'  curl -H "Authorization: Bearer $TOKEN" {api}/legal',
        *_move_line(env, api, made),
    ]
    return "\n".join(lines)


def _page(env: Env, base_url: str, made: First) -> str:
    seat = repository.load(env, made.match).roster.seats[0]
    return f"{base_url}/m/{made.match}?seat=0&key={seat_link_token(env, made.match, 0, seat.epoch)}"


def _move_line(env: Env, api: str, made: First) -> list[str]:
    """The line that plays a move now, if the match waits for one."""
    legal = service.legal(env, made.match, Caller(made.player))
    if not legal.moves:
        return []
    text = json.dumps({"text": legal.moves[0][0]})
    return [
        '  curl -X PUT -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\',
        f"       -d '{text}' {api}/seats/0/moves/{legal.n}",
    ]
