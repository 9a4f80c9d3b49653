"""Signing up and logging in, which are one thing: a mail with a link that is good for 15 minutes and once.

Asking for a link does the same work for an address that is known and for one that is not; the account, if it is a
new one, comes into being when the link is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.players import addresses, credentials, rates, repository, silencing
from chalicelib.players.errors import BusyError, HandleTakenError, UnauthenticatedError
from chalicelib.players.invitations import silence_key
from chalicelib.players.ports import Absent, Check, ConditionFailedError, Delete, Env, Item, Key, Present, Put, Write
from chalicelib.players.profile import (
    NEWCOMERS,
    Profile,
    clean_handle,
    clean_language,
    clean_name,
    clean_zone,
    handle_from,
)
from chalicelib.players.repository import Credential
from chalicelib.players.stored import Stored

LOGIN = Stored("login")
LINK_SECONDS = 15 * 60
SESSION_SECONDS = 30 * 86_400
LOGIN_MAILS = rates.Rate("login", 5, 3600, "This address was sent several login mails already; please wait a while.")

_TRIES = 8


@dataclass(frozen=True, slots=True)
class LoginRequest:
    """A login mail that is owed: the link's `token`, to whom and in which language."""

    token: str
    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Session:
    """A confirmed login: the cookie's secret, whose it is, its end in epoch seconds, whether the account is new."""

    token: str
    player: str
    expires: int
    created: bool


def request_link(
    env: Env, address: str, name: str = "", language: str = "en", handle: str = "", zone: str = ""
) -> LoginRequest:
    """Note that a login mail is owed to the address; the rest serves to make the account, should there be none.

    Raises InvalidAddressError, InvalidProfileError, HandleTakenError, TooManyRequestsError.
    """
    normal = addresses.normalise(address)
    wanted = {
        "address": normal,
        "name": clean_name(name) if name else "",
        "language": clean_language(language),
        "handle": clean_handle(handle) if handle else "",
        "zone": clean_zone(zone) if zone else "UTC",
    }
    if handle and repository.pointed(env.store, repository.handle_key(wanted["handle"])) is not None:
        raise HandleTakenError(f"The handle {wanted['handle']} is taken; please choose another one.")
    token = credentials.new_opaque(env.ids)
    _owe_link(env, token, wanted)
    return LoginRequest(token, normal, language)


def _owe_link(env: Env, token: str, wanted: Mapping[str, str]) -> None:
    key = repository.secret_key(credentials.digest(token))
    login = LOGIN.item(key, wanted, expires=env.clock.now() + LINK_SECONDS)
    subject = addresses.digest(wanted["address"])
    for _ in range(_TRIES):
        counted = rates.spend(env, LOGIN_MAILS, subject)
        try:
            return repository.commit(env, [Put(login, Absent()), counted], env.ids.name(20))
        except ConditionFailedError:
            continue  # another mail to this address was counted in between
    raise BusyError("This address is asked for too often at once; please try again.")


def confirm(env: Env, token: str) -> Session:
    """Use a login link up: log its player in, and make the account first if the address is new.

    That the link arrived proves the address: from here on it gets all mail again, if it was silenced.
    Raises UnauthenticatedError when the link is unknown, used or too old.
    """
    for attempt in range(_TRIES):
        login = _login(env, token)
        wanted = LOGIN.body(login)
        address = repository.address_key(addresses.digest(wanted["address"]))
        known = repository.pointed(env.store, address)
        player = known or env.ids.name(12)
        session, writes = _open_session(env, player)
        account = _known_account(env, address, known) if known else _new_account(env, player, wanted, attempt)
        try:
            heard = Delete(silence_key(addresses.digest(wanted["address"])))
            repository.commit(env, [Delete(login.key, Present()), *account, *writes, heard], env.ids.name(20))
        except ConditionFailedError:
            continue  # the link was used, the address signed up or left, or the handle went in between: look again
        return Session(session, player, env.clock.now() + SESSION_SECONDS, created=not known)
    raise BusyError("This address is signing up several times at once; please try again.")


def _login(env: Env, token: str) -> Item:
    if credentials.is_opaque(token):
        login = env.store.get(repository.secret_key(credentials.digest(token)))
        if login is not None and login.kind == "login":
            return login
    raise UnauthenticatedError("This login link is unknown, was used already, or is older than 15 minutes.")


def _open_session(env: Env, player: str) -> tuple[str, list[Write]]:
    token = credentials.new_opaque(env.ids)
    now = env.clock.now()
    made = Credential(
        "session", env.ids.name(12), player, credentials.digest(token), "", now, expires=now + SESSION_SECONDS
    )
    return token, [Put(row, Absent()) for row in made.rows()]


def _known_account(env: Env, address: Key, player: str) -> list[Write]:
    return [Check(address, Present()), *silencing.lifted(env.store, player)]


def _new_account(env: Env, player: str, wanted: Mapping[str, Any], attempt: int) -> list[Write]:
    handle = _free_handle(env, wanted, attempt)
    profile = Profile(
        player,
        wanted["name"] or handle,
        handle,
        wanted["address"],
        wanted["language"],
        wanted["zone"],
        env.clock.now(),
        reminders=NEWCOMERS,
    )
    address = repository.address_key(addresses.digest(profile.email))
    rows = (
        repository.profile_item(profile),
        repository.pointer_item(repository.handle_key(handle), "handle", player),
        repository.pointer_item(address, "email", player),
    )
    return [Put(row, Absent()) for row in rows]


def _free_handle(env: Env, wanted: Mapping[str, Any], attempt: int) -> str:
    first: str = wanted["handle"] or handle_from(wanted["name"])
    if first and attempt == 0 and repository.pointed(env.store, repository.handle_key(first)) is None:
        return first
    stem = first[:13].rstrip("-") or "player"
    return f"{stem}-{env.ids.name(6).lower()}"


def sign_out(env: Env, token: str) -> None:
    """End the session of this secret; nothing happens if there is none."""
    digest = credentials.digest(token)
    found = env.store.get(repository.secret_key(digest))
    if found is not None and found.kind == "session":
        listing = repository.listing_key(found.body["player"], found.body["id"])
        repository.commit(env, [Delete(found.key), Delete(listing)], env.ids.name(20))
