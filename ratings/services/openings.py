"""The starting ratings of players in a pool, which count before their first events there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Player
from ratings.models import MAX_RATING, OpeningRating, PlayerMerge, RatedEvent, RatingPool
from ratings.services.ledger import LedgerError, lock_pool, mark_changed


@dataclass(frozen=True, slots=True)
class Opening:
    """A starting rating (whole points); ``games`` is None when their number is unknown.

    ``rating`` None, with ``games``: never rated, but the number of career games is known.
    """

    player: int
    rating: int | None
    games: int | None = None


def set_opening_ratings(
    *, pool: RatingPool, openings: Sequence[Opening], reason: str = "", actor: AbstractBaseUser | None = None
) -> None:
    """Set starting ratings; they count before the players' first events here.

    Raises LedgerError for a rating or a number of games out of bounds, or a player who comes twice; then nothing is set.
    """
    for opening in openings:
        if not _possible(opening):
            raise LedgerError(_("A starting rating is 1 to %(most)d, with 0 or more games.") % {"most": MAX_RATING})
    if len({opening.player for opening in openings}) != len(openings):
        raise LedgerError(_("The same player has two starting ratings."))
    with transaction.atomic():
        locked = lock_pool(pool.pk)
        players = [opening.player for opening in openings]
        stored = {row.player_id: row for row in OpeningRating.objects.filter(pool=locked, player__in=players)}
        changed = [
            opening
            for opening in openings
            if (row := stored.get(opening.player)) is None or (row.rating, row.games) != (opening.rating, opening.games)
        ]
        if not changed:
            return
        OpeningRating.objects.bulk_create(
            [
                OpeningRating(
                    pool=locked, player_id=new.player, rating=new.rating, games=new.games, updated_at=timezone.now()
                )
                for new in changed
            ],
            update_conflicts=True,
            unique_fields=["pool", "player"],
            update_fields=["rating", "games", "updated_at"],
        )
        after = {str(new.player): [new.rating, new.games] for new in changed}
        before = {str(row.player_id): [row.rating, row.games] for row in stored.values() if str(row.player_id) in after}
        log_action(
            actor=actor, verb="rating_pool.openings_set", target=locked, before=before, after=after, reason=reason
        )
        mark_changed(locked, _first_final_event(locked, [new.player for new in changed]))


def _possible(opening: Opening) -> bool:
    if opening.rating is None and opening.games is None:
        return False
    return (opening.rating is None or 1 <= opening.rating <= MAX_RATING) and (opening.games or 0) >= 0


def _first_final_event(pool: RatingPool, players: Sequence[int]) -> date | None:
    """Date of the first final event in which one of the players (or whoever they are merged into) has a rated game."""
    kept = PlayerMerge.objects.filter(duplicate__in=players, undone_at=None).values_list("kept", flat=True)
    while more := [player for player in kept if player not in players]:
        players = [*players, *more]
        kept = PlayerMerge.objects.filter(duplicate__in=more, undone_at=None).values_list("kept", flat=True)
    events = RatedEvent.objects.filter(pool=pool, final=True, changes__player__in=players)
    return events.order_by("date").values_list("date", flat=True).first()


def set_opening_rating(
    *, pool: RatingPool, player: Player, rating: int, games: int | None, actor: AbstractBaseUser | None = None
) -> None:
    """Set one player's starting rating; see ``set_opening_ratings``."""
    set_opening_ratings(pool=pool, openings=[Opening(player.pk, rating, games)], actor=actor)


def clear_opening_rating(
    *, pool: RatingPool, player: Player, reason: str, actor: AbstractBaseUser | None = None
) -> bool:
    """Remove a player's starting rating: the first event rates a newcomer. Returns whether there was one.

    Raises LedgerError without a reason.
    """
    if not reason.strip():
        raise LedgerError(_("Say why you are removing the starting rating."))
    with transaction.atomic():
        locked = lock_pool(pool.pk)
        row = OpeningRating.objects.filter(pool=locked, player=player).first()
        if row is None:
            return False
        since = _first_final_event(locked, [player.pk])
        row.delete()
        before = {str(player.pk): [row.rating, row.games]}
        log_action(
            actor=actor,
            verb="rating_pool.openings_cleared",
            target=locked,
            before=before,
            after={},
            reason=reason.strip(),
        )
        mark_changed(locked, since)
    return True


def change_opening(
    *,
    pool: RatingPool,
    player: Player,
    rating: int | None,
    games: int | None,
    reason: str,
    actor: AbstractBaseUser | None = None,
) -> None:
    """Set one player's starting rating, or clear it (``rating`` None), with a reason; see the two services."""
    if rating is None:
        clear_opening_rating(pool=pool, player=player, reason=reason, actor=actor)
    else:
        set_opening_ratings(pool=pool, openings=[Opening(player.pk, rating, games)], reason=reason, actor=actor)
