"""Late entries get their ratings from the list that the others' came from."""

from datetime import date

import pytest
from django.test import Client

from audit.models import ActionLog
from clubs.models import Club, Player, User
from ratings.models import OfficialList, PlayerRating, RatingPool
from ratings.services.people import merge_players
from tests import factories
from tournaments.models import Division, Entry, RatingSnapshot
from tournaments.services.entries.roster import add_entry, enter_player, import_roster, preview_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.rating_link.lists import pin_ratings, seed_ratings

pytestmark = pytest.mark.django_db

LIST = """name,rating,games,id
"Late, Lea",1612,40,L1
Tom Twice,1300,8,T1
Tom Twice,1200,9,T2
Ada,1500,,
"""


@pytest.fixture
def seeded(division: Division, director: User) -> Division:
    """A division of two whose ratings come from the federation's list; its first round is public."""
    factories.entries(division, director, 2)
    seed_ratings(actor=director, division=division, text=LIST, source="Federation, May", as_of=date(2026, 5, 1))
    factories.publish(division, director, 1)
    return division


def enter(division: Division, actor: User, name: str, **more: object) -> tuple[int | None, int | None, str]:
    row = RosterRow(name=name, **more)  # type: ignore[arg-type]
    entered = enter_player(actor=actor, division=division, row=row, despite_double_booking=True)
    return entered.entry.rating, entered.entry.career_games, entered.rating_source


def test_a_late_entry_is_rated_by_the_imported_list(seeded: Division, director: User) -> None:
    assert enter(seeded, director, "Lea Late") == (1612, 40, "Federation, May")
    entry = Entry.objects.get(division=seeded, name="Lea Late")
    snapshot = RatingSnapshot.objects.get(division=seeded)
    assert snapshot.ratings[str(entry.pk)] == [1612, 40]
    assert len(snapshot.ratings) == 3
    log = ActionLog.objects.filter(verb="entry.added").latest("pk")
    assert (log.after["rating"], log.after["rating_from"]) == (1612, "Federation, May")


def test_uncertain_names_stay_unrated(seeded: Division, director: User) -> None:
    assert enter(seeded, director, "Tom Twice") == (None, None, "")
    assert enter(seeded, director, "Nobody Known") == (None, None, "")
    other_id = RosterRow(name="Lea Late", external_id="L9")
    assert add_entry(actor=director, division=seeded, row=other_id).rating is None


def test_the_federations_number_tells_two_of_one_name_apart(seeded: Division, director: User) -> None:
    assert enter(seeded, director, "Tom Twice", external_id="t2") == (1200, 9, "Federation, May")


def test_a_second_player_of_a_name_is_not_taken_for_the_first(seeded: Division, director: User, club: Club) -> None:
    Player.objects.create(name="ADA", home_club=club, external_id="X7")
    assert enter(seeded, director, "ADA", external_id="X7") == (None, None, "")


def test_a_typed_rating_stays(seeded: Division, director: User) -> None:
    assert enter(seeded, director, "Lea Late", rating=1000) == (1000, None, "")


def test_the_clubs_federation_number_is_used_too(seeded: Division, director: User, club: Club) -> None:
    Player.objects.create(name="Lea Married", home_club=club, external_id="L1")
    assert enter(seeded, director, "Lea Married") == (1612, 40, "Federation, May")


def test_a_list_of_late_players_shows_which_rating_comes_from_where(seeded: Division, director: User) -> None:
    text = "Lea Late\nNobody Known\nTyped,1100\n"
    preview = preview_roster(division=seeded, text=text, format="csv")
    assert [(row.rating, row.rating_source) for row in preview.rows] == [
        (1612, "Federation, May"),
        (None, ""),
        (1100, ""),
    ]
    import_roster(actor=director, division=seeded, rows=preview.rows)
    assert [entry.rating for entry in Entry.objects.filter(division=seeded).order_by("number")][2:] == [
        1612,
        None,
        1100,
    ]


def test_the_page_names_the_list(seeded: Division, director: User) -> None:
    client = Client()
    client.force_login(director)
    here = f"/e/{seeded.event.slug}/{seeded.slug}/manage/roster/"
    page = client.post(f"{here}check/", {"text": "Lea Late\n", "format": "csv"}).content.decode()
    assert "rating from “Federation, May”" in page
    page = client.post(f"{here}add/", {"name": "Lea Late", "rating": ""}, follow=True).content.decode()
    assert "Lea Late is number 3, rated 1612 in “Federation, May”." in page


def test_a_published_list_rates_late_entries_though_the_live_one_has_moved(
    club: Club, director: User, pool: RatingPool, published: OfficialList
) -> None:
    listed = published.lines.get(player__name="Ada")
    following = factories.division(club, director, pool=pool)
    add_entry(actor=director, division=following, row=RosterRow(name="Ben"), despite_double_booking=True)
    pin_ratings(actor=director, division=following, official_list=published)
    PlayerRating.objects.filter(pool=pool).update(rating=2222)
    assert enter(following, director, "Ada") == (listed.rating, listed.games, f"{pool.name}: May")


def test_a_merged_duplicate_is_rated_as_the_remaining_player(
    club: Club, director: User, pool: RatingPool, published: OfficialList
) -> None:
    listed = published.lines.get(player__name="Ada")
    other = Player.objects.create(name="Ada Maiden", home_club=club)
    merge_players(kept=listed.player, duplicate=other, reason="One person.", actor=director)
    following = factories.division(club, director, pool=pool)
    add_entry(actor=director, division=following, row=RosterRow(name="Ben"), despite_double_booking=True)
    pin_ratings(actor=director, division=following, official_list=published)
    assert enter(following, director, "Ada Maiden") == (listed.rating, listed.games, f"{pool.name}: May")


def test_without_a_pinned_list_the_pools_live_one_is_named(
    club: Club, director: User, pool: RatingPool, published: OfficialList
) -> None:
    live = PlayerRating.objects.get(pool=pool, player__name="Ada")
    following = factories.division(club, director, pool=pool)
    assert enter(following, director, "Ada") == (live.rating, live.career_games, f"{pool.name}: live list")


@pytest.mark.parametrize("count", [1, 3])
def test_the_lists_are_read_in_as_many_queries_whatever_the_size(seeded: Division, count: int) -> None:
    text = "".join(f"Player {number}\n" for number in range(count))
    assert factories.queries(lambda: preview_roster(division=seeded, text=text, format="csv")) == 7
