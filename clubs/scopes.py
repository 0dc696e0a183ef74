"""What a program's token may be used for. A token never does more than its user may: roles are checked too.

Which scope an address of the API needs is declared beside it (``clubs.access``).
"""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Scope(StrEnum):
    """One thing that a token may be used for."""

    READ = "read"
    WORDS = "words:look-up"
    ADJUDICATIONS = "adjudications:write"
    RESULTS = "results:write"
    ROSTERS = "rosters:write"
    ROUNDS = "rounds:write"
    EVENTS = "events:write"
    DICTIONARIES = "dictionaries:write"
    RATINGS = "ratings:write"
    CLUBS = "clubs:write"
    ACCOUNT = "account"


#: What the scopes are called on the page. ``account`` is not among them: only signing in gives it, so that no token
#: can make another that may do more.
LABELS: Mapping[Scope, str | Promise] = {
    Scope.READ: _("read everything I can see"),
    Scope.WORDS: _("look up words"),
    Scope.ADJUDICATIONS: _("adjudicate challenges, record appeals, overrule adjudications"),
    Scope.RESULTS: _("enter results and rule on them"),
    Scope.ROSTERS: _("enter, edit and withdraw players"),
    Scope.ROUNDS: _("pair and publish rounds, get slip links"),
    Scope.EVENTS: _("create, edit, finish and reopen events"),
    Scope.DICTIONARIES: _("upload word lists and bring them into force"),
    Scope.RATINGS: _("manage rating lists"),
    Scope.CLUBS: _("create clubs and manage their members"),
}
GRANTABLE = frozenset(LABELS)
EVERYTHING = frozenset(Scope)


def scopes_of(text: str) -> frozenset[Scope]:
    """The scopes in their stored form, names between spaces; a name that is no longer known gives nothing."""
    by_name = {scope.value: scope for scope in Scope}
    return frozenset(by_name[name] for name in text.split() if name in by_name)


def stored(scopes: frozenset[Scope]) -> str:
    """The stored form: names in alphabetical order, between spaces."""
    return " ".join(sorted(scopes))
