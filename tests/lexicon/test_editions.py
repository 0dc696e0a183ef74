"""Which edition judges: the one an event fixes; for records by themselves the one in force on the day."""

import json
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from clubs.models import Club, User
from games.engine.crossword.rules import RULE_SETS
from games.services import check_bytes
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.spelling import SpeltLexicon, spelt
from lexicon.models import LexiconVersion
from lexicon.queries import open_spelt, open_version, version_on
from lexicon.services import install_shipped
from tests.lexicon.test_uploads import in_force, sent

RECORD = b"#character-encoding UTF-8\n#player1 Ann Ann\n#player2 Bob Bob\n>Ann: QIABCDE 8H QI +22 22\n"


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    settings.WORDHALL_DATA = tmp_path


@pytest.fixture
def editions(club: Club, director: User) -> tuple[LexiconVersion, LexiconVersion]:
    """QI came in with the edition of 2024."""
    old = in_force(sent(club, director, b"za\n", label="2018", valid_from=date(2018, 3, 1)), director)
    new = in_force(
        sent(club, director, b"za\nqi\n", lexicon_id=old.lexicon_id, label="2024", valid_from=date(2024, 2, 1)),
        director,
    )
    return old, new


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "edition"),
    [("2018-02-28", None), ("2018-03-01", 0), ("2024-01-31", 0), ("2024-02-01", 1), ("2030-01-01", 1)],
)
def test_the_edition_in_force_on_a_day(
    editions: tuple[LexiconVersion, LexiconVersion], day: str, edition: int | None
) -> None:
    found = version_on(editions[0].lexicon, date.fromisoformat(day))
    assert found == (None if edition is None else editions[edition])


def checked(tmp_path: Path, *options: str) -> str:
    path = tmp_path / "game.gcg"
    path.write_bytes(RECORD)
    out = StringIO()
    call_command("check_records", str(path), *options, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_records_are_judged_by_the_edition_of_their_day(
    editions: tuple[LexiconVersion, LexiconVersion], tmp_path: Path
) -> None:
    slug = editions[0].lexicon.slug
    before = checked(tmp_path, "--lexicon", slug, "--on", "2020-05-05")
    after = checked(tmp_path, "--lexicon", slug, "--on", "2024-05-05")
    assert "QI" in before.split("words by")[0]
    assert "QI" not in after.split("words by")[0]
    assert before.rstrip().endswith("words by House words (2018)")
    assert after.rstrip().endswith("words by House words (2024)")
    told = json.loads(checked(tmp_path, "--lexicon", slug, "--on", "2020-05-05", "--format", "json"))["lexicon"]
    assert told == {"name": "House words", "edition": "2018", "checksum": editions[0].checksum}
    with pytest.raises(
        CommandError, match=r"No edition .* in force on 2011-01-01; there is: 2018 \(2018-03-01 to …\); 2024"
    ):
        checked(tmp_path, "--lexicon", slug, "--on", "2011-01-01")


@pytest.mark.django_db
def test_the_day_needs_a_dictionary_and_must_be_a_date(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--lexicon NAME"):
        checked(tmp_path, "--on", "2020-05-05")
    with pytest.raises(CommandError, match="such as 2026-03-01"):
        checked(tmp_path, "--lexicon", "en", "--on", "yesterday")


@pytest.mark.django_db
def test_a_spanish_game_is_judged_by_its_tiles() -> None:
    """CH, LL and RR are tiles of the set and of the dictionary; C and H laid as two make no word."""
    spanish = install_shipped(slug="es")
    rules = RULE_SETS["tournament"].with_options(tile_set="es")
    good = b"#character-encoding UTF-8\n#player1 Ana Ana\n#player2 Eva Eva\n>Ana: [CH]O[RR]OABC 8H [CH]O[RR]O +30 30\n"
    bad = good.replace(b"[CH]O[RR]OABC 8H [CH]O[RR]O", b"[CH]O[RR]XABC 8H [CH]O[RR]X")
    assert not [
        found
        for found in check_bytes(data=good, rules=rules, lexicon_version=spanish).findings
        if "CHORRO" in found.message
    ]
    assert any(
        "CHORRX" in found.message for found in check_bytes(data=bad, rules=rules, lexicon_version=spanish).findings
    )


@pytest.mark.django_db
def test_a_list_whose_tiles_are_letters_is_passed_on_as_it_is(dictionary: LexiconVersion) -> None:
    assert open_spelt(dictionary) is open_version(dictionary)
    spanish = install_shipped(slug="es")
    words = open_spelt(spanish)
    assert isinstance(words, SpeltLexicon)
    assert words is open_spelt(spanish)
    assert "CHORRILLO" in words
    assert not any(word in words for word in ("C|HORRO", "KILO", "", 7))
    assert len(words) == spanish.word_count
    assert "CHORRO" in set(words)
    assert spelt(open_version(dictionary), ALPHABETS["en"]) is open_version(dictionary)
