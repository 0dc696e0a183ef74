"""The sections of a club's page. Apps above add theirs when they are loaded (``apps.py``): clubs know of no events."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.models import Club, User

#: The context of a section's template, for a club and a visitor.
Content = Callable[[Club, User | AnonymousUser], Mapping[str, Any]]
_sections: dict[str, Content] = {}


def add_section(template: str, content: Content) -> None:
    """Show ``template`` on every club's page, below the sections that were added before."""
    _sections[template] = content


def sections(request: HttpRequest, club: Club) -> list[SafeString]:
    """The sections for this visitor, in order."""
    return [
        render_to_string(template, dict(content(club, request.user)), request)
        for template, content in _sections.items()
    ]
