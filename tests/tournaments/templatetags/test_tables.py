"""The rows of big tables: escaped, translated, and strict about missing values."""

import jinja2
import pytest
from django.template import engines
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.gathered import gathered
from tests.tournaments.scenes.rows import Scene, make_scene
from tests.walk import check_each
from tournaments.models import Entry
from tournaments.templatetags.table_tags import numbered

NAME = "<script>alert('&')</script>"
PAGES = ["/e/spring/", "/e/spring/a/standings/", "/e/spring/a/rounds/1/", "/e/spring/a/wall-chart/"]


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene(players=5)


def test_names_are_escaped(client: Client, scene: Scene) -> None:
    def check(path: str) -> None:
        Entry.objects.filter(division=scene.division, number=1).update(name=NAME)
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page

    check_each(PAGES, check)


def test_a_name_inside_a_sentence_is_escaped(client: Client, scene: Scene) -> None:
    Entry.objects.filter(division=scene.division, number=2).update(name=NAME)
    game = scene.division.rounds.get(number=1).pairings.get(table_number=1)
    game.result.kind, game.result.first_score, game.result.second_score = "forfeit_win", None, None
    game.result.save()
    page = client.get("/e/spring/a/rounds/1/").content.decode()
    assert "&lt;/script&gt; forfeits" in page
    assert "<script>alert" not in page


def test_each_reader_gets_their_own_language(client: Client, scene: Scene) -> None:
    def check(path: str, word: str) -> None:
        with translation.override("ja"):
            translated = translation.gettext(word)
        assert translated != word
        assert translated in client.get(path, headers={"accept-language": "ja"}).content.decode()
        assert translated not in client.get(path, headers={"accept-language": "en"}).content.decode()

    check_each([(PAGES[0], "Lost"), (PAGES[1], "Won"), (PAGES[2], "Table"), (PAGES[3], "bye")], check)


@pytest.mark.parametrize("number", [0, 1, 10, 300, 12345])
def test_addresses_of_a_table_are_the_sites_own(number: int) -> None:
    """Also where the fixed part holds a 0."""
    assert numbered("tournaments:player", "open-2030", "10")(number) == reverse(
        "tournaments:player", args=["open-2030", "10", number]
    )
    assert numbered("tournaments:replay", "0")(number) == reverse("tournaments:replay", args=["0", number])


def test_a_value_that_is_not_given_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError):
        engines["tables"].from_string("{{ nothing }}").render({})


def test_what_tables_say_is_gathered_for_translation() -> None:
    entries = gathered()
    assert entries.get("Opponents beaten at the tables") is not None
    assert entries.get("Beat", "at club tables") is not None
    assert entries.get("%(name)s forfeits") is not None
    places = {place for place, _line in entries["%(name)s lost on time"].locations}
    assert "templates/tournaments/tables/games.jinja" in places
