"""Pages made for one person stay out of caches that others share."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control


def private_answers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: what somebody with a session or a token gets, and nothing else was said about, is for them alone.

    A browser may keep a page for its “back” button, or a form that was refused would come back empty; programs keep nothing.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        has_token = "Authorization" in request.headers
        if "Cache-Control" in response or not (has_token or settings.SESSION_COOKIE_NAME in request.COOKIES):
            return response
        if has_token or request.path_info.startswith(("/api/", "/accounts/")):
            patch_cache_control(response, private=True, no_store=True)
        else:
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
