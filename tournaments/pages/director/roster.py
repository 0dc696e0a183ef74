"""The players of a division: typed, checked and imported, and their seed order."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.permissions import Action
from tournaments.engine.importers.files import WITH_GAMES
from tournaments.engine.similar_names import parts_of
from tournaments.errors import TournamentError
from tournaments.forms.entries import MAX_ROSTER_BYTES, EntryForm, RosterForm, SeedsForm, who_choices
from tournaments.models import Division, Entry, Event, Round
from tournaments.pages.director import common
from tournaments.permissions import may
from tournaments.queries.check_in import bans_of
from tournaments.queries.events import entries_of
from tournaments.queries.seeds import seed_lines
from tournaments.services.entries import roster as services
from tournaments.services.entries.bans import ban_text
from tournaments.services.entries.double_booking import booked_elsewhere
from tournaments.services.entries.entries import last_public_round
from tournaments.services.entries.past_rounds import import_past, preview_past
from tournaments.services.entries.roster_lines import RosterAction, RosterPreview, RosterRow, question_names
from tournaments.services.entries.same_names import WhoIsMeantError
from tournaments.services.entries.seeding import set_seeds
from tournaments.web.too_big import answers_too_big

#: In the session: the players typed with a new event, by the number of the division that they are for.
_TYPED = "typed_players"


def roster(request: HttpRequest, division: Division) -> HttpResponse:
    """The players, and the ways to add some; the check of those typed with the event while nobody is entered."""
    if "later" in request.GET:
        request.session.pop(_TYPED, None)
    form = RosterForm({"text": request.session.get(_TYPED, {}).get(str(division.pk), "")})
    if form.is_valid() and may(request.user, division.event, Action.MANAGE_EVENT) and not division.entries.exists():
        return _checked(request, division, form)
    return _page(request, division)


def check_first(request: HttpRequest, event: Event, text: str) -> HttpResponse:
    """On to a new event: to the check of the players typed with it, which go into its first division, or to its overview."""
    division = event.divisions.order_by("pk").first() if text.strip() else None
    if division is None:
        return redirect("tournaments:manage", event=event.slug)
    request.session[_TYPED] = {str(division.pk): text}
    return redirect(_roster_url(division))


def add(request: HttpRequest, division: Division) -> HttpResponse:
    """Enter one typed player."""
    form = EntryForm(request.POST, division=division)
    if not form.is_valid():
        return _page(request, division, entry_form=form)
    typed = form.cleaned_data
    row = RosterRow(name=typed["name"], rating=typed["rating"], same_as=typed["same_as"])
    try:
        entered = services.enter_player(
            actor=common.signed_in(request),
            division=division,
            row=row,
            from_round=typed["from_round"],
            despite_double_booking=typed["despite_double_booking"],
        )
    except WhoIsMeantError as error:
        form.add_error(None, str(error))
        form.ask_who(error.similar, error.new)
    except services.DoubleBookedError as error:
        form.add_error(None, str(error))
        form.ask_double_booking()
    except TournamentError as error:
        form.add_error("name", str(error))
    else:
        if ban := bans_of(division.event, [entered.entry.player_id]).get(entered.entry.player_id):
            messages.warning(request, f"{entered.entry.name}: {ban_text(ban)}")
        return common.back_with(request, _roster_url(division), done=_entered(entered))
    return _page(request, division, entry_form=form)


def _entered(entered: services.Entered) -> str:
    """That the player is entered, and with which rating if it came from a list."""
    entry = entered.entry
    values = {"name": entry.name, "number": entry.number, "rating": entry.rating, "source": entered.rating_source}
    if entered.rating_source:
        return _("%(name)s is number %(number)d, rated %(rating)s in “%(source)s”.") % values
    return _("%(name)s is number %(number)d.") % values


@answers_too_big
def check(request: HttpRequest, division: Division) -> HttpResponse:
    """Show what importing the list would do; nothing is written."""
    form = RosterForm(request.POST, request.FILES)
    if not form.is_valid():
        too_large = any(error.code == "too_large" for error in form.errors.as_data().get("file", []))
        return _page(request, division, roster_form=form, status=413 if too_large else 422)
    return _checked(request, division, form)


def _checked(request: HttpRequest, division: Division, form: RosterForm) -> HttpResponse:
    answers, part = form.answers(), form.file_part()
    return _dry_run(request, division, form.roster_text(), form.roster_format(), answers=answers, part=part)


@answers_too_big
def import_checked(request: HttpRequest, division: Division) -> HttpResponse:
    """Import the list that was checked, all of it or nothing."""
    form = RosterForm(request.POST)
    if not form.is_valid():
        return _page(request, division, roster_form=form, status=422)
    text, kind, answers, part = form.roster_text(), form.roster_format(), form.answers(), form.file_part()
    preview = services.preview_roster(division=division, text=text, format=kind, answers=answers, part=part)
    if preview.questions and not preview.problems:
        refused = _("Choose the player for each marked line; nothing has been imported yet.")
        return _dry_run(request, division, text, kind, refused=refused, answers=answers, part=part)
    if not preview.ok:
        return _dry_run(request, division, text, kind, answers=answers, part=part)
    actor, despite = common.signed_in(request), "despite_double_booking" in request.POST
    try:
        if request.POST.get("past") == "1":
            rounds = import_past(
                actor=actor,
                division=division,
                text=text,
                format=kind,
                answers=answers,
                part=part,
                despite_double_booking=despite,
            )
            done = ngettext("%(count)d round imported.", "%(count)d rounds imported.", len(rounds))
            return common.back_with(request, common.event_url(division.event), done=done % {"count": len(rounds)})
        new = services.import_roster(actor=actor, division=division, rows=preview.rows, despite_double_booking=despite)
    except TournamentError as error:
        return _dry_run(request, division, text, kind, refused=str(error), answers=answers, part=part)
    request.session.pop(_TYPED, None)
    return common.back_with(request, _roster_url(division), done=_imported(len(new), preview))


def _imported(new: int, preview: RosterPreview) -> str:
    """How many were entered, and how many of those already entered were changed."""
    done = ngettext("%(count)d player entered.", "%(count)d players entered.", new) % {"count": new}
    changed = sum(row.action == RosterAction.CHANGED for row in preview.rows)
    if not changed:
        return done
    more = ngettext("%(count)d player changed.", "%(count)d players changed.", changed) % {"count": changed}
    return f"{done} {more}" if new else more


def _dry_run(
    request: HttpRequest,
    division: Division,
    text: str,
    kind: services.RosterFormat,
    *,
    refused: str = "",
    answers: Mapping[str, int] | None = None,
    part: str = "",
) -> HttpResponse:
    preview = services.preview_roster(division=division, text=text, format=kind, answers=answers, part=part)
    past = None
    if kind in WITH_GAMES:
        past = preview_past(division=division, text=text, format=kind, answers=answers, part=part)
    questions = preview.questions
    names = question_names(row.line for row in preview.rows)
    new_count = sum(row.is_new or row in questions for row in preview.rows)
    changed_count = sum(row.action == RosterAction.CHANGED for row in preview.rows)
    past_is_ready = past is not None and past.rounds > 0 and not past.faults and not preview.problems
    context = common.of_division(division) | {
        "preview": preview,
        "lines": [(name, *_with_answers(row)) for name, row in zip(names, preview.rows, strict=True)],
        "past": past,
        "past_is_ready": past_is_ready,
        "saves": new_count or changed_count or past_is_ready,
        "part": part,
        "has_parts": bool(part) or any(problem.code == "parts" for problem in preview.problems),
        "refused": refused,
        "new_count": new_count,
        "changed_count": changed_count,
        "question_count": len(questions),
        "text": text,
        "max_text": MAX_ROSTER_BYTES,
        "format": kind,
        "crumbs": common.roster_crumbs(division),
    }
    status = 422 if refused or preview.problems or not preview.rows else 200
    return render(request, "tournaments/director/check_roster.html", context, status=status)


def _with_answers(row: RosterRow) -> tuple[RosterRow, list[tuple[str, str]], str]:
    """A line, the answers to who is meant, and the one that is chosen: what was answered, or the only one whose name has the
    same parts in the same order (“Vane, Bartosz” for Bartosz Vane).
    """
    if not row.similar:
        return row, [], ""
    same = [one.player_id for one in row.similar if parts_of(one.name) == parts_of(row.typed or row.name)]
    chosen = row.same_as if row.same_as is not None else same[0] if len(same) == 1 else ""
    return row, who_choices(row.similar), str(chosen)


def _page(
    request: HttpRequest,
    division: Division,
    *,
    entry_form: EntryForm | None = None,
    roster_form: RosterForm | None = None,
    status: int | None = None,
) -> HttpResponse:
    entries = list(entries_of(division).prefetch_related("absences"))
    players = {entry.player_id for entry in entries}
    may_manage = may(request.user, division.event, Action.MANAGE_EVENT)
    elsewhere = booked_elsewhere(division, players)
    bans = bans_of(division.event, players) if may_manage else {}  # only directors see them
    bad = entry_form is not None or roster_form is not None
    last_round = last_public_round(division)
    context = common.of_division(division) | {
        "entries": entries,
        "may_manage": may_manage,
        "elsewhere": {entry.pk: elsewhere.get(entry.player_id, ()) for entry in entries},
        "bans": {entry.pk: ban_text(bans[entry.player_id]) for entry in entries if entry.player_id in bans},
        "last_round": last_round,
        "has_draft": not last_round and Round.objects.filter(division=division).exists(),
        "active_count": sum(entry.status == Entry.Status.ACTIVE for entry in entries),
        "entry_form": entry_form or EntryForm(division=division),
        "roster_form": roster_form or RosterForm(),
    }
    return render(request, "tournaments/director/roster.html", context, status=status or (422 if bad else 200))


def _roster_url(division: Division) -> str:
    return common.division_url("manage_roster", division)


def seeds(request: HttpRequest, division: Division) -> HttpResponse:
    """All players in seed order, each with a number to type until the first round is published."""
    form = SeedsForm(request.POST or None, lines=seed_lines(division))
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form):
            set_seeds(actor=common.signed_in(request), division=division, data=form.seeds_input())
            done = _("Seeds saved.")
            if Round.objects.filter(division=division, state=Round.State.DRAFT).exists():
                done = _("Seeds saved. The draft used the old ones: pair the round again.")
            return common.back_with(request, common.division_url("seeds", division), done=done)
    context = common.of_division(division) | {"last_round": last_public_round(division)}
    return common.form_page(request, "seeds", form, context)
