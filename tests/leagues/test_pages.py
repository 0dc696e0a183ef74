"""Pages of leagues: who may open and do what, what they show, and the director's way through a season."""

import re
from collections.abc import Mapping, Sequence, Set
from datetime import date
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.urls.converters import IntConverter

from clubs.access import Needs
from clubs.models import Club, Player, User
from clubs.permissions import ROLE_ACTIONS, Action
from leagues.models import CountingEvent, League, LeagueSeason, SeasonPlayer
from leagues.services import seasons
from leagues.urls import director_urls, public_urls
from tests import factories
from tests.declared import needs
from tests.harness.deep import DEEP
from tests.harness.seen import seen
from tests.leagues.scene import LOW, TOP, LeagueScene, club_night, make_league, played_league
from tests.walk import (
    NOBODYS_IDS,
    SIGN_IN,
    Answer,
    Call,
    answer_of,
    browsers,
    check_calls,
    let_in_and_refused,
    taking_turns,
)
from tournaments.models import Event

pytestmark = pytest.mark.django_db
G, P = "GET", "POST"
#: Name of a director's address → the methods that it answers to. All need the right to manage the club's events.
RULES: Mapping[str, Set[str]] = {str(route.name): needs(f"tournaments:{route.name}").keys() for route in director_urls}
#: Answers to a form of somebody who may, without anything filled in.
TAKEN: Set[Answer] = {200, 302, 400, 409, 422}
#: Keys that say where in the site something is; the others name a thing there.
PLACES = {"club", "league", "season"}
#: Methods that no page answers to.
NEVER = ("PUT", "PATCH", "DELETE")
PUBLIC = {"league", "league_season", "league_table", "season_json", "season_auditor"}


def address(scene: LeagueScene, name: str, **other: object) -> str:
    """The address of this name in the scene's league, some of its keys changed."""
    return to(name, values_of(scene) | other)


def to(name: str, values: Mapping[str, object]) -> str:
    """The address of this name with these keys."""
    return reverse(f"tournaments:{name}", kwargs={key: values[key] for key in keys(name)})


def values_of(scene: LeagueScene) -> dict[str, object]:
    """What each key of an address is in the scene."""
    counting_event = CountingEvent.objects.filter(league_division__season=scene.season).first()
    season_player = SeasonPlayer.objects.filter(season=scene.season).first()
    return {
        "club": scene.league.club.slug,
        "league": scene.league.slug,
        "season": scene.season.number,
        "division": "b",
        "counting_event": counting_event.pk if counting_event else 0,
        "player": season_player.player_id if season_player else 0,
    }


@cache
def keys(name: str) -> Mapping[str, object]:
    """The keys of the address with this name, each with its converter."""
    (route,) = [route for route in [*director_urls, *public_urls] if route.name == name]
    return dict(route.pattern.converters)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def scene(club: Club, director: User) -> LeagueScene:
    """A running season with an event and a player."""
    scene = make_league(club, director)
    scene.night(scene.low, LOW, 1)
    seasons.add_player(actor=director, division=scene.low, name="Zoe")
    return scene


def test_every_address_has_a_rule() -> None:
    declared = {need for name in RULES for need in needs(f"tournaments:{name}").values()}
    assert declared == {Needs(Action.MANAGE_EVENT)}
    assert {route.name for route in public_urls} == PUBLIC


@pytest.mark.scaled
def test_directors_addresses_by_role(scene: LeagueScene) -> None:
    """The director opens and does everything, other roles nothing; strangers sign in first; other methods are refused.

    In the suite one of the methods that no page answers to is tried at each address, and each method refuses one of those who may not.
    """
    people = factories.everybody(scene.league.club, scene.director)
    calls = []
    for turn, (name, methods) in enumerate(RULES.items()):
        where = address(scene, name)
        others = NEVER if DEEP else [NEVER[turn % len(NEVER)]]
        calls += [Call("director", method, where, {405}) for method in (G, P, *others) if method not in methods]
        for method in methods:
            expected = {200} if method == G else TAKEN
            calls += [Call(who, method, where, expected if who == "director" else {403}) for who in people]
            calls.append(Call("stranger", method, where, {SIGN_IN}))
    check_calls(let_in_and_refused(calls), browsers(people))


def test_posts_without_a_token_are_refused(scene: LeagueScene) -> None:
    calls = [Call("director", P, address(scene, name), {403}) for name, methods in RULES.items() if P in methods]
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(scene.director)
    check_calls(calls, lambda call: answer_of(strict.post(call.address)))


@pytest.mark.scaled
def test_public_pages_are_for_all_once_a_season_has_begun(club: Club, director: User) -> None:
    """In the suite everybody looks at one of the pages, and at the others in turn."""
    draft = make_league(club, director, start=False)
    people = factories.everybody(club, director)
    ask = browsers(people)
    officials = {role for role, actions in ROLE_ACTIONS.items() if Action.VIEW_DRAFTS in actions}
    first, *rest = pages = [address(draft, name) for name in sorted(PUBLIC)]
    everyone = [*people, "stranger"]

    def looks(page: str, begun: bool) -> list[Call]:
        return [Call(who, G, page, {200 if begun or who in officials else 404}) for who in everyone]

    check_calls(looks(first, False) + taking_turns(call for page in rest for call in looks(page, False)), ask)
    seasons.start_season(actor=director, season=draft.season)
    check_calls(looks(first, True) + taking_turns(call for page in rest for call in looks(page, True)), ask)
    check_calls([Call("stranger", P, page, {405}) for page in pages], ask)


def test_a_next_season_in_preparation_is_hidden_while_the_league_is_public(club: Club, director: User) -> None:
    scene = played_league(club, director)
    seasons.next_season(actor=director, season=scene.finish())
    page = Client().get(address(scene, "league"))
    assert "Season 1" in page.content.decode()
    assert "Season 2" not in page.content.decode()
    assert Client().get(address(scene, "league_season", season=2)).status_code == 404
    assert Client().get(address(scene, "manage_season", season=2)).status_code == 302


@pytest.mark.scaled
def test_keys_that_nothing_has_are_not_found(scene: LeagueScene) -> None:
    """The address of the scene's own rows is answered; with any one key changed to one that nothing has, it is not found.

    In the suite one wrong key of each kind. The keys of ``PLACES`` are looked up together, whatever the method: of these one at each
    address, by one of its methods.
    """
    values, calls = values_of(scene), []
    for turn, name in enumerate([*RULES, *sorted(PUBLIC)]):
        asked = list(product(keys(name), sorted(RULES.get(name, {G}))))
        own = [Call("director", method, to(name, values), TAKEN) for method in sorted(RULES.get(name, {G}))]
        calls += own if DEEP else own[turn % len(own) :][:1]
        if not DEEP:
            places = [(key, method) for key, method in asked if key in PLACES]
            asked = [places[turn % len(places)], *(pair for pair in asked if pair[0] not in PLACES)]
        for key, method in asked:
            wrong: Sequence[object] = NOBODYS_IDS if isinstance(keys(name)[key], IntConverter) else ("no-such",)
            if not DEEP:  # one number that nobody has, another one each time
                wrong = [wrong[len(calls) % len(wrong)]]
            calls += [Call("director", method, to(name, values | {key: one}), {404}) for one in wrong]
    check_calls(calls, browsers({"director": scene.director}))


def test_things_of_another_league_are_not_found(scene: LeagueScene) -> None:
    other = factories.user("other")
    elsewhere = make_league(factories.club(other, "Elsewhere"), other)
    counting_event = CountingEvent.objects.get().pk
    client = browser(other)
    assert client.post(address(elsewhere, "stop_counting", counting_event=counting_event)).status_code == 404
    player = SeasonPlayer.objects.get().player_id
    assert client.get(address(elsewhere, "move_season_player", player=player)).status_code == 404
    assert client.get(address(elsewhere, "league_division", division="none")).status_code == 404
    assert client.get(address(elsewhere, "league_table", division="none")).status_code == 404


def test_the_public_pages_show_zones_in_words(club: Club, director: User) -> None:
    scene = played_league(club, director)
    html = Client().get(address(scene, "league")).content.decode()
    for words in (
        "promotion place",
        "relegation place",
        "Division A",
        "Division B",
        "2 of 2 events finished",
        ">from 1 May 2026<",
    ):
        assert words in html
    html = Client().get(address(scene, "league_table")).content.decode()
    assert "Eli" in html
    assert "Ada" not in seen(html)
    note = "“Won” and “Lost” include byes and forfeits"
    assert note not in html
    scene.night(scene.low, LOW[:3], 3)
    assert note in Client().get(address(scene, "league_table")).content.decode()


def test_a_club_page_names_its_leagues(club: Club, director: User) -> None:
    make_league(club, director, start=False)
    page = reverse("clubs:club", args=[club.slug])
    assert "Ladder" not in Client().get(page).content.decode()
    html = browser(director).get(page).content.decode()
    assert "Ladder" in html
    assert "New league" in html


def test_a_season_from_the_first_form_to_the_next_season(club: Club, director: User) -> None:
    client = browser(director)
    response = client.post(reverse("tournaments:new_league", args=[club.slug]), {"name": "Tuesday ladder"})
    assert response.status_code == 302
    form = {
        "name": "Spring",
        "starts_on": "2026-05-01",
        "divisions": "First\nSecond\n",
        "exchange": "1",
        "open_to_all": "on",
        "min_games": "1",
        "win_points": "2",
        "tie_points": "1",
        "loss_points": "0",
        "bye_half_wins": "2",
        "criterion_1": "points",
        "criterion_2": "spread",
    }
    bad = client.post(response["Location"], form | {"criterion_2": "points", "divisions": ""})
    assert bad.status_code == 422
    assert "already in the list" in bad.content.decode()
    response = client.post(response["Location"], form)
    home = response["Location"]
    assert client.get(home).status_code == 200
    season = LeagueSeason.objects.get()
    top, low = season.divisions.order_by("position")
    client.post(f"{home}start/")
    for week, names, place in ((1, TOP, top), (2, LOW, low)):
        played = club_night(club, director, names, week)
        page = client.post(f"{home}events/", {"played": played.pk, "division": place.pk}, follow=True)
        assert f"counts for {place.name}" in page.content.decode()
    assert (
        "From the list, choose an event" in client.post(f"{home}events/", {"played": 0}, follow=True).content.decode()
    )
    page = client.post(f"{home}finish/", follow=True)
    assert "Season finished" in page.content.decode()
    assert "promoted" in page.content.decode(), "what was a promotion place while the season ran"
    response = client.post(f"{home}next/")
    home = response["Location"]
    html = client.get(home).content.decode()
    assert "promoted" in html
    assert "relegated" in html
    ben = Player.objects.get(name="Ben")
    move = f"{home}players/{ben.pk}/"
    assert client.post(move, {"division": ""}).status_code == 422
    assert client.post(move, {"division": "", "reason": "abroad"}).status_code == 302
    assert "abroad" in client.get(home).content.decode()
    lowest = LeagueSeason.objects.get(number=2).divisions.get(position=2)
    page = client.post(f"{home}divisions/{lowest.slug}/players/", {"name": "Zoe"}, follow=True)
    assert "Zoe is in Second" in page.content.decode()
    response = client.post(f"{home}events/new/", {"name": "Autumn night", "starts_on": "2026-09-01"})
    event = Event.objects.get(name="Autumn night")
    assert response["Location"] == reverse("tournaments:manage", args=[event.slug])
    assert [one.entries.count() for one in event.divisions.order_by("position")] == [3, 5]
    assert client.post(f"{home}delete/").status_code == 302
    assert (LeagueSeason.objects.count(), Event.objects.count()) == (1, 3)
    log = client.get(reverse("tournaments:manage_league", args=[club.slug, League.objects.get().slug]))
    assert "season deleted" in log.content.decode()


def test_forms_that_are_refused_say_why(scene: LeagueScene) -> None:
    client = browser(scene.director)
    page = client.post(address(scene, "season_rules"), {"name": ""})
    assert page.status_code == 422
    values = {"min_games": 2, "win_points": 2, "tie_points": 1, "loss_points": 0, "bye_half_wins": 2}
    rules = {"name": "Spring", "starts_on": date(2026, 5, 1), "open_to_all": "on", "criterion_1": "points", **values}
    page = client.post(address(scene, "season_rules"), rules)
    assert page.status_code == 422
    assert "Say why you are changing the rules" in page.content.decode()
    page = client.post(address(scene, "season_rules"), rules | {"best_events": 2, "criterion_2": "buchholz"})
    assert "If only the best" in page.content.decode()
    assert client.post(address(scene, "season_rules"), rules | {"reason": "as voted"}).status_code == 302
    page = client.post(address(scene, "league_division"), {"name": "A", "exchange": 1})
    assert "already" in page.content.decode()
    page = client.post(address(scene, "add_season_player"), {"name": "Zoe"}, follow=True)
    assert "already in this season" in page.content.decode()
    page = client.post(address(scene, "reopen_season"), {"reason": "x"}, follow=True)
    assert "is not finished" in page.content.decode()
    page = client.post(address(scene, "add_league_division"), {"name": "", "exchange": 1}, follow=True)
    assert "Division name" in page.content.decode()


def test_a_name_like_a_known_one_is_asked_about_before_it_joins_a_season(scene: LeagueScene) -> None:
    client = browser(scene.director)
    vane = Player.objects.create(name="Bartosz Vane", home_club=scene.league.club)
    response = client.post(address(scene, "add_season_player"), {"name": "Bartsoz Vane"})
    assert response.status_code == 422
    assert f'name="same_as" value="{vane.pk}"' in response.content.decode()
    assert not SeasonPlayer.objects.filter(season=scene.season, player=vane).exists()
    client.post(address(scene, "add_season_player"), {"name": "Bartsoz Vane", "same_as": vane.pk})
    assert SeasonPlayer.objects.filter(season=scene.season, player=vane).exists()
    assert not Player.objects.filter(name="Bartsoz Vane").exists()
    again = client.post(address(scene, "add_season_player"), {"name": "Bartsoz Vane"}, follow=True)
    assert "Bartosz Vane is already in this season" in again.content.decode()


def test_a_division_is_added_on_the_page(club: Club, director: User) -> None:
    scene = make_league(club, director, start=False)
    client, add = browser(director), address(scene, "add_league_division")
    refused = client.post(add, {"name": "C\nD", "exchange": "1"}, follow=True).content.decode()
    assert "Give the division a name" in refused
    assert "Division C added." in client.post(add, {"name": "C", "exchange": "1"}, follow=True).content.decode()
    assert list(scene.season.divisions.order_by("position").values_list("name", "exchange")) == [
        ("A", 0),
        ("B", 1),
        ("C", 1),
    ]


def test_the_tables_columns_are_what_orders_the_season(club: Club, director: User) -> None:
    """Who has too few games has no rank and no values; Cem's bye is a win of three points, and no opponent of his."""
    rules: dict[str, Any] = {"standings_order": "percent points buchholz spread", "win_points": 3, "min_games": 2}
    scene = make_league(club, director, **rules)
    table = address(scene, "league_table", division="a")
    scene.night(scene.top, TOP, 1)
    assert [row[-3:] for row in cells(Client().get(table).content.decode())] == [["–"] * 3] * 4
    scene.night(scene.top, TOP, 2)
    scene.night(scene.top, TOP[:3], 3)
    rows = cells(Client().get(table).content.decode())
    assert [[row[1].split()[0], *row[-3:]] for row in rows] == [
        ["Ada", "100.0", "9", "12"],
        ["Ben", "66.7", "6", "9"],
        ["Cem", "33.3", "3", "18"],
        ["Dua", "0.0", "0", "12"],
    ]


def cells(html: str) -> list[list[str]]:
    """The rows of the first table: what stands in their cells."""
    rows = html.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr")[1:]
    return [
        [
            " ".join(re.sub(r"<[^>]+>", "", cell).split())
            for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
        ]
        for row in rows
    ]
