"""Pages made for one person stay out of caches that others share."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control


def private_answers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: responses to a session or token are private unless the view has set ``Cache-Control``.

    Browsers may keep pages for their “back” button, or a rejected form would come back empty; programs keep nothing.
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
