"""Services with a bit of everything in them: matches that wait, run and are over, notices in every state."""

from __future__ import annotations

import pytest

from chalicelib.matches import service
from chalicelib.players.ports import FixedClock, Item, Store
from chalicelib.post import relay
from chalicelib.post.ports import MailUnavailableError
from infra.admin.tables import scan
from tests.admin.desk import AdminOffice
from tests.matches.desk import BOT, ME, OPEN


def town(
    capsys: pytest.CaptureFixture[str], store: Store | None = None, clock: FixedClock | None = None
) -> AdminOffice:
    """One on this store (None: one in memory)."""
    office = AdminOffice(capsys, store, clock)
    desk = office.desk
    office.webhook("bram")
    desk.play_out(desk.create(ME, BOT, game="sequence-dice"))
    desk.create(ME, OPEN, visibility="public", name="Zondag – «æøå» 🎲")
    office.work_off()
    service.sweep(desk.env)
    office.clock.advance(60)
    office.mailer.errors = [MailUnavailableError("not now")]
    desk.table("anna", "bram", "cees")  # one mail failed and waits for its time, the others were accepted
    office.work_off()
    running = desk.table("dora", "elin", game="passing-game")  # its notices lie in the queue, which is lost
    relay.sweep(office.post, overdue=0)
    office.queue.take()
    office.webhook_queue.take()
    desk.play(running, desk.to_move(running)[0])  # and this one's was never relayed
    return office


def items(store: Store) -> list[Item]:
    """Everything, in the order of its keys."""
    return sorted(scan(store), key=lambda item: (item.key.partition.encode(), item.key.sort.encode()))
