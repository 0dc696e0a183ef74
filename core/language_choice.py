"""Which language a page is in: the reader's choice, else what the browser asks for, else the club's, else the site's.

A choice counts on this device (cookie) and, of somebody signed in, on every device (account, which the session carries).
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

#: Where the session has the language of the account.
OF_ACCOUNT: Final = "language"


def requested_language(request: HttpRequest) -> str:
    """The code of the language that the reader chose or the browser asks for; empty if it asks for none of ours."""
    chosen = [request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")]
    if settings.SESSION_COOKIE_NAME in request.COOKIES and hasattr(request, "session"):
        chosen.insert(0, request.session.get(OF_ACCOUNT, ""))
    for code in chosen:
        if code in dict(settings.LANGUAGES):
            return code
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower()):
        with suppress(LookupError, ValueError):
            return translation.get_supported_language_variant(code)
    return ""


def own_language(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: each page in its reader's language; who asks for none of ours gets that of the club (``clubs.access``)."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        _speak(request, requested_language(request) or settings.LANGUAGE_CODE)
        response = get_response(request)
        patch_vary_headers(response, ["Accept-Language"])
        response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response

    return answer


def speak_here(request: HttpRequest, language: str) -> None:
    """From here on the page is in this language, which a club has chosen, unless its reader asks for another of ours. Empty: no choice."""
    if language and not requested_language(request):
        _speak(request, language)


def keep_language(request: HttpRequest, response: HttpResponse, language: str) -> None:
    """Remember the choice on this device, and for as long as somebody is signed in here."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 86400,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        request.session[OF_ACCOUNT] = language


def _speak(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = translation.get_language()
