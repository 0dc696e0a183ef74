"""What people and programs see when a request fails on our side; each fault is a real one."""

import contextlib
import gc
import io
import re
import resource
from collections.abc import Iterator
from html import unescape
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from clubs.models import Club, User
from config.urls import urlpatterns as ours
from tests import factories
from tests.tournaments.scenes.hall import make_running_hall
from tests.tournaments.scenes.pictures import picture
from tournaments.models import SheetPhoto, SlipLink
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db(transaction=True)
handler500 = "core.failures.server_error"


def broken(_request: HttpRequest) -> HttpResponse:
    """A page with a fault of the program."""
    raise KeyError("x")


urlpatterns = [path("broken/", broken), path("api/v1/broken/", broken), *ours]


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Somebody else holds the database, and this process has little patience."""
    other = connection.copy()
    with connection.cursor() as mine, other.cursor() as theirs:
        if connection.vendor == "sqlite":
            theirs.execute("BEGIN IMMEDIATE")
            mine.execute("PRAGMA busy_timeout = 50")
        else:
            theirs.execute("BEGIN")
            theirs.execute("LOCK TABLE clubs_club, clubs_apitoken IN ACCESS EXCLUSIVE MODE")
            mine.execute("SET lock_timeout = 50")
    try:
        yield
    finally:
        other.close()
        connection.close()


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """This process may write no byte into any file, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    connection.close()
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        connection.close()
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def away() -> Iterator[None]:
    """The database cannot be reached: its disk is not mounted, its server knows it no more."""
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = "/nowhere/wordhall.sqlite3" if connection.vendor == "sqlite" else "nowhere"
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


@contextlib.contextmanager
def set_up(*orders: str) -> Iterator[None]:
    """The database does this until the connection ends."""
    try:
        with connection.cursor() as cursor:
            for order in orders:
                cursor.execute(order)
        yield
    finally:
        connection.close()


@pytest.fixture
def browser() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_user("ann"))
    return client


@pytest.mark.postgres
def test_a_form_blocked_by_a_locked_database_is_retried_and_saved(browser: Client) -> None:
    with locked():
        answer = browser.post("/clubs/new/", {"name": "Harbour & “Sons”", "slug": "", "about": "Two\nlines <b>"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    page = answer.content.decode()
    assert "Busy right now" in page
    assert "kept on this page" in page
    assert "locked" not in page
    fields = {
        unescape(name): unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    }
    assert browser.post("/clubs/new/", fields).status_code == 302
    assert Club.objects.get().name == "Harbour & “Sons”"
    assert "<b>" in Club.objects.get().about


@pytest.mark.postgres
def test_a_program_that_meets_a_locked_database_gets_retry_after() -> None:
    director = factories.user("director")
    client = Client(raise_request_exception=False)
    with locked():
        answer = client.post(
            "/api/v1/auth/login/",
            {"username": director.username, "password": factories.PASSWORD},
            content_type="application/json",
        )
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["type"] == "busy"


@pytest.mark.postgres
def test_a_password_is_not_written_into_the_page_that_asks_again() -> None:
    client = Client(raise_request_exception=False)
    with locked():
        answer = client.post(
            "/accounts/join/", {"username": "bo", "password1": "s3cret-words", "password2": "s3cret-words"}
        )
    assert answer.status_code in {302, 503}, "PostgreSQL's locked tables are others"
    assert "s3cret" not in answer.content.decode()


@pytest.mark.postgres
def test_a_full_disk_is_explained_and_nothing_is_half_saved(browser: Client) -> None:
    """A photo, whose file finds no room; and a form, where the database is a file too."""
    make_running_hall(players=4)
    slip = f"/s/{slip_key(SlipLink.objects.all()[0])}/"
    form = {"side": "first", "first_score": "400", "second_score": "380", "client_token": str(uuid4())}
    address = f"{browser.post(slip, form)['Location']}photo/"
    with no_room():
        answer = browser.post(address, {"photo": SimpleUploadedFile("sheet.jpg", picture())})
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert "disk is full" in answer.content.decode()
    assert not SheetPhoto.objects.exists()
    assert browser.post(address, {"photo": SimpleUploadedFile("sheet.jpg", picture())}).status_code == 302
    if connection.vendor == "sqlite":
        before = Club.objects.count()
        with no_room():
            answer = browser.post("/clubs/new/", {"name": "Harbour", "slug": "", "about": ""})
        assert (answer.status_code, Club.objects.count()) == (503, before)
        assert "disk is full" in answer.content.decode()
        assert browser.post("/clubs/new/", {"name": "Harbour", "slug": "", "about": ""}).status_code == 302
    # An upload half written to a full disk could not be closed; now it can, and not in the middle of somebody else's test.
    for thing in gc.get_objects():
        if type(thing) is io.BufferedRandom and str(thing.name).endswith("upload.jpg"):
            thing.close()


def test_a_page_says_what_the_database_lacks_and_when_to_try_again(browser: Client) -> None:
    """One that can only be read, none at all, and a file that has no room to grow; in words and for programs."""
    form = {"name": "Harbour", "slug": "", "about": "x" * 5000}
    sqlite = connection.vendor == "sqlite"
    read_only = "PRAGMA query_only = ON" if sqlite else "SET default_transaction_read_only = on"
    faults = [
        (set_up(read_only), "Nothing can be saved right now", "read_only", "15"),
        (away(), "The site’s database is not responding", "database_away", "5"),
    ]
    if sqlite:  # the room of a PostgreSQL server cannot be taken away from here
        full = set_up("VACUUM", "PRAGMA max_page_count = 1")
        faults.append((full, "The site’s disk is full", "disk_full", "60"))
    for fault, heading, kind, seconds in faults:
        with fault:
            page = browser.post("/clubs/new/", form)
            program = browser.post("/clubs/new/", form, headers={"accept": "application/json"})
        assert (page.status_code, page["Retry-After"]) == (503, seconds), kind
        assert heading in unescape(page.content.decode()), kind
        assert 'name="name" value="Harbour"' in page.content.decode(), kind
        assert (program.status_code, program.json()["type"]) == (503, kind)
    assert browser.post("/clubs/new/", form).status_code == 302, "as soon as it is over"


@pytest.mark.postgres
@pytest.mark.both
def test_without_its_database_the_site_says_so_to_people_and_monitors(browser: Client, client: Client) -> None:
    """Also in answer to a form that cannot be read; what needs no database is still told."""
    with away():
        unreadable = browser.post("/clubs/new/", b"name=Harbour", content_type="multipart/form-data; boundary=")
        health, figures = client.get("/healthz"), client.get("/metrics").content.decode()
    assert unreadable.status_code == 503
    assert "The site’s database is not responding" in unescape(unreadable.content.decode())
    assert "Harbour" not in unreadable.content.decode()
    assert health.status_code == 503
    states = health.json()
    assert (states["database"], states["worker"]) == ("down: OperationalError", "unknown: OperationalError")
    assert (states["status"], states["web"], "jobs_waiting" in states) == ("degraded", "up", False)
    assert 'wordhall_up{part="database"} 0.0' in figures
    assert ("wordhall_info" in figures, "wordhall_jobs" in figures) == (True, False)


@pytest.mark.urls("tests.core.test_failures")
def test_a_fault_of_ours_is_a_page_for_people_and_json_for_programs() -> None:
    client = Client(raise_request_exception=False)
    for address, accept, kind in (
        ("/broken/", "text/html", "text/html; charset=utf-8"),
        ("/api/v1/broken/", "*/*", "application/json"),
        ("/broken/", "application/json", "application/json"),
    ):
        answer = client.get(address, headers={"accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (500, kind)
        assert "Something went wrong on our side" in answer.content.decode()
