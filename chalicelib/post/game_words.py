"""What a game says beside its news: why it refuses, what its options are called, whom a move means. No game has to."""

from __future__ import annotations

from chalicelib.matches.options import holds
from chalicelib.rules import AnyGame, Fact, Option, Options, OptionValue


def spoken(game: AnyGame, kind: str, detail: tuple[str, ...], language: str) -> str:
    """The game's words for this, or "" where it has none."""
    try:
        return game.say(Fact(kind, None, detail), language)
    except LookupError:
        return ""


def option_name(game: AnyGame, option: Option, language: str) -> str:
    """What an option is called where it is known for how many seats: by the game, else its key."""
    return spoken(game, "option", (option.key,), language) or option.key


def option_label(game: AnyGame, option: Option, language: str) -> str:
    """What an option is called: by the game, with its numbers of seats where they matter; else its key.

    They do where several options share a key, and where it can be set with one number of seats only.
    """
    seats: tuple[str, ...] = ()
    if len(option.seats) == 1 or (option.seats and sum(each.key == option.key for each in game.options) > 1):
        seats = tuple(str(count) for count in option.seats)
    return spoken(game, "option", (option.key, *seats), language) or option_name(game, option, language)


def option_shape(game: AnyGame, option: Option, language: str) -> str:
    """What a value looks like where there are too many to list them; "" where the game does not say."""
    return spoken(game, "shape", (option.key,), language)


def choice_label(game: AnyGame, option: Option, value: OptionValue, language: str) -> str:
    """What a value of an option is called: by the game, else as it is written."""
    return spoken(game, "choice", (option.key, str(value)), language) or str(value)


def move_label(game: AnyGame, text: str, language: str) -> str:
    """A move's canonical text, and behind it what it means where the text counts seats; seats are named `@0` there."""
    said = spoken(game, "move", (text,), language)
    return f"{text} – {said}" if said else text


def settings(game: AnyGame, options: Options, seats: int, language: str) -> list[tuple[str, str]]:
    """What a match with so many seats is played with: its options, each by what it is called and what was chosen."""
    return [
        (option_name(game, option, language), choice_label(game, option, options[option.key], language))
        for option in game.options
        if option.key in options and holds(option, seats)
    ]
