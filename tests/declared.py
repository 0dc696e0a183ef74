"""What the addresses of the site declare, as the access tests walk it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from clubs.access import Anyone, Needs, declared_by
from clubs.models import Role
from clubs.permissions import ROLE_ACTIONS

OUTSIDER, ANONYMOUS = "outsider", "anonymous"
PEOPLE = [*Role.values, OUTSIDER, ANONYMOUS]


def addresses() -> Mapping[str, URLPattern]:
    """Every address by its full name."""
    return _addresses_of(get_resolver())


@cache
def _addresses_of(root: URLResolver) -> Mapping[str, URLPattern]:
    """The same for one set of addresses: Django keeps its resolver, and hundreds of rows ask about each address."""
    return dict(_inside(root.url_patterns, ()))


def _inside(patterns: list[Any], spaces: tuple[str, ...]) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _inside(pattern.url_patterns, (*spaces, pattern.namespace) if pattern.namespace else spaces)
        else:
            yield ":".join((*spaces, str(pattern.name))), pattern


def needs(name: str) -> Mapping[str, Needs]:
    """What each method of the address with this name needs; HEAD goes with GET and is left out."""
    declared = declared_by(addresses()[name].callback)
    return {method: need for method, need in declared.items() if method != "HEAD"}


def who_may(need: Needs) -> set[str]:
    """Those among ``PEOPLE`` whom the declared need lets in, in a running event."""
    if need.action is not None:
        return {role for role, actions in ROLE_ACTIONS.items() if need.action in actions}
    return {*PEOPLE} - ({ANONYMOUS} if need.who is Anyone.SIGNED_IN else set())
