"""All that is kept about a player, for that player."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.players import service as players
from chalicelib.web import shapes
from chalicelib.web.absences import absence_shown
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.mails import delivery_shown
from chalicelib.web.me import me_shown, still_there
from chalicelib.web.webhooks import webhooks_shown

bp = Blueprint(__name__)


@bp.route("/me/export", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def export_me(call: Call) -> shapes.MeExported:
    """All that is kept about you, but for secrets: of tokens and webhooks it tells what the lists of them tell."""
    env, player = call.env, call.player
    with still_there():
        profile = players.read_profile(env, player)
        away = service.absences(env, player).absences
    sent = env.store.query(f"P#{player}", prefix="D#", reverse=True).items
    return shapes.MeExported(
        profile=me_shown(profile),
        absences=[shapes.AbsenceShown.model_validate(absence_shown(each)) for each in away],
        tokens=[shapes.TokenShown.model_validate(each) for each in players.list_tokens(env, player)],
        webhooks=webhooks_shown(env, player),
        calendar=shapes.CalendarLink(created=shapes.moment(players.feed_since(env, player))),
        blocks=[shapes.BlockShown.model_validate(each) for each in players.list_blocks(env, player)],
        matches=[shapes.SeatOfMine.model_validate(each) for each in service.mine(env, player)],
        notes=[shapes.NoteOfMine.model_validate(each) for each in service.my_notes(env, player)],
        messages=[
            shapes.WordsOfMine(match=match, number=said.number, at=shapes.moment(said.at), text=said.text)
            for match, said in service.my_words(env, player)
        ],
        records=[shapes.MyRecord.model_validate(each) for each in service.my_records(env, player)],
        mail=[shapes.MailOfMatch.model_validate(service.of_match(profile, match)) for match in profile.mail.matches],
        deliveries=[delivery_shown(item) for item in sent],
    )
