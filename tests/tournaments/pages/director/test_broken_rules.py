"""A draft changed by hand says which rules it breaks; it is published with a reason, which the log and “Why?” keep."""

import pytest

from audit.models import ActionLog
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Entry, PairBlock, Pairing, Round
from tournaments.services.rounds.constraints import block_pair, lock_pair
from tournaments.services.rounds.pairing import draft_round

pytestmark = pytest.mark.django_db


def swap(hall: Hall, one: Entry, other: Entry, number: int = 2) -> None:
    """Exchange two players of a draft on the page."""
    version = Round.objects.get(division=hall.scene.division, number=number).version
    data = {"expected_version": version, "entry": [one.pk, other.pk]}
    assert hall.client.post(hall.url("swap_players", number), data).status_code == 302


def publish(hall: Hall, number: int = 2, **data: str) -> tuple[int, str]:
    """Press the button; the status and what the page says then."""
    version = Round.objects.get(division=hall.scene.division, number=number).version
    answer = hall.client.post(hall.url("publish_round", number), {"expected_version": version, **data})
    return answer.status_code, text(
        hall.client.get(hall.url("manage_round", number)) if answer.status_code == 302 else answer
    )


def played(players: int = 6) -> Hall:
    """Round 1 is played, round 2 a draft."""
    hall = make_hall(players=players)
    factories.play(hall.publish())
    hall.draft(2)
    return hall


def reunite(hall: Hall) -> tuple[Entry, Entry]:
    """Put two together again who met in round 1."""
    one, other = hall.entries(hall.games(1)[0])
    here = next(game for game in hall.games(2) if one in hall.entries(game))
    mate = next(entry for entry in hall.entries(here) if entry != one)
    swap(hall, mate, other)
    return one, other


def test_a_repeat_made_by_hand_is_shown_and_needs_a_reason_that_is_stored() -> None:
    hall = played()
    one, _other = reunite(hall)
    page = text(hall.client.get(hall.url("manage_round", 2)))
    assert "Manual changes break rules" in page
    assert "played in the previous round." in page
    assert one.name in page.split('id="broken"')[1].split("</ul>")[0]
    status, refused = publish(hall)
    assert status == 422
    assert "Say why it should be played anyway." in refused
    assert Round.objects.get(number=2).state == "draft"
    status, board = publish(hall, reason="Their game of round 1 was stopped.")
    assert status == 302
    assert "Their game of round 1 was stopped." in board
    assert "They played in the previous round." in board
    log = ActionLog.objects.filter(verb="round.published").latest("pk")
    assert log.reason == "Their game of round 1 was stopped."
    assert one.name in str(log.after["broken_rules"])
    version = Round.objects.get(number=2).version
    hall.client.post(hall.url("unpublish_round", 2), {"expected_version": version, "reason": "x"})
    assert not Pairing.objects.exclude(broken_reason="").exists()
    assert publish(hall)[0] == 422, "unpublished, it needs its reason once more"


def test_a_free_repeat_breaks_no_rule_and_why_says_that_it_is_free() -> None:
    """1 and 2 drew in round 1 and lead after round 3, level; the director locks 3 against 4, who have met too."""
    hall = make_hall(players=6)
    division, director = hall.scene.division, hall.scene.director
    factories.change(division, rounds_planned=5)
    past = [[(1, 2), (3, 4), (5, 6)], [(1, 3), (2, 5), (4, 6)], [(1, 4), (2, 6), (3, 5)]]
    entries = {entry.number: entry for entry in Entry.objects.filter(division=division)}
    for number, listed in enumerate(past, start=1):
        for one, other in listed:
            lock_pair(actor=director, division=division, number=number, first=entries[one].pk, second=entries[other].pk)
        hall.publish(number)
        for game in hall.games(number):
            leads = [min(hall.numbers(game)) < 3 <= max(hall.numbers(game)) and mine < 3 for mine in hall.numbers(game)]
            factories.agree(game.pk, *(450 if wins else 400 for wins in leads))
    lock_pair(actor=director, division=division, number=4, first=entries[3].pk, second=entries[4].pk)

    def drafted(**options: int) -> tuple[set[frozenset[int]], str]:
        draft_round(actor=director, division=division, number=4, options=options)
        return {frozenset(hall.numbers(game)) for game in hall.games(4)}, text(
            hall.client.get(hall.url("manage_round", 4))
        )

    pairs, page = drafted()
    assert frozenset((1, 2)) not in pairs
    assert f"{entries[3].name} and {entries[4].name} have played before." in page.split('id="broken"')[1]
    pairs, page = drafted(free_repeats=1)
    assert frozenset((1, 2)) in pairs
    assert 'id="broken"' not in page
    assert "They have played before; 1 repeat is free." in page
    assert publish(hall, 4)[0] == 302, "without a reason"


def test_what_each_rule_says() -> None:
    """Blocked pairs, team- and club-mates, repeats over the limit: over HTTP, with the pairing each is about."""
    hall = played(players=8)
    one, other = reunite(hall)
    division = hall.scene.division
    api, at = as_user(hall.scene.director), f"events/{hall.scene.event.slug}/divisions/{division.slug}/rounds/2/"
    run = Round.objects.get(number=2).run
    assert run is not None
    run.plan["rules"] |= {"avoid_team_until": 9, "avoid_club_until": 9, "max_repeats": 0, "consecutive_apart": True}
    run.save(update_fields=["plan"])
    Entry.objects.filter(pk__in=[one.pk, other.pk]).update(team="Reds", club="Harbour")
    PairBlock.objects.create(
        division=division,
        low=min(one, other, key=lambda e: e.pk),
        high=max(one, other, key=lambda e: e.pk),
        reason="siblings",
    )
    here = next(game.pk for game in hall.games(2) if one in hall.entries(game))
    broken = [line for line in api.get(f"{at}broken-rules/") if line["pairing_id"] == here]
    assert {line["rule"] for line in broken} == {"blocked", "team", "club", "max_repeats", "again_at_once"}
    words = " ".join(line["message"] for line in broken)
    for words_of_rule in ("siblings", "are team-mates (Reds)", "(Harbour)", "at most 0 repeats are allowed", one.name):
        assert words_of_rule in words
    version = Round.objects.get(number=2).version
    (fault,) = api.post(f"{at}publish/", {"expected_version": version}, expect=400)["errors"]
    assert fault["code"] == "reason"
    assert "siblings" in fault["message"]
    api.post(f"{at}publish/", {"expected_version": version, "reason": "They ask for it."})
    assert {line["reason"] for line in api.get(f"{at}broken-rules/")} == {"They ask for it."}


def test_a_block_or_lock_newer_than_the_draft_counts_too() -> None:
    hall = played()
    one, other = hall.entries(hall.games(2)[0])
    third, _fourth = hall.entries(hall.games(2)[1])
    director, division = hall.scene.director, hall.scene.division
    block_pair(actor=director, division=division, entry_a=one.pk, entry_b=other.pk, reason="neighbours")
    assert publish(hall)[0] == 422
    PairBlock.objects.all().delete()
    lock_pair(actor=director, division=division, number=2, first=one.pk, second=third.pk)
    assert "are locked for this round, but not paired" in publish(hall)[1]


def test_a_bye_given_twice_and_a_table_that_was_fixed() -> None:
    hall = played(players=5)
    first = Entry.objects.get(seats__pairing__kind="bye", seats__round__number=1)
    second = Entry.objects.get(seats__pairing__kind="bye", seats__round__number=2)
    swap(hall, first, second)
    assert f"{first.name} has already had a bye." in publish(hall)[1]
    hall.draft(2)
    two = hall.games(2)[1]
    stays, moves = hall.entries(two)[0], hall.entries(hall.games(2)[0])[0]
    Entry.objects.filter(pk=stays.pk).update(fixed_table=2)
    swap(hall, stays, moves)
    assert f"{stays.name} needs table 2." in publish(hall)[1]


def test_a_locked_pair_counts_as_made_by_hand() -> None:
    hall = played()
    one, other = hall.entries(hall.games(1)[0])
    lock_pair(actor=hall.scene.director, division=hall.scene.division, number=2, first=one.pk, second=other.pk)
    hall.draft(2)
    status, page = publish(hall)
    assert status == 422
    assert f"{one.name} and {other.name} played in the previous round." in page


def test_what_breaks_nothing_needs_nothing() -> None:
    """A draft as planned, repeats and all; and a swap after which nobody meets again."""
    hall = make_hall(players=4)
    factories.change(hall.scene.division, rounds_planned=5)
    for number in (1, 2, 3, 4):  # the fourth round of four players has repeats
        factories.play(hall.publish(number))
    assert not Pairing.objects.exclude(broken_rules="").exists()
    other = make_hall("autumn", players=8)
    other.draft(1)
    swap(other, other.entries(other.games(1)[0])[0], other.entries(other.games(1)[1])[0], number=1)
    assert "break rules" not in text(other.client.get(other.url("manage_round", 1)))
    assert publish(other, number=1)[0] == 302


def test_publishing_all_divisions_leaves_a_draft_that_breaks_rules() -> None:
    hall = played()
    reunite(hall)
    where = f"/e/{hall.scene.event.slug}/manage/start/"
    page = text(hall.client.get(where))
    assert "Publish this round on its own page, with a reason." in page
