"""Fixtures that most tests use. They are made by ``tests.factories``, through the services that people use."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from django.utils import timezone, translation
from django.utils.module_loading import autodiscover_modules
from pytest_django import DjangoDbBlocker, Settings

from clubs.models import Club, User
from lexicon.models import LexiconVersion
from lexicon.services import install_shipped
from ratings.models import RatingPool
from tests import factories
from tests.harness import emptied, prepared
from tests.harness.post_office import PostOffice, open_office
from tournaments.models import Division

pytest_plugins = ["tests.browser_fixtures"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, in whatever order: begun last, one of them would keep one process busy and the other idle."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: searching it for garbage again and again takes an eighth of the time of the tests.

    What the tests leave behind is looked for less often than Python would.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes are named by their argument: packed ones hold the time of packing, and every process must collect the same names."""
    return argname if isinstance(val, bytes) else None


@pytest.fixture(scope="session", autouse=True)
def _registered_tasks() -> None:
    """Every task is registered, as in a worker."""
    autodiscover_modules("tasks")


@pytest.fixture(scope="session", autouse=True)
def _static_files_on_demand() -> None:
    """Each test's client builds the middleware anew, which else reads the list of all static files every time."""
    django_settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database of this process's own: a copy of the one that the migrations made for the whole run."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    values = django_settings.DATABASES["default"]
    with django_db_blocker.unblock():
        before = values["NAME"]
        connection.close()
        if connection.vendor == "postgresql":
            server = django_settings.DATABASE_URL
            with prepared.postgres_database(server, f"test_{worker}_{os.getpid()}"):
                values["NAME"] = connection.settings_dict["NAME"] = f"test_{worker}_{os.getpid()}"
                yield
                connection.close()
        else:
            # A file, not memory: some tests start real processes that must see the same rows.
            path = Path(django_settings.WORDHALL_DATA) / f"test_{worker}.sqlite3"
            for old in path.parent.glob(f"{path.name}*"):
                old.unlink()
            shutil.copyfile(prepared.sqlite_schema(), path)
            values["NAME"] = connection.settings_dict["NAME"] = str(path)
            yield
            connection.close()
        values["NAME"] = connection.settings_dict["NAME"] = before


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> None:
    """After a test with real transactions only the tables that it wrote to are emptied."""
    TransactionTestCase._fixture_teardown = lambda _test: emptied.empty()  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """Hashing a password a million times is what makes it safe, and what would make the tests slow."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _own_cache(settings: Settings) -> None:
    """No page kept by an earlier test, or by another process on the same Redis, answers for rows that have the same numbers."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


@pytest.fixture(autouse=True)
def _language_and_zone() -> Iterator[None]:
    """The language and time zone of a test's last request are not those of the next test."""
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture
def post_office(settings: Settings) -> Iterator[PostOffice]:
    """A mail server, to which the site sends."""
    with open_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.MAIL_SERVER = settings.EMAIL_HOST = "127.0.0.1"
        settings.EMAIL_PORT = office.port
        settings.SITE_URL = "https://wordhall.example.org"
        yield office


@pytest.fixture
def director(db: None) -> User:
    """A user who will direct."""
    return factories.user("director")


@pytest.fixture
def club(director: User) -> Club:
    """A club whose director is ``director``."""
    return factories.club(director)


@pytest.fixture
def pool(club: Club, director: User) -> RatingPool:
    """The club's rating pool."""
    return factories.pool(club, director)


@pytest.fixture
def dictionary(db: None) -> LexiconVersion:
    """The dictionary that comes with the program."""
    return install_shipped()


@pytest.fixture
def division(club: Club, director: User, pool: RatingPool) -> Division:
    """A division of an event in preparation, rated, without players."""
    return factories.division(club, director, pool=pool)


@pytest.fixture
def running(division: Division, director: User) -> Division:
    """A division of six players, Ada (seed 1) to Fay (seed 6), whose round 1 is published: 1–4, 2–5, 3–6."""
    factories.start(division, director, 6)
    return division
