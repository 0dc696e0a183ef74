"""New event, dashboard, settings; finished, reopened, deleted."""

import secrets
from functools import partial

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.access import ClubPath, reached
from clubs.models import Club, User
from clubs.permissions import Action, require
from core.wording import division_title
from ratings.engine.registry import DEFAULT
from ratings.models import RatingPool
from ratings.services.pools import create_pool
from tournaments import hooks
from tournaments.errors import NotOpenError
from tournaments.forms.events import (
    DivisionChangesForm,
    DivisionForm,
    EventChangesForm,
    EventForm,
    QuestionsForm,
    ReasonForm,
    StartEventForm,
)
from tournaments.inputs.events import EVENT_SETTINGS
from tournaments.models import Division, Event, Round
from tournaments.pages.director import common, roster
from tournaments.pages.director.division_form import division_form
from tournaments.pages.director.steps import DivisionState, states_of
from tournaments.permissions import actions_in
from tournaments.queries.broadcast import claims_of
from tournaments.queries.check_in import check_in_of, late_tables, open_notices
from tournaments.queries.clock import clocks_of
from tournaments.queries.published import current_check
from tournaments.queries.settings_in_words import rules_in_force
from tournaments.services.entries.entries import last_public_round
from tournaments.services.events import deleting, figures, templates
from tournaments.services.events import events as services
from tournaments.services.standings.standings import UnseenMovesError
from tournaments.wording.figures import differences_in_words

#: The field that each refusal of a division's settings is about, by its code.
_FIELDS = {
    "tables_shared": "table_numbers",
    "table_numbers": "table_numbers",
    "points": "win_points",
    "reason": "reason",
}


def start_event(request: HttpRequest, club: str) -> HttpResponse:
    """A new event from a template, or like the last one: its name, date and players are asked for."""
    host, user = reached(request, ClubPath(club)), common.signed_in(request)
    form = StartEventForm(request.POST or None, like=templates.last_event(host))
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {"template": "template"}):
            key, data = form.cleaned_data["template"], form.new_event_input()
            event = templates.create_by(actor=user, club=host, key=key, data=data)
            return roster.check_first(request, event, form.cleaned_data["players"])
    crumbs = [(host.name, reverse("clubs:club", args=[host.slug]))]
    links = [link for links_of in hooks.new_event_links for link in links_of(host)]
    return common.form_page(request, "start_event", form, {"club": host, "crumbs": crumbs, "links": links})


def new_event(request: HttpRequest, club: str) -> HttpResponse:
    """Create an event with its first division."""
    host, user = reached(request, ClubPath(club)), common.signed_in(request)
    form = division_form(request, partial(EventForm, club=host), {"game": common.requested_game(request)})
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form), transaction.atomic():
            data = form.event_input(rating_pool_id=_new_pool_id(user, host, form))
            event = services.create_event(actor=user, club=host, data=data)
            return redirect("tournaments:manage", event=event.slug)
    crumbs = [(host.name, reverse("clubs:club", args=[host.slug]))]
    return common.form_page(request, "new_event", form, {"club": host, "crumbs": crumbs})


def _new_pool_id(actor: User, club: Club, form: DivisionForm) -> int | None:
    """Start the rating list that the form names, inside the caller's transaction; None when it names none."""
    name = form.cleaned_data["new_pool"].strip()
    if not name:
        return None
    slug = slugify(name)
    slug = (slug if slug.startswith(club.slug) else f"{club.slug}-{slug}")[:50].strip("-") or "pool"
    if RatingPool.objects.filter(slug=slug).exists():
        slug += f"-{secrets.token_hex(3)}"
    system = form.cleaned_data["new_system"] or DEFAULT
    require(actor, club, Action.MANAGE_RATINGS)  # a role in one event makes no rating list for the club
    return create_pool(actor=actor, club=club, name=name, slug=slug, system=system).pk


def dashboard(request: HttpRequest, event: Event) -> HttpResponse:
    """What the event needs now, division by division."""
    states = states_of(event)
    actions = actions_in(common.signed_in(request), event)
    context = {
        "event": event,
        "crumbs": common.event_crumbs(event)[:1],
        "states": states,
        "clocks": clocks_of(event),
        "several_drafts": _several_drafts(states),
        "is_rated": any(state.division.rating_pool_id for state in states),
        "may_manage": Action.MANAGE_EVENT in actions,
        "may_answer": Action.PAIR in actions,
        "actions": actions,
        "may_check_in": Action.CHECK_IN in actions,
        "may_rule": Action.CORRECT in actions,
        "notices": open_notices(event),
        "late_tables": late_tables(event),
        "check_in": check_in_of(event),
        "claims": [claim for claim in claims_of(event) if claim.division is not None],
        "desk_links": [links(event) for links in hooks.desk_links],
        "check": (check := current_check(event)),
        "differences": differences_in_words(check.differences) if check else [],
    }
    return render(request, "tournaments/director/dashboard.html", context)


def check_again(request: HttpRequest, event: Event) -> HttpResponse:
    """Work out the event's figures a second time once more."""
    home = common.event_url(event)
    try:
        figures.request_check(actor=common.signed_in(request), event=event)
    except NotOpenError as error:
        return common.back_with(request, home, error=error)
    return common.back_with(
        request, home, done=_("The figures are being checked. The answer will be here in a minute.")
    )


def _several_drafts(states: list[DivisionState]) -> bool:
    """Whether publishing all divisions at once is more than publishing one draft."""
    drafts = [state for state in states if state.rounds and state.rounds[-1].round.state == Round.State.DRAFT]
    return len(states) > 1 and bool(drafts)


def event_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Change the event's name, date and links."""
    form = EventChangesForm(request.POST or None, initial={name: getattr(event, name) for name in EVENT_SETTINGS})
    home = common.event_url(event)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form):
            services.update_event(actor=common.signed_in(request), event=event, data=form.changes(event))
            return common.back_with(request, home, done=_("Event saved."))
    return common.confirm(
        request,
        event,
        title=_("Name, date and links"),
        points=[_("The event's web address stays the same, because it is printed on slips and saved on phones.")],
        verb=_("Save"),
        back=home,
        form=form,
    )


def new_division(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a division to the event."""
    user = common.signed_in(request)
    first = event.divisions.order_by("position").first()
    game = common.requested_game(request) if "game" in request.GET or first is None else first.game
    game = request.POST.get("game", game)
    model = first if first is not None and first.game == game else None
    initial: dict[str, object] = {"game": game} if model is None else DivisionForm.initial_of(model)
    letter = chr(ord("A") + min(event.divisions.count(), 25))
    initial |= {"division_name": letter, "table_numbers": ""}
    form = division_form(request, partial(DivisionForm, club=event.club, day=event.starts_on), initial)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, _FIELDS), transaction.atomic():
            data = form.division_input(rating_pool_id=_new_pool_id(user, event.club, form), like=model)
            division = services.add_division(actor=user, event=event, data=data)
            done = _("%(division)s added.") % {"division": division_title(division.name)}
            return common.back_with(request, common.event_url(event), done=done)
    return common.form_page(request, "new_division", form, common.of_event(event) | {"model": model})


def division_settings(request: HttpRequest, division: Division) -> HttpResponse:
    """Change a division's settings."""
    club, user = division.event.club, common.signed_in(request)
    started = last_public_round(division) > 0
    make = partial(DivisionChangesForm, club=club, day=division.event.starts_on, started=started)
    form = division_form(request, make, DivisionForm.initial_of(division), game=division.game)
    context: dict[str, object] = {"started": started}
    if form.is_valid():
        with common.Refusals(form, _FIELDS):
            try:
                _update_division(request, user, division, form)
            except UnseenMovesError as error:
                context = {"moves": error.moves}
            else:
                return common.back_with(request, common.event_url(division.event), done=_("Settings saved."))
    context |= common.of_division(division) | {"in_force": rules_in_force(division)}
    return common.form_page(request, "division_settings", form, context)


@transaction.atomic
def _update_division(request: HttpRequest, user: User, division: Division, form: DivisionChangesForm) -> None:
    pool_id = _new_pool_id(user, division.event.club, form)
    services.update_division(
        actor=user,
        division=division,
        data=form.division_input(rating_pool_id=pool_id, keep=division),
        reason=form.cleaned_data.get("reason", ""),
        seen=request.POST.get("seen") == "1",
    )


@common.refused_to(common.event_url)
def finish(request: HttpRequest, event: Event) -> HttpResponse:
    """Finish the event after a second look."""
    rated = event.divisions.filter(rating_pool__isnull=False).exists()
    home = common.event_url(event)
    if request.method == "POST":
        despite_questions = request.POST.get("despite_questions") == "on"
        services.finish_event(actor=common.signed_in(request), event=event, despite_questions=despite_questions)
        done = _("Event finished. Its ratings will be official shortly.") if rated else _("Event finished.")
        return common.back_with(request, home, done=done)
    questions = [text for division in event.divisions.all() for text in services.questions_left(division)]
    return common.confirm(
        request,
        event,
        title=_("Finish %(event)s?") % {"event": event.name},
        points=[
            _("All rounds close: players can no longer send results."),
            *([_("The ratings of this event become official.")] if rated else []),
            *(_("Open question: %(question)s") % {"question": question} for question in questions),
        ],
        verb=_("Finish the event"),
        back=home,
        form=QuestionsForm() if questions else None,
    )


@common.refused_to(common.event_url)
def reopen(request: HttpRequest, event: Event) -> HttpResponse:
    """Reopen a finished event, with a reason."""
    form = ReasonForm(request.POST or None)
    home = common.event_url(event)
    if request.method == "POST" and form.is_valid():
        services.reopen_event(actor=common.signed_in(request), event=event, reason=form.cleaned_data["reason"])
        return common.back_with(request, home, done=_("Event reopened."))
    return common.confirm(
        request,
        event,
        title=_("Reopen %(event)s?") % {"event": event.name},
        points=[
            _("Its ratings become live estimates until it is finished again."),
            _("Until then everyone's official ratings are calculated without this event."),
        ],
        verb=_("Reopen the event"),
        back=home,
        form=form,
    )


@common.refused_to(common.event_url)
def delete_event(request: HttpRequest, event: Event) -> HttpResponse:
    """Delete an event that was a mistake, after a second look."""
    if request.method == "POST":
        club = deleting.delete_event(actor=common.signed_in(request), event=event)
        done = _("“%(event)s” deleted.") % {"event": event.name}
        return common.back_with(request, reverse("clubs:club", args=[club.slug]), done=done)
    return common.confirm(
        request,
        event,
        title=_("Delete %(event)s?") % {"event": event.name},
        points=[
            _("Its divisions, players, drafts, prizes and backups are deleted. This cannot be undone."),
            _("The club's players stay, except those who were added with this event and have never played elsewhere."),
        ],
        verb=_("Delete the event"),
        danger=True,
        back=common.event_url(event),
    )
