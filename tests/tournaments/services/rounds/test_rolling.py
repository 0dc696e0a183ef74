"""A club night paired from a queue: who joins is paired when there is somebody for them, any number of times, and nobody twice at once."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import Club, User
from ratings.models import PlayerRating, RatingPool
from tests import factories
from tournaments.engine.pairing.rolling import Queue, RollingRules, explain
from tournaments.errors import NotOpenError, NotReadyError, StaleEditError, TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import MAX_ROUNDS, Division, Entry, Pairing, PairingRun, QueuePlace, Round, Seat, SlipLink
from tournaments.queries.public_standings import public_standings
from tournaments.queries.queue import queue_view
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.past_rounds import import_past
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.copies import make_test_copy
from tournaments.services.events.events import finish_event
from tournaments.services.results.results import rule_result
from tournaments.services.rounds import rolling
from tournaments.services.rounds.pairing import draft_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(division: Division, director: User) -> Division:
    """Six players, Ada to Fay, whose division is paired from a queue."""
    factories.change(division, rolling=True, standings_order="points played percent spread")
    factories.entries(division, director, 6)
    division.refresh_from_db()
    return division


def of(night: Division, *names: str) -> list[int]:
    return [Entry.objects.get(division=night, name__startswith=name).pk for name in names]


def join(night: Division, director: User, *names: str) -> None:
    rolling.join(actor=director, division=night, entries=of(night, *names))


def playing(night: Division) -> list[tuple[int, int | None, set[str]]]:
    """Round, table and players of the games that go on."""
    games = Pairing.objects.filter(round__division=night, result=None).order_by("round__number", "table_number")
    return [
        (game.round.number, game.table_number, {seat.entry.name.split()[0] for seat in game.seats.all()})
        for game in games
    ]


def waiting(night: Division) -> list[str]:
    return [line.name.split()[0] for line in queue_view(night).waiting]


def waited(night: Division, name: str, minutes: int) -> None:
    since = timezone.now() - timedelta(minutes=minutes, seconds=5)
    QueuePlace.objects.filter(entry__in=of(night, name)).update(since=since)


def end(night: Division, name: str, first: int = 400, second: int = 350) -> None:
    (game,) = Pairing.objects.filter(round__division=night, result=None, seats__entry__in=of(night, name))
    factories.agree(game, first, second)


def test_an_evening(night: Division, director: User) -> None:
    join(night, director, "Ada", "Ben")
    assert (playing(night), waiting(night)) == ([], ["Ada", "Ben"]), "nothing pairs before the director wants it"
    rolling.switch_on(actor=director, division=night)
    assert (playing(night), waiting(night)) == ([(1, 1, {"Ada", "Ben"})], [])
    join(night, director, "Cem")
    join(night, director, "Dua")
    assert playing(night) == [(1, 1, {"Ada", "Ben"}), (1, 2, {"Cem", "Dua"})]
    end(night, "Ada")
    assert waiting(night) == ["Ada", "Ben"], "they have just played, and wait for somebody else"
    end(night, "Cem")
    again = playing(night)
    assert [(number, table) for number, table, _names in again] == [(2, 1), (2, 2)]
    assert {"Ada", "Ben"} not in [names for _number, _table, names in again], "a fresh opponent, not a repeat"
    join(night, director, "Eli")
    waited(night, "Eli", 30)
    join(night, director, "Fay")
    # the lowest free table: 3; their first game is in round 1, in which it is free
    assert playing(night)[0] == (1, 3, {"Eli", "Fay"})
    for name in ("Ada", "Ben"):
        end(night, name)
    assert Round.objects.filter(division=night).count() == 3
    numbers = list(
        Seat.objects.filter(entry__in=of(night, "Ada")).order_by("pk").values_list("round__number", flat=True)
    )
    assert numbers == sorted(numbers)
    assert SlipLink.objects.filter(pairing__round__division=night, ended_at=None).count() == Pairing.objects.count()


def test_waiting_accepts_what_was_too_far_apart(night: Division, director: User) -> None:
    Entry.objects.filter(pk__in=of(night, "Fay")).update(rating=100)
    rolling.switch_on(actor=director, division=night)
    join(night, director, "Ada", "Fay")
    assert playing(night) == []
    waited(night, "Fay", night.settings.rolling_longest)
    rolling.form_everywhere()
    assert playing(night) == [(1, 1, {"Ada", "Fay"})]
    rolling.form_everywhere()
    assert len(playing(night)) == 1, "again is nothing new"


def test_the_director_holds_pairs_and_takes_apart(night: Division, director: User) -> None:
    rolling.switch_on(actor=director, division=night)
    join(night, director, "Ada")
    (ada,) = of(night, "Ada")
    rolling.hold(actor=director, division=night, entry_id=ada, held=True)
    join(night, director, "Ben")
    assert playing(night) == []
    pairing = rolling.pair_two(actor=director, division=night, entries=of(night, "Ada", "Ben"))
    assert playing(night) == [(1, 1, {"Ada", "Ben"})]
    before = dict(QueuePlace.objects.values_list("entry", "since"))
    rolling.take_apart(actor=director, division=night, pairing_id=pairing.pk)
    assert (playing(night), Round.objects.count()) == ([], 0)
    assert dict(QueuePlace.objects.values_list("entry", "since")) == before
    assert [line.held for line in queue_view(night).waiting] == [True, True]
    rolling.hold(actor=director, division=night, entry_id=ada, held=False)
    rolling.hold(actor=director, division=night, entry_id=of(night, "Ben")[0], held=False)
    assert len(playing(night)) == 1
    end(night, "Ada")
    with pytest.raises(TournamentError, match="reported"):
        rolling.take_apart(actor=director, division=night, pairing_id=Pairing.objects.get().pk)
    with pytest.raises(StaleEditError, match="no longer waiting"):
        rolling.pair_two(actor=director, division=night, entries=of(night, "Ada", "Cem"))
    with pytest.raises(TournamentError, match="Tick the two"):
        rolling.pair_two(actor=director, division=night, entries=of(night, "Ada"))
    verbs = ActionLog.objects.filter(verb__startswith="queue.").order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[:3] == ["queue.on", "queue.joined", "queue.held"]


def test_players_who_leave_are_not_paired_again(night: Division, director: User) -> None:
    rolling.switch_on(actor=director, division=night)
    join(night, director, "Ada", "Ben", "Cem")
    assert len(playing(night)) == 1
    (name,) = waiting(night)
    rolling.leave(actor=director, division=night, entry_id=of(night, name)[0])
    assert waiting(night) == []
    gone = next(iter(playing(night)[0][2]))
    rolling.leave(actor=director, division=night, entry_id=of(night, gone)[0])  # after the game in play
    end(night, gone)
    assert gone not in waiting(night)
    assert len(waiting(night)) == 1
    left = waiting(night)[0]
    withdraw_entry(actor=director, entry=Entry.objects.get(pk=of(night, left)[0]), after_round=1)
    assert waiting(night) == []
    with pytest.raises(StaleEditError, match="withdrawn"):
        join(night, director, left)


def test_players_who_say_each_time_that_they_are_free(night: Division, director: User) -> None:
    factories.change(night, rolling_again=False)
    night.refresh_from_db()
    rolling.switch_on(actor=director, division=night)
    join(night, director, "Ada", "Ben")
    end(night, "Ada")
    assert waiting(night) == []
    assert QueuePlace.objects.count() == 0
    join(night, director, "Ada")
    assert waiting(night) == ["Ada"]


def test_a_result_that_is_undone_does_not_pair_twice(night: Division, director: User) -> None:
    rolling.switch_on(actor=director, division=night)
    join(night, director, "Ada", "Ben")
    end(night, "Ada")
    game = Pairing.objects.get()
    void = RulingInput(result=ResultInput(kind="void"), reason="wrong table")
    rule_result(actor=director, pairing_id=game.pk, data=void)
    assert waiting(night) == ["Ada", "Ben"]
    since = dict(QueuePlace.objects.values_list("entry", "since"))
    played = RulingInput(result=ResultInput(first_score=380, second_score=300), reason="it was this table")
    rule_result(actor=director, pairing_id=game.pk, data=played)
    assert dict(QueuePlace.objects.values_list("entry", "since")) == since, "a correction does not begin the wait anew"


def test_opponents_of_the_last_weeks_and_of_imported_rounds_are_avoided(
    club: Club, division: Division, director: User
) -> None:
    """Of an imported game nobody knows who went first; it is a repeat all the same. A test copy of an event is no event."""
    file = "Ada 1800 2; 400\nBen 1800 1; 300\nCem 1800 4; 50\nDua 1800 3; 40\n"
    import_past(actor=director, division=division, text=file)
    elsewhere = factories.division(club, director)
    factories.entries(elsewhere, director, 4)  # Ada plays Cem
    factories.play(factories.publish(elsewhere, director, 1))
    make_test_copy(actor=director, event=elsewhere.event)
    factories.change(division, rolling=True)
    join(division, director, "Ada", "Ben", "Cem")
    rolling.pair_now(actor=director, division=division)
    (queue,) = (Queue.read(run.snapshot) for run in PairingRun.objects.filter(division=division))
    ada, ben, cem = of(division, "Ada", "Ben", "Cem")
    assert (queue.played, queue.recent) == ({(ada, ben): 1}, {(ada, cem): 1})
    assert playing(division) == [(2, 1, {"Ben", "Cem"})]


def test_what_a_queue_refuses(night: Division, running_elsewhere: Division, director: User) -> None:
    with pytest.raises(TournamentError, match="no queue"):
        rolling.switch_on(actor=director, division=running_elsewhere)
    with pytest.raises(NotReadyError, match="Rolling pairing is on"):
        draft_round(actor=director, division=night, number=1)
    with pytest.raises(PermissionDenied):
        rolling.pair_now(actor=factories.user("stranger"), division=night)
    with pytest.raises(ValidationError, match="tables of two"):
        night.settings.changed(meeting_games=2).check_game("crossword")
    assert rolling.pair_now(actor=director, division=night) == []
    join(night, director, "Ada", "Ben")
    (pairing,) = rolling.pair_now(actor=director, division=night)
    factories.agree(pairing)
    finish_event(actor=director, event=night.event)
    with pytest.raises(NotOpenError):
        join(night, director, "Ada")
    rolling.form_everywhere()


@pytest.fixture
def running_elsewhere(club: Club, director: User) -> Division:
    """A division of another event, with ordinary rounds."""
    return factories.division(club, director, name="B")


def test_the_stored_run_tells_why(night: Division, director: User) -> None:
    join(night, director, "Ada", "Ben", "Cem")
    (pairing,) = rolling.pair_now(actor=director, division=night)
    run = PairingRun.objects.get()
    assert (pairing.run, run.system, run.created_by) == (run, "rolling", director)
    queue, rules = Queue.read(run.snapshot), RollingRules.read(run.plan["rules"])
    (stored,) = run.plan["pairs"]
    assert explain(queue, rules, stored["first"], stored["second"]).paired
    copy = make_test_copy(actor=director, event=night.event)
    (copied,) = Pairing.objects.filter(round__division__event=copy)
    assert copied.run is not None
    assert copied.run != run
    ids = {seat.entry_id for seat in copied.seats.all()}
    assert {copied.run.plan["pairs"][0]["first"], copied.run.plan["pairs"][0]["second"]} == ids
    assert Queue.read(copied.run.snapshot).fingerprint == copied.run.fingerprint


def test_any_number_of_games_rated_and_in_order(night: Division, director: User, pool: RatingPool) -> None:
    factories.change(night, rating_pool=pool)
    join(night, director, "Ada", "Ben", "Cem", "Dua")
    for _turn in range(3):
        for place in QueuePlace.objects.all():
            QueuePlace.objects.filter(pk=place.pk).update(since=timezone.now() - timedelta(minutes=15))
        games = rolling.pair_now(actor=director, division=night)
        assert len(games) == 2
        for game in games:
            first = game.seats.get(position=1).entry.number
            second = game.seats.get(position=2).entry.number
            factories.agree(game, *((420, 380) if first < second else (380, 420)))
    rolling.leave(actor=director, division=night, entry_id=of(night, "Dua")[0])
    join(night, director, "Eli")
    waited(night, "Eli", 15)
    for game in rolling.pair_now(actor=director, division=night):
        factories.agree(game, 400, 300)
    played = [(line.name.split()[0], line.row.wins, line.row.losses) for line in public_standings(night)]
    assert played[0][0] == "Ada"
    assert {wins + losses for _name, wins, losses in played} >= {0, 1, 3, 4}, "not everybody has as many games"
    finish_event(actor=director, event=night.event)
    factories.run_jobs()
    ada = PlayerRating.objects.get(pool=pool, player=Entry.objects.get(pk=of(night, "Ada")[0]).player)
    assert (ada.rating or 0) > 1800


def test_who_has_not_played_is_last(night: Division, director: User) -> None:
    join(night, director, "Ada", "Ben")
    (game,) = rolling.pair_now(actor=director, division=night)
    factories.agree(game, 300, 500)
    winner, loser = (game.seats.get(position=position).entry.name for position in (2, 1))
    listed = [(line.row.rank, line.name) for line in public_standings(night)]
    assert listed[:2] == [(1, winner), (2, loser)]
    assert {rank for rank, _name in listed[2:]} == {3}


def test_the_work_does_not_grow_with_the_players(division: Division, director: User) -> None:
    factories.change(division, rolling=True)
    factories.entries(division, director, 24)
    division.refresh_from_db()
    everybody = list(Entry.objects.filter(division=division).order_by("number").values_list("pk", flat=True))

    def paired(entries: list[int]) -> int:
        rolling.join(actor=director, division=division, entries=entries)
        return factories.queries(lambda: rolling.pair_now(actor=director, division=division))

    few = paired(everybody[:2])
    many = paired(everybody[2:])
    assert len(playing(division)) == 12
    assert many <= few + 4, (few, many)
    assert factories.queries(lambda: queue_view(division)) == 4


def test_a_second_tap_changes_and_logs_nothing(night: Division, director: User) -> None:
    join(night, director, "Ada")
    (ada,) = of(night, "Ada")
    for held in (True, True, False, False):
        assert rolling.hold(actor=director, division=night, entry_id=ada, held=held) == "Ada"
    rolling.switch_on(actor=director, division=night)
    rolling.switch_on(actor=director, division=night)
    assert [rolling.leave(actor=director, division=night, entry_id=ada) for _tap in range(2)] == ["Ada", ""]
    rolling.switch_off(actor=director, division=night)
    rolling.switch_off(actor=director, division=night)
    verbs = ActionLog.objects.filter(verb__startswith="queue.").order_by("pk").values_list("verb", flat=True)
    assert [verb.removeprefix("queue.") for verb in verbs] == ["joined", "held", "released", "on", "left", "off"]
    join(night, director, "Ada", "Ben")
    assert waiting(night) == ["Ada", "Ben"], "it is off again: nobody is paired"


def test_what_is_gone_from_the_queue_is_refused(night: Division, director: User) -> None:
    with pytest.raises(StaleEditError, match="no longer in the queue"):
        rolling.hold(actor=director, division=night, entry_id=of(night, "Ada")[0], held=True)
    join(night, director, "Ada", "Ben")
    rolling.pair_now(actor=director, division=night)
    end(night, "Ada")
    again = rolling.pair_two(actor=director, division=night, entries=of(night, "Ada", "Ben"))
    assert again.round.number == 2
    rolling.take_apart(actor=director, division=night, pairing_id=again.pk)
    assert list(Round.objects.values_list("number", flat=True)) == [1], "only the round that lost its last game is gone"
    with pytest.raises(StaleEditError, match="This game no longer exists"):
        rolling.take_apart(actor=director, division=night, pairing_id=again.pk)


def test_a_table_holds_one_game_of_a_round_and_the_rounds_grow_with_the_games(night: Division, director: User) -> None:
    factories.change(night, rounds_planned=1, rolling_again=False)
    rolling.switch_on(actor=director, division=night)
    join(night, director, "Ada", "Ben")
    end(night, "Ada")
    join(night, director, "Cem", "Dua")
    assert playing(night) == [(2, 1, {"Cem", "Dua"})], "their first game, but table 1 has had its game of round 1"
    night.refresh_from_db()
    assert night.settings.rounds_planned == 2


def test_an_evening_ends_when_it_has_as_many_rounds_as_there_can_be(night: Division, director: User) -> None:
    join(night, director, "Ada", "Ben")
    rolling.pair_now(actor=director, division=night)
    end(night, "Ada")
    # as after so many games of theirs, each with two reports: to play them all takes over four seconds
    Round.objects.filter(division=night).update(number=MAX_ROUNDS)
    with pytest.raises(TournamentError, match=f"at most {MAX_ROUNDS} rounds"):
        rolling.pair_two(actor=director, division=night, entries=of(night, "Ada", "Ben"))
    assert waiting(night) == ["Ada", "Ben"]


def test_a_draft_from_before_the_queue_is_in_its_way(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    draft_round(actor=director, division=division, number=1)
    factories.change(division, rolling=True)
    rolling.switch_on(actor=director, division=division)
    join(division, director, "Ada", "Ben")
    assert waiting(division) == ["Ada", "Ben"], "a tap of “I'm free” is not refused because of it"
    with pytest.raises(TournamentError, match="Round 1 is still a draft: publish or discard it"):
        rolling.pair_now(actor=director, division=division)


def test_nobody_is_paired_after_the_event_is_finished_or_deleted(night: Division, director: User) -> None:
    Entry.objects.filter(pk__in=of(night, "Fay")).update(rating=100)
    rolling.switch_on(actor=director, division=night)
    join(night, director, "Ada", "Ben")
    end(night, "Ada")
    join(night, director, "Fay")
    finish_event(actor=director, event=night.event)
    games = Pairing.objects.count()
    waited(night, "Fay", night.settings.rolling_longest)
    assert rolling.form_waiting(division_id=night.pk) == 0
    assert Pairing.objects.count() == games
    assert rolling.form_waiting(division_id=0) == 0, "a division that was deleted since the worker saw it"


def test_a_queue_in_a_test_copy_gives_nobody_a_slip(night: Division, director: User) -> None:
    join(night, director, "Ada", "Ben")
    (copy,) = make_test_copy(actor=director, event=night.event).divisions.all()
    join(copy, director, "Ada", "Ben")
    (game,) = rolling.pair_now(actor=director, division=copy)
    assert playing(copy) == [(1, 1, {"Ada", "Ben"})]
    assert not SlipLink.objects.filter(pairing=game).exists()


def test_win_chances_of_earlier_games_stay_beside_a_game_without_one(
    night: Division, director: User, pool: RatingPool
) -> None:
    for name in ("Yan", "Zoe"):
        add_entry(actor=director, division=night, row=RosterRow(name=name))
    join(night, director, "Ada", "Ben", "Yan", "Zoe")
    known = rolling.pair_two(actor=director, division=night, entries=of(night, "Ada", "Ben"))
    unknown = rolling.pair_two(actor=director, division=night, entries=of(night, "Yan", "Zoe"))
    known.refresh_from_db()
    unknown.refresh_from_db()
    assert known.round == unknown.round
    assert known.first_chance is not None
    assert unknown.first_chance is None, "nobody knows these two"
    assert unknown.round.chance_system == pool.system, "what the chance of Ada and Ben is by is still known"
