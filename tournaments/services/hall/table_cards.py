"""Cards for the tables of the hall: each opens the word judge for the game of the round in play at its table.

A card's key is a private link (``clubs.links``): it can be printed again, and ends when the card is replaced or all cards are ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from lexicon.models import JudgeTablet
from lexicon.services.tablets import close_desk, desk_key, open_desk
from tournaments.engine.table_numbers import MAX_TABLE, format_tables
from tournaments.errors import TournamentError
from tournaments.models import Division, Entry, Event, Pairing
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, lock_open_event, scope
from tournaments.services.judging.judge_log import table_scope, table_scopes
from tournaments.services.judging.tablets import prepare_words

#: No hall has more tables; each card is a row and a drawing.
MOST_CARDS = 500


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table's card; ``key`` None: the server's secret was changed since, the card must be replaced."""

    table: int
    key: str | None


def cards_of(event: Event) -> list[TableCard]:
    """The event's cards that are in force, by table. One query."""
    desks = JudgeTablet.objects.filter(club=event.club_id, scope__startswith=table_scopes(event.pk), ended_at=None)
    return sorted((TableCard(_table(desk), desk_key(desk)) for desk in desks), key=lambda card: card.table)


def _table(desk: JudgeTablet) -> int:
    return int(desk.scope.rpartition(":")[2])


def default_tables(event: Event) -> tuple[int, ...]:
    """The tables that the event plays at: those of its rounds and divisions, otherwise one for every two players."""
    games = Pairing.objects.filter(round__division__event=event, table_number__isnull=False)
    tables = {table for table in games.values_list("table_number", flat=True).distinct() if table is not None}
    missing = 0
    for division in Division.objects.filter(event=event):
        tables.update(division.settings.table_numbers)
        if not division.settings.table_numbers and not division.rounds.exists():
            missing += Entry.objects.filter(division=division, status=Entry.Status.ACTIVE).count() // 2
    tables.update(list(islice((table for table in count(1) if table not in tables), missing)))
    return tuple(sorted(tables))


def make_cards(*, actor: User, event_id: int, tables: Sequence[int]) -> int:
    """Cards for these tables of the hall; those that are in force stay as they are. Returns how many are new.

    Raises NotOpenError, TournamentError, PermissionDenied.
    """
    created = _make_cards(actor, event_id, sorted(set(tables)))
    for division in Division.objects.filter(event=event_id).select_related("event", "lexicon_version__lexicon"):
        prepare_words(division)
    return created


@transaction.atomic
def _make_cards(actor: User, event_id: int, tables: Sequence[int]) -> int:
    event = _event(actor, event_id)
    if not tables or tables[0] < 1 or tables[-1] > MAX_TABLE:
        raise TournamentError(_("Type table numbers from 1 to %d, such as 1-12.") % MAX_TABLE, code="tables")
    known = {card.table for card in cards_of(event)}
    if len(known.union(tables)) > MOST_CARDS:
        raise TournamentError(_("At most %d tables can have a card.") % MOST_CARDS, code="tables")
    new = [table for table in tables if table not in known]
    for table in new:
        open_desk(actor=actor, club=event.club, scope=table_scope(event.pk, table))
    if new:
        log_action(
            actor=actor, verb="judge.cards_made", target=event, scope=scope(event), after={"tables": format_tables(new)}
        )
    return len(new)


@transaction.atomic
def replace_card(*, actor: User, event_id: int, table: int) -> None:
    """Another code for a card that was lost or photographed; the one before ends. Raises NotOpenError, TournamentError."""
    event = _event(actor, event_id)
    if table not in {card.table for card in cards_of(event)}:
        raise TournamentError(_("Table %d has no card. Make one first.") % table, code="no_card")
    open_desk(actor=actor, club=event.club, scope=table_scope(event.pk, table))
    log_action(actor=actor, verb="judge.card_replaced", target=event, scope=scope(event), after={"tables": str(table)})


@transaction.atomic
def end_cards(*, actor: User, event_id: int) -> None:
    """End the codes of all the event's cards. Raises PermissionDenied."""
    event = lock_event(event_id)
    require_action(actor, event, Action.RULE)
    ended = [card.table for card in cards_of(event)]
    for table in ended:
        close_desk(actor=actor, club=event.club, scope=table_scope(event.pk, table))
    if ended:
        tables = format_tables(ended)
        log_action(actor=actor, verb="judge.cards_ended", target=event, scope=scope(event), before={"tables": tables})


def _event(actor: User, event_id: int) -> Event:
    event = lock_open_event(actor, event_id, Action.RULE)
    if event.what_if_of_id is not None:
        raise TournamentError(_("A test copy is not played, so its tables have no cards."), code="what_if")
    return event
