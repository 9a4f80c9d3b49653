"""Setting a match up."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from chalice.app import Response

from chalicelib.matches import fork, repository, service
from chalicelib.matches.errors import BusyError, ForbiddenError, InvalidMatchError, WrongStatusError
from chalicelib.matches.fork import From
from chalicelib.matches.match import MOST_ABSENCE, MOST_MISSES, MOST_REMINDERS, Seat
from chalicelib.matches.options import MANY
from chalicelib.matches.replay import SourceKind
from chalicelib.matches.service import MatchWish
from chalicelib.players import accounts, addresses, invitations
from chalicelib.players.errors import InvalidProfileError, UnknownPlayerError
from chalicelib.players.ports import Env
from chalicelib.post import dates
from chalicelib.post.game_words import choice_label, option_label, option_shape, settings
from chalicelib.post.language import catalogue
from chalicelib.post.names import name_of
from chalicelib.rules.errors import InvalidOptionError
from chalicelib.site import way
from chalicelib.site.pace_form import BANKS, FOLDED, INCREMENTS, PACES, THENS
from chalicelib.site.pages import go, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor
from chalicelib.site.wish import NOBODY, WishForm
from chalicelib.web.errors import KNOWN, NotFoundError

_ID = re.compile(r"[0-9a-z]{16}")
_SEAT = re.compile(r"seats\.([0-9]{1,2})(?:\.(email|handle))?")
_PLY = re.compile(r"[0-9]{1,5}")


def new_match_page(visitor: Visitor) -> Response:
    """The form, and the match that comes of it; who is not logged in does that first."""
    whence = _whence(visitor)
    if visitor.profile is None:
        return go(visitor, way.login(_here(visitor, whence)))
    env = visitor.container.env
    start = fork.start(env, whence, visitor.caller) if whence else None
    meta = env.games.meta(start.record.game, start.rules_version) if start else _game(visitor)
    form = WishForm(meta, visitor.form, start)
    if visitor.request.method != "POST":
        return _show(visitor, form)
    try:
        return go(visitor, f"/m/{_created(visitor, form)}#now")
    except KNOWN as error:
        return _show(visitor, form, _refused(visitor, form, error))


def _whence(visitor: Visitor) -> From | None:
    """The position that is to be gone on from, None where a match begins at the start. Raises NotFoundError."""
    asked = {name: visitor.form.get(name) or visitor.query(name) for name in ("match", "record", "ply")}
    kinds: tuple[SourceKind, ...] = ("match", "record")
    for kind in kinds:
        if _ID.fullmatch(asked[kind]) and _PLY.fullmatch(asked["ply"]):
            return From(kind, asked[kind], int(asked["ply"]))
    if any(asked.values()):
        raise NotFoundError("There is nothing to go on from at this address.")
    return None


def _here(visitor: Visitor, whence: From | None) -> str:
    if whence:
        return f"/new?{whence.kind}={whence.id}&ply={whence.ply}"
    return f"/new?game={_game(visitor).key}"


def _game(visitor: Visitor) -> Any:
    """The game that is asked for, or the first there is."""
    games = visitor.container.env.games
    asked = visitor.form.get("game") or visitor.query("game")
    return games.meta(asked if asked in set(games.keys()) else next(iter(games.keys())))


def _created(visitor: Visitor, form: WishForm) -> str:
    """The id of the match that is made of the form, once for all the times that its button is pressed."""
    env, match_id = visitor.container.env, form.value("id")
    if not _ID.fullmatch(match_id):
        match_id = service.new_id(env)
    elif repository.exists(env, match_id):
        return match_id
    wish = form.wish()
    try:
        service.create(env, visitor.player, wish, match_id=match_id)
    except BusyError:
        # two presses at the same moment: the other one may have made it
        if not repository.exists(env, match_id):
            raise
    except InvalidProfileError as error:
        raise InvalidMatchError(error.message, error.field) from error
    except UnknownPlayerError as error:
        raise InvalidMatchError("Nobody has this handle.", _unknown(env, form)) from error
    _link(env, visitor.player, wish, match_id)
    return match_id


def _link(env: Env, player: str, wish: MatchWish, match_id: str) -> None:
    """Make the link to join by that a private match with open seats is of no use without."""
    if wish.visibility != "private" or not any(seat.kind == "open" for seat in wish.seats):
        return
    try:
        service.make_link(env, player, match_id)
    except BusyError:
        return  # its page offers to make one


def _refused(visitor: Visitor, form: WishForm, error: Exception) -> Refusal:
    """The refusal of a form, which names the field that is meant."""
    game = visitor.container.env.games.get(form.meta.key, form.meta.rules_version)
    refusal = refusal_of(error, visitor.language, game)
    if isinstance(error, InvalidOptionError):
        return replace(refusal, field=form.field(error.option) if error.option else "seat-0")
    if isinstance(error, WrongStatusError):
        return replace(refusal, field=_asked_before(visitor, form))
    if isinstance(error, InvalidMatchError | ForbiddenError):
        return replace(refusal, field=_field(visitor, form, error.field))
    return refusal


def _field(visitor: Visitor, form: WishForm, named: str) -> str:
    """The field that a refusal of a match names in its own way."""
    if named == "email" and visitor.profile:
        places = form.guests(visitor.profile.email)
        return f"email-{places[0]}" if places else "seat-0"
    if found := _SEAT.fullmatch(named):
        place = [place for place in form.places() if form.sitter(place) != NOBODY][int(found[1])]
        return f"{found[2] or ('handle' if form.sitter(place) == 'player' else 'seat')}-{place}"
    return named or "seat-0"


def _asked_before(visitor: Visitor, form: WishForm) -> str:
    """The field with the first address that the visitor has invited and that has not answered, "" without one."""
    env = visitor.container.env
    for place in form.guests():
        if invitations.is_known(env, addresses.normalise(form.value(f"email-{place}")), visitor.player):
            return f"email-{place}"
    return ""


def _unknown(env: Env, form: WishForm) -> str:
    """The field with the first handle that nobody has."""
    for place in form.places():
        try:
            if form.sitter(place) == "player":
                accounts.find_player(env, form.handle(place))
        except UnknownPlayerError:
            return f"handle-{place}"
    return ""


def _names(form: WishForm, language: str) -> list[str]:
    """Who sat where, in the match that this one goes on from."""
    sitters, words = form.start.record.seats if form.start else [], catalogue(language)
    return [name_of(words, Seat(each.kind, name=each.name, level=each.level)) for each in sitters]


def _show(visitor: Visitor, form: WishForm, refusal: Refusal | None = None) -> Response:
    env, language = visitor.container.env, visitor.language
    game, words = env.games.get(form.meta.key, form.meta.rules_version), catalogue(language)
    return show(
        visitor,
        "new.html",
        refusal.status if refusal else 200,
        form=form,
        invitations=service.invitations_left(env, visitor.player),
        refusal=refusal,
        id=form.value("id") or service.new_id(env),
        games=list(map(env.games.meta, env.games.keys())),
        paces=[(seconds, dates.span(words, seconds)) for seconds in PACES],
        banks=[(seconds, dates.span(words, seconds)) for seconds in BANKS],
        increments=[(seconds, dates.span(words, seconds)) for seconds in INCREMENTS],
        thens=THENS,
        folded=FOLDED,
        most_misses=MOST_MISSES,
        most_absence=MOST_ABSENCE,
        most_reminders=MOST_REMINDERS,
        visibilities=form.visibilities(),
        names=_names(form, language),
        settings=settings(game, form.start.record.options, len(form.places()), language) if form.start else [],
        many=MANY,
        option_label=lambda option: option_label(game, option, language),
        choice_label=lambda option, value: choice_label(game, option, value, language),
        option_shape=lambda option: option_shape(game, option, language),
    )
