"""One commit of a running match, worked out as pure values: the decision asked for, then what plays by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from chalicelib.matches import pace
from chalicelib.matches.clock import Clocks
from chalicelib.matches.ending import TEXTS, against, ended, ending_after, holders, present
from chalicelib.matches.events import TABLE, Category, Entry, How, Kind, LogRow, Owed
from chalicelib.matches.match import Ending, Head, Match
from chalicelib.rules import AnyGame, Chance, Fact, Outcome

if TYPE_CHECKING:
    from chalicelib.matches.standing import Standing

AUTOMATIC = 16
"""So many forced moves and bots' moves are played in one commit at most; the sweep goes on with the rest."""
_BY_ITSELF: tuple[How, ...] = ("forced", "lent", "bot")
"""How a choice can come to be sealed of which its row would not tell otherwise."""


class Turn:
    """A commit in the making: starts from a match and is told what to do; `finish` gives the next head and its row.

    `requester` is the seat whose own request this is (None: nobody's, as in an expiry).
    """

    def __init__(self, match: Match, game: AnyGame, now: int, requester: int | None) -> None:
        head = match.head
        self.match = match
        self.game = game
        self.now = match.moment(now)
        self.requester = requester
        self.version = head.version + 1
        self.state: Any = head.state
        self.ply = head.ply
        self.opened = list(head.opened)
        self.clocks = Clocks.of(match.roster, head)
        self.hows = list(head.hows)
        self.misses = list(head.misses) or [0] * len(match.roster.seats)
        self.offers = set(head.offers)
        self.fresh: set[int] = set()
        self.entries: list[Entry] = []
        self.chosen: list[tuple[int, How]] = []
        self.draws: list[tuple[int, int]] = []
        self.public: list[Fact] = []
        self.own: dict[int, list[Fact]] = {seat: [] for seat in self._humans()}
        self.ending: Ending = ""
        self.unfinished = self.went_on = False
        self.standing: Standing | None = _standing(head)
        self._earned: set[int] = set()
        self._others: list[Owed] = []

    def _humans(self) -> list[int]:
        return [number for number, seat in enumerate(self.match.roster.seats) if seat.kind == "player"]

    def _sealed(self, state: Any) -> dict[int, Any]:
        choices = ((seat, self.game.sealed(state, seat)) for seat in range(len(self.match.roster.seats)))
        return {seat: move for seat, move in choices if move is not None}

    def start(self, begun: Any = None) -> None:
        """Begin with the first position, and tell what led to it; or with the one where another match stood."""
        seats = len(self.match.roster.seats)
        self.opened, self.hows, self.clocks = [0] * seats, [""] * seats, Clocks.fresh(self.match.roster)
        self.state = begun
        if begun is None:
            self._deal()
        self._reopen(None, None)

    def _deal(self) -> None:
        roster = self.match.roster
        chance = roster.chance(0)
        self.state = state = self.game.initial_state(len(roster.seats), roster.options, chance)
        self._drawn(chance)
        for watcher in (None, *self._humans()):
            view = self.game.view(state, watcher)
            self._learnt(watcher).extend(self.game.facts(view, None, None, view))

    def play(self, seat: int, move: Any, how: How) -> None:
        """Apply a decision of a seat, replacing what it has sealed. Raises what the rules raise."""
        base = self.state
        if self.game.sealed(base, seat) is not None:
            base = self.game.retract(base, seat)
        others = self._sealed(base)
        chance = self.match.roster.chance(self.ply + len(others) + 1)
        after = self.game.apply_move(base, seat, move, chance)
        self._present(seat, how)
        if how == "ordered" and self.standing:
            self.standing.done(seat, self.game.format(move))
        if self.game.sealed(after, seat) is not None:
            self.hows[seat] = how
            if how in _BY_ITSELF:
                self.chosen.append((seat, how))
            self._change(seat, move, after, hidden=True)
            self.opened[seat] = self.version
            return
        self._record({**others, seat: move}, {seat: how})
        self._drawn(chance)
        self._change(seat, move, after, hidden=False)

    def _present(self, seat: int, how: How) -> None:
        """Note whether whoever sits there was there for this decision, and that who plays on wants no draw.

        What was ordered beforehand says neither.
        """
        if how == "played":
            self.misses[seat] = 0
            self.offers.discard(seat)
        elif how == "timeout":
            self.misses[seat] += 1

    def retract(self, seat: int) -> None:
        """Take back what a seat has sealed; its time has run on. Raises NothingToRetractError."""
        after = self.game.retract(self.state, seat)
        self._tell(seat, None, after, hidden=True)
        self.state = after
        self.opened[seat], self.clocks.stopped[seat] = self.version, 0
        if self.standing:
            self.standing.reopened(seat, self.version)

    def resign(self, seat: int, how: How = "resigned") -> None:
        """Let a seat give up, or be `expelled`. Raises MatchOverError, NotToMoveError."""
        others = {each: move for each, move in self._sealed(self.state).items() if each != seat}
        chance = self.match.roster.chance(self.ply + len(others) + 1)
        after = self.game.resign(self.state, seat, chance)
        self._record({each: move for each, move in others.items() if self.game.sealed(after, each) is None}, {})
        self.ply += 1
        self.entries.append(Entry(self.ply, seat, TEXTS[how], how))
        self._drawn(chance)
        self._change(seat, None, after, hidden=False)
        self.sit(seat, lent=0, wanted=False, retired=False, called="")
        if self.standing:
            self.standing.drop(seat)
        self._hand_over(seat)
        self._leave(seat)

    def lend(self, seat: int, level: int = 0, **changes: Any) -> None:
        """Let a bot of this level (0: the game's best) decide for a seat until its player is back.

        What is sealed stays, by another n. `changes` are those of the seat beside this.
        """
        self.sit(seat, lent=level or self.game.levels[-1], **changes)
        if self.game.sealed(self.state, seat) is not None:
            self.opened[seat] = self.version
        self._leave(seat)

    def ask_anew(self, seat: int) -> None:
        """Ask whoever decides for a seat from now on for its open decision, whose time begins anew.

        A choice that is sealed can be changed, by another n, but in the time that it was made in: whoever had more of
        it by going and coming back could keep the others waiting.
        """
        if self.game.sealed(self.state, seat) is not None:
            self.opened[seat] = self.version
        elif seat in self.game.to_move(self.state):
            self._open(seat)

    def owe(self, category: Category, seats: Iterable[int], player: str = "", n: int = 0) -> None:
        """Owe the players of these seats (or this one) a notice, but for those whom this commit owes another one.

        It is about this `n`, or about the commit itself.
        """
        sitters = self.match.roster.seats
        self._others += [Owed(category, seat, player or sitters[seat].player, n or self.version) for seat in seats]

    def agree(self, seat: int) -> None:
        """End the match with a draw, to which this seat was the last to agree."""
        self._end(seat, "agreed")

    def _leave(self, seat: int) -> None:
        """Where nobody is there any more after this seat's player, end the match, or leave it to who lent a seat."""
        self.misses[seat] = 0
        self.offers.clear()
        table = self.game, self.match.roster, self.state
        if self.outcome is not None or present(*table):
            return
        if not holders(*table):
            self._end(seat, "abandoned")
        elif lost := against(*table):
            self.resign(lost[0], "expelled")  # and then the next one, while that is not the end

    def _end(self, seat: int, how: Ending) -> None:
        self.ply += 1
        self.entries.append(Entry(self.ply, seat, TEXTS[how], how))  # type: ignore[arg-type]
        self.ending = how
        for each in range(len(self.opened)):
            self._stop(each)
            self.opened[each], self.hows[each] = 0, ""
        self.fresh.clear()

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by its rules or without them; None while it goes on."""
        return ended(self.game, self.state, len(self.opened), self._ending())

    def _ending(self) -> Ending:
        return self.ending or ending_after(self.game, self.state, self.entries[-1] if self.entries else None)

    def sit(self, seat: int, **changes: Any) -> None:
        """Change what the roster has of a seat."""
        roster = self.match.roster
        changed = replace(roster.seats[seat], **changes)
        if changed == roster.seats[seat]:
            return
        seats = (*roster.seats[:seat], changed, *roster.seats[seat + 1 :])
        self.match = Match(replace(roster, seats=seats), self.match.head)
        self.clocks.roster = self.match.roster

    def _hand_over(self, seat: int) -> None:
        """Let the game's best bot play on for a seat that gave up, where it has a partner who does not want to."""
        roster = self.match.roster
        sides = self.game.sides(len(roster.seats), roster.options)
        if self.outcome is not None or all(len(side) == 1 for side in sides if seat in side):
            return
        self.sit(seat, level=self.game.levels[-1])

    def _drawn(self, chance: Chance) -> None:
        """Note the draws of the newest ply; what leaves a set of sealed choices open has taken none."""
        if chance.draws:
            self.draws.append((self.ply, chance.draws))

    def _record(self, moves: dict[int, Any], hows: dict[int, How]) -> None:
        for seat in sorted(moves):
            self.ply += 1
            how = hows.get(seat) or self.hows[seat] or "played"
            if how in ("played", "ordered"):  # the others could tell one from the other by the clock
                self._earned.add(seat)
            self.entries.append(Entry(self.ply, seat, self.game.format(moves[seat]), how))  # type: ignore[arg-type]
            self.hows[seat] = ""

    def _change(self, seat: int, move: Any, after: Any, *, hidden: bool) -> None:
        before = self.state
        self._tell(seat, move, after, hidden=hidden)
        self.state = after
        self._reopen(seat, before)

    def _tell(self, seat: int, move: Any, after: Any, *, hidden: bool) -> None:
        before = self.state
        for watcher in (None, *self._humans()):
            known = move if not hidden or watcher == seat else None
            told = self.game.facts(self.game.view(before, watcher), seat, known, self.game.view(after, watcher))
            self._learnt(watcher).extend(told)

    def _learnt(self, watcher: int | None) -> list[Fact]:
        return self.public if watcher is None else self.own[watcher]

    def _reopen(self, actor: int | None, before: Any) -> None:
        """Give every decision that has opened its n and its deadline, and close those that are no longer there."""
        game, after = self.game, self.state
        to_move = game.to_move(after)
        asked = game.to_move(before) if before is not None else ()
        for seat in range(len(self.opened)):
            if seat not in to_move:
                self._close(seat)
            elif seat == actor or seat not in asked or game.decision(before, seat) != game.decision(after, seat):
                self._open(seat)

    def _open(self, seat: int) -> None:
        """Ask a seat for a new decision, whose time begins to run."""
        self._stop(seat)
        self.opened[seat] = self.version
        self.clocks.start(seat, self.now)
        self.fresh.add(seat)
        if self.standing:
            self.standing.opened(seat)

    def _close(self, seat: int) -> None:
        """Ask a seat no more; the clock of a choice that is sealed only stands still."""
        self.fresh.discard(seat)
        if self.game.sealed(self.state, seat) is not None:
            return self.clocks.seal(seat, self.now)
        self._stop(seat)
        self.opened[seat] = 0
        return None

    def _stop(self, seat: int) -> None:
        self.clocks.stop(seat, self.now, earned=seat in self._earned)
        self._earned.discard(seat)

    def go_on(self, chosen_by_bot: Callable[[Turn, int], Any]) -> None:
        """Play what plays by itself, up to AUTOMATIC decisions; `unfinished` says that there is more."""
        self.went_on = True
        for _ in range(AUTOMATIC):
            found = self._automatic(chosen_by_bot)
            if found is None:
                return
            self.play(*found)
        self.unfinished = self._automatic(chosen_by_bot) is not None

    def is_left_over(self, seats: Iterable[int]) -> bool:
        """Whether what one of these seats owes plays by itself; no bot is asked what it would be."""
        return any(self._by_itself(seat, lambda _, __: None) for seat in seats if seat in self._asked())

    def _asked(self) -> tuple[int, ...]:
        return self.game.to_move(self.state) if not self.ending else ()

    def _automatic(self, chosen_by_bot: Callable[[Turn, int], Any]) -> tuple[int, Any, How] | None:
        found = (self._by_itself(seat, chosen_by_bot) for seat in self._asked())
        return next(filter(None, found), None)

    def _by_itself(self, seat: int, chosen_by_bot: Callable[[Turn, int], Any]) -> tuple[int, Any, How] | None:
        sitter = self.match.roster.seats[seat]
        if sitter.is_played_by_bot:
            return seat, chosen_by_bot(self, seat), "lent" if sitter.lent else "bot"
        if self.game.plays_forced and len(legal := self.game.legal_moves(self.state, seat)) == 1:
            return seat, legal[0], "forced"
        move = self._ordered(seat)
        return None if move is None else (seat, move, "ordered")

    def _ordered(self, seat: int) -> Any:
        """What its player has ordered for a seat whose decision has opened; None: ask."""
        if self.standing is None:
            return None
        return self.standing.move(self.game, self.state, seat, self.opened[seat], self.version)

    def finish(self, kind: Kind, n: int, seat: int = TABLE, text: str = "", mark: str = "") -> tuple[Head, LogRow]:
        """The next head, and the log row of the commit that stores it; `mark` is the print of the submission."""
        ending, head = self._ending(), self.match.head
        over = ended(self.game, self.state, len(self.opened), ending) is not None
        after = Head(
            version=self.version,
            status="over" if over else "running",
            ply=self.ply,
            state=self.state,
            opened=tuple(self.opened),
            deadlines=tuple(self.clocks.deadlines),
            hows=tuple(self.hows),
            last=(n, seat),
            due=self._due(over),
            started=head.started or self.now,
            ended=self.now if over else 0,
            begun=tuple(self.clocks.begun),
            stopped=tuple(self.clocks.stopped),
            banks=tuple(self.clocks.banks),
            misses=tuple(self.misses),
            reminded=tuple(self.clocks.reminded),
            offers=() if over else tuple(sorted(self.offers)),
            ending=ending if over else "",
            at=self.now,
            orders=self.standing.after(self.opened) if self.standing else (),
        )
        public = tuple(self.public)
        own = {each: tuple(facts) for each, facts in self.own.items() if tuple(facts) != public}
        owed = self._owed(kind, over)
        entries, draws, owing = tuple(self.entries), tuple(self.draws), tuple(owed)
        ordered = tuple(self.standing.played) if self.standing else ()
        told = (entries, public, own, owing, draws, head.last, ordered, tuple(self.chosen))
        row = LogRow(self.now, self.version, n, seat, kind, text, mark, *told)
        return after, row

    def _due(self, over: bool) -> int:
        if over:
            return 0
        if self.unfinished:
            return self.now
        if not self.went_on and 0 < self.match.head.due <= self.now:
            return self.match.head.due  # what was left over before still is
        return self.clocks.due(self.game.to_move(self.state))

    def _owed(self, kind: Kind, over: bool) -> list[Owed]:
        seats = self.match.roster.seats
        if kind == "started":
            owed = [Owed("match_started", seat, seats[seat].player, self.opened[seat]) for seat in self._humans()]
        else:
            owed = [
                Owed("your_turn", seat, seats[seat].player, self.opened[seat], self._not_before(seat))
                for seat in sorted(self.fresh)
                if not seats[seat].is_played_by_bot and not over
            ]
        if over:
            owed += [Owed("match_ended", seat, seats[seat].player, self.version) for seat in self._humans()]
        told = {each.player for each in owed}
        return owed + [each for each in self._others if each.player not in told]

    def _not_before(self, seat: int) -> int:
        return self.now + pace.OWN_REQUEST if seat == self.requester else 0


def _standing(head: Head) -> Standing | None:
    """The standing orders of a match; None where nobody has given any."""
    if not head.orders:
        return None
    from chalicelib.matches.standing import Standing

    return Standing.of(head)


def bot_choice(turn: Turn, seat: int) -> Any:
    """What the bot on a seat chooses, from its view alone."""
    game, state = turn.game, turn.state
    sealed = sum(game.sealed(state, each) is not None for each in range(len(turn.match.roster.seats)))
    chance = turn.match.roster.chance(turn.ply + sealed + 1, "bot")
    view = game.view(state, seat)
    return game.choose(view, game.legal_moves(state, seat), chance, turn.match.roster.seats[seat].bot_level)
