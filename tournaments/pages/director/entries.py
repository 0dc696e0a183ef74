"""One player of a division, and pairs of players: changes, absences, who is kept apart, which tables are locked."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from core.wording import division_title
from tournaments.forms.entries import AbsencesForm, BlockForm, EntryChangesForm, ReturnForm, WithdrawForm
from tournaments.forms.events import MoveEntryForm, ReasonForm
from tournaments.models import Absence, Division, Entry, Pairing
from tournaments.pages.director import common
from tournaments.services.entries import entries as services
from tournaments.services.entries.leaving import games_ahead, reinstate_entry, withdraw_entry
from tournaments.services.entries.moving import move_entry
from tournaments.services.events import deleting
from tournaments.services.rounds import constraints

#: The code of a refusal → the field that it is about.
_FIELDS_OF_CODES = {"rating_used": "rating"} | {
    name: name for name in ("federation_id", "spread_changes", "spread_reason")
}


def _roster_url(entry: Entry) -> str:
    return common.division_url("manage_roster", entry.division)


def edit(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Change a player's name, rating, class, team, id and table, and adjust the spread."""
    form = EntryChangesForm(request.POST or None, initial=EntryChangesForm.initial_of(entry))
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, _FIELDS_OF_CODES):
            services.update_entry(actor=common.signed_in(request), entry=entry, data=form.changes())
            done = _("%(name)s saved.") % {"name": entry.name}
            return common.back_with(request, _roster_url(entry), done=done)
    return _page(request, entry, form=form)


def absences(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Say which rounds to come the player misses."""
    form = AbsencesForm(request.POST, rounds=_rounds_to_come(entry.division))
    if form.is_valid():
        with common.Refusals(form):
            services.set_absences(actor=common.signed_in(request), entry=entry, rounds=form.absences())
            done = _("Absences of %(name)s saved.") % {"name": entry.name}
            return common.back_with(request, _roster_url(entry), done=done)
    return _page(request, entry, absences_form=form)


def _rounds_to_come(division: Division) -> range:
    return range(services.last_public_round(division) + 1, division.settings.rounds_planned + 1)


def _page(
    request: HttpRequest,
    entry: Entry,
    *,
    form: EntryChangesForm | None = None,
    absences_form: AbsencesForm | None = None,
) -> HttpResponse:
    division = entry.division
    form = form or EntryChangesForm(initial=EntryChangesForm.initial_of(entry))
    announced = Absence.objects.filter(entry=entry).order_by("round_number")
    absences_form = absences_form or AbsencesForm(
        rounds=_rounds_to_come(division),
        initial={f"round_{absence.round_number}": absence.kind for absence in announced},
    )
    context = common.of_division(division) | {
        "entry": entry,
        "form": form,
        "absences_form": absences_form,
        "stays": deleting.why_entry_stays(entry),
        "crumbs": common.roster_crumbs(division),
        "back": _roster_url(entry),
        "link_form": ReasonForm(auto_id="id_link_%s"),
    }
    status = 422 if form.errors or absences_form.errors else 200
    return render(request, "tournaments/director/entry.html", context, status=status)


def withdraw(request: HttpRequest, entry: Entry) -> HttpResponse:
    """A player leaves: after which round, and why."""
    division = entry.division
    ahead = [game for game in games_ahead(entry, 0) if not game.played]
    initial = {"after_round": services.last_public_round(division)}
    form = WithdrawForm(request.POST or None, games=bool(ahead), initial=initial)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, other="after_round"):
            withdraw_entry(actor=common.signed_in(request), entry=entry, **form.cleaned_data)
            done = _("%(name)s has withdrawn.") % {"name": entry.name}
            return common.back_with(request, _roster_url(entry), done=done)
    points = [
        _(
            "The player will not be paired in later rounds. Results stay in the standings, and the player can be reinstated."
        )
    ]
    if ahead:
        points.append(
            _("Published games not yet played. If you tick the box, those after the round you choose are forfeited:")
        )
        points += [str(game) for game in ahead]
    return common.confirm(
        request,
        division.event,
        title=_("Withdraw %(name)s?") % {"name": entry.name},
        points=points,
        verb=_("Withdraw the player"),
        back=_roster_url(entry),
        crumbs=common.roster_crumbs(division),
        form=form,
    )


def reinstate(request: HttpRequest, entry: Entry) -> HttpResponse:
    """A withdrawn player comes back."""
    division = entry.division
    form = ReturnForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form):
            reinstate_entry(actor=common.signed_in(request), entry=entry, **form.cleaned_data)
            return common.back_with(request, _roster_url(entry), done=_("%(name)s reinstated.") % {"name": entry.name})
    return common.confirm(
        request,
        division.event,
        title=_("Reinstate %(name)s?") % {"name": entry.name},
        points=[
            _("The player is paired again from the next round."),
            _(
                "Games that became forfeits stay forfeits; correct them on their own pages if they are played after all."
            ),
        ],
        verb=_("Reinstate the player"),
        back=_roster_url(entry),
        crumbs=common.roster_crumbs(division),
        form=form,
    )


@common.refused_to(_roster_url)
def delete(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Delete an entry that was a mistake, after a second look."""
    division, back = entry.division, _roster_url(entry)
    if request.method == "POST":
        deleting.delete_entry(actor=common.signed_in(request), entry=entry)
        return common.back_with(request, back, done=_("%(name)s deleted.") % {"name": entry.name})
    return common.confirm(
        request,
        division.event,
        title=_("Delete %(name)s from the event?") % {"name": entry.name},
        points=[_("The player is removed as if never entered; the log still shows it.")],
        verb=_("Delete the player"),
        danger=True,
        back=back,
        crumbs=common.roster_crumbs(division),
    )


def move(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Move the player to another division of the event, before play or during it."""
    division = entry.division
    divisions = Division.objects.filter(event=division.event_id).exclude(pk=division.pk).order_by("position")
    form = MoveEntryForm(request.POST or None, divisions=divisions)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        target = get_object_or_404(Division, event=division.event_id, pk=data.pop("to"))
        with common.Refusals(form):
            new = move_entry(actor=common.signed_in(request), entry=entry, to=target, **data)
            done = _("%(name)s plays in %(division)s from round %(round)d on.") % {
                "name": new.name,
                "division": division_title(target.name),
                "round": new.joined_round,
            }
            return common.back_with(request, common.division_url("manage_roster", division), done=done)
    return common.confirm(
        request,
        division.event,
        title=_("Move %(name)s to another division?") % {"name": entry.name},
        points=[
            _("If the player has no games yet, they are entered there with the next number."),
            _("If the player already has games, they are withdrawn here; their opponents keep all results."),
        ],
        verb=_("Move the player"),
        back=_roster_url(entry),
        form=form,
        crumbs=common.roster_crumbs(division),
    )


def blocks(request: HttpRequest, division: Division) -> HttpResponse:
    """Players kept apart, and a form for another pair."""
    form = BlockForm(request.POST or None, division=division)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        one, other = data["player_a"], data["player_b"]
        with common.Refusals(form):
            constraints.block_pair(
                actor=common.signed_in(request),
                division=division,
                entry_a=one.pk,
                entry_b=other.pk,
                reason=data["reason"],
                weak=data["weak"],
                until=data["until"],
            )
            done = _("%(one)s and %(other)s are kept apart.") % {"one": one.name, "other": other.name}
            return common.back_with(request, _blocks_url(division), done=done)
    context = common.of_division(division) | {
        "blocks": division.blocks.select_related("low", "high"),
        "crumbs": common.roster_crumbs(division),
    }
    return common.form_page(request, "blocks", form, context)


def _blocks_url(division: Division) -> str:
    return common.division_url("blocks", division)


@common.refused_to(_blocks_url)
def unblock(request: HttpRequest, division: Division, block: int) -> HttpResponse:
    """The two may play each other again."""
    get_object_or_404(division.blocks, pk=block)
    constraints.unblock_pair(actor=common.signed_in(request), division=division, block_id=block)
    return common.back_with(request, _blocks_url(division), done=_("These two can play each other again."))


def _table_url(pairing: Pairing) -> str:
    return f"{common.round_url(pairing.round.division, pairing.round.number)}#game-{pairing.pk}"


@common.refused_to(_table_url)
def lock(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Keep a table of the draft when the round is paired again; ``?off=1`` unlocks it."""
    division, number = pairing.round.division, pairing.round.number
    first, second = constraints.table_of(pairing.round, pairing.pk)
    act = constraints.unlock_pair if "off" in request.GET else constraints.lock_pair
    act(actor=common.signed_in(request), division=division, number=number, first=first, second=second)
    done = _("Table %(table)s unlocked.") if "off" in request.GET else _("Table %(table)s locked.")
    if second is None:
        done = _("Bye unlocked.") if "off" in request.GET else _("Bye locked.")
    return common.back_with(request, _table_url(pairing), done=done % {"table": pairing.table_number})
