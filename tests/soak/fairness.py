"""Long runs over what players check: frequencies of dice, and records that verify from themselves alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

from playwright.sync_api import sync_playwright

from chalicelib import games
from chalicelib.matches import proof, record_file
from chalicelib.matches.record_form import Record
from chalicelib.rules import Chance
from chalicelib.site import programs, verify_dice
from infra.browser import FLAGS, provide
from tests.matches.exports import exports
from tests.matches.flips import BITS, flips, proved, refused, written
from tests.rules.frequencies import CRITICAL, chi_squared
from tests.soak.found import BrokenLawError, Scale

DRAWS = 1_000_000
RECORDS = 1_000
IN_BROWSER = 100
_SEED = 1_000_000
"""Far from the seeds of the tests, so that the long run sees other matches."""
_DICE = 6
_DIFFERS = "text => verifyDice(JSON.parse(text)).some(each => each.differences.length > 0)"


def soak_dice(scale: Scale) -> Iterator[str]:
    """Every face of each of six dice that are thrown anew in every ply, and of the two in one number, equally often."""
    draws = scale.of(DRAWS)
    columns: list[bytearray] = [bytearray() for _ in range(_DICE + 1)]
    for ply in range(draws):
        chance = Chance(b"every ply of a long match" * 2, (b"a", b"b"), ply)
        for column in columns[:_DICE]:
            column.append(chance.below(6))
        columns[_DICE].append(chance.below(36))
    for number, column in enumerate(columns):
        kinds = 6 if number < _DICE else 36
        found = chi_squared(column, kinds)
        yield f"die {number + 1} of {kinds} faces, {draws} draws: chi-squared {found:.1f} of {CRITICAL[kinds - 1]}"
        if found >= CRITICAL[kinds - 1]:
            raise BrokenLawError(f"die {number + 1} is not fair")


def soak_records(scale: Scale) -> Iterator[str]:
    """Records prove themselves, by the replay and by the program in Python, and one changed byte fails."""
    for key in scale.games():
        count = 0
        for count, record in enumerate(exports(key, scale.of(RECORDS), _SEED), 1):
            _check(record)
            _change(record, count * 7919)
        yield f"{key}: {count} records verified; one byte of each changed in {len(BITS)} ways, and found every time"


def _check(record: Record) -> None:
    text = written(record)
    proof.check(games, record_file.read(text))
    found = json.loads(text)
    if [verify_dice.differences(each) for each in verify_dice.matches(found)] != [[]]:
        raise BrokenLawError(f"{record.name}: the dice differ")


def _change(record: Record, lot: int) -> None:
    """Change a byte of the record in every way. Raises BrokenLawError where that is not found."""
    places = proved(record)
    for flip in flips(record, [places[lot % len(places)]]):
        if not refused(flip):
            raise BrokenLawError(f"{record.name}: a changed byte passes at {flip.place}")


def soak_records_in_a_browser(scale: Scale) -> Iterator[str]:
    """The program for browsers finds the same."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=provide(), args=list(FLAGS))
        page = browser.new_page()
        page.add_script_tag(content=programs.source("verify_dice.js"))
        for key in scale.games():
            count = scale.of(IN_BROWSER)
            for record in exports(key, count, _SEED):
                if page.evaluate(_DIFFERS, written(record).decode()):
                    raise BrokenLawError(f"{record.name}: the dice differ in the browser")
            yield f"{key}: {count} records verified"
        browser.close()
