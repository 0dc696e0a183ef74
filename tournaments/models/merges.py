"""Two scoresheets of one game made into one record, line by line."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from core.constraints import one_of
from tournaments.models.results import SIDES, Submission
from tournaments.models.rounds import Pairing


class SheetMerge(models.Model):
    """A line accepted: a fact that is only added. The latest row of two reports that count is where their merging stands.

    ``choices``: by number of the line the sheet that counts there, 0 (``first``) or 1 (``second``). ``record``: the merged record,
    once no line is undecided. ``side``: who accepted the line.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="merges")
    first = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="+")
    choices = models.JSONField(default=dict)
    undecided = models.PositiveSmallIntegerField()
    record = models.ForeignKey("games.GameRecord", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    side = models.CharField(max_length=10, choices=SIDES)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="merge_of_two_reports"),
            models.CheckConstraint(
                condition=Q(undecided=0, record__isnull=False) | Q(undecided__gt=0, record__isnull=True),
                name="merge_has_record_when_decided",
            ),
            one_of("merge_known_side", "side", [side for side, _label in SIDES]),
        ]

    def __str__(self) -> str:
        return f"merge of reports {self.first_id} and {self.second_id}"
