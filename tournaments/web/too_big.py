"""Forms with more text than the site reads: said in words, and so that what was typed is not lost."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from core.api.parsers import drain, sent_bytes


def too_big(request: HttpRequest) -> HttpResponse:
    """The page for a form that Django refuses to hold; its browser is let finish sending, or it would show no page at all."""
    drain(request)
    sizes = {"size": sent_bytes(request) // 1024, "limit": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024}
    return render(request, "tournaments/too_big.html", sizes, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def answers_too_big(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The outermost decorator of a view that takes long texts.

    The check against forged requests reads the form before any view is called, so it is moved inside.
    """
    protected = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def bounded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            return protected(request, **kwargs)
        except RequestDataTooBig:
            return too_big(request)

    return bounded
