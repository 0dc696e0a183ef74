"""What the director's views share: crumbs, answers with a message, refusals at a form, the page of a second look."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import MappingProxyType, TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs import access
from games.registry import DEFAULT_GAME, GAMES
from tournaments.errors import TournamentError
from tournaments.models import Division, Event, Round

T = TypeVar("T")
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, T, P], HttpResponseBase]
Crumbs = list[tuple[str, str]]
signed_in = access.signed_in


def requested_game(request: HttpRequest) -> str:
    """The game that the address names for a new division, or the default."""
    game = request.GET.get("game", "")
    return game if game in GAMES else DEFAULT_GAME


def refuse_beyond_plan(division: Division, number: int) -> None:
    """404 for a round that the division can never have."""
    if not 1 <= number <= division.settings.rounds_planned:
        raise Http404


def event_crumbs(event: Event) -> Crumbs:
    """Club / event."""
    return [
        (event.club.name, reverse("clubs:club", args=[event.club.slug])),
        (event.name, event_url(event)),
    ]


def round_crumbs(round_: Round) -> Crumbs:
    """Club / event / round."""
    number = round_.number
    here = (_("Round %(number)d") % {"number": number}, round_url(round_.division, number))
    return [*event_crumbs(round_.division.event), here]


def roster_crumbs(division: Division) -> Crumbs:
    """Club / event / players."""
    return [*event_crumbs(division.event), (_("Players"), division_url("manage_roster", division))]


def event_url(event: Event) -> str:
    """The event's dashboard."""
    return reverse("tournaments:manage", args=[event.slug])


def division_url(name: str, division: Division, *rest: object) -> str:
    """A page of the division."""
    return reverse(f"tournaments:{name}", args=[division.event.slug, division.slug, *rest])


def round_url(division: Division, number: int) -> str:
    """The director's page of a round."""
    return division_url("manage_round", division, number)


def back_with(request: HttpRequest, to: str, *, error: TournamentError | None = None, done: str = "") -> HttpResponse:
    """Go to ``to`` with a message: what was done, or why nothing was."""
    if error is not None:
        messages.error(request, str(error))
    if done:
        messages.success(request, done)
    return redirect(to)


def refused_to(address: Callable[[T], str]) -> Callable[[View[T, P]], View[T, P]]:
    """For views that act: when a POST is refused they go to this address of their object, with the reason as a message."""

    def decorate(view: View[T, P]) -> View[T, P]:
        @wraps(view)
        def wrapper(request: HttpRequest, subject: T, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            try:
                return view(request, subject, *args, **kwargs)
            except TournamentError as error:
                if request.method != "POST":
                    raise
                return back_with(request, address(subject), error=error)

        return wrapper

    return decorate


def add_error(form: forms.Form, field: str | None, error: ValidationError | TournamentError) -> None:
    """Show a refusal at the field it is about (None: above the form)."""
    form.add_error(field, error if isinstance(error, ValidationError) else str(error))


def form_errors(form: forms.Form) -> str:
    """What is wrong with the form, in one line: for a page that cannot show it filled in again."""
    parts = []
    for name, errors in form.errors.items():
        label = form.fields[name].label if name in form.fields else None
        text = " ".join(map(str, errors))
        parts.append(f"{label}: {text}" if label else text)
    return " ".join(parts)


class Refusals:
    """A block whose refusal is shown at the form; what follows the block then answers with the form.

    ``fields``: the field that each code of a refusal is about; all others are about ``other`` (None: the whole form).
    """

    def __init__(
        self, form: forms.Form, fields: Mapping[str, str] = MappingProxyType({}), *, other: str | None = None
    ) -> None:
        self.form, self.fields, self.other = form, fields, other

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, (TournamentError, ValidationError)):
            return False
        field = self.fields.get(getattr(error, "code", None) or "", self.other)
        add_error(self.form, field if field in self.form.fields else None, error)
        return True


def of_event(event: Event) -> dict[str, Any]:
    """What every page of an event needs."""
    return {"event": event, "crumbs": event_crumbs(event)}


def of_division(division: Division) -> dict[str, Any]:
    """What every page of a division needs."""
    return {"division": division, **of_event(division.event)}


def form_page(request: HttpRequest, name: str, form: forms.Form, context: Mapping[str, object]) -> HttpResponse:
    """A page of the director with a form; 422 when the form has errors."""
    status = 422 if form.errors else 200
    return render(request, f"tournaments/director/{name}.html", {**context, "form": form}, status=status)


def confirm(
    request: HttpRequest,
    event: Event,
    *,
    title: str,
    points: Iterable[str],
    verb: str,
    back: str,
    form: forms.Form | None = None,
    crumbs: Crumbs | None = None,
    **more: object,
) -> HttpResponse:
    """The page of a second look: what will happen, the button for it, the way back. ``more``: ``intro``, ``danger``."""
    context = {"title": title, "points": points, "verb": verb, "back": back, "form": form, **more}
    context |= {"event": event, "crumbs": crumbs or event_crumbs(event)}
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/director/confirm.html", context, status=status)
