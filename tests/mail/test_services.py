"""Outgoing mail: written once, in the reader's language, sent by a job; a bad server delays nothing and loses nothing."""

import smtplib
import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from clubs.models import User
from jobs.models import Job
from jobs.services import run_job
from mail import services
from mail.models import Mail

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture(autouse=True)
def _templates(settings: Settings, tmp_path: Path) -> None:
    """A kind of mail of the tests' own, found behind the site's."""
    folder = tmp_path / "mail"
    folder.mkdir()
    (folder / "tried.txt").write_text(
        "{% load i18n %}{% translate 'Sign in' %}: {{ name }}\n\nHello {{ name }},\nline two\n\nhttps://a.example/?x=1&y=2\n"
    )
    first, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**first, "DIRS": [*first["DIRS"], tmp_path]}, *others]


@pytest.fixture(autouse=True)
def _server(settings: Settings) -> None:
    settings.MAIL_SERVER = "mail.example.org"
    settings.SITE_URL = "https://wordhall.example.org"


def post(key: str = "purpose:5000001", **more: Any) -> Mail:
    return services.post("tried", to="ann@example.org", key=key, context={"name": "<Ann>"}, **more)


def run_jobs() -> None:
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        run_job(job_id=job.pk)


def test_text_and_html_in_the_readers_language() -> None:
    post(unsubscribe="https://a.example/u/")
    post("other:5000002", language="ja")
    post("third:5000003", language="xx")
    run_jobs()
    english, japanese, unknown = outbox.outbox
    assert english.subject == unknown.subject == "Sign in: <Ann>"
    assert "ログイン" in japanese.subject
    words, end = english.body.split("\nYou get this email")
    assert words == unknown.body == "Hello <Ann>,\nline two\n\nhttps://a.example/?x=1&y=2\n"
    assert end.endswith("\n\nhttps://a.example/u/\n")
    ((html, kind),) = english.alternatives  # type: ignore[attr-defined]
    assert kind == "text/html"
    assert "Hello &lt;Ann&gt;,<br>line two" in html
    assert 'href="https://a.example/?x=1&amp;y=2"' in html
    assert 'lang="ja"' in japanese.alternatives[0][0]  # type: ignore[attr-defined]
    assert english.extra_headers["List-Unsubscribe"] == "<https://a.example/u/>"
    assert english.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert english.extra_headers["Message-ID"].endswith("@wordhall.example.org>")


def test_one_purpose_is_one_mail_and_goes_with_its_transaction() -> None:
    assert post() == post()
    with transaction.atomic():
        post("undone:5000004")
        transaction.set_rollback(True)
    run_jobs()
    services.send(mail_id=Mail.objects.get().pk)
    assert len(outbox.outbox) == 1
    assert Mail.objects.get().state == Mail.State.SENT


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (ConnectionRefusedError("nobody there"), Mail.State.WAITING),
        (smtplib.SMTPRecipientsRefused({"ann@example.org": (450, b"later")}), Mail.State.WAITING),
        (smtplib.SMTPRecipientsRefused({"ann@example.org": (550, b"no such user")}), Mail.State.FAILED),
        (smtplib.SMTPDataError(554, b"not wanted"), Mail.State.FAILED),
        (smtplib.SMTPDataError(451, b"later"), Mail.State.WAITING),
    ],
)
def test_a_failing_server_is_tried_again_and_a_refused_address_is_not(
    monkeypatch: pytest.MonkeyPatch, error: Exception, state: str
) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    mail = post()
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
        run_jobs()
    mail.refresh_from_db()
    assert (mail.state, mail.tries) == (state, 1)
    assert str(error) in mail.error
    assert services.sweep() == 0, "its next try is later"
    Mail.objects.update(due_at=timezone.now())
    services.sweep()
    run_jobs()
    assert len(outbox.outbox) == (1 if state == Mail.State.WAITING else 0)
    if state == Mail.State.FAILED:
        assert services.send_again(mails=Mail.objects.all()) == 1


def test_a_mail_whose_worker_was_killed_is_taken_over_later_under_the_same_id() -> None:
    mail = post()
    before = services.message_of(mail).extra_headers["Message-ID"]
    Mail.objects.update(state=Mail.State.SENDING, tries=1, due_at=timezone.now() + services.LEASE)
    assert services.send(mail_id=mail.pk) is False
    Mail.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert services.send(mail_id=mail.pk) is True
    assert outbox.outbox[0].extra_headers["Message-ID"] == before


def test_a_server_that_hangs_delays_no_page(settings: Settings) -> None:
    """The address of a listening socket that never answers: posting does not even connect."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        settings.EMAIL_TIMEOUT = 1
        mail = post()
        silent.settimeout(0)
        with pytest.raises(BlockingIOError):
            silent.accept()
        assert services.send(mail_id=mail.pk) is False
    mail.refresh_from_db()
    assert mail.state == Mail.State.WAITING


def test_without_a_server_operators_read_the_mails(settings: Settings, client: Client) -> None:
    settings.MAIL_SERVER = ""
    mail = post()
    assert mail.state == Mail.State.KEPT
    run_jobs()
    assert outbox.outbox == []
    address = f"/admin/mail/mail/{mail.pk}/change/"
    client.force_login(User.objects.create_user("visitor"))
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_superuser("operator"))
    assert "no mail server (EMAIL_URL)" in client.get("/admin/mail/mail/").content.decode()
    assert "Hello &lt;Ann&gt;" in client.get(address).content.decode()
    settings.MAIL_SERVER = "mail.example.org"
    client.post("/admin/mail/mail/", {"action": "send_again", "_selected_action": [mail.pk]})
    run_jobs()
    assert len(outbox.outbox) == 1


def test_old_texts_and_the_mails_of_an_address_are_forgotten() -> None:
    mail = post()
    run_jobs()
    Mail.objects.update(created_at=timezone.now() - services.KEEP_TEXT * 2)
    services.sweep()
    mail.refresh_from_db()
    assert (mail.text, mail.html) == ("", "")
    assert services.forget_address(" ") == 0
    assert services.forget_address("ANN@example.org") == 1


def test_the_database_keeps_mails_whole() -> None:
    mail = post()
    for wrong in (
        {"to": ""},
        {"key": ""},
        {"subject": ""},
        {"state": "lost"},
        {"state": Mail.State.SENT},
        {"sent_at": timezone.now()},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Mail.objects.filter(pk=mail.pk).update(**wrong)
    copy = Mail(key=mail.key, to="x@example.org", kind="tried", subject="s", language="en", state=Mail.State.KEPT)
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()
