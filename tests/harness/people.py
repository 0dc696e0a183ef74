"""People at devices, for the tests that drive a browser: what they can do, and what is checked of every page they look at."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT as AXE
from axe_playwright_python.base import AxeResults
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize

from tests.harness.deep import DEEP
from tests.harness.prepared import DEMO_PASSWORD
from tests.harness.site import ROOT

if TYPE_CHECKING:
    from clubs.models import User

PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
SCREENSHOTS = ROOT / "test-results"
SCREENSHOTS.mkdir(exist_ok=True)
#: A picture of each page looked at takes a fifth of a journey: in the deep run, or if asked for (SCREENSHOTS=1 script/test …).
PHOTOGRAPHED = DEEP or bool(os.environ.get("SCREENSHOTS"))
#: What a browser notes, and htmx after a request of its own, when the site cannot be reached; and when a page is closed while it asks for
#: its service worker.
UNREACHED = (
    "Failed to load resource",
    "htmx:sendError",
    "htmx:afterRequest",
    "unknown error occurred when fetching the script",
)
#: What axe is asked, and of what.
FAULTS = Path(__file__).with_name("accessible.js").read_text("utf-8")
CONTRAST = "color-contrast"
#: The looks of text that had contrast enough on a page of this run.
_LEGIBLE: set[str] = set()
#: Milliseconds from key to key of somebody who types fast: what a page does while it is typed in must keep up.
TYPING = 40

#: Notes what the page shows now; the second says whether it shows anything that was not noted.
NOTE_SHOWN = (
    "() => { window.shownBefore = new Set([...document.body.querySelectorAll('*')].filter(e => e.checkVisibility())) }"
)
SHOWS_MORE = (
    "() => [...document.body.querySelectorAll('*')].some(e => e.checkVisibility() && !window.shownBefore.has(e))"
)


class Person:
    """Somebody at a device of their own: cookies, screen size, what their console said."""

    def __init__(
        self,
        chromium: Browser,
        address: str,
        screen: ViewportSize,
        *,
        scripts: bool = True,
        check_looks: bool = True,
        **options: Any,
    ) -> None:
        self.context = chromium.new_context(
            viewport=screen, base_url=address, java_script_enabled=scripts, accept_downloads=True, **options
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.address = address
        self.screen = screen
        self.scripts = scripts
        self.check_looks = check_looks
        self.complaints: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        # A page that answers 404 or 422 on purpose, or a network that is cut, is no fault of the scripts.
        if message.type == "error" and not any(harmless in message.text for harmless in UNREACHED):
            self.complaints.append(message.text)

    def sign_in(self, name: str, password: str = DEMO_PASSWORD) -> None:
        """Through the form, like everybody; in any language."""
        page = self.page
        page.goto("/accounts/login/")
        page.locator("[name=username]").fill(name)
        page.locator("[name=password]").fill(password)
        page.locator("main form [type=submit]").click()
        page.wait_for_url(lambda url: "/accounts/login/" not in url)

    def sign_in_as(self, user: "User") -> None:
        """Without the form, where the site is the one of the test's own database."""
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        self.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.address}])

    def check_page(self, name: str, *, widths: tuple[ViewportSize, ...] = ()) -> None:
        """The page as it stands: accessible, one heading, no wider than the screen, no complaint in the console; a screenshot is kept.

        At other ``widths``, too: there it is not wider than the screen either, and accessible, if it shows something that it did not
        show before.
        """
        self.page.wait_for_load_state("load")
        assert self.page.locator("h1").count() == 1, f"{name}: not one h1"
        if self.check_looks:
            self._check_at(self.screen, name)
            self.check_accessible(name)
            self._check_at_other_widths(name, widths)
        assert self.complaints == [], f"{name}: {self.complaints}"

    def check_page_on_both(self, name: str) -> None:
        """The page on a phone and on a desktop, whichever this person has."""
        self.check_page(name, widths=(PHONE if self.screen == DESKTOP else DESKTOP,))

    def _check_at_other_widths(self, name: str, widths: tuple[ViewportSize, ...]) -> None:
        if widths and self.scripts:
            self.page.evaluate(NOTE_SHOWN)
        try:
            for screen in widths:
                self.page.set_viewport_size(screen)
                self._check_at(screen, name)
                if self.scripts and self.page.evaluate(SHOWS_MORE):
                    self.check_accessible(f"{name} at {screen['width']}")
        finally:
            self.page.set_viewport_size(self.screen)

    def _check_at(self, screen: ViewportSize, name: str) -> None:
        """No wider than the screen; a screenshot, if they are wanted."""
        width = self.settled_width(screen["width"])
        assert width <= screen["width"], f"{name}: {width} px wide on a screen of {screen['width']}"
        if PHOTOGRAPHED:
            self._photograph(screen, name)

    def settled_width(self, wanted: int) -> int:
        """How wide the page is; tables are measured anew a moment after a screen was turned."""
        width = 0
        for _try in range(20):
            width = self.page.evaluate("document.documentElement.scrollWidth")
            if width <= wanted:
                break
            self.page.wait_for_timeout(50)
        return width

    def _photograph(self, screen: ViewportSize, name: str) -> None:
        device = {PHONE["width"]: "phone", NARROW["width"]: "narrow"}.get(screen["width"], "desktop")
        file = f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}-{device}.png"
        self.page.screenshot(path=SCREENSHOTS / file, full_page=True)

    def check_dark(self, name: str) -> None:
        """The page as a device that asks for dark shows it: all text has contrast enough; a screenshot is kept."""
        self.page.emulate_media(color_scheme="dark")
        self._check_at(self.screen, f"{name} dark")
        self.check_accessible(f"{name} in dark", only=CONTRAST)
        self.page.emulate_media(color_scheme="light")

    def check_accessible(self, name: str, *, only: str = "") -> None:
        """axe finds nothing. It is a script: where the device runs none, nothing is said."""
        if not self.scripts:
            return
        if not self.page.evaluate("'faultsOfThePage' in window"):
            self.page.evaluate(FAULTS)
        looks = [] if DEEP else self.page.evaluate("looksOfThePage()")
        places = None if DEEP else [place for place, look in enumerate(looks) if look not in _LEGIBLE]
        if only == CONTRAST and places == []:
            return
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        # Only the faults are sent back: the whole answer takes as long to carry as to find.
        violations = self.page.evaluate("which => faultsOfThePage(which)", {"only": only, "places": places})
        assert violations == [], f"{name}: {AxeResults({'violations': violations}).generate_report()}"
        _LEGIBLE.update(look for look in looks if look is not None)


class People:
    """Hands out people: ``people.phone()``, ``people.desktop()``."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.chromium, self.address = chromium, address
        self.all: list[Person] = []
        #: Off, where only what happens is looked at.
        self.check_looks = True

    def phone(self, user: "User | None" = None, *, scripts: bool = True, **options: Any) -> Person:
        """Somebody with a phone; ``user`` is signed in."""
        return self._add(PHONE, user, scripts=scripts, **options)

    def desktop(self, user: "User | None" = None, *, scripts: bool = True, **options: Any) -> Person:
        """Somebody with a laptop; ``user`` is signed in."""
        return self._add(DESKTOP, user, scripts=scripts, **options)

    def _add(self, screen: ViewportSize, user: "User | None", *, scripts: bool, **options: Any) -> Person:
        person = Person(self.chromium, self.address, screen, scripts=scripts, check_looks=self.check_looks, **options)
        self.all.append(person)
        if user is not None:
            person.sign_in_as(user)
        return person

    def leave(self) -> None:
        """Close everybody's browser. Raises AssertionError when a page's scripts had failed and nobody looked."""
        for person in self.all:
            person.context.close()
        complaints = [complaint for person in self.all for complaint in person.complaints]
        assert complaints == [], complaints
