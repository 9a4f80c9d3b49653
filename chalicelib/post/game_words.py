"""What a game says beside its news: why it refuses, and what its options are called. No game has to."""

from __future__ import annotations

from chalicelib.rules import AnyGame, Fact, Option, OptionValue


def spoken(game: AnyGame, kind: str, detail: tuple[str, ...], language: str) -> str:
    """The game's words for this, or "" where it has none."""
    try:
        return game.say(Fact(kind, None, detail), language)
    except LookupError:
        return ""


def option_label(game: AnyGame, option: Option, language: str) -> str:
    """What an option is called: by the game, which may tell what it is called with so many seats; else its key."""
    seats = tuple(str(count) for count in option.seats)
    said = spoken(game, "option", (option.key, *seats), language) if seats else ""
    return said or spoken(game, "option", (option.key,), language) or option.key


def choice_label(game: AnyGame, option: Option, value: OptionValue, language: str) -> str:
    """What a value of an option is called: by the game, else as it is written."""
    return spoken(game, "choice", (option.key, str(value)), language) or str(value)
