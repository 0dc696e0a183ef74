"""What a webhook can be told, said once: forms, API, database and documents follow.

The names are those of the ``type`` in a delivery's body; a program reads them, so that they never change.
"""

from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


class Topic(StrEnum):
    """A kind of fact that a webhook can be told."""

    ROUND_PUBLISHED = "round.published"
    ROUND_CHANGED = "round.changed"
    ROUND_UNPUBLISHED = "round.unpublished"
    RESULT_CONFIRMED = "result.confirmed"
    RESULT_CORRECTED = "result.corrected"
    EVENT_FINISHED = "event.finished"
    EVENT_REOPENED = "event.reopened"
    NEWS_POSTED = "news.posted"
    RATINGS_UPDATED = "ratings.updated"
    LIST_PUBLISHED = "ratings.list_published"


#: The topics as they are offered, in order.
TOPICS: Final[dict[Topic, Words]] = {
    Topic.ROUND_PUBLISHED: _("a round is published"),
    Topic.ROUND_CHANGED: _("pairings of a published round change"),
    Topic.ROUND_UNPUBLISHED: _("a round is unpublished"),
    Topic.RESULT_CONFIRMED: _("a result is confirmed"),
    Topic.RESULT_CORRECTED: _("a confirmed result is corrected"),
    Topic.EVENT_FINISHED: _("an event is finished"),
    Topic.EVENT_REOPENED: _("an event is reopened"),
    Topic.NEWS_POSTED: _("event news is posted"),
    Topic.RATINGS_UPDATED: _("ratings are updated"),
    Topic.LIST_PUBLISHED: _("a rating list is published"),
}
#: What “Send a test” sends, whatever the webhook asked for.
TEST: Final = "test"


def topic_choices() -> list[tuple[str, Words]]:
    """Each topic with its words, for forms and models."""
    return [(topic.value, words) for topic, words in TOPICS.items()]
