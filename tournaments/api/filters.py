"""Filters of the lists of events and of what is in one."""

from typing import get_args

from django.db.models import QuerySet

from core.api.filters import ChoiceFilter, DayFilter, Filters, NumberFilter, TextFilter
from lexicon.models import Adjudication
from tournaments.models import MAX_ROUNDS, Entry, Event, Pairing, Result, Seat
from tournaments.queries.check_in import Presence

#: A game without a report, among the states of results.
_NO_REPORT = "none"


class ClubEventFilters(Filters):
    """Of a club's events."""

    name = TextFilter(lookup_expr="icontains", help_text="Part of the name.")
    state = ChoiceFilter(choices=Event.State.choices)
    since = DayFilter("starts_on", "gte")
    until = DayFilter("starts_on", "lte", help_text="The last day included.")

    class Meta:
        model = Event
        fields = ()


class EventFilters(ClubEventFilters):
    """Of all events."""

    club = TextFilter("club__slug", help_text="The address of a club.")

    class Meta(ClubEventFilters.Meta):
        pass


class EntryFilters(Filters):
    """Of a division's players."""

    name = TextFilter(lookup_expr="icontains", help_text="Part of the name.")
    player = NumberFilter("player_id", help_text="Their player_id.")
    status = ChoiceFilter(choices=Entry.Status.choices)
    player_class = TextFilter()
    team = TextFilter()
    club = TextFilter()

    class Meta:
        model = Entry
        fields = ()


class PairingFilters(Filters):
    """Of a round's pairings."""

    state = ChoiceFilter(
        method="in_state",
        choices=[(_NO_REPORT, "no report"), *Result.State.choices],
        help_text="How far the result is.",
    )
    entry = NumberFilter(method="with_entry", help_text="The games of one player of the division, by the entry's id.")
    player = TextFilter(method="with_player", help_text="Part of a player's name.")
    table = NumberFilter("table_number")

    class Meta:
        model = Pairing
        fields = ()

    def in_state(self, games: QuerySet[Pairing], _name: str, value: str) -> QuerySet[Pairing]:
        """Those whose result is in this state."""
        return games.filter(result=None) if value == _NO_REPORT else games.filter(result__state=value)

    def with_entry(self, games: QuerySet[Pairing], _name: str, value: int) -> QuerySet[Pairing]:
        """Those in which the entry has a seat."""
        return games.filter(pk__in=Seat.objects.filter(entry=value).values("pairing"))

    def with_player(self, games: QuerySet[Pairing], _name: str, value: str) -> QuerySet[Pairing]:
        """Those with somebody of this name."""
        return games.filter(pk__in=Seat.objects.filter(entry__name__icontains=value).values("pairing"))


class StandingsFilters(Filters):
    """Which standings."""

    after_round = NumberFilter(most=MAX_ROUNDS)

    class Meta:
        model = Entry
        fields = ()


class LogFilters(Filters):
    """What to search an event's log for (``tournaments.queries.action_log.Search``)."""

    text = TextFilter(help_text="In the reason and in the values before and after.")
    who = TextFilter(help_text="Part of a username.")
    verb = TextFilter(help_text="What happened, such as round.published.")
    what = TextFilter(help_text="What it happened to, such as division.")
    since = DayFilter()
    until = DayFilter(help_text="The last day included.")

    class Meta:
        model = Event
        fields = ()


class AdjudicationFilters(Filters):
    """Of the word judge's log."""

    pairing = NumberFilter(method="about_game", help_text="Only entries about this game.")
    kind = ChoiceFilter(choices=Adjudication.Kind.choices)

    class Meta:
        model = Adjudication
        fields = ()

    def about_game(self, rulings: QuerySet[Adjudication], _name: str, value: int) -> QuerySet[Adjudication]:
        """Those about this game."""
        return rulings.filter(scope=f"pairing:{value}")


class ArrivalFilters(Filters):
    """Of the players at the check-in desk."""

    presence = ChoiceFilter(choices=[(presence, presence) for presence in get_args(Presence)])
    club = TextFilter()

    class Meta:
        model = Entry
        fields = ()
