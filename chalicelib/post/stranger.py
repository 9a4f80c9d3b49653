"""The one mail to somebody of whom nothing is known but an address: an invitation, and how to get no other."""

from __future__ import annotations

from email.message import EmailMessage
from urllib.parse import urlencode

from chalicelib.matches.match import Match
from chalicelib.players import invitations
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.invitations import Invitation
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile
from chalicelib.post import parts
from chalicelib.post.compose import mail
from chalicelib.post.delivery import Notice
from chalicelib.post.envelope import Envelope
from chalicelib.post.letter import Button, Letter, Section
from chalicelib.post.names import one_line
from chalicelib.post.ports import PostEnv
from chalicelib.post.scene import Scene


def invitation(post_env: PostEnv, match: Match, notice: Notice) -> EmailMessage:
    """The mail of an invitation. Raises UnknownPlayerError where none may go to its address, StoreError."""
    found = invitations.find(post_env.env, notice.player)
    if found is None or not invitations.may_be_mailed(post_env.env, found, notice.at):
        raise UnknownPlayerError("This address is not to be written to.")
    envelope = Envelope(
        sender=post_env.sender,
        to=found.address,
        contact=post_env.contact,
        domain=post_env.list_domain,
        id="#".join(notice.key),
        thread="",
        sent=post_env.env.clock.now(),
        unsubscribe=_page(post_env, found),
    )
    return mail(envelope, _letter(post_env, match, found))


def _letter(post_env: PostEnv, match: Match, found: Invitation) -> Letter:
    reader = Profile(found.id, "", "", found.address, found.language, "UTC", found.created)
    scene = Scene(post_env, match, reader, found.seat)
    _ = scene.catalogue.gettext
    said = {"name": _inviter(scene, found), "game": scene.game.name}
    until, page = scene.short(found.until), _page(post_env, found)
    return Letter(
        language=found.language,
        # what a match is called is its creator's to say, and nothing that strangers should find in their mail
        subject=_("{name} invites you to a match of {game}, until {deadline}").format(**said, deadline=until),
        kicker=scene.game.name,
        headline=_("{name} invites you to a match of {game}.").format(**said),
        lead=(
            _(
                "It is played over days, on Turnpost: everybody moves when it suits them, and gets a mail when it is "
                "their turn."
            ),
        ),
        rows=((_("Open until"), scene.left(found.until)), *parts.table(scene), *parts.options(scene)),
        button=Button(_("See the invitation"), page),
        answer=_how_to_answer(scene, page),
        footer=_footer(scene),
    )


def _inviter(scene: Scene, found: Invitation) -> str:
    """Who invites, by the name at the table, or the one of their account."""
    seat = scene.match.seat_of(found.inviter)
    if seat is not None:
        return one_line(scene.names[seat])
    return one_line(load_profile(scene.post_env.env.store, found.inviter, consistent=False).name)


def _page(post_env: PostEnv, found: Invitation) -> str:
    query = {"token": invitations.token(post_env.env, found), "language": found.language}
    return f"{post_env.base_url}/i?{urlencode(query)}"


def _how_to_answer(scene: Scene, page: str) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("How to answer"),
        paragraphs=(
            _("Accept or decline on this page; opening it commits you to nothing: {url}").format(url=page),
            _("To accept takes an account here, by this mail address or another one; there is no password."),
            _("The link answers in your name, so keep this mail to yourself. Nobody reads replies to it."),
            _("To get no invitations from here any more, whoever sends them: {url}").format(url=f"{page}#never"),
        ),
    )


def _footer(scene: Scene) -> tuple[str, ...]:
    _ = scene.catalogue.gettext
    contact = scene.post_env.contact
    lapses = _("If you do nothing, the invitation lapses by itself, and until then nobody else here can write to you.")
    pattern = _("Questions, or no more mail at all? Write to {address}.")
    return (lapses, pattern.format(address=contact)) if contact else (lapses,)
