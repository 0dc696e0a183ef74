"""A setting is declared once: one that is added here appears on the form, in the API, the database, the pages and the docs."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_lazy
from drf_spectacular.generators import SchemaGenerator

from clubs.models import Club, User
from clubs.tokens import sign_in
from core.packages import ROOT
from lexicon.models import LexiconVersion
from lexicon.services.tablets import desk_key
from tests import factories
from tests.api_client import Api
from tests.tournaments.scenes.hall import make_hall, text
from tests.walk import check_each
from tournaments.errors import TournamentError
from tournaments.forms.events import DivisionForm
from tournaments.models import Division, settings_class
from tournaments.services.events.events import update_division
from tournaments.services.judging.tablets import open_judge
from tournaments.services.standings.standings import input_of
from tournaments.settings import Change, DivisionSettings, setting, settings_group
from tournaments.settings.codec import from_json, to_json
from tournaments.settings.fields import check_constraints
from tournaments.settings.metadata import settings_in
from tournaments.settings.reference import markdown


@settings_group(gettext_lazy("Tea"))
class WithTea(DivisionSettings):
    """One setting more."""

    tea_minutes: int = setting(
        15,
        gettext_lazy("Tea break"),
        help=gettext_lazy("Minutes between two rounds."),
        bounds=(5, 120),
        change=Change.UNTIL_FIRST_ROUND,
        words=lambda minutes: f"{minutes} minutes of tea",
    )


@pytest.fixture
def with_tea(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Divisions have the setting, as after ``script/migrations``."""
    monkeypatch.setattr(Division._meta.get_field("settings"), "dataclass", WithTea)
    added = [one for one in check_constraints(WithTea, column="settings", prefix="tea") if "tea_min" in one.name]
    with monkeypatch.context() as patch:
        patch.setattr(Division._meta, "constraints", [*Division._meta.constraints, *added])
        with connection.schema_editor() as editor:
            for one in added:
                editor.add_constraint(Division, one)
    yield
    with connection.schema_editor() as editor:
        for one in added:
            editor.remove_constraint(Division, one)


def sent_by(form: DivisionForm) -> dict[str, object]:
    """What a browser sends of a form that nobody has changed."""
    values = {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value is not None and value is not False}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("with_tea")
def test_a_declared_setting_appears_everywhere() -> None:
    hall = make_hall(players=4)
    division, director = hall.scene.division, hall.scene.director
    where, api = hall.url("division_settings"), Api(sign_in(director)[1])
    at = f"events/{division.event.slug}/divisions/{division.slug}/"

    page = hall.client.get(where)
    form = page.context["form"]
    assert (form["tea_minutes"].value(), form["tea_minutes"].label) == (15, "Tea break")
    assert "Minutes between two rounds." in text(page)
    assert '<h2 id="fields-tea">Tea</h2>' in text(page)
    assert hall.client.post(where, sent_by(form) | {"tea_minutes": "30"}).status_code == 302
    assert stored(division)["tea_minutes"] == 30
    refused = hall.client.post(where, sent_by(form) | {"tea_minutes": "4"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["tea_minutes"])

    assert api.patch(at, {"tea_minutes": 45})["tea_minutes"] == 45
    (fault,) = api.patch(at, {"tea_minutes": 121}, expect=400)["errors"]
    assert fault["field"] == "tea_minutes"
    assert stored(division)["tea_minutes"] == 45

    check_each((4, 121, "30", None, True), lambda value: refused_by_database(division, value), undo=False)

    assert "45 minutes of tea" in text(hall.client.get(hall.url("rules")))
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    schema = document["components"]["schemas"]["Division"]["properties"]
    assert (schema["tea_minutes"]["minimum"], schema["tea_minutes"]["maximum"]) == (5, 120)
    assert "| Tea break | `tea_minutes` | 5 to 120 | 15 minutes of tea | until the first round" in markdown(
        settings_class()
    )
    assert "Tea break" in text(hall.client.get(reverse("tournaments:event_log", args=[division.event.slug])))

    hall.publish(1)
    late = hall.client.post(where, sent_by(hall.client.get(where).context["form"]) | {"tea_minutes": "60"})
    assert late.status_code == 422
    assert "These can no longer change: Tea break." in text(late)


def stored(division: Division) -> dict[str, object]:
    """The settings as they are in the database."""
    return to_json(Division.objects.get(pk=division.pk).settings)


def refused_by_database(division: Division, value: object) -> None:
    values = {**stored(division), "tea_minutes": value}
    with pytest.raises(IntegrityError, match="tea_tea_minutes"), transaction.atomic():
        Division.objects.filter(pk=division.pk).update(settings=values)


def test_the_reference_matches_the_declarations() -> None:
    assert (ROOT / "docs" / "settings.md").read_text() == markdown(DivisionSettings), (
        "run: manage.py settings_reference > docs/settings.md"
    )
    out = StringIO()
    call_command("settings_reference", stdout=out)
    assert out.getvalue() == (ROOT / "docs" / "settings.md").read_text()


def test_every_setting_refuses_impossible_values() -> None:
    def refused(name: str, value: object) -> None:
        with pytest.raises(ValidationError) as caught:
            from_json(DivisionSettings, {name: value})
        assert caught.value.code == name
        assert str(settings_in(DivisionSettings)[name].label) in caught.value.messages[0]

    check_each(
        [
            ("round_minutes", 0),
            ("round_minutes", 1.5),
            ("round_minutes", "60"),
            ("round_minutes", True),
            ("round_minutes", None),
            ("best_of", 2),
            ("bye_half_wins", 3),
            ("late_rounds", "win"),
            ("show_chances", 1),
            ("spread_cap", 0),
            ("spread_caps", [1501]),
            ("spread_caps", [1] * 61),
            ("table_numbers", [3, 3]),
            ("standings_order", "points, spread"),
            ("rule_options", []),
        ],
        refused,
        undo=False,
    )


def test_settings_of_another_game_are_refused_and_can_be_left_behind() -> None:
    def refused(name: str, value: Any, game: str) -> None:
        settings = DivisionSettings(**{name: value})
        with pytest.raises(ValidationError) as caught:
            settings.check_game(game)
        assert caught.value.code == name
        settings.fitted(game).check_game(game)

    check_each(
        [
            ("best_of", 3, "crossword"),
            ("challenge_rule", "five", "wordbasket"),
            ("handicap_by", "rating", "wordbasket"),
            ("meeting_games", 2, "wordbasket"),
        ],
        refused,
        undo=False,
    )
    with pytest.raises(ValidationError, match="choose one of: 2, 3, 4"):
        DivisionSettings(table_size=5).check_game("crossword")
    DivisionSettings(table_size=5).check_game("wordbasket")


def test_json_and_back() -> None:
    settings = DivisionSettings(spread_caps=(200, 700), table_numbers=(3, 1), rule_options={"rack_size": 8})
    assert from_json(DivisionSettings, to_json(settings)) == settings
    assert from_json(DivisionSettings, {"gone": 1}) == DivisionSettings()


@pytest.mark.django_db
def test_the_rules_in_force_are_one_tap_from_every_page_at_a_table(
    running: Division, director: User, dictionary: LexiconVersion
) -> None:
    """Event, standings, a player's own page, the slip, the word judge, and where a round is printed."""
    factories.use_dictionary(running, dictionary)
    event = f"/e/{running.event.slug}/"
    rules = f'href="{event}{running.slug}/rules/"'
    slip = factories.own_slip(factories.games(running.rounds.get())[0].pairing_id)
    tablet = f"/judge/{desk_key(open_judge(actor=director, division=running))}/"
    for page in (event, f"{event}{running.slug}/standings/", slip, slip.removesuffix("1/"), tablet):
        assert rules in text(Client().get(page)), page
    official = Client()
    official.force_login(director)
    assert rules in text(official.get(f"{event}{running.slug}/rounds/1/manage/"))


@pytest.mark.django_db
def test_the_rules_in_force_say_what_matters_and_nothing_else(club: Club, director: User) -> None:
    client = Client()
    client.force_login(director)
    basket = factories.division(club, director, game="wordbasket", rules_slug="word-basket", best_of=3)
    crossword = factories.division(club, director, spread_caps=(200, 700), handicap_by="rating", challenge_rule="five")

    def says(division: Division, line: str | None, label: str) -> None:
        page = text(client.get(f"/e/{division.event.slug}/{division.slug}/rules/"))
        assert (f'<th scope="row">{label}</th>' in page) == (line is not None)
        assert line is None or f'<th scope="row">{label}</th><td>{line}</td>' in page

    check_each(
        [
            (basket, "Word Basket", "Game"),
            (basket, "3", "Games per match"),
            (basket, "yes", "A wild card may be the last card"),
            (basket, "none: words are not looked up", "Dictionary"),
            (basket, None, "Challenge rule"),
            (basket, None, "Handicap standings use"),
            (basket, "no", "Rate every game of a match"),
            (crossword, "5 points to the opponent", "Challenge rule"),
            (crossword, None, "Points for a failed challenge"),
            (crossword, "60 minutes", "Round length"),
            (crossword, "200, 700", "Spread cap by round"),
            (crossword, None, "Spread cap"),
            (crossword, "10", "By rating: percentage of the rating difference"),
            (crossword, None, "Games per match"),
            (crossword, None, "Rate every game of a match"),
            (crossword, None, "Random seed"),
            (crossword, "no", "Word-smog"),
        ],
        says,
    )


@pytest.mark.django_db
def test_changing_the_standings_needs_a_reason_once_a_round_is_published(running: Division, director: User) -> None:
    changes = {
        "bye_spread": 60,
        "forfeit_spread": -60,
        "spread_cap": 100,
        "win_points": 3,
        "tie_points": 0,
        "loss_points": 1,
        "standings_order": "wins spread",
        "bye_half_wins": 1,
        "spread_caps": (100,),
        "handicap_by": "points",
        "handicap_percent": 20,
        "handicap_cap": 50,
    }
    declared = settings_in(DivisionSettings).items()
    assert {name for name, one in declared if one.change is Change.WITH_REASON} == set(changes)

    def needs_reason(name: str) -> None:
        data = input_of(running).with_settings(**{name: changes[name]})
        with pytest.raises(TournamentError, match="Say why"):
            update_division(actor=director, division=running, data=data)
        update_division(actor=director, division=running, data=data, reason="as announced", seen=True)

    check_each(sorted(changes), needs_reason)
    update_division(actor=director, division=running, data=input_of(running).with_settings(max_repeats=1))
    assert stored(running)["max_repeats"] == 1
