"""The mail to somebody whose webhook is not called any more, because it said so or because it failed for days."""

from __future__ import annotations

from urllib.parse import urlsplit

from chalicelib.players import webhooks
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile
from chalicelib.players.webhook import FAILING_DAYS, Webhook
from chalicelib.post.calling import number_of
from chalicelib.post.compose import addressed, mail
from chalicelib.post.delivery import Delivery
from chalicelib.post.language import catalogue
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.mailing import SILENCED, Decided, Mail, as_written
from chalicelib.post.ports import PostEnv

PAGE = "/settings/webhooks"
"""Where players see to their webhooks."""


def decide(post_env: PostEnv, delivery: Delivery) -> Decided:
    """Send it, unless the webhook is called again, or gone. Raises StoreError."""
    env, notice = post_env.env, delivery.notice
    try:
        profile = load_profile(env.store, notice.player)
    except UnknownPlayerError:
        return as_written(delivery.overtaken(env.clock.now()))
    if profile.silenced:
        return as_written(delivery.failed(env.clock.now(), SILENCED.format(why=profile.silenced[1])))
    found = [each for each in webhooks.list_webhooks(env, notice.player) if number_of(each) == notice.n]
    if not found or not found[0].disabled:
        return as_written(delivery.overtaken(env.clock.now()))
    letter = _letter(post_env, profile, found[0])
    return Mail((delivery,), lambda _: mail(addressed(post_env, profile, notice), letter))


def _letter(post_env: PostEnv, profile: Profile, webhook: Webhook) -> Letter:
    _ = catalogue(profile.language).gettext
    host, page = urlsplit(webhook.url).netloc, f"{post_env.base_url}{PAGE}"
    return Letter(
        language=profile.language,
        subject=_("Your webhook at {host} is not called any more").format(host=host),
        kicker="Turnpost",
        headline=_("Your webhook at {host} is not called any more.").format(host=host),
        lead=(_why(profile, webhook),),
        button=Button(_("Look at your webhooks"), page),
        answer=Section(
            title=_("What you can do"),
            paragraphs=(
                _(
                    "The page shows what was sent and what came back, and there you can have it called again: {url}"
                ).format(url=page),
                _("What you are owed by mail comes as before."),
            ),
        ),
    )


def _why(profile: Profile, webhook: Webhook) -> str:
    words = catalogue(profile.language)
    if webhook.why == "gone":
        return words.gettext("It answered that it wants no more calls, or that it is not there any more.")
    pattern = words.ngettext(
        "On {n} day calls of it failed, and none was accepted in between.",
        "On {n} days calls of it failed, and none was accepted in between.",
        FAILING_DAYS,
    )
    return pattern.format(n=FAILING_DAYS)
