"""Events and divisions: created, changed, finished, reopened."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.models import Club, User
from lexicon.models import Lexicon, LexiconVersion
from ratings.models import RatedEvent, RatingPool
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.walk import check_each
from tournaments.errors import NotReadyError, TournamentError
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.models import Division, Event
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.events.events import add_division, create_event, finish_event, reopen_event, update_division
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round
from tournaments.services.standings.standings import input_of
from tournaments.settings import DivisionSettings, settings_in


def event_input(**values: Any) -> EventInput:
    return EventInput(**{"name": "Spring Open", "starts_on": date(2026, 5, 2), **values})


def test_an_event_starts_in_preparation_with_a_division(club: Club, director: User) -> None:
    event = create_event(actor=director, club=club, data=event_input())
    division = event.divisions.get()
    assert (event.state, event.slug, division.slug, division.position) == ("draft", "spring-open", "a", 1)


def test_an_address_made_from_the_name_finds_the_next_free_number(club: Club, director: User) -> None:
    slugs = [create_event(actor=director, club=club, data=event_input()).slug for _number in range(3)]
    assert slugs == ["spring-open", "spring-open-2", "spring-open-3"]


def test_a_name_without_latin_letters_still_has_an_address(club: Club, director: User) -> None:
    assert create_event(actor=director, club=club, data=event_input(name="春の大会")).slug == "event"


def test_a_chosen_address_that_is_taken_is_refused(club: Club, director: User) -> None:
    create_event(actor=director, club=club, data=event_input(slug="open"))
    with pytest.raises(TournamentError, match="/e/open/"):
        create_event(actor=director, club=club, data=event_input(slug="open"))
    assert Event.objects.count() == 1


@pytest.mark.parametrize("bad", [{"name": " "}, {"name": "x" * 121}, {"slug": "a b"}, {"slug": "../x"}])
def test_bad_names_and_addresses_are_refused_by_the_input(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        event_input(**bad)


@pytest.mark.parametrize(
    "bad",
    [
        {"rounds_planned": 0},
        {"bye_spread": -1},
        {"forfeit_spread": 1},
        {"spread_cap": 0},
        {"max_repeats": -1},
        {"name": ""},
    ],
)
def test_bad_settings_are_refused_by_the_input(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        factories.division_data(**bad)


def test_settings_that_do_not_exist_are_refused_by_name(club: Club, director: User) -> None:
    def check(bad: dict[str, Any], says: str) -> None:
        with pytest.raises(TournamentError, match=says):
            create_event(actor=director, club=club, data=event_input(division=factories.division_data(**bad)))
        assert not Event.objects.exists()

    check_each(
        [
            ({"rules_slug": "chess"}, "There are no rules called “chess”"),
            ({"challenge_rule": "duel"}, "challenge"),
            ({"rule_options": {"rack_size": 99}}, "rack_size"),
            ({"rule_options": {"colour": "red"}}, "colour"),
            ({"lexicon_version_id": 999}, "no such dictionary"),
            ({"rating_pool_id": 999}, "no such rating list"),
        ],
        check,
    )


def test_another_clubs_pool_and_dictionary_are_not_to_be_had(club: Club, director: User) -> None:
    other_director = User.objects.create_user("other")
    other = factories.club(other_director, "Elsewhere")
    pool = factories.pool(other, other_director)
    words = Lexicon.objects.create(slug="theirs", name="Theirs", language="en", club=other, visibility="club")
    version = LexiconVersion.objects.create(lexicon=words, label="1", checksum="a" * 64, word_count=1, file_name="x")
    for bad in (DivisionInput(rating_pool_id=pool.pk), DivisionInput(lexicon_version_id=version.pk)):
        with pytest.raises(TournamentError, match="The club has no such"):
            create_event(actor=director, club=club, data=event_input(division=bad))


def test_divisions_are_added_in_order_and_named_apart(division: Division, director: User) -> None:
    second = add_division(actor=director, event=division.event, data=DivisionInput(name="B"))
    assert (second.position, second.slug) == (2, "b")
    with pytest.raises(TournamentError, match="already has a division “B”"):
        add_division(actor=director, event=division.event, data=DivisionInput(name="B"))


def test_before_the_first_round_everything_can_change(division: Division, director: User, pool: RatingPool) -> None:
    data = factories.division_data(
        name="Masters", rules_slug="hasbro-zh", challenge_rule="single", rounds_planned=5, spread_cap=300
    )
    changed = update_division(actor=director, division=division, data=data)
    changed.refresh_from_db()
    assert (changed.slug, changed.rules_slug, changed.settings.rounds_planned, changed.settings.spread_cap) == (
        "masters",
        "hasbro-zh",
        5,
        300,
    )
    assert changed.rating_pool is None


def current_input(division: Division) -> DivisionInput:
    """The division's settings as an input, to change one of them."""
    return input_of(division)


def changed_by(data: DivisionInput, values: dict[str, Any]) -> DivisionInput:
    """The input with other columns or settings."""
    settings = {name: value for name, value in values.items() if name in settings_in(DivisionSettings)}
    columns = {name: value for name, value in values.items() if name not in settings}
    return replace(data, **columns).with_settings(**settings)


def test_what_games_were_played_by_cannot_change(running: Division, director: User) -> None:
    def check(change: dict[str, Any], says: str) -> None:
        with pytest.raises(TournamentError, match=says):
            update_division(actor=director, division=running, data=changed_by(current_input(running), change))

    check_each(
        [
            ({"rules_slug": "hasbro-zh"}, "no longer change: Rules"),
            ({"challenge_rule": "five"}, "no longer change: Challenge rule"),
            ({"rating_pool_id": None}, "no longer change: Rating list"),
            ({"rule_options": {"overtime_points": 5}}, "no longer change: Rule options"),
        ],
        check,
    )


def test_the_dictionary_cannot_change_either(running: Division, director: User, dictionary: LexiconVersion) -> None:
    with pytest.raises(TournamentError, match="no longer change: Dictionary"):
        update_division(
            actor=director, division=running, data=replace(current_input(running), lexicon_version_id=dictionary.pk)
        )


def test_values_of_results_and_rounds_can_change_while_running(running: Division, director: User) -> None:
    data = current_input(running).with_settings(bye_spread=100, rounds_planned=7)
    update_division(actor=director, division=running, data=data, reason="as announced")
    assert RatedEvent.objects.get().rounds == 7
    factories.publish(running, director, 2, despite_missing=True)
    with pytest.raises(TournamentError, match="at least 2 rounds"):
        update_division(actor=director, division=running, data=current_input(running).with_settings(rounds_planned=1))


def test_an_event_with_missing_results_is_not_finished(running: Division, director: User) -> None:
    games = factories.games(running.rounds.get())
    factories.agree(games[0].pairing_id)
    factories.report(games[1].pairing_id, "first", 1, 2)
    with pytest.raises(NotReadyError) as refused:
        finish_event(actor=director, event=running.event)
    text = str(refused.value)
    assert "only one player has reported" in text
    assert games[2].first.name in text
    assert "no result" in text
    assert f"table {games[0].table_number} " not in text


def test_an_event_with_a_draft_is_not_finished(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    draft_round(actor=director, division=running, number=2)
    with pytest.raises(NotReadyError, match="round 2 of A is a draft"):
        finish_event(actor=director, event=running.event)


def test_an_event_that_never_began_is_not_finished(division: Division, director: User) -> None:
    with pytest.raises(NotReadyError, match="No round has been published"):
        finish_event(actor=director, event=division.event)


def ratings_of(pool: RatingPool, name: str) -> tuple[int | None, int | None]:
    """The official rating and the live estimate."""
    return pool.ratings.values_list("rating", "live_rating").get(player__name=name)


def test_finishing_makes_ratings_official_and_reopening_takes_them_back(
    running: Division, director: User, pool: RatingPool
) -> None:
    factories.play(running.rounds.get())
    assert finish_event(actor=director, event=running.event).state == "finished"
    recompute_pool(pool_id=pool.pk)
    official, estimate = ratings_of(pool, "Ada")
    assert official is not None
    assert official > 1800
    assert estimate is None
    assert reopen_event(actor=director, event=running.event, reason="A slip was misread.").state == "running"
    recompute_pool(pool_id=pool.pk)
    assert ratings_of(pool, "Ada") == (1800, official)


def test_a_finished_event_with_a_withdrawal_and_a_bye(division: Division, director: User, pool: RatingPool) -> None:
    factories.play(factories.start(division, director, 4))
    withdraw_entry(actor=director, entry=division.entries.get(name="Dua"), after_round=1)
    factories.play(factories.publish(division, director, 2))
    finish_event(actor=director, event=division.event)
    recompute_pool(pool_id=pool.pk)
    assert sum(pool.ratings.values_list("pool_games", flat=True)) == 6


def test_reopening_needs_a_finished_event_and_a_reason(running: Division, director: User) -> None:
    with pytest.raises(TournamentError, match="not finished"):
        reopen_event(actor=director, event=running.event, reason="x")
    factories.play(running.rounds.get())
    finish_event(actor=director, event=running.event)
    with pytest.raises(TournamentError, match="Say why"):
        reopen_event(actor=director, event=running.event, reason=" ")


def test_users_without_a_role_change_nothing(division: Division) -> None:
    outsider = factories.user("stranger")
    for act in (
        lambda: create_event(actor=outsider, club=division.event.club, data=event_input()),
        lambda: add_division(actor=outsider, event=division.event, data=DivisionInput(name="B")),
        lambda: update_division(actor=outsider, division=division, data=DivisionInput()),
        lambda: finish_event(actor=outsider, event=division.event),
        lambda: reopen_event(actor=outsider, event=division.event, reason="x"),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_divisions_named_in_any_script_have_addresses_of_their_own(division: Division, director: User) -> None:
    names = ("日本", "中国", "B-1", "B 1")
    added = [add_division(actor=director, event=division.event, data=DivisionInput(name=name)) for name in names]
    assert [item.slug for item in added] == ["division", "division-2", "b-1", "b-1-2"]
    with pytest.raises(TournamentError, match="already has a division “中国”"):
        add_division(actor=director, event=division.event, data=DivisionInput(name="中国"))
    renamed = update_division(actor=director, division=added[0], data=replace(current_input(added[0]), name="韓国"))
    assert (renamed.name, renamed.slug) == ("韓国", "division")


def test_rounds_planned_are_not_fewer_than_a_draft(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    draft = draft_round(actor=director, division=running, number=2)
    with pytest.raises(TournamentError, match="Round 2 is a draft"):
        update_division(actor=director, division=running, data=current_input(running).with_settings(rounds_planned=1))
    factories.change(Division.objects.all(), rounds_planned=1)
    with pytest.raises(NotReadyError, match="than planned \\(1\\)"):
        publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)


@pytest.mark.parametrize(
    "bad",
    [
        {"game": "go"},
        {"game": "wordbasket"},
        {"rules_slug": "word-basket"},
        {"game": "wordbasket", "rules_slug": "word-basket", "best_of": 2},
        {"best_of": 3},
        {"table_size": 5},
        {"game": "wordbasket", "rules_slug": "word-basket", "table_size": 9},
    ],
)
def test_each_game_has_its_own_rules_and_tables(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        factories.division_data(**bad)


def test_a_word_basket_division_keeps_its_options(club: Club, director: User) -> None:
    data = factories.division_data(
        game="wordbasket",
        rules_slug="word-basket",
        best_of=3,
        rule_options={"wild_last": False, "small_tsu": "illegal"},
    )
    division = create_event(actor=director, club=club, data=event_input(division=data)).divisions.get()
    assert (division.game, division.settings.best_of, division.settings.rule_options["small_tsu"]) == (
        "wordbasket",
        3,
        "illegal",
    )
    with pytest.raises(TournamentError, match="wild_last"):
        update_division(
            actor=director, division=division, data=data.with_settings(rule_options={"wild_last": "perhaps"})
        )


def test_each_game_has_dictionaries_of_its_own(club: Club, director: User, dictionary: LexiconVersion) -> None:
    data = DivisionInput(game="wordbasket", rules_slug="word-basket", lexicon_version_id=dictionary.pk)
    with pytest.raises(TournamentError, match="dictionary for a different game"):
        create_event(actor=director, club=club, data=event_input(division=data))
