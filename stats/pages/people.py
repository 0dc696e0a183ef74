"""A player's page, with all public games, and the page of two players' meetings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Player
from stats.engine.bests import bests_of
from stats.engine.career import events_of, opponents_of, streaks_of, years_of
from stats.engine.games import Side
from stats.engine.lines import total_of
from stats.pages.charts import NEWEST, spreads_chart
from stats.pages.tables import games_as_file, table_of
from stats.queries import Person, kept_player, person_of, rating_changes, ratings_of

#: Lines of each list of a player's own records, and games that the page lists; the file has all.
_BESTS = 3
_GAMES = 50
#: Columns that say nothing of one opponent or one year.
_OPPONENT = ("events", "first_share", "second_share", "records", "turns", "points_a_turn", "phoneys", "low")


def player_page(request: HttpRequest, player: int) -> HttpResponse:
    """A player's figures, records, streaks, opponents, years, events and games."""
    this_player = get_object_or_404(Player.objects.select_related("home_club"), pk=player)
    person = person_of(this_player)
    if person is None:
        kept = kept_player(this_player)
        if kept is None:
            raise Http404
        return redirect("tournaments:person", player=kept)
    sides = person.sides
    sort = request.GET.get("sort", "")[:20]
    changes = rating_changes(this_player)
    context = {
        "person": person,
        "total": total_of(sides, player, person.name),
        "bests": list(bests_of(sides, _BESTS).items()),
        "streaks": streaks_of(sides),
        "opponents": table_of(opponents_of(sides), sort, _("Opponent"), without=_OPPONENT),
        "years": years_of(sides),
        "events": [(side, line, changes.get(side.game.event, [])) for side, line in events_of(sides)[:_GAMES]],
        "games": list(reversed(sides[-_GAMES:])),
        "chart": spreads_chart(sides),
        "newest": min(NEWEST, sum(side.has_points for side in sides)),
        "ratings": ratings_of(this_player),
        "sort": sort,
    }
    return render(request, "stats/person.html", context)


def games_file(_request: HttpRequest, player: str, form: str) -> HttpResponse:
    """All public games of a player to download."""
    person = _person(int(player))
    return games_as_file(reversed(person.sides), form, f"games-{player}")


def pair_page(request: HttpRequest, player: int, other: int) -> HttpResponse:
    """Every game of two players, as the first of them had it."""
    person, opponent = _person(player), _person(other)
    sides = _meetings(person, other)
    context = {
        "person": person,
        "opponent": opponent,
        "total": total_of(sides, player, person.name),
        "bests": list(bests_of(sides, _BESTS).items()),
        "streaks": streaks_of(sides),
        "games": list(reversed(sides)),
        "chart": spreads_chart(sides),
        "newest": min(NEWEST, sum(side.has_points for side in sides)),
        "crumbs": [(person.name, reverse("tournaments:person", args=[player]))],
    }
    return render(request, "stats/pair.html", context)


def pair_file(_request: HttpRequest, player: str, other: str, form: str) -> HttpResponse:
    """Every game of two players to download, as the first of them had it."""
    sides = _meetings(_person(int(player)), int(other))
    return games_as_file(reversed(sides), form, f"games-{player}-against-{other}")


def _meetings(person: Person, other: int) -> list[Side]:
    """The person's games against another, in order. Raises Http404 without one."""
    sides = [side for side in person.sides if side.opponent == other]
    if not sides:
        raise Http404
    return sides


def _person(player: int) -> Person:
    person = person_of(get_object_or_404(Player, pk=player))
    if person is None:
        raise Http404
    return person
