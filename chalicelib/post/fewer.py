"""The link in every mail by which its reader gets no more of its kind, or of its kind about its match."""

from __future__ import annotations

from chalicelib.players.mail_links import Kind, mail_link_token
from chalicelib.players.profile import Profile
from chalicelib.post.delivery import DIGEST
from chalicelib.post.planning import GROUP_OF
from chalicelib.post.ports import PostEnv


def fewer_url(post_env: PostEnv, profile: Profile, category: str, match: str = "") -> str:
    """Where the link of a mail of this category leads to; the page asks before it does anything."""
    kind: Kind = "digest" if category == DIGEST else GROUP_OF[category]
    return f"{post_env.base_url}/u/{mail_link_token(post_env.env, profile, kind, match)}"
