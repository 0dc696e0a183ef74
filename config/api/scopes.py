"""Which scope a token needs, from what the address declares (``clubs.access``); one that declares nothing is closed to all but full tokens.

A token without the scope is refused before the view is asked. Roles are another matter: they are asked afterwards, by the
view and by the use case itself.
"""

from django.http import HttpRequest

from clubs.access import needs_of, scopes_needed
from clubs.scopes import Scope


def needed(request: HttpRequest) -> frozenset[Scope]:
    """The scopes that this request needs."""
    return scopes_needed(needs_of(request))
