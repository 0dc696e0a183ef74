"""Use cases of pairs: players kept apart, and pairs that the director has locked for a round."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import Division, Entry, PairBlock, Pairing, PairLock, Round, Seat
from tournaments.services.entries.entries import last_public_round, lock_division
from tournaments.services.events.locking import scope


@transaction.atomic
def block_pair(
    *,
    actor: User,
    division: Division,
    entry_a: int,
    entry_b: int,
    reason: str,
    weak: bool = False,
    until: int | None = None,
) -> PairBlock:
    """Keep the two entries (ids) apart from now on, up to round ``until``. Raises TournamentError.

    ``weak``: unless the alternative is a repeat or a second bye.
    """
    current = lock_division(actor, division.pk, division.event_id)
    low, high = _two(current, entry_a, entry_b)
    if not reason.strip():
        raise TournamentError(_("Say why these two are kept apart; only officials see it."), code="reason")
    if PairBlock.objects.filter(low=low, high=high).exists():
        raise TournamentError(
            _("%(one)s and %(other)s are already kept apart.") % {"one": low.name, "other": high.name}, code="blocked"
        )
    if until is not None and not 1 <= until <= current.settings.rounds_planned:
        raise TournamentError(
            _("Round %(until)d is not one of the %(count)d rounds.")
            % {"until": until, "count": current.settings.rounds_planned},
            code="until",
        )
    block = PairBlock.objects.create(
        division=current, low=low, high=high, reason=reason.strip(), weak=weak, until=until
    )
    _log(actor, current, "pair.blocked", low, high, reason.strip())
    return block


@transaction.atomic
def unblock_pair(*, actor: User, division: Division, block_id: int) -> None:
    """Let the two be paired again. Raises StaleEditError when somebody else removed the block first."""
    current = lock_division(actor, division.pk, division.event_id)
    block = PairBlock.objects.select_related("low", "high").filter(division=current, pk=block_id).first()
    if block is None:
        raise StaleEditError(_("This pair is no longer kept apart."))
    _log(actor, current, "pair.unblocked", block.low, block.high, block.reason)
    block.delete()


@transaction.atomic
def lock_pair(*, actor: User, division: Division, number: int, first: int, second: int | None) -> PairLock:
    """Pair the two entries (ids) in round ``number``, ``first`` going first; pairing the round (again) keeps it.

    ``second`` None: ``first`` has the bye.

    Raises TournamentError when the round is published, or one of them is in another locked pair or kept apart from the other.
    """
    current = lock_division(actor, division.pk, division.event_id, Action.PAIR)
    if not last_public_round(current) < number <= current.settings.rounds_planned:
        raise TournamentError(
            _("Pairs can only be locked for future rounds; round %(number)d is not one of them.") % {"number": number},
            code="lock_round",
        )
    low, high = _two(current, first, second) if second is not None else (_one(current, first), None)
    locks = PairLock.objects.filter(division=current, round_number=number)
    players = [first] if second is None else [first, second]
    if current_lock := locks.filter(Q(first__in=players) | Q(second__in=players)).first():
        if (current_lock.first_id, current_lock.second_id) == (first, second):
            return current_lock
        raise TournamentError(
            _("One of them is in another pair locked for round %(number)d. Unlock that pair first.")
            % {"number": number},
            code="locked",
        )
    in_force = Q(until__isnull=True) | Q(until__gte=number)
    if high and (block := PairBlock.objects.filter(in_force, low=low, high=high, weak=False).first()):
        raise TournamentError(
            _("%(one)s and %(other)s must be kept apart: %(reason)s")
            % {"one": low.name, "other": high.name, "reason": block.reason},
            code="blocked",
        )
    lock = PairLock.objects.create(division=current, round_number=number, first_id=first, second_id=second)
    _log(actor, current, "pair.locked", low, high, "", number)
    return lock


@transaction.atomic
def unlock_pair(*, actor: User, division: Division, number: int, first: int, second: int | None) -> None:
    """Let the next pairing of round ``number`` separate the two, or give the bye to someone else.

    Raises StaleEditError when they are not locked.
    """
    current = lock_division(actor, division.pk, division.event_id, Action.PAIR)
    pair = Q(first_id=first, second_id=second) | Q(first_id=second, second_id=first)
    locks = PairLock.objects.select_related("first", "second").filter(pair, division=current, round_number=number)
    lock = locks.first()
    if lock is None:
        raise StaleEditError(_("This pair is no longer locked."))
    _log(actor, current, "pair.unlocked", lock.first, lock.second, "", number)
    lock.delete()


def table_of(round_: Round, pairing_id: int) -> tuple[int, int | None]:
    """The entries (ids) first and second at a table of the round; a bye has no second. Raises TournamentError for a larger table."""
    seats = Seat.objects.filter(round=round_, pairing_id=pairing_id).order_by("position")
    entries = tuple(seats.values_list("entry_id", flat=True))
    if len(entries) == 1 and Pairing.objects.filter(pk=pairing_id, kind=Pairing.Kind.BYE).exists():
        return entries[0], None
    if len(entries) != 2:
        raise TournamentError(_("Only a table with two players can be locked."), code="locked")
    return entries[0], entries[1]


def _one(division: Division, entry: int) -> Entry:
    only = Entry.objects.filter(division=division, pk=entry).first()
    if only is None:
        raise TournamentError(_("Choose two different players of this division."), code="two_players")
    return only


def _two(division: Division, one: int, other: int) -> tuple[Entry, Entry]:
    entries = list(Entry.objects.filter(division=division, pk__in=[one, other]).order_by("pk"))
    if len(entries) != 2:
        raise TournamentError(_("Choose two different players of this division."), code="two_players")
    return entries[0], entries[1]


def _log(
    actor: User, division: Division, verb: str, one: Entry, other: Entry | None, reason: str, number: int | None = None
) -> None:
    after: dict[str, object] = {"players": [one.name, _("bye") if other is None else other.name]}
    if number is not None:
        after["round"] = number
    log_action(actor=actor, verb=verb, target=division, scope=scope(division.event), after=after, reason=reason)
