"""Photos of scoresheets: what is stored, what is refused, who sees them."""

import io
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from audit.models import ActionLog
from core.pictures import LONG_SIDE, MAX_BYTES, is_stored_photo
from tests.tournaments.scenes.hall import Hall, make_running_hall, text
from tests.tournaments.scenes.pictures import MAKER, picture, sheet_photo
from tests.walk import check_each
from tournaments.errors import TournamentError
from tournaments.models import MAX_PHOTOS, Pairing, SheetPhoto, SlipLink, Submission
from tournaments.services.results.photos import attach_photo, readable_jpeg
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_running_hall(players=4)


def report(hall: Hall, side: str = "first") -> Submission:
    return Submission.objects.create(
        pairing=hall.games()[0], side=side, channel="link", client_token=str(uuid4()), first_score=1, second_score=0
    )


def huge_png(side: int = 10_000) -> bytes:
    """A picture of so many pixels a side in a few hundred bytes of head and compressed nothing."""
    out = io.BytesIO()
    Image.new("1", (8, 8)).save(out, "PNG")
    data = bytearray(out.getvalue())
    data[16:24] = side.to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    return bytes(data)


def huge_jpeg() -> bytes:
    """A small JPEG whose header claims 20,000 × 20,000 pixels: more than Pillow opens."""
    data = picture()
    size = data.index(b"\xff\xc0") + 5  # the frame's marker, its length and the bits of a sample come first
    return data[:size] + (20_000).to_bytes(2, "big") * 2 + data[size + 4 :]


def test_a_picture_is_stored_upright_small_and_without_its_camera() -> None:
    sent = picture(size=(3000, 2000), turned=True)
    assert b"Harbour Street" in sent
    stored = Image.open(io.BytesIO(readable_jpeg(sent)))
    assert stored.format == "JPEG"
    assert stored.height == LONG_SIDE > stored.width, "the phone was held upright"
    assert not dict(stored.getexif())
    assert MAKER not in stored.getexif()
    shades = stored.convert("L").resize((1, 2)).tobytes()
    assert shades[0] < 120 < shades[1], "the dark half is on top now"


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_the_formats_of_phones_are_read(form: str) -> None:
    assert readable_jpeg(picture(form=form)).startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    "data",
    [b"", b"GIF89a", b"no picture", picture()[:200], b"\xff\xd8" * 50, huge_png(), bytes(MAX_BYTES + 1)],
    ids=["empty", "gif", "text", "cut off", "only a mark", "too many pixels", "too many bytes"],
)
def test_a_file_that_is_no_photo_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(TournamentError, match="photo"):
        readable_jpeg(data)


def test_only_a_photo_as_the_site_makes_it_counts_as_a_stored_one() -> None:
    """Who made an archive by hand must not bring in what no upload does: a place, a camera, a bomb, half a picture."""
    stored = readable_jpeg(picture(size=(3000, 2000)))
    assert is_stored_photo(stored)
    for words, data in (
        ("of a phone, with its camera", picture(turned=True)),
        ("larger than what is stored", picture(size=(LONG_SIDE + 1, 10))),
        ("another format", picture(form="PNG")),
        ("cut off", stored[: len(stored) // 2]),
        ("no picture", b"\xff\xd8" * 50),
        ("too many pixels", huge_jpeg()),
        ("too many bytes", stored + bytes(MAX_BYTES)),
    ):
        assert not is_stored_photo(data), words


def test_the_same_photo_again_is_the_same_row_and_more_than_three_are_refused(hall: Hall) -> None:
    own = report(hall)
    first = attach_photo(submission_id=own.pk, data=picture())
    assert attach_photo(submission_id=own.pk, data=picture()) == first
    for shade in range(1, MAX_PHOTOS):
        attach_photo(submission_id=own.pk, data=picture(shade=shade))
    with pytest.raises(TournamentError, match="3 photos"):
        attach_photo(submission_id=own.pk, data=picture(shade=200))
    assert [photo.number for photo in SheetPhoto.objects.filter(submission=own)] == [1, 2, 3]
    assert ActionLog.objects.filter(verb="result.photo").count() == MAX_PHOTOS


@pytest.mark.postgres
def test_the_database_enforces_the_limit(hall: Hall) -> None:
    own = report(hall)
    SheetPhoto.objects.create(submission=own, number=1, sha256="a", file="x.jpg")
    for number, digest in ((0, "b"), (MAX_PHOTOS + 1, "b"), (1, "b"), (2, "a")):
        with pytest.raises(IntegrityError), transaction.atomic():
            SheetPhoto.objects.create(submission=own, number=number, sha256=digest, file="x.jpg")


def slip_path(pairing: Pairing) -> str:
    return f"/s/{slip_key(SlipLink.objects.get(pairing=pairing))}/"


def test_from_the_slip_to_the_officials_page(hall: Hall) -> None:
    phone, game = Client(enforce_csrf_checks=True), hall.games()[0]
    token = str(uuid4())
    form = {"side": "first", "first_score": "400", "second_score": "380", "client_token": token}
    sent = phone.post(slip_path(game), form)
    assert "Send the photo" in text(phone.get(sent["Location"]))
    assert '<h2 id="photos">' not in text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    again = phone.post(f"{sent['Location']}photo/", {"photo": SimpleUploadedFile("IMG_2041.heic.jpg", picture())})
    assert again["Location"] == sent["Location"]
    assert "1 photo stored" in text(phone.get(sent["Location"]))
    photo = SheetPhoto.objects.get()
    assert "IMG_2041" not in str(photo.file.name)
    address = hall.url("sheet_photo", 1, game.pk, photo.pk)
    assert address in text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    answer = hall.client.get(address)
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert "private" in answer.headers["Cache-Control"]
    assert answer.content.startswith(b"\xff\xd8")


def test_a_bad_photo_is_explained_and_the_report_stands(hall: Hall) -> None:
    def check(upload: bytes | None, words: str) -> None:
        phone, game, token = Client(), hall.games()[0], str(uuid4())
        form = {"side": "first", "first_score": "400", "second_score": "380", "client_token": token}
        sent = phone.post(slip_path(game), form)
        files = {} if upload is None else {"photo": SimpleUploadedFile("sheet.jpg", upload)}
        answer = phone.post(f"{sent['Location']}photo/", files)
        assert answer.status_code == 422
        assert words in text(answer)
        assert Submission.objects.filter(pairing=game).count() == 1

    check_each(
        [
            (None, "Choose a photo first"),
            (b"no picture", "not a photo we can read"),
            (bytes(MAX_BYTES + 1), "larger than 15 MB"),
            (huge_png(4_100), "more than 16 million pixels"),  # by our own count
            (huge_png(), "more than 16 million pixels"),  # by Pillow’s
        ],
        check,
    )


def test_an_unknown_token_and_a_photo_of_another_game_are_not_found(hall: Hall) -> None:
    game, other = hall.games()
    assert Client().post(f"{slip_path(game)}sent/{uuid4()}/photo/", {}).status_code == 404
    photo = sheet_photo(game)
    elsewhere = reverse(
        "tournaments:sheet_photo", args=[hall.scene.event.slug, hall.scene.division.slug, 1, other.pk, photo.pk]
    )
    assert hall.client.get(elsewhere).status_code == 404


def one_colour(side: int) -> bytes:
    """A PNG of some kilobytes that unpacks to 4 bytes for each of its pixels; all zeros, which are packed the quickest way."""
    out = io.BytesIO()
    Image.new("RGBA", (side, side)).save(out, "PNG", compress_level=1, compress_type=zlib.Z_RLE)
    return out.getvalue()


def peak() -> int:
    """The most memory that this process has had since the last ``clear_refs``, in MB."""
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) // 1024


@pytest.mark.django_db(transaction=True)
def test_small_files_of_many_pixels_do_not_exhaust_memory() -> None:
    """Six at once from six slips, through the page; and the largest that was read before is refused."""
    hall = make_running_hall(players=12)
    bomb = one_colour(7000)
    assert len(bomb) < 250_000
    sends = []
    for game in hall.games():
        form = {"side": "first", "first_score": "400", "second_score": "380", "client_token": str(uuid4())}
        sends.append(f"{Client().post(slip_path(game), form)['Location']}photo/")
    upload = one_colour(3000)

    def send(address: str, data: bytes = upload) -> int:
        try:
            return Client().post(address, {"photo": SimpleUploadedFile("sheet.png", data)}).status_code
        finally:
            connection.close()

    Path("/proc/self/clear_refs").write_text("5")
    before = peak()
    assert send(sends[0], bomb) == 422
    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(send, sends)) == [302] * 6
    assert peak() - before < 400, "without the bounds it was 2,000 MB"
    begun = time.process_time()
    assert [send(sends[0]) for _again in range(3)] == [302] * 3
    assert time.process_time() - begun < 0.5, "a stored photo is not decoded again"
    assert SheetPhoto.objects.count() == 6


def test_a_large_photo_from_a_phone_is_accepted(hall: Hall) -> None:
    stored = Image.open(io.BytesIO(readable_jpeg(picture(size=(6000, 4500), turned=True))))
    assert stored.height == LONG_SIDE > stored.width
