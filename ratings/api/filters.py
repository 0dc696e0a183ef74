"""Filters of the lists of ratings."""

from core.api.filters import ChoiceFilter, DayFilter, Filters, TextFilter, YesFilter
from ratings.labels import system_choices
from ratings.models import OfficialList, PlayerRating, PoolCheck, RatedEvent, RatingPool
from ratings.models.pools import PoolGame


class ClubPoolFilters(Filters):
    """Of a club's rating pools."""

    name = TextFilter(lookup_expr="icontains", help_text="Part of the name.")
    system = ChoiceFilter(choices=system_choices())
    game = ChoiceFilter(choices=[choice for choice in PoolGame.choices if choice[0]])

    class Meta:
        model = RatingPool
        fields = ()


class PoolFilters(ClubPoolFilters):
    """Of all rating pools."""

    club = TextFilter("club__slug", help_text="The address of a club.")

    class Meta(ClubPoolFilters.Meta):
        pass


class RatingListFilters(Filters):
    """Of a pool's players; ranks stay those of the whole list (``ratings.queries.lists.Filter``)."""

    q = TextFilter(help_text="Part of a name.")
    country = TextFilter(help_text="Two letters, such as SE.")
    club = TextFilter(help_text="The address of the players' home club.")
    player_class = TextFilter(help_text="A class in which the player was entered in an event.")
    active_since = DayFilter(help_text="Players with a rated event on this day or later.")
    established = YesFilter(help_text="True: without provisional ratings.")

    class Meta:
        model = PlayerRating
        fields = ()


class RatedEventFilters(Filters):
    """Of the events rated in a pool."""

    name = TextFilter(lookup_expr="icontains", help_text="Part of the name.")
    since = DayFilter("date", "gte")
    until = DayFilter("date", "lte", help_text="The last day included.")
    final = YesFilter(help_text="False: events that are not finished, which give estimates.")

    class Meta:
        model = RatedEvent
        fields = ()


class OfficialListFilters(Filters):
    """Of a pool's published lists."""

    since = DayFilter("effective", "gte")
    until = DayFilter("effective", "lte", help_text="The last day included.")

    class Meta:
        model = OfficialList
        fields = ()


class CheckFilters(Filters):
    """Of the checks of a pool."""

    kind = ChoiceFilter(choices=PoolCheck.Kind.choices)

    class Meta:
        model = PoolCheck
        fields = ()
