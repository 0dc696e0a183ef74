"""A language is offered when its catalogue is complete, says what the site says, and is compiled."""

import ast
import gettext
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import to_locale

from config import translations
from core import languages
from core.packages import PACKAGES, ROOT
from tests.gathered import gathered

LANGUAGES = translations.translated()
PLACEHOLDER = re.compile(r"%\(\w+\)[+0-9.]*[a-z]|%[%sd]|\{\w*\}")
#: Names that every language writes as they are.
SAME_EVERYWHERE = {
    "API",
    "Elo",
    "Glicko-2",
    "Glicko-225 (Woogles)",
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


def test_no_string_is_marked_inside_another() -> None:
    """Babel does not look into f-strings: what is marked there stands in no catalogue and stays English."""
    # A file without the beginning of an f-string and of a call has no call in one, and is not parsed: that takes seconds.
    begins = re.compile(r"""fr?["']|rf["']""", re.IGNORECASE)
    marked = {}
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        source = path.read_text("utf-8")
        if not begins.search(source) or not translations.CALL.search(source.encode()):
            continue
        parts = [
            part for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
        ]
        calls = [part for part in parts if isinstance(part, ast.Call)]
        lines = [
            call.lineno
            for call in calls
            if isinstance(call.func, ast.Name)
            and call.func.id in translations.KEYWORDS
            and isinstance(call.args[0], ast.Constant)
        ]
        if lines:
            marked[str(path.relative_to(ROOT))] = lines
    assert marked == {}


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


def program(folder: Path, *calls: str) -> Path:
    """A site of one module with these calls, a page and a table."""
    (folder / "clubs").mkdir(parents=True, exist_ok=True)
    (folder / "clubs" / "words.py").write_text("\n".join(calls), "utf-8")
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates" / "page.html").write_text("<p>\n  {% translate 'Pears on a page' %}</p>", "utf-8")
    (folder / "templates" / "table.jinja").write_text("<td>{{ _('Plums in a table') }}</td>", "utf-8")
    return folder


def test_strings_come_from_modules_pages_and_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with its context; one that is both by itself and the singular of another is refused by name."""
    program(tmp_path, '_("Apples")', 'pgettext("colour", "Orange")', 'ngettext("%(n)d fig", "%(n)d figs", n)')
    monkeypatch.setattr(translations, "SOURCES", tmp_path)
    catalog = translations.strings()
    for text, context in (
        ("Apples", None),
        ("Orange", "colour"),
        ("%(n)d fig", None),
        ("Pears on a page", None),
        ("Plums in a table", None),
    ):
        assert catalog.get(text, context), text
    assert catalog.get("Orange") is None
    program(tmp_path, '_("Apple")', 'ngettext("Apple", "%(count)d apples", n)', 'pgettext("tree", "Fig")', '_("Fig")')
    with pytest.raises(ValueError, match=r"as the singular of another: \['Apple'\]"):
        translations.strings()


def test_a_language_follows_the_program_and_keeps_what_was_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands of a maintainer, on a small site: a first catalogue, a translator's work, the next version, compiled."""
    site = program(tmp_path / "site", '_("Apples")', '_("Cherries")')
    monkeypatch.setattr(translations, "SOURCES", site)
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(languages, "LANGUAGES", [languages.SOURCE, languages.Language("ja", "日本語")])
    # the same frameworks, but a part of each: their strings are gathered anew by every command
    monkeypatch.setattr(translations, "FRAMEWORKS", {"django": ("utils/dates.py",), "allauth": ("mfa",)})
    assert translations.main(["update"]) == 0
    waiting = len(translations.untranslated("ja"))
    assert capsys.readouterr().out == f"ja: {waiting} strings wait for a translation\n"
    path = translations.po_file("ja")
    empty = path.read_text("utf-8")
    translated = empty.replace('msgid "Apples"\nmsgstr ""', 'msgid "Apples"\nmsgstr "りんご"')
    translated = translated.replace('msgid "Cherries"\nmsgstr ""', 'msgid "Cherries"\nmsgstr "さくらんぼ"')
    path.write_text(
        re.sub('(?m)^"POT-Creation-Date: .*', '"POT-Creation-Date: 2020-02-02 02:02+0000\\\\n"', translated), "utf-8"
    )
    program(site, '_("Apples")', '_("Cherry")')
    assert translations.main(["update"]) == 0
    assert capsys.readouterr().out == f"ja: {waiting - 1} strings wait for a translation\n"
    catalog = translations.read("ja")
    assert catalog["Apples"].string == "りんご"
    assert catalog["Cherry"].string == "", "nothing is guessed from a similar string"
    assert "Cherries" not in path.read_text("utf-8"), "what the program no longer says is gone"
    assert "2020-02-02" in path.read_text("utf-8"), "a new date alone would change the compiled file"
    path.write_text(
        path.read_text("utf-8").replace('msgid "Cherry"\nmsgstr ""', '#, fuzzy\nmsgid "Cherry"\nmsgstr "桜"'), "utf-8"
    )
    assert "Cherry" in translations.untranslated("ja"), "a guess that nobody has looked at does not count"
    assert translations.main(["compile"]) == 0
    with path.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    assert [read.gettext(text) for text in ("Apples", "Cherry")] == ["りんご", "Cherry"]


def test_the_commands_are_shown_to_who_mistypes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(translations, "LOCALE", tmp_path)
    for typed in ([], ["comple"], ["update", "ja"]):
        assert translations.main(typed) == 2, typed
        shown = capsys.readouterr().out
        assert "update  " in shown, typed
        assert "compile  " in shown, typed
    assert list(tmp_path.iterdir()) == []
