"""The way to a webhook: through its club."""

from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.access import Path
from clubs.models import Club
from webhooks.models import Webhook


@dataclass(frozen=True)
class WebhookPath(Path[Webhook]):
    """A webhook of a club."""

    slug: str
    webhook: int

    def rows(self) -> QuerySet[Webhook]:
        """See ``Path``."""
        return Webhook.objects.select_related("club").filter(club__slug=self.slug, pk=self.webhook)

    def club(self, subject: Webhook) -> Club:
        """See ``Path``."""
        return subject.club
