"""An id for every request, which its log lines and actions share."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from core.logs import current


def current_request_id() -> str:
    """The id of the request being answered; empty outside requests."""
    return current.get()


def request_id(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: set the id, and send it back in ``X-Request-ID`` for people who report a problem.

    It stays until the thread's next request: Django writes the line about a refused request when all middleware is done.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        number = uuid.uuid4().hex[:16]
        current.set(number)
        response = get_response(request)
        response["X-Request-ID"] = number
        return response

    return middleware
