"""Still in contention: computed once for the facts as they are, shown to officials, and to everybody where the division says so."""

import pytest
from django.test import Client
from django.utils import timezone

from jobs.models import Job
from jobs.services import run_job
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.models import ContentionRun, Division, EventPrize, Submission
from tournaments.queries.contention import Chance, contention_of, question_of
from tournaments.services.standings import contention

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Six players, three rounds, two of them played between neighbours: somebody has two wins."""
    hall = make_hall(rounds=2)
    EventPrize.objects.create(event=hall.scene.event, division=hall.scene.division, name="Champion")
    return hall


def test_what_is_quick_is_computed_at_once(hall: Hall) -> None:
    where = hall.url("contention")
    assert "Calculate" in text(hall.client.get(where))
    assert hall.client.post(where).status_code == 302
    page = text(hall.client.get(where))
    run = ContentionRun.objects.get()
    assert (run.state, run.percent) == ("done", 100)
    assert "Champion" in page
    found = contention_of(hall.scene.division)
    assert found is not None
    assert abs(sum(one.share for one in found.prizes[0].chances) - 1) < 0.01
    assert not Job.objects.filter(task="tournaments.contention").exists()
    assert hall.client.post(where).status_code == 302
    assert ContentionRun.objects.get() == run, "asked again of the same results, nothing is computed anew"


def test_what_takes_long_is_computed_in_the_background_and_tells_how_far_it_is(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contention, "QUICK", 0)
    where = hall.url("contention")
    hall.client.post(where)
    ContentionRun.objects.update(done=2500)
    page = text(hall.client.get(where))
    assert "Calculating…" in page
    assert 'value="25"' in page
    assert "hx-get" in text(hall.client.get(where, {"part": "1"}))
    factories.run_jobs()
    assert hall.client.get(where, {"part": "1"})["HX-Refresh"] == "true"
    assert "Champion" in text(hall.client.get(where))
    # The worker that computed it and the page that could have are of one mind.
    run = ContentionRun.objects.get()
    result = run.result
    ContentionRun.objects.all().delete()
    monkeypatch.undo()
    hall.client.post(where)
    assert ContentionRun.objects.get().result == result


def test_an_answer_is_of_its_facts_only(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.client.post(hall.url("contention"))
    assert contention_of(hall.scene.division) is not None
    hall.publish(3)
    assert contention_of(hall.scene.division) is None
    monkeypatch.setattr(contention, "QUICK", 0)
    hall.client.post(hall.url("contention"))
    game = hall.games(3)[0]
    factories.report(game.pk, "official", 400, 300, actor=hall.scene.director)
    factories.run_jobs()
    assert ContentionRun.objects.order_by("pk").last().state == "dropped"  # type: ignore[union-attr]


def test_a_result_that_is_undone_leaves_its_question_open_to_be_calculated(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dropped because of a result that then went away again, and lost with a worker: both can be requested again."""
    hall.publish(3)
    monkeypatch.setattr(contention, "QUICK", 0)
    hall.client.post(hall.url("contention"))
    first, second = hall.numbers(hall.games(3)[0])
    hall.client.post(hall.url("enter_line", 3), {"line": f"{first} 431 {second} 389", "client_token": "a"})
    factories.run_jobs()
    fact = Submission.objects.order_by("pk").last()
    assert fact is not None
    hall.client.post(hall.url("undo_entry", 3), {"entry": f"report-{fact.pk}"})
    assert contention_of(hall.scene.division) is None
    hall.client.post(hall.url("contention"))
    Job.objects.filter(task="tournaments.contention", state=Job.State.QUEUED).update(
        state=Job.State.FAILED, finished_at=timezone.now()
    )
    hall.client.post(hall.url("contention"))
    factories.run_jobs()
    assert "Champion" in text(hall.client.get(hall.url("contention")))


def test_everybody_sees_it_where_the_division_says_so(hall: Hall) -> None:
    factories.change(Division.objects.all(), show_contention=True)
    hall.scene.division.refresh_from_db()
    public = hall.url("standings")
    assert "Still in contention" not in text(Client().get(public))
    hall.publish(3)
    assert Job.objects.filter(task="tournaments.refresh_contention").exists()
    factories.run_jobs()
    page = text(Client().get(public))
    assert "Still in contention" in page
    assert "Champion" in page
    assert "Still in contention" not in text(Client().get(public, {"round": "1"}))


def test_a_class_prize_is_decided_among_the_class(hall: Hall) -> None:
    last = hall.scene.entries[-2:]
    for entry in last:
        entry.player_class = "B"
        entry.save(update_fields=["player_class"])
    EventPrize.objects.create(
        event=hall.scene.event, division=hall.scene.division, name="Class B", player_class="B", position=2
    )
    hall.client.post(hall.url("contention"))
    found = contention_of(hall.scene.division)
    assert found is not None
    names = {one.name for one in found.prizes[1].chances}
    assert names <= {entry.name for entry in last}


def test_only_prizes_that_the_last_round_decides_are_reckoned(hall: Hall) -> None:
    EventPrize.objects.all().delete()
    last = hall.scene.division.settings.rounds_planned
    for name, decided in (("Half-time", last - 1), ("The whole way", last), ("No end named", None)):
        EventPrize.objects.create(
            event=hall.scene.event, division=hall.scene.division, name=name, first_round=1, last_round=decided
        )
    hall.client.post(hall.url("contention"))
    found = contention_of(hall.scene.division)
    assert found is not None
    assert {prize.name for prize in found.prizes} == {"The whole way", "No end named"}


def test_what_is_proved_and_what_is_simulated_is_marked() -> None:
    """Before the last round wins are counted; once it is published, each player is told exactly what it takes.

    The rounds were paired: one player alone has won twice, and for others a win may do or a loss.
    """
    hall = make_hall()
    for number in (1, 2):
        factories.play(hall.publish(number))
    EventPrize.objects.create(event=hall.scene.event, division=hall.scene.division, name="Champion")
    address = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/contention/"

    def calculated() -> tuple[list[Chance], str, dict[int, dict[str, object]]]:
        hall.client.post(hall.url("contention"))
        found = contention_of(hall.scene.division)
        assert found is not None
        told = as_user(hall.scene.director).get(address)["result"]["prizes"][0]["chances"]
        return (
            list(found.prizes[0].shown),
            text(hall.client.get(hall.url("contention"))),
            {r["number"]: r for r in told},
        )

    chances, page, told = calculated()
    simulated = [one for one in chances if one.state == "open" and one.surely is None]
    assert simulated
    assert page.count(">simulated</span>") == len(simulated)
    assert page.count("games are enough") == sum(one.surely is not None for one in chances)
    assert {number: row["enough_proved"] for number, row in told.items()} == {one.number: one.surely for one in chances}

    hall.publish(3)
    chances, page, told = calculated()
    assert ">simulated</span>" not in page
    assert page.count(">proved</span>") == sum(bool(one.needs) for one in chances) > 1
    assert "A win or a tie is enough." in page
    assert "Even a loss, if " in page
    assert all(row["proved"] for row in told.values())
    leader = chances[0]
    assert [(need.result, need.sure) for need in leader.needs] == [(2, True), (1, True), (0, False)]
    assert [one["at_most"] for one in told[leader.number]["needs"]] == [need.spare for need in leader.needs]  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", [4, 12])
def test_queries_do_not_grow(players: int) -> None:
    hall = make_hall(players=players)
    factories.play(hall.publish())
    hall.client.post(hall.url("contention"))
    hall.client.get(hall.url("contention"))
    assert factories.queries(lambda: hall.client.get(hall.url("contention"))) == 14


def test_the_page_says_what_is_proved_in_this_order(hall: Hall) -> None:
    def check(order: str, said: str) -> None:
        factories.change(Division.objects.all(), standings_order=order)
        hall.client.post(hall.url("contention"))
        page = text(hall.client.get(hall.url("contention")))
        assert said in page
        assert ("Total scores" in page) is bool(said)
        assert ("what is marked as proved" in page) is (order != "sum_of_scores")
        found = contention_of(Division.objects.get())
        assert found is not None
        places = {(best, worst) for _line, best, worst in found.places}
        assert (places == {(1, 6)}) is (order == "sum_of_scores")

    check_each(
        [
            ("points spread", ""),
            ("sum_of_scores", "nothing is certain while games remain"),
            ("points sum_of_scores", "only the simulation can tell"),
        ],
        check,
    )


def test_a_table_of_three_plays_more_than_one_game_a_round(hall: Hall) -> None:
    factories.change(Division.objects.all(), table_size=3)
    found = question_of(Division.objects.get())
    assert (found.case.table, found.case.games, found.case.a_round) == (3, 1, 2)
    hall.client.post(hall.url("contention"))
    assert "each pair is simulated" in text(hall.client.get(hall.url("contention")))


def test_a_job_that_comes_too_late_or_twice_changes_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contention, "QUICK", 0)
    factories.change(Division.objects.all(), show_contention=True)
    hall.scene.division.refresh_from_db()
    hall.publish(3)
    factories.change(Division.objects.all(), show_contention=False)
    factories.run_jobs()
    assert not ContentionRun.objects.exists(), "nobody sees it any more when the worker comes to it"
    factories.change(Division.objects.all(), show_contention=True)
    factories.report(hall.games(3)[0].pk, "official", 400, 300, actor=hall.scene.director)
    assert run_job(job_id=Job.objects.get(task="tournaments.refresh_contention", state=Job.State.QUEUED).pk)
    run = ContentionRun.objects.get()
    assert (run.state, run.percent) == ("done", 100), "the public page is made anew now, so it must be there"
    assert run_job(job_id=Job.objects.get(task="tournaments.contention", state=Job.State.QUEUED).pk)
    again = ContentionRun.objects.get()
    assert (again.result, again.finished_at) == (run.result, run.finished_at)
