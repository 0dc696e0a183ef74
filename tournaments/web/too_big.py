"""Forms with more text than the site reads: an answer in words, so that what was typed is not lost."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from core.api.parsers import drain, sent_bytes

P = ParamSpec("P")


def too_big(request: HttpRequest) -> HttpResponse:
    """The page for a form that is too big. The rest of it is read first, or the browser would show no page at all."""
    drain(request)
    sizes = {"size": sent_bytes(request) // 1024, "limit": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024}
    return render(request, "tournaments/too_big.html", sizes, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def answers_too_big(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """The outermost decorator of a view that takes long texts.

    The check against forged requests reads the form before any view is called, so it is moved inside.
    """
    protected = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def bounded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return protected(request, *args, **kwargs)
        except RequestDataTooBig:
            return too_big(request)

    return bounded
