"""A person's clicks and keys, counted, and how long somebody takes for them."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tests.harness.people import TYPING

#: Seconds, after Card, Moran and Newell's keystroke-level model (1983): a key of an average typist, pointing at something, making up
#: one's mind before each step, and waiting for a page.
KEY, POINT, MIND, PAGE = 0.28, 1.1, 1.35, 1.0


@dataclass
class Clicks:
    """Clicks and types for somebody, and counts."""

    page: Page
    count: int = 0
    keys: int = 0
    fields: int = 0
    pages: int = 0

    def on(self, what: Locator) -> None:
        """One click, and the page that it leads to."""
        before = self.page.url
        what.click()
        self.count += 1
        self.page.wait_for_load_state("load")
        self.pages += self.page.url != before

    def type(self, field: str, text: str) -> None:
        """Fill in the field of this name; one goes from field to field by the keyboard."""
        self.page.locator(f"[name={field}]").press_sequentially(text, delay=TYPING)
        self.keys += len(text) + 1
        self.fields += 1

    @property
    def seconds(self) -> float:
        """How long an average person takes."""
        return self.count * (POINT + MIND) + self.fields * MIND + self.keys * KEY + self.pages * PAGE
