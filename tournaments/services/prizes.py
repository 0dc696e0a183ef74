"""Use cases of prizes: define, change, move, remove, and their money. Who wins them is ``queries.prizes``."""

from collections.abc import Sequence
from dataclasses import fields

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.inputs.prizes import PrizeFundInput, PrizeInput
from tournaments.models import Division, Entry, Event, EventPrize, PrizeFund
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, lock_open_event, scope, touch

#: More than any event gives, and what a page can show.
MOST_PRIZES = 200
_FIELDS = (
    "name",
    "kind",
    "division_id",
    "place",
    "value",
    "amount",
    "first_round",
    "last_round",
    "player_class",
    "team",
    "exclusive",
    "count",
    "shown",
)


def _prize_of(event: Event, prize_id: int) -> EventPrize:
    prize = EventPrize.objects.filter(event=event, pk=prize_id).first()
    if prize is None:
        raise TournamentError(_("This prize has since been removed."), code="gone")
    return prize


def _values(event: Event, data: PrizeInput) -> dict[str, object]:
    if data.division_id is not None and not Division.objects.filter(pk=data.division_id, event=event).exists():
        raise TournamentError(_("The event has no such division."), code="division")
    return {name: getattr(data, name) for name in _FIELDS} | {"name": data.name.strip()}


def _winners(event: Event, data: PrizeInput) -> list[Entry]:
    winners = list(Entry.objects.filter(division__event=event, pk__in=data.winner_ids))
    if len(winners) < len(set(data.winner_ids)):
        raise TournamentError(_("The event has no such player."), code="winners")
    return winners


@transaction.atomic
def add_prizes(*, actor: User, event: Event, prizes: Sequence[PrizeInput]) -> list[EventPrize]:
    """Add prizes at the end of the list. Raises TournamentError for too many, and for divisions or winners of another event."""
    locked = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    current = EventPrize.objects.filter(event=locked)
    if current.count() + len(prizes) > MOST_PRIZES:
        raise TournamentError(_("An event can have at most %(max)d prizes.") % {"max": MOST_PRIZES}, code="prizes")
    last = current.aggregate(last=Max("position"))["last"] or 0
    added = []
    for position, data in enumerate(prizes, start=last + 1):
        winners = _winners(locked, data)
        prize = EventPrize.objects.create(event=locked, position=position, **_values(locked, data))
        prize.winners.set(winners)
        log_action(actor=actor, verb="prize.added", target=prize, scope=scope(locked), after=_logged(prize, winners))
        added.append(prize)
    touch(locked)
    return added


def _logged(prize: EventPrize, winners: Sequence[Entry]) -> dict[str, object]:
    return {name: getattr(prize, name) for name in _FIELDS} | {"winners": [entry.name for entry in winners]}


@transaction.atomic
def update_prize(*, actor: User, event: Event, prize_id: int, data: PrizeInput) -> EventPrize:
    """Change a prize. Raises TournamentError as ``add_prizes``, and when it has been removed."""
    locked = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    prize = _prize_of(locked, prize_id)
    before = _logged(prize, list(prize.winners.all()))
    winners = _winners(locked, data)
    values = _values(locked, data)
    for name, value in values.items():
        setattr(prize, name, value)
    prize.save(update_fields=[name.removesuffix("_id") for name in values])
    prize.winners.set(winners)
    after = _logged(prize, winners)
    if before != after:
        touch(locked)
        log_action(
            actor=actor,
            verb="prize.changed",
            target=prize,
            scope=scope(locked),
            before={name: value for name, value in before.items() if after[name] != value},
            after={name: value for name, value in after.items() if before[name] != value},
        )
    return prize


@transaction.atomic
def remove_prize(*, actor: User, event: Event, prize_id: int) -> None:
    """Take a prize off the list. Raises TournamentError."""
    locked = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    prize = _prize_of(locked, prize_id)
    before = _logged(prize, list(prize.winners.all()))
    log_action(actor=actor, verb="prize.removed", target=prize, scope=scope(locked), before=before)
    prize.delete()
    touch(locked)


@transaction.atomic
def move_prize(*, actor: User, event: Event, prize_id: int, up: bool) -> None:
    """Award a prize one step earlier (``up``) or later. Raises TournamentError."""
    locked = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    prize = _prize_of(locked, prize_id)
    order = list(EventPrize.objects.filter(event=locked))
    at = next(index for index, other in enumerate(order) if other.pk == prize.pk)
    to = at - 1 if up else at + 1
    if not 0 <= to < len(order):
        return
    order[at], order[to] = order[to], order[at]
    for position, other in enumerate(order, start=1):
        other.position = position
    EventPrize.objects.bulk_update(order, ["position"])
    touch(locked)
    log_action(
        actor=actor, verb="prize.moved", target=prize, scope=scope(locked), before={"at": at + 1}, after={"at": to + 1}
    )


@transaction.atomic
def change_fund(*, actor: User, event: Event, data: PrizeFundInput) -> PrizeFund:
    """Change the money of the event and how prizes are shared, also when it is finished: bills come late. Raises PermissionDenied."""
    locked = lock_event(event.pk)
    require_action(actor, locked, Action.MANAGE_EVENT)
    fund = PrizeFund.objects.filter(event=locked).first() or PrizeFund(event=locked)
    values = {one.name: getattr(data, one.name) for one in fields(PrizeFundInput)} | {"currency": data.currency.upper()}
    before = {name: getattr(fund, name) for name in values}
    for name, value in values.items():
        setattr(fund, name, value)
    fund.save()
    if before != values:
        touch(locked)
        log_action(
            actor=actor,
            verb="prize.fund_changed",
            target=locked,
            scope=scope(locked),
            before={name: value for name, value in before.items() if values[name] != value},
            after={name: value for name, value in values.items() if before[name] != value},
        )
    return fund
