"""The game API: what a game is, fair chance, outcomes and refusals; pure, standard library only."""

from chalicelib.rules.chance import Chance, commitment
from chalicelib.rules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidOptionError,
    MalformedMoveError,
    MatchOverError,
    NotCarriedOverError,
    NothingToRetractError,
    NotToMoveError,
    RuleError,
)
from chalicelib.rules.game import (
    LANGUAGES,
    AnyGame,
    Decision,
    Fact,
    Game,
    Meta,
    Migration,
    Option,
    Options,
    OptionValue,
)
from chalicelib.rules.outcome import Outcome, SeatScore, Termination

__all__ = [
    "LANGUAGES",
    "AmbiguousMoveError",
    "AnyGame",
    "Chance",
    "Decision",
    "Fact",
    "Game",
    "IllegalMoveError",
    "InvalidOptionError",
    "MalformedMoveError",
    "MatchOverError",
    "Meta",
    "Migration",
    "NotCarriedOverError",
    "NotToMoveError",
    "NothingToRetractError",
    "Option",
    "OptionValue",
    "Options",
    "Outcome",
    "RuleError",
    "SeatScore",
    "Termination",
    "commitment",
]
