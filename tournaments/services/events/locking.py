"""One writer at a time per event: every use case locks the event's row first, so that what it then reads stays true until it commits."""

from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from jobs.services import enqueue
from tournaments.errors import NotOpenError, StaleEditError, TournamentError
from tournaments.models import Division, Entry, Event, EventCheck, Round
from tournaments.permissions import require_action
from tournaments.queries.feed import host_followed


def lock_event(event_id: int, *, on_laptop: bool = False) -> Event:
    """The event with its club, locked until the transaction ends. Inside a transaction only.

    Raises NotOpenError while a laptop runs the event, unless ``on_laptop``: the caller changes nothing that the laptop brings back.
    """
    # no_key: rows that point at the event may still be added by others who do not need it unchanged
    event = Event.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=event_id)
    if not on_laptop:
        refuse_on_laptop(event)
    return event


def lock_to_change(event: Event) -> Event:
    """The event as it is once it is locked, until the transaction ends, with the club of the one given; its version is raised.

    For what changes public pages nearly always: one statement instead of two, in which nothing else is read. Inside a transaction
    only. Raises Event.DoesNotExist.
    """
    raised = 'UPDATE "tournaments_event" SET "version" = "version" + 1 WHERE "id" = %s RETURNING *'
    for locked in Event.objects.raw(raised, [event.pk]):
        locked.club = event.club
        locked.version_raised = True
        transaction.on_commit(partial(setattr, locked, "version_raised", False))
        return locked
    raise Event.DoesNotExist


def lock_open_event(actor: User, event_id: int, action: Action) -> Event:
    """The event, locked and not finished; the actor may do ``action``. Raises PermissionDenied, NotOpenError."""
    event = lock_event(event_id)
    require_action(actor, event, action)
    refuse_finished(event)
    return event


def lock_event_of(division_id: int) -> Division:
    """The division with its event and club, the event locked until the transaction ends. Inside a transaction only.

    Raises NotOpenError while a laptop runs the event, or the division's pairings come from elsewhere.
    """
    divisions = Division.objects.select_for_update(of=("event",), no_key=True).select_related("event__club")
    division = divisions.get(pk=division_id)
    refuse_on_laptop(division.event)
    refuse_followed(division)
    return division


def refuse_on_laptop(event: Event) -> None:
    """Raise NotOpenError while a laptop runs the event."""
    if event.on_laptop_since is not None:
        raise NotOpenError(
            _(
                "“%(event)s” has been running on a laptop since %(time)s. Nothing can be changed here until it "
                "comes back."
            )
            % {"event": event, "time": date_format(localtime(event.on_laptop_since, event.zone), "DATETIME_FORMAT")},
            code="on_laptop",
        )


def refuse_followed(division: Division) -> None:
    """Raise NotOpenError while the division's results come from a file that another program writes. No query unless some do."""
    if division.event.follows_feed and (host := host_followed(division)):
        raise NotOpenError(followed_text(division, host), code="followed")


def followed_text(division: Division, host: str) -> str:
    """That pairings and results come from elsewhere, and how to take them over."""
    return _(
        "Pairings and results of “%(division)s” come from %(host)s. To enter them here, a director "
        "presses “Stop following” on the “Live feed” page."
    ) % {"division": division.name, "host": host}


def refuse_test_copy(event: Event) -> None:
    """Raise TournamentError for a test copy: nobody plays in it, so it has no links and no screens."""
    if event.what_if_of_id is not None:
        raise TournamentError(_("A test copy is not played, so it has no links."), code="what_if")


def refuse_finished(event: Event) -> None:
    """Raise NotOpenError for a finished event."""
    if event.state == Event.State.FINISHED:
        raise NotOpenError(
            _("“%(event)s” is finished. Correct a wrong result on the game's page; for anything else reopen the event.")
            % {"event": event}
        )


def lock_round(round_id: int, expected_version: int) -> Round:
    """The round with division and event, the event locked. Raises NotOpenError, and StaleEditError if the round was changed since."""
    event_id = Round.objects.values_list("division__event", flat=True).filter(pk=round_id).first()
    if event_id is None:
        raise StaleEditError(_("This round no longer exists. Check the list of rounds."))
    event = lock_event(event_id)
    refuse_finished(event)
    round_ = Round.objects.select_related("division__rating_pool").filter(pk=round_id).first()
    if round_ is None or round_.version != expected_version:
        raise StaleEditError(
            _("Someone else changed this round while you had it open. Nothing was saved; check it and try again.")
        )
    round_.division.event = event
    refuse_followed(round_.division)
    return round_


def public_rounds(event: Event) -> QuerySet[Round]:
    """The rounds that players have seen, of all divisions."""
    return Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT)


def follow_rounds(event: Event) -> None:
    """Set the event's state: running while one of its rounds is public, otherwise in preparation. Event locked."""
    state = Event.State.RUNNING if public_rounds(event).exists() else Event.State.DRAFT
    if event.state != state:
        event.state = state
        event.save(update_fields=["state"])


def touch(event: Event) -> None:
    """Raise the event's version after a public change: what is cached under the old one is no longer used.

    The figures of a finished event are checked again.
    """
    raise_version(event)
    if event.state == Event.State.FINISHED:
        enqueue("tournaments.check_figures", event.pk)


def raise_version(event: Event) -> None:
    """The same where no figure can be another one. No query after ``lock_to_change``."""
    if event.version_raised:
        return
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.version += 1


def touch_events_of(player_id: int) -> None:
    """``touch`` for all events of a player."""
    events = Event.objects.filter(pk__in=Entry.objects.filter(player_id=player_id).values("division__event"))
    events.update(version=F("version") + 1)
    for event in events.filter(state=Event.State.FINISHED).values_list("pk", flat=True):
        enqueue("tournaments.check_figures", event)


def touch_events_of_club(club_id: int) -> None:
    """``raise_version`` for all events of a club, whose pages show its name and time zone: their figures stay checked."""
    events = Event.objects.filter(club_id=club_id)
    checked = EventCheck.objects.filter(event__in=events, event_version=F("event__version"))
    EventCheck.objects.filter(pk__in=list(checked.values_list("pk", flat=True))).update(
        event_version=F("event_version") + 1
    )
    events.update(version=F("version") + 1)


def scope(event: Event) -> str:
    """The action log's scope of an event."""
    return f"event:{event.pk}"


def save_round(round_: Round, **changes: object) -> None:
    """Change a locked round and raise its version, so that edits of the older one are refused."""
    for name, value in changes.items():
        setattr(round_, name, value)
    round_.version += 1
    round_.save(update_fields=[*changes, "version"])
