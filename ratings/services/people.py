"""Players in the ledger: duplicates of one person, a game of somebody else, a person who wants to be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Player
from clubs.photo_services import drop_photo
from ratings.models import OpeningRating, PlayerMerge, RatedEvent, RatedResult, RatingPool
from ratings.queries.players import same_person
from ratings.services.ledger import LedgerError, game_of, latest_rows, lock_pool, mark_changed, record_results

#: Called inside the transaction with the id of a player whose name is removed.
_anonymise_hooks: list[Callable[[int], None]] = []


def on_anonymise(hook: Callable[[int], None]) -> None:
    """Call ``hook`` with the id of every player who is anonymised: apps above this one cache pages with names."""
    _anonymise_hooks.append(hook)


#: Called inside the transaction with a player whose name has been removed, and every spelling of it that there was.
_anonymised_hooks: list[Callable[[Player, Sequence[str]], None]] = []


def on_anonymised(hook: Callable[[Player, Sequence[str]], None]) -> None:
    """Call ``hook`` with every player who was anonymised and the old spellings: apps above this one take them out of what they store."""
    _anonymised_hooks.append(hook)


def _reason(text: str) -> str:
    if not text.strip():
        raise LedgerError(_("Give a reason; it goes into the log."))
    return text.strip()


def _with_duplicates(players: Sequence[int]) -> list[int]:
    """The players and all duplicates merged into them."""
    return [*players, *(duplicate for duplicate, kept in same_person().items() if kept in players)]


def merge_players(
    *, duplicate: Player, kept: Player, reason: str, actor: AbstractBaseUser | None = None
) -> PlayerMerge:
    """Rate the games of ``duplicate`` as those of ``kept`` in every pool; the ledger's rows stay as they are.

    Raises LedgerError when the two cannot be one person: they played each other, or both in the same round.
    """
    reason = _reason(reason)
    if duplicate.pk == kept.pk:
        raise LedgerError(_("Choose two different players."))
    with transaction.atomic():
        pools = _lock_pools(_pools_of([duplicate.pk, kept.pk]))
        same = same_person()
        if duplicate.pk in same or kept.pk in same:
            raise LedgerError(
                _("One of them has already been merged. Undo that first, or choose the player who was kept.")
            )
        _check_one_person(_with_duplicates([duplicate.pk]), _with_duplicates([kept.pk]))
        merge = PlayerMerge.objects.create(duplicate=duplicate, kept=kept, reason=reason)
        log_action(
            actor=actor,
            verb="player.merged",
            target=kept,
            after={"duplicate": duplicate.pk, "merge": merge.pk},
            reason=reason,
        )
        _changed_for(pools, [duplicate.pk, kept.pk])
    return merge


def undo_merge(*, merge: PlayerMerge, reason: str, actor: AbstractBaseUser | None = None) -> PlayerMerge:
    """Make two players of one again; ratings become what they would have been.  Undoing twice does nothing."""
    reason = _reason(reason)
    with transaction.atomic():
        people = [merge.duplicate_id, merge.kept_id]
        pools = _lock_pools(_pools_of(people))
        fresh = PlayerMerge.objects.select_for_update().get(pk=merge.pk)
        if fresh.undone_at is not None:
            return fresh
        fresh.undone_at = timezone.now()
        fresh.save(update_fields=["undone_at"])
        before = {"duplicate": fresh.duplicate_id, "merge": fresh.pk}
        log_action(actor=actor, verb="player.merge_undone", target=fresh.kept, before=before, reason=reason)
        _changed_for(pools, people)
    return fresh


def _played(players: Sequence[int]) -> Q:
    return Q(player__in=players) | Q(opponent__in=players)


def _pools_of(players: Sequence[int]) -> list[int]:
    """Pools in which one of the players (or somebody merged into them) has a result or a starting rating."""
    everybody = _with_duplicates(players)
    rated = RatedResult.objects.filter(_played(everybody)).values_list("event__pool", flat=True).distinct()
    starting = OpeningRating.objects.filter(player__in=everybody).values_list("pool", flat=True)
    return sorted({*rated, *starting})


def _lock_pools(pools: Sequence[int]) -> list[RatingPool]:
    """In the order of their ids, so that two merges at once cannot block each other for ever."""
    return list(RatingPool.objects.select_for_update().filter(pk__in=pools).order_by("pk"))


def _check_one_person(one: Sequence[int], other: Sequence[int]) -> None:
    live = RatedResult.objects.live().filter(_played([*one, *other])).order_by()
    rounds: dict[tuple[int, int | None], int] = {}
    for event, number, player, opponent in live.values_list("event_id", "round", "player_id", "opponent_id"):
        if {player, opponent} <= {*one, *other}:
            raise LedgerError(_("They have played each other, so they are two different people."))
        side = 1 if player in one or opponent in one else 2
        if rounds.setdefault((event, number), side) != side:
            raise LedgerError(_("Both played in the same round of an event, so they are two different people."))


def _changed_for(pools: Sequence[RatingPool], players: Sequence[int]) -> None:
    """Have each pool recomputed from the first final event of any of the players."""
    played = _played(_with_duplicates(players))
    for pool in pools:
        rows = RatedResult.objects.filter(played, event__pool=pool, event__final=True)
        first: date | None = rows.order_by("event__date").values_list("event__date", flat=True).first()
        # Without a final event a starting rating may still have to move from one line of the list to the other.
        mark_changed(pool, first)


def move_result(
    *,
    event: RatedEvent,
    game_key: str,
    player: Player,
    really: Player,
    reason: str,
    actor: AbstractBaseUser | None = None,
) -> RatedResult:
    """Give a rated game of ``player`` to ``really``: the row is voided and a new one recorded.

    Raises LedgerError when that game is not the player's, or the other one played it or another game of its round.
    """
    reason = _reason(reason)
    with transaction.atomic():
        lock_pool(event.pool_id)
        row = latest_rows(event, [game_key]).get(game_key)
        game = game_of(row) if row is not None else None
        if game is None or player.pk not in (game.player, game.opponent):
            raise LedgerError(_("This player no longer has that rated game."))
        if really.pk in (game.player, game.opponent):
            raise LedgerError(_("%(name)s is already in this game.") % {"name": really.name})
        busy = RatedResult.objects.live().filter(_played([really.pk]), event=event, round=game.round)
        if busy.exists():
            raise LedgerError(_("%(name)s played another game in that round.") % {"name": really.name})
        first = game.player == player.pk
        moved = replace(game, player=really.pk) if first else replace(game, opponent=really.pk)
        (new_row,) = record_results(event=event, games=[moved], source=row.source if row else "", reason=reason)
        log_action(
            actor=actor,
            verb="rated_result.moved",
            target=new_row,
            before={"player": player.pk, "game": game_key},
            after={"player": really.pk, "game": game_key},
            reason=reason,
        )
    return new_row


def anonymise_player(*, player: Player, reason: str, actor: AbstractBaseUser | None = None) -> Player:
    """Forget who somebody is: name, account, federation id and country go; results and ratings stay, under a number.

    Whoever copied the name is renamed too, its other spellings are deleted, and the apps above take it out of everything else.  The
    log says that it happened and why, not the name.
    """
    reason = _reason(reason)
    with transaction.atomic():
        # First, because whoever changes an event locks it before its entries and players: so the two cannot block each other.
        for hook in _anonymise_hooks:
            hook(player.pk)
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        names = {fresh.name, *fresh.aliases.values_list("spelling", flat=True)}
        fresh.name = _("Player %(number)d") % {"number": fresh.pk}
        fresh.external_id, fresh.country, fresh.user = "", "", None
        fresh.save(update_fields=["name", "external_id", "country", "user"])
        drop_photo(fresh)
        # Ratings stand below tournaments: whoever holds a copy of the name is found through the player's relations.
        for relation in Player._meta.related_objects:
            model = relation.related_model
            if any(field.name == "name" for field in model._meta.get_fields()):
                copies = model._default_manager.filter(**{relation.field.name: fresh.pk})
                names |= set(copies.values_list("name", flat=True))
                copies.update(name=fresh.name)
        fresh.aliases.all().delete()
        log_action(actor=actor, verb="player.anonymised", target=fresh, after={"name": fresh.name}, reason=reason)
        for forget in _anonymised_hooks:
            forget(fresh, sorted(names))
    return fresh
