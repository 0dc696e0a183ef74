"""A number for every request, so that log lines and actions of one request can be found together."""

import uuid
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """The id of the request being answered; empty outside requests."""
    return _request_id.get()


def request_id(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: set the id, and send it back in ``X-Request-ID`` for people who report a problem."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _request_id.set(uuid.uuid4().hex[:16])
        try:
            response = get_response(request)
            response["X-Request-ID"] = _request_id.get()
            return response
        finally:
            _request_id.reset(token)

    return middleware
