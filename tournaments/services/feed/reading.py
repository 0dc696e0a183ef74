"""Reading the file of a followed event, by a job: only if it has changed, within bounds, later and later while it cannot be read."""

import hashlib
import http.client
import logging
import ssl
from dataclasses import replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from core.outgoing import Answer, NotPublicAddress, TooLarge, get, host_of
from core.wording import listed, sentences
from jobs.services import enqueue
from tournaments.engine.feed import seconds_to_next
from tournaments.engine.importers.roster import MAX_BYTES
from tournaments.engine.importers.tourney import BROKEN, division_names
from tournaments.errors import TournamentError
from tournaments.models import Division, Event, EventFeed, FollowedDivision
from tournaments.permissions import may
from tournaments.queries.feed import Problem
from tournaments.services.entries.past_rounds import facts_in, faults_of_games
from tournaments.services.entries.roster_lines import RosterProblem, read_roster
from tournaments.services.events.locking import lock_event
from tournaments.services.feed.following import rest
from tournaments.services.feed.games import follow_games
from tournaments.services.feed.players import FileProblemsError, WhoIsWhoError, follow_players

logger = logging.getLogger(__name__)

State, Trouble, Why = EventFeed.State, EventFeed.Trouble, EventFeed.Why

#: How long a worker that was killed holds a file.
LEASE: Final = timedelta(seconds=90)
#: A file that was the same for so long is no longer read: longer than the night between two days of an event.
LONGEST_QUIET: Final = timedelta(hours=36)
#: Problems of a file that are kept for its page.
MOST_PROBLEMS: Final = 20


def _due(now: datetime) -> Q:
    open_ = ~Q(event__state=Event.State.FINISHED) & Q(event__on_laptop_since=None)
    return open_ & Q(state=State.FOLLOWING, due_at__lte=now)


def sweep() -> int:
    """Ask for every file that is due. How many are."""
    due = list(EventFeed.objects.filter(_due(timezone.now())).order_by("due_at").values_list("pk", flat=True)[:500])
    for number in due:
        enqueue("tournaments.read_feed", number)
    return len(due)


def read(*, feed_id: int) -> None:
    """Read the file if it is due, and enter what it says. Never raises what the network does, nor what is wrong in the file: that is in
    the rows, and ``sweep`` tries again.
    """
    now = timezone.now()
    if not EventFeed.objects.filter(_due(now), pk=feed_id).update(due_at=now + LEASE):
        return
    feed = EventFeed.objects.select_related("event__club", "followed_by").get(pk=feed_id)
    actor = feed.followed_by
    if actor is None or not actor.is_active or not may(actor, feed.event, Action.MANAGE_EVENT):
        rest(feed, State.PAUSED, Why.ACCOUNT)
        return
    try:
        answer = get(feed.address, _conditions(feed), most=MAX_BYTES)
    except (OSError, http.client.HTTPException, NotPublicAddress, TooLarge, ValueError) as error:
        logger.warning("feed %s not read: %s", feed_id, type(error).__name__)
        _failed(feed, _trouble(error), None)
        return
    if answer.status == HTTPStatus.NOT_MODIFIED:
        _unchanged(feed)
    elif answer.status == HTTPStatus.OK:
        with translation.override(actor.language or settings.LANGUAGE_CODE):
            _enter(feed, actor, answer)
    else:
        _failed(feed, _refusal(answer.status), answer.status)


def _conditions(feed: EventFeed) -> dict[str, str]:
    """Headers that ask for the file only if it is another one; none where it has to be looked at once more."""
    if feed.event_version != feed.event.version:
        return {}
    headers = {"If-None-Match": feed.etag, "If-Modified-Since": feed.last_modified}
    return {name: value for name, value in headers.items() if value}


def _trouble(error: Exception) -> str:
    """What stood in the way, for the director."""
    if isinstance(error, NotPublicAddress):
        return Trouble.PRIVATE
    if isinstance(error, TooLarge):
        return Trouble.SIZE
    if isinstance(error, ssl.SSLError):
        return Trouble.CERTIFICATE
    if isinstance(error, TimeoutError):
        return Trouble.TIME
    return Trouble.ADDRESS if isinstance(error, ValueError) else Trouble.CONNECTION


def _refusal(status: int) -> str:
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return Trouble.REDIRECT
    return Trouble.MISSING if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE} else Trouble.STATUS


def _failed(feed: EventFeed, trouble: str, status: int | None) -> None:
    """Note why the file could not be read; it is tried again, later each time."""
    feed.failures, feed.trouble, feed.status_code = feed.failures + 1, trouble, status
    _wait(feed, "failures", "trouble", "status_code")


def _unchanged(feed: EventFeed) -> None:
    feed.failures, feed.trouble, feed.status_code, feed.read_at = 0, "", None, timezone.now()
    _wait(feed, "failures", "trouble", "status_code", "read_at")


def _wait(feed: EventFeed, *changed: str) -> None:
    """Save these columns and when the file is read next, or stop after it was the same for long. Nothing of one paused meanwhile."""
    now = timezone.now()
    quiet = now - max(feed.followed_at, feed.changed_at or feed.followed_at)
    feed.due_at = now + timedelta(seconds=seconds_to_next(quiet.total_seconds(), feed.failures))
    values = {name: getattr(feed, name) for name in (*changed, "due_at")}
    EventFeed.objects.filter(pk=feed.pk, state=State.FOLLOWING).update(**values)
    if quiet > LONGEST_QUIET:
        rest(feed, State.STOPPED, Why.UNCHANGED)


@transaction.atomic
def _enter(feed: EventFeed, actor: User, answer: Answer) -> None:
    """Enter what the file says, each division on its own: one that cannot be followed does not hold up the others."""
    event = lock_event(feed.event_id, on_laptop=True)
    current = EventFeed.objects.filter(pk=feed.pk, address=feed.address, state=State.FOLLOWING).first()
    if current is None or event.state == Event.State.FINISHED or event.on_laptop_since is not None:
        return
    digest = hashlib.sha256(answer.body).hexdigest()
    if (digest, event.version) == (current.digest, current.event_version):
        _unchanged(current)
        return
    for followed in FollowedDivision.objects.filter(feed=current).select_related("division__rating_pool"):
        division = followed.division
        division.event = event
        followed.problems = _problems_of(actor, division, followed.part, answer.body, current)
        followed.save(update_fields=["problems"])
    if not FollowedDivision.objects.filter(feed=current).exclude(problems=[]).exists():
        current.answers = {}  # whoever was meant is entered
    if digest != current.digest:
        current.changed_at = timezone.now()
    current.digest, current.etag, current.last_modified = digest, answer.etag[:200], answer.last_modified[:100]
    current.event_version = Event.objects.values_list("version", flat=True).get(pk=event.pk)
    current.failures, current.trouble, current.status_code, current.read_at = 0, "", None, timezone.now()
    _wait(
        current,
        *("changed_at", "answers", "digest", "etag", "last_modified", "event_version"),
        *("failures", "trouble", "status_code", "read_at"),
    )


def _problems_of(actor: User, division: Division, part: str, body: bytes, feed: EventFeed) -> list[Problem]:
    """Follow one division, all of it or nothing; why nothing was taken over."""
    try:
        with transaction.atomic():
            _follow_division(actor, division, part, body, feed)
    except WhoIsWhoError as error:
        return [
            {"who": name, "similar": [one.player_id for one in similar]}
            for name, similar in list(error.names.items())[:MOST_PROBLEMS]
        ]
    except FileProblemsError as error:
        return [{"text": text} for text in error.problems[:MOST_PROBLEMS]]
    except TournamentError as error:
        return [{"text": str(error)}]
    return []


def _follow_division(actor: User, division: Division, part: str, body: bytes, feed: EventFeed) -> None:
    _refuse_missing_part(part, body, alone=feed.divisions.count() == 1)
    _lines, problems, parse = read_roster(body, "tourney", part)
    if any(problem.name == BROKEN for problem in parse.problems):
        why = parse.problems[0].values["why"]
        raise FileProblemsError(
            [_("The file cannot be read to the end (%(why)s). It may still be uploading.") % {"why": why}]
        )
    if problems:
        raise FileProblemsError([_in_file(problem) for problem in problems])
    games = facts_in(parse)
    if faults := faults_of_games(division, games):
        raise FileProblemsError(faults)
    reason = _("from %(host)s") % {"host": host_of(feed.address)}
    entries = follow_players(actor, division, parse.rows, feed.answers, reason)
    facts = [
        replace(
            fact,
            first=entries[fact.first],
            second=None if fact.second is None else entries[fact.second],
            winner=None if fact.winner is None else entries[fact.winner],
        )
        for fact in games
    ]
    boards = {
        (number, entries[row.number]): board
        for row in parse.rows
        for number, board in enumerate(row.boards, start=1)
        if board
    }
    follow_games(actor, division, facts, boards, reason)


def _refuse_missing_part(part: str, body: bytes, *, alone: bool) -> None:
    """Raise FileProblemsError for a file without the division. ``alone``: a file with a single one is this one, whatever its name."""
    names = division_names(body)
    if not names or (alone and len(names) == 1) or part.casefold() in {name.strip().casefold() for name in names}:
        return
    raise FileProblemsError(
        [
            _("The file has no division “%(part)s”; it has %(names)s.")
            % {"part": part, "names": listed(names[:MOST_PROBLEMS])}
        ]
    )


def _in_file(problem: RosterProblem) -> str:
    """A problem with its place, as sentences."""
    text = sentences(problem.message, problem.remedy)
    if not problem.line:
        return text
    where = _("Player number %(number)d in the file") % {"number": problem.line}
    return f"{where}: {text}" if not problem.text else f"{where} ({problem.text}): {text}"
