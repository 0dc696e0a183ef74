"""The addresses of the API, each with what its methods need."""

from django.urls import URLPattern, path
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.views import APIView

from clubs.access import EVERYBODY, KEY, Needs, declare
from clubs.scopes import Scope
from limits.api_repeats import answered_once

#: What everybody may read; a token must be good for reading.
READ = Needs(EVERYBODY, Scope.READ)


def api(route: str, view: type[APIView], name: str, **needs: Needs) -> URLPattern:
    """An address of the API; ``get=``, ``post=`` … say what each of its methods needs. Without a needed sign-in the answer is 401."""
    declared = {method.upper(): need for method, need in needs.items()}
    if "POST" in declared and heeds_repeats(declared["POST"]):
        view = answered_once(view)
    called = view.as_view(permission_classes=(_signed_in(declared),))
    declare(called, declared)
    return path(route, called, name=name)


def heeds_repeats(post: Needs) -> bool:
    """Whether a POST that needs this heeds ``Idempotency-Key``: all do that need an account, whose keys do not meet those of others."""
    return post.who not in (EVERYBODY, KEY)


def _signed_in(declared: dict[str, Needs]) -> type[BasePermission]:
    """The DRF permission: which methods need a signed-in user."""
    closed = {method for method, need in declared.items() if need.who not in (EVERYBODY, KEY)}
    if not closed:
        return AllowAny
    return IsAuthenticated if "GET" in closed or "GET" not in declared else IsAuthenticatedOrReadOnly
