"""What the ratings would be if the event had gone as it did in a test copy."""

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from ratings.models import OpeningRating, RatedEvent, RatingPool
from ratings.services.compute import ListMoves, Supposed, preview_ratings
from tournaments.errors import TournamentError
from tournaments.models import Division, Event, Pairing
from tournaments.permissions import require_action
from tournaments.services.rating_link import ledger
from tournaments.services.results.corrections import games_of


def copy_ratings(*, actor: User, event: Event) -> list[tuple[Division, tuple[ListMoves, ...]]]:
    """For each division of a test copy, by the lists of the division that it was copied from: ratings now and with the copy's results.

    Everybody who played is listed. Nothing is stored: the copy's results are written to the ledger and rolled back, so that they
    are rated as the original's are; the ratings are computed afterwards, without a lock. Raises TournamentError for any other event.
    """
    require_action(actor, event, Action.VIEW_DRAFTS)
    original = event.what_if_of
    if original is None:
        raise TournamentError(_("Only a test copy shows what its ratings would be."), code="what_if")
    originals = {
        division.slug: division for division in Division.objects.filter(event=original).select_related("event")
    }
    rows = []
    for division in Division.objects.filter(event=event).order_by("position", "pk"):
        source = originals.get(division.slug)
        pools = ledger.pools_of(source) if source is not None else []
        with transaction.atomic():
            supposed = [_supposed(division, source, pool) for pool in pools if source is not None]
            transaction.set_rollback(True)
        rows.append((division, tuple(one for each in supposed for one in preview_ratings(each, everybody=True))))
    return rows


def _supposed(copy: Division, source: Division, pool: RatingPool) -> Supposed:
    """The games of a copy as a list of the original rates them. Writes to the ledger: the caller rolls that back."""
    division = Division.objects.select_related("event", "rating_pool").get(pk=copy.pk)
    division.event.what_if_of, division.rating_pool = None, pool  # as long as this transaction lasts, and never saved
    if source.rating_pool_id == pool.pk:
        ledger.start(division)  # with the starting ratings of new players, which only the division's own list takes
    else:
        ledger.configure(division)
    rated = RatedEvent.objects.filter(pool=pool, key=ledger.event_key(division)).first()
    if rated is not None:
        _write(division)
    players = division.entries.values("player")
    openings = OpeningRating.objects.filter(pool=pool, player__in=players).values_list("player", "rating", "games")
    return Supposed(
        pool=pool,
        games=games_of(rated) if rated is not None else [],
        day=division.event.starts_on,
        rounds=division.settings.rounds_planned,
        event=RatedEvent.objects.filter(pool=pool, key=ledger.event_key(source)).first(),
        openings={player: (rating, games) for player, rating, games in openings},
    )


def _write(division: Division) -> None:
    """All results of the division, into the ledger."""
    settings = division.settings
    if settings.table_size == 2 and settings.best_of == 1:
        ledger.write_all(division)
        return
    pairings = Pairing.objects.filter(round__division=division, result__isnull=False).select_related("round", "result")
    for pairing in pairings.prefetch_related("seats__entry"):
        ledger.write_result(division, pairing, pairing.result)
