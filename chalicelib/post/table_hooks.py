"""Which webhooks are called with what a log row owes: those of the players themselves, and those of the match.

One of a match is told what happens at the table: a turn of every seat, and once what is owed to several. Where players
have attached the same URL, the one who did so first speaks to it, and nobody else does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chalicelib.matches.attaching import may_attach
from chalicelib.matches.events import Owed
from chalicelib.matches.repository import load_many
from chalicelib.players.ports import Env
from chalicelib.players.webhook import Webhook
from chalicelib.players.webhooks import webhooks_called

OF_A_SEAT = ("your_turn", "reminder", "nudge", "timed_out")
"""What the webhook of a match is told of every seat that it is owed to."""
OF_THE_TABLE = ("match_started", "match_ended", "seat_changed", "away", "draw_offered", "called_off")
"""What it is told once, however many are owed it."""
OF_ITS_PLAYER = ("message",)
"""What it is told only as its player is: what somebody has said to those who have not answered."""


@dataclass(frozen=True, slots=True)
class Calling:
    """A webhook that is to be called with what was owed to somebody, who need not be its player."""

    webhook: Webhook
    owed: Owed


def callings(env: Env, match: str, owed: Sequence[Owed]) -> Iterator[Calling]:
    """Which webhooks a row's notices go to (`match` "": those of players only); it may be a moment old.

    Raises StoreError.
    """
    own, hooks = webhooks_called(env.store, dict.fromkeys(each.player for each in owed), match)
    present = _of_those_there(env, match, hooks)
    for each in owed:
        speakers = _speakers(present, each.category)
        for hook in own[each.player]:
            speaker = speakers.get(hook.url)
            if hook.wants(each.category) and not (speaker and _is_told(speaker, each)):
                yield Calling(hook, each)
    for category in dict.fromkeys(each.category for each in owed):
        alike = [each for each in owed if each.category == category]
        for speaker in _speakers(present, category).values():
            yield from (Calling(speaker, each) for each in _told(speaker, alike))


def _of_those_there(env: Env, match_id: str, hooks: Sequence[Webhook]) -> list[Webhook]:
    """Those whose players are still at the table."""
    found = load_many(env, [match_id], lists=True) if hooks else []
    return [hook for match in found for hook in hooks if may_attach(match, hook.player)]


def _speakers(hooks: Sequence[Webhook], category: str) -> dict[str, Webhook]:
    """The webhook that speaks to each URL of such things: the first that wants to be told of them."""
    found: dict[str, Webhook] = {}
    for hook in hooks:
        if hook.wants(category):
            found.setdefault(hook.url, hook)
    return found


def _told(speaker: Webhook, alike: Sequence[Owed]) -> Sequence[Owed]:
    """With which of the notices of one category a webhook of the match is called."""
    told = [each for each in alike if _is_told(speaker, each)]
    if told and told[0].category in OF_THE_TABLE:
        return [next((each for each in told if each.player == speaker.player), told[0])]
    return told


def _is_told(speaker: Webhook, owed: Owed) -> bool:
    if owed.category in OF_ITS_PLAYER:
        return owed.player == speaker.player
    return owed.category in OF_A_SEAT or owed.category in OF_THE_TABLE
