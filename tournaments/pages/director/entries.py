"""One player of a division, and pairs of players: changes, rounds sat out, who must not meet whom, who is locked."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath, EntryPath, PairingPath
from tournaments.errors import TournamentError
from tournaments.forms.entries import AbsencesForm, BlockForm, EntryChangesForm
from tournaments.forms.events import ReasonForm
from tournaments.models import Absence, Division, Entry
from tournaments.pages.director import common
from tournaments.services.entries import entries as services
from tournaments.services.events.deleting import why_entry_stays
from tournaments.services.rounds import constraints as conditions


def edit(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Change a player's name, rating, class, team and table."""
    found, player = _entry(request, event, division, entry)
    form = EntryChangesForm(request.POST or None, initial=EntryChangesForm.initial_of(player))
    if request.method == "POST" and form.is_valid():
        try:
            services.update_entry(actor=common.signed_in(request), entry=player, data=form.changes())
        except (TournamentError, ValidationError) as error:
            common.add_error(form, "rating" if getattr(error, "code", "") == "rating_used" else None, error)
        else:
            return common.back_with(request, _roster(found), done=_("%(name)s saved.") % {"name": player.name})
    return _page(request, found, player, form=form)


def absences(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Say which rounds to come the player sits out."""
    found, player = _entry(request, event, division, entry)
    form = AbsencesForm(request.POST, rounds=_rounds_to_come(found))
    if form.is_valid():
        try:
            services.set_absences(actor=common.signed_in(request), entry=player, rounds=form.absences())
        except TournamentError as error:
            common.add_error(form, None, error)
        else:
            done = _("Rounds of %(name)s saved.") % {"name": player.name}
            return common.back_with(request, _roster(found), done=done)
    return _page(request, found, player, absences_form=form)


def _entry(request: HttpRequest, event: str, division: str, entry: int) -> tuple[Division, Entry]:
    found = reached(request, EntryPath(event, division, entry))
    return found.division, found


def _rounds_to_come(division: Division) -> range:
    return range(services.last_public_round(division) + 1, division.settings.rounds_planned + 1)


def _page(
    request: HttpRequest,
    division: Division,
    entry: Entry,
    *,
    form: EntryChangesForm | None = None,
    absences_form: AbsencesForm | None = None,
) -> HttpResponse:
    rounds = _rounds_to_come(division)
    told = Absence.objects.filter(entry=entry).order_by("round_number")
    form = form or EntryChangesForm(initial=EntryChangesForm.initial_of(entry))
    initial = {f"round_{item.round_number}": item.kind for item in told}
    absences_form = absences_form or AbsencesForm(rounds=rounds, initial=initial)
    context = {
        "division": division,
        "event": division.event,
        "entry": entry,
        "form": form,
        "absences_form": absences_form,
        "stays": why_entry_stays(entry),
        "crumbs": [*common.event_crumbs(division.event), (_("Players"), _roster(division))],
        "back": _roster(division),
        "link_form": ReasonForm(auto_id="id_link_%s"),
    }
    bad = bool(form.errors or absences_form.errors)
    return render(request, "tournaments/director/entry.html", context, status=422 if bad else 200)


def blocks(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Pairs that must not meet, and a form for another."""
    found = reached(request, DivisionPath(event, division))
    form = BlockForm(request.POST or None, division=found)
    if request.method == "POST" and form.is_valid():
        one, other = form.cleaned_data["player_a"], form.cleaned_data["player_b"]
        try:
            conditions.block_pair(
                actor=common.signed_in(request),
                division=found,
                entry_a=one.pk,
                entry_b=other.pk,
                reason=form.cleaned_data["reason"],
                weak=form.cleaned_data["weak"],
                until=form.cleaned_data["until"],
            )
        except TournamentError as error:
            common.add_error(form, None, error)
        else:
            done = _("%(one)s and %(other)s are kept apart.") % {"one": one.name, "other": other.name}
            return common.back_with(request, _blocks(found), done=done)
    context = {
        "division": found,
        "event": found.event,
        "form": form,
        "blocks": found.blocks.select_related("low", "high"),
        "crumbs": [*common.event_crumbs(found.event), (_("Players"), _roster(found))],
    }
    return render(request, "tournaments/director/blocks.html", context, status=422 if form.errors else 200)


def unblock(request: HttpRequest, event: str, division: str, block: int) -> HttpResponse:
    """The two may meet again."""
    found = reached(request, DivisionPath(event, division))
    get_object_or_404(found.blocks, pk=block)
    try:
        conditions.unblock_pair(actor=common.signed_in(request), division=found, block_id=block)
    except TournamentError as error:
        return common.back_with(request, _blocks(found), error=error)
    return common.back_with(request, _blocks(found), done=_("The two can play each other again."))


def lock(request: HttpRequest, event: str, division: str, number: int, pairing: int) -> HttpResponse:
    """Keep a table of the draft when the round is paired again; ``?off=1`` lets it go."""
    game = reached(request, PairingPath(event, pairing, division, number))
    found = game.round.division
    back = common.round_url(found, number) + f"#game-{game.pk}"
    try:
        first, second = conditions.table_of(game.round, game.pk)
        act = conditions.unlock_pair if "off" in request.GET else conditions.lock_pair
        act(actor=common.signed_in(request), division=found, number=number, first=first, second=second)
    except TournamentError as error:
        return common.back_with(request, back, error=error)
    words = _("Table %(table)s unlocked.") if "off" in request.GET else _("Table %(table)s locked.")
    return common.back_with(request, back, done=words % {"table": game.table_number})


def _roster(division: Division) -> str:
    return reverse("tournaments:manage_roster", args=[division.event.slug, division.slug])


def _blocks(division: Division) -> str:
    return reverse("tournaments:blocks", args=[division.event.slug, division.slug])
