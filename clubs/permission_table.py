"""``docs/permissions.md``: who may do what, and what every address needs, written from what is declared."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from clubs.access import Needs, declared_by
from clubs.permissions import ROLE_ACTIONS, Action
from clubs.privacy import PERSON_FIELDS, sees

_HEAD = """# Who may do what

Written by `manage.py permissions`; a test keeps it true. What a role may do stands in `clubs/permissions.py`, what an address needs
beside it in the app's `urls`. A superuser may do everything. In a finished event ratings officers may also `correct_result`.
"""
_EVENTS = """
A role is given in a club, where it counts in all of the club's events, or in one event (director, assistant, scorer, word judge, check-in
desk), where it never gives `manage_club`, `manage_players`, `manage_ratings` or `manage_lexicon`. It may begin and end on a day, and a
scorer's may be for some tables: any other table is refused. A director until a
day gives no role that lasts longer.
"""
_PERSON = """
## What each role sees of a person

Name, club, rating and results are for everybody (a minor by initials, if the event says so). Everybody sees all of their own. What is
marked “club” is not shown to a role in one event.
"""
_NEEDS = """
## What an address needs

`everybody`: what is in preparation is still found by those who may `view_drafts` only. The scope is what a token must be good for.
"""


def addresses(patterns: Sequence[Any] | None = None, prefix: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site as it is written in ``urls``."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield route, pattern


def permission_table() -> str:
    """The whole document."""
    roles = list(ROLE_ACTIONS)
    actions = [
        [f"`{action}`", *("yes" if action in ROLE_ACTIONS[role] else "" for role in roles)] for action in sorted(Action)
    ]
    lines = [
        row for route, pattern in sorted(addresses(), key=str) for row in _rows(route, declared_by(pattern.callback))
    ]
    return (
        _HEAD
        + "\n"
        + _table(["action", *roles], actions)
        + _EVENTS
        + _PERSON
        + "\n"
        + _table(["of a person", *roles, ""], _person(roles))
        + _NEEDS
        + "\n"
        + _table(["address", "method", "who", "scope"], lines)
    )


def _person(roles: Sequence[str]) -> list[list[str]]:
    return [
        [field.words, *("yes" if sees(role, field) else "" for role in roles), "club" if field.in_club else ""]
        for field in PERSON_FIELDS
    ]


def _rows(route: str, declared: Mapping[str, Needs]) -> Iterator[list[str]]:
    for need in dict.fromkeys(declared.values()):
        methods = [method for method, declared_need in declared.items() if declared_need == need and method != "HEAD"]
        yield [f"`{route}`".replace("|", "\\|"), " ".join(methods), str(need.who), str(need.scope or "")]


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
