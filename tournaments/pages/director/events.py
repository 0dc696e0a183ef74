"""New event, dashboard, settings, finishing and reopening."""

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubPath, reached
from clubs.permissions import Action
from tournaments.access import DivisionPath, EventPath
from tournaments.errors import TournamentError
from tournaments.forms.events import (
    DivisionChangesForm,
    DivisionForm,
    EventChangesForm,
    EventForm,
    QuestionsForm,
    ReasonForm,
)
from tournaments.inputs.results import EVENT_SETTINGS
from tournaments.models import Division, Event, Round
from tournaments.pages.director import common, pools
from tournaments.pages.director.steps import DivisionState, states_of
from tournaments.permissions import may
from tournaments.queries.clock import clocks_of
from tournaments.services.entries.entries import last_public_round
from tournaments.services.events import events as services
from tournaments.services.standings import standings


def new_event(request: HttpRequest, club: str) -> HttpResponse:
    """Create an event with its first division."""
    found, user = reached(request, ClubPath(club)), common.signed_in(request)
    form = EventForm(request.POST or None, club=found, initial={"game": common.game_wanted(request)})
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                data = form.event_input(rating_pool_id=pools.new_pool_id(user, found, form))
                event = services.create_event(actor=user, club=found, data=data)
        except (TournamentError, ValidationError) as error:
            common.add_error(form, None, error)
        else:
            return redirect("tournaments:manage", event=event.slug)
    crumbs = [(found.name, reverse("clubs:club", args=[found.slug]))]
    context = {"form": form, "club": found, "crumbs": crumbs}
    return render(request, "tournaments/director/new_event.html", context, status=422 if form.errors else 200)


def dashboard(request: HttpRequest, event: str) -> HttpResponse:
    """What the event needs now, division by division."""
    found = reached(request, EventPath(event))
    states = states_of(found)
    context: dict[str, object] = {"event": found, "states": states, "crumbs": common.event_crumbs(found)[:1]}
    context["clocks"] = clocks_of(found)
    context["several_drafts"] = _several_drafts(states)
    context["is_rated"] = any(state.division.rating_pool_id for state in states)
    context["may_manage"] = may(common.signed_in(request), found, Action.MANAGE_EVENT)
    return render(request, "tournaments/director/dashboard.html", context)


def _several_drafts(states: list[DivisionState]) -> bool:
    """Whether starting all divisions at once is more than publishing one draft."""
    drafts = [state for state in states if state.rounds and state.rounds[-1].round.state == Round.State.DRAFT]
    return len(states) > 1 and bool(drafts)


def event_settings(request: HttpRequest, event: str) -> HttpResponse:
    """Change the event's name, date and links."""
    found = reached(request, EventPath(event))
    form = EventChangesForm(request.POST or None, initial={name: getattr(found, name) for name in EVENT_SETTINGS})
    home = reverse("tournaments:manage", args=[found.slug])
    if request.method == "POST" and form.is_valid():
        try:
            services.update_event(actor=common.signed_in(request), event=found, data=form.changes())
        except (TournamentError, ValidationError) as error:
            common.add_error(form, None, error)
        else:
            return common.back_with(request, home, done=_("Event saved."))
    points = [_("The event's address does not change: it is printed on slips and saved on phones.")]
    return _confirm(request, found, title=_("Name, date and links"), points=points, verb=_("Save"), form=form)


def new_division(request: HttpRequest, event: str) -> HttpResponse:
    """Add a division to the event."""
    found = reached(request, EventPath(event))
    club, user = found.club, common.signed_in(request)
    suggested = chr(ord("A") + min(found.divisions.count(), 25))
    first = found.divisions.order_by("position").first()
    game = common.game_wanted(request) if "game" in request.GET or first is None else first.game
    game = request.POST.get("game", game)
    model = first if first is not None and first.game == game else None
    initial: dict[str, object] = {"game": game} if model is None else DivisionForm.initial_of(model)
    initial |= {"division_name": suggested, "table_numbers": ""}
    form = DivisionForm(request.POST or None, club=club, day=found.starts_on, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                data = form.division_input(rating_pool_id=pools.new_pool_id(user, club, form), like=model)
                division = services.add_division(actor=user, event=found, data=data)
        except (TournamentError, ValidationError) as error:
            common.add_error(form, _field_of(form, error), error)
        else:
            done = _("Division %(name)s added.") % {"name": division.name}
            return common.back_with(request, reverse("tournaments:manage", args=[found.slug]), done=done)
    context = {"form": form, "event": found, "model": model, "crumbs": common.event_crumbs(found)}
    return render(request, "tournaments/director/new_division.html", context, status=422 if form.errors else 200)


def _field_of(form: forms.Form, error: TournamentError | ValidationError) -> str | None:
    """The field that a refusal is about."""
    fields = {
        "tables_shared": "table_numbers",
        "table_numbers": "table_numbers",
        "points": "win_points",
        "reason": "reason",
    }
    name = fields.get(error.code or "")
    return name if name in form.fields else None


def division_settings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Change a division's settings."""
    found = reached(request, DivisionPath(event, division))
    club, user = found.event.club, common.signed_in(request)
    sent = request.POST.copy() if request.method == "POST" else None
    if sent is not None:
        sent["game"] = found.game  # a division keeps its game; another game is another division
    started = last_public_round(found) > 0
    form = DivisionChangesForm(sent, club=club, initial=DivisionForm.initial_of(found), started=started)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                data = form.division_input(rating_pool_id=pools.new_pool_id(user, club, form), keep=found)
                seen, reason = request.POST.get("seen") == "1", form.cleaned_data.get("reason", "")
                services.update_division(actor=user, division=found, data=data, reason=reason, seen=seen)
        except standings.UnseenMovesError as error:
            return _settings_page(request, found, form, moves=error.moves)
        except (TournamentError, ValidationError) as error:
            common.add_error(form, _field_of(form, error), error)
        else:
            return common.back_with(request, reverse("tournaments:manage", args=[event]), done=_("Settings saved."))
    return _settings_page(request, found, form, started=started)


def _settings_page(request: HttpRequest, division: Division, form: DivisionForm, **more: object) -> HttpResponse:
    context = {"form": form, "division": division, "event": division.event, **more}
    context["crumbs"] = common.event_crumbs(division.event)
    return render(request, "tournaments/director/division_settings.html", context, status=422 if form.errors else 200)


def finish(request: HttpRequest, event: str) -> HttpResponse:
    """Finish the event after a second look."""
    found = reached(request, EventPath(event))
    rated = found.divisions.filter(rating_pool__isnull=False).exists()
    home = reverse("tournaments:manage", args=[found.slug])
    if request.method == "POST":
        try:
            services.finish_event(
                actor=common.signed_in(request),
                event=found,
                despite_questions=request.POST.get("despite_questions") == "on",
            )
        except TournamentError as error:
            return common.back_with(request, home, error=error)
        done = _("Event finished. Its ratings will be official shortly.") if rated else _("Event finished.")
        return common.back_with(request, home, done=done)
    questions = [text for division in found.divisions.all() for text in services.questions_left(division)]
    return _confirm(
        request,
        found,
        title=_("Finish %(event)s?") % {"event": found.name},
        points=[
            _("All rounds close: players can no longer send results."),
            *([_("The ratings of this event become official.")] if rated else []),
            *(_("Open question: %(question)s") % {"question": question} for question in questions),
        ],
        verb=_("Finish the event"),
        form=QuestionsForm() if questions else None,
    )


def reopen(request: HttpRequest, event: str) -> HttpResponse:
    """Take a finished event up again, with a reason."""
    found = reached(request, EventPath(event))
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        home = reverse("tournaments:manage", args=[found.slug])
        try:
            services.reopen_event(actor=common.signed_in(request), event=found, reason=form.cleaned_data["reason"])
        except TournamentError as error:
            return common.back_with(request, home, error=error)
        return common.back_with(request, home, done=_("Event reopened."))
    return _confirm(
        request,
        found,
        title=_("Reopen %(event)s?") % {"event": found.name},
        points=[
            _("Its ratings become live estimates until it is finished again."),
            _("Until then everyone's official ratings are calculated without this event."),
        ],
        verb=_("Reopen the event"),
        form=form,
    )


def _confirm(
    request: HttpRequest, event: Event, *, title: str, points: list[str], verb: str, form: forms.Form | None = None
) -> HttpResponse:
    back = reverse("tournaments:manage", args=[event.slug])
    context = {
        "title": title,
        "points": points,
        "verb": verb,
        "form": form,
        "back": back,
        "crumbs": common.event_crumbs(event),
    }
    return render(
        request, "tournaments/director/confirm.html", context, status=422 if form is not None and form.errors else 200
    )
