"""Moves typed by people: every legal move in four languages and many forms, and what is no move at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from chalicelib.games.keer_op_keer_3.moves import CHIP_WORDS
from chalicelib.games.keer_op_keer_3.notation import read
from chalicelib.games.keer_op_keer_3.sentences import say
from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.games.keer_op_keer_3.words import words
from chalicelib.rules import LANGUAGES, AmbiguousMoveError, Fact, IllegalMoveError, MalformedMoveError
from tests.games.keer_op_keer_3.positions import GAME, asking, chance, move, play, position
from tests.games.walks import Setting, sample, walk

WORDS = {
    "en": {"g": "green", "y": "yellow", "b": "blue", "r": "red", "o": "orange"},
    "nl": {"g": "groen", "y": "geel", "b": "blauw", "r": "rood", "o": "oranje"},
    "sv": {"g": "grön", "y": "gul", "b": "blå", "r": "röd", "o": "orange"},
    "af": {"g": "groen", "y": "geel", "b": "blou", "r": "rooi", "o": "oranje"},
}
KINDS = {
    "en": {"block": "block", "bomb": "bomb", "row": "row", "give": "give", "to": "to"},
    "nl": {"block": "blok", "bomb": "bom", "row": "rij", "give": "geef", "to": "aan"},
    "sv": {"block": "block", "bomb": "bomb", "row": "rad", "give": "ge", "to": "till"},
    "af": {"block": "blok", "bomb": "bom", "row": "ry", "give": "gee", "to": "aan"},
}
CHIPS = {
    "en": {"joker": "joker", "plus-minus": "plus-minus", "six": "six"},
    "nl": {"joker": "joker", "plus-minus": "plus-min", "six": "zes"},
    "sv": {"joker": "joker", "plus-minus": "plus-minus", "six": "sex"},
    "af": {"joker": "joker", "plus-minus": "plus-minus", "six": "ses"},
}
PASSES = {
    "en": ["pass", "I pass", "skip"],
    "nl": ["pass", "pas", "Ik pas", "passen"],
    "sv": ["pass", "passa", "Jag passar", "passar"],
    "af": ["pass", "pas", "Ek pas", "slaan oor"],
}


def in_words(choice: Move, language: str) -> str:
    """The move in the words of a language."""
    kinds = KINDS[language]
    if choice.kind == "place":
        signs = "".join(
            ["[!]"] * choice.jokers + ["[+1]"] * choice.plus + ["[-1]"] * choice.minus + ["[6]"] * choice.six
        )
        head = [
            "*" * choice.colour_joker + WORDS[language][choice.colour],
            "*" * choice.number_joker + str(choice.number),
        ]
        return " ".join([signs, *head, *choice.cells])
    if choice.kind == "give":
        return f"{kinds['give']} {CHIPS[language][choice.chip]} {kinds['to']} {choice.to}"
    if choice.kind == "row":
        return f"{kinds['row']} {choice.row}: {' '.join(choice.cells)}"
    return f"{kinds[choice.kind]} {' '.join(choice.cells)}"


def on_a_phone(choice: Move, language: str) -> str:
    """A capital first, en dashes, no-break spaces, a full stop; the colon forgotten."""
    typed = in_words(choice, language).strip().replace("-", "–").replace(":", "").replace(" ", "\u00a0")
    return f"{typed[0].upper()}{typed[1:]}."


def shouted(choice: Move, language: str) -> str:
    return in_words(choice, language).upper().replace(" ", "   ")


def backwards(choice: Move, language: str) -> str:
    """Cells from the last to the first, chips from the last to the first, commas between."""
    words = in_words(choice, language).split()
    if choice.kind in ("give", "block"):
        return " ".join(words).lower()
    cells = ", ".join(reversed(choice.cells)).lower()
    head = [word for word in words if word not in choice.cells]
    if head and head[0].startswith("["):
        chips = head[0].replace("][", "] [").split()
        head[0] = " ".join(reversed(chips))
    return f"{' '.join(head)} {cells}"


def wide(choice: Move, _language: str) -> str:
    return GAME.format(choice).translate(str.maketrans("0123456789*+![]", "０１２３４５６７８９＊＋！［］"))


FORMS: tuple[Callable[[Move, str], str], ...] = (
    lambda choice, _language: GAME.format(choice),
    in_words,
    on_a_phone,
    shouted,
    backwards,
    wide,
)


@cache
def positions() -> tuple[tuple[State, int], ...]:
    """Positions, and a seat to move in each, of whole matches with many chips, every bonus among them."""
    found = []
    for number, (seats, chips) in enumerate(((1, ""), (2, "3-4-3-0"), (3, "1-8-1-0"), (4, "4-3-3-0"))):
        setting = Setting("keer-op-keer-3", seats, (("chips", chips),) if chips else (), 900 + number)
        found += [(step.before, step.seat) for step in sample(setting, 18)]
        bonuses = [step for step in walk(setting) if step.move is not None and step.move.kind not in ("place", "pass")]
        found += [(step.before, step.seat) for step in bonuses[::3]]
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_move_of_many_positions_can_be_typed_in_every_form(language: str) -> None:
    seen = set()
    for state, seat in positions():
        legal = GAME.legal_moves(state, seat)
        for choice in (*legal[:: 1 + len(legal) // 40], legal[-1]):
            seen.add(choice.kind)
            forms = PASSES[language] if choice.kind == "pass" else [form(choice, language) for form in FORMS]
            for typed in forms:
                assert GAME.parse(state, seat, typed, language) == choice, typed
    assert seen == {"place", "pass", "block", "bomb", "row", "give"}


def test_missing_stars_are_completed_when_only_one_reading_is_legal() -> None:
    assert GAME.parse(position(["", ""], dice="*gb123"), 0, "y2 GQ HQ", "en") == move("*y2 GQ HQ")
    assert GAME.parse(position(["", ""], dice="ygb*23"), 0, "g1 HU", "en") == move("g*1 HU")
    state = position(["", ""], dice="*gb*23")
    assert GAME.parse(state, 0, "y1 HQ", "en") == move("*y*1 HQ")
    assert GAME.parse(state, 0, "g2 GU HU", "en") == move("g2 GU HU")
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.parse(position(["", ""], dice="*bb*13"), 0, "yellow 1 hq", "en")
    assert caught.value.candidates == ("*y1 HQ", "*y*1 HQ")


def test_gift_chips_are_never_implied() -> None:
    state = position(["", ""], dice="*gb123", jokers=(0, 2), gifts=("!1", ""))
    assert GAME.parse(state, 0, "y1 HQ", "en") == move("*y1 HQ")
    assert GAME.parse(state, 0, "[!] y1 HQ", "en") == move("[!] *y1 HQ")
    with pytest.raises(IllegalMoveError):
        GAME.apply_move(state, 0, GAME.parse(state, 0, "g4 GU GV HU HV", "en"), chance())


@pytest.mark.parametrize(
    "typed",
    ["[+1] [6] b4 FR GR HR IR", "[6][+1] b4 FR GR HR IR", "(6)(+1) b4 frgrhrir", "+1 [ 6 ] blue 4: FR, GR, HR, IR"],
)
def test_chips_in_any_order_and_in_round_brackets(typed: str) -> None:
    assert read(typed, "en") == move("[+1][6] b4 FR GR HR IR")


@pytest.mark.parametrize(
    "typed", ["[-1] b3 FR GR HR", "[–1] b3 FR GR HR", "[−1]b3 FR GR HR", "–1 b3 FR GR HR", "(- 1) b3 fr gr hr"]
)
def test_minus_as_phones_write_it(typed: str) -> None:
    assert read(typed, "en") == move("[-1] b3 FR GR HR")


@pytest.mark.parametrize("cell", ["DS", "ER", "ES", "FS", "GS", "GT", "ds", "es gt"])
def test_any_cell_of_a_block_names_it(cell: str) -> None:
    assert read(f"block {cell}", "en") == move("block DS")
    state = asking(["block", ""], ["HS", ""])
    assert GAME.apply_move(state, 0, Move("block", cells=("GT",)), chance()) == play(state, (0, "block DS"))


def test_a_row_without_its_letter_is_that_of_its_cells() -> None:
    assert read("row AP CP FP", "en") == move("row P: AP CP FP")
    assert read("three in a row: P AP", "en") == move("row P: AP")


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("give to 2", "en"),
        ("give 2", "en"),
        ("geef aan stoel 2", "nl"),
        ("ge till 2", "sv"),
        ("gee vir 2", "af"),
        ("Give six 2", "en"),
    ],
)
def test_the_kind_of_a_gift_may_be_left_out(typed: str, language: str) -> None:
    state = asking(["give", "", ""], ["", "", ""], owed=("6!", "", ""))
    assert GAME.parse(state, 0, typed, language) == move("give six to 2")


TYPED_GIFT = {"en": ("give", "to"), "nl": ("geef", "aan"), "sv": ("ge", "till"), "af": ("gee", "vir")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sign", ["!", "1", "6"])
def test_a_gift_may_be_called_what_pages_call_it(language: str, sign: str) -> None:
    wanted = move(f"give {CHIP_WORDS[sign]} to 2")
    name, listed = words(language)["chips"][sign], say(Fact("move", None, (GAME.format(wanted),)), language)
    give, to = TYPED_GIFT[language]
    assert read(f"{give} {name} {to} 2", language) == wanted
    assert read(f"{give} {name} @2".upper(), language) == wanted
    assert read(f"{GAME.format(wanted)} – {listed.replace('@2', 'Cees 3 – of 4')}", language) == wanted


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("Row\u00a0P\u00a0–\u00a0AP\u2009CP", "en"),
        ("ROW P AP CP.", "en"),
        ("rij P: CP, AP", "nl"),
        ("Raden P: AP–CP", "sv"),
        ("drie in \u2019n ry P: AP CP", "af"),
        ("Drie in \u2018n ry: AP CP", "af"),
    ],
)
def test_a_row_as_phones_write_it(typed: str, language: str) -> None:
    assert read(typed, language) == move("row P: AP CP")


@pytest.mark.parametrize(
    ("typed", "language", "wanted"),
    [
        ("Bomben CQ DQ", "sv", "bomb CQ DQ"),
        ("de bom: DQ–CQ", "nl", "bomb CQ DQ"),
        ("Die groep DS", "af", "block DS"),
        ("het blok ds", "nl", "block DS"),
        ("the block\u202fDS", "en", "block DS"),
    ],
)
def test_bonuses_as_people_write_them(typed: str, language: str, wanted: str) -> None:
    assert read(typed, language) == move(wanted)


MALFORMED = (
    ("", "nothing"),
    ("\u00a0\u200b", "nothing"),
    ("x3 GU GV HU", "unknown_colour"),
    ("g0 HU", "unknown_number"),
    ("g6 BT CT DT ET EU FT", "unknown_number"),
    ("[+1] g6 BT CT DT ET EU FT", "unknown_number"),
    ("g3", "no_cells"),
    ("g3 GU GV PH", "unknown_cell"),
    ("g3 G1 G2 G3", "unknown_cell"),
    ("g3 GU GV HW", "unknown_cell"),
    ("g3 GU GV GU", "repeated_cell"),
    ("[+2] g3 GU GV HU", "unknown_word"),
    ("[7] g3 GU GV HU", "unknown_word"),
    ("[+1]", "unknown_word"),
    ("[+1] pass", "unknown_word"),
    ("GU GV HU", "unknown_word"),
    ("block", "no_cells"),
    ("block 3", "unknown_cell"),
    ("bomb", "no_cells"),
    ("bomb A1", "unknown_cell"),
    ("bomb AP AP", "repeated_cell"),
    ("row P", "no_cells"),
    ("row P: ", "no_cells"),
    ("row X: AP", "unknown_cell"),
    ("row", "no_cells"),
    ("give", "no_seat"),
    ("give joker", "no_seat"),
    ("give joker to anna", "no_seat"),
    ("give joker to -1", "no_seat"),
    ("give joker to –1", "no_seat"),
    ("give diamond to 2", "unknown_chip"),
    ("give a lot to 2", "unknown_chip"),
    ("draw", "unknown_word"),
    ("line 3", "unknown_colour"),
    ("☃", "unknown_word"),
    ("g3 " + "GU" * 200, "too_long"),
)


@pytest.mark.parametrize(("text", "reason"), MALFORMED, ids=[repr(text[:30]) for text, _ in MALFORMED])
def test_what_is_no_move_at_all_is_malformed(text: str, reason: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        GAME.parse(position(["", ""], dice="*bg*33"), 0, text, "en")
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "text",
    [
        "*y1 HQ",
        "y2 HQ",
        "y1 AQ",
        "[6] y1 HQ",
        "[+1][-1] y1 HQ",
        "bomb AP",
        "row P: AQ",
        "block DS",
        "give joker to 1",
        "bomb AP OV",
    ],
)
def test_what_is_well_formed_is_read_and_refused_by_the_rules(text: str) -> None:
    state = position(["", ""], dice="gyb123")
    typed = GAME.parse(state, 0, text, "en")
    assert typed == move(text)
    with pytest.raises(IllegalMoveError):
        GAME.apply_move(state, 0, typed, chance())


def test_cells_of_two_blocks_are_read_and_refused() -> None:
    state = asking(["block", ""], ["HS", ""])
    typed = GAME.parse(state, 0, "block DS AP", "en")
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(state, 0, typed, chance())
    assert caught.value.reason == "not_one_block"


@pytest.mark.parametrize(
    ("seat", "text", "meant"),
    [
        (0, "AP AQ", "bomb AP AQ"),
        (0, "aq, ap", "bomb AP AQ"),
        (0, "bomb AP", "bomb AP"),
        (0, "pass", "pass"),
        (1, "GP", "row P: GP"),
        (2, "AP", "block AP"),
        (3, "2", "give joker to 2"),
        (3, "to 2", "give joker to 2"),
        (3, "@2", "give joker to 2"),
    ],
)
def test_the_word_for_what_is_asked_may_be_left_out(seat: int, text: str, meant: str) -> None:
    state = asking(["bomb", "row", "block", "give"], ["HP"] * 4, owed=("", "", "", "!"))
    assert GAME.parse(state, seat, text, "en") == move(meant)


@pytest.mark.parametrize(("seat", "text", "why"), [(0, "AP ZZ", "unknown_cell"), (3, "lars", "no_seat")])
def test_what_is_no_answer_is_malformed_for_what_is_asked(seat: int, text: str, why: str) -> None:
    state = asking(["bomb", "", "", "give"], ["HP"] * 4, owed=("", "", "", "!"))
    with pytest.raises(MalformedMoveError) as caught:
        GAME.parse(state, seat, text, "en")
    assert caught.value.reason == why


def test_a_move_that_is_not_asked_for_is_refused_with_one_that_is() -> None:
    state = asking(["bomb", "row", "block", "give"], ["HP"] * 4, owed=("", "", "", "!"))
    said = []
    for seat in range(4):
        with pytest.raises(IllegalMoveError) as caught:
            GAME.apply_move(state, seat, move("pass"), chance())
        said.append(caught.value.message.removeprefix("This is not what is asked now: "))
    assert said == [
        "a bomb is, such as bomb AP AQ BP BQ.",
        "three in a row is, such as row P: GP IP.",
        "a block is, such as block EP.",
        "a gift is, such as give joker to 0.",
    ]


def test_reading_needs_no_seat_to_move() -> None:
    over = play(position([""], roll=30, dice="gy12"), (0, "pass"))
    for seat in (-1, 0, 7):
        assert GAME.parse(over, seat, "y1 HQ", "en") == move("y1 HQ")
        assert GAME.parse(over, seat, "give to 3", "en").to == 3


def test_an_unknown_language_is_read_as_english() -> None:
    assert read("green 1 HU", "xx") == move("g1 HU")


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_words_for_bonuses_are_those_of_all(language: str) -> None:
    for text in ("block DS", "bomb AP", "row P: AP", "give plus-minus to 2"):
        assert read(text, language) == move(text)
