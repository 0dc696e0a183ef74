"""What directors say about the file that an event follows: which one, a pause, an end; who is meant by a name."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Player, User
from clubs.permissions import Action
from core.outgoing import address_problem
from core.wording import listed
from jobs.services import enqueue
from tournaments.errors import NotOpenError, TournamentError
from tournaments.models import MAX_PART, AutoPairing, Division, Event, EventFeed, FollowedDivision
from tournaments.permissions import require_action
from tournaments.queries.exports import has_tsh_file
from tournaments.services.entries.same_names import NEW_PLAYER
from tournaments.services.events.locking import lock_event, lock_open_event, refuse_test_copy, scope, touch

State, Why = EventFeed.State, EventFeed.Why


@transaction.atomic
def follow(*, actor: User, event: Event, address: str, parts: Mapping[int, str]) -> EventFeed:
    """From now on the results of some divisions come from the file at the address, which is read at once.

    ``parts``: the name in the file by division (id); the others stay in the director's hands. Raises TournamentError, NotOpenError.
    """
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    refuse_test_copy(event)
    if problem := address_problem(address):
        raise TournamentError(problem, code="address")
    named = {division: " ".join(part.split()) for division, part in parts.items() if part.strip()}
    divisions = {one.pk: one for one in Division.objects.filter(event=event, pk__in=named)}
    _refuse_parts({divisions[pk]: part for pk, part in named.items() if pk in divisions})
    values = {
        "address": address,
        "state": State.FOLLOWING,
        "why": "",
        "followed_by": actor,
        "followed_at": timezone.now(),
        "due_at": timezone.now(),
        "read_at": None,
        "changed_at": None,
        "etag": "",
        "last_modified": "",
        "digest": "",
        "event_version": None,
        "failures": 0,
        "trouble": "",
        "status_code": None,
        "answers": {},
    }
    feed, _made = EventFeed.objects.update_or_create(event=event, defaults=values)
    FollowedDivision.objects.filter(feed=feed).delete()
    FollowedDivision.objects.bulk_create(
        FollowedDivision(feed=feed, division=division, part=named[pk]) for pk, division in divisions.items()
    )
    AutoPairing.objects.filter(division__in=divisions).delete()
    after = {"address": address, "divisions": {one.name: named[pk] for pk, one in divisions.items()}}
    _turn(event, on=True)
    log_action(actor=actor, verb="feed.followed", target=event, scope=scope(event), after=after)
    enqueue("tournaments.read_feed", feed.pk)
    return feed


def _refuse_parts(parts: Mapping[Division, str]) -> None:
    """Raise TournamentError for divisions that a file of tsh cannot hold, or none, or two that are the same one there."""
    if not parts:
        raise TournamentError(_("Enter the name in the file for at least one division."), code="parts")
    if any(len(part) > MAX_PART for part in parts.values()):
        raise TournamentError(
            _("The name of a division can have at most %(most)d characters.") % {"most": MAX_PART}, code="parts"
        )
    if len({part.casefold() for part in parts.values()}) < len(parts):
        raise TournamentError(_("Two divisions cannot have the same name in the file."), code="parts")
    if unfit := [one.name for one in parts if not has_tsh_file(one) or one.settings.rolling]:
        raise TournamentError(
            _(
                "%(names)s: tsh only runs two-player games with scores, in rounds. Leave the field for the name "
                "in the file empty."
            )
            % {"names": listed(unfit)},
            code="parts",
        )


def pause(*, actor: User, event: Event) -> EventFeed:
    """Read nothing until it is resumed; what came from the file stays, and nothing is entered by hand. Nothing happens twice."""
    return _change(actor, event, State.PAUSED, "feed.paused")


def resume(*, actor: User, event: Event) -> EventFeed:
    """Read the file again, in the actor's name. Raises NotOpenError if it was stopped."""
    return _change(actor, event, State.FOLLOWING, "feed.resumed")


def stop(*, actor: User, event: Event) -> EventFeed:
    """From now on everything is entered here; what came from the file stays."""
    return _change(actor, event, State.STOPPED, "feed.stopped")


@transaction.atomic
def _change(actor: User, event: Event, state: str, verb: str) -> EventFeed:
    event, feed = _locked(actor, event)
    if feed.state == state:
        return feed
    if feed.state == State.STOPPED:
        raise NotOpenError(_("The file is no longer followed. Start again below."), code="stopped")
    feed.state, feed.why = state, "" if state == State.FOLLOWING else Why.BY_HAND
    if state == State.FOLLOWING:
        feed.followed_by, feed.followed_at = actor, timezone.now()
        _read_soon(feed)
    feed.save()
    _turn(event, on=state != State.STOPPED)
    log_action(actor=actor, verb=verb, target=event, scope=scope(event))
    return feed


@transaction.atomic
def read_now(*, actor: User, event: Event, answers: Mapping[str, str] | None = None) -> EventFeed:
    """Read the file in the background now. ``answers``: who is meant by names in it, a player's id or ``NEW_PLAYER``, by name.

    Raises NotOpenError while it is not followed, TournamentError for an answer that is no player of the club.
    """
    event, feed = _locked(actor, event)
    if feed.state == State.STOPPED:
        raise NotOpenError(_("The file is no longer followed. Start again below."), code="stopped")
    if feed.state != State.FOLLOWING:
        raise NotOpenError(_("The file is not being read at present. Resume it first."), code="paused")
    for name, answer in (answers or {}).items():
        feed.answers[name] = _player(event, name, answer)
    feed.event_version = None  # also a file that is the same is looked at once more
    _read_soon(feed)
    feed.save()
    return feed


def _player(event: Event, name: str, answer: str) -> int:
    number = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 12 else -1
    if number == NEW_PLAYER or Player.objects.filter(pk=number, home_club=event.club_id).exists():
        return number
    raise TournamentError(_("Choose who “%(name)s” is.") % {"name": name}, code="who")


def _read_soon(feed: EventFeed) -> None:
    feed.due_at = timezone.now()
    enqueue("tournaments.read_feed", feed.pk)


def _locked(actor: User, event: Event) -> tuple[Event, EventFeed]:
    event = lock_event(event.pk, on_laptop=True)
    require_action(actor, event, Action.MANAGE_EVENT)
    feed = EventFeed.objects.filter(event=event).first()
    if feed is None:
        raise NotOpenError(_("This event is not following a file."), code="stopped")
    return event, feed


def _turn(event: Event, *, on: bool) -> None:
    """Say on the event whether it follows a file; what was wrong in one that it no longer follows is forgotten. Event locked."""
    if not on:
        FollowedDivision.objects.filter(feed__event=event).update(problems=[])
    event.follows_feed = on
    event.save(update_fields=["follows_feed"])
    touch(event)


@transaction.atomic
def rest(feed: EventFeed, state: str, why: str) -> None:
    """The file is no longer read, for a reason that is no director's. Nothing if one was quicker."""
    event = lock_event(feed.event_id, on_laptop=True)
    current = EventFeed.objects.filter(pk=feed.pk).exclude(state=State.STOPPED).first()
    if current is None:
        return
    current.state, current.why = state, why
    current.save(update_fields=["state", "why"])
    _turn(event, on=current.is_live)
    verb = "feed.stopped" if state == State.STOPPED else "feed.paused"
    log_action(actor=None, verb=verb, target=event, scope=scope(event), reason=str(Why(why).label))


def end_feed(event: Event) -> None:
    """A finished event follows nothing. Event locked; no query where it follows nothing."""
    if event.follows_feed:
        EventFeed.objects.filter(event=event).update(state=State.STOPPED, why=Why.FINISHED)
        _turn(event, on=False)
