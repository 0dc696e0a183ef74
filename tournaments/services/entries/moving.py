"""Moving a player to another division of the event, before the first round and during play."""

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from tournaments import hooks
from tournaments.errors import TournamentError
from tournaments.models import (
    Arrival,
    Division,
    Entry,
    Pairing,
    Result,
    ResultKind,
    Round,
    Seat,
)
from tournaments.queries.results import player_card
from tournaments.services.entries.entries import last_public_round, lock_entry
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import enter_rows
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.deleting import remove_entry
from tournaments.services.events.locking import scope, touch

#: What of an entry comes along: its number does not, as the other division has its own.
_ALONG = ("name", "rating", "career_games", "player_class", "team", "club", "handicap", "handicap_points")


@transaction.atomic
def move_entry(*, actor: User, entry: Entry, to: Division, count_results: bool = False, reason: str = "") -> Entry:
    """Move a player to another division of the same event; returns the entry there.

    Before the player's first public round the entry is simply made anew. Afterwards the player is withdrawn here, where all
    results stay as they are for the opponents, and starts there in the next round. ``count_results``: what was played here
    counts there too, round by round: a win as a bye with its spread, a loss as a forfeit with its spread; anything else, and
    rounds that the other division has not played, count by the other division's rule for late entries.
    Raises TournamentError when the player is there already or has an open game, PermissionDenied, NotOpenError.
    """
    current = lock_entry(actor, entry)
    source = current.division
    target = Division.objects.select_related("rating_pool").filter(event=source.event_id, pk=to.pk).first()
    if target is None or target.pk == source.pk:
        raise TournamentError(_("Choose another division of this event."), code="division")
    target.event = source.event
    if Entry.objects.filter(division=target, player=current.player_id).exists():
        raise TournamentError(_("%(name)s is already entered there.") % {"name": current.name}, code="entered")
    carried = {name: getattr(current, name) for name in _ALONG}
    played = Seat.objects.filter(entry=current, round__number__gte=current.joined_round).exclude(
        round__state=Round.State.DRAFT
    )
    past = _past_results(current) if count_results else {}
    player, began = current.player_id, played.exists()
    row = RosterRow(name=current.name, player_id=player, rating=current.rating, career_games=current.career_games)
    [new] = enter_rows(actor, target, [row])
    Arrival.objects.filter(entry=current).update(entry=new)
    if began:
        withdraw_entry(actor=actor, entry=current, after_round=last_public_round(source), reason=reason)
    else:
        remove_entry(actor, current)
    for name, value in carried.items():
        setattr(new, name, value)
    new.save(update_fields=list(_ALONG))
    if past:
        _count(new, past)
    for moved in hooks.entry_moved:
        moved(player, source, target)
    touch(target.event)
    log_action(
        actor=actor,
        verb="entry.moved",
        target=new,
        scope=scope(target.event),
        before={"division": source.name},
        after={"division": target.name, "name": new.name, "number": new.number, "results_counted": bool(past)},
        reason=reason.strip(),
    )
    return new


def _past_results(entry: Entry) -> dict[int, int]:
    """The player's spread in each round won or lost so far; ties, byes and open games are left out."""
    spreads = {}
    for line in player_card(entry):
        if line.kind == ResultKind.PLAYED and line.points is not None and line.spread:
            spreads[line.round] = line.spread
    return spreads


def _count(entry: Entry, past: dict[int, int]) -> None:
    """Let the rounds before the player came count as they were played elsewhere; event locked."""
    division = entry.division
    rounds = Round.objects.filter(division=division, number__lt=entry.joined_round).exclude(state=Round.State.DRAFT)
    for round_ in rounds:
        spread = past.get(round_.number)
        if spread is None:
            continue
        old = Pairing.objects.filter(round=round_, seats__entry=entry)
        Result.objects.filter(pairing__in=old).delete()
        stale = list(old.values_list("pk", flat=True))
        Seat.objects.filter(pairing__in=stale).delete()
        Pairing.objects.filter(pk__in=stale).delete()
        kind = Pairing.Kind.BYE if spread > 0 else Pairing.Kind.FORFEIT
        result = ResultKind.BYE if spread > 0 else ResultKind.FORFEIT_LOSS
        pairing = Pairing.objects.create(round=round_, kind=kind, spread=spread)
        Seat.objects.create(pairing=pairing, round=round_, entry=entry, position=1)
        Result.objects.create(
            pairing=pairing,
            state=Result.State.CONFIRMED,
            kind=result,
            spread=spread,
            confirmed_at=round_.published_at,
        )
