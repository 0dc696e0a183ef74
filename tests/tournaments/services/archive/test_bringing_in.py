"""An archive brought in: who its players are here, which lists it counts for, what is refused, and what is left out."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from audit.models import ActionLog
from clubs.models import Club, Player, PlayerAlias, User
from games.models import GameRecord
from lexicon.models import Adjudication
from ratings.models import RatingPool
from tests import factories
from tests.tournaments.scenes.full_event import photo
from tests.tournaments.scenes.hall import text
from tests.tournaments.scenes.pictures import picture
from tests.tournaments.scenes.sheets import GAME, NAMES, hall, own_slip, send
from tests.walk import check_each
from tournaments.errors import TournamentError
from tournaments.models import ArchiveUpload, Division, Event, Round, SheetPhoto, Submission
from tournaments.services.archive.bringing_in import Answers, bring_in, plan
from tournaments.services.archive.container import FACTS, LOG, Archive, ArchiveError, Writer, open_archive
from tournaments.services.archive.uploads import receive_archive
from tournaments.services.archive.writing import write_archive
from tournaments.services.judging.judge_log import division_scope

pytestmark = pytest.mark.django_db
Parts = dict[str, Any]


def judged(club: Club, scope: str, word: str) -> None:
    """A judge's answer; always with the same token of the form."""
    Adjudication.objects.create(
        club=club,
        scope=scope,
        place="Desk",
        words=[word],
        checksum="0" * 64,
        rule="five",
        acceptable=True,
        client_token="judged",
    )


@pytest.fixture(scope="module")
def packed(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """An archive of another site, whose rows are not here: a corrected report with its record and photo, and a judge's answer."""
    with django_db_blocker.unblock(), transaction.atomic():
        host = User.objects.create_user("far")
        pool = factories.pool(factories.club(host, "Far away"), host)
        division = hall(host)
        factories.change(division, rating_pool=pool)
        send("Anna Lind", "", (434, 284))
        token = str(uuid4())
        send("Anna Lind", GAME, client_token=token)
        send("Ben Okoro", "", (443, 284))
        sheet = SimpleUploadedFile("sheet.jpg", photo(f"#{token_hex(3)}"))
        Client().post(f"{own_slip('Anna Lind')}sent/{token}/photo/", {"photo": sheet})
        judged(division.event.club, division_scope(division), "QI")
        assert (
            Submission.objects.exclude(supersedes=None).exclude(record=None).count() == SheetPhoto.objects.count() == 1
        )
        with write_archive(division.event) as file:
            data = file.read()
        for kept in SheetPhoto.objects.all():
            kept.file.delete(save=False)
        transaction.set_rollback(True)
    return data


@pytest.fixture
def host(db: None) -> User:
    return factories.user("host")


@pytest.fixture
def here(host: User) -> Club:
    """The club of this site that takes the event."""
    return factories.club(host, "Here")


def written_anew(data: bytes, change: Callable[[Parts], object]) -> bytes:
    """The archive as if its site had written other parts: JSON is given as values."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        head = json.loads(old.read("manifest.json"))
        parts: Parts = {name: old.read(name) for name in head.pop("parts")}
    for name in (FACTS, LOG):
        parts[name] = json.loads(parts[name])
    change(parts)
    out = io.BytesIO()
    writer = Writer(out)
    for name, part in parts.items():
        (writer.add if isinstance(part, bytes) else writer.add_json)(name, part)
    writer.finish({name: value for name, value in head.items() if name not in {"format", "version"}})
    return out.getvalue()


def changed(data: bytes, change: Callable[[Parts], object]) -> Archive:
    """``written_anew``, open."""
    return open_archive(io.BytesIO(written_anew(data, change)))


def in_row(table_name: str, **values: object) -> Callable[[Parts], object]:
    """The first row of a table has other values."""
    return lambda parts: parts[FACTS][table_name][0].update(values)


def copies_on_disk(packed: bytes) -> list[Path]:
    """The files that hold the archive's photo, whose colour is this process's own."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        (picture,) = [archive.read(name) for name in archive.namelist() if name.startswith("photos/")]
    files = Path(settings.WORDHALL_DATA, "photos").rglob("*.jpg")
    return sorted(file for file in files if file.stat().st_size == len(picture) and file.read_bytes() == picture)


def test_what_does_not_fit_together_is_refused_in_words_and_leaves_nothing(
    packed: bytes, here: Club, host: User
) -> None:
    def part(start: str, data: bytes | None) -> Callable[[Parts], object]:
        def change(parts: Parts) -> None:
            (name,) = [name for name in parts if name.startswith(start)]
            parts.pop(name) if data is None else parts.update({name: data})

        return change

    cases: list[tuple[Callable[[Parts], object], str]] = [
        (lambda parts: parts[FACTS].update(event=[]), "its table “event” cannot be read"),
        (lambda parts: parts[FACTS]["event"].update(starts_on="soon"), "its table “event” cannot be read"),
        (lambda parts: parts[FACTS].update(players="many"), "its table “players” cannot be read"),
        (in_row("rounds", id="7"), "its table “rounds” cannot be read"),
        (in_row("pairings", round_id=-1), "its rows do not fit together"),
        (in_row("divisions", game="chess"), "plays a game that this site does not know (chess)"),
        (in_row("divisions", rules_slug="house"), "rules that this site does not know (house)"),
        (part("records/", None), "” is missing"),
        (part("photos/", b"a letter"), "is not a photo"),
        (part("photos/", picture(turned=True)), "is not a photo"),  # as a phone sends it, with its camera
        (in_row("adjudications", scope="division:1"), "its rows do not fit together"),
        (lambda parts: parts[LOG].pop("actions"), "its rows do not fit together"),
    ]
    before = copies_on_disk(packed)

    def check(change: Callable[[Parts], object], words: str) -> None:
        with pytest.raises(TournamentError) as refusal:
            bring_in(actor=host, club=here, archive=changed(packed, change), answers=Answers())
        assert words in str(refusal.value)
        assert not Event.objects.exists()
        assert copies_on_disk(packed) == before, "a photo whose row was rolled back goes too"

    check_each(cases, check)


def test_who_the_players_are_here(packed: bytes, here: Club, host: User) -> None:
    """By federation id before any name, by the name, by a spelling that was answered before, else by an answer."""
    ben, lind, cem = (
        Player.objects.create(name=name, home_club=here, external_id=number)
        for name, number in [("Ben Okoro", ""), ("Anne Lindqvist", "SE-1"), ("Cemal K.", "")]
    )
    PlayerAlias.objects.create(club=here, spelling="cem kaya", player=cem)
    similar = Player.objects.create(name="Dua Ozz", home_club=here)
    data = written_anew(packed, in_row("players", external_id="se-1"))
    archive = open_archive(io.BytesIO(data))
    ids = {row["name"]: row["id"] for row in archive.json(FACTS)["players"]}

    def lines(answer: int | None = None) -> dict[str, int | None]:
        planned = plan(here, archive, Answers(players={} if answer is None else {ids["Dua Oz"]: answer}))
        return {line.name: -1 if line.asks else line.player for line in planned.players}

    assert lines() == {"Anna Lind": lind.pk, "Ben Okoro": ben.pk, "Cem Kaya": cem.pk, "Dua Oz": -1}
    assert lines(similar.pk)["Dua Oz"] == similar.pk
    assert lines(0)["Dua Oz"] is None, "a new player"
    assert lines(host.pk + 10**9)["Dua Oz"] == -1, "no player of the club"

    planned = plan(here, archive, Answers(players={ids["Dua Oz"]: ben.pk}))
    assert planned.problems == (
        "“Ben Okoro” and “Dua Oz” would be the same player here. Give one of them a federation id, or say who they are.",
    )

    # on the page: first nothing is brought in, then rightly
    desk = Client()
    desk.force_login(host)
    form = {"file": SimpleUploadedFile("event.zip", data)}
    where = desk.post(f"/clubs/{here.slug}/events/bring-in/", form, follow=True).redirect_chain[-1][0]
    answer = desk.post(where, {"sent": "1"})
    assert (answer.status_code, "Choose the player for each marked line" in text(answer)) == (422, True)
    desk.post(where, {"sent": "1", f"player_{ids['Dua Oz']}": str(similar.pk)})
    entries = Event.objects.get().divisions.get().entries
    assert set(entries.values_list("name", "player")) == set(
        zip(NAMES, (lind.pk, ben.pk, cem.pk, similar.pk), strict=True)
    )


def test_a_list_of_the_club_counts_the_event_if_the_director_says_so(packed: bytes, here: Club, host: User) -> None:
    own = factories.pool(here, host)
    others = factories.pool(factories.club(host, "Next door"), host)
    archive = open_archive(io.BytesIO(packed))
    (line,) = plan(here, archive, Answers()).lists
    for case, choice, counts_for in [
        ("the club's own list", own.pk, own),
        ("no list", None, None),
        ("another club's list", others.pk, None),
    ]:
        with transaction.atomic():
            event = bring_in(actor=host, club=here, archive=archive, answers=Answers(lists={line.id: choice}))
            assert Division.objects.get(event=event).rating_pool == counts_for, case
            assert RatingPool.objects.count() == 2, f"{case}: no list is made that nobody asked for"
            transaction.set_rollback(True)


def test_what_this_site_cannot_show_is_left_out_and_the_rest_is_there(packed: bytes, here: Club, host: User) -> None:
    """A plan of another program, lines of the log of other things; a token that the club has already is not used twice."""

    def change(parts: Parts) -> None:
        for row in parts[FACTS]["pairing_runs"]:
            row["snapshot"] = {"format": 99}
        published = next(row for row in parts[LOG]["actions"] if row["verb"] == "round.published")
        parts[LOG]["actions"] = [
            published,
            {**published, "verb": "round.danced"},
            {**published, "target_type": "clubs.club"},
            {**published, "target_id": "1"},
        ]

    judged(here, "club", "ZA")
    event = bring_in(actor=host, club=here, archive=changed(packed, change), answers=Answers())
    division = event.divisions.get()
    assert Round.objects.get(division=division).run is None
    assert ActionLog.objects.filter(scope=f"event:{event.pk}", verb__startswith="round.").count() == 1
    (ruling,) = Adjudication.objects.filter(scope=division_scope(division))
    assert (ruling.words, ruling.client_token != "judged") == (["QI"], True)
    corrected = Submission.objects.exclude(supersedes=None).get()
    assert corrected.supersedes is not None
    assert (corrected.supersedes.first_score, corrected.first_score) == (434, 443), "what it corrects is there too"
    assert GameRecord.objects.get() == corrected.record


def test_a_closed_club_takes_no_event_and_an_archive_whose_file_is_gone_is_sent_again(
    packed: bytes, here: Club, host: User
) -> None:
    desk, send_to = Client(), f"/clubs/{here.slug}/events/bring-in/"
    desk.force_login(host)
    where = desk.post(send_to, {"file": SimpleUploadedFile("event.zip", packed)}, follow=True).redirect_chain[-1][0]
    Club.objects.filter(pk=here.pk).update(closed_at=timezone.now())
    assert "This club is closed. Reopen it to hold events." in text(desk.get(where))
    # as while another archive is being sent, when files of more than a day go before their rows
    ArchiveUpload.objects.get().file.delete(save=False)
    answer = desk.get(where, follow=True)
    assert answer.redirect_chain[-1][0] == send_to
    assert "This archive was kept for a day and is gone. Send it again." in text(answer)


def test_a_file_of_more_than_400_megabytes_is_not_looked_into(here: Club, host: User, tmp_path: Path) -> None:
    with (tmp_path / "film.zip").open("w+b") as film:
        film.truncate(400 * 1024 * 1024 + 1)
        with pytest.raises(ArchiveError, match="larger than 400 MB"):
            receive_archive(actor=host, club=here, file=film)
