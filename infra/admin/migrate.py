"""`migrate`: let running matches go on by the newer rules of their game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from chalicelib.bootstrap import Container
from chalicelib.matches import repository
from chalicelib.matches.errors import MatchError, MatchNotFoundError, MigrationRefusedError
from chalicelib.matches.migration import Migrated, migrate
from chalicelib.players.ports import Env
from chalicelib.post import relay
from infra.admin.errors import AdminError
from infra.admin.line import command, count, say
from infra.admin.tables import match_ids

_LONG = """
A match is played to its end by the rules it began with. Where a newer version takes running matches over (its
MIGRATIONS say from which), this carries them over, each in one commit: its players are told in the log and asked anew
where what they have to decide has changed, deadlines stay as they are, and the record tells after which ply it was.
What cannot be carried over goes on by its own rules. There is no way back.

With --game every running match of that game by the rules of --from is taken, whatever happens to the others.
"""


def add(commands: Any) -> None:
    """Tell the command line of it."""
    parser = command(commands, "migrate", "let running matches go on by newer rules of their game", _LONG)
    parser.add_argument("match", nargs="?", default="", metavar="MATCH", help="the id of a match")
    parser.add_argument("--game", default="", metavar="KEY", help="all matches of this game")
    parser.add_argument("--from", type=int, default=0, dest="before", metavar="N", help="with --game: by these rules")
    parser.add_argument("--to", type=int, default=0, metavar="N", help="the version they go on by (today's)")
    parser.add_argument("--dry-run", action="store_true", help="only tell which could be carried over")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, container: Container) -> int:
    """Carry over what was asked for; 1 if a match could not be. Raises AdminError, MatchError, StoreError."""
    if bool(asked.match) == bool(asked.game) or bool(asked.game) != bool(asked.before):
        raise AdminError("Say which match to migrate, or --game KEY --from N.")
    env = container.env
    if asked.game:
        _check_versions(env, asked.game, asked.before, asked.to)
    wanted = _running(env, asked.game, asked.before) if asked.game else [asked.match]
    done = refused = 0
    for match_id in wanted:
        try:
            found = migrate(env, match_id, asked.to, dry=asked.dry_run)
        except MatchError as error:
            if not asked.game and not isinstance(error, MigrationRefusedError):
                raise
            refused += 1
            say(f"{match_id}: {error.message}")
            continue
        done += 1
        say(f"{match_id}: {_told(found, dry=asked.dry_run)}")
        if container.settings.store == "sqlite" and not asked.dry_run:
            _tell(container, found)
    say(f"{count(done, 'match', 'matches')} {'can be ' * asked.dry_run}carried over, {refused or 'none'} refused.")
    return 1 if refused else 0


def _check_versions(env: Env, game: str, before: int, to: int) -> None:
    """Raises AdminError for what is not here, or not offered, before a table is read for it."""
    try:
        after = to or env.games.meta(game).rules_version
        if before == after:
            newest = f"Version {after} of the rules of {game} is the newest here: there is nothing newer to go on by."
            raise AdminError("--from and --to name the same version: nothing would change." if to else newest)
        offered = env.games.migration(game, before, after)
    except LookupError as error:
        raise AdminError(f"There are no such rules here: {error}.") from None
    if offered is None:
        raise AdminError(f"The rules of {game}, version {after}, take nothing over from version {before}.")


def _running(env: Env, game: str, before: int) -> Iterator[str]:
    for match_id in match_ids(env.store):
        try:
            match = repository.load(env, match_id)
        except (MatchNotFoundError, MatchError):
            continue  # `verify` tells of those that cannot be read
        if match.head.status == "running" and (match.roster.game, match.roster.rules_at()) == (game, before):
            yield match_id


def _told(found: Migrated, *, dry: bool) -> str:
    roster, head = found.match.roster, found.match.head
    anew = f", asking seats {', '.join(map(str, found.reopened))} anew" if found.reopened else ""
    would = "could go on" if dry else "goes on"
    return f"{would} by version {roster.rules_at()} of {roster.game} after ply {head.ply} (so far {found.before}){anew}"


def _tell(container: Container, found: Migrated) -> None:
    """What a stream does elsewhere: the service that runs on the folder does not hear of what others commit."""
    match = found.match
    item = container.env.store.get(repository.log_key(match.id, *match.head.last))
    if item is not None:
        relay.relay(container.post, item)
