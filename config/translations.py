"""Catalogues of translations: gather every marked string of the site, bring a language's catalogue up to date, compile it.

``python -m config.translations`` needs Babel, which comes with the tests' requirements, and no gettext programs:

    update        the strings of today into the catalogue of each language; says how many wait for a translation
    compile       every .po into the .mo beside it, which is what the site reads and is kept in the repository
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

from core import languages
from core.packages import PACKAGES, ROOT
from games.engine.crossword import rules as crossword
from games.engine.crossword.board import board_layout, board_slugs
from games.engine.crossword.tiles import tile_set, tile_set_slugs
from games.engine.wordbasket import rules as wordbasket
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.shiritori import REASONS, VERDICTS
from tournaments.engine.importers.problems import CATALOGUE as ROSTER

LOCALE: Final = ROOT / "locale"
#: Where the site's modules and pages are.
SOURCES: Final = ROOT
KEYWORDS: Final[dict[str, tuple[int | tuple[int, str], ...] | None]] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "RulesError": (1,),  # the pairing engine knows no languages: its refusals are translated where they are shown
}
#: The beginning of a call that marks a string.
CALL: Final = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(".encode())
#: Where Django and allauth keep the sentences that our pages show: a language they do not speak gets those in our catalogue.
FRAMEWORKS: Final[Mapping[str, tuple[str, ...]]] = {
    "django": (
        "forms",
        "core/validators.py",
        "contrib/auth/forms.py",
        "contrib/auth/models.py",
        "contrib/auth/password_validation.py",
        "contrib/auth/validators.py",
        "db/models/base.py",
        "utils/dates.py",
        "utils/text.py",
    ),
    "allauth": ("account/adapter.py", "account/fields.py", "account/forms.py", "mfa"),
}
_JINJA: Final = {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}


def strings() -> Catalog:
    """Every string of the site that is marked for translation: of Python files, of templates, of the rules' findings.

    Raises ValueError for a string that is both the singular of another and used by itself: gettext keeps one entry of the two,
    and a language of one form would show the plural's ``%(count)d`` there.
    """
    catalog = Catalog(project="Wordhall", charset="utf-8", fuzzy=False)
    alone: set[tuple[str | None, str]] = set()
    counted: set[tuple[str | None, str]] = set()
    for name, source in _sources(SOURCES):
        # to read a file word by word takes long, and two thirds of them mark nothing
        if not CALL.search(source) and not name.endswith(".jinja"):
            continue
        # a table's calls are found by Jinja2's own reader, which says so when it cannot read one
        method, options = ("jinja2.ext:babel_extract", _JINJA) if name.endswith(".jinja") else ("python", None)
        for _line, message, _comments, context in extract(method, io.BytesIO(source), KEYWORDS, options=options):
            catalog.add(message, locations=[(name, 1)], context=context)
            single, kind = (message, alone) if isinstance(message, str) else (message[0], counted)
            kind.add((context, single))
    if alone & counted:
        raise ValueError(
            f"by itself and as the singular of another: {sorted(text for _context, text in alone & counted)}"
        )
    for sentences in ROSTER.values():
        for sentence in sentences:
            catalog.add(sentence, locations=[("tournaments/engine/importers", 1)])
    for path in sorted((ROOT / "games" / "engine").glob("*/catalogue.py")):
        name = f"games.engine.{path.parent.name}"
        for entry in import_module(f"{name}.catalogue").CATALOGUE.values():
            catalog.add(entry.text, locations=[(name.replace(".", "/"), 1)])
    for name in names_in_data():
        catalog.add(name, locations=[("names of languages, tiles, boards and rules", 1)])
    for sentence in (*REASONS.values(), *VERDICTS.values()):
        catalog.add(sentence, locations=[("lexicon/engine/shiritori", 1)])
    return catalog


def names_in_data() -> set[str]:
    """What the engines' tables call languages, tiles, boards and rule sets: they know no translations."""
    rules = {rules.name for played in (crossword, wordbasket) for rules in played.RULE_SETS.values()}
    languages_of_words = {alphabet.name for alphabet in ALPHABETS.values()}
    tiles = {tile_set(slug).name for slug in tile_set_slugs()}
    return rules | languages_of_words | tiles | {board_layout(slug).name for slug in board_slugs()}


def framework_strings(language: str) -> Catalog:
    """The strings of Django and allauth that our pages can show and that neither says in the language."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    for package, places in FRAMEWORKS.items():
        home = Path(str(import_module(package).__file__)).parent
        for path in sorted(path for place in places for path in _python(home / place)):
            source = io.BytesIO(path.read_bytes())
            name = f"{package}/{path.relative_to(home)}"
            for _line, message, _comments, context in extract("python", source, KEYWORDS):
                if not _speaks(language, package, message, context):
                    catalog.add(message, locations=[(name, 1)], context=context)
    return catalog


def _python(place: Path) -> list[Path]:
    """The Python files of a package's folder, without its tests; or the one file."""
    return [place] if place.is_file() else [path for path in place.rglob("*.py") if "tests" not in path.parts]


@cache
def _own_catalogues(language: str, package: str) -> tuple[Catalog, ...]:
    """The catalogues in which a package speaks the language."""
    home = Path(str(import_module(package).__file__)).parent
    files = sorted(home.glob(f"**/locale/{to_locale(language)}/LC_MESSAGES/django.po"))
    return tuple(read_po(io.BytesIO(path.read_bytes()), locale=to_locale(language)) for path in files)


def _speaks(language: str, package: str, message: str | Sequence[str], context: str | None) -> bool:
    """Whether the package has the message in the language."""
    for catalog in _own_catalogues(language, package):
        own = catalog.get(message if isinstance(message, str) else message[0], context)
        if own and not own.fuzzy and _whole(own.string):
            return True
    return False


def strings_for(language: str) -> Catalog:
    """What the catalogue of a language has to say: our strings, and what Django and allauth leave to us."""
    catalog = deepcopy(strings())
    for message in framework_strings(language):
        if message.id:
            catalog.add(message.id, locations=message.locations, context=message.context)
    return catalog


def _sources(root: Path) -> Iterator[tuple[str, bytes]]:
    """Name and Python source of each file; of a page its tags as calls; of a table its text."""
    for app in PACKAGES:
        for path in sorted((root / app).rglob("*.py")):
            yield str(path.relative_to(root)), path.read_bytes()
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix == ".jinja":
            yield str(path.relative_to(root)), path.read_bytes()
        elif path.is_file():
            calls = templatize(path.read_text("utf-8"))
            # Python reads indentation, a template's is its own business.
            yield str(path.relative_to(root)), "\n".join(line.lstrip() for line in calls.splitlines()).encode()


def translated() -> list[str]:
    """The codes of the languages that have a catalogue."""
    return [language.code for language in languages.LANGUAGES if language != languages.SOURCE]


def po_file(language: str) -> Path:
    """Where a language's catalogue is: Django looks for zh-hant in zh_Hant."""
    return LOCALE / to_locale(language) / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    """The catalogue of a language; empty if there is none yet."""
    path = po_file(language)
    if not path.exists():
        return Catalog(locale=to_locale(language), project="Wordhall", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=to_locale(language))


def untranslated(language: str) -> list[str]:
    """The strings of the site (of a plural the singular) that the language's catalogue does not have."""
    catalog = read(language)
    missing = []
    for message in strings_for(language):
        translation = catalog.get(message.id, message.context) if message.id else message
        if translation is None or translation.fuzzy or (message.id and not _whole(translation.string)):
            missing.append(message.id if isinstance(message.id, str) else message.id[0])
    return missing


def _whole(string: str | Sequence[str] | None) -> bool:
    """Whether a translation is there, of a plural in every form."""
    return string is not None and bool(string) and all(string)


def update(language: str) -> int:
    """Bring a catalogue up to date; nothing is guessed from similar strings. Returns how many strings are untranslated."""
    catalog = read(language)
    made = catalog.creation_date
    catalog.update(strings_for(language), no_fuzzy_matching=True)
    catalog.creation_date = made  # or a catalogue without a new string would have to be compiled again
    catalog.obsolete.clear()
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=118, sort_output=True, include_lineno=False, omit_header=False)
    return len(untranslated(language))


def compiled(language: str) -> bytes:
    """The binary form of a language's catalogue."""
    out = io.BytesIO()
    write_mo(out, read(language))
    return out.getvalue()


def main(arguments: list[str]) -> int:
    """Run one of the two commands of the module's head; returns the exit status."""
    match arguments:
        case ["update"]:
            for code in translated():
                sys.stdout.write(f"{code}: {update(code)} strings wait for a translation\n")
        case ["compile"]:
            for code in translated():
                po_file(code).with_suffix(".mo").write_bytes(compiled(code))
        case _:
            sys.stdout.write(__doc__ or "")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
