"""A little of everything that the service stores, made by its own use cases and always the same."""

from __future__ import annotations

import importlib
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import chalicelib
import infra
from chalicelib.matches import records, service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match, Migration, Pace
from chalicelib.matches.pace import HOUR
from chalicelib.matches.record_form import Record
from chalicelib.matches.repository import load, writes
from chalicelib.matches.wish import SeatWish
from chalicelib.players import blocks, feed, invitations, sessions, tokens, webhooks
from chalicelib.players.accounts import Changes, change, update_profile
from chalicelib.players.ports import Item, Key, Put, Write
from chalicelib.players.stored import Stored
from chalicelib.players.wishes import Wishes
from chalicelib.post import by_mail, replies
from chalicelib.post.delivery import Delivery, Notice, digest_of, item_of
from chalicelib.web.idempotency import KEPT_SECONDS, Once
from infra.admin.mark import Mark
from tests.adapters.decorator import StoreDecorator
from tests.matches.desk import BOT, ME, OPEN
from tests.playthroughs.playthrough import read
from tests.playthroughs.recording import record_of
from tests.post.answers import letter, notification
from tests.post.office import Office

GAME = "sequence-dice"
ONCE = (Key("I#anna#0", "A"), "print")
_SHIPPED = Path(chalicelib.__file__).parent
_TOOLS = Path(infra.__file__).parent


def declaring() -> Iterator[Path]:
    """The modules of what ships, and of the operator's tools, in which a kind of item is declared."""
    for path in sorted([*_SHIPPED.rglob("*.py"), *_TOOLS.rglob("*.py")]):
        if path.stem != "stored" and "Stored(" in path.read_text(encoding="utf-8"):
            yield path


def kinds() -> dict[str, Stored]:
    """Every kind of item that is declared there."""
    found: dict[str, Stored] = {}
    for path in declaring():
        name = ".".join(path.relative_to(_SHIPPED.parent).with_suffix("").parts)
        for value in vars(importlib.import_module(name)).values():
            several = value.values() if isinstance(value, dict) else (value,)
            found |= {each.kind: each for each in several if isinstance(each, Stored)}
    return found


class Kept(StoreDecorator):
    """A store that remembers every item it was given."""

    def __init__(self, office: Office) -> None:
        super().__init__(office.store)
        self.items: list[Item] = []

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        super().commit(writes, token=token)
        self.items += [write.item for write in writes if isinstance(write, Put)]


def stored() -> list[Item]:
    """All items that a few days in this service store, in order; later ones of a key replace earlier ones."""
    office = Office()
    store = Kept(office)
    office.desk.env = replace(office.desk.env, store=store)
    office.post = replace(office.post, env=office.desk.env)
    for _ in _days(office):
        office.clock.advance(60)
        office.work_off()
    return store.items


def _days(office: Office) -> Iterator[None]:
    desk = office.desk
    session = sessions.confirm(desk.env, sessions.request_link(desk.env, "gina@example.org", "Gina", "nl").token)
    tokens.create_token(desk.env, session.player, "laptop")
    webhooks.disable_webhook(desk.env, "cees", office.webhook("cees").id)
    office.webhook("bram")
    desk.env.store.commit([Once(*ONCE, desk.clock.now() + KEPT_SECONDS).write("abc")])
    yield
    match = desk.table("anna", "bram", game=GAME)
    yield
    for _ in range(3):
        match = desk.play(match, desk.to_move(match)[0]).match
        yield
    _change_rules(desk.load(match), office)
    service.resign(desk.env, match.id, desk.caller(match, 0))
    yield
    record = Record.model_validate_json(json.dumps(record_of(read(GAME, "two-placing"))))
    kept = records.keep(desk.env, "anna", record)
    desk.create(ME, BOT, game=GAME, origin=From("record", kept.id, 2))
    service.sweep(desk.env)
    desk.env.store.commit([Mark("5e" * 32, 300).write()])
    yield
    sealed = desk.table("anna", "bram", game="keer-op-keer")
    desk.play(sealed, 0)
    yield
    waiting = desk.create(ME, OPEN, player="anna", visibility="public")
    service.set_nonce(desk.env, waiting.id, "c0ffee", desk.caller(waiting, 0))
    service.revoke_links(desk.env, waiting.id, desk.caller(waiting, 0))
    with_bots = desk.create(ME, *[BOT] * 5, player="anna")
    for _ in range(4):
        with_bots = desk.play(with_bots, 0).match
    yield
    _talk(office, sealed)
    yield
    _order(office)
    yield
    _be_away(office)
    _come_and_go(office)
    _invite(office)
    yield
    _run_out_of_time(office)
    yield
    _fail_once(office)
    _hook(office)
    _answer(office)
    _play_hooked(office)
    feed.make_feed(desk.env, "cees")


def _hook(office: Office) -> None:
    """Webhooks of every kind, with a secret that was changed, and with calls that failed."""
    env, url = office.desk.env, "https://hook.example/dora"
    made = webhooks.create_webhook(env, "bram", url, kind="discord", categories=("your_turn",), match="m1")
    webhooks.note_failure(env, made)
    webhooks.disable_webhook(env, "bram", made.id, "failing")
    webhooks.enable_webhook(env, "bram", made.id)
    webhooks.delete_webhook(env, "bram", made.id)
    plain = webhooks.create_webhook(env, "bram", url)
    webhooks.rotate_secret(env, "bram", plain.id)
    webhooks.end_secret(env, "bram", plain.id)


def _play_hooked(office: Office) -> None:
    """A move in a match that a webhook is attached to."""
    match = office.desk.table("dora", "elin", game="keer-op-keer")
    webhooks.create_webhook(office.desk.env, "dora", "https://hook.example/table", match=match.id)
    for seat in (0, 1):
        office.desk.play(match, seat)


def _order(office: Office) -> None:
    """What somebody orders beforehand, and what comes of it."""
    env, match = office.desk.env, office.desk.table("dora", "elin", game="keer-op-keer")
    orders = [service.OrderWish("move", "g1 H1"), service.OrderWish("pass", until=4)]
    service.give_orders(env, match.id, orders, Caller("dora"))
    for seat in (0, 1, 1):
        office.desk.play(match, seat, {"text": "pass"})


def _talk(office: Office, match: Match) -> None:
    """What people at a table and around it say, delete and note, and that they play again."""
    env = office.desk.env
    for player in ("anna", "cees", "anna", "cees"):
        service.say(env, match.id, "Hello.", Caller(player))
    for number, player in ((3, "anna"), (4, "cees")):
        service.unsay(env, match.id, number, Caller(player))
    office.clock.advance(3_600)
    service.say(env, match.id, "Still here?", Caller("cees"))
    service.say(env, office.desk.create(ME, player="dora").id, "Nobody here.", Caller("dora"))
    service.write_note(env, "anna", match.id, "Hm.")
    service.resign(env, match.id, Caller("anna"))
    service.rematch(env, "bram", match.id)


def _come_and_go(office: Office) -> None:
    """What is left of bots that stand in, of calls for substitutes and who came, and of draws."""
    desk, dora, elin = office.desk, Caller("dora"), Caller("elin")
    match = desk.table("dora", "elin", game="keer-op-keer")
    service.lend(desk.env, match.id, dora)
    service.substitute(desk.env, match.id, dora)
    service.substitute(desk.env, match.id, elin, handle="faan")
    service.substitute(desk.env, match.id, Caller("faan"))
    service.take_back(desk.env, match.id, dora)
    service.offer_draw(desk.env, match.id, Caller("faan"))
    over = desk.table("dora", "elin", game=GAME)
    for caller in (dora, elin):
        service.offer_draw(desk.env, over.id, caller)


def _invite(office: Office) -> None:
    """What is left of invitations by mail, answered and not, of links to join by, and of whom somebody has blocked."""
    desk, gran = office.desk, SeatWish("invite", email="gran@example.org", name="Gran")
    match = desk.create(ME, gran, OPEN, player="cees")
    service.make_link(desk.env, "cees", match.id)
    office.work_off()
    guest = invitations.find(desk.env, match.roster.seats[1].player)
    assert guest
    service.accept(desk.env, "bram", invitations.token(desk.env, guest))
    service.invite(desk.env, "cees", match.id, replace(gran, email="uncle@example.org"))
    invitations.silence(desk.env, "5e" * 32)
    blocks.block(desk.env, "cees", "faan")


def _be_away(office: Office) -> None:
    """What somebody prefers, how they are away, and how their matches learn of it."""
    env, now = office.desk.env, office.clock.now()
    match = office.desk.create(ME, BOT, player="elin", game=GAME)
    wishes = Wishes().wishing({"talk": "now"}).wishing({"turn": "off"}, match.id)
    update_profile(env, "elin", Changes(quiet=("22:00", "07:00"), reminders=[50, 20]))
    change(env, "elin", lambda profile: replace(profile, mail=replace(wishes, digest=1260), silenced=(now, "bounced")))
    service.announce(env, "elin", now + 86_400, now + 200_000)
    service.spread(env)
    service.announce_here(env, match.id, 0, now + 7_200, Caller("elin"))


def _run_out_of_time(office: Office) -> None:
    """What is left of deadlines that passed, by a time bank, after a reminder: played for, given up, called for."""
    desk, hasty = office.desk, Pace(decision_time=HOUR, bank=600, increment=60, weekends=False, ladder=(60,), misses=1)
    desk.table("dora", "elin", game=GAME, pace=replace(hasty, misses=2))
    desk.table("dora", "elin", game=GAME, pace=hasty, then="resign")
    match = desk.table("dora", "elin", "faan", game=GAME, pace=hasty, then="substitute")
    begun, deadline = office.clock.now(), max(desk.load(match).head.deadlines)
    for moment in (begun, (begun + deadline) // 2, deadline - 60, deadline):
        office.clock.time = moment
        service.sweep(desk.env)


def _fail_once(office: Office) -> None:
    """What is left of a mail that was not taken."""
    now = office.clock.now()
    notice = Notice("anna", now, "0000000000000001", 9, 0, "your_turn")
    owed = Delivery(notice)
    tried = owed.asked_for(now + 720).leased(now + 60).delayed(now, "MailUnavailableError")
    late = replace(notice, n=10)
    held = Delivery(late).waiting(now + 3600, "quiet")
    again = replace(Delivery(replace(late, seat=1)).gathered(now, item_of(owed).key.sort), again=1)
    digest = replace(Delivery(digest_of("anna", now + 7200)), due=now + 7200).with_one_more(now)
    for row in (owed, tried, held, again, digest):
        office.post.env.store.commit([Put(item_of(row))])


def _answer(office: Office) -> None:
    """That a mail was answered, and a receipt is owed."""
    post = replace(office.post, reply_domain="reply.example.org")
    match = office.desk.table("anna", "bram", game=GAME)
    address = by_mail.reply_to(post, match, 0)
    replies.handle(post, io.BytesIO(letter("help", "anna")), notification(address, "anna"))


def _change_rules(match: Match, office: Office) -> None:
    """What a migration stores, though there are no rules yet that one leads to."""
    head = replace(match.head, version=match.head.version + 1)
    roster = replace(match.roster, migrations=(Migration(match.head.ply, 1, head.version),))
    office.desk.env.store.commit(writes(match, head, None, roster=roster))
    assert load(office.desk.env, match.id).roster == roster
