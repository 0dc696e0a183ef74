"""How often something was tried lately: rows, so that all processes count together and a restart forgets nothing."""

from django.db import models


class Tally(models.Model):
    """Tries under one rate by one key, user or network in the period that is going on."""

    key = models.CharField(
        max_length=64, primary_key=True, help_text="HMAC of the rate and who tried: nobody can be read from it."
    )
    tries = models.PositiveIntegerField()
    ends_ms = models.BigIntegerField(db_index=True, help_text="When the period ends, in milliseconds since 1970.")

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.CheckConstraint(condition=models.Q(tries__gte=0), name="tally_not_negative")]

    def __str__(self) -> str:
        return f"{self.tries} by {self.key[:8]}"
