"""The word judge at tables of three and four: who plays next goes by the seats, on the page, without a network and over the API."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, User
from lexicon.models import Adjudication, LexiconVersion
from lexicon.services.tablets import desk_key
from tests import factories
from tests.api_client import as_user
from tests.walk import check_each
from tournaments.models import Division, Seat
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.judging.tablets import open_judge

pytestmark = pytest.mark.django_db
GOOD, BAD = "TRAIN", "TRIAN"


def table_of(club: Club, director: User, dictionary: LexiconVersion, size: int, **settings: Any) -> Division:
    division = factories.division(club, director, table_size=size, lexicon_version_id=dictionary.pk, **settings)
    factories.start(division, director, size)
    return division


def seats_of(division: Division) -> list[Seat]:
    return list(Seat.objects.filter(round__division=division).select_related("entry").order_by("position"))


def opened(division: Division, director: User) -> tuple[str, list[Seat]]:
    """The address of the division's tablet, and its seats."""
    return f"/judge/{desk_key(open_judge(actor=director, division=division))}/", seats_of(division)


def asked(word: str, challenger: Seat, player: Seat | None, **more: Any) -> dict[str, Any]:
    whose = {} if player is None else {"player": player.pk}
    fields = {"step": "judge", "count": 1, "word1": word, "seat": challenger.pk, "client_token": str(uuid4())}
    return {**fields, **whose, **more}


@pytest.mark.parametrize(("rules", "size"), [("gujarati-club", 3), ("gujarati-club", 4), ("tokyo-club", 3)])
def test_who_plays_next(
    client: Client, club: Club, director: User, dictionary: LexiconVersion, rules: str, size: int
) -> None:
    """The sheet: a good play that was challenged costs the challenger the next turn; after a bad one the next player plays."""
    settings = {} if rules == "gujarati-club" else {"challenge_rule": "double"}
    division = table_of(club, director, dictionary, size, rules_slug=rules, **settings)
    tablet, seats = opened(division, director)
    names = [seat.entry.name for seat in seats]

    def check(word: str, player: int, challenger: int, plays_next: int) -> None:
        page = client.post(tablet, asked(word, seats[challenger], seats[player])).content.decode()
        assert f"{names[plays_next]} plays next." in page
        assert "The challenger plays next" not in page
        assert ("loses the next turn" in page) == (word == GOOD)

    check_each(
        [
            (GOOD, 0, 1, 2),  # the challenger was next, and has lost that turn
            (GOOD, 0, 2, 1),  # the challenger sits out a later turn
            (GOOD, size - 1, 0, 1),
            (GOOD, size - 1, 1, 0),
            (BAD, 0, 1, 1),
            (BAD, 0, 2, 1),
            (BAD, size - 1, 1, 0),
        ],
        check,
    )


def test_without_the_player_the_seats_are_named(
    client: Client, club: Club, director: User, dictionary: LexiconVersion
) -> None:
    division = table_of(club, director, dictionary, 3, challenge_rule="double")
    tablet, seats = opened(division, director)
    page = client.get(tablet).content.decode()
    assert "Whose play is challenged?" in page
    data = json.loads(page.split('id="judge-data" type="application/json">')[1].split("</script>")[0])
    assert (data["size"], sorted(data["consequences"])) == (3, ["2", "3"])
    says = client.post(tablet, asked(GOOD, seats[1], None)).content.decode()
    for text in ("the one after.", data["consequences"]["3"]["101"]):
        assert text in says
    assert "player after the challenged player plays next" in data["consequences"]["3"]["001"]
    assert "The challenger plays next" in data["consequences"]["2"]["001"]
    own = client.post(tablet, asked(GOOD, seats[1], seats[1]))
    assert own.status_code == 409
    assert "cannot challenge their own play" in own.content.decode()


def test_players_of_two_tables_do_not_challenge_each_other(
    client: Client, club: Club, director: User, dictionary: LexiconVersion
) -> None:
    division = factories.division(club, director, table_size=3, lexicon_version_id=dictionary.pk)
    factories.start(division, director, 6)
    tablet, seats = opened(division, director)
    here = seats[0]
    elsewhere = next(seat for seat in seats if seat.pairing_id != here.pairing_id)
    refused = client.post(tablet, asked(GOOD, here, elsewhere))
    assert refused.status_code == 409
    assert "The two players are not at the same table. Choose again." in refused.content.decode()
    assert not Adjudication.objects.exists()


def test_a_player_who_has_left_is_passed_over(
    client: Client, club: Club, director: User, dictionary: LexiconVersion
) -> None:
    division = table_of(club, director, dictionary, 4, challenge_rule="single")
    tablet, seats = opened(division, director)
    withdraw_entry(actor=director, entry=seats[1].entry, after_round=0, forfeit_games=True)
    page = client.post(tablet, asked(BAD, seats[3], seats[0])).content.decode()
    assert f"{seats[2].entry.name} plays next." in page


def test_the_directors_decision_and_the_api(
    client: Client, club: Club, director: User, dictionary: LexiconVersion
) -> None:
    division = table_of(club, director, dictionary, 3, challenge_rule="double")
    seats = seats_of(division)
    api = as_user(director)
    where = f"events/{division.event.slug}/"
    body = {
        "words": [BAD],
        "pairing": seats[0].pairing_id,
        "challenger": seats[1].entry_id,
        "player": seats[0].entry_id,
        "client_token": str(uuid4()),
    }
    ruled = api.post(f"{where}divisions/{division.slug}/adjudications/", body, expect=201)
    assert f"{seats[1].entry.name} plays next." in ruled["consequence"]
    assert ruled["outcome"]["on_turn"] == "following"
    client.force_login(director)
    page = f"/e/{division.event.slug}/adjudications/{ruled['id']}/"
    decision = {
        "overrule": "1",
        "overrule-acceptable": "yes",
        "overrule-reason": "It is a word.",
        "overrule-client_token": "t",
    }
    assert client.post(page, decision).status_code == 302
    standing = Adjudication.objects.get(kind="overruling")
    assert f"{seats[2].entry.name} plays next." in standing.consequence
    assert seats[2].entry.name in client.get(page).content.decode()
