"""From adjudication to score by plain requests: each situation of a challenge under each challenge rule and by each document."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, User
from games.engine.crossword.challenge_rules import CHALLENGE_RULES, is_points_key
from lexicon.models import Adjudication
from tests import factories
from tests.harness.deep import DEEP, some
from tests.tournaments.scenes.challenge_walk import check_all_situations, check_first_free_second_not
from tests.tournaments.scenes.situations import COSTS, Situation, situations
from tournaments.models import Division, Pairing, Seat

pytestmark = pytest.mark.django_db


def part(page: str, opening: str) -> list[str]:
    """The texts of the elements whose tag has ``opening`` in it."""
    return [unescape(text).strip() for text in re.findall(rf"<[^>]*{opening}[^>]*>([^<]*)(?=<)", page)]


class Requests:
    """The tablet, the phone and the director's screen without a browser: what their pages send, and what comes back."""

    def __init__(self, director: User) -> None:
        self.anybody, self.director = Client(), Client()
        self.director.force_login(director)
        self.tablet = ""

    def open_tablet(self, path: str) -> None:
        assert self.anybody.get(path).status_code == 200
        self.tablet = path

    def judge(self, case: Situation, seat: Seat) -> tuple[str, str]:
        fields = {
            "step": "judge",
            "client_token": str(uuid4()),
            "seat": seat.pk,
            "count": len(case.words),
            "play_score": case.score,
            **{f"word{number}": word.lower() for number, word in enumerate(case.words, 1)},
            **({"out_play": "on"} if case.out else {}),
        }
        page = self.anybody.post(self.tablet, fields).content.decode()
        (says,), (consequence,) = part(page, "data-says"), part(page, "data-consequence")
        return says, consequence

    def report(self, pairing: Pairing, side: str, scores: tuple[int, int], moves: str) -> tuple[str, list[str]]:
        fields = {
            "client_token": str(uuid4()),
            "sure": "on",
            "led_before": "level",  # where equal totals ask
            "first_score": scores[0],
            "second_score": scores[1],
            "moves": moves,
        }
        page = self.anybody.post(factories.own_slip(pairing.pk, side), fields, follow=True).content.decode()
        (state,) = re.findall(r'data-result="(\w+)"', page)
        return state, [text for text in part(page, 'class="notice') if "judge" in text]

    def check_adjudication(
        self, adjudication: Adjudication, division: Division, consequence: str, *, turn: int | None = None
    ) -> None:
        page = self.director.get(f"/e/{division.event.slug}/adjudications/{adjudication.pk}/").content.decode()
        assert consequence in part(page, "")
        links = [text for text in part(page, "") if "of the game's record" in text]
        assert links == ([] if turn is None else [f"Turn {turn} of the game's record"])


def test_every_rule_has_its_costs() -> None:
    points = {rule for rule in COSTS if is_points_key(rule)}
    assert len(points) == 4
    assert (set(COSTS) - points) | {"void"} == set(CHALLENGE_RULES)


#: One of each kind: the others differ from “plus-23-per-word” and “minus-12” in the number alone.
KINDS = ["void", "open", "single", "double", "free-then-five", "triple", "plus-23-per-word", "minus-12"]
RULES = some([*KINDS, *(rule for rule in COSTS if rule not in KINDS)], suite=len(KINDS))


#: Where more is at stake than the points: a bad play, or three words, may follow another line of the table of outcomes.
OF_THEIR_OWN = {"void", "triple", "plus-23-per-word"}
#: Under every other rule a bad play comes off in the same words, and three words cost what one does.
ALIKE = ["bad", "good, three words", "bad out"]


def without(rule: str) -> set[str]:
    """The situations that the suite leaves to the deep run: under the rules that treat them alike each has its turn."""
    if DEEP or rule in OF_THEIR_OWN:
        return set()
    others = [one for one in KINDS if one not in OF_THEIR_OWN]
    return {*ALIKE} - {ALIKE[others.index(rule) % len(ALIKE)]}


@pytest.mark.scaled
@pytest.mark.parametrize("rule", RULES)
def test_every_situation_under_every_rule(club: Club, director: User, rule: str) -> None:
    check_all_situations(Requests(director), club, director, "tournament", rule, without=without(rule))


@pytest.mark.scaled
@pytest.mark.parametrize(
    ("rules", "rule"), some([("gujarati-club", "double"), ("tokyo-club", "minus-ten"), ("hasbro-zh", "single")])
)
def test_every_situation_by_each_document(club: Club, director: User, rules: str, rule: str) -> None:
    """The rule sets of the documents differ in what going out gives: in the suite that alone."""
    alike = () if DEEP else {name for name, case in situations().items() if not (case.out and case.good)}
    check_all_situations(Requests(director), club, director, rules, rule, without=alike)


def test_the_first_challenge_is_free_and_the_second_is_not(club: Club, director: User) -> None:
    check_first_free_second_not(Requests(director), club, director)
