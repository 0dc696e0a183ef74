"""An event for search engines: schema.org's Event as JSON-LD, with what everybody may find on its page.

A ``<script type="application/ld+json">`` is data: no browser runs it, and the content security policy does not speak of it.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.models import Event
from tournaments.queries.schedule import ScheduleLine

#: What could end the element or begin another one, as JSON writes it otherwise.
_ESCAPES: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def event_data(event: Event, schedule: Sequence[ScheduleLine]) -> SafeString:
    """The JSON of the event, safe inside a script element. ``event.club`` is loaded; no query."""
    site = settings.SITE_URL.rstrip("/")
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": event.name,
        "url": site + reverse("tournaments:event", args=[event.slug]),
        "startDate": _start(event, schedule),
        "endDate": _end(event, schedule),
        "eventStatus": "https://schema.org/EventScheduled",
        "organizer": {
            "@type": "Organization",
            "name": event.club.name,
            "url": site + reverse("clubs:club", args=[event.club.slug]),
        },
    }
    if place := event.place or event.club.place:
        data["eventAttendanceMode"] = "https://schema.org/OfflineEventAttendanceMode"
        data["location"] = {"@type": "Place", "name": place, "address": place}
        if event.map_url:
            data["location"]["hasMap"] = event.map_url
    # the escapes leave nothing of HTML in it
    return SafeString(json.dumps(data, ensure_ascii=False).translate(_ESCAPES))


def _start(event: Event, schedule: Sequence[ScheduleLine]) -> str:
    return min((line.planned for line in schedule), default=event.starts_on).isoformat()


def _end(event: Event, schedule: Sequence[ScheduleLine]) -> str:
    """When its schedule ends; without one its day."""
    return max((line.ends_at for line in schedule), default=event.starts_on).isoformat()
