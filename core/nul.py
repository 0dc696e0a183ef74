"""The one character that PostgreSQL's text cannot hold, which nobody types and programs that look for weaknesses send."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

Respond = Callable[[HttpRequest], HttpResponseBase]


def without_nul(respond: Respond) -> Respond:
    """Middleware: what is asked for (``?q=…``) loses its NULs; an address with one is none of ours."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            raise Http404
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query:
            request.META["QUERY_STRING"] = query.replace("%00", "")
        return respond(request)

    return answer
