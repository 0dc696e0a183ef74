"""A whole game typed on the slip: its end is counted by the site, and its players have their names."""

import html
import re

import pytest

from tests import factories
from tests.games.engine.crossword.test_typed_end import typed
from tests.tournaments.pages.slip.test_slip import Slip, slip, text
from tests.walk import check_each
from tournaments.models import Division, Submission

__all__ = ["slip"]
pytestmark = pytest.mark.django_db


def by_five(slip: Slip) -> None:
    """The club plays with five points for a failed challenge, as the game was, and without a dictionary."""
    factories.change(Division.objects.filter(pk=slip.division.pk), challenge_rule="five", lexicon_version=None)


def test_a_typed_game_without_scores_and_end_is_a_result(slip: Slip) -> None:
    by_five(slip)
    checked = text(slip.client.post(f"{slip.path}check/", {"moves": typed().decode()}))
    sent = slip.send(first=None, second=None, moves=typed().decode())
    assert sent.status_code == 302, text(sent)
    report = Submission.objects.get()
    assert (report.first_score, report.second_score) == (443, 304)
    for page in (checked, text(slip.client.get(sent.url))):
        assert "tiles left, counted by the site" in page
        assert "unplayed tiles are not scored" not in page
        assert html.escape(slip.names[0]) in page
        assert re.search(r"Player[ _][12]", page) is None


def test_no_answer_calls_the_players_by_numbers(slip: Slip) -> None:
    by_five(slip)
    stuck = "8D TRAIN\n" + "pass\n" * 7

    def check(moves: str, says: str) -> None:
        for response in (
            slip.client.post(f"{slip.path}check/", {"moves": moves}),
            slip.send(first=None, second=None, moves=moves),
        ):
            assert re.search(r"Player[ _][12]", text(response)) is None
            assert html.escape(slip.names[1]) in text(response)
        assert response.status_code == 422
        assert says in text(response)
        assert not Submission.objects.exists()

    check_each(
        [
            ("8D TRAIN\n7E HOB", "stops before the end of the game"),
            (stuck, "The game ended with tiles on both racks"),
            (typed().decode() + "\n(I) +3", "Type the two scores you agreed on"),
        ],
        check,
    )
