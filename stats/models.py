"""What statistics keep: the figures of each game record."""

from django.db import models

from games.models import GameRecord


class RecordFigures(models.Model):
    """What a game record says of its players, by seats: ``games.engine.figures.PlayerFigures``. Made again from the record."""

    record = models.OneToOneField(GameRecord, on_delete=models.CASCADE, primary_key=True, related_name="figures")
    seats = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "record figures"

    def __str__(self) -> str:
        return f"figures of {self.record_id}"
