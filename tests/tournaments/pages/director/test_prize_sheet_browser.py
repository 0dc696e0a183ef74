"""The prize sheet on a narrow screen, in a real browser."""

import pytest

from clubs.models import User
from tests import factories
from tests.harness.people import NARROW, People
from tournaments.models import Division, EventPrize, PrizeFund

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: The cells of figures whose text stands on more than one line.
WRAPPED = """() => [...document.querySelectorAll("main .num")].filter(cell => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size > 1;
}).map(cell => cell.innerText)"""


def test_columns_of_money_stay_on_one_line(people: People, division: Division, director: User) -> None:
    """In each language; what is left over stands below the share on a line of its own."""
    factories.play(factories.start(division, director, 4))
    EventPrize.objects.create(
        event=division.event,
        division=division,
        name="First place, with the cup of the harbour",
        kind="rank",
        amount=10_000,
        position=1,
    )
    PrizeFund.objects.create(event=division.event, currency="EUR", added=2_000_000)
    person = people.phone(director)
    person.page.set_viewport_size(NARROW)
    for language in ("en", "ja", "gu", "zh-hant"):
        person.context.add_cookies([{"name": "django_language", "value": language, "url": person.address}])
        person.page.goto(f"/e/{division.event.slug}/manage/prizes/sheet/")
        assert person.page.locator("html").get_attribute("lang") == language
        assert person.page.locator("main td.num", has_text="EUR").count() > 5
        assert person.page.evaluate(WRAPPED) == [], language
