"""The pools that a division feeds, and the lists that its players' ratings come from."""

from datetime import date

import pytest

from audit.models import ActionLog
from clubs.models import Club, User
from clubs.services import ClubInput, create_club
from lexicon.models import Lexicon, LexiconVersion
from ratings.models import OfficialList, PlayerRating, RatedResult, RatingPool
from ratings.services.pools import create_pool
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.walk import check_each
from tournaments.errors import TournamentError
from tournaments.inputs.entries import EntryChanges
from tournaments.inputs.results import ResultInput
from tournaments.models import Division, DivisionPool, Entry, RatingSnapshot
from tournaments.services.entries.entries import update_entry
from tournaments.services.events.events import finish_event
from tournaments.services.rating_link import ledger
from tournaments.services.rating_link.ledger import event_key
from tournaments.services.rating_link.lists import (
    choose_pools,
    pin_ratings,
    preview_pin,
    preview_seed,
    refuse_unfit,
    seed_ratings,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def main(pool: RatingPool) -> RatingPool:
    return pool


@pytest.fixture
def other(club: Club) -> RatingPool:
    return create_pool(name="All games", slug="all-games", club=club, system="elo")


@pytest.fixture
def division(club: Club, director: User, main: RatingPool) -> Division:
    return factories.division(club, director, pool=main, rounds_planned=2)


def choose(division: Division, actor: User, *pools: RatingPool, play_type: str = "tournament") -> Division:
    return choose_pools(actor=actor, division=division, pools=[pool.pk for pool in pools], play_type=play_type)


def live(pool: RatingPool) -> list[tuple[str, int | None]]:
    rows = RatedResult.objects.live().filter(event__pool=pool).order_by("game_key")
    return [(row.game_key, row.player_score) for row in rows]


def test_every_result_reaches_every_pool(
    division: Division, director: User, main: RatingPool, other: RatingPool
) -> None:
    choose(division, director, other)
    one, two = factories.games(factories.start(division, director, 4))
    factories.report(one.pairing_id, "official", 400, 300, actor=director)
    factories.report(two.pairing_id, "official", 410, 300, actor=director)
    assert live(main) == live(other)
    assert len(live(other)) == 2
    factories.report(one.pairing_id, "official", 450, 300, actor=director)
    assert live(main) == live(other)
    for pool in (main, other):
        recompute_pool(pool_id=pool.pk)
    assert PlayerRating.objects.filter(pool=main).count() == PlayerRating.objects.filter(pool=other).count() == 4


def test_pools_are_locked_in_the_order_of_their_ids(
    division: Division, director: User, main: RatingPool, other: RatingPool
) -> None:
    choose(division, director, other)
    factories.start(division, director, 4)
    RatingPool.objects.filter(pk=max(main.pk, other.pk)).update(name="Aardvark")
    assert [event.pool_id for event in ledger.rated_events(division)] == sorted([main.pk, other.pk])


def test_a_starting_rating_goes_to_the_own_pool_only(
    division: Division, director: User, main: RatingPool, other: RatingPool
) -> None:
    choose(division, director, other)
    factories.start(division, director, 2)
    assert main.openings.count() == 2
    assert other.openings.count() == 0


def test_a_pool_added_during_the_event_gets_the_games_played_before(
    division: Division, director: User, main: RatingPool, other: RatingPool
) -> None:
    one, _two = factories.games(factories.start(division, director, 4))
    factories.report(one.pairing_id, "official", 400, 300, actor=director)
    choose(division, director, other)
    assert live(main) == live(other) != []
    before = RatingPool.objects.get(pk=main.pk).ledger_version
    choose(division, director, other)
    assert RatingPool.objects.get(pk=main.pk).ledger_version == before
    with pytest.raises(TournamentError, match="must stay chosen"):
        choose(division, director)


def test_further_pools_become_final_with_the_event(division: Division, director: User, other: RatingPool) -> None:
    choose(division, director, other)
    (game,) = factories.games(factories.start(division, director, 2))
    factories.report(game.pairing_id, "official", 400, 300, actor=director)
    finish_event(actor=director, event=division.event)
    assert other.events.get(key=event_key(division)).final


def test_a_choice_is_checked_and_logged(
    division: Division, director: User, main: RatingPool, other: RatingPool
) -> None:
    elsewhere = create_club(actor=director, data=ClubInput(name="Elsewhere"))
    strange = create_pool(name="Strange", slug="strange", club=elsewhere)
    with pytest.raises(TournamentError, match="no such rating list"):
        choose(division, director, strange)
    with pytest.raises(TournamentError, match="where the games are played"):
        choose(division, director, other, play_type="online")
    choose(division, director, main, other, play_type="club")
    assert list(DivisionPool.objects.filter(division=division).values_list("pool", flat=True)) == [other.pk]
    log = ActionLog.objects.get(verb="division.pools_chosen")
    same = {"rate_games": False, "show_chances": True}
    assert log.before == {"play_type": "tournament", "further_pools": [], **same}
    assert log.after == {"play_type": "club", "further_pools": [other.pk], **same}
    choose(division, director, other, play_type="club")
    assert ActionLog.objects.filter(verb="division.pools_chosen").count() == 1


@pytest.mark.parametrize(
    ("restriction", "message"),
    [
        ({"game": "wordbasket"}, "rates a different game: Word Basket"),
        ({"rules": ["tokyo-club"]}, "does not rate games by these rules"),
        ({"setting": "club"}, "is for club play only"),
    ],
)
def test_a_pool_refuses_results_it_does_not_accept(
    division: Division, director: User, other: RatingPool, restriction: dict[str, object], message: str
) -> None:
    RatingPool.objects.filter(pk=other.pk).update(**restriction)
    with pytest.raises(TournamentError, match=message):
        choose(division, director, other)
    RatingPool.objects.filter(pk=other.pk).update(game="crossword", rules=["tournament"], setting="tournament")
    choose(division, director, other)


def test_a_pool_of_a_dictionary_family(division: Division, director: User, other: RatingPool) -> None:
    mine, theirs = (Lexicon.objects.create(slug=name, name=name.title(), language="en") for name in ("mine", "theirs"))
    other.lexicons.add(mine)
    with pytest.raises(TournamentError, match="with these dictionaries: Mine"):
        choose(division, director, other)
    versions = {
        lexicon.slug: LexiconVersion.objects.create(
            lexicon=lexicon, label="1", checksum=number * 64, word_count=1, file_name=lexicon.slug
        )
        for lexicon, number in ((mine, "1"), (theirs, "2"))
    }
    for name, accepted in (("theirs", False), ("mine", True)):
        division.lexicon_version = versions[name]
        if accepted:
            refuse_unfit(division, [other])
        else:
            with pytest.raises(TournamentError, match="with these dictionaries"):
                refuse_unfit(division, [other])


def test_systems_of_margins_take_no_word_basket_and_the_filter_no_tables(division: Division) -> None:
    margins = create_pool(name="Margins", slug="margins", system="norwegian")
    filtered = create_pool(name="Filter", slug="filter", system="event-kalman")
    division.settings = division.settings.changed(table_size=4)
    refuse_unfit(division, [margins])
    with pytest.raises(TournamentError, match="two-player games"):
        refuse_unfit(division, [filtered])
    division.game, division.rules_slug = "wordbasket", "word-basket"
    with pytest.raises(TournamentError, match="uses margins, which this game does not have"):
        refuse_unfit(division, [margins])


@pytest.fixture
def following(club: Club, director: User, main: RatingPool, published: OfficialList) -> Division:
    """The next event: the same two and a newcomer, with ratings typed wrong."""
    division = factories.division(club, director, pool=main)
    for entry in factories.entries(division, director, 3):
        update_entry(actor=director, entry=entry, data=EntryChanges(name=entry.name, rating=1000))
    return division


def test_ratings_pinned_from_a_published_list(
    following: Division, director: User, published: OfficialList, main: RatingPool
) -> None:
    ratings = dict(published.lines.values_list("player", "rating"))
    preview = preview_pin(division=following, official_list=published)
    assert [line.rating is not None for line in preview] == [True, True, False]
    snapshot = pin_ratings(actor=director, division=following, official_list=published)
    ratings_now = {entry.player_id: entry.rating for entry in Entry.objects.filter(division=following)}
    newcomer = next(player for player in ratings_now if player not in ratings)
    assert ratings_now == {**ratings, newcomer: 1000}
    assert (snapshot.official_list, snapshot.pool, snapshot.as_of) == (published, main, date(2026, 5, 3))
    entries = Entry.objects.filter(division=following)
    assert snapshot.ratings == {str(entry.pk): [entry.rating, entry.career_games] for entry in entries}
    log = ActionLog.objects.get(verb="division.ratings_pinned")
    assert log.after["source"] == f"{main.name}: May"


def test_a_pinned_rating_stays_when_the_list_changes_later(
    following: Division, director: User, published: OfficialList, main: RatingPool
) -> None:
    pin_ratings(actor=director, division=following, official_list=None)
    stored = RatingSnapshot.objects.get(division=following).ratings
    PlayerRating.objects.filter(pool=main).update(rating=2222)
    entries = Entry.objects.filter(division=following)
    assert {str(entry.pk): [entry.rating, entry.career_games] for entry in entries} == stored
    pin_ratings(actor=director, division=following, official_list=None)
    assert RatingSnapshot.objects.get(division=following).ratings != stored


def test_ratings_cannot_be_pinned_once_players_are_paired_by_them(
    following: Division, director: User, published: OfficialList
) -> None:
    factories.publish(following, director, 1)
    with pytest.raises(TournamentError, match="can no longer change in this event"):
        pin_ratings(actor=director, division=following, official_list=published)
    with pytest.raises(TournamentError, match="can no longer change in this event"):
        seed_ratings(actor=director, division=following, text="Ada,1500", source="x", as_of=date(2026, 5, 1))


LIST = "name,rating,games\nADA,1612,40\nBem,1400,7\nSomebody Else,2100,900\n"


def test_an_official_list_seeds_an_event_with_name_matching(division: Division, director: User) -> None:
    ada, ben, _cem = factories.entries(division, director, 3)
    Entry.objects.filter(pk=ben.pk).update(name="Bemm")
    preview = preview_seed(division=division, text=LIST)
    assert (preview.certain, len(preview.matches), len(preview.shown)) == (1, 3, 2)
    snapshot = seed_ratings(
        actor=director,
        division=division,
        text=LIST,
        source="Federation list",
        as_of=date(2026, 5, 1),
        choices={3: str(ben.pk)},
    )
    rows = {entry.pk: (entry.rating, entry.career_games) for entry in Entry.objects.filter(division=division)}
    assert (rows[ada.pk], rows[ben.pk]) == ((1612, 40), (1400, 7))
    assert (snapshot.source, snapshot.as_of, snapshot.pool) == ("Federation list", date(2026, 5, 1), None)
    assert snapshot.ratings[str(ada.pk)] == [1612, 40]


def test_a_list_that_cannot_be_used_changes_nothing(division: Division, director: User) -> None:
    def check(changes: dict[str, object], message: str) -> None:
        factories.entries(division, director, 3)
        before = list(Entry.objects.filter(division=division).values_list("pk", "rating"))
        values = {"text": LIST, "source": "x", "as_of": date(2026, 5, 1), "choices": {}, **changes}
        with pytest.raises(TournamentError, match=message):
            seed_ratings(actor=director, division=division, **values)  # type: ignore[arg-type]  # spoilt on purpose
        assert list(Entry.objects.filter(division=division).values_list("pk", "rating")) == before
        assert not RatingSnapshot.objects.exists()

    check_each(
        [
            ({"text": "name,rating\nAda,many\n"}, "Line 2: “many” is not a rating"),
            ({"text": "name,rating\nNobody Here,1500\n"}, "No one in this division is on the list"),
            ({"source": " "}, "Say which list it is"),
            ({"choices": {3: "999999"}}, "Line 3: choose a player in the division"),
        ],
        check,
    )


def test_a_cleared_rating_clears_the_opening_that_came_from_it(
    division: Division, director: User, main: RatingPool
) -> None:
    ada, _ben = factories.entries(division, director, 2)
    ledger.start(division)
    assert main.openings.filter(player=ada.player_id).exists()
    update_entry(actor=director, entry=ada, data=EntryChanges(name=ada.name, rating=None))
    assert not main.openings.filter(player=ada.player_id).exists()


@pytest.mark.parametrize("system", ["elo", "norwegian"])
def test_a_crossword_table_of_three_is_rated_by_its_points(club: Club, director: User, system: str) -> None:
    pool = create_pool(name="Tables", slug="tables", club=club, system=system)
    division = factories.division(club, director, pool=pool, table_size=3)
    (line,) = factories.games(factories.start(division, director, 3))
    factories.report(line.pairing_id, "official", 0, 0, result=ResultInput(tally="320/281/305"), actor=director)
    rows = RatedResult.objects.live().filter(event__pool=pool)
    scores = {frozenset((row.player_score, row.opponent_score)) for row in rows}
    assert scores == {frozenset((320, 281)), frozenset((320, 305)), frozenset((281, 305))}
    assert {row.seats for row in rows} == {3}
    recompute_pool(pool_id=pool.pk)
    best = PlayerRating.objects.filter(pool=pool).order_by("-live_rating")[0].player
    assert {row.player_id for row in rows if row.player_score == 320} | {
        row.opponent_id for row in rows if row.opponent_score == 320
    } == {best.pk}
