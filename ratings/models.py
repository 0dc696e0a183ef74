"""Rating pools, their ledger of facts, and what is derived from it.

Facts: ``RatedEvent``, ``RatedResult`` (append-only) and ``OpeningRating``.  Derived, and replaced as a whole by each
recompute: ``RatingRun``, ``RatingChange`` and ``PlayerRating``.  ``RatingPool.ledger_version`` grows with every fact;
``computed_version`` says up to which of them the derived rows are right.
"""

from __future__ import annotations

from typing import NoReturn, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from ratings.engine.registry import DEFAULT
from ratings.labels import system_choices

MAX_SCORE = 5000
MIN_SCORE = -1000
MAX_ROUNDS = 1000
MAX_RATING = 9999


class RatingPool(models.Model):
    """Ratings that are comparable: one game, one dictionary family, one setting.

    ``club`` is None for a pool of the whole site.

    ``dirty_from``: events of this date and later must be replayed; None when nothing waits.
    """

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="rating_pools")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    system = models.CharField(_("rating system"), max_length=20, choices=system_choices, default=DEFAULT)
    params = models.JSONField(_("changed parameters"), default=dict, blank=True)
    ledger_version = models.PositiveBigIntegerField(default=0, editable=False)
    computed_version = models.PositiveBigIntegerField(default=0, editable=False)
    dirty_from = models.DateField(null=True, blank=True, editable=False)
    current_run = models.OneToOneField(
        "RatingRun", null=True, blank=True, editable=False, on_delete=models.PROTECT, related_name="current_of"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="rating_pool_has_name"),
            # Which presets there are is the program's business; creating a pool asks the registry.
            models.CheckConstraint(condition=~Q(system=""), name="rating_pool_names_system"),
            models.CheckConstraint(
                condition=Q(computed_version__lte=F("ledger_version")), name="rating_pool_not_ahead_of_ledger"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RatedEvent(models.Model):
    """An event or division as the ledger knows it.  ``rounds`` is the configured number: it decides the splits.

    Only a ``final`` event counts for the official list; an open one feeds live estimates.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="events")
    key = models.CharField(max_length=80)
    name = models.CharField(_("name"), max_length=200)
    date = models.DateField(_("date"))
    rounds = models.PositiveSmallIntegerField(_("configured rounds"))
    final = models.BooleanField(_("final"), default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["date", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "key"], name="rated_event_key_once_per_pool"),
            models.CheckConstraint(condition=~Q(key="") & ~Q(name=""), name="rated_event_has_key_and_name"),
            models.CheckConstraint(
                condition=Q(rounds__gte=1, rounds__lte=MAX_ROUNDS), name="rated_event_rounds_in_bounds"
            ),
        ]
        indexes = [models.Index(fields=["pool", "date", "id"], name="rated_event_replay_order")]

    def __str__(self) -> str:
        return self.name


class AppendOnlyError(TypeError):
    """Code tried to change or delete a row of the ledger: our mistake, never the user's."""


class LedgerQuerySet(models.QuerySet["RatedResult"]):
    """Rows of the ledger can be read and added."""

    def live(self) -> Self:
        """Results that nobody voided."""
        return self.filter(kind=RatedResult.Kind.RESULT, voided_by=None)

    def update(self, **_kwargs: object) -> NoReturn:
        """Refused."""
        raise AppendOnlyError("the ledger is append-only: void the result and record it again")

    def bulk_update(self, *_args: object, **_kwargs: object) -> NoReturn:
        """Refused."""
        raise AppendOnlyError("the ledger is append-only: void the result and record it again")

    def delete(self) -> NoReturn:
        """Refused."""
        raise AppendOnlyError("the ledger is append-only: void the result instead of deleting it")


class RatedResult(models.Model):
    """One row of the ledger: a game that was played, or the voiding of an earlier row.

    The state of a game is its row with the highest ``revision``: odd revisions are results, even ones void the result
    before them.  As (event, game_key, revision) is unique, a game never has two live results, and of two people who
    correct it at once one is told so by the database.  ``player`` moved first if ``first_known``.
    """

    class Kind(models.TextChoices):
        """What a row says."""

        RESULT = "result", _("result")
        VOID = "void", _("voided")

    event = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="results")
    game_key = models.CharField(max_length=80)
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices)
    round = models.PositiveSmallIntegerField(null=True)
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    opponent = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    player_score = models.SmallIntegerField(null=True)
    opponent_score = models.SmallIntegerField(null=True)
    first_known = models.BooleanField(default=True)
    voids = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="voided_by")
    source = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        ordering = ["event", "game_key", "revision"]
        base_manager_name = "objects"
        constraints = [
            models.UniqueConstraint(fields=["event", "game_key", "revision"], name="rated_result_one_row_per_revision"),
            models.CheckConstraint(
                condition=~Q(game_key="") & Q(revision__gte=1), name="rated_result_has_key_and_revision"
            ),
            models.CheckConstraint(
                condition=Q(
                    kind="result",
                    voids__isnull=True,
                    round__isnull=False,
                    player__isnull=False,
                    opponent__isnull=False,
                    player_score__isnull=False,
                    opponent_score__isnull=False,
                )
                | Q(
                    ~Q(reason=""),
                    kind="void",
                    voids__isnull=False,
                    round__isnull=True,
                    player__isnull=True,
                    opponent__isnull=True,
                    player_score__isnull=True,
                    opponent_score__isnull=True,
                ),
                name="rated_result_is_game_or_void",
            ),
            models.CheckConstraint(condition=~Q(player=F("opponent")), name="rated_result_two_players"),
            models.CheckConstraint(
                condition=Q(round__gte=1, round__lte=MAX_ROUNDS), name="rated_result_round_in_bounds"
            ),
            models.CheckConstraint(
                condition=Q(
                    player_score__gte=MIN_SCORE,
                    player_score__lte=MAX_SCORE,
                    opponent_score__gte=MIN_SCORE,
                    opponent_score__lte=MAX_SCORE,
                ),
                name="rated_result_scores_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(revision=F("revision") / 2 * 2, kind="void")
                | (~Q(revision=F("revision") / 2 * 2) & Q(kind="result")),
                name="rated_result_void_after_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_key}.{self.revision} {self.kind}"

    def save(self, *_args: object, **_kwargs: object) -> None:
        """Add the row; an existing one cannot be changed."""
        if not self._state.adding:
            raise AppendOnlyError("the ledger is append-only: void the result and record it again")
        super().save(force_insert=True)

    def delete(self, *_args: object, **_kwargs: object) -> NoReturn:
        """Refused."""
        raise AppendOnlyError("the ledger is append-only: void the result instead of deleting it")


class OpeningRating(models.Model):
    """The rating a player brought into the pool, from an official list; ``games`` is None when unknown."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="openings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rating = models.PositiveSmallIntegerField(_("rating"))
    games = models.PositiveIntegerField(_("career games"), null=True, blank=True)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="opening_rating_once_per_player"),
            models.CheckConstraint(condition=Q(rating__gte=1, rating__lte=MAX_RATING), name="opening_rating_in_bounds"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"


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
    after the event (``ratings.engine.types.Rating``), exact to the last bit: a replay can start from it.
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
            models.CheckConstraint(
                condition=Q(expected__gte=0, expected__lte=F("games")), name="rating_change_expected_within_games"
            ),
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

    @property
    def points(self) -> int | None:
        """The change; None for a newcomer."""
        return None if self.old_rating is None else self.new_rating - self.old_rating


class PlayerRating(models.Model):
    """A line of the rating list.

    ``rating`` is official (None: no final event yet); ``live_rating`` adds the open events on top (None: there are none).
    ``career_games`` is None when the opening rating did not say; ``pool_games`` counts the final games rated here.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    rating = models.SmallIntegerField(null=True)
    career_games = models.PositiveIntegerField(null=True)
    pool_games = models.PositiveIntegerField(default=0)
    last_event = models.ForeignKey(RatedEvent, null=True, on_delete=models.PROTECT, related_name="+")
    deviation = models.FloatField(null=True)
    state = models.JSONField(default=list)
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
        indexes = [models.Index(fields=["pool", "-rating"], name="player_rating_list_order")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"


# Kept in a file of their own; Django looks for models here.
from ratings.models_official import OfficialList, OfficialRating, PlayerMerge  # noqa: E402

__all__ = [
    "MAX_RATING",
    "MAX_ROUNDS",
    "MAX_SCORE",
    "MIN_SCORE",
    "AppendOnlyError",
    "OfficialList",
    "OfficialRating",
    "OpeningRating",
    "PlayerMerge",
    "PlayerRating",
    "RatedEvent",
    "RatedResult",
    "RatingChange",
    "RatingPool",
    "RatingRun",
]
