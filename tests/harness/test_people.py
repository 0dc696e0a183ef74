"""What is checked of a page can fail: each fault is found, and named."""

import pytest

from tests.harness.people import People

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE = """<!doctype html><html lang="en"><head><title>A page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>A page</h1>%s</main></body></html>"""
WIDE_ONLY = "<style>.wide { display: none } @media (min-width: 600px) { .wide { display: block } }</style>"
FAULTS = {
    "<div style='width: 500px'>Wider than a phone</div>": "px wide on a screen of 390",
    f"{WIDE_ONLY}<div class='wide' style='width: 1500px'>Wider than a desktop</div>": "px wide on a screen of 1280",
    "<img src='data:,'>": "image-alt",
    f"{WIDE_ONLY}<div class='wide'><img src='data:,'></div>": "at 1280.*image-alt",
    "<p>Text</p><p style='color: #ccc'>Pale text</p>": "color-contrast",
    "<p>Text</p><div style='background: #333'><p>Text on another background</p></div>": "color-contrast",
    "<input value='Text' aria-label='A'><input value='Pale' aria-label='B' style='color: #ccc'>": "color-contrast",
    "<h1>Another one</h1>": "not one h1",
    "<script>console.error('something is wrong')</script>": "something is wrong",
    "<script>throw new Error('something broke')</script>": "something broke",
}


def test_each_fault_of_a_page_is_detected(people: People) -> None:
    person = people.phone()
    person.page.set_content(PAGE % "")
    person.check_page_on_both("a page without a fault")
    for content, complaints in FAULTS.items():
        person.page.set_content(PAGE % content)
        with pytest.raises(AssertionError, match=f"(?s){complaints}"):
            person.check_page_on_both("a page with a fault")
        person.complaints.clear()


def test_an_unread_complaint_fails_the_test(people: People) -> None:
    person = people.phone()
    person.page.set_content(PAGE % "<script>console.error('something is wrong')</script>")
    with pytest.raises(AssertionError, match="something is wrong"):
        people.leave()
    person.complaints.clear()
