"""Game records as they came in, with the engine's findings."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.constraints import one_of
from games.registry import GAMES

MAX_RECORD_BYTES = 128 * 1024
#: What records of all games are written in.
FORMATS = [name for game in GAMES.values() for name in game.formats]


class GameRecord(models.Model):
    """One submitted record: the original bytes, kept for good, and the engine's reading of them.

    ``summary`` is the check without its findings (players, final scores, turns for the replay viewer);
    ``findings`` the list of findings. Both can be made again from ``original`` by the named engine version.
    """

    class Verdict(models.TextChoices):
        OK = "ok"
        NOTE = "note"
        DISCREPANCY = "discrepancy"
        ERROR = "error"

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    original = models.BinaryField(max_length=MAX_RECORD_BYTES)
    sha256 = models.CharField(max_length=64, db_index=True)
    format = models.CharField(max_length=12, choices=[(name, name.capitalize()) for name in FORMATS])
    rules_slug = models.SlugField(max_length=40)
    rule_options = models.JSONField(default=dict)
    lexicon_version = models.ForeignKey("lexicon.LexiconVersion", null=True, on_delete=models.PROTECT, related_name="+")
    engine_version = models.CharField(max_length=20)
    verdict = models.CharField(max_length=12, choices=Verdict.choices)
    summary = models.JSONField()
    findings = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            one_of("record_known_verdict", "verdict", ["ok", "note", "discrepancy", "error"]),
            one_of("record_known_format", "format", FORMATS),
        ]

    def __str__(self) -> str:
        return f"record {self.uuid} ({self.verdict})"


class RecordAnalysis(models.Model):
    """A record turn by turn beside the best moves, in the form that its game makes; derived, so it can be made again.

    ``lexicon_version`` is the edition that the best moves come from, ``analysis_version`` the program that looked for them.
    """

    record = models.OneToOneField(GameRecord, on_delete=models.CASCADE, primary_key=True, related_name="analysis")
    lexicon_version = models.ForeignKey("lexicon.LexiconVersion", on_delete=models.CASCADE, related_name="+")
    analysis_version = models.CharField(max_length=20)
    turns = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "record analyses"

    def __str__(self) -> str:
        return f"analysis of {self.record_id}"
