"""What players do and how they are known, in one place for those who call it; each is loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.players.accounts import Changes, delete_account, find_player, read_profile, update_profile
    from chalicelib.players.authentication import CredentialCache, Identity, authenticate
    from chalicelib.players.profile import SPOKEN, Profile
    from chalicelib.players.seat_links import read_seat_link
    from chalicelib.players.sessions import LINK_SECONDS, SESSION_SECONDS, LoginRequest, confirm, request_link, sign_out
    from chalicelib.players.tokens import create_token, list_tokens, revoke_token
    from chalicelib.players.webhooks import create_webhook, delete_webhook, list_webhooks

__all__ = [
    "LINK_SECONDS",
    "SESSION_SECONDS",
    "SPOKEN",
    "Changes",
    "CredentialCache",
    "Identity",
    "LoginRequest",
    "Profile",
    "authenticate",
    "confirm",
    "create_token",
    "create_webhook",
    "delete_account",
    "delete_webhook",
    "find_player",
    "list_tokens",
    "list_webhooks",
    "read_profile",
    "read_seat_link",
    "request_link",
    "revoke_token",
    "sign_out",
    "update_profile",
]

_HOMES = {
    "accounts": ("Changes", "delete_account", "find_player", "read_profile", "update_profile"),
    "authentication": ("CredentialCache", "Identity", "authenticate"),
    "profile": ("SPOKEN", "Profile"),
    "seat_links": ("read_seat_link",),
    "sessions": ("LINK_SECONDS", "SESSION_SECONDS", "LoginRequest", "confirm", "request_link", "sign_out"),
    "tokens": ("create_token", "list_tokens", "revoke_token"),
    "webhooks": ("create_webhook", "delete_webhook", "list_webhooks"),
}
"""Which module each of them lives in."""

if not TYPE_CHECKING:  # a type checker would believe it of every name

    def __getattr__(name: str) -> object:
        for home, names in _HOMES.items():
            if name in names:
                found = getattr(importlib.import_module(f"{__package__}.{home}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"no use case is called {name}", name=name)
