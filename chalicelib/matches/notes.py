"""Private notes: what a player jots down about a match, for nobody's eyes but their own.

`N#<match>` in the player's partition is a note. It belongs to the player and not to the seat: no link acts for it, no
substitute gets it, it stays when the match is over, and it goes with the account.
"""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import NotYourSeatError, WrongStatusError
from chalicelib.matches.match import Caller
from chalicelib.matches.reading import visible
from chalicelib.players.ports import Absent, Env, Item, Key, Put, VersionIs
from chalicelib.players.prose import clean_text
from chalicelib.players.repository import is_there, load_profile
from chalicelib.players.stored import Stored

NOTE = Stored("note")
LONGEST = 4_000
"""Characters of the longest note."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note: `version` counts its changes (0: there was none yet), `at` is when the last was, in epoch seconds."""

    match: str
    text: str = ""
    version: int = 0
    at: int = 0


def note_key(player: str, match_id: str) -> Key:
    """Where a player's note about a match stands."""
    return Key(f"P#{player}", f"N#{match_id}")


def read_note(env: Env, player: str, match_id: str) -> Note:
    """The player's note about a match they sit in, or have noted something of before.

    Raises MatchNotFoundError, NotYourSeatError.
    """
    return _standing(env, player, match_id) or _empty(env, player, match_id)


def write_note(env: Env, player: str, match_id: str, text: str, version: int | None = None) -> Note:
    """Put this in the note's place ("" empties it); with a `version` only if the note is still of that one.

    The same text again changes nothing. Raises MatchNotFoundError, NotYourSeatError, InvalidTextError,
    WrongStatusError (the note was changed elsewhere), UnknownPlayerError, BusyError.
    """
    kept = clean_text(text, LONGEST, 0)

    def work() -> Note:
        load_profile(env.store, player)
        before = read_note(env, player, match_id)
        if before.text == kept:
            return before
        if version is not None and version != before.version:
            raise WrongStatusError("Your note was changed elsewhere in the meantime. Look at it again.")
        after = Note(match_id, kept, before.version + 1, env.clock.now())
        condition = VersionIs(before.version) if before.version else Absent()
        commit(env, [Put(_item(player, after), condition), is_there(player)])
        return after

    return attempt(env, work)


def my_notes(env: Env, player: str) -> list[Note]:
    """All notes of a player, by the id of the match; those that were emptied left out."""
    rows = env.store.query(f"P#{player}", prefix="N#", consistent=True).items
    return [note for note in map(_note, rows) if note.text]


def _standing(env: Env, player: str, match_id: str) -> Note | None:
    item = env.store.get(note_key(player, match_id))
    return _note(item) if item else None


def _empty(env: Env, player: str, match_id: str) -> Note:
    """Where nothing is noted yet; only for somebody who sits there."""
    if visible(env, match_id, Caller(player)).seat_of(player) is None:
        raise NotYourSeatError("You do not sit at this table.")
    return Note(match_id)


def _item(player: str, note: Note) -> Item:
    return NOTE.item(note_key(player, note.match), {"text": note.text, "at": note.at}, note.version)


def _note(item: Item) -> Note:
    body = NOTE.body(item)
    return Note(item.key.sort.removeprefix("N#"), body["text"], item.version, body["at"])
