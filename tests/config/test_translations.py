"""A language is offered when its catalogue is complete, says what the site says, and is compiled."""

import re

import pytest
from django.test import Client
from django.utils.translation import to_locale

from config import translations
from core.packages import ROOT
from tests.gathered import gathered

LANGUAGES = translations.translated()
PLACEHOLDER = re.compile(r"%\(\w+\)[+0-9.]*[a-z]|%[%sd]|\{\w*\}")
#: Names that every language writes as they are.
SAME_EVERYWHERE = {
    "API",
    "Elo",
    "Glicko-2",
    "Glicko-225 (woogles)",
    "HTML",
    "IPv4",
    "IPv6",
    "Internet Scrabble Club",
    "NASPA",
    "S–B",
    "WESPA: AUPAIR .tou",
    "Wordhall",
}


def messages(language: str) -> list[tuple[list[str], list[str]]]:
    """The strings of a catalogue, singular and plural, and their translations."""
    return [
        (
            [message.id] if isinstance(message.id, str) else list(message.id),
            [message.string] if isinstance(message.string, str) else list(message.string or ()),
        )
        for message in translations.read(language)
        if message.id
    ]


def test_every_catalogue_is_offered() -> None:
    """No half-finished language lies about."""
    assert sorted(path.name for path in translations.LOCALE.iterdir()) == sorted(map(to_locale, LANGUAGES))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_is_translated(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``python -m config.translations update`` puts new strings into the catalogue; then translate and compile."""
    monkeypatch.setattr(translations, "strings", gathered)
    assert translations.untranslated(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_takes_the_values_of_its_string(language: str) -> None:
    """A forgotten or misspelt placeholder would lose a name or break the page."""
    for msgids, forms in messages(language):
        # The form for one thing may take what the English one for one thing takes: “the newest game”.
        values = set(PLACEHOLDER.findall(msgids[-1]))
        singular = set(PLACEHOLDER.findall(msgids[0]))
        assert set(PLACEHOLDER.findall(forms[-1])) == values, msgids
        assert all(set(PLACEHOLDER.findall(form)) in (values, singular) for form in forms), msgids


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_in_english(language: str) -> None:
    """Only names, numbers and values between signs are the same in every language."""
    same = {msgids[0] for msgids, forms in messages(language) if msgids[0] in forms}
    words = {msgid for msgid in same if re.search(r"[A-Za-z]", PLACEHOLDER.sub("", msgid))}
    assert words <= SAME_EVERYWHERE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tags_of_a_string_are_those_of_its_translation(language: str) -> None:
    for msgids, forms in messages(language):
        tags = sorted(re.findall(r"</?[a-z]+", msgids[-1]))
        assert all(sorted(re.findall(r"</?[a-z]+", form)) == tags for form in forms), msgids


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_site_reads_is_compiled_from_the_catalogue(language: str) -> None:
    """``python -m config.translations compile`` after every change of a catalogue."""
    assert translations.po_file(language).with_suffix(".mo").read_bytes() == translations.compiled(language)


@pytest.mark.django_db
def test_a_reader_gets_the_requested_language() -> None:
    """The browser's language decides until another one is chosen."""
    japanese = Client().get("/", headers={"accept-language": "ja"}).content.decode()
    assert '<html lang="ja">' in japanese
    assert "クラブ" in japanese
    assert '<html lang="en">' in Client().get("/", headers={"accept-language": "fr"}).content.decode()


#: Words of the glossary with one meaning each. Others mean two things (“first”: who starts, or a place), or are verbs as well.
TERMS = (
    "bag", "bingo", "bye", "challenge", "check-in", "class", "dictionary", "director",
    "draft", "edition", "forfeit", "handicap", "league", "member", "password", "phoney", "rack", "rating",
    "registration", "report", "result", "round", "ruling", "scorer", "scoresheet", "seed", "settings", "table",
    "tie-break",
)  # fmt: skip


def glossary(language: str) -> dict[str, str]:
    """The terms of a language by their English ones, as its glossary has them in pairs: ``| draft · publish | 下書き · 公開 |``."""
    terms: dict[str, str] = {}
    name = to_locale(language).replace("_", "-")
    for line in (ROOT / "docs" / f"glossary-{name}.md").read_text("utf-8").splitlines():
        cells = [cell.split(" · ") for cell in line.strip("|").split("|")]
        if len(cells) == 2 and len(cells[0]) == len(cells[1]):
            pairs = zip(*([re.sub(r"\(.*?\)|\*", "", term).strip() for term in cell] for cell in cells), strict=True)
            terms.update(pairs)
    return terms


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_is_translated_one_way(language: str) -> None:
    """In four of five sentences at least: one may go around a word that its language does not need there."""
    terms = glossary(language)
    assert set(TERMS) <= set(terms)
    several = {}
    said = [(ids[-1].lower(), form[-1]) for ids, form in messages(language)]
    for term in TERMS:
        forms = [form for text, form in said if term in text and re.search(rf"\b{term}s?\b", text)]
        other = [form for form in forms if terms[term] not in form]
        if len(other) * 5 > len(forms):
            several[term] = (terms[term], len(forms), other[:5])
    assert several == {}
