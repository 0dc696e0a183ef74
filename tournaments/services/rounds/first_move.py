"""The draw for who plays first at a table, in rounds whose first moves are drawn there."""

from collections.abc import Sequence
from random import Random
from secrets import randbits

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from games.errors import GameError
from games.game import FirstMove
from tournaments.errors import NotOpenError, TournamentError
from tournaments.models import Pairing, Round, Seat
from tournaments.permissions import require_entering
from tournaments.services.events.locking import lock_event, refuse_finished, refuse_followed, scope, touch
from tournaments.services.events.rules import rules_of

_SEED_BITS = 63


def drawing_of(pairing: Pairing) -> FirstMove | None:
    """How this table draws for the first move, while it has still to do so; else None. Needs seats, round and division."""
    if pairing.starter_known or pairing.kind != Pairing.Kind.GAME or pairing.round.state != Round.State.PUBLISHED:
        return None
    if hasattr(pairing, "result"):  # from the first report on, until all are undone
        return None
    division = pairing.round.division
    drawing: FirstMove | None = division.played.first_move(rules_of(division))
    return drawing


def tiles_by_seats(pairing: Pairing) -> list[tuple[str, str]]:
    """Who drew which tiles, in the order in which they play; nothing where nothing was drawn."""
    names = [seat.entry.name for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]
    return list(zip(names, pairing.drawn_tiles.split(), strict=False))


@transaction.atomic
def draw_first_move(
    *, pairing_id: int, typed: Sequence[str] | None = None, actor: User | None = None
) -> list[tuple[str, str]]:
    """Settle who plays first, and return who drew what, in the order of play.

    By the tiles that were ``typed`` in the order of the seats, or drawn here. ``actor``: an official; None for the players, whose
    link is their right. The first player takes the first seat, and so on. A second draw changes nothing: the first one counts.
    Raises PermissionDenied, NotOpenError, TournamentError.
    """
    event_id = Pairing.objects.values_list("round__division__event", flat=True).get(pk=pairing_id)
    event = lock_event(event_id)
    pairing = (
        Pairing.objects.select_related("round__division__event").prefetch_related("seats__entry").get(pk=pairing_id)
    )
    if actor is not None:
        require_entering(actor, event, pairing.table_number)
    refuse_finished(event)
    if pairing.drawn_tiles:
        return tiles_by_seats(pairing)
    refuse_followed(pairing.round.division)
    drawing = drawing_of(pairing)
    if drawing is None:
        raise NotOpenError(
            _("There is no draw for the first move at this table, or its game has already been reported.")
        )
    seats = sorted(pairing.seats.all(), key=lambda seat: seat.position)
    seed = None if typed is not None else randbits(_SEED_BITS)
    drawn = list(typed) if typed is not None else list(drawing.draw(len(seats), Random(seed)))  # noqa: S311 - a game's draw
    try:
        order = drawing.order(drawn)
    except GameError as error:
        raise TournamentError(str(error), code=error.code) from error
    _seat(pairing, [seats[place] for place in order])
    pairing.drawn_tiles = " ".join(drawn[place].upper() for place in order)
    pairing.starter_known = True
    if order[0] != 0 and pairing.first_chance is not None:
        pairing.first_chance = 1 - pairing.first_chance
    pairing.save(update_fields=["drawn_tiles", "starter_known", "first_chance"])
    after = {"first": seats[order[0]].entry.name, "tiles": pairing.drawn_tiles, "seed": seed}
    log_action(actor=actor, verb="pairing.first_drawn", target=pairing, scope=scope(event), after=after)
    touch(event)
    return [(seats[place].entry.name, tiles) for place, tiles in zip(order, pairing.drawn_tiles.split(), strict=True)]


def _seat(pairing: Pairing, seats: Sequence[Seat]) -> None:
    """The entries take the seats in this order; the old ones go first, as no two may share one."""
    Seat.objects.filter(pairing=pairing).delete()
    Seat.objects.bulk_create(
        Seat(pairing=pairing, round_id=seat.round_id, entry_id=seat.entry_id, position=position)
        for position, seat in enumerate(seats, start=1)
    )
