"""Rounds from draft to published and back."""

import pytest
from django.core.exceptions import PermissionDenied

from audit.models import ActionLog
from clubs.models import Club, User
from ratings.models import OpeningRating, RatedEvent, RatingPool
from tests import factories
from tests.walk import check_each
from tournaments.engine.codec import fingerprint, snapshot_from_dict
from tournaments.errors import NotReadyError, StaleEditError, TournamentError
from tournaments.models import Division, Event, Pairing, PairingRun, Result, Round, SlipLink
from tournaments.queries.rounds import SeatLine, pairings_of
from tournaments.queries.state import load_state
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.rounds.pairing import discard_draft, draft_round, swap_players, swap_seats
from tournaments.services.rounds.publish import publish_round, unpublish_losses, unpublish_round
from tournaments.services.rounds.readiness import Level, readiness


@pytest.fixture
def draft(division: Division, director: User) -> Round:
    """Round 1 of six players as a draft."""
    factories.entries(division, director, 6)
    return draft_round(actor=director, division=division, number=1)


def pairs(round_: Round) -> set[frozenset[str]]:
    return {frozenset(seat.name for seat in (line.first, line.second) if seat) for line in pairings_of(round_)}


def codes(division: Division, number: int, level: Level | None = None) -> list[str]:
    return [note.code for note in readiness(load_state(division, number)) if level in (None, note.level)]


def test_round_one_pairs_top_half_with_bottom_half(draft: Round) -> None:
    assert pairs(draft) == {frozenset({"Ada", "Dua"}), frozenset({"Ben", "Eli"}), frozenset({"Cem", "Fay"})}


def test_the_run_holds_all_that_is_needed_to_do_it_again(draft: Round, division: Division) -> None:
    run = run_of(draft)
    snapshot = snapshot_from_dict(run.snapshot)
    assert fingerprint(snapshot) == run.fingerprint == fingerprint(load_state(division, 1).snapshot)
    assert (run.system, run.seed, run.round_number) == ("swiss", division.settings.seed, 1)
    assert len(run.plan["pairs"]) == 3


def test_a_draft_is_private_and_publishes_nothing(draft: Round) -> None:
    assert (draft.state, draft.division.event.state) == ("draft", "draft")
    assert SlipLink.objects.count() == 0


def test_drafting_again_replaces_the_draft_and_keeps_both_runs(
    draft: Round, division: Division, director: User
) -> None:
    again = draft_round(actor=director, division=division, number=1)
    assert again.pk == draft.pk
    assert again.version == draft.version + 1
    assert PairingRun.objects.count() == 2
    assert again.pairings.count() == 3


def test_publishing_makes_links_runs_the_event_and_opens_the_ratings(
    draft: Round, division: Division, director: User, pool: RatingPool
) -> None:
    publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    assert SlipLink.objects.filter(ended_at__isnull=True).count() == 3
    assert Event.objects.get().state == "running"
    assert RatedEvent.objects.get(pool=pool).key == f"division:{division.pk}"
    openings = OpeningRating.objects.filter(pool=pool).order_by("-rating").values_list("rating", flat=True)
    assert list(openings) == [1800, 1790, 1780, 1770, 1760, 1750]


def test_the_odd_player_has_a_bye_that_is_a_result(division: Division, director: User) -> None:
    factories.entries(division, director, 5)
    notes = {note.code: note for note in readiness(load_state(division, 1))}
    assert "Eli" in notes["bye"].message
    round_ = factories.publish(division, director, 1)
    bye = round_.pairings.get(kind=Pairing.Kind.BYE)
    assert bye.seats.get().entry.name == "Eli"
    assert (bye.result.state, bye.result.kind) == ("confirmed", "bye")
    assert not bye.slip_links.exists()


def test_a_stale_edit_is_refused(draft: Round, director: User) -> None:
    first, second = (line.pairing_id for line in factories.games(draft)[:2])
    swap_seats(actor=director, round_id=draft.pk, expected_version=draft.version, pairing_id=first)
    with pytest.raises(StaleEditError, match="Someone else changed this round"):
        swap_seats(actor=director, round_id=draft.pk, expected_version=draft.version, pairing_id=second)
    with pytest.raises(StaleEditError):
        publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    with pytest.raises(StaleEditError, match="no longer exists"):
        discard_draft(actor=director, round_id=0, expected_version=0)


def test_swapping_players_and_seats(draft: Round, director: User) -> None:
    by_name = {seat.name: seat.entry_id for line in pairings_of(draft) for seat in (line.first, line.second) if seat}
    swapped = swap_players(
        actor=director,
        round_id=draft.pk,
        expected_version=draft.version,
        entry_a=by_name["Ada"],
        entry_b=by_name["Ben"],
    )
    assert frozenset({"Ada", "Eli"}) in pairs(draft)
    line = factories.games(draft)[0]
    swap_seats(actor=director, round_id=draft.pk, expected_version=swapped.version, pairing_id=line.pairing_id)
    turned = factories.games(draft)[0]
    assert (turned.first, turned.second) == (line.second, line.first)
    assert ActionLog.objects.filter(verb__in=["round.players_swapped", "round.seats_swapped"]).count() == 2


def test_swapping_with_the_bye(division: Division, director: User) -> None:
    factories.entries(division, director, 3)
    draft = draft_round(actor=director, division=division, number=1)
    lines = pairings_of(draft)
    player, bye = lines[0].first, lines[-1].first
    swap_players(
        actor=director, round_id=draft.pk, expected_version=draft.version, entry_a=player.entry_id, entry_b=bye.entry_id
    )
    assert pairings_of(draft)[-1].first == player


def test_swaps_that_make_no_sense_are_refused(draft: Round, director: User) -> None:
    def check(case: str) -> None:
        line = factories.games(draft)[0]
        other = {"same": line.first.entry_id, "opponents": line.second.entry_id, "stranger": 0}[case]
        with pytest.raises(TournamentError):
            swap_players(
                actor=director,
                round_id=draft.pk,
                expected_version=draft.version,
                entry_a=line.first.entry_id,
                entry_b=other,
            )

    check_each(["same", "opponents", "stranger"], check)


def test_a_published_round_cannot_be_edited_or_drafted(running: Division, director: User) -> None:
    round_ = running.rounds.get()
    line = factories.games(round_)[0]
    with pytest.raises(StaleEditError, match="is published"):
        swap_seats(actor=director, round_id=round_.pk, expected_version=round_.version, pairing_id=line.pairing_id)
    with pytest.raises(NotReadyError, match="already published"):
        draft_round(actor=director, division=running, number=1)


def test_a_discarded_draft_leaves_its_run(draft: Round, director: User) -> None:
    discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
    assert Round.objects.count() == 0
    assert PairingRun.objects.count() == 1


def test_a_draft_that_no_longer_fits_the_roster_is_not_published(
    draft: Round, division: Division, director: User
) -> None:
    withdraw_entry(actor=director, entry=division.entries.get(name="Cem"), after_round=0)
    add_entry(actor=director, division=division, row=RosterRow(name="Zoe"))
    with pytest.raises(NotReadyError, match=r"Cem has withdrawn.*Zoe is not paired"):
        publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)


def test_missing_results_block_unless_overruled(running: Division, director: User) -> None:
    game = factories.games(running.rounds.get())[0]
    factories.report(game.pairing_id, "first", 400, 300)
    factories.report(game.pairing_id, "second", 400, 301)
    assert codes(running, 2, Level.BLOCK) == ["conflict", "results_missing", "results_missing"]
    with pytest.raises(NotReadyError, match="the reports differ"):
        draft_round(actor=director, division=running, number=2)
    draft = draft_round(actor=director, division=running, number=2, despite_missing=True)
    assert not pairs(draft) & pairs(running.rounds.get(number=1)), "unfinished games are meetings"


def test_readiness_says_what_is_odd(running: Division, director: User) -> None:
    round_ = running.rounds.get()
    factories.play(round_)
    late = factories.games(round_)[1]
    factories.report(late.pairing_id, "second", 1, 2)
    withdraw_entry(actor=director, entry=running.entries.get(name="Fay"), after_round=1)
    assert codes(running, 2) == ["open_question", "withdrawn", "bye"]
    assert codes(running, 3, Level.BLOCK) == ["not_next", "open_question"]


def test_readiness_knows_the_end_and_an_empty_room(division: Division, director: User) -> None:
    assert codes(division, 1, Level.BLOCK) == ["too_few"]
    assert codes(division, 9, Level.BLOCK) == ["not_next", "beyond_plan", "too_few"]


def test_the_next_round_waits_for_the_draft(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    draft_round(actor=director, division=running, number=2)
    assert codes(running, 3, Level.BLOCK) == ["not_next", "not_next"]


def test_publishing_the_next_round_closes_the_complete_one(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    factories.publish(running, director, 2)
    assert list(running.rounds.order_by("number").values_list("state", flat=True)) == ["closed", "published"]


def test_a_round_is_closed_by_its_last_result_once_a_later_one_is_published(running: Division, director: User) -> None:
    factories.publish(running, director, 2, despite_missing=True)
    assert running.rounds.get(number=1).state == "published"
    factories.play(running.rounds.get(number=1))
    assert running.rounds.get(number=1).state == "closed"


def test_eight_rounds_of_six_repeat_only_what_cannot_be_avoided(running: Division, director: User) -> None:
    met: list[frozenset[str]] = []
    for number in range(1, 9):
        round_ = running.rounds.get(number=1) if number == 1 else factories.publish(running, director, number)
        factories.play(round_)
        met += pairs(round_)
    assert len(met) == 24
    assert {met.count(pair) for pair in met} <= {1, 2}
    assert len(set(met[:15])) >= 14


def test_a_limit_on_repeats_that_cannot_be_kept_is_named(club: Club, director: User) -> None:
    strict = factories.division(club, director, max_repeats=0)
    factories.play(factories.start(strict, director, 2))
    with pytest.raises(TournamentError, match=r"allow another repeat \(Ben – Ada\)"):
        draft_round(actor=director, division=strict, number=2)


def test_a_round_is_taken_back_while_nothing_was_reported(running: Division, director: User) -> None:
    round_ = running.rounds.get()
    assert "stop working: 3" in unpublish_losses(round_)[0]
    back = unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")
    assert back.state == "draft"
    assert not SlipLink.objects.exists()
    assert not Result.objects.exists()
    publish_round(actor=director, round_id=back.pk, expected_version=back.version)
    assert SlipLink.objects.count() == 3


def test_a_round_with_a_report_is_not_taken_back(running: Division, director: User) -> None:
    round_ = running.rounds.get()
    factories.report(factories.games(round_)[0].pairing_id, "first", 1, 2)
    with pytest.raises(TournamentError, match="has reports \\(1\\)"):
        unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")


def test_only_the_last_round_is_taken_back_and_only_with_a_reason(running: Division, director: User) -> None:
    round_ = running.rounds.get()
    with pytest.raises(TournamentError, match="Say why"):
        unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason=" ")
    factories.publish(running, director, 2, despite_missing=True)
    with pytest.raises(TournamentError, match="last round"):
        unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")


def test_the_same_facts_and_seed_give_the_same_draft(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    one = draft_round(actor=director, division=running, number=2)
    first = (run_of(one).plan, pairings_seen(one))
    two = draft_round(actor=director, division=running, number=2)
    assert (run_of(two).plan, pairings_seen(two)) == first


def run_of(round_: Round) -> PairingRun:
    assert round_.run is not None
    return round_.run


def pairings_seen(round_: Round) -> list[tuple[int | None, SeatLine, SeatLine | None]]:
    return [(line.table_number, line.first, line.second) for line in pairings_of(round_)]


def test_an_unknown_system_is_refused(division: Division, director: User) -> None:
    with pytest.raises(TournamentError, match="not a pairing system"):
        draft_round(actor=director, division=division, number=1, system="magic")


def test_users_without_a_role_pair_nothing(draft: Round, division: Division) -> None:
    outsider = factories.user("stranger")
    with pytest.raises(PermissionDenied):
        draft_round(actor=outsider, division=division, number=1)
    with pytest.raises(PermissionDenied):
        publish_round(actor=outsider, round_id=draft.pk, expected_version=draft.version)


@pytest.mark.parametrize("players", [4, 12])
def test_snapshot_and_readiness_take_the_same_queries_for_any_field(club: Club, director: User, players: int) -> None:
    division = factories.division(club, director)
    factories.start(division, director, players)
    assert factories.queries(lambda: load_state(division, 2).snapshot) == 8
    assert factories.queries(lambda: readiness(load_state(division, 2))) == 12
