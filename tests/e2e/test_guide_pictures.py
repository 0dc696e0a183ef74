"""The pictures of the guides, taken from the demo in every language.

``GUIDE_PICTURES=1 script/test tests/e2e/test_guide_pictures.py --deep`` puts them where the guides show them.
"""

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import ViewportSize

from core import guides, languages
from core.packages import ROOT
from tests.e2e.languages import choose
from tests.e2e.test_pages import slip_path
from tests.harness.deep import some
from tests.harness.people import SCREENSHOTS, People, Person

pytestmark = pytest.mark.browser

FOLDER = ROOT / "static" if os.environ.get("GUIDE_PICTURES") else SCREENSHOTS
LANGUAGES = some([one.code for one in languages.LANGUAGES])


def take(person: Person, picture: str, language: str) -> None:
    """What a phone shows of the page at first."""
    person.page.set_viewport_size(ViewportSize(width=guides.WIDTH, height=guides.HEIGHT))
    path = Path(FOLDER, guides.picture_file(picture, language))
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(BytesIO(person.page.screenshot())).save(path, quality=60, method=6)


@pytest.mark.scaled  # so that the long run takes all languages
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_the_guides_can_be_taken(people: People, language: str) -> None:
    slip = slip_path(people.desktop(), "/e/lighthouse-open/a/", 9, player="Greta Oxbow")
    player, director = people.phone(device_scale_factor=2), people.phone(device_scale_factor=2)
    director.sign_in("director")
    taken = set()
    try:
        for person, pages in (
            (
                player,
                {
                    "own-page": (slip.removesuffix("9/"), ""),
                    "report": (slip, ""),
                    "rating": ("/ratings/harbour/", "tbody a"),
                    "announcement": ("/e/autumn-open/", ""),
                    "standings": ("/e/ferry-friendly/a/standings/", ""),
                    "ratings": ("/ratings/harbour/events/", "main table a, main ul a"),
                },
            ),
            (director, {"round": ("/e/lighthouse-open/a/rounds/9/manage/", "")}),
        ):
            choose(person, language)
            for picture, (path, link) in pages.items():
                person.page.goto(path)
                if link:
                    person.page.locator(link).first.click()
                    person.page.wait_for_load_state()
                take(person, picture, language)
                taken.add(picture)
    finally:
        choose(director, languages.SOURCE.code)
    used = {
        name for one in guides.GUIDES for _shows, name in guides.PICTURE.findall(guides.source_of(one, language)[1])
    }
    assert taken == used
