"""Use cases of single entries: change one, set its absences, and what a late entry has missed."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.log import log_action
from clubs.models import Player, User
from clubs.permissions import Action
from tournaments.engine.adjustments import read_adjustments, write_adjustments
from tournaments.engine.importers import roster as parsed
from tournaments.errors import TournamentError
from tournaments.inputs.entries import EntryChanges
from tournaments.models import Absence, Division, Entry, Event, LateRounds, Pairing, Result, ResultKind, Round, Seat
from tournaments.services.events.locking import lock_open_event, scope, touch
from tournaments.services.rating_link import ledger
from tournaments.wording.engine import roster_problem

_FIELDS = (
    *("name", "rating", "fixed_table", "player_class", "team", "club", "handicap", "handicap_points"),
    *("spread_changes", "spread_reason"),
)
_MISSED = {
    LateRounds.BYE: (Pairing.Kind.BYE, ResultKind.BYE),
    LateRounds.FORFEIT: (Pairing.Kind.FORFEIT, ResultKind.FORFEIT_LOSS),
}


def lock_division(actor: User, division_id: int, event_id: int, action: Action = Action.MANAGE_EVENT) -> Division:
    """The division with its pool, its event locked and open; the actor may do ``action``. Inside a transaction only."""
    event = lock_open_event(actor, event_id, action)
    division = Division.objects.select_related("rating_pool").get(pk=division_id, event=event)
    division.event = event
    return division


def lock_entry(actor: User, entry: Entry, action: Action = Action.MANAGE_EVENT) -> Entry:
    """The entry with its division, its event locked and open; the actor may do ``action``. Inside a transaction only."""
    event_id = Event.objects.values_list("pk", flat=True).get(divisions__entries=entry.pk)
    division = lock_division(actor, entry.division_id, event_id, action)
    current = Entry.objects.get(pk=entry.pk)
    current.division = division
    return current


def last_public_round(division: Division) -> int:
    """The number of the last published round; 0 before the first. One query."""
    public = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT)
    return public.aggregate(last=Max("number"))["last"] or 0


@transaction.atomic
def update_entry(*, actor: User, entry: Entry, data: EntryChanges) -> Entry:
    """Change an entry. Raises TournamentError for a rating that the player was paired by, for impossible names and ratings, for
    a federation id that another player has, and for new spread adjustments of rounds beyond the plan.
    """
    current = lock_entry(actor, entry)
    try:
        name = parsed.clean_name(data.name)
        rating = parsed.clean_rating("" if data.rating is None else str(data.rating))
        federation_id = None if data.federation_id is None else parsed.clean_word(data.federation_id, "id")
    except parsed.BadLine as error:
        message, remedy = roster_problem(error.name, error.values)
        raise TournamentError(f"{message}: {remedy}", code=error.code) from error
    requested = {"name": name, "rating": rating, "fixed_table": data.fixed_table}
    requested |= {"handicap": data.handicap, "handicap_points": data.handicap_points}
    requested |= {"player_class": data.player_class.strip(), "team": data.team.strip(), "club": data.club.strip()}
    requested |= {
        "spread_changes": write_adjustments(read_adjustments(data.spread_changes)),
        "spread_reason": data.spread_reason.strip(),
    }
    _refuse_beyond_plan(current, data.spread_changes)
    before = {field: getattr(current, field) for field in _FIELDS}
    changed = {field: value for field, value in requested.items() if before[field] != value}
    seated = Seat.objects.filter(entry=current).exclude(round__state=Round.State.DRAFT)
    if "rating" in changed and seated.exists():
        raise TournamentError(
            _(
                "The rating %(rating)s was used to pair %(name)s in a published round, so it can no longer change in this event."
            )
            % {"name": current.name, "rating": before["rating"] or _("none")},
            code="rating_used",
        )
    if federation_id is not None:
        _set_federation_id(actor, current, federation_id)
    if not changed:
        return current
    for field, value in changed.items():
        setattr(current, field, value)
    current.save(update_fields=list(changed))
    if "rating" in changed:
        ledger.correct_opening(current, before["rating"])
    touch(current.division.event)
    old = {field: before[field] for field in changed}
    _log(actor, current, "entry.changed", old, changed)
    return current


def _refuse_beyond_plan(entry: Entry, changes: str) -> None:
    """Raise TournamentError for an adjustment of a round that the division does not have; those from before a round was removed stay."""
    rounds = entry.division.settings.rounds_planned
    new = set(read_adjustments(changes)) - set(read_adjustments(entry.spread_changes))
    beyond = sorted(one for one in new if one[0] > rounds)
    if beyond:
        text = ngettext(
            "“%(part)s”: the division has %(rounds)d round. Adjust that one, or add the round to the plan first.",
            "“%(part)s”: the division has %(rounds)d rounds. Adjust one of them, or add the round to the plan first.",
            rounds,
        )
        raise TournamentError(text % {"part": write_adjustments(beyond), "rounds": rounds}, code="spread_changes")


def _set_federation_id(actor: User, entry: Entry, federation_id: str) -> None:
    """Store the player's id ("": none). It is the club's, so a test copy leaves it alone."""
    player, event = entry.player, entry.division.event
    before = player.external_id
    if federation_id == before or event.what_if_of_id:
        return
    same = Player.objects.filter(home_club=player.home_club_id, external_id__iexact=federation_id).exclude(pk=player.pk)
    if federation_id and (other := same.first()) is not None:
        raise TournamentError(
            _("%(name)s already has the federation id %(id)s. Correct it there first.")
            % {"name": other.name, "id": federation_id},
            code="federation_id",
        )
    player.external_id = federation_id
    player.save(update_fields=["external_id"])
    _log(actor, entry, "entry.changed", {"external_id": before}, {"external_id": federation_id})


@transaction.atomic
def set_absences(*, actor: User, entry: Entry, rounds: Mapping[int, str]) -> list[Absence]:
    """Set which future rounds the player misses: round number → ``Absence.Kind``. Replaces all absences in future rounds.

    Raises TournamentError for rounds that are published or not planned.
    """
    current = lock_entry(actor, entry)
    division = current.division
    last = last_public_round(division)
    wrong = sorted(number for number in rounds if not last < number <= division.settings.rounds_planned)
    if wrong:
        raise TournamentError(
            _("Only rounds %(first)d to %(last)d are still to be played; round %(wrong)d is not one of them.")
            % {"first": last + 1, "last": division.settings.rounds_planned, "wrong": wrong[0]},
            code="absence_round",
        )
    future = Absence.objects.filter(entry=current, round_number__gt=last)
    before = {str(number): kind for number, kind in future.values_list("round_number", "kind")}
    after = {str(number): str(kind) for number, kind in sorted(rounds.items())}
    if before != after:
        future.delete()
        Absence.objects.bulk_create(
            Absence(entry=current, round_number=number, kind=kind) for number, kind in sorted(rounds.items())
        )
        touch(division.event)
        _log(actor, current, "entry.absences", before, after)
    return list(Absence.objects.filter(entry=current).order_by("round_number"))


def add_missed_rounds(division: Division, entries: Sequence[Entry]) -> None:
    """Give late entries a bye or forfeit, by the division's setting, in each published round before theirs. Event locked."""
    if division.settings.late_rounds == LateRounds.NOTHING or not entries:
        return
    kind, result = _MISSED[LateRounds(division.settings.late_rounds)]
    rounds = list(Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).order_by("number"))
    due = [(round_, entry) for round_ in rounds for entry in entries if round_.number < entry.joined_round]
    pairings = [Pairing(round=round_, kind=kind) for round_, _entry in due]
    Pairing.objects.bulk_create(pairings)
    Seat.objects.bulk_create(
        Seat(pairing=pairing, round=round_, entry=entry, position=1)
        for pairing, (round_, entry) in zip(pairings, due, strict=True)
    )
    now = timezone.now()
    Result.objects.bulk_create(
        Result(pairing=pairing, state=Result.State.CONFIRMED, kind=result, confirmed_at=now) for pairing in pairings
    )


def _log(actor: User, entry: Entry, verb: str, before: Mapping[str, object], after: Mapping[str, object]) -> None:
    event = entry.division.event
    log_action(actor=actor, verb=verb, target=entry, scope=scope(event), before=dict(before), after=dict(after))
