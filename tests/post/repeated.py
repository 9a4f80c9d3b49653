"""What a player can do again and again without anybody else's doing: each a scene, an act, and what undoes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chalicelib.matches import service
from chalicelib.matches.match import JoinLink, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from chalicelib.players.errors import TooManyRequestsError
from tests.matches.desk import ME, OPEN
from tests.post.stories import ANNA, GAME, NAME, THREE, TWO, ZOE, Story

TIMES, PAUSE = 30, 118
"""So often it is done and undone, with so many seconds in between: within an hour."""

Act = Callable[[Story], object]


def _nothing(_: Story) -> None:
    """For what needs no scene, or cannot be undone."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """Something to repeat, and how many mails of it its `reader` gets at most within an hour.

    `told` and `untold` stand in the subject of the newest mail once it is done, or undone ("": that is not told).
    """

    scene: Act
    act: Act
    undo: Act
    most: int
    told: str = ""
    untold: str = ""
    reader: str = "zoe"


def flood(case: Repeated) -> Story:
    """Do and undo it for an hour, or until it is refused; whatever is owed is sent at once."""
    story = Story()
    case.scene(story)
    story.tell()
    story.office.forget()
    for _ in range(TIMES):
        try:
            case.act(story)
        except TooManyRequestsError:
            break
        story.tell()
        case.undo(story)
        story.tell()
        story.clock.advance(PAUSE)
    return story


def newest(story: Story, case: Repeated) -> str:
    """The subject of the newest mail to the reader."""
    return str(story.office.mails(case.reader)[-1]["Subject"])


def _zoes_turn(story: Story) -> None:
    story.table(*THREE)
    story.turn_of(1)


def _three(story: Story) -> None:
    story.table(*THREE)


def _without_zoe(story: Story) -> None:
    story.table("anna", "bram")


def _open_table(story: Story) -> None:
    story.id = story.desk.create(ME, OPEN, OPEN, player="zoe", game=GAME, name=NAME).id


def _annas_table(story: Story) -> None:
    story.id = story.desk.create(ME, OPEN, OPEN, player="anna", game=GAME, name=NAME).id


def _linked_table(story: Story) -> None:
    wish = {"game": GAME, "name": NAME, "visibility": "private"}
    story.id = story.desk.create(ME, OPEN, OPEN, player="zoe", **wish).id
    service.make_link(story.env, "zoe", story.id)


def _slow(story: Story) -> None:
    story.table(*TWO, pace=Pace(decision_time=20 * DAY, ladder=()))
    story.turn_of(1)
    story.clock.advance(3 * HOUR)


def _over(story: Story) -> None:
    story.table(*TWO)
    for each in (ANNA, ZOE):
        service.offer_draw(story.env, story.id, each)


def _both_choose(story: Story) -> None:
    story.table(*TWO, game="keer-op-keer")


def _lend(level: int) -> Act:
    return lambda story: service.lend(story.env, story.id, ANNA, level)


def _take_back(story: Story) -> None:
    service.take_back(story.env, story.id, ANNA)


def _call(story: Story) -> None:
    service.substitute(story.env, story.id, ANNA)


def _call_zoe(story: Story) -> None:
    service.substitute(story.env, story.id, ANNA, handle="zoe")


def _call_one(story: Story) -> None:
    service.substitute(story.env, story.id, ANNA, handle="cees")


def _end_call(story: Story) -> None:
    service.end_call(story.env, story.id, ANNA)


def _join(story: Story) -> None:
    service.join(story.env, "anna", story.id)


def _leave(story: Story) -> None:
    service.leave(story.env, "anna", story.id)


def _join_by_link(story: Story) -> None:
    service.join(story.env, "anna", story.id, link=JoinLink(story.id, story.match.roster.link))


def _leave_and_decline(story: Story) -> None:
    for _ in range(2):
        _leave(story)


def _away_here(story: Story) -> None:
    service.announce_here(story.env, story.id, 0, story.clock.now() + 2 * HOUR, ANNA)


def _back_here(story: Story) -> None:
    story.clock.advance(1)
    service.return_here(story.env, story.id, ANNA)


def _away(story: Story) -> None:
    service.announce(story.env, "anna", 0, story.clock.now() + 2 * HOUR)
    service.spread(story.env)


def _back(story: Story) -> None:
    story.clock.advance(1)
    (found,) = service.absences(story.env, "anna").absences
    service.withdraw(story.env, "anna", found.id)
    service.spread(story.env)


def _offer(story: Story) -> None:
    service.offer_draw(story.env, story.id, ANNA)


def _withdraw_offer(story: Story) -> None:
    service.decline_draw(story.env, story.id, ANNA)


def _nudge(story: Story) -> None:
    service.nudge(story.env, story.id, ANNA)


def _say(story: Story) -> None:
    service.say(story.env, story.id, f"It is {story.clock.now()}.", ANNA)


def _rematch(story: Story) -> None:
    service.rematch(story.env, "anna", story.id)


def _leave_rematch(story: Story) -> None:
    service.leave(story.env, "anna", story.match.roster.rematch)


def _invite(wish: SeatWish) -> Act:
    return lambda story: service.invite(story.env, "anna", story.id, wish)


def _uninvite(story: Story) -> None:
    service.uninvite(story.env, "anna", story.id, 1)


def _create(story: Story) -> None:
    seats = (ME, SeatWish("player", handle="zoe"), OPEN)
    story.id = story.desk.create(*seats, player="anna", game=GAME, name=NAME).id


def _choose(story: Story) -> None:
    story.desk.play(story.match, 0)


def _retract(story: Story) -> None:
    service.retract(story.env, story.id, 0, story.match.head.opened[0], ANNA)


BOT, PLAYS = "a bot plays for Anna", "Anna plays again"
GONE, INVITED = "Anna has left the table", "Anna invites you"

REPEATED: dict[str, Repeated] = {
    "lend and take back": Repeated(_zoes_turn, _lend(0), _take_back, 1, BOT, PLAYS),
    "change the bot": Repeated(_zoes_turn, _lend(1), _lend(2), 1, BOT, BOT),
    "call and end the call": Repeated(_three, _call, _end_call, 1, "a substitute for Anna is looked for"),
    "call one player": Repeated(_three, _call_one, _end_call, 1, "a substitute for Anna was asked"),
    "ask one player": Repeated(_without_zoe, _call_zoe, _end_call, 10, "Anna"),
    "join and leave": Repeated(_open_table, _join, _leave, 1, "", GONE),
    "join by a link and leave": Repeated(_linked_table, _join_by_link, _leave_and_decline, 1, "", "Anna declined"),
    "go and return here": Repeated(_three, _away_here, _back_here, 1, "Anna is away until", "Anna is not away"),
    "go and return": Repeated(_three, _away, _back, 1, "Anna is away until", "Anna is not away"),
    "offer and withdraw a draw": Repeated(_three, _offer, _withdraw_offer, 1, "Anna offers a draw"),
    "nudge": Repeated(_slow, _nudge, _nothing, 1, "Anna"),
    "talk": Repeated(_three, _say, _nothing, 4, "Anna"),
    "rematch and leave": Repeated(_over, _rematch, _leave_rematch, 6, "Anna", ""),
    "invite and take back": Repeated(_annas_table, _invite(SeatWish("player", handle="zoe")), _uninvite, 10, INVITED),
    "invite by mail and take back": Repeated(
        _annas_table, _invite(SeatWish("invite", email="new@example.com")), _uninvite, 2, INVITED, reader="new"
    ),
    "create and leave": Repeated(_nothing, _create, _leave, 20, INVITED, ""),
    "choose and take back": Repeated(_both_choose, _choose, _retract, 0),
}
