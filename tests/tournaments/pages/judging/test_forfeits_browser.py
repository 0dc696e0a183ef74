"""The forfeit of a challenge in a real browser: offered, asked about, entered."""

from uuid import uuid4

import pytest

from clubs.models import User
from games.crossword.judge import PlayQuestion
from lexicon.models import Adjudication, LexiconVersion
from tests import factories
from tests.harness.people import People
from tournaments.models import Division, Pairing, Result
from tournaments.services.judging.challenges import rule_challenge
from tournaments.services.judging.tablets import Desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def challenged(division: Division, game: Pairing, director: User) -> Adjudication:
    """The first player challenges a good word."""
    seat = game.seats.get(position=1)
    data = PlayQuestion(words=("train",), client_token=str(uuid4()), seat_id=seat.pk, pairing_id=game.pk)
    return rule_challenge(desk=Desk(division, official=director), data=data)


def test_the_forfeit_is_entered_from_the_adjudication(
    people: People, running: Division, director: User, dictionary: LexiconVersion
) -> None:
    """Each page is in order on a phone and a desktop; afterwards the game is forfeited."""
    factories.change(running, lexicon_version=dictionary, challenge_rule="triple")
    division = Division.objects.get(pk=running.pk)
    game = Pairing.objects.get(round__division=division, table_number=1)
    adjudication = challenged(division, game, director)
    person = people.phone(director)
    page = person.page
    page.goto(f"/e/{division.event.slug}/adjudications/{adjudication.pk}/")
    person.check_page_on_both("adjudication with a forfeit")
    page.get_by_role("link", name="Enter the forfeit").click()
    page.get_by_role("button", name="Enter the forfeit").wait_for()
    person.check_page_on_both("enter the forfeit")
    page.get_by_role("button", name="Enter the forfeit").click()
    page.get_by_text("The forfeit has been entered.").wait_for()
    person.check_page_on_both("forfeit entered")
    assert Result.objects.get(pairing=game).kind == "forfeit_loss"
