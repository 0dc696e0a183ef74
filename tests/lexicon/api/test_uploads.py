"""A club's own list over HTTP: sent, tried, confirmed, in force; never read back."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.models import Club, User
from jobs.models import Job
from jobs.services import run_job
from lexicon.models import Lexicon, LexiconVersion, Upload
from lexicon.queries import open_version
from tests import factories
from tests.api_client import Api, as_user
from tests.lexicon.shipped import share_shipped

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Path) -> None:
    """Lists of these tests lie apart."""
    share_shipped(tmp_path)
    settings.WORDHALL_DATA = tmp_path


def work() -> None:
    """Do the queued jobs as the worker does them."""
    for job in list(Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True)):
        assert run_job(job_id=job), Job.objects.get(pk=job).error


def send(api: Api, club: Club, text: bytes = b"qi\r\nza\r\nZA\r\nco-op\r\ntrain\r\n", **fields: object) -> Any:
    body = {"name": "House words", "label": "1", "file": SimpleUploadedFile("house.txt", text), **fields}
    return api.upload(f"clubs/{club.slug}/uploads/", body, expect=202)


def test_from_file_to_force(club: Club, director: User) -> None:
    api = as_user(director)
    sent = send(api, club)
    assert (sent["state"], sent["edition"], sent["file_name"]) == ("received", None, "house.txt")
    work()
    address = f"clubs/{club.slug}/uploads/{sent['id']}/"
    tried = api.get(address)
    assert (tried["state"], tried["report"]["accepted"], tried["report"]["refused"][0]["line"]) == ("checked", 3, 4)
    assert Lexicon.objects.count() == 0
    assert api.post(f"{address}confirm/", expect=202)["state"] == "compiling"
    assert api.post(f"{address}confirm/", expect=400)["type"] == "refused"
    work()
    done = api.get(address)
    assert (done["state"], done["progress"]) == ("done", 100)
    version = LexiconVersion.objects.get(pk=done["edition"])
    assert "ZA" in open_version(version)
    assert api.get(f"dictionaries/{done['dictionary']}/")["editions"][0]["id"] == version.pk
    assert "TRAIN" not in str([api.get(address), api.get(f"clubs/{club.slug}/uploads/")])
    api.delete(address, expect=400)
    second = send(api, club, b"qi\nza\n", dictionary=done["dictionary"], label="2")
    work()
    assert api.get(f"clubs/{club.slug}/uploads/{second['id']}/")["report"]["previous"] == str(version)
    api.delete(f"clubs/{club.slug}/uploads/{second['id']}/")
    assert Upload.objects.get(pk=second["id"]).state == "discarded"


def test_an_edition_that_is_there_with_words_in_and_out(club: Club, director: User, dictionary: LexiconVersion) -> None:
    body = {"name": "With ours", "label": "1", "base": dictionary.pk, "extra": "zzqx", "blocked": "train"}
    as_user(director).upload(f"clubs/{club.slug}/uploads/", body, expect=202)
    assert Upload.objects.get().base == dictionary


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"label": ""}, "label"),
        ({"language": "xx"}, "language"),
        ({"encoding": "ebcdic"}, "encoding"),
        ({"visibility": "public"}, "visibility"),
        ({"valid_from": "soon"}, "valid_from"),
        ({"dictionary": "en"}, "dictionary"),
        ({"base": "77"}, "base"),
        ({"extra": "x" * 200_001}, "extra"),
        ({"name": ""}, ""),
        ({"file": ""}, ""),
        ({"file": SimpleUploadedFile("empty.txt", b"")}, "file"),
    ],
)
def test_refusals_name_the_field(club: Club, director: User, change: dict[str, object], field: str) -> None:
    body = {"name": "House", "label": "1", "file": SimpleUploadedFile("a.txt", b"qi\n"), **change}
    answer = as_user(director).upload(f"clubs/{club.slug}/uploads/", body, expect=400)
    assert [item["field"] for item in answer["errors"]] == [field]
    assert Upload.objects.count() == 0


def test_a_list_may_exceed_the_form_limit_but_not_the_list_limit(
    club: Club, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = as_user(director)
    assert send(api, club, b"train\n" * 600_000)["size"] == 3_600_000
    monkeypatch.setattr("lexicon.api.uploads.MAX_UPLOAD", 1024 * 1024)
    body = {"name": "House", "label": "2", "file": SimpleUploadedFile("a.txt", b"train\n" * 600_000)}
    answer = api.upload(f"clubs/{club.slug}/uploads/", body, expect=413)
    assert (answer["type"], "the limit is 1024 kB" in answer["detail"]) == ("too_large", True)
    assert Upload.objects.count() == 1


def test_json_is_no_list(club: Club, director: User) -> None:
    answer = as_user(director).post(f"clubs/{club.slug}/uploads/", {"label": "1"}, expect=415)
    assert "application/json" in answer["detail"]
    assert not Upload.objects.exists()


def test_one_clubs_lists_are_404_through_another(club: Club, director: User) -> None:
    sent = send(as_user(director), club)
    other = factories.club(director, "Elsewhere")
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "confirm/")):
        as_user(director).call(method, f"clubs/{other.slug}/uploads/{sent['id']}/{path}", expect=404)
    assert Upload.objects.get().state == "received"
