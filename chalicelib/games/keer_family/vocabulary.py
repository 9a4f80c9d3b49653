"""The words of a game of the family in one language: sentences are data of the game, the rest is filling in."""

from __future__ import annotations

import functools
import importlib.resources
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Vocabulary(NamedTuple):
    """What one of the games has to say in one of LANGUAGES; `data` is its words.<language>.json."""

    language: str
    data: Mapping[str, Any]

    def label(self, key: str, **values: object) -> str:
        """A label of the boards, its placeholders filled in."""
        template: str = self.data["labels"][key]
        return template.format(**values)

    def colour(self, letter: str) -> str:
        """The name of a colour, or of the joker."""
        name: str = self.data["colours"][letter]
        return name

    def die(self, face: str) -> str:
        """A die's face: a colour's name, a digit, or the joker's name."""
        return face if face.isdigit() else self.colour(face)

    def dice(self, faces: Sequence[object]) -> str:
        """Dice in a row."""
        return ", ".join(self.die(str(face)) for face in faces)

    def seats(self, numbers: Sequence[int]) -> str:
        """Seats in a row: `@0, @1 and @2`."""
        names = [f"@{number}" for number in numbers]
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.data['and']} {names[-1]}"

    def end(self, how: str, winners: Sequence[int], *, alone: bool) -> dict[str, str]:
        """How a match ended, and who won, each as a sentence; a lone player's ends in more than one usual way."""
        form = "none" if not winners else "one" if len(winners) == 1 else "many"
        said = self.data["winners"][form].format(seats=self.seats(winners))
        return {"ending": self.data["endings"]["alone" if alone and how == "normal" else how], "winners": said}

    def level(self, level: int) -> str:
        """What is said of a solo level, from 1 up."""
        said: str = self.data["levels"][level - 1]
        return said


def counted(forms: Mapping[str, str], number: int, **values: object) -> str:
    """The one of two forms that goes with a number, filled in."""
    return forms["one" if number == 1 else "other"].format(n=number, **values)


@functools.cache
def load_words(package: str, language: str) -> Vocabulary:
    """The words of a game's folder in one of LANGUAGES."""
    file = importlib.resources.files(package).joinpath(f"words.{language}.json")
    return Vocabulary(language, json.loads(file.read_text(encoding="utf-8")))
