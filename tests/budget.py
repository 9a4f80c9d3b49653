"""What a move costs, counted over the store: the request, the relay and the mail, in matches with humans only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from chalicelib.adapters.sizes import item_size
from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller, Match
from chalicelib.players import tokens
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.ports import Env, Item
from chalicelib.post import queue, relay
from chalicelib.post.ports import PostEnv
from chalicelib.rules import Chance
from tests.adapters.counting import Bill, CountingStore
from tests.matches.desk import ME, OPEN
from tests.post.office import Office, records

PEOPLE = ("anna0000000001", "bram0000000002", "cees0000000003", "dora0000000004", "elin0000000005", "faan0000000006")


GATHERING = 600
"""Seconds between moves, so that no mail waits for the one before it."""


@dataclass
class Cost:
    """One move: what its request asked of the store, what it cost with everything behind it, and how large rows are."""

    ply: int
    notices: int
    answer: Bill
    whole: Bill
    head: int
    row: int
    over: bool


@dataclass
class Table:
    """A match of so many players over a counting store."""

    seats: int
    cached: int = 86_400
    lot: int = 0
    game: str = "keer-op-keer"
    office: Office = field(default_factory=Office)

    def __post_init__(self) -> None:
        self.store = CountingStore(self.office.store)
        self.post: PostEnv = replace(self.office.over(self.store), gathering=GATHERING)
        self.env: Env = self.post.env
        self.cache = CredentialCache(self.cached)
        people = [self.office.person(name, name[:4].title()) for name in PEOPLE[: self.seats]]
        desk = self.office.desk
        match = desk.create(ME, *[OPEN] * (self.seats - 1), player=people[0], game=self.game)
        for name in people[1:]:
            match = service.join(desk.env, name, match.id)
        self.match_id = match.id
        self.secrets = [tokens.create_token(desk.env, name, "budget").secret for name in people]
        self.office.work_off()
        self.chance = Chance(b"budget", (), self.lot)

    def costs(self, limit: int = 1_000) -> list[Cost]:
        """Play the match to its end at random (or so many moves), a move after the other; what each cost."""
        found: list[Cost] = []
        match = self.office.desk.load(self.match_id)
        while match.head.status == "running" and len(found) < limit:
            found.append(self._move(match))
            match = self.office.desk.load(self.match_id)
        return found

    def _move(self, match: Match) -> Cost:
        desk = self.office.desk
        seat = self.chance.roll(desk.to_move(match))
        self.office.clock.advance(GATHERING)
        moves = service.legal(desk.env, match.id, desk.caller(match, seat)).moves
        text = self.chance.roll(moves[:-1] or moves)[0]
        with self.store.counted() as whole:
            with self.store.counted() as answer:
                player = authenticate(self.env, self.secrets[seat], self.cache).player
                n = match.head.opened[seat]
                service.play(self.env, match.id, seat, n, {"text": text}, Caller(player))
            item = self._newest(match.id)
            if item.work is not None:
                relay.relay(self.post, item)
            assert queue.handle(self.post, records(self.office.queue.take())) == []
        after = desk.load(match.id)
        head = desk.store.get(repository.head_key(match.id))
        assert head is not None
        over = after.head.status == "over"
        notices = len(repository.log_row(item).owed)
        return Cost(after.head.ply, notices, answer, whole, item_size(head), item_size(item), over)

    def _newest(self, match_id: str) -> Item:
        # the stream hands the relay the row itself, so this reading is nobody's
        match = self.office.desk.load(match_id)
        item = self.office.store.get(repository.log_key(match_id, *match.head.last))
        assert item is not None
        return item
