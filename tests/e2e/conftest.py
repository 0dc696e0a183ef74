"""A real site and a real Chromium. Every page that a journey looks at is checked: axe, width, console, screenshot."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.harness import browser as harness
from tests.harness.site import ROOT, Site, running_site

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
SCREENSHOTS = ROOT / "test-results"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo site, running."""
    with running_site(tmp_path_factory.mktemp("site"), demo=True) as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One headless Chromium for all browser tests."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=harness.ensure(), args=harness.FLAGS)
        yield started
        started.close()


class Person:
    """Somebody at a device of their own: cookies, screen size, what their console said."""

    def __init__(self, chromium: Browser, site: Site, screen: dict[str, int], *, scripts: bool = True) -> None:
        self.context: BrowserContext = chromium.new_context(
            viewport={"width": screen["width"], "height": screen["height"]},
            base_url=site.url,
            java_script_enabled=scripts,
            accept_downloads=True,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.site = site
        self.screen = screen
        self.scripts = scripts
        self.complaints: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        # A page that answers 404 or 422 on purpose is no fault of its scripts.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def sign_in(self, name: str, password: str = "wordhall-demo") -> None:
        """Through the form, like everybody."""
        self.page.goto("/accounts/login/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.locator("main").get_by_role("button", name="Sign in").click()

    def look(self, name: str) -> None:
        """Check the page as it stands: accessible, no wider than the screen, no complaint in the console; keep a screenshot."""
        self.page.wait_for_load_state("load")
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= self.screen["width"], f"{name}: {width} px wide on a screen of {self.screen['width']}"
        assert self.page.locator("h1").count() == 1, f"{name}: not one h1"
        assert self.complaints == [], f"{name}: {self.complaints}"
        SCREENSHOTS.mkdir(exist_ok=True)
        device = "phone" if self.screen == PHONE else "desktop"
        self.page.screenshot(
            path=SCREENSHOTS / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}-{device}.png", full_page=True
        )
        if self.scripts:
            results = Axe().run(self.page)
            assert results.violations_count == 0, f"{name}: {results.generate_report()}"


@pytest.fixture
def people(chromium: Browser, site: Site) -> Iterator["People"]:
    """Makes people with devices; closes their browsers afterwards."""
    made = People(chromium, site)
    yield made
    for person in made.all:
        person.context.close()


class People:
    """Hands out people: ``people.phone()``, ``people.desktop()``."""

    def __init__(self, chromium: Browser, site: Site) -> None:
        self.chromium, self.site = chromium, site
        self.all: list[Person] = []

    def phone(self, *, scripts: bool = True) -> Person:
        """Somebody with a phone."""
        return self._add(PHONE, scripts=scripts)

    def desktop(self, *, scripts: bool = True) -> Person:
        """Somebody with a laptop."""
        return self._add(DESKTOP, scripts=scripts)

    def _add(self, screen: dict[str, int], *, scripts: bool) -> Person:
        self.all.append(Person(self.chromium, self.site, screen, scripts=scripts))
        return self.all[-1]


def slip_address(site: Site, event: str, round_number: int, table: int) -> str:
    """The address printed on a slip, read from the director's print page the way a phone's camera would."""
    code = (
        "from tournaments.models import SlipLink\nfrom tournaments.services.slips import slip_key\n"
        f"link = SlipLink.objects.get(revoked_at=None, pairing__round__division__event__slug='{event}', "
        f"pairing__round__number={round_number}, pairing__table_number={table})\nprint(f'/s/{{slip_key(link)}}/')"
    )
    return site.python(code).strip().splitlines()[-1]
