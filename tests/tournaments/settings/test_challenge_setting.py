"""The challenge rule of a division: as its rules say, none, a lost turn, any number of points; on the form and over the API."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from games.engine.crossword.challenge_rules import BY_RULES, CHALLENGE_RULES, challenge_rule
from games.engine.crossword.rules import CHALLENGES_BY_RULES, RULE_SETS
from lexicon.models import LexiconVersion
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import text
from tests.walk import check_each
from tournaments.forms.events import DivisionForm
from tournaments.models import Division, Event
from tournaments.services.events.rules import rules_of

pytestmark = pytest.mark.django_db
#: What “As the rules say” means under each rule set: the judge's sentence on a good play, and the page of rules.
SAYS = {
    "tournament": ("loses the turn", "As the rules say: Double: a failed challenge loses the turn"),
    "tokyo-club": ("is not set for this event", "As the rules say: not set: the rule sheet leaves it to the club"),
    "gujarati-club": ("loses the turn", "As the rules say: Double: a failed challenge loses the turn"),
    "hasbro-zh": ("There is no penalty", "As the rules say: no penalty: the rule sheet gives none"),
}


def sent_by(form: DivisionForm) -> dict[str, object]:
    """What a browser sends when nobody touches the form."""
    values = {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def running_division(club: Club, director: User, dictionary: LexiconVersion) -> Division:
    """Nothing is published yet, so that its rules may change; the judge answers all the same."""
    division = factories.division(club, director, lexicon_version_id=dictionary.pk)
    Event.objects.filter(pk=division.event_id).update(state="running")
    return division


def test_every_rule_set_says_something() -> None:
    assert set(SAYS) == set(CHALLENGES_BY_RULES) == set(RULE_SETS)
    assert all(challenge_rule(key) for key in CHALLENGES_BY_RULES.values())


def test_a_new_division_plays_as_the_rules_say_and_follows_them(
    club: Club, director: User, dictionary: LexiconVersion
) -> None:
    division = running_division(club, director, dictionary)
    assert division.settings.challenge_rule == BY_RULES
    client, api = Client(), as_user(director)
    client.force_login(director)
    where = reverse("tournaments:division_settings", args=[division.event.slug, division.slug])
    judge = f"events/{division.event.slug}/divisions/{division.slug}/adjudications/"

    def check(slug: str, sentence: str, in_force: str) -> None:
        form = client.get(where).context["form"]
        answer = client.post(where, sent_by(form) | {"rules_slug": slug})
        assert answer.status_code == 302, answer.context["form"].errors
        body = {"words": ["train"], "client_token": str(uuid4())}
        assert sentence in api.post(judge, body, expect=201)["consequence"]
        assert in_force in text(client.get(f"/e/{division.event.slug}/{division.slug}/rules/"))

    check_each([(slug, *said) for slug, said in SAYS.items()], check)
    help_text = text(client.get(where))
    assert "Hasbro, Traditional Chinese – no penalty: the rule sheet gives none" in help_text


def test_any_number_of_points_on_the_form_and_over_the_api(
    club: Club, director: User, dictionary: LexiconVersion
) -> None:
    division = running_division(club, director, dictionary)
    client, api = Client(), as_user(director)
    client.force_login(director)
    where = reverse("tournaments:division_settings", args=[division.event.slug, division.slug])
    mine = f"events/{division.event.slug}/divisions/{division.slug}/"
    points = {"challenge_rule": "points", "challenge_points": "7", "challenge_points_go": "challenger"}
    form = sent_by(client.get(where).context["form"])
    for bad in ("0", "101", "7.5", "seven", "-3"):
        answer = client.post(where, form | points | {"challenge_points": bad})
        assert answer.status_code == 422
        assert f'value="{bad}"' in text(answer)
    assert client.post(where, form | points | {"challenge_points_per_word": "on"}).status_code == 302
    division = Division.objects.get()
    assert rules_of(division).challenge == "minus-7-per-word"
    rules = text(client.get(f"/e/{division.event.slug}/{division.slug}/rules/"))
    for line in ("Points for a failed challenge", "come off the challenger&#x27;s score"):
        assert line in rules
    body = {"words": ["train", "ad"], "client_token": str(uuid4())}
    ruled = api.post(f"{mine}adjudications/", body, expect=201)
    assert "The challenger loses 14 points." in ruled["consequence"]
    page = text(client.get(f"/e/{division.event.slug}/adjudications/{ruled['id']}/"))
    assert "7 points per word off the challenger" in page
    api.patch(mine, {"challenge_points": 101}, expect=400)
    changed = api.patch(
        mine, {"challenge_points": 40, "challenge_points_go": "challenged", "challenge_points_per_word": False}
    )
    assert (changed["challenge_rule"], changed["challenge_points"]) == ("points", 40)
    assert rules_of(Division.objects.get()).challenge == "plus-40"
    again = {"words": ["train"], "client_token": str(uuid4())}
    assert "receives 40 points" in api.post(f"{mine}adjudications/", again, expect=201)["consequence"]


def test_earlier_choices_are_read_as_before(club: Club, director: User) -> None:
    """Also in divisions of Word Basket, which kept the default of their day."""
    for key in CHALLENGE_RULES:
        division = factories.division(club, director, challenge_rule=key)
        assert rules_of(Division.objects.get(pk=division.pk)).challenge == key
    basket = factories.division(club, director, game="wordbasket", rules_slug="word-basket")
    factories.change(basket, challenge_rule="double")
    client = Client()
    client.force_login(director)
    where = reverse("tournaments:division_settings", args=[basket.event.slug, basket.slug])
    form = sent_by(client.get(where).context["form"])
    assert client.post(where, form | {"round_minutes": "30"}).status_code == 302
