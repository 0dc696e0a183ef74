"""Reads of webhooks."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from clubs.models import Club
from webhooks.kinds import TOPICS, Topic
from webhooks.models import Webhook, WebhookDelivery


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """A webhook in its club's list. ``paused``: why nothing is sent, "" while it is; ``needs_secret``: it has to get a new one."""

    id: int
    name: str
    address: str
    topics: tuple[str, ...]
    paused: str
    paused_words: str
    failures: int
    needs_secret: bool
    created_at: datetime

    @property
    def topic_words(self) -> list[str]:
        """What it is told, in the order in which it is offered."""
        return [str(words) for topic, words in TOPICS.items() if topic in self.topics]


def line_of(webhook: Webhook) -> WebhookLine:
    """The line of one webhook. One query, none if its topics are loaded."""
    topics = {row.topic for row in webhook.topics.all()}
    return WebhookLine(
        id=webhook.pk,
        name=webhook.name,
        address=webhook.address,
        topics=tuple(topic.value for topic in TOPICS if topic in topics),
        paused=webhook.paused_why,
        paused_words=webhook.get_paused_why_display() if webhook.paused_why else "",
        failures=webhook.failures,
        needs_secret=webhook.secret is None,
        created_at=webhook.created_at,
    )


def webhooks_of(club: Club) -> list[WebhookLine]:
    """The club's webhooks in the order in which they were entered. Two queries."""
    return [line_of(webhook) for webhook in Webhook.objects.filter(club=club).prefetch_related("topics")]


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """What was sent to it or waits, newest first."""
    return WebhookDelivery.objects.filter(webhook=webhook).order_by("-pk")


def asking(club: int, topic: Topic) -> QuerySet[Webhook]:
    """The webhooks of a club (id) that are told of this now."""
    return Webhook.objects.filter(club=club, paused_at=None, topics__topic=topic)
