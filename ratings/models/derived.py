"""What a recompute computes from the ledger, replaced as a whole by the next one."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from clubs.models import Player
from core.constraints import in_range
from ratings.engine.types import Rating
from ratings.models.ledger import RatedEvent
from ratings.models.pools import RatingPool


class RatingRun(models.Model):
    """One recompute that was published: what it read and by which rules.  Its changes appear with it or not at all."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="runs")
    ledger_version = models.PositiveBigIntegerField()
    replayed_from = models.DateField(null=True)
    system = models.CharField(max_length=20)
    params = models.JSONField(default=dict)
    engine_version = models.CharField(max_length=20)
    events = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    seconds = models.FloatField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pool_id}: ledger {self.ledger_version}"


class RatingChange(models.Model):
    """What one event did to one player, with the whole working in ``detail`` (``ratings.engine.detail``).

    ``half_wins`` counts a win 2 and a tie 1.  ``old_rating`` is None for a newcomer.  ``state`` is the system's own vector
    after the event (``ratings.engine.types.Rating``), exact to the last bit: a recompute can start from it.
    """

    run = models.ForeignKey(RatingRun, on_delete=models.PROTECT, related_name="changes")
    event = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="changes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_changes")
    old_rating = models.SmallIntegerField(null=True)
    new_rating = models.SmallIntegerField()
    old_games = models.PositiveIntegerField(null=True)
    new_games = models.PositiveIntegerField(null=True)
    games = models.PositiveSmallIntegerField()
    half_wins = models.PositiveSmallIntegerField()
    expected = models.FloatField()
    spread = models.IntegerField()
    old_deviation = models.FloatField(null=True)
    new_deviation = models.FloatField(null=True)
    state = models.JSONField(default=list)
    detail = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="rating_change_once_per_event"),
            models.CheckConstraint(condition=Q(games__gte=1), name="rating_change_has_games"),
            models.CheckConstraint(condition=Q(half_wins__lte=F("games") * 2), name="rating_change_wins_within_games"),
            in_range("rating_change_expected_within_games", "expected", 0, F("games")),
            models.CheckConstraint(
                condition=Q(new_deviation__gte=0) & (Q(old_deviation__isnull=True) | Q(old_deviation__gte=0))
                | Q(new_deviation__isnull=True, old_deviation__isnull=True),
                name="rating_change_deviation_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.old_rating} → {self.new_rating}"

    @property
    def wins(self) -> float:
        """Wins, a tie counting one half."""
        return self.half_wins / 2

    def to_engine(self, last: date | None = None) -> Rating:
        """The rating after the event as systems take it."""
        return Rating(self.new_rating, self.new_games, self.new_deviation, tuple(self.state), last)

    @property
    def points(self) -> int | None:
        """The change; None for a newcomer."""
        return None if self.old_rating is None else self.new_rating - self.old_rating


class PlayerRating(models.Model):
    """A line of the rating list.

    ``rating`` is official (None: no final event yet); ``live_rating`` adds the open events on top (None: there are none).
    ``provisional``: by the pool's own system, also while there is no rating; such players have no rank.
    ``career_games`` is None when the starting rating did not say; ``pool_games`` counts the final games rated here.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    rating = models.SmallIntegerField(null=True)
    career_games = models.PositiveIntegerField(null=True)
    pool_games = models.PositiveIntegerField(default=0)
    last_event = models.ForeignKey(RatedEvent, null=True, on_delete=models.PROTECT, related_name="+")
    deviation = models.FloatField(null=True)
    state = models.JSONField(default=list)
    provisional = models.BooleanField(default=False)
    live_rating = models.SmallIntegerField(null=True)
    live_event = models.ForeignKey(RatedEvent, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="player_rating_once_per_pool"),
            models.CheckConstraint(
                condition=Q(rating__isnull=False) | Q(live_rating__isnull=False), name="player_rating_says_something"
            ),
            models.CheckConstraint(
                condition=Q(live_rating__isnull=True, live_event__isnull=True)
                | Q(live_rating__isnull=False, live_event__isnull=False),
                name="player_rating_live_has_event",
            ),
        ]
        indexes = [models.Index(fields=["pool", "provisional", "-rating"], name="player_rating_list_order")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"

    def to_engine(self) -> Rating:
        """The official rating as systems take it; reads ``last_event``."""
        last = self.last_event.date if self.last_event else None
        return Rating(self.rating, self.career_games, self.deviation, tuple(self.state), last)


class LinkBook(models.Model):
    """What a system with links believes of all players of a pool after the final events up to ``day``.

    ``day`` None: of the players of open events, after these too.  ``swept``: when it last looked who has been absent for long.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="link_books")
    day = models.DateField(null=True)
    swept = models.DateField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "day"], name="link_book_once_per_day"),
            models.UniqueConstraint(fields=["pool"], condition=Q(day=None), name="link_book_one_live"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}: {self.day or 'live'}"


class LinkLine(models.Model):
    """A line of a book, exact to the last bit (``ratings.engine.linked.BookLine``)."""

    book = models.ForeignKey(LinkBook, on_delete=models.CASCADE, related_name="lines")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    place = models.PositiveIntegerField(null=True)
    own = models.JSONField()
    links = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["book", "player"], name="link_line_once_per_player"),
            models.UniqueConstraint(fields=["book", "place"], name="link_line_once_per_place"),
        ]

    def __str__(self) -> str:
        return f"{self.book_id}: {self.player_id}"
