"""The letter of a digest: what waits for the reader, the most urgent first, and what else happened at their tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from chalicelib.matches import lists
from chalicelib.matches.repository import load
from chalicelib.matches.wall_clock import zone_of
from chalicelib.players.profile import Profile
from chalicelib.post import dates, turns
from chalicelib.post.compose import letter_of, together
from chalicelib.post.delivery import DIGEST, Notice
from chalicelib.post.fewer import fewer_url
from chalicelib.post.language import Catalogue, catalogue
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.planning import GROUP_OF
from chalicelib.post.ports import PostEnv
from chalicelib.post.scene import Scene

WHOLE = 5
"""So many matches that wait for the reader are told with news and board; a mail must not grow without end."""
MOST = 25
"""So many matches have an entry."""
_ASKING = frozenset({"turn", "reminder"})
"""Groups of notices that say no more than that a decision is open."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A match that waits for the reader, until `due` (epoch seconds, 0: no limit)."""

    scene: Scene
    due: int


def write(post_env: PostEnv, profile: Profile, told: Sequence[Notice]) -> Letter:
    """The letter that tells of these notices, and of all decisions the reader owes."""
    words = catalogue(profile.language)
    waiting = list(_waiting(post_env, profile))
    entries = [*_asked(post_env, waiting, told), *_happened(post_env, profile, waiting, told)]
    due = next((each.due for each in waiting if each.due), 0)
    subject, headline = _said(words, len(waiting))
    if due:
        until = dates.short(words, due, zone_of(profile.zone))
        subject = words.gettext("{what}, the first until {deadline}").format(what=subject, deadline=until)
    return Letter(
        language=profile.language,
        subject=f"Turnpost: {subject}",
        kicker="Turnpost",
        headline=headline,
        lead=_lead(words, len(entries) - MOST),
        button=Button(words.gettext("All your matches"), f"{post_env.base_url}/"),
        entries=tuple(entries[:MOST]),
        footer=_footer(post_env, profile, words),
    )


def _said(words: Catalogue, waiting: int) -> tuple[str, str]:
    if not waiting:
        return words.gettext("what happened at your tables"), words.gettext("What happened at your tables.")
    subject = words.ngettext("{n} match waits for you", "{n} matches wait for you", waiting).format(n=waiting)
    return subject, words.ngettext("{n} match waits for you.", "{n} matches wait for you.", waiting).format(n=waiting)


def _lead(words: Catalogue, left_out: int) -> tuple[str, ...]:
    once = words.gettext("This is what could wait for your daily mail, the most urgent first.")
    if left_out <= 0:
        return (once,)
    more = words.ngettext("{n} more match is on the page.", "{n} more matches are on the page.", left_out)
    return once, more.format(n=left_out)


def _waiting(post_env: PostEnv, profile: Profile) -> Iterator[_Waiting]:
    """The matches in which the reader owes a decision and wants to be told of it, the most urgent first."""
    mine = [each for each in lists.mine(post_env.env, profile.id) if each.my_turn]
    for each in sorted(mine, key=lambda match: (not match.due, match.due)):
        if profile.mail.mode("turn", each.id) != "off":
            scene = Scene(post_env, load(post_env.env, each.id), profile, each.seat)
            if scene.is_my_turn:
                yield _Waiting(scene, each.due)


def _asked(post_env: PostEnv, waiting: Sequence[_Waiting], told: Sequence[Notice]) -> Iterator[Letter]:
    for number, each in enumerate(waiting):
        match, profile = each.scene.match, each.scene.profile
        others = [notice for notice in told if notice.match == match.id and _is_news(notice)]
        letters = [letter_of(post_env, match, profile, notice) for notice in others]
        letter = turns.your_turn(each.scene)
        whole = replace(letter, answer=_short(letter.answer)) if number < WHOLE else _brief(letter)
        yield together(whole, letters) if letters else whole


def _is_news(notice: Notice) -> bool:
    return GROUP_OF[notice.category] not in _ASKING


def _short(answer: Section | None) -> Section | None:
    return replace(answer, command="") if answer else None


def _brief(letter: Letter) -> Letter:
    return replace(letter, news=None, board=None, answer=None)


def _happened(
    post_env: PostEnv, profile: Profile, waiting: Sequence[_Waiting], told: Sequence[Notice]
) -> Iterator[Letter]:
    """An entry for every match that does not wait for the reader, in the order in which things happened."""
    done = {each.scene.match.id for each in waiting}
    for name in dict.fromkeys(notice.match for notice in told if notice.match not in done):
        match = load(post_env.env, name)
        letters = [letter_of(post_env, match, profile, notice) for notice in told if notice.match == name]
        yield _entry(letters)


def _entry(letters: Sequence[Letter]) -> Letter:
    """What happened in a match, with the board as it is now where there is one."""
    first, *others = letters
    button = next((each.button for each in letters if each.button), None)
    rows = tuple(dict.fromkeys(chain.from_iterable(each.rows for each in letters)))
    entry = replace(first, button=button, rows=rows, answer=_short(first.answer))
    return together(entry, others) if others else entry


def _footer(post_env: PostEnv, profile: Profile, words: Catalogue) -> tuple[str, ...]:
    why = words.gettext("You get this mail once a day at most, when there is something to tell.")
    pattern = words.gettext("What comes at once, what comes here, and at what time: {url}")
    contact = words.gettext("Questions, or no more mail at all? Write to {address}.")
    none = words.gettext("No more of these daily mails: {url}").format(url=fewer_url(post_env, profile, DIGEST))
    address = post_env.contact
    told = (why, pattern.format(url=f"{post_env.base_url}/settings#mail"), none)
    return (*told, contact.format(address=address)) if address else told
