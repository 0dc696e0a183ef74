"""The director's pages of a division's plan: typed or from a template, round by round, one round more or less, a shorter one."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.event_templates import PLAN_TEMPLATES
from tournaments.engine.round_plan import Plan, PlannedRound, write_plan
from tournaments.errors import TournamentError
from tournaments.forms.round_plan import MinutesForm, TypedPlanForm, planned_round_form
from tournaments.labels import translated
from tournaments.models import MAX_ROUNDS, Division
from tournaments.pages.director import common
from tournaments.queries.round_plan import PlanLine, first_open_round, plan_lines, plan_of, round_times, untimed_rounds
from tournaments.services.rounds import round_plan as services
from tournaments.services.rounds.auto_draft import auto_pairing_of
from tournaments.wording.engine import system_choices, system_name
from tournaments.wording.round_plan import plan_in_words, planned_in_words, rounds_in_words, typed_names_here


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the page. ``words``: how the round is planned, or was paired."""

    line: PlanLine
    words: str
    open: bool


def _plan_url(division: Division) -> str:
    return common.division_url("round_plan", division)


def round_plan(request: HttpRequest, division: Division) -> HttpResponse:
    """The plan, and the rounds to come as a text to change; ``?template=`` fills that in from a template."""
    first = first_open_round(division)
    preview: Plan = {}
    if request.method == "POST":
        form = TypedPlanForm(request.POST)
        if form.is_valid():
            with common.Refusals(form, {"plan": "text"}, other="text"):
                data = form.cleaned_data
                plan = services.read_typed_plan(division, data["text"], first=data["first"], names=typed_names_here())
                services.set_plan(actor=common.signed_in(request), division=division, first=data["first"], plan=plan)
                return common.back_with(request, _plan_url(division), done=_saved(division, max(plan)))
    else:
        template = PLAN_TEMPLATES.get(request.GET.get("template", ""))
        plan, rounds = plan_of(division), division.settings.rounds_planned
        if template is not None and first <= rounds:
            try:
                whole = services.read_typed_plan(division, template.plan)
            except TournamentError as error:  # too few rounds for it
                return common.back_with(request, _plan_url(division), error=error)
            preview = {number: one for number, one in whole.items() if number >= first}
            plan = preview
        form = TypedPlanForm(initial={"text": write_plan(plan, first=first, rounds=rounds), "first": first})
    return common.form_page(request, "round_plan", form, _context(division, first, preview))


def _saved(division: Division, rounds: int) -> str:
    """That the plan is stored; and how many rounds the division has now, where that is another number than before."""
    if rounds == division.settings.rounds_planned:
        return _("Plan saved.")
    saved = ngettext(
        "Plan saved; the division now has %(rounds)d round.",
        "Plan saved; the division now has %(rounds)d rounds.",
        rounds,
    )
    return saved % {"rounds": rounds}


def _context(division: Division, first: int, preview: Plan) -> dict[str, Any]:
    lines = plan_lines(division)
    shown = [
        Shown(
            line,
            planned_in_words(division, line.planned, first=line.number == 1)
            if not line.paired
            else system_name(line.paired),
            line.number >= first,
        )
        for line in lines
    ]
    last, untimed = lines[-1], untimed_rounds(division.event, division.settings.rounds_planned)
    length = last.planned.minutes if last.planned is not None else None
    return common.of_division(division) | {
        "lines": shown,
        "first": first,
        "last": last,
        "rounds": division.settings.rounds_planned,
        "preview": plan_in_words(division, preview, {}, first=first),
        "templates": [(one.key, translated(one.title)) for one in PLAN_TEMPLATES.values()],
        "planned": any(line.planned for line in lines if line.number >= first),
        "systems": [tuple(label.split(" – ", 1)) for _key, label in system_choices()],
        "minutes_form": MinutesForm(initial={"minutes": length}),
        "auto": auto_pairing_of(division),
        "zone": division.event.zone.key,
        "untimed": rounds_in_words(max(first, untimed.first), untimed.last)
        if untimed and first <= untimed.last
        else "",
        "may_shorten": last.number >= first - 1,
    }


@common.refused_to(_plan_url)
def add_round(request: HttpRequest, division: Division) -> HttpResponse:
    """One more round, at the end or after another."""
    seen = _whole(request, "rounds")
    after = _whole(request, "after") if request.POST.get("after") else seen
    services.add_round(actor=common.signed_in(request), division=division, after=after, seen=seen)
    done = _("Round %(number)d added; the division now has %(rounds)d rounds.")
    return common.back_with(request, _plan_url(division), done=done % {"number": after + 1, "rounds": seen + 1})


@common.refused_to(_plan_url)
def remove_round(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """One round fewer."""
    _refuse_impossible(number)
    seen = _whole(request, "rounds")
    services.remove_round(actor=common.signed_in(request), division=division, number=number, seen=seen)
    done = _("Round %(number)d removed. Rounds left in the division: %(rounds)d.")
    return common.back_with(request, _plan_url(division), done=done % {"number": number, "rounds": seen - 1})


@common.refused_to(_plan_url)
def round_minutes(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Make a round shorter or longer."""
    _refuse_impossible(number)
    form = MinutesForm(request.POST)
    if not form.is_valid():
        raise TournamentError(common.form_errors(form))
    minutes = form.cleaned_data["minutes"]
    services.set_round_minutes(actor=common.signed_in(request), division=division, number=number, minutes=minutes)
    length = minutes or division.settings.round_minutes
    done = _("Round %(number)d lasts %(minutes)d minutes.") % {"number": number, "minutes": length}
    return common.back_with(request, _plan_url(division), done=done)


def planned_round(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """One round to come: its system with the options, the standings, its length and its start."""
    common.refuse_beyond_plan(division, number)
    planned = plan_of(division).get(number, PlannedRound())
    starts_at: datetime | None = round_times(division).get(number)
    sent = request.POST if request.method == "POST" else None
    if sent is not None and "show_options" in sent:
        form = planned_round_form(division, number, planned, starts_at, typed=sent.dict())
    else:
        form = planned_round_form(division, number, planned, starts_at, sent)
        if sent is not None and form.is_valid():
            with common.Refusals(form):
                services.plan_round(
                    actor=common.signed_in(request),
                    division=division,
                    number=number,
                    planned=form.planned(),
                    starts_at=form.starts_at(),
                )
                return common.back_with(
                    request, _plan_url(division), done=_("Round %(number)d planned.") % {"number": number}
                )
    context = common.of_division(division) | {
        "number": number,
        "zone": division.event.zone.key,
        "paired": number < first_open_round(division),
    }
    context["crumbs"] = [*common.event_crumbs(division.event), (_("Plan"), _plan_url(division))]
    return common.form_page(request, "planned_round", form, context)


def _refuse_impossible(number: int) -> None:
    """404 for a round that no division has; of one that was removed meanwhile the service says so."""
    if not 1 <= number <= MAX_ROUNDS:
        raise Http404


def _whole(request: HttpRequest, name: str) -> int:
    """A number that a form of ours sends. Raises TournamentError."""
    value = request.POST.get(name, "")
    if not (value.isascii() and value.isdigit() and len(value) < 4):
        raise TournamentError(_("The form was incomplete. This is the current state; try again."))
    return int(value)
