"""What the pages of the word judge share."""

from collections.abc import Mapping
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from limits.services import count
from tournaments.models import Event
from tournaments.pages.director.common import Crumbs, event_crumbs

#: The answer disappears from the screen after this many seconds.
CLEAR_SECONDS = 10


def wants_json(request: HttpRequest) -> bool:
    """Whether a script sent the request."""
    return request.headers.get("Accept", "") == "application/json"


def judge_crumbs(event: Event) -> Crumbs:
    """Club / event / word judge."""
    return [*event_crumbs(event), (_("Word judge"), reverse("tournaments:adjudications", args=[event.slug]))]


def refusal(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    problem: str,
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> HttpResponse:
    """Why nothing was adjudicated, as JSON for a script or on the page."""
    if wants_json(request):
        return JsonResponse({"refused": problem}, status=status)
    return render(request, template, {**context, "problem": problem}, status=status)


def too_many(
    request: HttpRequest, template: str, context: Mapping[str, object], key: str, *, was_offline: bool = False
) -> HttpResponse | None:
    """Count one more adjudication at the desk with this key; the refusal if there were too many in a minute.

    Those made offline (``was_offline``) arrive many at once and do not help to guess words: they are counted separately.
    """
    wait = count("judge", f"late {key}" if was_offline else key)
    if not wait:
        return None
    problem = _("Too many adjudications in a minute. Wait a minute, then try again.")
    response = refusal(request, template, context, problem, HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(wait)
    return response
