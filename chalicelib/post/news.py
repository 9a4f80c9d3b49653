"""What has happened since a seat's own last move, as that seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from zoneinfo import ZoneInfo

from chalicelib.matches import repository
from chalicelib.matches.ending import told_facts
from chalicelib.matches.events import Entry, How, LogRow
from chalicelib.matches.match import Match, Roster
from chalicelib.players.ports import Env
from chalicelib.post import happenings
from chalicelib.post.language import Catalogue, catalogue
from chalicelib.post.names import name_before, named
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

    All of the log's newest rows where its player has not moved yet, whoever sat there before.
    """
    since: list[LogRow] = []
    own = None
    came = max((each.version for each in match.roster.handovers if each.seat == seat), default=0)
    for row in islice(repository.newest(env, match, 2 * len(match.roster.seats) + 2), _FAR):
        since.insert(0, row)
        if row.seat == seat and row.kind in _DECIDED and row.version > came:
            own = row
            break
    resolved = max((row.version for row in since if row.entries), default=0)
    told = tuple(row for row in since if (row is not own or row.entries) and not _is_stale(row, resolved))
    return News(told, own is not None, own is None and len(since) == _FAR)


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told: in which language and zone, as the watcher on which seat (None: a spectator), and by which names.

    `roster` says who sat where when; without one everybody has always sat where they sit now.
    """

    language: str
    seat: int | None
    names: Sequence[str]
    zone: ZoneInfo = happenings.UTC
    roster: Roster | None = None

    @property
    def words(self) -> Catalogue:
        """The listener's catalogue."""
        return catalogue(self.language)

    def before(self, seat: int, version: int) -> str:
        """Who sat there before the commit of this version, if somebody else has come since; else ""."""
        return name_before(self.words, self.roster, seat, version) if self.roster else ""

    def names_at(self, version: int) -> Sequence[str]:
        """Who sat where after the commit of this version."""
        if self.roster is None or not self.roster.handovers:
            return self.names
        return [self.before(seat, version + 1) or name for seat, name in enumerate(self.names)]

    def names_in(self, row: LogRow) -> Sequence[str]:
        """The names for a row's sentences; behind those at the table stands who gave the seat of the row away in it."""
        return [*self.names_at(row.version), self.before(row.seat, row.version)]

    def gave(self, row: LogRow) -> str:
        """Who gave the seat of the row away in it, as its sentences name everybody; "" where nobody did."""
        return f"@{len(self.names)}" if self.before(row.seat, row.version) else ""


def tell(rules: Callable[[LogRow], AnyGame], listener: Listener, rows: Sequence[LogRow]) -> tuple[str, ...]:
    """All rows in sentences, names put in; `rules` are those that a row is told by."""
    return tuple(
        named(sentence, listener.names_in(row)) for row in rows for sentence in _sentences(rules(row), listener, row)
    )


def happened(listener: Listener, row: LogRow) -> tuple[str, ...]:
    """What a row tells beside moves, in sentences with names put in; nothing for most rows."""
    out = (happenings.of_entry(listener.words, entry) for entry in row.entries if entry.how == "expelled")
    return tuple(named(sentence, listener.names_in(row)) for sentence in chain(_beside(listener, row), out))


def _beside(listener: Listener, row: LogRow) -> Iterator[str]:
    gave, zone = listener.gave(row), listener.zone
    return happenings.sentences(listener.words, row.kind, row.seat, row.text, before=gave, zone=zone)


def _is_stale(row: LogRow, resolved: int) -> bool:
    """Whether it only tells of a sealed choice that has been opened since."""
    return row.kind in _QUIET and not row.entries and row.version < resolved


def _sentences(game: AnyGame, listener: Listener, row: LogRow) -> Iterator[str]:
    words, seat = listener.words, listener.seat
    if row.kind == "migrated":
        pattern = words.gettext("From here on the match is played by version {version} of the rules.")
        yield pattern.format(version=row.text)
    facts = told_facts(row.facts_for(seat), row.entries[-1] if row.entries else None)
    passes = [entry for entry in row.entries if entry.text == _WAIVED] if _tells_passes(facts) else []
    yield from _beside(listener, row)
    for entry in happenings.told_once(row.entries):
        if entry not in passes or entry.how != "forced":
            yield from _how(words, entry)
    for fact in facts:
        if seat is not None and fact.seat == seat and fact.kind in _CHOSE:
            yield from _by_itself(words, row, seat)
        if fact.kind in _PASSED and _next_of(passes, fact.seat) == "forced":
            yield words.gettext("{name} could only pass.").format(name=f"@{fact.seat}")
            if fact.kind == "passed":
                continue
        yield game.say(fact, listener.language)


def _tells_passes(facts: Sequence[Fact]) -> bool:
    return any(fact.kind in _PASSED for fact in facts)


def _next_of(passes: list[Entry], seat: int | None) -> str:
    """How the next pass of this seat came about, which is taken from the list; "" if there is none."""
    found = next((entry for entry in passes if entry.seat == seat), None)
    if found is None:
        return ""
    passes.remove(found)
    return found.how


def _by_itself(words: Catalogue, row: LogRow, seat: int) -> Iterator[str]:
    """How a choice of this seat came to be sealed, where its player did not submit it and the row says."""
    how: How | None = "timeout" if (row.kind, row.seat) == ("expired", seat) else dict(row.chosen).get(seat)
    if any((entry.seat, entry.how) == (seat, how) for entry in row.entries):
        return  # opened in the same commit, and told there
    if how == "forced":
        yield words.gettext("Only one move was possible for {name}; it was played by itself.").format(name=f"@{seat}")
    elif how is not None:
        # the bot of a seat that was given up plays for it as one that stands in does
        yield happenings.of_entry(words, Entry(0, seat, "", "lent" if how == "bot" else how))


def _how(words: Catalogue, entry: Entry) -> Iterator[str]:
    name = f"@{entry.seat}"
    if entry.how == "forced" and entry.text == _WAIVED:
        yield words.gettext("{name} could only pass.").format(name=name)
    elif entry.how == "forced" and entry.text != _NO_MOVE:
        yield words.gettext("Only one move was possible for {name}; it was played by itself.").format(name=name)
    elif told := happenings.of_entry(words, entry):
        yield told
