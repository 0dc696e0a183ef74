"""What a page weighs on the wire, first and later, and in how many requests: ``script/test --deep`` fills ``test-results/weights.md``.

Sizes are those of gzip, which the server and every proxy send; what a browser keeps is not counted the second time.
"""

import gzip
import urllib.request

import pytest

from tests.e2e.test_pages import DIRECTOR, PUBLIC, slip_path
from tests.harness.deep import DEEP
from tests.harness.people import SCREENSHOTS, People, Person

pytestmark = [pytest.mark.browser, pytest.mark.scaled, pytest.mark.long]

#: Bytes: the first page a phone ever opens here, any later one, and all style sheets together.
FIRST, LATER, STYLES = 100_000, 15_000, 40_000
NAMES = """
[performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')]
  .filter(one => one.transferSize > 0).map(one => one.name)
"""
#: In the suite the event and a director's page, beside the slip and the replay.
PATHS = (PUBLIC if DEEP else PUBLIC[9:10], DIRECTOR if DEEP else DIRECTOR[4:5])
#: Waits until the page's service worker, if it has one, answers for it.
KEPT = """
() => !document.querySelector("script[data-worker]") || Boolean(navigator.serviceWorker?.controller) || new Promise((done) => {
  navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
  setTimeout(() => done(false), 60000);
})
"""


class Scales:
    """Weighs addresses; what does not change is fetched once."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.static: dict[str, int] = {}

    def weigh(self, address: str) -> int:
        """Bytes of the answer with gzip."""
        if "/static/" not in address:
            return len(gzip.compress(self.person.page.request.get(address).body(), 6))
        if address not in self.static:
            with urllib.request.urlopen(address) as answer:
                self.static[address] = len(gzip.compress(answer.read(), 6))
        return self.static[address]

    def open(self, path: str) -> list[tuple[str, int]]:
        """The page, and what came over the wire for it."""
        self.person.page.goto(path)
        self.person.page.wait_for_load_state("networkidle")
        # a phone comes back when the page is kept there, not while it is being kept
        self.person.page.evaluate(KEPT)
        return [(address, self.weigh(address)) for address in self.person.page.evaluate(NAMES)]


def test_no_page_is_above_its_budget(people: People) -> None:
    desk = people.desktop()
    slip = slip_path(desk, "/e/lighthouse-open/a/", 9)
    desk.page.goto("/e/lighthouse-open/a/rounds/3/")
    replay = desk.page.locator("a[href*='/games/']:not([href$='/games/'])").first.get_attribute("href") or ""
    rows, heavy, styles = [], [], {}
    for paths, name in zip(([*PATHS[0], slip, replay], PATHS[1]), ("", "director"), strict=True):
        for path in paths:
            person = people.phone()
            if name:
                person.sign_in(name)
                person.context.new_cdp_session(person.page).send("Network.clearBrowserCache")
            scales = Scales(person)
            first, later = scales.open(path), scales.open(path)
            styles.update({address: size for address, size in first if address.endswith(".css")})
            sizes = [sum(size for _address, size in part) for part in (first, later)]
            shown = {slip: "/p/…/9/", replay: "/e/lighthouse-open/games/…/"}.get(path, path)
            rows.append(f"| `{shown}` | {len(first)} | {sizes[0] / 1000:.1f} | {len(later)} | {sizes[1] / 1000:.1f} |")
            if sizes[0] > FIRST or sizes[1] > LATER:
                heavy.append(rows[-1])
            person.context.close()
            people.all.remove(person)
    heads = "| page | requests | kB | requests later | kB later |\n|---|---|---|---|---|\n"
    (SCREENSHOTS / "weights.md").write_text(heads + "\n".join(rows) + "\n")
    assert heavy == []
    assert sum(styles.values()) < STYLES
