"""Tables walked over one scene: each row is undone before the next, and all rows that miss are listed together."""

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import FileResponse, HttpResponseBase
from django.test import Client
from django.urls import URLPattern, reverse

from clubs.models import User
from tests.declared import ANONYMOUS, PEOPLE, needs, who_may
from tests.harness.deep import DEEP

#: A status, or that the visitor is sent to the page where one signs in.
Answer = int | str
SIGN_IN = "sign in"
#: What somebody is answered who may not, whatever there is.
REFUSALS: Set[Answer] = {SIGN_IN, 401, 403}

#: Numbers that no row has: below the first, and beyond what the columns of the databases hold.
NOBODYS_IDS = (0, 2**31, 2**63, 10**30)


@contextlib.contextmanager
def undone() -> Iterator[None]:
    """What is written inside is taken back at the end, and the cache is emptied: it keeps pages and counts requests."""
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        cache.clear()


@dataclass(frozen=True)
class Call:
    """One row: who asks for what, and the answers of which one is right."""

    who: str
    method: str
    address: str
    expected: Set[Answer]
    body: object = None


def taking_turns(calls: Iterable[Call]) -> list[Call]:
    """The calls of a table of roles; in the suite one for each address, method and answer, each role having its turn.

    The whole table is for the deep run: mark the test ``scaled``.
    """
    return _one_of_those_alike(calls, lambda call: (call.method, call.address, frozenset(call.expected)))


def one_for_each(calls: Iterable[Call]) -> list[Call]:
    """The refusals of a table of roles; in the suite one for each address and method, each role and answer having its turn.

    The whole table is for the deep run: mark the test ``scaled``.
    """
    return _one_of_those_alike(calls, lambda call: (call.method, call.address))


def _one_of_those_alike(calls: Iterable[Call], kind: Callable[[Call], object]) -> list[Call]:
    """Of all calls of one kind one, another place of each kind in turn; all calls in the deep run."""
    if DEEP:
        return list(calls)
    alike: dict[object, list[Call]] = {}
    for call in calls:
        alike.setdefault(kind(call), []).append(call)
    return [group[turn % len(group)] for turn, group in enumerate(alike.values())]


def let_in_and_refused(calls: Iterable[Call]) -> list[Call]:
    """The calls of a table of roles; in the suite each address lets somebody in and refuses somebody, by each method."""
    refused: list[Call] = []
    answered: list[Call] = []
    for call in calls:
        (refused if call.expected <= REFUSALS else answered).append(call)
    return taking_turns(answered) + one_for_each(refused)


def check_calls(calls: Iterable[Call], ask: Callable[[Call], Answer]) -> None:
    """Every call has one of its answers. Those that have not are listed together, each with who, method, address and answers."""
    misses = []
    with quiet():
        for call in calls:
            with undone():
                answer = ask(call)
            if answer not in call.expected:
                statuses = " or ".join(sorted(str(one) for one in call.expected))
                misses.append(f"{call.who}: {call.method} {call.address}: {answer} instead of {statuses}")
    assert not misses, "\n".join(["", *misses])


def check_each(rows: Iterable[object], check: Callable[..., None], *, undo: bool = True) -> None:
    """Every row (a tuple's items, or one thing) passes ``check`` over the same scene; those that do not are listed together.

    ``undo=False`` for checks that write nothing: without a database, or with real transactions.
    """
    misses = []
    with quiet():
        for row in rows:
            try:
                with undone() if undo else contextlib.nullcontext():
                    check(*(row if isinstance(row, tuple) else (row,)))
            except (AssertionError, pytest.fail.Exception) as error:
                misses.append(f"{row!r:.200}: {error}")
            except Exception as error:
                error.add_note(f"in the row {row!r:.200}")
                raise
    assert not misses, "\n".join(["", *misses])


def check_refused(attempts: Mapping[str, Callable[[], object]]) -> None:
    """The database refuses every attempt by the constraint of its name (by a nameless one if there is a space in the name)."""
    misses = []
    for name, attempt in attempts.items():
        try:
            with undone():
                attempt()
        except IntegrityError as error:
            # SQLite names the columns of a unique constraint, not its name.
            if " " not in name and name not in str(error) and "UNIQUE" not in str(error):
                misses.append(f"{name}: refused by another one: {error}")
        else:
            misses.append(f"{name}: not refused")
    assert not misses, "\n".join(["", *misses])


#: A good input, what may just be changed of it, what is just too much, the field that the refusal names, and words of its message.
Limit = tuple[Any, Mapping[str, object], Mapping[str, object], str, str]


def check_limits(limits: Iterable[Limit]) -> None:
    """Each input takes what is just allowed, and refuses what is just too much, with the field and the reason."""

    def check(wrong: Mapping[str, object], words: str, code: str, allowed: Mapping[str, object], good: Any) -> None:
        replace(good, **allowed)
        with pytest.raises(ValidationError) as refused:
            replace(good, **wrong)
        assert refused.value.code == code, refused.value.messages
        assert words in " ".join(refused.value.messages)

    # check_each shows the first 200 characters of a row, so what tells it apart comes first
    rows = [(wrong, words, code, allowed, good) for good, allowed, wrong, code, words in limits]
    check_each(rows, check, undo=False)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Only faults of the server are logged inside; the lines about a thousand refusals would bury them."""
    log = logging.getLogger("django.request")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def read_to_end(response: HttpResponseBase) -> None:
    """Take all of a download, as a browser does: its file is closed then."""
    if isinstance(response, FileResponse):
        list(response)


def answer_of(response: HttpResponseBase) -> Answer:
    """The status, or ``SIGN_IN``."""
    read_to_end(response)
    if response.status_code == 302 and response.headers["Location"].startswith("/accounts/login/"):
        return SIGN_IN
    return response.status_code


def shown(client: Client, path: str) -> str:
    """The HTML of a page that must be there, in one line."""
    response = client.get(path)
    assert response.status_code == 200, path
    return " ".join(response.content.decode().split())


def visitor(user: User | None = None) -> Client:
    """A browser, signed in unless nobody is given. A fault of the server is an answer too: 500, with its traceback in the log."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def calls_as_declared(routes: Iterable[URLPattern], keys: Mapping[str, object]) -> list[Call]:
    """Every person and method of these addresses of an event: who may is let in, others are refused, visitors sent to sign in."""
    calls = []
    for route in routes:
        name = f"tournaments:{route.name}"
        address = reverse(name, kwargs={key: value for key, value in keys.items() if f":{key}>" in str(route.pattern)})
        for method, need in needs(name).items():
            for who in PEOPLE:
                may = {200} if method == "GET" else {200, 302, 422}
                refused = {SIGN_IN} if who == ANONYMOUS else {403}
                calls.append(Call(who, method, address, may if who in who_may(need) else refused))
    return calls


def browsers(people: dict[str, User]) -> Callable[[Call], Answer]:
    """Asks with each person's own browser; somebody who is not among the people has not signed in."""
    signed_in = {who: visitor(user) for who, user in people.items()}
    signed_out = visitor()

    def ask(call: Call) -> Answer:
        return answer_of(signed_in.get(call.who, signed_out).generic(call.method, call.address))

    return ask
