"""A club's own word list on its way from the browser into force."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import one_of
from lexicon.models.dictionaries import Lexicon, LexiconVersion, Visibility, done_has_version


class Upload(models.Model):
    """One list as sent, the report of the dry run, and its state. The bytes are stored beside the compiled lists.

    ``base``: an edition to start from instead of a file. ``extra`` and ``blocked``: words to add and remove. ``define``:
    keep what follows the words as their definitions.
    """

    class State(models.TextChoices):
        RECEIVED = "received", _("checking")
        CHECKED = "checked", _("checked")
        COMPILING = "compiling", _("compiling")
        DONE = "done", _("in force")
        FAILED = "failed", _("rejected")
        DISCARDED = "discarded", _("discarded")

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="lexicon_uploads")
    lexicon = models.ForeignKey(Lexicon, null=True, blank=True, on_delete=models.PROTECT, related_name="uploads")
    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=10)
    label = models.CharField(_("edition"), max_length=60)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.CLUB)
    is_official = models.BooleanField(default=False)
    valid_from = models.DateField(null=True, blank=True)
    valid_to = models.DateField(null=True, blank=True)
    encoding = models.CharField(max_length=20, blank=True)
    base = models.ForeignKey(LexiconVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    extra = models.TextField(blank=True)
    blocked = models.TextField(blank=True)
    define = models.BooleanField(default=False)
    file_name = models.CharField(max_length=200, blank=True)
    size = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.RECEIVED)
    progress = models.PositiveSmallIntegerField(default=0)
    report = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    #: Of two uploads with the same words the second may have brought the definitions.
    version = models.ForeignKey(LexiconVersion, null=True, on_delete=models.PROTECT, related_name="uploads")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            one_of(
                "lexiconupload_known_state",
                "state",
                ["received", "checked", "compiling", "done", "failed", "discarded"],
            ),
            done_has_version("lexiconupload_done_has_version"),
            one_of("lexiconupload_is_the_clubs", "visibility", ["club", "private"]),
            models.CheckConstraint(
                condition=Q(valid_from__isnull=True) | Q(valid_to__isnull=True) | Q(valid_to__gte=F("valid_from")),
                name="lexiconupload_dates_in_order",
            ),
            models.CheckConstraint(condition=Q(progress__lte=100), name="lexiconupload_progress_in_range"),
            models.CheckConstraint(condition=~Q(state="failed") | ~Q(error=""), name="lexiconupload_failure_explained"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.label})"

    @property
    def is_busy(self) -> bool:
        """Whether a worker has something left to do."""
        return self.state in {self.State.RECEIVED, self.State.COMPILING}
