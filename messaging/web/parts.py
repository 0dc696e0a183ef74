"""What other pages show of messages: the news of an event, the way to “Tell me”, the director's link."""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from messaging.queries import news_of, undelivered
from registration.models import RegistrationGroup
from tournaments.models import Entry, Event


def news_part(event: Event) -> str:
    """The news on the event's page. It is the same for every visitor at one version of the event, as the page is stored."""
    return render_to_string("messaging/_news.html", {"news": news_of(event), "zone": event.zone})


def own_part(entry: Entry, key: str) -> str:
    """The news and “Tell me” on a player's own page."""
    event = entry.division.event
    tell = reverse("tournaments:tell_player", args=[key]) if event.state != Event.State.FINISHED else ""
    return render_to_string("messaging/_own.html", {"news": news_of(event), "zone": event.zone, "tell": tell})


def registration_part(group: RegistrationGroup, key: str) -> str:
    """The same on the page of those who registered."""
    tell = reverse("tournaments:tell_registered", args=[key])
    context = {"news": news_of(group.event), "zone": group.event.zone, "tell": tell}
    return render_to_string("messaging/_own.html", context)


def desk_link(event: Event) -> tuple[str, str, int]:
    """Label, address, and how many messages could not be delivered."""
    return _("News and messages"), reverse("tournaments:news", args=[event.slug]), undelivered(event).count()
