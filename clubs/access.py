"""What each address needs, declared with it, and the one way to the object behind it. Pages and API use the same functions.

A row of an app's ``urls`` says who may come (``Needs``); the view says which object it is about (a ``Path``) and calls ``reached``.
What a visitor may not know of is not found; what they know of and may not touch is forbidden.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Any, Generic, TypeVar, cast
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, re_path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubs.models import Club, User
from clubs.permissions import Action, Visitor, allowed_actions
from clubs.scopes import EVERYTHING, Scope
from core.language_choice import speak_here
from core.replica import public_reads

T = TypeVar("T", bound=Model)


class Anyone(StrEnum):
    """Who may open an address that needs no role."""

    EVERYBODY = "everybody"
    SIGNED_IN = "signed in"
    KEY = "holder of the key"


EVERYBODY, SIGNED_IN, KEY = Anyone.EVERYBODY, Anyone.SIGNED_IN, Anyone.KEY
Who = Action | Anyone


@dataclass(frozen=True, slots=True)
class Needs:
    """What a method of an address needs: who may come, and what a token must be good for (None: any token, or none)."""

    who: Who
    scope: Scope | None = None

    @property
    def action(self) -> Action | None:
        """What the visitor must be allowed to do in the club; None where no role is asked."""
        return self.who if isinstance(self.who, Action) else None


def page(route: str, view: Callable[..., HttpResponseBase], name: str, needs: Who, methods: str = "GET") -> URLPattern:
    """The address of a page. Other methods get 405; visitors must sign in unless it is for everybody or has a key.

    A ``route`` that begins with ``^`` is a regular expression.
    """
    allowed_methods = ["GET", "HEAD", *methods.split()] if "GET" in methods else methods.split()
    guarded = require_http_methods(allowed_methods)(view)
    reads = public_reads if needs is EVERYBODY else nullcontext
    if needs not in (EVERYBODY, KEY) and not hasattr(view, "answers_signed_out"):
        guarded = login_required(guarded)

    @wraps(view)
    def view_with_needs(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with reads(request):
            return guarded(request, *args, **kwargs)

    declare(view_with_needs, dict.fromkeys(allowed_methods, Needs(needs)))
    return (re_path if route.startswith("^") else path)(route, view_with_needs, name=name)


def answers_signed_out(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Mark a page that answers signed-out visitors itself, for its script, instead of redirecting them."""
    view.answers_signed_out = True  # type: ignore[attr-defined]
    return view


def declare(view: Callable[..., Any], needs: Mapping[str, Needs]) -> None:
    """Record what each method of the view needs."""
    view.needs = needs  # type: ignore[attr-defined]


def declared_by(view: Callable[..., Any]) -> Mapping[str, Needs]:
    """What each method of this view needs; empty if it declares nothing."""
    return cast("Mapping[str, Needs]", getattr(view, "needs", {}))


def needs_of(request: HttpRequest) -> Needs | None:
    """What this request needs; None where its address declares nothing for the method."""
    match = request.resolver_match
    method = "GET" if request.method == "HEAD" else request.method
    return declared_by(match.func).get(method or "") if match else None


def scopes_needed(needs: Needs | None) -> frozenset[Scope]:
    """The scopes that a token needs; all of them where nothing is declared."""
    if needs is None:
        return EVERYTHING
    return frozenset({needs.scope} if needs.scope else ())


class Path(ABC, Generic[T]):
    """The address of an object: its query, whether it is public, and the club whose roles count."""

    @abstractmethod
    def rows(self) -> QuerySet[T]:
        """The object with all that its pages always need, loaded in one query."""

    @abstractmethod
    def club(self, subject: T) -> Club | None:
        """The club whose roles count. No query; None: nobody has a role."""

    def is_public(self, _subject: T) -> bool:
        """Whether it is public; otherwise only those who see drafts may know of it. No query."""
        return True

    def is_open_to(self, _visitor: Visitor, _subject: T, _opened: Collection[int]) -> bool:
        """Whether what is not public is open to this visitor without a role, as one of the ids that they have ``opened``."""
        return False

    def zone(self, subject: T) -> ZoneInfo | None:
        """The time zone of its pages; None: the site's own. No query."""
        club = self.club(subject)
        return None if club is None else club.zone

    def actions(self, visitor: Visitor, subject: T) -> frozenset[Action]:
        """Everything that the visitor may do with it. One query."""
        club = self.club(subject)
        return frozenset() if club is None else allowed_actions(visitor, club)


#: Where the session notes which private things the visitor has opened by a link.
OPENED = "opened"


def reach(path: Path[T], visitor: Visitor, needs: Action | None = None, opened: Collection[int] = ()) -> T:
    """The object of this address. Two queries: the object, the visitor's role; one where no role is asked.

    Raises Http404 for what is not there or the visitor may not know of, PermissionDenied unless they may do ``needs``.
    """
    subject = get_object_or_404(path.rows())
    public = path.is_public(subject)
    if public and needs is None:
        return subject
    actions = path.actions(visitor, subject)
    if not public and Action.VIEW_DRAFTS not in actions and not path.is_open_to(visitor, subject, opened):
        raise Http404
    if needs is not None and needs not in actions:
        raise PermissionDenied(needs)
    return subject


def reached(request: HttpRequest, path: Path[T]) -> T:
    """The object of this address, for what the request's address declares. Raises as ``reach``."""
    needs = needs_of(request)
    if needs is None:
        raise PermissionDenied("this address does not say what it needs")
    session = getattr(request, "session", None)
    opened = () if session is None else session.get(OPENED, ())
    subject = reach(path, request.user, needs.action, opened)
    if isinstance(request, HttpRequest):  # the API says each time with its offset, and keeps to one
        timezone.activate(path.zone(subject) or timezone.get_default_timezone())
        club = path.club(subject)
        speak_here(request, "" if club is None else club.page_language)
    return subject


def signed_in(request: HttpRequest) -> User:
    """The signed-in user of a request that needs one."""
    return cast("User", request.user)


@dataclass(frozen=True)
class ClubPath(Path[Club]):
    """A club."""

    slug: str

    def rows(self) -> QuerySet[Club]:
        """See ``Path``."""
        return Club.objects.filter(slug=self.slug)

    def club(self, subject: Club) -> Club:
        """See ``Path``."""
        return subject
