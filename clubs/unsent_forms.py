"""Forms that arrive at the wrong moment: nothing that was typed is lost.

A form that is sent after the session has ended is kept, on the site and not on the device, until its sender has signed in again; then
it is shown and sent with one tap. So is one whose page was opened before somebody signed in again in another tab. And an address that
takes forms only, opened as a page (reloaded, bookmarked, or come back to from the choice of a language), leads to the page above it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final, TypedDict
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.csrf import csrf_failure as refused

#: Where a session holds the form.
KEY: Final = "unsent_form"
#: The field that identifies a kept form when it is sent again.
FIELD: Final = "unsent_form"
KEEP: Final = timedelta(hours=1)
MAX_CHARACTERS: Final = 100_000

#: Fields that no person filled in.
_OWN: Final = frozenset({"csrfmiddlewaretoken", "client_token", "expected_version", "user", FIELD})
_NAMES: Final = {
    "line": gettext_lazy("Fast entry"),
    "first_score": gettext_lazy("Score of the first player"),
    "second_score": gettext_lazy("Score of the second player"),
    "tally": pgettext_lazy("of a result", "Result"),
    "reason": gettext_lazy("Reason"),
    "name": gettext_lazy("Name"),
    "moves": gettext_lazy("Moves"),
}

Answer = Callable[[HttpRequest], HttpResponseBase]


class UnsentForm(TypedDict):
    """A form as sent to ``address`` from ``page``; ``files`` are only names: the files are not kept."""

    ident: str
    address: str
    page: str
    fields: list[list[str]]
    files: list[str]
    until: float


@dataclass(frozen=True, slots=True)
class Typed:
    """One thing that was typed, with the name of its field where it has one in plain words."""

    name: str
    value: str


def keep_forms(get_response: Answer) -> Answer:
    """Middleware behind those of sessions, sign-in and messages."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "POST":
            return _after_form(request, response)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and _opens_page(request):
            return redirect(page_above(request.path))
        return response

    return middleware


def _opens_page(request: HttpRequest) -> bool:
    """Whether a browser opens the address as a page."""
    accepts_html = "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")
    return request.method == "GET" and accepts_html


def _after_form(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Keep a form that needs signing in; forget one that has been sent again."""
    if _sends_to_sign_in(response) and not request.user.is_authenticated:
        form = _storable(request)
        if form is None:
            return response
        request.session[KEY] = form
        messages.warning(request, _("You were signed out. Sign in to see what you typed and send it."))
        return redirect_to_login(reverse("clubs:unsent_form"))
    if settings.SESSION_COOKIE_NAME in request.COOKIES and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
        _forget(request)
    return response


def _forget(request: HttpRequest) -> None:
    form: UnsentForm | None = request.session.get(KEY)
    if form is not None and request.POST.get(FIELD) == form["ident"]:
        del request.session[KEY]


def _sends_to_sign_in(response: HttpResponseBase) -> bool:
    if response.status_code != HTTPStatus.FOUND:
        return False
    return urlsplit(response.headers.get("Location", "")).path == resolve_url(settings.LOGIN_URL)


def _storable(request: HttpRequest) -> UnsentForm | None:
    """The form; None for one that is not kept: too large, with a password, or just a button."""
    try:
        fields = [[name, str(value)] for name, values in request.POST.lists() for value in values]
        files = [str(upload.name) for name in request.FILES for upload in request.FILES.getlist(name)]
    except (SuspiciousOperation, RequestDataTooBig, OSError):
        return None
    fields = [field for field in fields if field[0] not in {"csrfmiddlewaretoken", FIELD}]
    if not any(_is_persons(name, value) for name, value in fields) and not files:
        return None  # a button alone: its page shows what there is to do now
    secret = any("password" in name for name, _value in fields)
    if secret or sum(len(value) for _name, value in fields) > MAX_CHARACTERS:
        return None
    return UnsentForm(
        ident=uuid4().hex,
        address=request.get_full_path(),
        page=page_of_form(request),
        fields=fields,
        files=files,
        until=(timezone.now() + KEEP).timestamp(),
    )


def page_of_form(request: HttpRequest) -> str:
    """The page that showed the form, according to the browser; else the form's own address, which may lead there."""
    referer = request.headers.get("Referer", "")
    if referer and url_has_allowed_host_and_scheme(referer, allowed_hosts={request.get_host()}):
        parts = urlsplit(referer)
        return f"{parts.path}?{parts.query}" if parts.query else parts.path
    return request.get_full_path()


def page_above(path: str) -> str:
    """The nearest page above an address without one; those of rounds and games are called ``manage/``."""
    parts = path.strip("/").split("/")
    while parts:
        parts.pop()
        above = "/".join(["", *parts, ""])
        for page in (f"{above}manage/", above):
            if page != path and _exists(page):
                return page
    return reverse("clubs:home")


def _exists(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def unsent_form(request: HttpRequest) -> HttpResponse:
    """Show what was typed with a button to send it; a POST discards it."""
    form: UnsentForm | None = request.session.get(KEY)
    if form is not None and (request.method == "POST" or form["until"] < timezone.now().timestamp()):
        del request.session[KEY]
        if request.method == "POST":
            messages.success(request, _("What you typed was discarded."))
            return redirect(form["page"])
        form = None
    if form is None:
        return redirect("clubs:home")
    return _page(request, form)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is outdated because its sender has signed in again is shown, and sent with one tap.

    The browser says that the form stood on a page of ours: what a foreign site sends is refused as ever.
    """
    ours = request.headers.get("Sec-Fetch-Site", "") == "same-origin" or _from_own_page(request)
    form = _storable(request) if ours and not _wants_json(request) else None
    if form is None:
        return refused(request, reason=reason)
    request.session[KEY] = form
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("clubs:unsent_form"))
    return redirect("clubs:unsent_form")


def _from_own_page(request: HttpRequest) -> bool:
    """For browsers without the header ``Sec-Fetch-Site``."""
    origin = request.headers.get("Origin", "")
    return "Sec-Fetch-Site" not in request.headers and origin == f"{request.scheme}://{request.get_host()}"


def _wants_json(request: HttpRequest) -> bool:
    return request.path.startswith("/api/") or request.headers.get("Accept", "") == "application/json"


def _is_persons(name: str, value: str) -> bool:
    """Whether a person has typed or chosen this."""
    return name not in _OWN and bool(value.strip())


def _is_text(name: str, value: str) -> bool:
    """Whether the value can be shown as text: the field has a name for people, or the value is more than that of a choice."""
    return name in _NAMES or not re.fullmatch(r"[0-9a-z_]+", value)


def _page(request: HttpRequest, form: UnsentForm) -> HttpResponse:
    persons = [(name, value) for name, value in form["fields"] if _is_persons(name, value)]
    typed = [Typed(str(_NAMES.get(name, "")), value) for name, value in persons if _is_text(name, value)]
    context: dict[str, Any] = {"kept": form, "typed": typed, "choices": len(persons) - len(typed), "field": FIELD}
    response = render(request, "clubs/unsent_form.html", context)
    response["Cache-Control"] = "no-store, private"
    return response
