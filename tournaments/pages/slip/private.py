"""Pages behind a private link: no account, a message for a key that has ended, and the key stays out of caches and headers."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.csrf import csrf_exempt

from limits.web import limited_by_key
from tournaments.errors import SlipNotFoundError, SlipRevokedError
from tournaments.web.too_big import too_big

Page = Callable[..., HttpResponse]


def gone(request: HttpRequest, error: Exception, status: HTTPStatus) -> HttpResponse:
    """The page for a key that nothing has (404) or that has ended (410)."""
    return render(request, "tournaments/slip/gone.html", {"problem": str(error)}, status=status)


def unlimited(view: Callable[..., HttpResponseBase], *, problem: Page = gone) -> Callable[..., HttpResponseBase]:
    """As ``private``, for pages that do their own counting; ``problem`` answers a bad key."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        try:
            response = view(request, **kwargs)
        except SlipNotFoundError as error:
            response = problem(request, error, HTTPStatus.NOT_FOUND)
        except SlipRevokedError as error:
            response = problem(request, error, HTTPStatus.GONE)
        except RequestDataTooBig:
            response = too_big(request)
        add_never_cache_headers(response)
        response["Cache-Control"] = "no-store, private"
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer


def private(view: Page) -> Page:
    """For addresses with a key: requests are counted by key and network, wrong keys by network."""
    limited: Page = limited_by_key(unlimited(view))  # type: ignore[arg-type]  # a Page gives a Page
    return csrf_exempt(limited)
