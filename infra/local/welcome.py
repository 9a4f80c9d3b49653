"""The first match of an embedded service, and how whoever started it can play on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from chalicelib.bootstrap import Container
from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller
from chalicelib.matches.seating import MatchWish, SeatWish
from chalicelib.players import accounts, sessions, tokens
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.errors import UnauthenticatedError, UnknownPlayerError
from chalicelib.players.ports import Env
from chalicelib.players.seat_links import seat_link_token
from infra.local.place import write_private

ADDRESS = "you@example.org"
NAME = "Robin"
GAME = "keer-op-keer"
NOTE = "first.json"
SEATS = (SeatWish("me"), SeatWish("bot", level=1), SeatWish("bot", level=2))


@dataclass(frozen=True, slots=True)
class First:
    """The account and the match that were made at the first start; `token` is the account's API token."""

    player: str
    token: str
    match: str


def first(container: Container, folder: Path) -> First:
    """An account whose token works, and a match that it can play on in: what an earlier start made, or new ones.

    A start that was broken off is taken up by the next one. Raises PlayerError, MatchError.
    """
    path, env = folder / NOTE, container.env
    kept = _kept(path)
    made = _with_match(env, _with_account(env, kept))
    if made != kept:
        write_private(path, json.dumps(asdict(made), indent=2) + "\n")
    if not repository.exists(env, made.match):
        service.create(env, made.player, MatchWish(GAME, SEATS, name="The first match"), match_id=made.match)
    return made


def _kept(path: Path) -> First | None:
    """What an earlier start noted, if it can be read."""
    try:
        noted = json.loads(path.read_text(encoding="utf-8"))
        made = First(**noted)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    return made if all(isinstance(value, str) and value for value in asdict(made).values()) else None


def _with_account(env: Env, kept: First | None) -> First:
    """The account that was kept, with a new token if the old one is dead; another account if that one is gone."""
    if kept is None or not _is_there(env, kept.player):
        player = sessions.confirm(env, sessions.request_link(env, ADDRESS, name=NAME).token).player
        return First(player, _new_token(env, player), service.new_id(env))
    return kept if _works(env, kept) else replace(kept, token=_new_token(env, kept.player))


def _is_there(env: Env, player: str) -> bool:
    try:
        accounts.read_profile(env, player)
    except UnknownPlayerError:
        return False
    return True


def _works(env: Env, kept: First) -> bool:
    try:
        return authenticate(env, kept.token, CredentialCache(0)).player == kept.player
    except UnauthenticatedError:
        return False


def _new_token(env: Env, player: str) -> str:
    return tokens.create_token(env, player, "made at a start").secret


def _with_match(env: Env, made: First) -> First:
    """With another match, if the one that was made is over, or this player has left it."""
    if not repository.exists(env, made.match):
        return made
    return made if _is_playable(env, made) else replace(made, match=service.new_id(env))


def _is_playable(env: Env, made: First) -> bool:
    match = repository.load(env, made.match)
    if match.head.status == "over" or match.seat_of(made.player) != 0:
        return False
    return not any(row.kind == "resigned" and row.seat == 0 for row in repository.log(env, made.match))


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


def short_message(base_url: str, made: First, mail: str, folder: Path) -> str:
    """The same for a log: what opens anything is not in it, but in a file that only its owner may read."""
    lines = [
        f"  The first match      {base_url}/matches/{made.match}",
        f"  Read the mail        {mail}",
        f"  Your API token       in {folder / NOTE}",
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
