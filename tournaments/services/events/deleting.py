"""Deleting an entry or an event that was made by mistake, while nothing was played."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, Player, PlayerAlias, User
from clubs.permissions import Action
from ratings.models import RatedEvent, RatedResult
from tournaments import hooks
from tournaments.errors import NotOpenError, TournamentError
from tournaments.models import (
    Division,
    Entry,
    Event,
    Pairing,
    Result,
    ResultRuling,
    Round,
    Seat,
    Submission,
)
from tournaments.permissions import require_action
from tournaments.services.entries.entries import lock_entry
from tournaments.services.events.locking import lock_event, public_rounds, scope, touch
from tournaments.services.rating_link import ledger


def why_entry_stays(entry: Entry) -> str:
    """Why the entry cannot be deleted, as a sentence; "" if it can. Two queries at most."""
    seats = Seat.objects.filter(entry=entry).select_related("round", "pairing").order_by("round__number")
    for seat in seats:
        values = {"name": entry.name, "number": seat.round.number}
        if seat.round.state == Round.State.DRAFT:
            return _("%(name)s is in the draft of round %(number)d: discard it first.") % values
        missed = seat.pairing.kind != Pairing.Kind.GAME and seat.round.number < entry.joined_round
        if not missed:
            return _("%(name)s is in round %(number)d, which is published: withdraw the player instead.") % values
    if ResultRuling.objects.filter(pairing__seats__entry=entry).exists():
        return _("There is a ruling on a round that %(name)s missed: withdraw the player instead.") % {
            "name": entry.name
        }
    return ""


@transaction.atomic
def delete_entry(*, actor: User, entry: Entry) -> Division:
    """Delete an entry made by mistake; a player without any other trace is deleted too. Raises TournamentError, see ``why_entry_stays``."""
    current = lock_entry(actor, entry)
    division = remove_entry(actor, current)
    for follow in hooks.entry_deleted:
        follow(actor, current.player_id, division)
    return division


def remove_entry(actor: User | None, current: Entry) -> Division:
    """``delete_entry`` inside the caller's transaction, with the event locked; without an actor the player asked for it."""
    if why := why_entry_stays(current):
        raise TournamentError(why, code="entry_stays")
    division = current.division
    missed = Pairing.objects.filter(seats__entry=current)
    pairings = list(missed.values_list("pk", flat=True))
    before = {"name": current.name, "number": current.number, "player": current.player_id}
    log_action(actor=actor, verb="entry.deleted", target=current, scope=scope(division.event), before=before)
    Result.objects.filter(pairing__in=pairings).delete()
    Seat.objects.filter(pairing__in=pairings).delete()
    Pairing.objects.filter(pk__in=pairings).delete()
    current.delete()
    _drop_unknown([current.player_id], since=division.event.created_at)
    touch(division.event)
    return division


def _drop_unknown(players: Collection[int], *, since: datetime) -> None:
    """Delete players who came with a mistaken entry: created since then, without an account, and referred to by nothing else."""
    unused = set(Player.objects.filter(pk__in=players, created_at__gte=since, user=None).values_list("pk", flat=True))
    for relation in Player._meta.related_objects:
        if unused and relation.related_model is not PlayerAlias:
            name = relation.field.attname
            rows = relation.related_model._base_manager.filter(**{f"{name}__in": unused})
            unused -= set(rows.values_list(name, flat=True))
    Player.objects.filter(pk__in=unused).delete()


def why_event_stays(event: Event) -> str:
    """Why the event cannot be deleted, as a sentence; "" if it can. One query at most."""
    if event.what_if_of_id is not None or event.private:
        return ""
    if public_rounds(event).exists():
        return _(
            "This event has published rounds. If no results have been reported you can unpublish them, and then "
            "delete it."
        )
    return ""


@transaction.atomic
def delete_event(*, actor: User, event: Event) -> Club:
    """Delete an event made by mistake, with everything in it. Raises NotOpenError, see ``why_event_stays``."""
    event = lock_event(event.pk)
    require_action(actor, event, Action.MANAGE_EVENT)
    if why := why_event_stays(event):
        raise NotOpenError(why)
    club = event.club
    before = {"name": event.name, "slug": event.slug}
    log_action(actor=actor, verb="event.deleted", target=event, scope=f"club:{club.pk}", before=before)
    players = list(Entry.objects.filter(division__event=event).values_list("player_id", flat=True))
    _drop_rated(event)
    drop_rows(event)
    _drop_unknown(players, since=event.created_at)
    return club


def _drop_rated(event: Event) -> None:
    """The event in its rating lists, where a round that was unpublished leaves it without a game."""
    keys = [ledger.event_key(division) for division in Division.objects.filter(event=event)]
    rated = RatedEvent.objects.filter(key__in=keys, final=False)
    rated.exclude(pk__in=RatedResult.objects.filter(event__in=rated).values("event")).delete()


def drop_rows(event: Event) -> None:
    """Delete the event with all its rows, each table after those that point to it. Inside a transaction only."""
    of_event = {"pairing__round__division__event": event}
    Result.objects.filter(**of_event).delete()
    ResultRuling.objects.filter(**of_event).delete()
    for pk in Submission.objects.filter(**of_event).order_by("-pk").values_list("pk", flat=True):
        Submission.objects.filter(pk=pk).delete()
    Seat.objects.filter(round__division__event=event).delete()
    Round.objects.filter(division__event=event).update(run=None)  # a round protects its run
    event.delete()
