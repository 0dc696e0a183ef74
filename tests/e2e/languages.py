"""What the tests of pages in other languages share."""

from core import languages
from tests.harness.deep import DEEP
from tests.harness.people import Person

#: The language whose words are widest.
WIDEST = "gu"
#: Pages that the suite looks at once are looked at in it; the deep run looks at them in every language.
OF_THE_SUITE = languages.SOURCE.code if DEEP else WIDEST

#: What is cut off at the side though it does not scroll; a field scrolls what is typed into it, and what is there for
#: screen readers alone is clipped to nothing on purpose.
CLIPPED = """
(() => {
  const unseen = e => e !== null && (getComputedStyle(e).clipPath === 'inset(50%)' || unseen(e.parentElement));
  return [...document.querySelectorAll('main *, header *, footer *')]
    .filter(e => !e.matches('input, textarea, select, svg, svg *, .brand-name, option, meter, progress'))
    .filter(e => e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
    .filter(e => !['auto', 'scroll', 'visible'].includes(getComputedStyle(e).overflowX))
    .filter(e => !unseen(e))
    .map(e => e.outerHTML.slice(0, 120));
})()
"""


def choose(person: Person, language: str) -> None:
    """The language, on its page."""
    person.page.goto("/language/")
    person.page.locator(f"main button[lang={language}]").click()
    person.page.wait_for_url(f"{person.address}/")
