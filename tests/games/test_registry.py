"""The registry finds games by convention and loads no more of them than it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chalicelib import games
from chalicelib.rules import LANGUAGES
from tests.games.walks import editions

KEYS = games.keys()
over_editions = pytest.mark.parametrize(("key", "version"), editions())

UNKNOWN = (
    "",
    "-",
    "chess",
    "keer_op_keer",
    "Keer-op-Keer",
    "keer-op-keer-",
    "keer-op-keer ",
    "keer-op-keer.game",
    "keer-op-keer\n",
    "../games",
    "..",
    "__init__",
    "os",
    "kéér-op-keer",
)


def test_keys_are_sorted_and_complete() -> None:
    assert list(KEYS) == sorted(set(KEYS))
    assert "keer-op-keer" in KEYS


@pytest.mark.parametrize("key", UNKNOWN)
def test_an_unknown_key_is_refused(key: str) -> None:
    for ask in (games.get, games.meta, lambda key: games.rules_text(key, "en")):
        with pytest.raises(games.UnknownGameError):
            ask(key)


def test_an_unknown_game_is_a_failed_look_up() -> None:
    assert issubclass(games.UnknownGameError, LookupError)


@over_editions
def test_a_game_says_of_itself_what_its_meta_says(key: str, version: int) -> None:
    game, meta = games.get(key, version), games.meta(key, version)
    assert game.rules_version == version
    for member in ("key", "name", "seats", "options", "rules_version", "plays_forced", "levels"):
        assert getattr(game, member) == getattr(meta, member)
    assert game.key == key
    assert list(game.seats) == sorted(set(game.seats))


@over_editions
def test_every_default_is_among_the_values_of_its_option(key: str, version: int) -> None:
    for option in games.meta(key, version).options:
        if option.kind == "choice":
            assert option.default in option.choices
        elif option.kind == "integer":
            assert option.low <= int(option.default) <= option.high
        else:
            assert (option.kind, type(option.default)) == ("flag", bool)


@over_editions
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_explains_its_rules_in_every_language(key: str, version: int, language: str) -> None:
    assert len(games.rules_text(key, language, version)) > 500


@pytest.mark.parametrize("key", KEYS)
def test_the_versions_of_a_game_end_with_todays_and_no_other_is_there(key: str) -> None:
    *older, newest = games.versions(key)
    assert newest == games.meta(key).rules_version == games.get(key).rules_version
    assert older == sorted(version for version in older if 0 < version < newest)
    for version in (newest + 1, -1, 10**9):
        for ask in (games.get, games.meta, lambda key, version: games.rules_text(key, "en", version)):
            with pytest.raises(games.UnknownRulesError):
                ask(key, version)


@over_editions
def test_what_carries_a_match_over_leads_from_a_known_version_to_a_newer_one(key: str, version: int) -> None:
    for before in range(version + 2):
        assert games.migration(key, before, version) is None or (before in games.versions(key) and before < version)


def loaded_after(statement: str) -> set[str]:
    """The modules of games that are loaded by a fresh process after this statement."""
    program = f"import sys\nfrom chalicelib import games\n{statement}\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name for name in run.stdout.split() if name.startswith("chalicelib.games.")}


def test_listing_games_loads_no_rules() -> None:
    packages = {f"chalicelib.games.{key.replace('-', '_')}" for key in KEYS}
    listed = loaded_after("for key in games.keys(): games.meta(key)")
    assert packages <= listed
    assert [name for name in listed if name.count(".") > 2] == []


def test_playing_one_game_loads_no_other_and_no_words_or_boards_before_they_are_asked_for() -> None:
    loaded = loaded_after("games.get('keer-op-keer').initial_state")
    assert {name.split(".")[2] for name in loaded} == {"keer_op_keer", "keer_family"}
    assert not {name for name in loaded if name.endswith((".render", ".facts", ".bot", ".words"))}


def test_a_module_without_a_game_has_no_such_name() -> None:
    import chalicelib.games.keer_op_keer as package

    with pytest.raises(AttributeError):
        package.NO_SUCH_NAME  # noqa: B018 (asking is the point)
