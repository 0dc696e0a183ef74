"""A pairing system is declared once: the form, the API, stored plans and docs/pairing-systems.md follow from the class."""

from collections.abc import Iterator
from typing import ClassVar

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.packages import ROOT
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tests.walk import check_each
from tournaments.documentation import pairing_reference
from tournaments.engine.pairing import SYSTEMS
from tournaments.engine.pairing.options import Group, Shape, option, pairing_system
from tournaments.engine.pairing.swiss import PlaceSystem
from tournaments.models import Entry, PairingRun, Round
from tournaments.services.rounds.pairing import draft_round

pytestmark = pytest.mark.django_db
PAGE = ROOT / "docs" / "pairing-systems.md"


@pytest.fixture
def ladder() -> Iterator[None]:
    """A system of our own for the time of a test: so many places apart."""

    @pairing_system("ladder", "Ladder – challenge someone some rungs up", place=1)
    class Ladder(PlaceSystem):
        rungs: int = option(1, "Rungs between opponents", help="One rung is the neighbour.", bounds=(1, 5))
        calm: bool = option(True, "A calm ladder", off="A wild ladder", group=Group.STARTS)

        def shape(self) -> Shape:
            return Shape(win_groups=False, avoid_repeats=False, distance=self.rungs)

    yield
    del SYSTEMS["ladder"]


def pairs_of(run: PairingRun) -> set[frozenset[int]]:
    return {frozenset((pair["first"], pair["second"])) for pair in run.plan["pairs"]}


@pytest.mark.usefixtures("ladder")
def test_a_system_added_at_run_time_is_on_the_page_and_pairs() -> None:
    hall = make_hall()
    assert "Ladder – challenge someone" in text(hall.client.get(hall.url("manage_round", 1)))
    options = hall.client.post(hall.url("draft_round", 1), {"system": "ladder", "show_options": "1"})
    assert options.status_code == 200
    assert {"Rungs between opponents", "A wild ladder"} <= {field.label for field in options.context["pair_form"]}
    refused = hall.client.post(hall.url("draft_round", 1), {"system": "ladder", "rungs": "6"})
    assert "rungs" in refused.context["pair_form"].errors
    hall.client.post(hall.url("draft_round", 1), {"system": "ladder", "rungs": "3", "no_calm": "on"})
    run = PairingRun.objects.get()
    assert (run.plan["rules"]["system"], run.plan["rules"]["rungs"], run.plan["rules"]["calm"]) == ("ladder", 3, False)
    first, *_rest = hall.scene.entries
    assert frozenset((first.pk, hall.scene.entries[3].pk)) in pairs_of(run)
    page = text(hall.client.get(hall.url("manage_round", 1)))
    assert "Paired by Ladder, random seed" in page


@pytest.mark.usefixtures("ladder")
def test_a_system_added_at_run_time_pairs_through_the_api_and_is_in_the_docs() -> None:
    hall = make_hall()
    api = as_user(hall.scene.director)
    address = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/rounds/1/draft/"
    api.post(address, {"system": "ladder", "options": {"rungs": 9}}, expect=400)
    api.post(address, {"system": "ladder", "options": {"rungs": 2}})
    assert PairingRun.objects.get().plan["rules"]["rungs"] == 2
    reference = pairing_reference()
    assert "## `ladder`: Ladder" in reference
    assert "| `rungs` | Rungs between opponents | whole number, 1 to 5 | 1 | One rung is the neighbour. |" in reference


def test_the_reference_is_what_the_systems_declare(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("pairing_reference")
    assert PAGE.read_text() == capsys.readouterr().out, "run: manage.py pairing_reference > docs/pairing-systems.md"


def test_every_option_of_every_system_has_words() -> None:
    for system in SYSTEMS.values():
        for choice in system.offered():
            assert choice.label, (system.key, choice.name)
            assert all(choice.choices.values()), (system.key, choice.name)


def test_choosing_another_system_shows_its_options_and_loses_nothing() -> None:
    hall = make_hall()
    typed = {"system": "swiss", "show_options": "1", "factor": "3", "max_repeats": "2", "order": "fold"}
    swiss = hall.client.post(hall.url("draft_round", 1), typed).context["pair_form"]
    assert "factor" not in swiss.fields
    assert swiss.carried() == [("factor", "3")]
    page = hall.client.post(hall.url("draft_round", 1), typed | {"system": "factor"})
    assert (page.context["pair_form"]["factor"].value(), page.context["pair_form"]["max_repeats"].value()) == ("3", "2")
    assert '<input type="hidden" name="order" value="fold">' in text(page)
    assert not Round.objects.exists()


def test_plans_of_earlier_versions_named_the_options_of_all_systems() -> None:
    hall = make_hall()
    hall.draft()
    run = PairingRun.objects.get()
    run.plan["rules"] |= {"factor": 7, "opening": 3, "hopefulness": [0.1], "package": "nast"}
    run.save()
    first, second = (entry.pk for entry in hall.entries(hall.games()[0]))
    answer = hall.client.get(hall.url("explain_pair", 1), {"a": first, "b": second})
    assert "They are paired" in text(answer)
    hall.client.post(hall.url("draft_round", 1))
    assert "factor" not in PairingRun.objects.latest("pk").plan["rules"]


def test_a_round_of_a_system_that_is_no_longer_there_is_still_changed_and_published() -> None:
    """As after an update that took a system away: the draft's page opens, pairs are changed by hand, the round is published."""
    hall = make_hall()
    hall.draft()
    PairingRun.objects.update(system="retired", plan=PairingRun.objects.get().plan | {"rules": {"system": "retired"}})
    assert "Publish" in text(hall.client.get(hall.url("manage_round", 1)))
    one, other = (hall.numbers(game) for game in hall.games()[:2])
    version = Round.objects.get().version
    typed = {"text": f"{one[0]} {other[1]}", "complete": "on", "expected_version": version, "do": "save"}
    shown = text(hall.client.post(hall.url("by_hand", 1), typed, follow=True))
    assert "Changed by hand after pairing." in shown
    hall.publish()
    assert "Why?" in text(hall.client.get(hall.url("manage_round", 1)))


def test_options_asked_for_where_results_are_missing_stay_in_sight() -> None:
    hall = make_running_hall()
    answer = hall.client.post(
        hall.url("draft_round", 2), {"system": "cop", "show_options": "1", "despite_missing": "1"}
    )
    assert '<details class="card" open>' in text(answer)


def played(hall: Hall) -> None:
    round_ = hall.publish()
    factories.play(round_)


def test_drafting_six_players_takes_at_most_25_queries() -> None:
    def check(number: int) -> None:
        hall = make_hall(f"six{number}", players=6)
        for earlier in range(1, number):
            round_ = hall.publish(earlier)
            factories.play(round_)
        with CaptureQueriesContext(connection) as queries:
            answer = hall.client.post(hall.url("draft_round", number), {"system": "swiss", "max_repeats": "3"})
        assert answer.status_code == 302
        assert Round.objects.get(division=hall.scene.division, number=number).state == Round.State.DRAFT
        assert len(queries) <= 25, "\n".join(query["sql"][:120] for query in queries)

    check_each([(1,), (2,), (3,)], check)


@pytest.mark.postgres
def test_a_long_plan_is_made_again_if_the_facts_changed_meanwhile() -> None:
    hall = make_hall(players=6)
    played(hall)
    leaves, planned = hall.scene.entries[0], []

    @pairing_system("slow", "Slow – somebody leaves while it thinks")
    class Slow(PlaceSystem):
        simulates: ClassVar = True

        def shape(self) -> Shape:
            planned.append(self)
            Entry.objects.filter(pk=leaves.pk).update(status=Entry.Status.WITHDRAWN, withdrawn_after=1)
            return Shape(win_groups=False, avoid_repeats=False, distance=1)

    try:
        draft = draft_round(actor=hall.scene.director, division=hall.scene.division, number=2, system="slow")
    finally:
        del SYSTEMS["slow"]
    assert len(planned) == 2
    assert draft.run is not None
    assert leaves.pk not in {player for pair in pairs_of(draft.run) for player in pair}
