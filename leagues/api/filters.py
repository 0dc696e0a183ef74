"""Filters of the lists of leagues and seasons."""

from datetime import date

from django.db.models import Q, QuerySet

from core.api.filters import ChoiceFilter, DayFilter, Filters, TextFilter
from leagues.models import League, LeagueSeason

_PUBLIC = [choice for choice in LeagueSeason.State.choices if choice[0] != LeagueSeason.State.DRAFT]


class LeagueFilters(Filters):
    """Of a club's leagues."""

    name = TextFilter(lookup_expr="icontains", help_text="Part of the name.")
    season = ChoiceFilter(method="has_season", choices=_PUBLIC, help_text="Leagues that have a season in this state.")

    class Meta:
        model = League
        fields = ()

    def has_season(self, leagues: QuerySet[League], _name: str, value: str) -> QuerySet[League]:
        """Those with a season in this state, each once."""
        return leagues.filter(pk__in=LeagueSeason.objects.filter(state=value).values("league"))


class SeasonFilters(Filters):
    """Of a league's seasons."""

    state = ChoiceFilter(choices=LeagueSeason.State.choices)
    on = DayFilter(method="covers", help_text="Seasons that last over this day.")

    class Meta:
        model = LeagueSeason
        fields = ()

    def covers(self, seasons: QuerySet[LeagueSeason], _name: str, value: date) -> QuerySet[LeagueSeason]:
        """Begun by that day and not over before it."""
        return seasons.filter(Q(ends_on=None) | Q(ends_on__gte=value), starts_on__lte=value)
