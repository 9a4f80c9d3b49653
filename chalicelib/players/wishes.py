"""What a player wants to be told of by mail: at once, in the digest of the day, or not at all. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from chalicelib.players.errors import InvalidProfileError

Group = Literal["turn", "reminder", "match", "table", "talk"]
Mode = Literal["now", "digest", "off"]
GROUPS: tuple[Group, ...] = get_args(Group)
MODES: tuple[Mode, ...] = get_args(Mode)

DEFAULTS: Mapping[Group, Mode] = {"turn": "now", "reminder": "now", "match": "now", "table": "digest", "talk": "digest"}
"""What suits somebody who has chosen nothing: what asks for a decision at once, the rest once a day at most."""
MORNING = 8 * 60
"""The minute of the local day at which the digest comes, unless another is chosen."""
MOST_MATCHES = 100
"""For so many matches somebody may wish for something else than for all others."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody chose: `groups` for all matches, `matches` for single ones, by their ids; the rest is DEFAULTS.

    `digest` is the minute of their local day at which the digest comes.
    """

    groups: Mapping[Group, Mode] = field(default_factory=dict)
    matches: Mapping[str, Mapping[Group, Mode]] = field(default_factory=dict)
    digest: int = MORNING

    def mode(self, group: Group, match: str = "") -> Mode:
        """How the player wants to be told of such things (of this match)."""
        own = self.matches.get(match, {})
        return own.get(group) or self.groups.get(group) or DEFAULTS[group]

    def all(self, match: str = "") -> dict[Group, Mode]:
        """How the player wants to be told of each group of things (of this match)."""
        return {group: self.mode(group, match) for group in GROUPS}

    def wishing(self, chosen: Mapping[str, str | None], match: str = "") -> Wishes:
        """With these modes by group (of this match); None takes back what was chosen. Raises InvalidProfileError."""
        before = self.matches.get(match, {}) if match else self.groups
        after = _merged(before, chosen)
        if not match:
            return replace(self, groups=after)
        others = {name: modes for name, modes in self.matches.items() if name != match}
        if after and len(others) >= MOST_MATCHES:
            raise InvalidProfileError("mail", f"You have wishes of their own for {MOST_MATCHES} matches already.")
        return replace(self, matches={**others, match: after} if after else others)

    def stopping(self, kind: str) -> Wishes:
        """Without any mails of a group, whatever was chosen for single matches; "digest": of what comes in the digest.

        What comes at once goes on doing so where the digest is stopped.
        """
        if kind == "digest":
            stopped: dict[str, str | None] = {group: "off" for group in GROUPS if self.mode(group) == "digest"}
            return replace(self, groups=_merged(self.groups, stopped), matches=_each(self.matches, _without_digest))
        groups = _merged(self.groups, {kind: "off"})
        return replace(self, groups=groups, matches=_each(self.matches, lambda modes: _merged(modes, {kind: None})))

    def forgetting(self, matches: frozenset[str]) -> Wishes:
        """Without what was wished for these matches."""
        return replace(self, matches={name: modes for name, modes in self.matches.items() if name not in matches})


def _stopped(mode: Mode) -> Mode:
    return "off" if mode == "digest" else mode


def _without_digest(modes: Mapping[Group, Mode]) -> Mapping[Group, Mode]:
    return {group: _stopped(mode) for group, mode in modes.items()}


def _each(
    matches: Mapping[str, Mapping[Group, Mode]], work: Callable[[Mapping[Group, Mode]], Mapping[Group, Mode]]
) -> dict[str, Mapping[Group, Mode]]:
    """What becomes of the wishes for every match; none is kept of which nothing is left."""
    after = {name: work(modes) for name, modes in matches.items()}
    return {name: modes for name, modes in after.items() if modes}


def _merged(before: Mapping[Group, Mode], chosen: Mapping[str, str | None]) -> dict[Group, Mode]:
    """Groups in their own order, so that equal wishes are stored alike."""
    for name, mode in chosen.items():
        if name not in GROUPS:
            raise InvalidProfileError("mail", f"What you can choose for is {', '.join(GROUPS)}.")
        if mode is not None and mode not in MODES:
            raise InvalidProfileError("mail", "What you can choose is now, digest, off.")
    wanted: dict[str, str | None] = {**dict(before.items()), **chosen}
    return {group: mode for group in GROUPS for mode in MODES if wanted.get(group) == mode}
