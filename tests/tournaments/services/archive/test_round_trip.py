"""An event written as an archive and brought in elsewhere: the same pages, records byte for byte, the same ratings."""

import hashlib
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Club, User
from games.models import GameRecord
from lexicon.models import Adjudication, LexiconVersion
from messaging.models import News
from ratings.models import RatingChange, RatingPool
from tests import factories
from tests.tournaments.scenes.full_event import full_event
from tests.tournaments.scenes.hall import text
from tournaments.models import Event, EventOrigin, SheetMerge, SheetPhoto, Submission
from tournaments.services.archive.writing import write_archive

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db


def archive_of(event: Event) -> bytes:
    """The archive as it is downloaded."""
    with write_archive(event) as file:
        return file.read()


def moved_away(event: Event) -> None:
    """The event as if it were on another site: nothing here has its address or identity."""
    Event.objects.filter(pk=event.pk).update(slug="elsewhere", identity=uuid4())


def send(client: Client, club: Club, data: bytes, **answers: str) -> "Page":
    """Send an archive, and bring it in with these answers."""
    file = io.BytesIO(data)
    file.name = "event.zip"
    answer = client.post(reverse("tournaments:send_archive", args=[club.slug]), {"file": file}, follow=True)
    if answer.status_code != 200 or "bring-in" not in answer.request["PATH_INFO"] or not answer.redirect_chain:
        return answer
    return client.post(answer.redirect_chain[-1][0], {"sent": "1", **answers}, follow=True)


def masked(page: "Page") -> str:
    """What a visitor reads, without ids, tokens and times."""
    html = re.sub(r"(?s)<(script|style).*?</\1>|<nav.*?</nav>|<header.*?</header>|<footer.*?</footer>", " ", text(page))
    html = re.sub(r'(href|action|id|for|value|src|data-[\w-]+|aria-\w+)="[^"]*"', r"\1", html)
    return re.sub(r"\b\d\d:\d\d\b", "time", " ".join(re.sub(r"<[^>]+>", " ", html).split()))


def shown(slug: str) -> dict[str, str]:
    """The text of one page of each public kind of the event, by their addresses in it."""
    client, pages, kinds, waiting = Client(), dict[str, str](), set[str](), [""]
    while waiting:
        address = waiting.pop()
        page = client.get(f"/e/{slug}/{address}")
        if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue
        pages[re.sub(r"games/\d+", "games/n", address)] = masked(page)
        for link in re.findall(rf'href="/e/{slug}/([^"#?]*)', text(page)):
            kind = re.sub(r"\d+", "n", link)
            if kind not in kinds and not link.startswith(("manage", "live")):
                kinds.add(kind)
                waiting.append(link)
    return pages


def changes(pool: RatingPool) -> list[tuple[Any, ...]]:
    """What the event did to the ratings of a list."""
    rows = RatingChange.objects.filter(event__pool=pool).order_by("event__name", "player__name")
    return list(rows.values_list("player__name", "old_rating", "new_rating", "old_games", "new_games", "expected"))


def test_an_event_brought_in_elsewhere_is_the_same(
    director: User, club: Club, pool: RatingPool, dictionary: LexiconVersion
) -> None:
    division = full_event(director, dictionary, pool)
    event = division.event
    event.refresh_from_db()
    before, records = shown("spring-open"), {bytes(one.original) for one in GameRecord.objects.all()}
    photos = {photo.sha256 for photo in SheetPhoto.objects.all()}
    data = archive_of(event)
    moved_away(event)
    host, desk = factories.user("host"), Client()
    other = factories.club(host, "Elsewhere")
    desk.force_login(host)
    packed = zipfile.ZipFile(io.BytesIO(data))
    old_list = json.loads(packed.read("facts.json"))["lists"][0]["id"]

    answer = send(desk, other, data, **{f"list_{old_list}": "-1", **dictionary_answer(packed, dictionary)})
    assert answer.redirect_chain, re.findall(r'(?s)class="notice.*?</div>', text(answer))
    assert "has been brought in" in text(answer)
    new = Event.objects.get(slug="spring-open")
    factories.run_jobs()
    assert new.club == other
    assert new.identity == event.identity
    assert new.state == "finished"
    after = shown("spring-open")
    assert after.keys() == before.keys()
    for address, page in before.items():
        assert after[address].replace("Elsewhere", "Harbour") == page, address
    mine = GameRecord.objects.filter(
        pk__in=Submission.objects.filter(pairing__round__division__event=new).values("record")
    )
    assert {bytes(one.original) for one in mine} <= records
    assert mine.count() == 2
    merge = SheetMerge.objects.get(pairing__round__division__event=new)
    assert merge.record is not None
    assert bytes(merge.record.original) in records
    (kept,) = SheetPhoto.objects.filter(submission__pairing__round__division__event=new)
    assert {kept.sha256} == photos
    with kept.file.open() as stored:
        assert hashlib.sha256(stored.read()).hexdigest() == kept.sha256
    assert Adjudication.objects.filter(club=other).get().words == ["QI"]
    assert News.objects.get(event=new).text == "Coffee is ready."
    assert ActionLog.objects.filter(scope=f"event:{new.pk}", verb="result.ruled", reason="The sheets say so.").exists()
    assert changes(RatingPool.objects.get(club=other)) == changes(pool) != []
    assert EventOrigin.objects.get(event=new).key == ""
    # sent once more it is here already
    again = send(desk, other, data)
    assert "This event is already here" in text(again)


def dictionary_answer(packed: zipfile.ZipFile, version: LexiconVersion) -> dict[str, str]:
    """The form as it comes up: the edition with the same words is chosen."""
    (row,) = json.loads(packed.read("facts.json"))["dictionaries"]
    return {f"dictionary_{row['id']}": str(version.pk)}
