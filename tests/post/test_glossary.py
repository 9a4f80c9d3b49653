"""One word for one thing: what mails, pages and games call what there is at a table, and what they do not call it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import chalicelib
from infra import catalogues
from tests.post.test_catalogues import forms

SITE = Path(chalicelib.__file__).parent / "site"
GAMES = Path(chalicelib.__file__).parent / "games"

WORDS: dict[str, dict[str, tuple[str, str]]] = {
    "match": {
        "nl": ("partij", "wedstrijd|spelletje"),
        "sv": ("parti", r"match(en|er)?"),
        "af": ("wedstryd", "partytjie"),
    },
    "seat": {
        "nl": ("stoel", r"plek aan tafel|vrije plaats"),
        "sv": ("plats", "sits|stol"),
        "af": ("stoel", "sitplek|setel|oop plek"),
    },
    "move": {"nl": ("zet", "beurtzet"), "sv": ("drag", "speldrag"), "af": ("skuif", "speelbeurt")},
    "decision": {"nl": ("beslissing", "besluit"), "sv": ("beslut", "avgörande"), "af": ("besluit", "beslissing")},
    "time for every decision": {
        "nl": ("Tijd voor elke beslissing", "tijd per zet|bedenktijd"),
        "sv": ("Tid för varje beslut", "tid per drag|betänketid"),
        "af": ("Tyd vir elke besluit", "tyd per skuif|dinktyd"),
    },
    "deadline": {
        "nl": ("termijn", "deadline|tijdslimiet"),
        "sv": ("tidsgräns", r"deadline|(tids)?frist"),
        "af": ("spertyd", "deadline|sperdatum|keerdatum"),
    },
    "time bank": {
        "nl": ("tijdbank", "tijdspot|tijdsbank"),
        "sv": ("tidsbank", "tidbank|tidspott"),
        "af": ("tydbank", "tydsbank|tydpot"),
    },
    "quiet hours": {
        "nl": ("stille uren", "rusturen|stiltetijd"),
        "sv": ("tysta timmar", "vilotid"),
        "af": ("stil ure", "rustyd"),
    },
    "away": {
        "nl": ("afwezig", r"weg van \{\} tot"),
        "sv": ("borta", "bortrest"),
        "af": ("afwesig", r"weg van \{\} tot"),
    },
    "draw": {"nl": ("remise", "gelijkspel"), "sv": ("remi", "oavgjort"), "af": ("gelykop", "remise")},
    "offer": {"nl": ("bied", "voorstel"), "sv": ("erbjud", "anbud"), "af": ("aanb", "voorstel")},
    "decline": {"nl": ("af", "weiger|afwijzen"), "sv": ("avböj", "vägra|neka"), "af": ("afwys", "weier")},
    "give up": {"nl": ("opgegeven", "resigneer"), "sv": ("gav upp", "resigner"), "af": ("opgegee", "resigneer")},
    "substitute": {
        "nl": ("vervanger", "invaller"),
        "sv": ("ersättare", "avbytare|vikarie"),
        "af": ("plaasvervanger", r"invaller|(?<!s)vervanger"),
    },
    "bot": {"nl": ("bot", "robot"), "sv": ("bot", "robot"), "af": ("bot", "robot")},
    "reminder": {"nl": ("herinner", "geheugensteun"), "sv": ("påminn", "erinran"), "af": ("herinner", "aanmaning")},
    "invitation": {
        "nl": ("uitnodiging", "invitatie"),
        "sv": ("inbjudan", "invitation"),
        "af": ("uitnodiging", "invitasie"),
    },
    "rematch": {"nl": ("revanche", "herkansing"), "sv": ("revansch", "returparti"), "af": ("wedstryd", "revanche")},
    "record": {"nl": ("verslag", "protocol"), "sv": ("protokoll", "uppteckning"), "af": ("verslag", "protokol")},
    "share": {"nl": ("aandeel", "nonce"), "sv": ("andel", r"egen del|nonce"), "af": ("aandeel", "nonce")},
    "secret": {
        "nl": ("geheim", "sleutel van de dobbel|zaad"),
        "sv": ("hemlighet", r"frö(et)?"),
        "af": ("geheim", "saad"),
    },
    "mail": {"nl": ("mail", "e-mail|e-post"), "sv": ("mejl", r"e-?mail|mail"), "af": ("e-pos", r"e-?mail|mail")},
    "link": {"nl": ("link", "koppeling"), "sv": ("länk", "hyperlänk"), "af": ("skakel", "hiperskakel")},
    "account": {"nl": ("account", "rekening"), "sv": ("konto", "account"), "af": ("rekening", "account")},
    "log in": {"nl": ("log", "aanloggen"), "sv": ("logga in", "logga på"), "af": ("meld aan", "teken in|log in")},
    "private": {"nl": ("besloten", "privé"), "sv": ("privat", "sluten match"), "af": ("priva", "geslote")},
    "block": {"nl": ("blokk", "uitsluiten"), "sv": ("blocker", "spärra"), "af": ("blokkeer", "uitsluit")},
}
"""What each thing is called in a language, and, as a pattern for whole words, by what other words it is not."""

ENGLISH = r"place at the table|is sought|Let off|\(need not be\)|the seed of the dice|time for each move"
"""What English sentences do not say, since they say something else for it elsewhere."""


def sentences(language: str) -> list[str]:
    """All that is said in a language: in mails, on pages, and by games."""
    said = json.loads((SITE / "locale" / f"{language}.json").read_text(encoding="utf-8")).values()
    mailed = [each for message in catalogues.read(language) if message.id for each in forms(message.string)]
    games = [path.read_text(encoding="utf-8") for path in sorted(GAMES.glob(f"*/words.{language}.json"))]
    return [re.sub(r"\{\w+\}", "{}", text) for text in (*said, *mailed, *games)]


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_every_thing_has_one_name(language: str) -> None:
    texts = sentences(language)
    assert len(texts) > 700
    for thing, names in WORDS.items():
        used, never = names[language]
        assert any(used.casefold() in text.casefold() for text in texts), (thing, used)
        pattern = re.compile(rf"(?<!\w)(?:{never})(?!\w)", re.IGNORECASE)
        assert not [text for text in texts if pattern.search(text)], (thing, used)


def test_so_it_is_in_english() -> None:
    keys = json.loads((SITE / "locale" / "nl.json").read_text(encoding="utf-8"))
    mailed = (message.id for message in catalogues.sentences() if message.id)
    texts = [*keys, *(each if isinstance(each, str) else each[-1] for each in mailed)]
    assert not [text for text in texts if re.search(ENGLISH, text, re.IGNORECASE)]
