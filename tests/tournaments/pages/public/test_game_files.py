"""Files and links of a record: written as GCG and JSON, pictures, the card, the embedded page, and who sees a record."""

import io
import json
import re
from itertools import cycle
from xml.etree import ElementTree

import pytest
from django.db import IntegrityError
from django.test import Client
from PIL import Image

from clubs.models import User
from games.engine.crossword import gcg, record_json
from tests import factories
from tests.harness.deep import DEEP
from tests.tournaments.scenes.sheets import GAME, hall, send, table, text
from tournaments.models import Division, Pairing

pytestmark = pytest.mark.django_db

TYPED = "8D TRAIN 12\n7C GALE\n"


@pytest.fixture
def division(director: User) -> Division:
    return hall(director)


def played(division: Division, record: str = GAME, scores: tuple[int, int] | None = (443, 284)) -> str:
    """Where the game's record is, once both have sent it."""
    send("Anna Lind", record, scores)
    send("Ben Okoro", record, scores)
    return f"/e/{division.event.slug}/games/{table(division).pk}/"


def test_every_record_is_written_as_gcg_and_json(client: Client, division: Division) -> None:
    """Typed moves too: what was left out is filled in by the rules, and what was written stays."""
    page = played(division, TYPED, (400, 350))
    html = text(client.get(page))
    for form, read in (("gcg", gcg.read), ("json", record_json.read)):
        assert f'href="{page}record.{form}"' in html
        response = client.get(f"{page}record.{form}")
        assert response.headers["Content-Disposition"].endswith(f'.{form}"')
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        record = read(response.content).record
        assert [(one.place, one.text, one.score, one.total) for one in record.events] == [
            ("8D", "TRAIN", 12, 12),
            ("7C", "GALE", 13, 13),
        ], form
        assert [player.name for player in record.players] == ["Anna Lind", "Ben Okoro"], form
    assert json.loads(response.content)["events"]
    for form in ("exe", "gcgx", "GCG"):
        assert client.get(f"{page}record.{form}").status_code == 404, form


@pytest.mark.scaled
def test_pictures_of_any_move(client: Client, division: Division) -> None:
    page = played(division)
    for move, tiles in (("0", 0), ("1", None), ("99999", None), ("x", None)):
        svg = client.get(f"{page}position.svg?move={move}")
        assert svg.headers["Content-Type"] == "image/svg+xml"
        root = ElementTree.fromstring(svg.content)
        drawn = svg.content.decode().count('fill="#f4e7c3"') + svg.content.decode().count('fill="#f6d56b"')
        assert root.tag.endswith("svg")
        assert drawn == tiles if tiles is not None else drawn > 0, move
        if DEEP or move == "1":  # the same drawing, and slow to make
            png = Image.open(io.BytesIO(client.get(f"{page}position.png?move={move}").content))
            assert png.size[0] > 1000
    assert "Anna Lind 443 – Ben Okoro 284" in client.get(f"{page}position.svg").content.decode()
    card = Image.open(io.BytesIO(client.get(f"{page}card.png").content))
    assert card.size == (1200, 630)
    html = text(client.get(f"{page}?move=3"))
    assert f'{page}position.svg?move=3"' in html
    assert f"{page}?move=3" in re.findall(r'id="link-here" readonly value="([^"]*)"', html)[0]
    assert re.search(rf'property="og:image" content="http[^"]*{page}card.png"', html)


def test_only_the_embedded_page_may_be_framed(client: Client, division: Division) -> None:
    page = played(division)
    embedded = client.get(f"{page}embed/")
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    assert "script-src" not in embedded.headers["Content-Security-Policy"].replace("default-src 'self'", "")
    assert "X-Frame-Options" not in embedded.headers
    assert '<table class="board' in embedded.content.decode()
    for other in (page, f"{page}position.svg", f"{page}card.png"):
        headers = client.get(other).headers
        assert "frame-ancestors *" not in headers.get("Content-Security-Policy", ""), other
        assert headers["X-Frame-Options"] == "DENY", other


@pytest.mark.scaled
def test_who_sees_a_record(division: Division, director: User) -> None:
    page = played(division)
    anna = division.entries.get(name="Anna Lind").player
    anna.user = factories.user("anna")
    anna.save()
    clients = {"nobody": Client(), "player": Client(), "outsider": Client(), "director": Client()}
    for who, user in (("player", anna.user), ("outsider", factories.user("other")), ("director", director)):
        clients[who].force_login(user)
    lists = f"/e/{division.event.slug}/{division.slug}/rounds/1/"
    files = ("", "record/", "record.gcg", "record.json", "position.svg", "position.png", "card.png", "embed/")
    turns = cycle(files)
    api = f"/api/v1/events/{division.event.slug}/pairings/{table(division).pk}/record/"
    assert clients["outsider"].post(f"{page}sharing/", {"visibility": "private"}).status_code == 403
    assert "Who can see this record" not in text(clients["outsider"].get(page))
    assert clients["nobody"].post(f"{page}sharing/", {"visibility": "private"}).status_code == 302
    assert Pairing.objects.get(pk=table(division).pk).record_visibility == "public"
    for visibility, seen, listed in (("unlisted", True, False), ("private", False, False), ("public", True, True)):
        answer = text(clients["player"].post(f"{page}sharing/", {"visibility": visibility}, follow=True))
        assert "Saved" in answer
        assert "Who can see this record" in answer
        # Pictures take long to draw: in the suite each is drawn once for those who may only see what is not private.
        for who in ("nobody", "outsider"):
            for file in files if DEEP or not seen else [next(turns) for _turn in range(2)]:
                status = clients[who].get(page + file).status_code
                assert status == (200 if seen else 404), (visibility, who, file)
            assert clients[who].get(api).status_code in ({200} if seen else {404}), (visibility, who)
            assert (page in text(clients[who].get(lists))) == listed, (visibility, who)
        # And once for those who see what is private: in half of the files the player, in half the director.
        for turn, who in enumerate(("player", "director")):
            for file in files[:-1] if DEEP else files[turn:-1:2] if not seen else files[1:2]:
                assert clients[who].get(page + file).status_code == 200, (visibility, who, file)
        assert clients["director"].get(f"{page}embed/").status_code == (200 if seen else 404), visibility
    assert "Choose who may see" in text(clients["player"].post(f"{page}sharing/", {"visibility": "x"}, follow=True))


@pytest.mark.postgres
def test_the_database_knows_who_may_see_a_record(division: Division) -> None:
    with pytest.raises(IntegrityError, match="pairing_known_record_visibility"):
        Pairing.objects.update(record_visibility="x")
