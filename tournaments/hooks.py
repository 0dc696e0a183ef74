"""What apps above add to events, which know nothing of them: each registers its parts when it is loaded (``apps.py``)."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Model, QuerySet
from django.utils.functional import Promise

from clubs.models import Club, User
from tournaments.models import CheckIn, Division, Entry, Event, Pairing, Round


@dataclass(frozen=True, slots=True)
class FeeIncome:
    """What an event's players pay, in hundredths of the currency: what came in, what is still owed, and who pays nothing."""

    currency: str
    paid: int
    paid_count: int
    owed: int
    owed_count: int
    free_count: int


#: Called with an event: what its players pay; None where the app counts no fees for it.
fee_incomes: list[Callable[[Event], FeeIncome | None]] = []
#: Called before divisions are deleted: what is lost with them, as sentences. Raises TournamentError if they must stay.
division_losses: list[Callable[[list[int]], list[str]]] = []
#: Called with the demo's finished and running divisions: adds its part, and returns a line about it.
demo_parts: list[Callable[[User, list[Division]], str]] = []
#: Called with an event: its part of the event's public page before the divisions, as HTML, the same for every visitor at one version of the
#: event; "" for none.
announcement_parts: list[Callable[[Event], str]] = []
#: Called with an event: links of the director's overview (label, address, how many wait there), for those who manage it.
desk_links: list[Callable[[Event], tuple[str, str, int]]] = []
#: Called with a club: other ways to a new event (title, explanation, address), offered beside the templates.
new_event_links: list[Callable[[Club], list[tuple[str, str, str]]]] = []
#: Called when a player (id) was moved from a division to another one, inside the transaction.
entry_moved: list[Callable[[int, Division, Division], None]] = []
#: Called inside the transaction, with the event locked: an official has deleted the entry of a player (id) from a division.
entry_deleted: list[Callable[[User, int, Division], None]] = []
#: Called inside the transaction, with the event locked: a round is public; a round is unpublished (before it loses anything);
#: the pairings of a public round are changed (before they are); games from the queue were added to public rounds of a division;
#: the reports of a game differ now; check-in has begun, or players can check themselves in from now on.
round_published: list[Callable[[Round], None]] = []
round_unpublished: list[Callable[[Round], None]] = []
round_changing: list[Callable[[Round], None]] = []
games_added: list[Callable[[Sequence[Pairing]], None]] = []
result_disputed: list[Callable[[Pairing], None]] = []
#: Called inside the transaction, with the event locked: the result of a game is confirmed; one that was confirmed is another one now, or
#: no longer confirmed (``corrected``). Byes and forfeits known beforehand belong to their round.
result_counts: list[Callable[[Pairing, bool], None]] = []
#: Called inside the transaction, with the event locked: an event is finished; it is open again.
event_finished: list[Callable[[Event], None]] = []
event_reopened: list[Callable[[Event], None]] = []
#: Called inside the transaction, with the event locked: the auditor has worked out the figures of a finished event.
figures_checked: list[Callable[[Event], None]] = []
check_in_opened: list[Callable[[CheckIn], None]] = []
#: Called with an entry and the key of its personal link: a part of the player's own page, as HTML; "" for none.
own_parts: list[Callable[[Entry, str], str]] = []
#: Tables of an event that archives hold too: name, model, and how its rows are reached from the event.
archive_tables: list[tuple[str, type[Model], str]] = []
#: Links of the page "My events": label, name of the address.
my_links: list[tuple[str | Promise, str]] = []
#: Called with an account that is being erased, inside the transaction.
account_erased: list[Callable[[User], None]] = []
#: Called with a player (id): the events that know the player without an entry.
events_of_player: list[Callable[[int], Iterable[int]]] = []
#: Called with the events (ids) of a player who is being erased: rows with texts in which the name may stand, and their fields.
texts_of_events: list[Callable[[Collection[int]], Iterable[tuple[QuerySet[Any], tuple[str, ...]]]]] = []
#: Called with an account: what is stored about it and its players, by a name, in JSON values.
my_data_parts: list[Callable[[User], dict[str, Any]]] = []
#: The action log's words: kinds of things, choices of a value by its name, labels of values, forms whose labels name values.
log_objects: dict[str, str | Promise] = {}
log_choices: dict[str, Sequence[tuple[Any, Any]]] = {}
log_labels: dict[str, str | Promise] = {}
log_forms: list[Callable[[], Sequence[type[forms.Form]]]] = []
#: By ``target_type`` of the action log: finds the names of things by their ids.
log_names: dict[str, Callable[[set[int]], Iterable[tuple[int, str]]]] = {}
