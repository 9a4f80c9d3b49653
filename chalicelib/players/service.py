"""What players do and how they are known, in one place for those who call it; each is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalicelib.players.deferred import deferred

if TYPE_CHECKING:
    from chalicelib.players.accounts import (
        UNCHANGED,
        Changes,
        delete_account,
        find_player,
        read_profile,
        update_profile,
    )
    from chalicelib.players.authentication import CredentialCache, Identity, authenticate
    from chalicelib.players.blocks import Blocked, block, list_blocks, look_up, unblock
    from chalicelib.players.feed import feed_since, make_feed, path_of, read_feed, revoke_feed
    from chalicelib.players.profile import SPOKEN, Profile, clock_of
    from chalicelib.players.seat_links import read_seat_link
    from chalicelib.players.sessions import LINK_SECONDS, SESSION_SECONDS, LoginRequest, confirm, request_link, sign_out
    from chalicelib.players.tokens import create_token, list_tokens, revoke_token
    from chalicelib.players.webhooks import (
        choose_categories,
        create_webhook,
        delete_webhook,
        disable_webhook,
        enable_webhook,
        end_secret,
        find_webhook,
        list_webhooks,
        rotate_secret,
    )

HOMES = {
    "accounts": ("UNCHANGED", "Changes", "delete_account", "find_player", "read_profile", "update_profile"),
    "authentication": ("CredentialCache", "Identity", "authenticate"),
    "blocks": ("Blocked", "block", "list_blocks", "look_up", "unblock"),
    "feed": ("feed_since", "make_feed", "path_of", "read_feed", "revoke_feed"),
    "profile": ("SPOKEN", "Profile", "clock_of"),
    "seat_links": ("read_seat_link",),
    "sessions": ("LINK_SECONDS", "SESSION_SECONDS", "LoginRequest", "confirm", "request_link", "sign_out"),
    "tokens": ("create_token", "list_tokens", "revoke_token"),
    "webhooks": (
        "choose_categories",
        "create_webhook",
        "delete_webhook",
        "disable_webhook",
        "enable_webhook",
        "end_secret",
        "find_webhook",
        "list_webhooks",
        "rotate_secret",
    ),
}
"""Which module holds each of them; a test compares it with what a type checker is shown above."""

if not TYPE_CHECKING:  # a type checker would take any name for one of them
    __all__, __getattr__ = deferred(__name__, HOMES)
