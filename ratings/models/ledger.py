"""The ledger: what was played, and the starting ratings of players."""

from __future__ import annotations

from typing import NoReturn, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from core.constraints import in_range
from core.errors import AppendOnlyError
from ratings.engine.types import MAX_SEATS
from ratings.models.pools import RatingPool

MAX_SCORE = 5000
MIN_SCORE = -1500
MAX_ROUNDS = 1000
MAX_RATING = 9999


class RatedEvent(models.Model):
    """An event or division as the ledger knows it.  ``rounds`` is the configured number: it decides the splits.

    Only a ``final`` event counts for the official list; an open one feeds live estimates.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="events")
    key = models.CharField(max_length=80)
    name = models.CharField(_("name"), max_length=200)
    date = models.DateField(_("date"))
    rounds = models.PositiveSmallIntegerField(_("planned rounds"))
    final = models.BooleanField(_("final"), default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["date", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "key"], name="rated_event_key_once_per_pool"),
            models.CheckConstraint(condition=~Q(key="") & ~Q(name=""), name="rated_event_has_key_and_name"),
            in_range("rated_event_rounds_in_bounds", "rounds", 1, MAX_ROUNDS),
        ]
        indexes = [models.Index(fields=["pool", "date", "id"], name="rated_event_replay_order")]

    def __str__(self) -> str:
        return self.name


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


#: Who won equal scores; empty: a tie, or the scores decide.
TIE_WON_BY = [("player", _("player")), ("opponent", _("opponent"))]


#: What a row says of its game; a void says nothing of it.
_OF_GAME = ("round", "player", "opponent", "player_score", "opponent_score")


def _with_game(*conditions: Q, there: bool, **more: object) -> Q:
    """That a row says everything of its game, or nothing."""
    return Q(*conditions, **more, **{f"{name}__isnull": not there for name in _OF_GAME})


class RatedResult(models.Model):
    """One row of the ledger: a game that was played, or the voiding of an earlier row.

    The state of a game is its row with the highest ``revision``: odd revisions are results, even ones void the result
    before them.  As (event, game_key, revision) is unique, a game never has two live results, and when two people
    correct it at once the database refuses one of them.  ``player`` moved first if ``first_known``.

    ``seats``: how many sat at the table.  A table of more than two is a row for each pair (``record_table``).
    ``tie_won_by``: who won equal scores by the rules of the game.
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
    seats = models.PositiveSmallIntegerField(default=2)
    tie_won_by = models.CharField(max_length=8, blank=True, default="", choices=TIE_WON_BY)
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
                condition=_with_game(there=True, kind="result", voids__isnull=True)
                | _with_game(~Q(reason=""), there=False, kind="void", voids__isnull=False),
                name="rated_result_is_game_or_void",
            ),
            in_range("rated_result_seats_in_bounds", "seats", 2, MAX_SEATS),
            models.CheckConstraint(condition=~Q(player=F("opponent")), name="rated_result_two_players"),
            models.CheckConstraint(
                condition=Q(tie_won_by="")
                | Q(tie_won_by__in=["player", "opponent"], kind="result", player_score=F("opponent_score")),
                name="rated_result_tie_won_at_equal_scores",
            ),
            in_range("rated_result_round_in_bounds", "round", 1, MAX_ROUNDS),
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
    """The rating a player had before the first event in the pool, from an official list; ``games`` is None when unknown.

    ``rating`` None: never rated, and it is known that these are all the career games (often 0), which decides K from the
    second part of a long first event on.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="openings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    games = models.PositiveIntegerField(_("career games"), null=True, blank=True)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="opening_rating_once_per_player"),
            in_range("opening_rating_in_bounds", "rating", 1, MAX_RATING),
            models.CheckConstraint(
                condition=Q(rating__isnull=False) | Q(games__isnull=False), name="opening_rating_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"
