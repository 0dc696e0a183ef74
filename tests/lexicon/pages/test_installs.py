"""A free dictionary is installed from the page: asked for, done by a worker, told when it could not be had."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club, User
from jobs.models import Job
from lexicon.engine.package import read_members
from lexicon.engine.recipes import RECIPES
from lexicon.models import Installation, LexiconVersion
from lexicon.services import installing
from lexicon.wordlists.fetch import digest
from lexicon.wordlists.packaged import PACKAGED
from tests import factories
from tests.harness.seen import seen
from tests.lexicon.wordlists.test_install import italian, put_client


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    settings.WORDHALL_DATA = tmp_path / "data"


@pytest.fixture
def page(club: Club) -> str:
    return reverse("lexicon:installs", args=[club.slug])


@pytest.fixture
def director_at_the_page(client: Client, director: User) -> Client:
    client.force_login(director)
    return client


def use_client(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """``apt-get`` of this machine does what ``script`` says."""
    put_client(folder / "bin", "apt-get", script)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")


def offer(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """The Italian list is the one made of our own package."""
    recipe = RECIPES["it"]
    members = read_members(path.read_bytes(), {*recipe.members, *PACKAGED["it"].acknowledgements})
    words = recipe.build(members, lambda _count: None).words
    package = replace(PACKAGED["it"].package, sha256=digest(path), size=path.stat().st_size)
    ours = replace(PACKAGED["it"], package=package, checksum=words.checksum, word_count=len(words.words))
    lists = {**PACKAGED, "it": ours}
    for module in ("lexicon.services.packaged", "lexicon.services.installing"):
        monkeypatch.setattr(f"{module}.PACKAGED", lists)


def test_one_that_has_to_be_fetched(
    director_at_the_page: Client, page: str, director: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = italian(tmp_path, version="1.10")
    offer(monkeypatch, package)
    use_client(tmp_path, monkeypatch, f'[ "$*" = "download witalian=1.10" ] && cp {package} .')
    link = f'href="{page}"'
    assert link in director_at_the_page.get(reverse("lexicon:list")).content.decode()
    assert "MB to download" in seen(director_at_the_page.get(page).content.decode())
    assert director_at_the_page.post(page, {"list": "it"}).status_code == 302
    waiting = director_at_the_page.get(page).content.decode()
    assert 'http-equiv="refresh"' in waiting
    assert "waiting …" in seen(waiting)
    director_at_the_page.post(page, {"list": "it"})
    assert Installation.objects.count() == Job.objects.count() == 1, "asked for twice, done once"
    factories.run_jobs()
    done = director_at_the_page.get(page).content.decode()
    assert 'http-equiv="refresh"' not in done
    version = LexiconVersion.objects.get()
    assert reverse("lexicon:detail", args=["it"]) in done
    installation = Installation.objects.get()
    assert (installation.state, installation.progress, installation.version) == ("done", 100, version)
    assert ActionLog.objects.get(verb="lexicon.installed").actor == director


def test_one_that_comes_with_the_program(director_at_the_page: Client, page: str) -> None:
    director_at_the_page.post(page, {"list": "ja"})
    factories.run_jobs()
    assert LexiconVersion.objects.get().lexicon.slug == "ja"
    assert "Installed" in seen(director_at_the_page.get(page).content.decode())


def test_one_that_cannot_be_had_is_told_and_may_be_tried_again(
    director_at_the_page: Client, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_client(tmp_path, monkeypatch, "echo 'E: Unable to connect'; exit 100")
    director_at_the_page.post(page, {"list": "it"})
    factories.run_jobs()
    text = seen(director_at_the_page.get(page).content.decode())
    assert "It could not be installed." in text
    assert "E: Unable to connect" in text
    assert "Install (0.2 MB to download) Open Italian" in text
    director_at_the_page.post(page, {"list": "it"})
    assert [one.state for one in Installation.objects.all()] == ["waiting", "failed"]


def test_one_of_which_nothing_was_heard_is_begun_again(director_at_the_page: Client, page: str, director: User) -> None:
    long_ago = timezone.now() - timedelta(minutes=16)
    Installation.objects.create(slug="de", state="building", progress=40, actor=director, seen_at=long_ago)
    stalled = director_at_the_page.get(page).content.decode()
    assert "Nothing has happened for a quarter of an hour." in seen(stalled)
    assert 'http-equiv="refresh"' not in stalled
    director_at_the_page.post(page, {"list": "de"})
    assert (Installation.objects.count(), Job.objects.get().task) == (1, "lexicon.install")
    assert "reading the words …" in seen(director_at_the_page.get(page).content.decode())


def test_a_list_that_is_not_offered_is_refused_in_words(director_at_the_page: Client, page: str) -> None:
    answer = director_at_the_page.post(page, {"list": "collins"})
    assert (answer.status_code, Installation.objects.count()) == (422, 0)
    assert "There is no such free dictionary." in seen(answer.content.decode())


def test_only_who_looks_after_dictionaries(client: Client, page: str, club: Club, director: User) -> None:
    client.force_login(factories.member(club, director, "scorer"))
    assert client.get(page).status_code == 403
    assert client.post(page, {"list": "it"}).status_code == 403
    assert Installation.objects.count() == 0


def test_the_page_asks_the_database_as_often_for_three_installations_as_for_none(
    director_at_the_page: Client, page: str, director: User
) -> None:
    few = factories.queries(lambda: director_at_the_page.get(page))
    for slug in ("de", "fr", "it"):
        Installation.objects.create(slug=slug, actor=director)
    assert factories.queries(lambda: director_at_the_page.get(page)) == few


@pytest.mark.postgres
@pytest.mark.django_db
def test_what_the_database_refuses() -> None:
    Installation.objects.create(slug="de")
    bad: list[tuple[dict[str, object], str]] = [
        ({"slug": "de", "state": "building"}, "installation_once_at_a_time"),
        ({"slug": "fr", "state": "asleep"}, "installation_known_state"),
        ({"slug": "fr", "state": "done"}, "installation_done_has_version"),
        ({"slug": "fr", "state": "failed"}, "installation_failure_explained"),
        ({"slug": "fr", "progress": 101}, "installation_progress_in_range"),
    ]
    for values, name in bad:
        with pytest.raises(IntegrityError, match="(?i)unique" if "once" in name else name), transaction.atomic():
            Installation.objects.create(**values)
    assert Installation.objects.count() == 1


def test_done_again_after_it_was_done_it_does_nothing(director_at_the_page: Client, page: str) -> None:
    director_at_the_page.post(page, {"list": "ja"})
    factories.run_jobs()
    installing.install(installation_id=Installation.objects.get().pk)
    assert LexiconVersion.objects.count() == 1
