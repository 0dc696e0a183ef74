"""The page of parts: shown where the site is developed, made of what the pages use, accessible."""

import re

import pytest
from django.test import Client

from config.styles import COLOURS
from core.packages import ROOT
from tests.harness.people import People


@pytest.mark.django_db
def test_the_page_shows_every_colour_and_uses_only_classes_that_there_are() -> None:
    page = Client().get("/styles/").content.decode()
    sheets = {path: path.read_text() for path in (ROOT / "static" / "css").glob("*.css")}
    declared = set(re.findall(r"--([a-z-]+):", sheets[ROOT / "static" / "css" / "wordhall.css"].split("}", 1)[0]))
    shown = {name for names in COLOURS.values() for name in names}
    assert shown <= declared
    assert declared - shown == {"surface", "paper-sheet", "paper-ink", "radius", "gap", "shadow", "sans"}
    main = page.split("<main", 1)[1].split("</main>", 1)[0]
    used = {name for names in re.findall(r'class="([^"]*)"', main) for name in names.split()}
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", "".join(sheets.values())))
    assert used - styled == {"board-15"}  # the board without a size of its own


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_picture_of_the_parts(people: People) -> None:
    person = people.phone()
    person.page.goto("/styles/")
    person.check_page_on_both("parts of a page")
    person.check_dark("parts of a page")
