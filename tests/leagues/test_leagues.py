"""Use cases of leagues: what counts, the season's course, promotion, and an event for the players."""

import contextlib
from collections.abc import Callable
from datetime import date

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from audit.models import ActionLog
from clubs.models import Club, Player, User
from leagues.inputs import MAX_ABOUT, LeagueDivisionInput, LeagueInput, SeasonEventInput, SeasonInput
from leagues.models import (
    MAX_EXCHANGE,
    MAX_LEAGUE_DIVISIONS,
    CountingEvent,
    League,
    LeagueDivision,
    LeagueSeason,
    SeasonPlayer,
)
from leagues.queries import SeasonTable, namesakes, season_tables
from leagues.services import events as league_events
from leagues.services import leagues, seasons
from ratings.models import PlayerMerge
from tests import factories
from tests.leagues.scene import LOW, TOP, LeagueScene, club_night, make_league, played_league
from tests.walk import check_each, check_limits
from tournaments.errors import NotOpenError, NotReadyError, TournamentError
from tournaments.inputs.events import MAX_SLUG
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import MAX_ROUNDS, Division, Entry, Event, Result
from tournaments.queries.standings import standings_of
from tournaments.services.events.events import reopen_event
from tournaments.services.results.results import rule_result

pytestmark = pytest.mark.django_db
DAY = date(2026, 9, 1)
SEASON = SeasonInput(name="Season 1", starts_on=DAY)


def places(table: SeasonTable) -> list[tuple[int | None, str]]:
    return [(row.line.rank, row.name) for row in table.rows]


def names(season: LeagueSeason) -> dict[str, list[tuple[str, str]]]:
    """Division → (name, move) of the season's players; "" for who does not return."""
    moves: dict[str, list[tuple[str, str]]] = {}
    for season_player in SeasonPlayer.objects.filter(season=season).select_related("division", "player").order_by("pk"):
        key = season_player.division.name if season_player.division else ""
        moves.setdefault(key, []).append((season_player.player.name, season_player.came))
    return moves


def test_one_event_of_a_season_is_the_table_of_that_event(club: Club, director: User) -> None:
    scene = make_league(club, director)
    division = scene.night(scene.top, TOP, 1, rounds=3)
    table = season_tables(scene.season)[0]
    lines = standings_of(division)
    assert places(table) == [(line.row.rank, line.name) for line in lines]
    assert [row.line.row.spread for row in table.rows] == [line.row.spread for line in lines]


@pytest.mark.postgres
def test_two_nights_add_up(club: Club, director: User) -> None:
    scene = played_league(club, director)
    top, low = season_tables(scene.season)
    assert [row.name for row in top.rows] == ["Ada", "Ben", "Dua", "Cem"]
    assert [(row.line.row.wins, row.line.row.spread) for row in top.rows] == [(2, 100), (2, 80), (0, -80), (0, -100)]
    assert [row.zone for row in top.rows] == ["", "", "", "down"]
    assert [row.zone for row in low.rows] == ["up", "", "", ""]
    assert [len(row.cells) for row in top.rows] == [2, 2, 2, 2]


def test_the_tables_take_as_many_queries_for_many_events_as_for_one(club: Club, director: User) -> None:
    scene = make_league(club, director)
    scene.night(scene.top, TOP, 1)
    assert factories.queries(lambda: season_tables(scene.season)) == 7
    scene.night(scene.top, TOP, 2)
    scene.night(scene.low, LOW, 2)
    assert factories.queries(lambda: season_tables(scene.season)) == 7


def test_an_event_in_preparation_counts_only_once_it_is_public(club: Club, director: User) -> None:
    scene = make_league(club, director)
    division = scene.night(scene.top, TOP, 1, rounds=0)
    table = season_tables(scene.season)[0]
    assert (table.rows, table.shown, len(table.counting_events)) == ((), [], 1)
    factories.publish(division, director, 1)
    assert len(season_tables(scene.season)[0].rows) == 4


def test_who_is_in_no_division_of_a_closed_season_is_named(club: Club, director: User) -> None:
    scene = make_league(club, director, open_to_all=False)
    scene.night(scene.top, TOP, 1)
    assert [one.name for one in season_tables(scene.season)[0].guests] == TOP
    seasons.add_player(actor=director, division=scene.low, name="ada")
    top = season_tables(scene.season)[0]
    assert (top.guests[0].name, top.guests[0].elsewhere) == ("Ada", "B")
    seasons.add_guests(actor=director, division=scene.top)
    top = season_tables(scene.season)[0]
    assert [row.name for row in top.rows] == ["Ben", "Dua", "Cem"]
    assert [one.name for one in top.guests] == ["Ada"]


@pytest.mark.postgres
def test_one_person_with_two_entries_is_counted_once_they_are_merged(club: Club, director: User) -> None:
    scene = make_league(club, director)
    scene.night(scene.top, TOP, 1)
    twin = Player.objects.create(name="Ada", home_club=club)
    second = club_night(club, director, ["Zoe", "Ben"], 2)
    Entry.objects.filter(division=second, name="Zoe").update(player=twin)
    leagues.count_event(actor=director, division=scene.top, event_division_id=second.pk)
    tables = season_tables(scene.season)
    assert namesakes(tables) == ["Ada"]
    assert len(tables[0].rows) == 5
    ada = Entry.objects.get(division__event__name="Night 1", name="Ada").player
    PlayerMerge.objects.create(duplicate=twin, kept=ada, reason="one person")
    tables = season_tables(scene.season)
    assert namesakes(tables) == []
    assert tables[0].rows[0].name == "Ada"
    assert tables[0].rows[0].line.row.wins == 2


def test_the_best_events_count(club: Club, director: User) -> None:
    scene = make_league(club, director, best_events=1)
    scene.night(scene.top, ["Ada", "Ben"], 1, lead=30)
    scene.night(scene.top, ["Ben", "Ada"], 2, lead=90)
    rows = season_tables(scene.season)[0].rows
    assert [(row.name, row.line.row.wins, row.line.row.losses, row.line.row.spread) for row in rows] == [
        ("Ben", 1, 0, 90),
        ("Ada", 1, 0, 30),
    ]
    assert [[part.counts for part in row.cells if part] for row in rows] == [[False, True], [True, False]]


def test_a_season_ends_when_its_events_have(club: Club, director: User) -> None:
    scene = make_league(club, director)
    with pytest.raises(NotReadyError, match="No event counts"):
        scene.finish()
    division = scene.night(scene.top, TOP, 1)
    reopen_event(actor=director, event=division.event, reason="a late slip")
    with pytest.raises(NotReadyError, match="Night 1"):
        scene.finish()
    leagues.stop_counting(actor=director, season=scene.season, counting_event_id=CountingEvent.objects.get().pk)
    scene.night(scene.top, TOP, 2)
    assert scene.finish().state == LeagueSeason.State.FINISHED
    with pytest.raises(NotOpenError, match="finished"):
        scene.night(scene.low, LOW, 3)


def test_the_next_season_sends_everybody_where_the_tables_say(club: Club, director: User) -> None:
    scene = played_league(club, director, weeks=1)
    seasons.add_player(actor=director, division=scene.low, name="Zoe")
    with pytest.raises(NotReadyError, match="Finish the season"):
        seasons.next_season(actor=director, season=scene.season)
    with pytest.raises(TournamentError, match="cannot be a player's name"):
        seasons.add_player(actor=director, division=scene.low, name="\0")
    following = seasons.next_season(actor=director, season=scene.finish())
    assert (following.number, following.state, following.best_events) == (2, LeagueSeason.State.DRAFT, None)
    assert names(following) == {
        "A": [("Ada", "stay"), ("Ben", "stay"), ("Dua", "stay"), ("Eli", "up")],
        "B": [("Cem", "down"), ("Fay", "stay"), ("Hal", "stay"), ("Gus", "stay")],
        "": [("Zoe", "out")],
    }
    assert seasons.next_season(actor=director, season=scene.fresh()) == following
    assert LeagueSeason.objects.count() == 2


@pytest.mark.postgres
def test_a_season_that_has_not_started_is_undone_and_made_again(club: Club, director: User) -> None:
    scene = played_league(club, director, weeks=1)
    finished = scene.finish()
    following = seasons.next_season(actor=director, season=finished)
    before = names(following)
    with pytest.raises(TournamentError, match="next season was created"):
        seasons.reopen_season(actor=director, season=finished, reason="x")
    seasons.delete_season(actor=director, season=following)
    assert (LeagueSeason.objects.count(), Event.objects.count()) == (1, 2)
    with pytest.raises(NotOpenError, match="deleted"):
        seasons.start_season(actor=director, season=following)
    again = seasons.next_season(actor=director, season=finished)
    assert names(again) == before
    seasons.start_season(actor=director, season=again)
    with pytest.raises(TournamentError, match="started"):
        seasons.delete_season(actor=director, season=again)


def test_the_director_moves_somebody_with_a_reason(club: Club, director: User) -> None:
    scene = played_league(club, director, weeks=1)
    following = seasons.next_season(actor=director, season=scene.finish())
    following.league = scene.league
    top, low = LeagueDivision.objects.filter(season=following).order_by("position")
    cem = Player.objects.get(name="Cem")
    for reason, words in ((" ", "Give a reason"), ("x" * 301, "at most 300 characters"), ("a\x07b", "at most 300")):
        with pytest.raises(TournamentError, match=words):
            seasons.move_player(actor=director, season=following, player=cem, division=top, reason=reason)
    season_player = seasons.move_player(actor=director, season=following, player=cem, division=top, reason="ill in May")
    assert (season_player.division, season_player.came, season_player.reason) == (top, "stay", "ill in May")
    season_player = seasons.move_player(
        actor=director, season=following, player=cem, division=None, reason="moved away"
    )
    assert (season_player.division, season_player.came) == (None, "out")
    with pytest.raises(TournamentError, match="already"):
        seasons.add_player(actor=director, division=low, name="Cem")
    outsider = Player.objects.create(name="Nobody", home_club=club)
    with pytest.raises(TournamentError, match="not in this season"):
        seasons.move_player(actor=director, season=following, player=outsider, division=low, reason="x")
    with pytest.raises(TournamentError, match="removed"):
        seasons.move_player(actor=director, season=following, player=cem, division=scene.low, reason="another season's")
    logged = ActionLog.objects.filter(verb="season.member_moved", scope=f"league:{scene.league.pk}")
    assert [(one.reason, one.after["came"]) for one in logged.order_by("pk")] == [
        ("ill in May", "stay"),
        ("moved away", "out"),
    ]
    seasons.start_season(actor=director, season=following)
    with pytest.raises(TournamentError, match="running"):
        seasons.move_player(
            actor=director, season=following, player=Player.objects.get(name="Eli"), division=None, reason="x"
        )


def test_an_event_for_the_members(club: Club, director: User, pool: object) -> None:
    scene = played_league(club, director, weeks=1)
    factories.change(Division.objects.filter(event__name="Night 1"), bye_spread=75, challenge_rule="single")
    following = seasons.next_season(actor=director, season=scene.finish())
    following.league = scene.league
    data = SeasonEventInput(name="Opening night", starts_on=DAY)
    event = league_events.create_season_event(actor=director, season=following, data=data)
    assert league_events.create_season_event(actor=director, season=following, data=data) == event
    divisions = list(event.divisions.order_by("position"))
    assert [
        (one.name, one.settings.rounds_planned, one.settings.bye_spread, one.settings.challenge_rule)
        for one in divisions
    ] == [
        ("A", 3, 75, "single"),
        ("B", 3, 75, "single"),
    ]
    entered = [list(one.entries.order_by("number").values_list("name", "rating")) for one in divisions]
    assert entered[0] == [("Ada", 1790), ("Ben", 1780), ("Dua", 1760), ("Eli", 1790)]
    assert Player.objects.count() == 8
    factories.play(factories.publish(divisions[0], director, 1))
    assert {row.name for row in season_tables(following)[0].rows} == {"Ada", "Ben", "Dua", "Eli"}


def test_an_event_needs_members(club: Club, director: User) -> None:
    scene = make_league(club, director)
    with pytest.raises(NotReadyError, match="no players yet"):
        league_events.create_season_event(
            actor=director, season=scene.season, data=SeasonEventInput(name="First", starts_on=DAY, rounds=4)
        )
    seasons.add_player(actor=director, division=scene.low, name="Zoe")
    event = league_events.create_season_event(
        actor=director, season=scene.season, data=SeasonEventInput(name="First", starts_on=DAY, rounds=4)
    )
    assert [(one.name, one.settings.rounds_planned) for one in event.divisions.all()] == [("B", 4)]


def test_rules_of_a_running_season_change_with_a_reason(club: Club, director: User) -> None:
    scene = played_league(club, director, weeks=1)
    other = SeasonInput(name="Spring", starts_on=DAY, standings_order="percent spread")
    with pytest.raises(TournamentError, match="Say why"):
        leagues.update_season(actor=director, season=scene.season, data=other)
    changed = leagues.update_season(actor=director, season=scene.season, data=other, reason="unequal numbers")
    assert (changed.name, changed.standings_order) == ("Spring", "percent spread")
    action = ActionLog.objects.filter(verb="season.changed").get()
    assert action.before["standings_order"] == "points spread"
    with pytest.raises(TournamentError, match="say why"):
        leagues.update_league_division(
            actor=director, division=scene.low, data=LeagueDivisionInput(name="B", exchange=2)
        )
    leagues.update_league_division(
        actor=director, division=scene.low, data=LeagueDivisionInput(name="Second", exchange=2), reason="as voted"
    )
    assert [row.zone for row in season_tables(scene.season)[1].rows] == ["up", "up", "", ""]


@pytest.mark.postgres
def test_divisions_are_added_below_and_removed_from_below(club: Club, director: User) -> None:
    scene = make_league(club, director, start=False)
    third = leagues.add_league_division(
        actor=director, season=scene.season, data=LeagueDivisionInput(name="Manage", exchange=1)
    )
    assert (third.position, third.slug) == (3, "manage-2")
    with pytest.raises(TournamentError, match="already"):
        leagues.add_league_division(actor=director, season=scene.season, data=LeagueDivisionInput(name="b"))
    with pytest.raises(TournamentError, match="lowest"):
        leagues.remove_league_division(actor=director, division=scene.low)
    seasons.add_player(actor=director, division=third, name="Zoe")
    with pytest.raises(TournamentError, match="players or events"):
        leagues.remove_league_division(actor=director, division=third)
    seasons.move_player(
        actor=director, season=scene.season, player=Player.objects.get(name="Zoe"), division=scene.low, reason="full"
    )
    leagues.remove_league_division(actor=director, division=third)
    seasons.start_season(actor=director, season=scene.season)
    with pytest.raises(TournamentError, match="running"):
        leagues.remove_league_division(actor=director, division=scene.low)


@pytest.mark.postgres
def test_only_events_of_the_club_count_and_each_once(club: Club, director: User) -> None:
    scene = make_league(club, director)
    director_elsewhere = factories.user("stranger")
    elsewhere = club_night(factories.club(director_elsewhere, "Elsewhere"), director_elsewhere, TOP, 1)
    with pytest.raises(TournamentError, match="no such event"):
        leagues.count_event(actor=director, division=scene.top, event_division_id=elsewhere.pk)
    division = scene.night(scene.top, TOP, 1)
    leagues.count_event(actor=director, division=scene.top, event_division_id=division.pk)
    assert CountingEvent.objects.count() == 1
    Event.objects.filter(pk=division.event_id).update(
        state="running", what_if_of=club_night(club, director, LOW, 2).event
    )
    with pytest.raises(TournamentError, match="no such event"):
        leagues.count_event(actor=director, division=scene.low, event_division_id=division.pk)


def test_addresses_of_leagues(club: Club, director: User) -> None:
    first = leagues.create_league(actor=director, club=club, data=LeagueInput(name="Ladder"))
    second = leagues.create_league(actor=director, club=club, data=LeagueInput(name="Ladder"))
    third = leagues.create_league(actor=director, club=club, data=LeagueInput(name="New"))
    assert [first.slug, second.slug, third.slug] == ["ladder", "ladder-2", "league"]
    for slug in ("ladder", "new"):
        with pytest.raises(TournamentError) as refused:
            leagues.create_league(actor=director, club=club, data=LeagueInput(name="Ladder", slug=slug))
        assert refused.value.code == "slug_taken"
    changed = leagues.update_league(actor=director, league=first, data=LeagueInput(name="Cup", about="Tuesdays"))
    assert (changed.name, changed.slug, changed.about) == ("Cup", "ladder", "Tuesdays")


def test_a_first_season_is_made_once_and_has_a_division(club: Club, director: User) -> None:
    league = leagues.create_league(actor=director, club=club, data=LeagueInput(name="Ladder"))
    with pytest.raises(TournamentError, match="at least one"):
        leagues.create_season(actor=director, league=league, data=SEASON, divisions=[])
    one = [LeagueDivisionInput(name="All", exchange=3)]
    season = leagues.create_season(actor=director, league=league, data=SEASON, divisions=one)
    assert LeagueDivision.objects.get(season=season).exchange == 0
    with pytest.raises(TournamentError, match="already"):
        leagues.create_season(actor=director, league=league, data=SEASON, divisions=one)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": ""}, "name"),
        ({"ends_on": date(2020, 1, 1)}, "ends_on"),
        ({"best_events": 0}, "best_events"),
        ({"min_games": -1}, "min_games"),
        ({"win_points": 0}, "points"),
        ({"bye_half_wins": 3}, "bye_half_wins"),
        ({"standings_order": "luck"}, "standings_order"),
        ({"standings_order": "points points"}, "standings_order"),
        ({"standings_order": "points buchholz", "best_events": 3}, "standings_order"),
    ],
)
def test_what_no_season_can_be(changes: dict[str, object], code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        SeasonInput(**{"name": "x", "starts_on": DAY, **changes})  # type: ignore[arg-type]
    assert refused.value.code == code


def test_what_no_league_division_or_event_of_a_season_can_be() -> None:
    league, division = LeagueInput(name="Ladder"), LeagueDivisionInput(name="A")
    night = SeasonEventInput(name="Night", starts_on=DAY)
    check_limits(
        [
            (league, {"name": "x" * 120}, {"name": "x" * 121}, "name", "up to 120"),
            (league, {"about": "x" * MAX_ABOUT}, {"about": "x" * (MAX_ABOUT + 1)}, "about", f"at most {MAX_ABOUT}"),
            (league, {"slug": "tuesday-ladder_2"}, {"slug": "tuesday ladder"}, "slug", "“tuesday ladder”"),
            (league, {"slug": "x" * MAX_SLUG}, {"slug": "x" * (MAX_SLUG + 1)}, "slug", f"at most {MAX_SLUG}"),
            (division, {"name": "x" * 60}, {"name": "x" * 61}, "name", "up to 60"),
            (division, {"name": "A b"}, {"name": "A\nb"}, "name", "up to 60"),
            (division, {"exchange": MAX_EXCHANGE}, {"exchange": MAX_EXCHANGE + 1}, "exchange", f"0 to {MAX_EXCHANGE}"),
            (division, {"exchange": 0}, {"exchange": -1}, "exchange", f"0 to {MAX_EXCHANGE}"),
            (night, {"rounds": MAX_ROUNDS}, {"rounds": MAX_ROUNDS + 1}, "rounds", f"1 to {MAX_ROUNDS}"),
            (night, {"rounds": 1}, {"rounds": 0}, "rounds", f"1 to {MAX_ROUNDS}"),
        ]
    )


ACTS: dict[str, Callable[[User, LeagueScene], object]] = {
    "create_league": lambda by, s: leagues.create_league(actor=by, club=s.league.club, data=LeagueInput(name="X")),
    "update_league": lambda by, s: leagues.update_league(actor=by, league=s.league, data=LeagueInput(name="X")),
    "create_season": lambda by, s: leagues.create_season(
        actor=by,
        league=League.objects.get_or_create(club=s.league.club, name="x", slug="x")[0],
        data=SEASON,
        divisions=[LeagueDivisionInput(name="A")],
    ),
    "update_season": lambda by, s: leagues.update_season(actor=by, season=s.season, data=SEASON, reason="x"),
    "add_league_division": lambda by, s: leagues.add_league_division(
        actor=by, season=s.season, data=LeagueDivisionInput(name="C")
    ),
    "update_league_division": lambda by, s: leagues.update_league_division(
        actor=by, division=s.low, data=LeagueDivisionInput(name="C"), reason="x"
    ),
    "remove_league_division": lambda by, s: leagues.remove_league_division(actor=by, division=s.low),
    "count_event": lambda by, s: leagues.count_event(actor=by, division=s.top, event_division_id=0),
    "stop_counting": lambda by, s: leagues.stop_counting(actor=by, season=s.season, counting_event_id=0),
    "start_season": lambda by, s: seasons.start_season(actor=by, season=s.season),
    "finish_season": lambda by, s: seasons.finish_season(actor=by, season=s.season),
    "reopen_season": lambda by, s: seasons.reopen_season(actor=by, season=s.season, reason="x"),
    "delete_season": lambda by, s: seasons.delete_season(actor=by, season=s.season),
    "next_season": lambda by, s: seasons.next_season(actor=by, season=s.season),
    "add_player": lambda by, s: seasons.add_player(actor=by, division=s.top, name="Zoe"),
    "add_guests": lambda by, s: seasons.add_guests(actor=by, division=s.top),
    "move_player": lambda by, s: seasons.move_player(
        actor=by, season=s.season, player=Player.objects.create(name="Zoe"), division=s.top, reason="x"
    ),
    "create_season_event": lambda by, s: league_events.create_season_event(
        actor=by, season=s.season, data=SeasonEventInput(name="x", starts_on=DAY)
    ),
}


def test_only_directors_may(club: Club, director: User) -> None:
    scene = make_league(club, director)
    others = [user for role, user in factories.everybody(club, director).items() if role != "director"]

    def check(name: str) -> None:
        for user in others:
            with pytest.raises(PermissionDenied):
                ACTS[name](user, scene)
        with contextlib.suppress(TournamentError):
            ACTS[name](director, scene)

    check_each(ACTS, check)


def test_a_bye_whose_spread_was_ruled_counts_with_it(club: Club, director: User) -> None:
    scene = make_league(club, director)
    night = scene.night(scene.top, TOP[:3], 1)
    alone = Result.objects.get(pairing__round__division=night, kind="bye")
    ruling = RulingInput(result=ResultInput(kind="bye", spread=77), reason="Agreed.")
    rule_result(actor=director, pairing_id=alone.pairing_id, data=ruling)
    who = alone.pairing.seats.get().entry.name
    spreads = {row.name: row.line.row.spread for row in season_tables(scene.season)[0].rows}
    assert spreads[who] == 77


def test_a_season_is_finished_once_it_runs_and_reopened_with_a_reason(club: Club, director: User) -> None:
    scene = make_league(club, director, start=False)
    with pytest.raises(NotReadyError, match="not started yet"):
        scene.finish()
    seasons.start_season(actor=director, season=scene.season)
    scene.night(scene.top, TOP, 1)
    season = scene.finish()
    with pytest.raises(TournamentError, match="Say why you are reopening the season"):
        seasons.reopen_season(actor=director, season=season, reason=" ")
    assert scene.fresh().state == LeagueSeason.State.FINISHED
    assert seasons.reopen_season(actor=director, season=season, reason="a late slip").state == "running"
    assert ActionLog.objects.get(verb="season.reopened").reason == "a late slip"
    scene.night(scene.low, LOW, 2)


@pytest.mark.postgres
def test_who_a_similar_name_means_is_a_player_of_the_club_or_a_new_one(club: Club, director: User) -> None:
    scene = make_league(club, director, start=False)
    vane = Player.objects.create(name="Bartosz Vane", home_club=club)
    stranger = Player.objects.create(name="Bartos Vane", home_club=factories.club(factories.user("x"), "Elsewhere"))
    with pytest.raises(TournamentError, match="not in the club"):
        seasons.add_player(actor=director, division=scene.top, name="Bartos Vane", same_as=stranger.pk)
    assert not SeasonPlayer.objects.exists()
    new = seasons.add_player(actor=director, division=scene.top, name="Bartos Vane", same_as=0).player
    assert (new.name, new.home_club) == ("Bartos Vane", club)
    assert new.pk not in {vane.pk, stranger.pk}


@pytest.mark.postgres
def test_a_division_that_was_removed_meanwhile_takes_nothing_more(club: Club, director: User) -> None:
    scene = make_league(club, director, start=False)
    gone = LeagueDivision.objects.select_related("season__league__club").get(pk=scene.low.pk)
    leagues.remove_league_division(actor=director, division=scene.low)
    data = LeagueDivisionInput(name="C")
    attempts: dict[str, Callable[[], object]] = {
        "renamed": lambda: leagues.update_league_division(actor=director, division=gone, data=data),
        "its guests": lambda: seasons.add_guests(actor=director, division=gone),
        "a player": lambda: seasons.add_player(actor=director, division=gone, name="Zoe"),
        "removed": lambda: leagues.remove_league_division(actor=director, division=gone),
    }
    for what, attempt in attempts.items():
        with pytest.raises(TournamentError) as refused:
            attempt()
        assert refused.value.code == "gone", what
    assert [one.name for one in scene.season.divisions.all()] == ["A"]


def test_a_season_has_as_many_divisions_as_fit_on_a_page(club: Club, director: User) -> None:
    league = leagues.create_league(actor=director, club=club, data=LeagueInput(name="Ladder"))
    many = [LeagueDivisionInput(name=f"Division {number}") for number in range(1, MAX_LEAGUE_DIVISIONS + 1)]
    season = leagues.create_season(actor=director, league=league, data=SEASON, divisions=many)
    with pytest.raises(TournamentError, match=f"at most {MAX_LEAGUE_DIVISIONS} divisions"):
        leagues.add_league_division(actor=director, season=season, data=LeagueDivisionInput(name="One more"))
    assert season.divisions.count() == MAX_LEAGUE_DIVISIONS
