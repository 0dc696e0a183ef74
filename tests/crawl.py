"""Walking the site as somebody: every link and button that a page shows is tried, and those that fail are listed.

Pages of one kind are alike: of each kind (address pattern, event, division, names of the query) only so many are opened. A form is sent as
it stands, every button of it, and what that changes is undone.
"""

import contextlib
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from tests.declared import needs
from tests.harness.reading import Reading
from tests.walk import read_to_end

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

#: Not ours, of no interest, or what ends the walk: the admin site, signing out, and changing the language.
LEFT_OUT = ("/admin/", "/language/", "/accounts/logout/", "/static/", "/api/")
#: Sent or closed, these show where the report stands instead of a form.
SLIPS = ("/p/", "/s/")
#: What a form may answer: done, sent on, or “that does not do” with the form again.
ANSWERS = {200, 201, 204, 302, 303, 400, 409, 422}
#: What a link says that leads to a form.
PROMISES = re.compile(
    r"(Correct|Rule|Edit|Change|Withdraw|Return|Delete|Undo|Add|Enter|New|Publish the|Finish|Open (?:a|the|again)"
    r"|Merge|Import|Make|Send|Settings)\b"
)
#: A date that no language of the site writes: ISO, American, by slashes, or with half-days.
ODD_DATES = re.compile(
    r"\b[0-9]{4}-[01][0-9]-[0-3][0-9]\b|\b(?:Jan|Feb|March|April|Aug|Sept|Oct|Nov|Dec)\b\.? [0-9]{1,2}, "
    r"|\b[ap]\.m\.|\b[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}\b"
)
#: What a person is to type, as the site reads it.
EXAMPLES = re.compile(r"(?:such as|write it as) [0-9-]+")


@dataclass(frozen=True)
class Button:
    """A way to send a form: where to, how, with what."""

    address: str
    method: str
    fields: tuple[tuple[str, str], ...]
    label: str


@dataclass
class Walk:
    """One person's walk. ``faults``: each with the page that showed the link or button, and what came of it.

    ``apart``: parts of an address in which pages of one kind are told apart; ``most``: how many of each are opened; ``kinds``: how
    many were opened of each, which may be another walk's count; ``brief``: of the buttons that send something to one kind of
    address one is pressed; of the others it is looked up that the address takes what they send. ``said``: the words of the pages,
    but for the guides, which speak of the others.
    """

    client: Client
    most: int = 1
    apart: frozenset[str] = frozenset({"event", "pool", "league", "form"})
    faults: list[str] = field(default_factory=list)
    opened: int = 0
    sent: int = 0
    kinds: Counter[tuple[object, ...]] = field(default_factory=Counter)
    brief: bool = False
    said: set[str] = field(default_factory=set)
    _visited: set[tuple[object, ...]] = field(default_factory=set)
    _texts: dict[str, str] = field(default_factory=dict)

    def run(self, starts: Iterable[str]) -> None:
        """Walk from these addresses until nothing new is shown."""
        waiting = deque((address, "", "") for address in starts)
        while waiting:
            address, source, label = waiting.popleft()
            # Where a walk starts, it looks in any case.
            if not self._is_new(("GET", *kind_of(address, self.apart)), ("GET", address)) and source:
                continue
            page = self._open(address, source, label)
            if page is None:
                continue
            tree = Reading(page.content.decode())
            if odd := ODD_DATES.findall(EXAMPLES.sub("", " ".join(tree.words))):
                self.faults.append(f"{address}: writes dates in a way of its own: {odd[:3]}")
            if not address.startswith("/guide/"):
                self.said.update(words.strip() for words in tree.words)
            self._send_all(address, tree)
            self.look_for_form(address, source, label, tree)
            waiting.extend((link, address, words) for link, words in _links(address, tree))

    def _is_new(self, kind: tuple[object, ...], exact: tuple[object, ...]) -> bool:
        if exact in self._visited or self.kinds[kind] >= self.most:
            return False
        self._visited.add(exact)
        self.kinds[kind] += 1
        return True

    def _open(self, address: str, source: str, label: str) -> "Page | None":
        """The page, if it is one and answers."""
        self.opened += 1
        page = self.client.get(address, follow=True)
        if page.status_code != 200:
            self.faults.append(f"{source}: “{label}” → {address}: {page.status_code}")
            return None
        if not page.headers.get("Content-Type", "").startswith("text/html"):
            read_to_end(page)
            return None
        return page

    def _send_all(self, address: str, tree: Reading) -> None:
        for button in _buttons(address, tree):
            exact = (button.method, button.address, button.fields)
            if left_out(button.address):
                continue
            if self.brief and not takes(button.method, button.address):
                self.faults.append(f"{address}: button “{button.label}” → {button.address}: takes no {button.method}")
            kind = kind_of(button.address, self.apart, queries=not self.brief)
            if not self._is_new((button.method, *kind, "" if self.brief else button.label), exact):
                continue
            self.sent += 1
            with undone_all():
                send = self.client.get if button.method == "GET" else self.client.post
                answer = send(button.address, dict_of_lists(button.fields))
                read_to_end(answer)
            if answer.status_code not in ANSWERS:
                self.faults.append(f"{address}: button “{button.label}” → {button.address}: {answer.status_code}")

    def look_for_form(self, address: str, source: str, label: str, tree: Reading) -> None:
        """A page that takes something in shows where; else the link to it promised what it does not have.

        What it takes in it declares: the tests of access send to every address what it does not.
        """
        if any(form.method == "POST" and form.in_main for form in tree.forms):
            return
        if address.startswith(SLIPS):
            return
        if PROMISES.match(label) or takes("POST", address):
            self.faults.append(f"{source}: “{label}” → {address}: a page without its form")


@cache
def kind_of(address: str, apart: frozenset[str], *, queries: bool = True) -> tuple[object, ...]:
    """Which addresses are alike: same pattern, the same in what they are told apart by, and same names in the query."""
    parts = urlsplit(address)
    names = tuple(sorted({name for name, _value in parse_qsl(parts.query)})) if queries else ()
    try:
        match = resolve(parts.path)
    except Resolver404:
        return (address,)
    place = tuple(
        (name, value) for name, value in sorted(match.kwargs.items()) if isinstance(value, str) and name in apart
    )
    return (match.view_name, place, names)


def takes(method: str, address: str) -> bool:
    """Whether there is an address that declares the method."""
    try:
        match = resolve(urlsplit(address).path)
    except Resolver404:
        return False
    return method in needs(match.view_name)


@contextlib.contextmanager
def undone_all() -> Iterator[None]:
    """What is written inside is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def dict_of_lists(fields: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The values of each name."""
    values: dict[str, list[str]] = {}
    for name, value in fields:
        values.setdefault(name, []).append(value)
    return values


def left_out(address: str) -> bool:
    """Whether a walk does not go there."""
    return not address.startswith("/") or address.startswith(LEFT_OUT)


def _links(base: str, page: Reading) -> Iterator[tuple[str, str]]:
    for href, words in page.links:
        found = urldefrag(urljoin(base, href))[0]
        if not left_out(found):
            yield found, words


def _buttons(base: str, page: Reading) -> Iterator[Button]:
    for form in page.forms:
        action = urldefrag(urljoin(base, form.action or base))[0]
        for value, words in form.buttons:
            own = ((value["name"], value.get("value", "")),) if value.get("name") else ()
            target = urldefrag(urljoin(base, value["formaction"]))[0] if value.get("formaction") else action
            yield Button(target, value.get("formmethod", form.method).upper(), (*form.fields, *own), words)
