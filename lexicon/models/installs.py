"""A free dictionary on its way from its package into force."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import one_of
from lexicon.models.dictionaries import LexiconVersion, done_has_version

#: Without a sign of life for this long, the work may be asked for again.
STALLED_AFTER = timedelta(minutes=15)


class Installation(models.Model):
    """One free list that somebody asked for: how far it is, and what became of it. ``slug``: of the list."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        FETCHING = "fetching", _("downloading")
        BUILDING = "building", _("reading the words")
        COMPILING = "compiling", _("compiling")
        INDEXING = "indexing", _("indexing")
        DONE = "done", _("installed")
        FAILED = "failed", _("not installed")

    slug = models.SlugField(max_length=60)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    version = models.ForeignKey(LexiconVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            one_of(
                "installation_known_state",
                "state",
                ["waiting", "fetching", "building", "compiling", "indexing", "done", "failed"],
            ),
            done_has_version("installation_done_has_version"),
            models.CheckConstraint(condition=Q(progress__lte=100), name="installation_progress_in_range"),
            models.CheckConstraint(condition=~Q(state="failed") | ~Q(error=""), name="installation_failure_explained"),
            models.UniqueConstraint(
                fields=["slug"], condition=~Q(state__in=["done", "failed"]), name="installation_once_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug}: {self.get_state_display()}"

    @property
    def is_busy(self) -> bool:
        """Whether a worker has still something to do."""
        return self.state not in {self.State.DONE, self.State.FAILED}

    @property
    def has_stalled(self) -> bool:
        """Whether nothing was heard of the work for so long that it may be asked for again."""
        return self.is_busy and timezone.now() - self.seen_at > STALLED_AFTER
