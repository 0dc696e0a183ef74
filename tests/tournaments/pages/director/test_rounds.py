"""The director's page of a round: readiness, draft, edits, publishing."""

from pathlib import Path

import pytest
from django.core.cache import cache
from pytest_django import Settings

from core.release import release
from jobs.models import Job
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.models import Round, Seat
from tournaments.services.rounds import pairing
from tournaments.services.rounds.pairing import draft_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall()


def test_the_page_of_an_unpaired_round_offers_to_pair_it(hall: Hall) -> None:
    page = hall.client.get(hall.url("manage_round", 1))
    assert page.status_code == 200
    assert "Pair round 1" in text(page)
    done = hall.client.post(hall.url("draft_round", 1))
    assert done.status_code == 302
    round_ = Round.objects.get(division=hall.scene.division, number=1)
    assert round_.state == Round.State.DRAFT
    draft = text(hall.client.get(hall.url("manage_round", 1)))
    assert "Publish round 1" in draft
    assert "Why?" in draft


def test_an_odd_field_shows_who_gets_the_bye_and_why() -> None:
    hall = make_hall(players=5)
    assert "The bye goes to Emily Stone" in text(hall.client.get(hall.url("manage_round", 1)))
    hall.draft()
    assert "Odd number of players" in text(hall.client.get(hall.url("manage_round", 1)))


def test_publishing_shows_the_board_and_a_second_tap_only_says_so(hall: Hall) -> None:
    version = hall.draft().version
    for _tap in range(2):
        answer = hall.client.post(hall.url("publish_round", 1), {"expected_version": version}, follow=True)
        assert answer.status_code == 200
    assert Round.objects.get(division=hall.scene.division).state == Round.State.PUBLISHED
    assert "Fast entry" in text(answer)
    assert "message-error" in text(answer)


def test_two_ticked_players_change_places(hall: Hall) -> None:
    round_ = hall.draft()
    one, other = (hall.entries(game)[0] for game in hall.games()[:2])
    before = dict(Seat.objects.filter(round=round_).values_list("entry_id", "pairing_id"))
    form = {"expected_version": round_.version, "entry": [one.pk, other.pk]}
    answer = hall.client.post(hall.url("swap_players", 1), form, follow=True)
    after = dict(Seat.objects.filter(round=round_).values_list("entry_id", "pairing_id"))
    assert (after[one.pk], after[other.pk]) == (before[other.pk], before[one.pk])
    assert "Players swapped." in text(answer)


def test_a_stale_edit_is_refused_and_the_fresh_draft_shown(hall: Hall) -> None:
    round_ = hall.draft()
    game = hall.games()[0]
    first, second = hall.numbers(game)
    form = {"expected_version": round_.version}
    hall.client.post(hall.url("swap_seats", 1, game.pk), form)
    assert hall.numbers(game) == (second, first)
    answer = hall.client.post(hall.url("swap_seats", 1, game.pk), form, follow=True)
    assert hall.numbers(game) == (second, first)
    assert "message-error" in text(answer)


def test_bad_ticks_get_a_message(hall: Hall) -> None:
    def check(ticked: list[str]) -> None:
        round_ = hall.draft()
        answer = hall.client.post(
            hall.url("swap_players", 1), {"expected_version": round_.version, "entry": ticked}, follow=True
        )
        assert answer.status_code == 200
        assert "message-error" in text(answer)
        assert Round.objects.get(pk=round_.pk).version == round_.version

    check_each([[], ["1"], ["1", "2", "3"], ["abc", "2"], ["-1", "2"], ["9" * 30, "2"], ["999999", "999998"]], check)


def test_an_invalid_version_gets_a_message(hall: Hall) -> None:
    def check(version: str) -> None:
        hall.draft()
        answer = hall.client.post(hall.url("publish_round", 1), {"expected_version": version}, follow=True)
        assert answer.status_code == 200
        assert "message-error" in text(answer)
        assert Round.objects.get(division=hall.scene.division).state == Round.State.DRAFT

    check_each(["", "abc", "-1", "99999999999999999999"], check)


def test_discarding_leaves_nothing_paired(hall: Hall) -> None:
    round_ = hall.draft()
    answer = hall.client.post(hall.url("discard_draft", 1), {"expected_version": round_.version}, follow=True)
    assert not Round.objects.filter(division=hall.scene.division).exists()
    assert "Pair round 1" in text(answer)
    again = hall.client.post(hall.url("publish_round", 1), {"expected_version": round_.version}, follow=True)
    assert "its draft was discarded" in text(again)


def test_missing_results_block_the_draft_unless_overruled(hall: Hall) -> None:
    hall.publish()
    page = text(hall.client.get(hall.url("manage_round", 2)))
    assert "no confirmed result" in page
    hall.client.post(hall.url("draft_round", 2))
    assert not Round.objects.filter(division=hall.scene.division, number=2).exists()
    hall.client.post(hall.url("draft_round", 2), {"despite_missing": "1"})
    assert Round.objects.filter(division=hall.scene.division, number=2).exists()


def test_unpublishing_a_round_needs_a_reason(hall: Hall) -> None:
    round_ = hall.publish()
    address = hall.url("unpublish_round", 1)
    assert "Printed slips that stop working: 3" in text(hall.client.get(address))
    assert hall.client.post(address, {"expected_version": round_.version, "reason": " "}).status_code == 422
    hall.client.post(address, {"expected_version": round_.version, "reason": "Wrong roster"})
    draft = Round.objects.get(pk=round_.pk)
    assert draft.state == Round.State.DRAFT
    again = hall.client.post(address, {"expected_version": draft.version, "reason": "Wrong roster"}, follow=True)
    assert "Round 1 is already a draft." in text(again)


def test_rounds_that_cannot_be_are_not_found(hall: Hall) -> None:
    def check(number: int) -> None:
        assert hall.client.get(hall.url("manage_round", number)).status_code == 404

    check_each([0, 4, 999], check)


def test_a_page_of_a_round_reads_the_same_number_of_rows_whatever_its_size(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for slug, players in (("small", 4), ("large", 40)):
        hall = make_hall(slug, players=players)
        hall.draft()
        with django_assert_num_queries(25):
            assert hall.client.get(hall.url("manage_round", 1)).status_code == 200


def test_the_run_answers_why_and_why_not() -> None:
    hall = make_hall(players=5)
    hall.draft()
    first, second = (entry.pk for entry in hall.entries(hall.games()[0]))
    other = hall.entries(hall.games()[1])[0].pk
    address = hall.url("explain_pair", 1)
    assert hall.client.get(address).status_code == 200
    assert "They are paired" in text(hall.client.get(address, {"a": first, "b": second}))
    why_not = text(hall.client.get(address, {"a": first, "b": other}))
    assert "They are not paired" in why_not
    assert "Alternative pairings" in why_not
    assert "bye" in text(hall.client.get(address, {"a": str(first), "b": ""}))


def test_every_pair_is_explained_with_what_is_next_best() -> None:
    hall = make_hall(players=5)
    hall.draft()
    assert "?every=1" in hall.client.get(hall.url("manage_round", 1)).content.decode()
    answer = hall.client.get(hall.url("explain_pair", 1), {"every": "1"})
    assert answer.status_code == 200
    every = answer.context["every"]
    assert len(every) == 3
    players = {entry.name for entry in hall.scene.entries}
    assert {name for pair in every for name in (pair.first, pair.second)} == players | {"bye"}
    assert all(pair.answer.instead and "They are paired" in pair.answer.verdict for pair in every)
    assert "the next best alternative" in text(answer)


def test_the_next_best_of_a_round_are_worked_out_once(hall: Hall) -> None:
    hall.draft()
    address, every = hall.url("explain_pair", 1), {"every": "1"}
    first = hall.client.get(address, every).context["every"]
    assert hall.client.get(address, every).context["every"] == first
    run = Round.objects.get(division=hall.scene.division, number=1).run
    assert run is not None
    key = f"next-best:{run.pk}:{release()}"
    cache.set(key, cache.get(key)[:1])
    assert hall.client.get(address, every).context["every"] == first[:1], "what was worked out is shown"


def test_a_large_round_is_explained_before_anybody_asks(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    monkeypatch.setattr(pairing, "WORKED_OUT_BEFOREHAND", 6)
    hall = make_hall(players=6)
    hall.draft()
    assert not Job.objects.filter(task="tournaments.explain_round").exists(), "no page would find it"
    folder = "django.core.cache.backends.filebased.FileBasedCache"
    settings.CACHES = {"default": {"BACKEND": folder, "LOCATION": str(tmp_path)}}
    run = hall.draft().run
    assert run is not None
    factories.run_jobs()
    assert len(cache.get(f"next-best:{run.pk}:{release()}")) == 3
    assert len(hall.client.get(hall.url("explain_pair", 1), {"every": "1"}).context["every"]) == 3


def test_pairs_of_a_fixed_table_are_not_explained_all_at_once() -> None:
    hall = make_hall(players=4)
    draft_round(actor=hall.scene.director, division=hall.scene.division, number=1, system="round_robin")
    page = text(hall.client.get(hall.url("explain_pair", 1), {"every": "1"}))
    assert "explained one at a time" in page


def test_an_impossible_why_gets_a_message(hall: Hall) -> None:
    def check(a: str, b: str) -> None:
        hall.draft()
        same = str(hall.scene.entries[0].pk)
        answer = hall.client.get(
            hall.url("explain_pair", 1), {"a": a.replace("same", same), "b": b.replace("same", same)}
        )
        assert answer.status_code == 422

    check_each([("abc", ""), ("", ""), ("99999", ""), ("-1", "1"), ("same", "same")], check)


def test_an_invalid_choice_comes_back_as_it_was_filled_in(hall: Hall) -> None:
    def check(form: dict[str, str], marked: str) -> None:
        answer = hall.client.post(hall.url("draft_round", 1), form)
        assert answer.status_code == 422
        page = answer.context["pair_form"]
        assert marked in page.errors, page.errors
        assert {name: page[name].value() for name in form} == form
        assert not Round.objects.exists()

    cases = [
        ({"system": "cop", "prizes": "3", "gibson_spreads": "500, many"}, "gibson_spreads"),
        ({"system": "factor", "factor": "0", "start_by": "toss"}, "factor"),
        ({"system": "elimination", "bracket": "128", "stage_games": "1, 3"}, "__all__"),
    ]
    check_each(cases, check)


def test_the_form_opens_at_what_was_chosen_last_or_is_planned(hall: Hall) -> None:
    as_filled = {"system": "factor", "factor": 3, "gibson_groups": "1-2, 3-4", "no_count_asked_byes": True}

    def offered(number: int) -> dict[str, object]:
        form = hall.client.get(hall.url("manage_round", number)).context["pair_form"]
        return {name: form[name].value() for name in as_filled if name in form.fields}

    assert offered(1)["system"] == "swiss"
    filled = {"system": "factor", "factor": "3", "gibson_groups": "1-2, 3-4", "no_count_asked_byes": "on"}
    hall.client.post(hall.url("draft_round", 1), filled)
    round_ = Round.objects.get()
    hall.client.post(hall.url("discard_draft", 1), {"expected_version": round_.version})
    assert offered(1) == as_filled, "a discarded draft is offered once more as it was"
    hall.client.post(hall.url("draft_round", 1), filled)
    round_ = Round.objects.get()
    hall.client.post(hall.url("publish_round", 1), {"expected_version": round_.version})
    assert offered(2) == as_filled, "the round before"
    hall.client.post(hall.url("auto_pairing"), {"on": "on", "system": "koth"})
    assert offered(2)["system"] == "koth", "what is planned"
