"""The sections of a club's page and of the home page. Apps above add theirs when they are loaded (``apps.py``): clubs know of no events."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.models import Club, User

#: The context of a section's template, for a club and a visitor; None: there is nothing to show.
Content = Callable[[Club, User | AnonymousUser], Mapping[str, Any] | None]
#: The same on the home page, for a visitor.
HomeContent = Callable[[User | AnonymousUser], Mapping[str, Any] | None]


class Place(StrEnum):
    """Where a section stands: above all others, in the wide column, or in the narrow one beside it."""

    FIRST = "first"
    MAIN = "main"
    SIDE = "side"


_sections: dict[str, tuple[Content, Place]] = {}
_home: dict[str, tuple[HomeContent, Place]] = {}


def add_section(template: str, content: Content, place: Place = Place.MAIN) -> None:
    """Show ``template`` on every club's page, below the sections that were added to this place before."""
    _sections[template] = (content, place)


def add_home_section(template: str, content: HomeContent, place: Place = Place.MAIN) -> None:
    """Show ``template`` on the home page, below the sections that were added to this place before."""
    _home[template] = (content, place)


def sections(request: HttpRequest, club: Club, place: Place) -> list[SafeString]:
    """The sections of a club's page in this place for this visitor, in order."""
    here = {template: content(club, request.user) for template, (content, where) in _sections.items() if where == place}
    return _rendered(request, here)


def home_sections(request: HttpRequest, place: Place) -> list[SafeString]:
    """The sections of the home page in this place for this visitor, in order."""
    here = {template: content(request.user) for template, (content, where) in _home.items() if where == place}
    return _rendered(request, here)


def _rendered(request: HttpRequest, contexts: Mapping[str, Mapping[str, Any] | None]) -> list[SafeString]:
    return [
        render_to_string(template, dict(context), request)
        for template, context in contexts.items()
        if context is not None
    ]
