"""Who has given up in a match, whoever plays on in the seat."""

from __future__ import annotations

from chalicelib.matches import repository
from chalicelib.matches.ending import gave_up, outcome_of
from chalicelib.matches.match import Match, Roster
from chalicelib.players.ports import Write
from chalicelib.rules import AnyGame


def departed(game: AnyGame, match: Match) -> frozenset[int]:
    """The seats that have given up: by the places once a match is over, and before by what the rules refuse."""
    if match.head.state is None:
        return frozenset()
    outcome = outcome_of(game, match)
    if outcome is None:
        return frozenset(seat for seat in range(len(match.roster.seats)) if has_left(game, match, seat))
    given_over = {number for number, seat in enumerate(match.roster.seats) if seat.kind == "player" and seat.level}
    return frozenset(given_over | {score.seat for score in outcome.scores if score.rank is None})


def has_left(game: AnyGame, match: Match, seat: int) -> bool:
    """Whether this seat has given up a match that runs: a bot plays on in it, or the rules let it give up no more."""
    if match.roster.seats[seat].kind == "player" and match.roster.seats[seat].level:
        return True
    return gave_up(game, match.head.state, seat)


def uncalled(before: Roster, after: Roster) -> list[Write]:
    """What takes the match off the lists of those for whom a seat was kept and is no more, and who have none here."""
    there = {player for seat in after.seats for player in (seat.player, seat.called)}
    gone = {seat.called for seat in before.seats if seat.called} - there
    # who sat there before keeps a row of the match, by which their name is found should they leave for good
    gone -= {each.player for each in after.handovers}
    return [repository.no_seat_row(player, before.id) for player in sorted(gone)]
