"""One Chromium for all browser tests of a process; each test has devices of its own in it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.harness import browser
from tests.harness.people import People


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers."""
    # Playwright keeps an event loop in this thread between its calls, and Django refuses the database to a thread with a loop. No
    # code of ours runs in that loop: the database is asked by the tests alone.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        yield playwright
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser. Where none can be had, NoBrowser fails the test: nothing is skipped."""
    started = playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
    yield started
    started.close()


@pytest.fixture
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser that shows notifications, for the tests that need them."""
    started = playwright.chromium.launch(executable_path=browser.ensure(whole=True), args=browser.FLAGS)
    yield started
    started.close()


@pytest.fixture
def site_address(live_server: Any) -> str:
    """Where the devices look: the site of the test's own database. Tests of a site in processes of its own put theirs here."""
    return str(live_server.url)


@pytest.fixture
def people(chromium: Browser, site_address: str) -> Iterator[People]:
    """Makes people with devices; closes their browsers afterwards."""
    opened_people = People(chromium, site_address)
    yield opened_people
    opened_people.leave()
