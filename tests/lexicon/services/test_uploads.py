"""A club's own list from the browser into force: dry run, decision, compilation, and a worker that is killed."""

import gzip
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from backups.files import files_to_back_up
from clubs.models import Club, User
from jobs.models import Job
from lexicon.engine.listcheck import Checked, check_lines
from lexicon.models import Lexicon, LexiconVersion, Upload
from lexicon.queries import definitions_of, open_version, visible_to
from lexicon.services import install_shipped, uploads
from lexicon.services.uploads import (
    UploadError,
    UploadInput,
    check_upload,
    compile_upload,
    confirm_upload,
    discard_upload,
    receive_upload,
)
from lexicon.wordlists import files, unpack
from tests import factories
from tests.api_client import as_user
from tests.harness.deep import some, times
from tests.harness.processes import child_environment
from tests.lexicon.shipped import share_shipped
from tests.lexicon.wordlists.test_unpack import zipped


@pytest.fixture(autouse=True)
def _data(settings: object, tmp_path: Path) -> None:
    """Lists of these tests lie apart."""
    share_shipped(tmp_path)
    settings.WORDHALL_DATA = tmp_path  # type: ignore[attr-defined]


def sent(club: Club, actor: User, text: bytes = b"qi\nza\ntrain\n", **values: object) -> Upload:
    data = UploadInput(**{"name": "House words", "label": "1", **values})  # type: ignore[arg-type]
    upload = receive_upload(actor=actor, club=club, data=data, chunks=[text])
    check_upload(upload_id=upload.pk)
    upload.refresh_from_db()
    return upload


def in_force(upload: Upload, actor: User) -> LexiconVersion:
    confirm_upload(actor=actor, upload=upload)
    compile_upload(upload_id=upload.pk)
    upload.refresh_from_db()
    assert upload.version, upload.error
    return upload.version


@pytest.mark.django_db
def test_from_file_to_force(club: Club, director: User) -> None:
    upload = sent(club, director, b"qi\r\nza\r\nZA\r\nco-op\r\n# no\r\ntrain\r\n")
    assert upload.state == "checked"
    report = upload.report
    assert (report["accepted"], report["duplicates"], report["refused_total"]) == (3, 1, 1)
    assert report["refused"][0]["line"] == 4
    assert "'-'" in report["refused"][0]["message"]
    assert Lexicon.objects.count() == 0  # a dry run changes nothing
    version = in_force(upload, director)
    assert (version.word_count, version.lexicon.club, version.lexicon.is_free) == (3, club, False)
    words = open_version(version)
    assert "ZA" in words
    assert "NO" not in words
    assert files.anagrams(words).of("INRAT") == ["TRAIN"]
    assert list(uploads.folder().iterdir()) == []  # the sent file is gone
    assert version in visible_to(club)
    assert version not in visible_to(None)


DEFINED = b"qi\tthe vital force [n QIS]\nza <script>pizza</script>\ntrain 12\n"


@pytest.mark.django_db
def test_definitions_are_for_those_who_see_the_words(client: Client, club: Club, director: User) -> None:
    assert sent(club, director, DEFINED).report["definitions"] == 0  # only if they are wanted
    upload = sent(club, director, DEFINED, define=True)
    assert upload.report["definitions"] == 2
    client.force_login(director)
    assert (
        "the vital force [n QIS]" in client.get(reverse("lexicon:upload", args=[club.slug, upload.pk])).content.decode()
    )
    version = in_force(upload, director)
    assert (version.definition_count, (files.folder() / version.definitions_file).is_file()) == (2, True)
    assert definitions_of(version, ["QI", "TRAIN", "Ш", "XI"]) == {"QI": "the vital force [n QIS]"}
    data = Path(settings.WORDHALL_DATA)
    assert f"lexicons/{version.definitions_file}" in dict(files_to_back_up(data, without=data / "backups"))
    address = f"/dictionaries/{version.lexicon.slug}/"
    for question in ("?word=za", "words/?q=za&kind=word", "words/?q=z&kind=prefix"):
        page = client.get(address + question).content.decode()
        assert "&lt;script&gt;pizza" in page, question
        assert "<script>pizza" not in page, question
        assert Client().get(address + question).status_code in {302, 404}, question
    assert as_user(director).get(f"dictionaries/{version.lexicon.slug}/words/za/")["definition"].endswith("</script>")
    found = as_user(director).get(f"dictionaries/{version.lexicon.slug}/search/?kind=pattern&q=?I")
    assert found == {"words": ["QI"], "definitions": {"QI": "the vital force [n QIS]"}}


@pytest.mark.django_db
def test_definitions_stay_with_another_edition_and_may_come_later(club: Club, director: User) -> None:
    plain = in_force(sent(club, director, b"qi\nza\n"), director)
    again = sent(club, director, b"qi force\nza pizza\n", lexicon_id=plain.lexicon_id, label="2", define=True)
    assert in_force(again, director) == plain  # the same words: no second edition, but now with definitions
    plain.refresh_from_db()
    assert plain.definition_count == 2
    data = UploadInput(label="3", lexicon_id=plain.lexicon_id, base_id=plain.pk, extra="xi", blocked="za", define=True)
    upload = receive_upload(actor=director, club=club, data=data, chunks=None)
    check_upload(upload_id=upload.pk)
    upload.refresh_from_db()
    third = in_force(upload, director)
    assert definitions_of(third, ["QI", "XI", "ZA"]) == {"QI": "force"}
    (files.folder() / plain.definitions_file).unlink()
    files.open_definitions.cache_clear()
    assert definitions_of(plain, ["QI"]) == {}  # no page fails for want of them


@pytest.mark.django_db
def test_how_far_a_long_list_has_been_read_can_be_seen(
    club: Club, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more for every 4,000 lines, written down every 20,000."""
    shown: list[int] = []

    def checked_and_looked_at(*arguments: Any, progress: Callable[[int], None], **more: Any) -> Checked:
        def looked(lines: int) -> None:
            progress(lines)
            shown.append(Upload.objects.get().progress)

        return check_lines(*arguments, progress=looked, **more)

    monkeypatch.setattr(uploads, "check_lines", checked_and_looked_at)
    upload = sent(club, director, b"qi\n" * 40_000)
    assert shown == [5, 10]
    assert (upload.state, upload.progress) == ("checked", 0)


@pytest.mark.django_db
def test_the_next_edition_lists_its_changes_and_the_old_one_stays(club: Club, director: User) -> None:
    first = in_force(sent(club, director), director)
    upload = sent(club, director, b"qi\ntrain\nok\n", lexicon_id=first.lexicon_id, label="2")
    difference = upload.report["difference"]
    assert (difference["some_new"], difference["some_gone"]) == (["OK"], ["ZA"])
    second = in_force(upload, director)
    assert second.lexicon == first.lexicon
    assert "ZA" in open_version(first)
    assert "ZA" not in open_version(second)


@pytest.mark.django_db
def test_a_house_list_adds_and_removes_words_of_an_edition(club: Club, director: User) -> None:
    base = in_force(sent(club, director), director)
    data = UploadInput(name="House", label="1", base_id=base.pk, extra="ok Quixotry", blocked="ZA")
    upload = receive_upload(actor=director, club=club, data=data, chunks=None)
    check_upload(upload_id=upload.pk)
    upload.refresh_from_db()
    assert sorted(open_version(in_force(upload, director))) == ["OK", "QI", "QUIXOTRY", "TRAIN"]


@pytest.mark.django_db
@pytest.mark.parametrize(("shipped", "words"), some([(False, "5"), (True, "247,518")]))
def test_a_clubs_block_list_from_the_form_to_the_verdict(
    club: Club, director: User, client: Client, shipped: bool, words: str
) -> None:
    """A list (in the deep run the default one) without some words and with some more, all in the browser; it stays as it was."""
    short = b"qi\nza\ntrain\nparis\n"
    dictionary = install_shipped() if shipped else in_force(sent(club, director, short, label="short"), director)
    Upload.objects.all().delete()
    client.force_login(director)
    address = f"/dictionaries/clubs/{club.slug}/lists/"
    form = {"name": "House", "label": "1", "language": "en", "base": dictionary.pk, "visibility": "club"}
    sent_to = client.post(address, {**form, "extra": "zzyzx\nquokkaed", "blocked": "PARIS\nco-op", "encoding": ""})
    assert sent_to.status_code == 302, sent_to.context["form"].errors
    upload = Upload.objects.get()
    check_upload(upload_id=upload.pk)
    page = client.get(sent_to["Location"]).content.decode()
    for shown in (f">{words}<", "2 added, 1 removed", "co-op", "Not in this alphabet"):
        assert shown in page
    client.post(sent_to["Location"], {"confirm": "1"})
    compile_upload(upload_id=upload.pk)
    upload.refresh_from_db()
    assert upload.version
    created = open_version(upload.version)
    assert "ZZYZX" in created
    assert "PARIS" not in created
    assert "PARIS" in open_version(dictionary)
    assert upload.version in visible_to(club)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "message"), [(b"1\n2\n", "no words"), (b"\x1f\x8bxx", "damaged"), (b"PK\x03\x04", "damaged")]
)
def test_an_unusable_list_is_explained(club: Club, director: User, text: bytes, message: str) -> None:
    upload = sent(club, director, text)
    assert upload.state == "failed"
    assert message in upload.error
    assert list(uploads.folder().iterdir()) == []


@pytest.mark.django_db
def test_a_packed_file_that_is_no_list_is_explained(
    club: Club, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files in one, and one that is small only while it is packed."""
    several = sent(club, director, zipped(("a.txt", b"qi"), ("b.txt", b"za")))
    assert several.error == "The zip file contains 2 files; it must contain the word list and nothing else."
    monkeypatch.setattr(unpack, "MAX_TEXT", 100_000)
    large = sent(club, director, gzip.compress(b"qi\n" * 50_000))
    assert large.error == "Unpacked, the file is larger than any word list could be."
    assert [one.state for one in (several, large)] == ["failed", "failed"]
    assert list(uploads.folder().iterdir()) == []


@pytest.mark.django_db
def test_a_list_that_is_not_the_one_that_was_checked_is_not_put_in_force(club: Club, director: User) -> None:
    """Somebody or something has changed the file between the director's decision and the compilation."""
    upload = sent(club, director)
    confirm_upload(actor=director, upload=upload)
    (uploads.folder() / f"{upload.pk}.words").write_text("QI\nTRAIN\nXYZZY\n")
    compile_upload(upload_id=upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.error) == (
        "failed",
        "The checked words have changed on disk. Upload the list again.",
    )
    assert not Lexicon.objects.exists()


@pytest.mark.django_db
def test_what_killed_workers_have_left_goes_when_the_next_list_is_compiled(club: Club, director: User) -> None:
    """Not what another worker is writing at this moment."""
    left, busy = files.folder() / ".compiling-old", files.folder() / ".compiling-new"
    for path in (left, busy):
        path.write_bytes(b"half")
    os.utime(left, (time.time() - 3700, time.time() - 3700))
    in_force(sent(club, director), director)
    assert (left.exists(), busy.exists()) == (False, True)


@pytest.mark.django_db
def test_what_cannot_be_right_is_refused(club: Club, director: User, monkeypatch: pytest.MonkeyPatch) -> None:
    outsider = factories.user("out")
    other = factories.club(outsider, "Other")
    theirs = in_force(sent(other, outsider), outsider)
    with pytest.raises(PermissionDenied):
        sent(club, outsider)
    for values in ({"lexicon_id": theirs.lexicon_id}, {"name": ""}, {"label": " "}, {"language": "xx"}):
        with pytest.raises(UploadError):
            sent(club, director, **values)
    for base in (theirs.pk, 0):
        with pytest.raises(UploadError, match="start from"):
            receive_upload(actor=director, club=club, data=UploadInput(name="x", label="1", base_id=base), chunks=None)
    with pytest.raises(UploadError, match="empty"):
        sent(club, director, b"")
    monkeypatch.setattr(uploads, "MAX_UPLOAD", 10)
    with pytest.raises(UploadError, match="larger"):
        sent(club, director, b"x" * 11)
    assert not Upload.objects.filter(club=club).exists()
    assert Job.objects.filter(task="lexicon.check_upload").count() == 1, "of the other club's list alone"


@pytest.mark.django_db
def test_an_edition_that_is_there_and_words_of_another_alphabet_are_refused(club: Club, director: User) -> None:
    ours = in_force(sent(club, director, label="2026"), director)
    with pytest.raises(UploadError, match="already has an edition 2026"):
        sent(club, director, b"qi\n", lexicon_id=ours.lexicon_id, label=" 2026 ")
    with pytest.raises(UploadError, match="different alphabet"):
        sent(club, director, name="Casa", language="es", base_id=ours.pk)
    assert Upload.objects.count() == 1


@pytest.mark.django_db
def test_an_upload_is_decided_once(club: Club, director: User) -> None:
    upload = sent(club, director)
    confirm_upload(actor=director, upload=upload)
    with pytest.raises(UploadError):
        discard_upload(actor=director, upload=upload)
    compile_upload(upload_id=upload.pk)
    compile_upload(upload_id=upload.pk)  # the job was run a second time
    check_upload(upload_id=upload.pk)  # and so was the one before it: the sent file is gone by now
    upload.refresh_from_db()
    assert (upload.state, upload.error) == ("done", "")
    assert LexiconVersion.objects.count() == 1
    again = sent(club, director, lexicon_id=Lexicon.objects.get().pk, label="2")
    confirm_upload(actor=director, upload=again)
    compile_upload(upload_id=again.pk)
    again.refresh_from_db()
    assert (again.state, again.version) == ("failed", None)


@pytest.mark.django_db
def test_the_database_keeps_uploads_in_order(club: Club) -> None:
    for constraint, values in (
        ("lexiconupload_known_state", {"state": "odd"}),
        ("lexiconupload_done_has_version", {"state": "done"}),
        ("lexiconupload_is_the_clubs", {"visibility": "public"}),
        ("lexiconupload_progress_in_range", {"progress": 101}),
        ("lexiconupload_failure_explained", {"state": "failed"}),
        ("lexiconupload_dates_in_order", {"valid_from": date(2026, 1, 2), "valid_to": date(2026, 1, 1)}),
    ):
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            Upload.objects.create(club=club, name="n", label="l", language="en", **values)


@pytest.mark.django_db
def test_the_pages(club: Club, director: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(director)
    address = f"/dictionaries/clubs/{club.slug}/lists/"
    page = client.get(address).content.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    fields = {"name": "House words", "label": "1", "language": "en", "visibility": "club"}
    file = SimpleUploadedFile("w.txt", b"qi\nza\n")
    assert client.post(address, {**fields, "file": file}).status_code == 403  # without the form's token
    sent_to = client.post(
        address, {**fields, "file": SimpleUploadedFile("w.txt", b"qi\nco-op\n"), "csrfmiddlewaretoken": token}
    )
    assert sent_to.status_code == 302
    assert 'http-equiv="refresh"' in client.get(sent_to["Location"]).content.decode()
    upload = Upload.objects.get()
    check_upload(upload_id=upload.pk)
    steps = client.get(sent_to["Location"]).content.decode()
    assert "Use this list" in steps
    assert "line 2" in steps
    client.post(sent_to["Location"], {"confirm": "1", "csrfmiddlewaretoken": token})
    compile_upload(upload_id=upload.pk)
    assert "Now in force: 1 words" in client.get(sent_to["Location"]).content.decode()
    late = client.post(sent_to["Location"], {"discard": "1", "csrfmiddlewaretoken": token}, follow=True)
    assert "This list is in force, so there is nothing to decide." in late.content.decode()
    file = SimpleUploadedFile("w.txt", b"qi\nza\nok\n")
    other = client.post(address, {**fields, "name": "Other words", "file": file, "csrfmiddlewaretoken": token})
    check_upload(upload_id=Upload.objects.get(name="Other words").pk)
    client.post(other["Location"], {"discard": "1", "csrfmiddlewaretoken": token})
    discarded = client.get(other["Location"]).content.decode()
    assert Upload.objects.get(name="Other words").state == "discarded"
    assert "List discarded." in discarded
    assert "Use this list" not in discarded
    empty = client.post(address, {**fields, "csrfmiddlewaretoken": token})
    assert empty.status_code == 422


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["scorer", "ratings_officer", "member", "outsider"])
def test_only_dictionary_managers_see_the_lists(club: Club, director: User, role: str) -> None:
    upload = sent(club, director)
    client = Client()
    client.force_login(factories.everybody(club, director)[role])
    for path in ("", f"{upload.pk}/"):
        assert client.get(f"/dictionaries/clubs/{club.slug}/lists/{path}").status_code == 403
    assert client.post(f"/dictionaries/clubs/{club.slug}/lists/{upload.pk}/", {"confirm": 1}).status_code == 403
    assert Client().get(f"/dictionaries/clubs/{club.slug}/lists/").status_code == 302


COMPILE = """
import django
django.setup()
from lexicon.services.uploads import compile_upload
compile_upload(upload_id={pk})
"""
#: Enough of them that compiling takes a while.
MANY = times(100_000, deep=300_000)


@pytest.mark.processes
@pytest.mark.postgres
@pytest.mark.scaled
@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_while_compiling_leaves_the_old_edition_in_force(club: Club, director: User) -> None:
    """kill -9 in the middle of the compilation of a long list; look-ups go on, and the job done again ends well."""
    old = in_force(sent(club, director), director)
    rng = random.Random(5)
    many = {"".join(rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=9)) for _n in range(MANY)}
    upload = sent(club, director, "\n".join(many).encode(), lexicon_id=old.lexicon_id, label="2")
    assert upload.state == "checked", upload.error
    confirm_upload(actor=director, upload=upload)
    code = COMPILE.format(pk=upload.pk)
    worker = subprocess.Popen([sys.executable, "-c", code], env=child_environment(), cwd=settings.BASE_DIR)
    try:
        deadline = time.monotonic() + 60
        while Upload.objects.get(pk=upload.pk).progress < 20 and time.monotonic() < deadline:
            assert "ZA" in open_version(old)
        worker.kill()
    finally:
        assert worker.wait(timeout=30) == -signal.SIGKILL
    upload.refresh_from_db()
    assert upload.state == "compiling"
    assert upload.progress >= 20
    assert list(LexiconVersion.objects.all()) == [old]
    assert "ZA" in open_version(old)
    compile_upload(upload_id=upload.pk)  # what the sweep of jobs does when the lease has ended
    upload.refresh_from_db()
    assert upload.state == "done", upload.error
    assert upload.version
    assert upload.version.word_count == len(many)
    assert next(iter(many)) in open_version(upload.version)
