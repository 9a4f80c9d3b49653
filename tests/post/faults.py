"""The fault table of the post: every call of store, queues, mailer and caller fails or kills in every way that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from chalicelib.matches import service
from chalicelib.matches.errors import BusyError
from chalicelib.matches.match import Caller, Match
from chalicelib.players.errors import PlayerError
from chalicelib.players.ports import Put, StoreError
from chalicelib.players.sessions import confirm, request_link
from chalicelib.post import login, relay, resending, sender
from chalicelib.post.delivery import item_of
from chalicelib.post.errors import DeliveryRefusedError
from chalicelib.post.on_request import id_of
from chalicelib.post.ports import QueueUnavailableError
from tests.adapters.tally import Tally
from tests.matches.faults import PASS, what_stands
from tests.post.mishaps import FITTING, KilledError, Mishap, Plan
from tests.post.office import text_of
from tests.post.works import Works

Strikes = Mapping[int, Mishap]


@dataclass(frozen=True)
class Path:
    """Some work of the post: how its scene is set, what is done, and how many calls a clean run of that makes.

    `stands` looks at what has come of it when everything is settled.
    """

    name: str
    scene: Callable[[Works], None]
    act: Callable[[Works], None]
    calls: int
    stands: Callable[[Works], object]


@dataclass(frozen=True, slots=True)
class Found:
    """What a run left: what stands, and sendings too many; what was called, and the numbers of the calls struck.

    `calls` are those of the path's own work, `followed` they and all others until nothing was left to do.
    """

    stands: object
    doubled: tuple[str, ...]
    calls: tuple[str, ...]
    followed: tuple[str, ...]
    met: tuple[int, ...]


def _owed(works: Works) -> None:
    """A match has begun, and the stream has not told of it yet."""
    works.office.desk.table("anna", "bram")


def _unrelayed(works: Works) -> None:
    """The stream never told of it, and the sweep's time has come."""
    _owed(works)
    works.changes.clear()
    works.clock.advance(relay.OVERDUE + 1)


def _enqueued(works: Works) -> None:
    """The notices stand in the queues."""
    _owed(works)
    relay.relay_all(works.clean, [item for change in works.changes if (item := change.new)])
    works.changes.clear()


def _delayed(works: Works) -> None:
    """The mailer said no for now, and the time to try again has come."""
    _enqueued(works)
    for line in (works.mails, works.calls):
        while messages := line.receive(limit=1):
            line.delete(messages[0].receipt)
    now = works.clock.now()
    works.store.commit([Put(item_of(row.leased(now + 1).delayed(now, "full"))) for row in works.rows()])
    works.changes.clear()
    works.clock.advance(60)


def _asked_again(works: Works) -> None:
    """What a webhook was told is to be sent once more, though it is not true any more."""
    _enqueued(works)
    (message,) = works.calls.receive(limit=1)
    works.calls.delete(message.receipt)
    (row,) = [row for row in works.rows() if row.notice.webhook]
    sender.send(works.clean, row.notice.key)
    works.office.forget()
    (row,) = [row for row in works.rows() if row.notice.webhook]
    works.store.commit([Put(item_of(row.asked_again(works.clock.now())))])
    works.calls.put({"delivery": list(row.notice.key)})
    service.resign(works.clean.env, _match(works).id, Caller("bram"))
    _all_told(works)


def _mailed(works: Works) -> None:
    """The mails are out."""
    _enqueued(works)
    while messages := works.mails.receive(limit=1):
        works.mails.delete(messages[0].receipt)
    for row in works.rows():
        if not row.notice.webhook:
            sender.send(works.clean, row.notice.key)
    works.office.forget()
    works.changes.clear()


def _resend(works: Works) -> None:
    """Ask for a mail once more, again when told that it did not work; that it is under way is as good."""
    row = next(row for row in works.rows() if row.notice.player == "anna" and not row.notice.webhook)
    for _ in range(4):
        try:
            resending.resend(works.post, "anna", id_of(row))
        except (KilledError, StoreError, PlayerError):
            continue
        except DeliveryRefusedError:
            break
        break
    works.take(works.mails)


def _busy(works: Works) -> None:
    """The notices stand in the queue, and somebody who died is at them still."""
    _enqueued(works)
    until = works.clock.now() + works.post.lease
    works.store.commit([Put(item_of(row.leased(until))) for row in works.rows()])
    works.changes.clear()


def _over(works: Works) -> None:
    """The notices stand in the queue, and are not true any more: a player has given up."""
    _enqueued(works)
    service.resign(works.clean.env, _match(works).id, Caller("bram"))
    _all_told(works)


def _match(works: Works) -> Match:
    """The only match there is."""
    (mine,) = service.mine(works.clean.env, "anna")
    return works.office.desk.load(mine.id)


def _choosing(works: Works) -> None:
    """One of two has chosen, nobody is owed a notice, and the other's choice will resolve the turn."""
    match = works.office.desk.table("anna", "bram")
    works.office.desk.play(match, 1, PASS)
    _all_told(works)


def _all_told(works: Works) -> None:
    """Nobody is owed a notice by now."""
    works.store.commit([Put(replace(row, version=row.version + 1, work=None)) for row in works.unmarked()])
    works.changes.clear()


def _move_and_post(works: Works) -> None:
    """A move, again until its sender is told of success, and all that follows from it."""
    match = _match(works)
    for _ in range(4):
        try:
            service.play(works.post.env, match.id, 0, match.head.opened[0], PASS, Caller("anna"))
        except (KilledError, StoreError, BusyError):
            continue
        return works.run()
    raise AssertionError("the move does not get through")


def _nothing(_: Works) -> None:
    """The scene of what begins with nothing."""


def _mail(works: Works) -> None:
    works.take(works.mails)


def _call(works: Works) -> None:
    works.take(works.calls)


def _log_in(works: Works) -> None:
    """Ask for a login mail as people do: again when told that it did not work. The last one is what counts."""
    for _ in range(4):
        try:
            asked = request_link(works.post.env, "dirk@example.org")
            works.asked.append(asked.token)
            login.owe(works.post, asked.address, asked.token, asked.language)
        except (KilledError, StoreError, QueueUnavailableError, PlayerError):
            continue
        works.take(works.mails)
        return


def _notices(works: Works) -> object:
    """How every notice ended, and which were accepted."""
    return {row.notice.key: row.state for row in works.rows()}, sorted(works.sent())


def _match_and_notices(works: Works) -> object:
    """The match with its log, and the notices."""
    return what_stands(works.office.desk, _match(works)), _notices(works)


def _use_link(works: Works) -> object:
    """The mailed link logs in."""
    found = [mail for mail in works.office.mailer.accepted if works.asked[-1] in text_of(mail)]
    return bool(found) and confirm(works.office.desk.env, works.asked[-1]).created


PATHS = (
    Path("relay", _owed, Works.stream, 9, _notices),
    Path("sweep unsent", _unrelayed, Works.sweep, 26, _notices),
    Path("sweep waiting", _delayed, Works.sweep, 23, _notices),
    Path("mail", _enqueued, _mail, 12, _notices),
    Path("webhook", _enqueued, _call, 6, _notices),
    Path("webhook again", _asked_again, _call, 6, _notices),
    Path("mail again", _mailed, _resend, 13, _notices),
    Path("busy", _busy, _mail, 10, _notices),
    Path("overtaken", _over, _mail, 4, _notices),
    Path("move to mail", _choosing, _move_and_post, 48, _match_and_notices),
    Path("login", _nothing, _log_in, 4, _use_link),
)


def run(path: Path, strikes: Strikes) -> Found:
    """Do the path's work under these strikes, and all that has to follow until nothing is left."""
    plan = Plan()
    works = Works(plan)
    try:
        path.scene(works)
        plan.strikes = strikes
        path.act(works)
        made = tuple(plan.calls)
        works.run()
        works.check()
        return Found(path.stands(works), tuple(works.doubled()), made, tuple(plan.calls), tuple(plan.met))
    finally:
        works.close()


def singles(path: Path) -> Iterator[Strikes]:
    """One mishap at every call, each that fits it."""
    for number, name in enumerate(run(path, {}).calls, 1):
        yield from ({number: mishap} for mishap in FITTING[name])


def pairs(path: Path, first: int = 0, last: int = 0) -> Iterator[Strikes]:
    """After each mishap at one of the `first` calls another one, at every call up to the `last` (0: all of them)."""
    for one in singles(path):
        (number,) = one
        if first and number > first:
            return
        followed = run(path, one).followed
        for two in range(number + 1, (last or len(followed)) + 1):
            yield from ({**one, two: mishap} for mishap in FITTING[followed[two - 1]])


def tally(path: Path, strikes: Iterable[Strikes]) -> Tally:
    """The path under each of these strikes."""
    expected = run(path, {})
    found = Tally(path.name, "sqlite", len(expected.calls))
    for each in strikes:
        found.runs += 1
        try:
            after = run(path, each)
        except AssertionError as error:
            found.lost.append(f"{each}: {error}")
            continue
        found.met += len(after.met)
        if after.doubled:
            found.doubled.append(f"{each}: {after}")
        elif after.stands != expected.stands:
            found.lost.append(f"{each}: {after}")
    return found
