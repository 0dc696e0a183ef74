"""The limiter in front of pages: one decorator line for a view."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.failures import TemporaryFailure, try_later
from limits.services import count, count_each, must_wait, network, take_back

Page = Callable[..., HttpResponse]
_READS = frozenset({"GET", "HEAD", "OPTIONS"})


def limited_by_key(view: Page) -> Page:
    """For views whose address has a ``key``: what is sent is counted by key and by network, wrong keys by network."""

    @wraps(view)
    def limited(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        where = network(request)
        if request.method in _READS:
            seconds = must_wait("wrong_key", where)
        else:
            sent = ("slip", key), ("slip_network", where)
            of_key, of_network, wrong = count_each(*sent, beside=[("wrong_key", where)])
            if of_key or wrong:
                take_back("slip_network", where)  # one phone that tries again and again is not the hall's fault
            seconds = wrong or of_key or of_network
        if seconds:
            return too_often(request, seconds)
        response = view(request, key=key, **kwargs)
        if response.status_code == HTTPStatus.NOT_FOUND:
            count("wrong_key", where)
        return response

    return limited


def limited_look_ups(view: Page) -> Page:
    """For pages about words: each question counts, by user or, for visitors, by network; the bare page does not."""

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if not any(request.GET.values()):
            return view(request, *args, **kwargs)
        seconds = count("words", f"u{user.pk}" if user.is_authenticated else network(request))
        return too_often(request, seconds) if seconds else view(request, *args, **kwargs)

    return limited


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """The answer 429: when to try again, in the header and in words; a form is kept on the page and sent again."""
    words = _("Too many requests from here in a short time. Nothing is lost: %(wait)s")
    trouble = TemporaryFailure(
        "throttled", _("One moment, please"), words % {"wait": again_in(seconds)}, seconds, HTTPStatus.TOO_MANY_REQUESTS
    )
    return try_later(request, trouble)


def again_in(seconds: int) -> str:
    """When to try again, in words."""
    if seconds < 100:
        return ngettext("try again in %(n)d second.", "try again in %(n)d seconds.", seconds) % {"n": seconds}
    minutes = -(-seconds // 60)
    return ngettext("try again in %(n)d minute.", "try again in %(n)d minutes.", minutes) % {"n": minutes}


def limited_form(name: str) -> Callable[[Page], Page]:
    """For forms that anybody may send: what is sent counts under this rate, by network."""

    def decorate(view: Page) -> Page:
        @wraps(view)
        def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            seconds = count(name, network(request)) if request.method not in _READS else 0
            return too_often(request, seconds) if seconds else view(request, *args, **kwargs)

        return limited

    return decorate
