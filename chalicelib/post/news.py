"""What has happened since a seat's own last move, as that seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from chalicelib.matches import repository
from chalicelib.matches.events import Entry, LogRow
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env
from chalicelib.post.language import Catalogue
from chalicelib.post.names import named
from chalicelib.rules import AnyGame, Fact

SENTENCES = 60
"""So many sentences stand in a mail at most, the newest."""
_FAR = 120
"""So many rows are looked through for the seat's own last move."""

_DECIDED = ("moved", "sealed", "expired")
_QUIET = ("sealed", "retracted")
_WAIVED = "pass"
_PASSED = ("passed", "opened_pass")
"""What games call the facts that tell of a pass; that it was the only move is said in their place, or before."""
_NO_MOVE = "-"
"""What a turn is called in which nothing could be done; a game tells of it as such."""
_CHOSE = ("chose", "chose_pass")
"""What games call the fact that tells a seat alone of what it has sealed."""


@dataclass(frozen=True, slots=True)
class News:
    """The rows of the log that are new to a seat; `since_own` says that it has moved before."""

    rows: tuple[LogRow, ...]
    since_own: bool
    is_cut: bool = False
    """Whether older rows, that are new to the seat too, were not looked at."""


def news_for(env: Env, match: Match, seat: int) -> News:
    """The rows from the seat's own last move on, that move among them unless it was sealed and told nothing.

    All of the log's newest rows where the seat has not moved yet.
    """
    since: list[LogRow] = []
    own = None
    for row in islice(repository.newest(env, match, 3 * len(match.roster.seats) + 2), _FAR):
        since.insert(0, row)
        if row.seat == seat and row.kind in _DECIDED:
            own = row
            break
    resolved = max((row.version for row in since if row.entries), default=0)
    told = tuple(row for row in since if (row is not own or row.entries) and not _is_stale(row, resolved))
    return News(told, own is not None, own is None and len(since) == _FAR)


def tell(
    rules: Callable[[LogRow], AnyGame],
    catalogue: Catalogue,
    language: str,
    rows: Sequence[LogRow],
    seat: int | None,
    names: Sequence[str],
) -> tuple[str, ...]:
    """All rows in sentences, names put in; `rules` are those that a row is told by."""
    said = [sentence for row in rows for sentence in _sentences(rules(row), catalogue, language, row, seat)]
    return tuple(named(sentence, names) for sentence in said)


def _is_stale(row: LogRow, resolved: int) -> bool:
    """Whether it only tells of a sealed choice that has been opened since."""
    return row.kind in _QUIET and not row.entries and row.version < resolved


def _sentences(game: AnyGame, catalogue: Catalogue, language: str, row: LogRow, seat: int | None) -> Iterator[str]:
    if row.kind == "migrated":
        pattern = catalogue.gettext("From here on the match is played by version {version} of the rules.")
        yield pattern.format(version=row.text)
    facts = row.facts_for(seat)
    passes = [entry for entry in row.entries if entry.text == _WAIVED] if _tells_passes(facts) else []
    for entry in row.entries:
        if entry not in passes or entry.how != "forced":
            yield from _how(catalogue, entry)
    for fact in facts:
        if _chose_by_itself(row, fact, seat):
            yield from _by_itself(catalogue, row, fact)
        if fact.kind in _PASSED and _next_of(passes, fact.seat) == "forced":
            yield catalogue.gettext("{name} could only pass.").format(name=f"@{fact.seat}")
            if fact.kind == "passed":
                continue
        yield game.say(fact, language)


def _tells_passes(facts: Sequence[Fact]) -> bool:
    return any(fact.kind in _PASSED for fact in facts)


def _next_of(passes: list[Entry], seat: int | None) -> str:
    """How the next pass of this seat came about, which is taken from the list; "" if there is none."""
    found = next((entry for entry in passes if entry.seat == seat), None)
    if found is None:
        return ""
    passes.remove(found)
    return found.how


def _chose_by_itself(row: LogRow, fact: Fact, seat: int | None) -> bool:
    """Whether the fact tells a seat of a choice sealed for it that it did not submit."""
    own = seat is not None and fact.seat == seat and fact.kind in _CHOSE and seat not in dict(row.ordered)
    return own and (row.kind, row.seat) != ("sealed", seat)


def _by_itself(catalogue: Catalogue, row: LogRow, fact: Fact) -> Iterator[str]:
    name = f"@{fact.seat}"
    if row.kind == "expired" and row.seat == fact.seat:
        yield catalogue.gettext("{name} ran out of time.").format(name=name)
    else:
        yield catalogue.gettext("Only one move was possible for {name}; it was played by itself.").format(name=name)


def _how(catalogue: Catalogue, entry: Entry) -> Iterator[str]:
    name = f"@{entry.seat}"
    if entry.how == "timeout":
        yield catalogue.gettext("{name} ran out of time.").format(name=name)
    elif entry.how == "forced" and entry.text == _WAIVED:
        yield catalogue.gettext("{name} could only pass.").format(name=name)
    elif entry.how == "forced" and entry.text != _NO_MOVE:
        yield catalogue.gettext("Only one move was possible for {name}; it was played by itself.").format(name=name)
    elif entry.how == "resigned":
        yield catalogue.gettext("{name} gave up.").format(name=name)
