"""Every page and form with the browser's scripts switched off: no control is dead, and each form is sent by its own button.

A long run on a site of its own, since what is sent stays: one page of each kind that links lead to, in every event of the demo.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, Locator, Response

from tests.crawl import ANSWERS, kind_of, left_out
from tests.e2e.test_languages import LINKS, MORE_DIRECTOR, MORE_PUBLIC, page_at
from tests.e2e.test_pages import DIRECTOR, PUBLIC, slip_path
from tests.harness.deep import deep
from tests.harness.people import People, Person
from tests.harness.site import Site, running_site

pytestmark = [pytest.mark.browser, deep]

#: Also what the browser has already, and too many letters from one place.
ACCEPTED = {*ANSWERS, 304, 429}
#: Answers 404 to a code that nobody gave out.
CODES = "/certificates/"
APART = frozenset({"event", "form"})
#: Sent last, since the pages of what it ends are gone or changed afterwards.
ENDS = re.compile(r"\b(Delete|Erase|Remove|Finish|Cancel|Withdraw|End|Close|Leave|Stop|Take back|Undo|Sign out)\b")
#: What looks as if it did something, and without scripts does not.
DEAD = """
[...document.querySelectorAll('button[type=button], a:not([href]), [onclick], [role=button]')]
  .filter(e => e.checkVisibility() && !e.hasAttribute('popovertarget') && !e.hasAttribute('aria-current'))
  .map(e => e.outerHTML.slice(0, 160))
"""
#: How many controls of a form are shown, wherever they stand on the page.
FIELDS = "form => [...form.elements].filter(e => e.checkVisibility() && e.tagName !== 'FIELDSET').length"
ENTER_OR_SCRIPTS = """
form => form.hasAttribute('data-push')
  || [...form.elements].filter(e => e.matches('input') && e.checkVisibility()).length === 1
"""
OPEN_ALL = "document.querySelectorAll('details').forEach(part => part.open = true)"
#: Something for each field that must not stay empty, as a person would type it.
FILL = """
form => {
  for (const field of form.elements) {
    if (!field.willValidate || field.checkValidity()) continue;
    if (field.type === 'file') continue;
    if (field.type === 'checkbox' || field.type === 'radio') field.checked = true;
    else if (field.tagName === 'SELECT') field.selectedIndex = field.options.length - 1;
    else field.value = {number: field.min || '1', email: 'ann@example.org', date: '2030-05-04', time: '10:00',
      'datetime-local': '2030-05-04T10:00', url: 'https://example.org/'}[field.type] || 'Ann Reed';
  }
  return form.checkValidity();
}
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A demo of this test's own."""
    with running_site(tmp_path, demo=True) as running:
        yield running


def pages_of(person: Person, paths: Iterable[str]) -> Iterator[str]:
    """These pages and one of each kind that links lead to from them, each open in the browser when it is given."""
    kinds, visited, waiting = set(), set(), deque(paths)
    given = set(waiting)
    while waiting:
        path = waiting.popleft()
        kind = kind_of(path.partition("?")[0], APART)
        if path in visited or (path not in given and (kind in kinds or left_out(path))):
            continue
        kinds.add(kind)
        visited.add(path)
        answer = page_at(person, path)
        if answer is None:
            continue
        assert answer.status == 200, f"{path} answered {answer.status}"
        waiting.extend(person.page.evaluate(LINKS))
        yield path


def forms_on(person: Person) -> list[tuple[int, str, str]]:
    """Of each form in which the page shows something: which it is, where it is sent, and what its button says, "" for none."""
    person.page.evaluate(OPEN_ALL)
    shown: list[tuple[int, str, str]] = []
    for number, form in enumerate(person.page.locator("form").all()):
        if not form.is_visible() or not form.evaluate(FIELDS):
            continue
        action = form.evaluate("form => new URL(form.getAttribute('action') || '', location.href).pathname")
        label = button_of(form).inner_text().strip() if has_button(form) else ""
        # a single field is sent by Enter; notifications are a matter of scripts, and their form says so without
        if label or not form.evaluate(ENTER_OR_SCRIPTS):
            shown.append((number, action, label))
    return shown


def button_of(form: Locator) -> Locator:
    """The first button that sends it, inside it or elsewhere on the page."""
    inside = form.locator("button:not([type=button], [aria-hidden]):visible, input[type=submit]:visible")
    if inside.count():
        return inside.first
    name = form.get_attribute("id") or "none"
    return form.page.locator(f"button[form='{name}']:visible").first


def has_button(form: Locator) -> bool:
    """Whether somebody without scripts can send it."""
    return button_of(form).count() > 0


def fault_of_sending(person: Person, path: str, number: int) -> str | None:
    """What went wrong when the form was filled in and its button was clicked; None if it could not be sent."""
    page = person.page
    if page_at(person, path) is None or page.locator("form").count() <= number:
        return None  # gone since another form was sent
    page.evaluate(OPEN_ALL)
    form = page.locator("form").nth(number)
    if not form.is_visible() or not has_button(form):
        return None
    if not form.evaluate(FILL):
        return None  # the browser says what is missing, a file mostly
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    try:
        with page.expect_event("response", is_page, timeout=20_000):
            button_of(form).click()
        page.wait_for_load_state("load")
    except Error as error:
        return error.message.splitlines()[0]
    finally:
        page.remove_listener("response", note)
    wrong = [one for one in answers if one.status not in ACCEPTED and not (one.status == 404 and CODES in one.url)]
    return ", ".join(f"{one.url} answered {one.status}" for one in wrong)


def is_page(answer: Response) -> bool:
    """Whether it answers a click, and not a picture or a style sheet of the page."""
    return answer.request.is_navigation_request()


def test_every_control_and_every_form_work_without_scripts(people: People) -> None:
    """First every page is looked at, then every form is sent, those that end something last."""
    people.check_looks = False
    visitor, director = people.phone(scripts=False), people.desktop(scripts=False)
    slip = slip_path(director, "/e/lighthouse-open/a/", 9)
    faults, sent = [], 0
    forms: list[tuple[Person, str, int, str]] = []
    kinds = set()
    for person, paths in ((visitor, [*PUBLIC, *MORE_PUBLIC, slip]), (director, [*DIRECTOR, *MORE_DIRECTOR])):
        for path in pages_of(person, paths):
            faults += [f"{path}: dead without scripts: {dead}" for dead in person.page.evaluate(DEAD)]
            for number, action, label in forms_on(person):
                if not label:
                    faults.append(f"{path}: the form to {action} has no button")
                elif not left_out(action) and (kind := (person, kind_of(action, APART), label)) not in kinds:
                    kinds.add(kind)
                    forms.append((person, path, number, label))
    for person, path, number, label in sorted(forms, key=lambda form: bool(ENDS.search(form[3]))):
        fault = fault_of_sending(person, path, number)
        sent += fault is not None
        faults += [f"{path}: “{label}”: {fault}"] if fault else []
    assert sent > 200
    assert not faults, "\n".join(faults)
