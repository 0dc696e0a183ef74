"""A club's feed for readers (Atom, RFC 4287): its public events, their rounds, results and news, the newest first.

It has what everybody may find, so that everybody gets the same.
"""

from datetime import datetime, time
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Max
from django.urls import reverse
from django.utils import feedgenerator
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from audit.models import ActionLog
from clubs.models import Club
from core.wording import listed
from messaging.models import News
from tournaments.models import Event, Round
from tournaments.permissions import visible_events
from tournaments.queries.events import winners_of

#: Events that the feed looks at, and entries that it has.
_EVENTS, _ENTRIES = 30, 60


def feed_of(club: Club) -> bytes:
    """The feed, in the language of the request. About ten queries, whatever is in it."""
    page = _address(reverse("clubs:club", args=[club.slug]))
    feed = feedgenerator.Atom1Feed(
        title=club.name,
        link=page,
        description=_("Events, results and news"),
        language=get_language(),
        feed_url=_address(reverse("tournaments:club_feed", args=[club.slug])),
        feed_guid=_number(f"club-{club.pk}"),
    )
    public = Event.objects.filter(visible_events(AnonymousUser()), club=club)
    events = list(public.select_related("club").order_by("-starts_on", "-pk")[:_EVENTS])
    entries = [*_announced(events), *_rounds(events), *_results(events), *_news(events)]
    for at, number, title, link, text in sorted(entries, key=lambda entry: entry[:2], reverse=True)[:_ENTRIES]:
        feed.add_item(
            title=title, link=_address(link), description=text, pubdate=at, updateddate=at, unique_id=_number(number)
        )
    return feed.writeString("utf-8").encode()


#: When, its number, title, the path of its page, text.
_Entry = tuple[datetime, str, str, str, str]


def _announced(events: list[Event]) -> list[_Entry]:
    return [
        (
            event.created_at,
            f"event-{event.pk}",
            event.name,
            _page(event),
            " · ".join(filter(None, _when_and_where(event))),
        )
        for event in events
    ]


def _when_and_where(event: Event) -> tuple[str, str]:
    return date_format(event.starts_on, "DATE_FORMAT"), event.place or event.club.place


def _rounds(events: list[Event]) -> list[_Entry]:
    """Published rounds; a round that is published again is the same entry, updated."""
    rows = Round.objects.filter(division__event__in=events, published_at__isnull=False).exclude(state=Round.State.DRAFT)
    return [
        (
            round_.published_at,
            f"round-{round_.division_id}-{round_.number}",
            _("%(event)s: round %(number)d of %(division)s is published")
            % {"event": round_.division.event.name, "number": round_.number, "division": round_.division.name},
            reverse("tournaments:round", args=[round_.division.event.slug, round_.division.slug, round_.number]),
            "",
        )
        for round_ in rows.select_related("division__event").order_by("-published_at")[:_ENTRIES]
        if round_.published_at is not None
    ]


def _results(events: list[Event]) -> list[_Entry]:
    """Finished events with their winners, at the time at which they were finished."""
    finished = [event for event in events if event.state == Event.State.FINISHED]
    ids = [str(event.pk) for event in finished]
    log = ActionLog.objects.filter(verb="event.finished", target_type="tournaments.event", target_id__in=ids)
    ended = dict(log.values_list("target_id").annotate(at=Max("created_at")).order_by())
    winners = winners_of(finished)
    return [
        (
            ended.get(str(event.pk)) or datetime.combine(event.starts_on, time(), event.zone),
            f"result-{event.pk}",
            _("%(event)s: final results") % {"event": event.name},
            _page(event),
            listed(f"{division.name}: {name}" for division, name in winners.get(event.pk, [])),
        )
        for event in finished
    ]


def _news(events: list[Event]) -> list[_Entry]:
    rows = News.objects.filter(event__in=events).select_related("event").order_by("-pk")[:_ENTRIES]
    return [
        (
            news.created_at,
            f"news-{news.pk}",
            f"{news.event.name}: {Truncator(news.text).chars(80)}",
            f"{_page(news.event)}#news",
            news.text,
        )
        for news in rows
    ]


def _page(event: Event) -> str:
    return reverse("tournaments:event", args=[event.slug])


def _number(of: str) -> str:
    """A number that never changes, though an address may (RFC 4151)."""
    return f"tag:{urlsplit(settings.SITE_URL).hostname or 'wordhall.invalid'},2026:{of}"


def _address(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"
