"""The default list: shipped, compiled on demand, installed once, opened without a database."""

import multiprocessing
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club, Membership, Role, User
from lexicon.engine.compiled import CompiledLexicon
from lexicon.models import Lexicon, LexiconVersion
from lexicon.queries import (
    LexiconUnavailableError,
    open_version,
    readable_by,
    shipped_lexicon,
    shipped_path,
    version_on,
    visible_to,
)
from lexicon.services import install_shipped
from lexicon.wordlists import files
from lexicon.wordlists.shipped import ENGLISH

pytestmark = pytest.mark.postgres


def test_the_shipped_file_matches_its_description() -> None:
    """lexicons.md §1: 247,517 words; the histogram shows a truncated file."""
    words = ENGLISH.words()
    assert len(words.words) == ENGLISH.word_count == 247_517
    assert words.checksum == ENGLISH.checksum
    assert not words.refused
    assert not words.duplicates
    assert words.lengths[2] == 100
    assert words.lengths[3] == 1156
    assert words.lengths[8] == 37675


def test_the_licence_is_complete_and_its_notices_are_displayed() -> None:
    for owner in ("Kevin Atkinson", "J Ross Beresford", "Geoff Kuenning", "Princeton University"):
        assert owner in ENGLISH.licence
        assert owner in ENGLISH.notice


def test_the_shipped_list_opens_without_a_database() -> None:
    # No database mark: a query here would fail.
    lexicon = shipped_lexicon()
    assert len(lexicon) == 247_517
    assert {"QI", "ZA", "CWM", "TRAINERS"} <= set(lexicon)
    # rules.md §1: no proper nouns, abbreviations, hyphens, apostrophes; lexicons.md §1: no junk twos.
    assert not any(word in lexicon for word in ("LONDON", "ETC", "CO-OP", "DON'T", "KB", "FS", "GE", "TS", "CSC"))
    assert shipped_lexicon() is lexicon


def test_an_unknown_list_is_refused_by_name() -> None:
    with pytest.raises(LexiconUnavailableError, match=r"“xx”.*en"):
        shipped_path("xx")


def test_a_damaged_compiled_file_is_rebuilt(tmp_path: Path, settings: Settings) -> None:
    settings.WORDHALL_DATA = tmp_path
    path = tmp_path / "lexicons" / files.file_name(ENGLISH.checksum)
    path.parent.mkdir()
    path.write_bytes(b"half a file")
    assert "QI" in shipped_lexicon()
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def _compile_in(
    folder: Path, start: Callable[[], object], words: list[str], results: "multiprocessing.Queue[int]"
) -> None:
    from django.conf import settings

    from lexicon.engine.alphabets import ENGLISH as ALPHABET
    from lexicon.engine.wordlist import read_words

    settings.WORDHALL_DATA = folder
    start()
    results.put(len(CompiledLexicon.open(files.save(read_words(words, ALPHABET)))))


def test_four_processes_compile_the_same_list_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(4), context.Queue()
    words = [f"{a}{b}{c}" for a in "abcdefgh" for b in "ijklmnop" for c in "qrstuv"]
    workers = [context.Process(target=_compile_in, args=(tmp_path, barrier.wait, words, results)) for _ in range(4)]
    for worker in workers:
        worker.start()
    assert [results.get(timeout=30) for _ in workers] == [384] * 4
    for worker in workers:
        worker.join(timeout=30)
    assert len(list((tmp_path / "lexicons").iterdir())) == 1


@pytest.mark.django_db
def test_installing_twice_enters_it_once() -> None:
    first, second = install_shipped(), install_shipped()
    assert first == second == LexiconVersion.objects.get()
    assert first.word_count == len(open_version(first)) == 247_517
    assert first.lexicon.is_free
    assert not first.lexicon.is_official
    assert ActionLog.objects.filter(verb="lexicon.installed").count() == 1


@pytest.mark.django_db
def test_a_club_dictionary_with_the_same_address_is_left_alone() -> None:
    club = Club.objects.create(name="C", slug="c")
    Lexicon.objects.create(slug="en", name="Ours", language="en", club=club)
    with pytest.raises(LexiconUnavailableError, match="taken"):
        install_shipped()
    assert not LexiconVersion.objects.exists()


@pytest.mark.django_db
def test_a_missing_edition_file_is_explained() -> None:
    lexicon = Lexicon.objects.create(slug="gone", name="Gone", language="en")
    values = {"label": "1", "checksum": "f" * 64, "word_count": 1, "file_name": "gone.marisa"}
    version = LexiconVersion.objects.create(lexicon=lexicon, **values)
    with pytest.raises(LexiconUnavailableError, match=r"Gone \(1\).*Upload"):
        open_version(version)


@pytest.mark.django_db
def test_the_edition_in_force_on_a_day() -> None:
    lexicon = Lexicon.objects.create(slug="ed", name="Editions", language="en")

    def edition(label: str, start: date | None, end: date | None) -> LexiconVersion:
        values = {"checksum": label * 64, "word_count": 1, "file_name": "x", "valid_from": start, "valid_to": end}
        return LexiconVersion.objects.create(lexicon=lexicon, label=label, **values)

    old = edition("a", date(2018, 1, 1), date(2023, 12, 31))
    new = edition("b", date(2024, 1, 1), None)
    assert version_on(lexicon, date(2017, 1, 1)) is None
    assert version_on(lexicon, date(2023, 12, 31)) == old
    assert version_on(lexicon, date(2024, 1, 1)) == new


@pytest.mark.django_db
def test_visibility_of_dictionaries() -> None:
    ours, theirs = (Club.objects.create(name=name, slug=name) for name in ("ours", "theirs"))
    entered = [("public", None), ("club", ours), ("private", ours), ("club", theirs)]
    for visibility, club in entered:
        slug = f"{visibility}-{club.slug if club else 'all'}"
        lexicon = Lexicon.objects.create(slug=slug, name=slug, language="en", club=club, visibility=visibility)
        values = {"label": "1", "checksum": "c" * 64, "word_count": 1, "file_name": "x"}
        LexiconVersion.objects.create(lexicon=lexicon, **values)
    people = {name: User.objects.create_user(name) for name in ("director", "member", "stranger")}
    Membership.objects.create(user=people["director"], club=ours, role=Role.DIRECTOR)
    Membership.objects.create(user=people["member"], club=ours, role=Role.MEMBER)
    people["root"] = User.objects.create_superuser("root")
    table = {
        "director": {"public-all", "club-ours", "private-ours"},
        "member": {"public-all", "club-ours"},
        "stranger": {"public-all"},
        "root": {"public-all", "club-ours", "private-ours", "club-theirs"},
    }
    for name, expected in table.items():
        assert {lexicon.slug for lexicon in readable_by(people[name])} == expected, name
    assert {lexicon.slug for lexicon in readable_by(AnonymousUser())} == {"public-all"}
    assert {version.lexicon.slug for version in visible_to(None)} == {"public-all"}
    assert {version.lexicon.slug for version in visible_to(ours)} == {"public-all", "club-ours", "private-ours"}
