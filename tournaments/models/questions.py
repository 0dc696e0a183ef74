"""Contradictions about a game that wait for somebody to settle them."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import filled
from tournaments.models.results import ResultRuling, Submission
from tournaments.models.rounds import Pairing


class OpenQuestion(models.Model):
    """Two facts about a game that contradict each other, open until a ruling or a corrected report settles it.

    Derived from the facts like ``Result``: the same facts give the same questions. ``submission`` is the report that raises it,
    ``other`` the second report where two differ. ``finding``: what differs first, as the engine's finding.
    """

    class Settled(models.TextChoices):
        RULING = "ruling", _("by a ruling")
        CORRECTED = "corrected", _("by a corrected report")

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="questions")
    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="questions")
    other = models.ForeignKey(Submission, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    code = models.CharField(max_length=40)
    finding = models.JSONField()
    opened_at = models.DateTimeField(default=timezone.now)
    settled = models.CharField(max_length=10, choices=Settled.choices, blank=True, default="")
    settled_at = models.DateTimeField(null=True, blank=True)
    ruling = models.ForeignKey(ResultRuling, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pairing", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "code"], condition=Q(other__isnull=True), name="question_once_per_report"
            ),
            models.UniqueConstraint(
                fields=["submission", "other", "code"], condition=Q(other__isnull=False), name="question_once_per_two"
            ),
            filled("question_has_code", "code"),
            models.CheckConstraint(condition=~Q(other=models.F("submission")), name="question_of_two_reports"),
            models.CheckConstraint(
                condition=Q(settled="", settled_at__isnull=True, ruling__isnull=True)
                | Q(settled__in=["ruling", "corrected"], settled_at__isnull=False),
                name="question_settled_when_it_says_so",
            ),
            models.CheckConstraint(
                condition=Q(settled="ruling") | Q(ruling__isnull=True), name="question_ruling_settles_it"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} about {self.pairing_id}"
