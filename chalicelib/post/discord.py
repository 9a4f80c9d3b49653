"""The call of a webhook in the shape of Discord's: one embed, within Discord's limits, that pings nobody.

Limits and fields as in Discord's documentation of "Execute Webhook" and of embeds; times as `<t:...>`, which every
reader sees in their own zone.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from chalicelib.matches import pace
from chalicelib.matches.match import Match
from chalicelib.matches.repository import told_by
from chalicelib.players.profile import SPOKEN, Profile
from chalicelib.players.repository import load_profiles
from chalicelib.players.webhook import Webhook
from chalicelib.post import news, occasions
from chalicelib.post.call import ADDRESS_PAGE
from chalicelib.post.delivery import Notice
from chalicelib.post.language import catalogue
from chalicelib.post.names import one_line
from chalicelib.post.ports import PostEnv
from chalicelib.post.scene import Scene

CONTENT, TITLE, DESCRIPTION, VALUE = 2_000, 256, 4_096, 1_024
"""Characters that Discord takes at most; of an embed as a whole 6,000, which ours stays below."""
_MARKS = re.compile(r"([\\*_~`|<>#@:\[\]()-])")
_ROW = ("seat_changed", "away", "called_off")
_COLOUR = 0x2F6F5E


@dataclass(frozen=True, slots=True)
class Discord:
    """What writes for a webhook of this kind, in its player's language."""

    webhook: Webhook

    def body(self, post_env: PostEnv, match: Match, notice: Notice, *, whole: bool = False) -> bytes:
        """What happened in a match; who is concerned is named, if it is not the `whole` table. Raises StoreError."""
        del whole  # every headline says so by itself
        scene = Scene(post_env, match, _reader(post_env, self.webhook), notice.seat, notice)
        embed = {
            "title": clipped(plain(scene.title), TITLE),
            "url": scene.public_page(),
            "description": clipped("\n".join(map(plain, _lines(scene, notice))), DESCRIPTION),
            "timestamp": pace.stamp(notice.at),
            "color": _COLOUR,
            "fields": _fields(scene),
        }
        return written(f"**{plain(_headline(scene, notice))}**", embed)

    def test(self, post_env: PostEnv, webhook: Webhook, notice: Notice) -> bytes:
        """That it works. Raises StoreError."""
        _ = catalogue(_reader(post_env, webhook).language).gettext
        told = _("This is a test from Turnpost: what you are to be told will come here.")
        embed = {"title": "Turnpost", "url": post_env.base_url, "timestamp": pace.stamp(notice.at)}
        return written(plain(told), embed)

    def silenced(self, post_env: PostEnv, profile: Profile, notice: Notice) -> bytes:
        """That the player's address gets no mail any more. Raises StoreError."""
        _ = catalogue(profile.language).gettext
        if profile.silenced and profile.silenced[1] == "complained":
            told = _("Mails from Turnpost were called unwanted at your address, so it gets no more of them.")
        else:
            told = _("Mails to your address come back, so it gets no more of them.")
        how = _("Look at your settings to have your address used again.")
        page = f"{post_env.base_url}{ADDRESS_PAGE}"
        embed = {"title": "Turnpost", "url": page, "description": plain(how), "timestamp": pace.stamp(notice.at)}
        return written(plain(told), embed)


def written(content: str, embed: dict[str, Any]) -> bytes:
    """A message, by which nobody is pinged, whatever stands in it."""
    told = {"content": clipped(content, CONTENT), "embeds": [embed], "allowed_mentions": {"parse": []}}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def plain(text: str) -> str:
    """Somebody's words on one line, of which Discord makes neither markup nor links, nor mentions."""
    return _MARKS.sub(r"\\\1", one_line(text))


def clipped(text: str, most: int) -> str:
    """The text in so many UTF-16 units, as Discord counts; no mark that makes the next one plain is left at the end."""
    if len(text.encode("utf-16-le")) <= 2 * most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - 2)].decode("utf-16-le", "ignore")
    return kept.rstrip("\\") + "…"


def _reader(post_env: PostEnv, webhook: Webhook) -> Profile:
    """Whoever reads the channel: nobody at the table, in the language of the webhook's player."""
    found = load_profiles(post_env.env.store, [webhook.player])
    return Profile("", "", "", "", found[0].language if found else SPOKEN[0], "UTC", 0)


def _headline(scene: Scene, notice: Notice) -> str:
    _, name = scene.catalogue.gettext, scene.names[notice.seat]
    match notice.category:
        case "your_turn":
            return _("It is the turn of {name}.").format(name=name)
        case "reminder":
            return _("It is still the turn of {name}.").format(name=name)
        case "nudge":
            return _("The others wait for the move of {name}.").format(name=name)
        case "timed_out":
            return _("The time of {name} was up.").format(name=name)
        case "match_started":
            return _("The match has begun.")
        case "match_ended":
            return _("The match is over: {result}.").format(result=scene.result())
        case "invitation":
            return _("A seat is kept for {name}.").format(name=name)
        case "message":
            return _("Something was said at the table.")
    return next(iter(scene.happened()), scene.title)


def _lines(scene: Scene, notice: Notice) -> list[str]:
    """What happened, as everybody may know it."""
    env, match = scene.post_env.env, scene.match
    if notice.category == "message":
        heard = occasions.newest(occasions.heard(env, match, notice))
        return [f"{one_line(each.name)}: {one_line(each.text or '')}" for each in heard]
    rules = told_by(env, match.roster)
    if notice.category == "timed_out":
        return list(news.tell(rules, scene.listener, (scene.row,)))
    if notice.category in _ROW:
        return list(scene.happened()[1:])
    if notice.category == "match_ended":
        return [verdict] if (verdict := scene.verdict()) else []
    if notice.category != "your_turn":
        return []
    found = news.news_for(env, match, notice.seat)
    return list(news.tell(rules, scene.listener, found.rows)[-news.SENTENCES :])


def _fields(scene: Scene) -> list[dict[str, Any]]:
    _, to_move = scene.catalogue.gettext, scene.to_move()
    if not to_move:
        return []
    deadline = scene.deadline(to_move)
    told = [(_("To move"), plain(scene.named(to_move)))]
    if deadline:
        told.append((_("Move by"), f"<t:{deadline}:F> (<t:{deadline}:R>)"))
    return [{"name": name, "value": clipped(value, VALUE), "inline": True} for name, value in told]
