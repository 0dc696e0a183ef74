"""Rows of requests: how often something was tried lately, and answers that a repeated request gets again. All processes share them."""

from django.db import models
from django.utils import timezone


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


class KeptAnswer(models.Model):
    """What a request was answered that came with an idempotency key, for a day: sent again, it gets the same answer.

    ``mark`` is an HMAC of who sent which key, ``sent`` the hash of what was sent. The answer is encrypted with that key, which the row
    does not have: it may hold a secret.
    """

    mark = models.CharField(max_length=64, primary_key=True)
    sent = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True, help_text="Null while the request is being answered.")
    answer = models.BinaryField(default=b"")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status__isnull=True) | models.Q(status__gte=200, status__lt=300),
                name="kept_answer_is_a_success",
            )
        ]

    def __str__(self) -> str:
        return f"answer {self.mark[:8]}"
