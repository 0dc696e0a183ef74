"""What the pairing of a round has to respect: absences, players kept apart, locked pairs."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.constraints import filled, in_range, one_of
from tournaments.models.events import Division, Entry
from tournaments.settings.choices import MAX_ROUNDS


class Absence(models.Model):
    """A player misses one round, as announced. ``kind``: what the round counts."""

    class Kind(models.TextChoices):
        BYE = "bye", _("a bye")
        ABSENT = "absent", _("nothing")
        FORFEIT = "forfeit", _("a forfeit")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("counts as"), max_length=10, choices=Kind.choices)

    class Meta:
        ordering = ["entry", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once_per_round"),
            in_range("absence_round_in_range", "round_number", 1, MAX_ROUNDS),
            one_of("absence_known_kind", "kind", ["bye", "absent", "forfeit"]),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round_number}: {self.kind}"


class PairBlock(models.Model):
    """Two players who must not be paired with each other, with the reason. ``low`` is the one entered first.

    ``weak``: only if the alternative is not a repeat. ``until``: the last such round (None: always).
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="blocks")
    low = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    high = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=200)
    weak = models.BooleanField(_("if possible"), default=False)
    until = models.PositiveSmallIntegerField(_("up to round"), null=True, blank=True)

    class Meta:
        ordering = ["division", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="pair_block_once"),
            in_range("pair_block_until_in_range", "until", 1, MAX_ROUNDS, or_null=True),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="pair_block_two_players_in_order"),
            filled("pair_block_has_reason", "reason"),
        ]

    def __str__(self) -> str:
        return f"{self.low_id} × {self.high_id}"


class PairLock(models.Model):
    """Two players whom the director has paired for a round; the others are paired around them. ``first`` plays first.

    Without ``second``: the director has given ``first`` the bye.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="locks")
    round_number = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["division", "round_number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round_number", "first"], name="pair_lock_first_once_per_round"),
            models.UniqueConstraint(fields=["round_number", "second"], name="pair_lock_second_once_per_round"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="pair_lock_two_players"),
            in_range("pair_lock_round_in_range", "round_number", 1, MAX_ROUNDS),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} – {self.second_id or 'bye'}, {self.round_number}"
