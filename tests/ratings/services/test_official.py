"""Published lists stay; imports are all or nothing; merges can be undone; people can be forgotten."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from audit.models import ActionLog
from clubs.models import Club, Membership, Player, Role, User
from lexicon.models import Lexicon, LexiconVersion
from ratings.engine.official_list import parse_list
from ratings.engine.types import RatedGame
from ratings.models import (
    OfficialRating,
    OpeningRating,
    PlayerMerge,
    PlayerRating,
    RatedResult,
    RatingChange,
    RatingPool,
)
from ratings.queries import exports
from ratings.services.importing import import_list, preview_import
from ratings.services.ledger import LedgerError, finalize_event, open_event, record_result
from ratings.services.official import publish_list
from ratings.services.openings import set_opening_rating
from ratings.services.people import anonymise_player, merge_players, move_result, undo_merge
from ratings.services.recompute import check_pool, recompute_pool
from tests import factories
from tests.ratings.conftest import MakeEvent, make_players
from tests.walk import SIGN_IN, Answer, Call, browsers, check_calls
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DAY = date(2026, 3, 1)


@pytest.fixture
def club(pool: RatingPool) -> Club:
    assert pool.club is not None
    return pool.club


@pytest.fixture
def people(players: list[Player], club: Club) -> list[Player]:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(home_club=club)
    return list(Player.objects.filter(home_club=club).order_by("pk"))


def official(pool: RatingPool) -> dict[int, int | None]:
    recompute_pool(pool_id=pool.pk)
    assert check_pool(pool_id=pool.pk) == ()
    return dict(PlayerRating.objects.filter(pool=pool).values_list("player_id", "rating"))


def play(pool: RatingPool, key: str, day: date, *games: tuple[Player, Player, int, int]) -> None:
    event = open_event(pool=pool, key=key, name=key, date=day, rounds=len(games))
    for number, (one, other, score, theirs) in enumerate(games, 1):
        record_result(event=event, game=RatedGame(f"g{number}", number, one.pk, other.pk, score, theirs))
    finalize_event(event=event)


def test_a_published_list_stays_as_it_was(
    client: Client, pool: RatingPool, people: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", people, DAY)
    with pytest.raises(LedgerError, match="still being rated"):
        publish_list(pool=pool, name="March", effective=DAY)
    before = official(pool)
    published = publish_list(pool=pool, name=" March ", effective=DAY)
    assert dict(published.lines.values_list("player_id", "rating")) == before
    make_event("b", people, DAY + timedelta(days=9), shift=3)
    assert official(pool) != before
    assert dict(OfficialRating.objects.values_list("player_id", "rating")) == before
    with pytest.raises(LedgerError, match="already a list for that day"):
        publish_list(pool=pool, name="Again", effective=DAY)
    page = client.get(f"/ratings/{pool.slug}/official/{published.pk}/").content.decode()
    assert "March" in page
    assert published.content_hash in page
    document = json.loads(client.get(f"/ratings/{pool.slug}/official/{published.pk}/list.json").content)
    assert {row["player"]: row["rating"] for row in document["players"]} == before
    assert (document["official"], document["system"], document["effective"]) == (True, "naspa", "2026-03-01")
    assert client.get(f"/ratings/{pool.slug}/official/{published.pk}/list.csv").status_code == 200


def test_nobody_rated_is_no_list(pool: RatingPool) -> None:
    with pytest.raises(LedgerError, match="No one has an official rating"):
        publish_list(pool=pool, name="March", effective=DAY)
    with pytest.raises(LedgerError, match="Give the list a name"):
        publish_list(pool=pool, name=" ", effective=DAY)


def test_rt_columns_can_be_read_back() -> None:
    line = exports.ExportLine(1, 7, "Zoë Exámple", "NZ", "", 1712, 88, 61.4, False, DAY)
    text = exports.as_rt([line, exports.ExportLine(None, 8, "New", "", "", None, 0, None, True, None)]).decode()
    assert text == "ZE   NZ  Zoe Example            88 1712 20260301 61\r\n"
    assert (text[9:29].strip(), text[30:34], text[35:39], text[40:48]) == ("Zoe Example", "  88", "1712", "20260301")
    (read,) = parse_list(text).players
    assert (read.name, read.rating, read.games) == ("Zoe Example", 1712, 88)


def test_letters_of_an_rt_file_that_ascii_lacks_are_written_out() -> None:
    names = {"Søren Østby": "Soren Ostby", "Łukasz Æble": "Lukasz Aeble", "Jörg Weiß": "Jorg Weiss", "佐藤": "??"}
    for name, written in names.items():
        text = exports.as_rt([exports.ExportLine(1, 7, name, "", "", 1712, 88, None, False, DAY)]).decode()
        assert text[9:29].strip() == written


def test_what_an_rt_file_cannot_say_is_listed() -> None:
    long = "Maximiliana Featherstonehaugh"
    lines = [
        exports.ExportLine(1, 1, "Ann Lee", "NZ", "", 1500, 88, None, False, DAY),
        exports.ExportLine(2, 2, "Zoë Ng", "NZ", "AA003200", 1400, 10_000, None, False, DAY),
        exports.ExportLine(3, 3, long, "NZ", "", 1300, 5, None, False, DAY),
        exports.ExportLine(4, 4, long + " II", "NZ", "", 1200, 5, None, False, DAY),
        exports.ExportLine(None, 5, "New", "", "", None, 0, None, True, None),
    ]
    assert exports.rt_losses(lines[:1]) == {}
    assert exports.rt_losses(lines) == {
        "unrated": ["New"],
        "names": [long, long + " II"],
        "letters": ["Zoë Ng"],
        "same": [long + " II"],
        "games": ["Zoë Ng"],
        "ids": ["Zoë Ng"],
    }


def test_importing_a_list_is_tried_first_and_then_all_or_nothing(
    pool: RatingPool, club: Club, people: list[Player]
) -> None:
    text = f"name,rating,games\n{people[0].name},1700,90\nNew Person,1300,\nPlayer 0,1200,5\n"
    preview = preview_import(club=club, text=text)
    assert (preview.certain, len(preview.matches), preview.problems) == (1, 3, ())
    assert not OpeningRating.objects.exists()
    with pytest.raises(LedgerError, match="Line 4: that player is not in the club"):
        import_list(pool=pool, club=club, text=text, choices={3: "new", 4: "999999"})
    assert not OpeningRating.objects.exists()
    assert not Player.objects.filter(name="New Person").exists()
    assert import_list(pool=pool, club=club, text=text, choices={3: "new", 4: str(people[1].pk)}) == 3
    openings = OpeningRating.objects.values_list("player__name", "rating", "games")
    assert set(openings) == {(people[0].name, 1700, 90), ("New Person", 1300, None), (people[1].name, 1200, 5)}
    with pytest.raises(LedgerError, match="Line 2: “x” is not a rating"):
        import_list(pool=pool, club=club, text=f"name,rating\n{people[0].name},x")


def test_an_import_leaves_out_whom_nobody_knows_and_refuses_a_player_on_two_lines(
    pool: RatingPool, club: Club, people: list[Player]
) -> None:
    with pytest.raises(LedgerError, match="No one on this list is one of the club"):
        import_list(pool=pool, club=club, text="New Person,1300")
    assert import_list(pool=pool, club=club, text=f"New Person,1300\n{people[0].name},1700") == 1
    assert list(OpeningRating.objects.values_list("player", "rating")) == [(people[0].pk, 1700)]
    Player.objects.filter(pk=people[0].pk).update(external_id="X1")
    twice = f"name,rating,id\n{people[0].name},1800,\nMarried Since,1810,X1"
    with pytest.raises(LedgerError, match=f"Line 3: {people[0].name} is already on line 2"):
        import_list(pool=pool, club=club, text=twice)


def test_the_forms_of_the_office_say_what_they_cannot_read(pool: RatingPool, club: Club, people: list[Player]) -> None:
    client = officer(club, Role.RATINGS_OFFICER)
    for params, said in (
        ("floor = 100\n\nbeta", "Line 3: write each parameter as “name = number”."),
        ('floor = "100"', "Line 1: write each parameter"),
    ):
        values = {"name": "Spread", "system": "coco", "params": params}
        assert said in client.post(f"/ratings/office/{club.slug}/new/", values).content.decode(), params
    assert not RatingPool.objects.filter(system="coco").exists()

    address = f"/ratings/{pool.slug}/import/"
    assert "Paste a list or choose a file." in client.post(address, {"text": " "}).content.decode()
    large = SimpleUploadedFile("list.csv", b"x" * 2_000_001)
    assert "The file is larger than 2 MB." in client.post(address, {"file": large}).content.decode()
    listed = SimpleUploadedFile("list.csv", f"{people[0].name},1700\0\nZo\xe9 New,1300".encode("latin-1"))
    preview = client.post(address, {"file": listed}).content.decode()
    assert "Who is Zo\ufffd New?" in preview
    assert people[0].name in preview


def test_an_import_rates_earlier_events_again(
    pool: RatingPool, club: Club, people: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", people, DAY)
    before = official(pool)
    import_list(pool=pool, club=club, text=f"{people[0].name},2100,300")
    after = official(pool)
    assert after != before
    assert (after[people[0].pk] or 0) > 1900


def test_merging_is_as_if_one_person_had_played_and_can_be_undone(pool: RatingPool, people: list[Player]) -> None:
    ada, bo, cy, again = people
    play(pool, "a", DAY, (ada, bo, 400, 300), (ada, cy, 420, 380))
    play(pool, "b", DAY + timedelta(days=5), (again, bo, 350, 400), (again, cy, 500, 300))
    set_opening_rating(pool=pool, player=again, rating=1650, games=70)
    apart = official(pool)
    rows = list(RatedResult.objects.order_by("pk").values())
    merged = merge_players(duplicate=again, kept=ada, reason="same person")
    together = official(pool)
    assert set(together) == {ada.pk, bo.pk, cy.pk}
    assert PlayerRating.objects.get(player=ada).pool_games == 4
    assert PlayerRating.objects.get(player=ada).career_games == 74
    assert list(RatedResult.objects.order_by("pk").values()) == rows
    undo_merge(merge=merged, reason="they are two")
    assert official(pool) == apart
    undo_merge(merge=merged, reason="once more")
    logged = ActionLog.objects.filter(verb__contains="merge").order_by("pk").values_list("verb", "reason")
    assert list(logged) == [("player.merged", "same person"), ("player.merge_undone", "they are two")]


def test_a_merge_of_two_people_is_refused(pool: RatingPool, people: list[Player]) -> None:
    ada, bo, cy, dee = people
    event = open_event(pool=pool, key="a", name="A", date=DAY, rounds=1)
    record_result(event=event, game=RatedGame("g", 1, ada.pk, bo.pk, 400, 300))
    record_result(event=event, game=RatedGame("h", 1, cy.pk, dee.pk, 400, 300))
    with pytest.raises(LedgerError, match="played each other"):
        merge_players(duplicate=ada, kept=bo, reason="x")
    with pytest.raises(LedgerError, match="same round"):
        merge_players(duplicate=ada, kept=cy, reason="x")
    with pytest.raises(LedgerError, match="two different players"):
        merge_players(duplicate=ada, kept=ada, reason="x")
    with pytest.raises(LedgerError, match="Give a reason"):
        merge_players(duplicate=ada, kept=cy, reason=" ")
    extra = make_players(1)[0]
    merge_players(duplicate=extra, kept=ada, reason="x")
    with pytest.raises(LedgerError, match="already been merged"):
        merge_players(duplicate=extra, kept=cy, reason="x")
    assert PlayerMerge.objects.count() == 1


def test_a_merge_of_a_merge_and_a_game_recorded_later(pool: RatingPool, people: list[Player]) -> None:
    ada, bo, cy, dee = people
    play(pool, "a", DAY, (ada, dee, 400, 300))
    play(pool, "b", DAY + timedelta(days=1), (bo, dee, 400, 300))
    play(pool, "c", DAY + timedelta(days=2), (cy, dee, 400, 300))
    merge_players(duplicate=ada, kept=bo, reason="x")
    merge_players(duplicate=bo, kept=cy, reason="x")
    assert set(official(pool)) == {cy.pk, dee.pk}
    # Somebody goes on recording under the duplicate's name, even against the kept entry: that game rates nobody.
    play(pool, "d", DAY + timedelta(days=3), (ada, cy, 400, 300), (ada, dee, 400, 300))
    assert set(official(pool)) == {cy.pk, dee.pk}
    assert PlayerRating.objects.get(player=cy).pool_games == 4
    set_opening_rating(pool=pool, player=ada, rating=1700, games=60)
    official(pool)


def test_moving_a_result(pool: RatingPool, people: list[Player]) -> None:
    ada, bo, cy, _dee = people
    event = open_event(pool=pool, key="a", name="A", date=DAY, rounds=1)
    record_result(event=event, game=RatedGame("g", 1, ada.pk, bo.pk, 400, 300))
    finalize_event(event=event)
    assert set(official(pool)) == {ada.pk, bo.pk}
    with pytest.raises(LedgerError, match="no longer has that rated game"):
        move_result(event=event, game_key="g", player=cy, really=ada, reason="x")
    with pytest.raises(LedgerError, match="already in this game"):
        move_result(event=event, game_key="g", player=ada, really=bo, reason="x")
    move_result(event=event, game_key="g", player=bo, really=cy, reason="wrong card")
    assert set(official(pool)) == {ada.pk, cy.pk}
    kinds = RatedResult.objects.order_by("revision").values_list("kind", "reason")
    assert list(kinds) == [("result", ""), ("void", "wrong card"), ("result", "")]
    assert ActionLog.objects.get(verb="rated_result.moved").reason == "wrong card"


def test_a_person_is_forgotten_and_the_ratings_stay(
    client: Client, pool: RatingPool, people: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", people, DAY)
    before = official(pool)
    published = publish_list(pool=pool, name="March", effective=DAY)
    Player.objects.filter(pk=people[0].pk).update(name="Real Name", external_id="X1", country="NZ")
    anonymise_player(player=people[0], reason="requested")
    assert official(pool) == before
    anonymous = Player.objects.get(pk=people[0].pk)
    assert (anonymous.external_id, anonymous.country, anonymous.user) == ("", "", None)
    for address in ("", f"official/{published.pk}/", f"players/{anonymous.pk}/", "list.csv"):
        assert "Real Name" not in client.get(f"/ratings/{pool.slug}/{address}").content.decode()
    assert not ActionLog.objects.filter(after__icontains="Real Name").exists()


def officer(club: Club, role: str) -> Client:
    user = User.objects.create_user(f"u-{role}")
    Membership.objects.create(user=user, club=club, role=role)
    client = Client()
    client.force_login(user)
    return client


OFFICE = ["office/{club}/", "office/{club}/new/", "office/{club}/merge/", "office/{club}/anonymise/", "{pool}/publish/",
          "{pool}/import/", "{pool}/check/", "{pool}/accepts/", "{pool}/opening/", "{pool}/events/{event}/players/{player}/games/",
          "{pool}/events/{event}/players/{player}/games/g1/move/"]  # fmt: skip


def test_who_may_enter_the_office(pool: RatingPool, club: Club, people: list[Player], make_event: MakeEvent) -> None:
    event = make_event("a", people, DAY)
    recompute_pool(pool_id=pool.pk)
    values = {"club": club.slug, "pool": pool.slug, "event": event.pk, "player": people[0].pk}
    members: dict[str, User] = {role: User.objects.create_user(f"u-{role}") for role in Role.values}
    for role, user in members.items():
        Membership.objects.create(user=user, club=club, role=role)
    statuses: dict[str, Answer] = {
        Role.RATINGS_OFFICER.value: 200,
        Role.DIRECTOR.value: 200,
        Role.SCORER.value: 403,
        Role.MEMBER.value: 403,
        "stranger": SIGN_IN,
    }
    calls = [
        Call(who, "GET", "/ratings/" + address.format(**values), {status})
        for address in OFFICE
        for who, status in statuses.items()
    ]
    check_calls(calls, browsers(members))


def test_the_office_works(pool: RatingPool, club: Club, people: list[Player], make_event: MakeEvent) -> None:
    event = make_event("a", people[:3], DAY)
    official(pool)
    client = officer(club, Role.RATINGS_OFFICER)
    bad = client.post(f"/ratings/office/{club.slug}/new/", {"name": "Spread", "system": "coco", "params": "magic = 1"})
    assert "unknown parameter “magic”" in bad.content.decode()
    data = {"name": "Spread", "system": "coco", "params": "floor = 100\nbeta = 4.5"}
    assert client.post(f"/ratings/office/{club.slug}/new/", data).status_code == 302
    fresh = RatingPool.objects.get(system="coco")
    assert (fresh.slug, fresh.params, fresh.club) == ("example-club-spread", {"floor": 100, "beta": 4.5}, club)
    assert "There is already a rating list" in client.post(f"/ratings/office/{club.slug}/new/", data).content.decode()

    assert (
        client.post(f"/ratings/{pool.slug}/publish/", {"name": "March", "effective": "2026-03-02"}).status_code == 302
    )
    again = client.post(f"/ratings/{pool.slug}/publish/", {"name": "March", "effective": "2026-03-02"})
    assert "already a list for that day" in again.content.decode()

    text = f"{people[0].name},1700,90\nNew Person,1300"
    preview = client.post(f"/ratings/{fresh.slug}/import/", {"text": text}).content.decode()
    assert "Who is New Person?" in preview
    assert not OpeningRating.objects.exists()
    done = client.post(f"/ratings/{fresh.slug}/import/", {"text": text, "confirm": "1", "choice-2": "new"})
    assert done.status_code == 302
    assert OpeningRating.objects.filter(pool=fresh).count() == 2

    pair = {"duplicate": people[3].pk, "kept": people[0].pk, "reason": "same person"}
    assert client.post(f"/ratings/office/{club.slug}/merge/", pair).status_code == 302
    merged = PlayerMerge.objects.get()
    assert "same person" in client.get(f"/ratings/office/{club.slug}/").content.decode()
    undo = f"/ratings/office/{club.slug}/merges/{merged.pk}/undo/"
    assert client.post(undo, {"reason": "two people"}).status_code == 302
    move = f"/ratings/{pool.slug}/events/{event.pk}/players/{people[0].pk}/games/g1/move/"
    asked = client.get(move)
    assert f"against {people[1].name}" in asked.content.decode()
    assert people[0] not in asked.context["form"].fields["player"].queryset
    assert client.post(move, {"player": people[3].pk, "reason": "wrong card"}).status_code == 302
    forget = f"/ratings/office/{club.slug}/anonymise/"
    assert client.post(forget, {"player": people[2].pk, "reason": "asked"}).status_code == 302
    assert Player.objects.get(pk=people[2].pk).name == f"Player {people[2].pk}"
    official(pool)


def test_one_opening_rating_is_set_and_cleared_on_a_page(
    pool: RatingPool, club: Club, people: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", people, DAY)
    official(pool)
    before = dict(PlayerRating.objects.filter(pool=pool).values_list("player", "rating"))
    client = officer(club, Role.RATINGS_OFFICER)
    address = f"/ratings/{pool.slug}/opening/"
    data = {"player": people[0].pk, "rating": "1888", "games": "", "reason": "federation card"}
    assert client.post(address, {**data, "reason": ""}).status_code == 200
    assert not OpeningRating.objects.exists()
    assert client.post(address, data).status_code == 302
    assert 'value="1888"' in client.get(f"{address}?player={people[0].pk}").content.decode()
    official(pool)
    assert RatingChange.objects.get(player=people[0]).old_rating == 1888
    assert client.post(address, {**data, "rating": ""}).status_code == 302
    official(pool)
    assert dict(PlayerRating.objects.filter(pool=pool).values_list("player", "rating")) == before
    logged = ActionLog.objects.filter(verb__startswith="rating_pool.openings").order_by("pk")
    assert [(row.verb, row.reason) for row in logged] == [
        ("rating_pool.openings_set", "federation card"),
        ("rating_pool.openings_cleared", "federation card"),
    ]


def test_what_a_list_accepts_is_chosen_on_a_page(pool: RatingPool, club: Club) -> None:
    client = officer(club, Role.RATINGS_OFFICER)
    english = Lexicon.objects.create(slug="english", name="English", language="en", club=club)
    LexiconVersion.objects.create(lexicon=english, label="1", checksum="1" * 64, word_count=1, file_name="e")
    other = Club.objects.create(name="Other", slug="other")
    hidden = Lexicon.objects.create(slug="hidden", name="Hidden", language="en", visibility="private", club=other)
    address = f"/ratings/{pool.slug}/accepts/"
    page = client.get(address).content.decode()
    assert "English" in page
    assert "Hidden" not in page
    chosen = {"game": "crossword", "setting": "club", "rules": ["tournament"], "lexicons": [english.pk]}
    assert client.post(address, chosen).status_code == 302
    pool.refresh_from_db()
    assert (pool.game, pool.setting, pool.rules, list(pool.lexicons.all())) == (
        "crossword",
        "club",
        ["tournament"],
        [english],
    )
    for wrong in ({"game": "chess"}, {"rules": ["house"]}, {"lexicons": [hidden.pk]}):
        assert client.post(address, {**chosen, **wrong}).status_code == 200
    assert ActionLog.objects.filter(verb="rating_pool.accepts").count() == 1


def test_another_clubs_players_and_merges_are_out_of_reach(pool: RatingPool, club: Club, people: list[Player]) -> None:
    other = Club.objects.create(name="Other", slug="other")
    guest = Player.objects.create(name="Stranger", home_club=other)
    remaining = Player.objects.create(name="Kept", home_club=other)
    merged = merge_players(duplicate=guest, kept=remaining, reason="x")
    client = officer(club, Role.RATINGS_OFFICER)
    assert client.get(f"/ratings/office/{other.slug}/").status_code == 403
    assert client.post(f"/ratings/office/{club.slug}/merges/{merged.pk}/undo/", {"reason": "x"}).status_code == 404
    refused = client.post(f"/ratings/office/{club.slug}/anonymise/", {"player": guest.pk, "reason": "x"})
    assert refused.status_code == 200
    assert Player.objects.get(pk=guest.pk).name == "Stranger"


def test_the_next_game(client: Client, pool: RatingPool, people: list[Player]) -> None:
    for player, rating in zip(people, (1700, 1500), strict=False):
        set_opening_rating(pool=pool, player=player, rating=rating, games=60)
    recompute_pool(pool_id=pool.pk)
    address = f"/ratings/{pool.slug}/players/{people[0].pk}/next/"
    assert "Player 02" in client.get(address, {"q": "player"}).content.decode()
    page = client.get(address, {"with": str(people[1].pk), "spread": "80"}).content.decode()
    assert "wins 65% of games like this" in page
    assert "win by 80" in page
    assert "1709" in page  # 1700 + 20 · 0.346 = 1706.9, 1.9 of it above 5 points counts twice
    assert client.get(address, {"with": people[2].pk}).status_code == 404
    assert client.get(address, {"with": "x" * 50, "spread": "-"}).status_code == 200
    assert client.get(f"/ratings/{pool.slug}/players/{people[2].pk}/next/").status_code == 404


def test_a_merged_player_leads_to_the_one_kept(client: Client, pool: RatingPool, people: list[Player]) -> None:
    play(pool, "a", DAY, (people[0], people[1], 400, 300))
    merge_players(duplicate=people[0], kept=people[2], reason="x")
    recompute_pool(pool_id=pool.pk)
    response = client.get(f"/ratings/{pool.slug}/players/{people[0].pk}/")
    assert response.headers["Location"] == f"/ratings/{pool.slug}/players/{people[2].pk}/"


def test_filters_of_the_list(client: Client, pool: RatingPool, people: list[Player]) -> None:
    for player, (country, games) in zip(people, (("NZ", 60), ("NZ", 3), ("AU", 60)), strict=False):
        set_opening_rating(pool=pool, player=player, rating=1500, games=games)
        Player.objects.filter(pk=player.pk).update(country=country)
    recompute_pool(pool_id=pool.pk)

    def names(**filters: str) -> set[str]:
        page = client.get(f"/ratings/{pool.slug}/", filters).content.decode()
        return {player.name for player in people if player.name in page}

    assert names(country="NZ") == {"Player 01", "Player 02"}
    assert names(established="1") == {"Player 01", "Player 03"}
    assert names(country="NZ", established="1") == {"Player 01"}
    assert names(active="1") == set()


def test_entries_that_copied_a_name_forget_it_too(director: User) -> None:
    division = factories.division(factories.club(director), director)
    factories.entries(division, director, 3)
    entry = Entry.objects.filter(division=division).select_related("player").order_by("pk")[0]
    assert entry.name == entry.player.name
    anonymise_player(player=entry.player, reason="requested")
    entry.refresh_from_db()
    assert entry.name == f"Player {entry.player_id}"
    assert not Entry.objects.filter(division=division).exclude(pk=entry.pk).filter(name__startswith="Player ").exists()
