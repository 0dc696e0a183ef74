"""Lists in any packing and encoding come out as the same words; bombs and damage come out as messages."""

import gzip
import io
import lzma
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from lexicon.engine import listcheck
from lexicon.engine.alphabets import ENGLISH
from lexicon.engine.listcheck import OFFICIAL, check_lines, likeness
from lexicon.wordlists import unpack
from lexicon.wordlists.unpack import BadUploadError, chunks_of, guess_encoding, lines_of

WORDS = ["café", "train", "QI"]
TEXT = "# a comment\r\ncafé\r\ntrain  a definition\r\nTRAIN\r\n\r\nQI\r\nco-op\r\nx\r\n"


def zipped(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def words_in(tmp_path: Path, data: bytes) -> tuple[str, ...]:
    path = tmp_path / "list"
    path.write_bytes(data)
    return check_lines(lines_of(path, guess_encoding(path, "en")), ENGLISH).words.words


ENCODED = {
    "utf-8": TEXT.encode(),
    "utf-8 with mark": TEXT.encode("utf-8-sig"),
    "utf-16": TEXT.encode("utf-16"),
    "utf-16 without mark": TEXT.encode("utf-16-le"),
    "utf-16 the other way": TEXT.encode("utf-16-be"),
    "utf-32": TEXT.encode("utf-32"),
    "windows": TEXT.encode("cp1252"),
    "old mac line ends": TEXT.replace("\r\n", "\r").encode(),
    "unix line ends": TEXT.replace("\r\n", "\n").encode(),
    "no last line end": TEXT.rstrip().encode(),
}


@pytest.mark.parametrize("encoding", ENCODED)
@pytest.mark.parametrize("pack", ["text", "gz", "xz", "zip"])
def test_every_packing_and_encoding_gives_the_same_words(tmp_path: Path, encoding: str, pack: str) -> None:
    data = ENCODED[encoding]
    packed = {
        "text": data,
        "gz": gzip.compress(data),
        "xz": lzma.compress(data),
        "zip": zipped(("__MACOSX/._w.txt", b"junk"), ("w.txt", data)),
    }
    assert words_in(tmp_path, packed[pack]) == ("CAFE", "QI", "TRAIN")


def test_refused_lines_are_named(tmp_path: Path) -> None:
    checked = check_lines(TEXT.split("\r\n"), ENGLISH)
    assert [(item.line, item.reason) for item in checked.words.refused] == [(7, "letter"), (8, "short")]
    assert checked.words.duplicates == 1
    assert dict(checked.reasons) == {"letter": 1, "short": 1}


def test_extra_and_blocked_words() -> None:
    checked = check_lines(["qi", "za"], ENGLISH, extra=["OK", "qi"], blocked=["ZA", "NO"])
    assert checked.words.words == ("OK", "QI")
    assert (checked.added, checked.blocked) == (1, 1)


def test_progress_is_reported_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listcheck, "_STEP", 2)
    steps: list[int] = []
    check_lines(["qi", "za", "co-op", "ok", "no"], ENGLISH, progress=steps.append)
    assert steps == [2, 4]


def pack_as(pack: str, data: bytes) -> bytes:
    if pack == "zip":
        return zipped(("w.txt", data))
    return gzip.compress(data) if pack == "gz" else lzma.compress(data)


@pytest.mark.parametrize("pack", ["gz", "xz", "zip"])
def test_a_bomb_is_stopped_at_the_bound_in_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: str
) -> None:
    bomb = b"A" * 20_000_000
    packed = pack_as(pack, bomb)
    path = tmp_path / "bomb"
    path.write_bytes(packed)
    assert len(packed) < 100_000
    del bomb
    monkeypatch.setattr(unpack, "MAX_TEXT", 4_000_000)
    tracemalloc.start()
    with pytest.raises(BadUploadError, match="too-large"):
        check_lines(lines_of(path, "utf-8"), ENGLISH)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"train\n" * 1000, mtime=0)[:-20],
        lzma.compress(b"train\n" * 1000)[:-20],
        zipped(("w.txt", b"train\n"))[:-10],
        gzip.compress(b"train\n", mtime=0) + b"more",
        gzip.compress(b"train\n", mtime=0) + gzip.compress(b"rain\n", mtime=0),
        b"\x1f\x8bnot gzip at all",
        b"\xfd7zXZ\x00nor this",
        b"PK\x03\x04nor this",
    ],
)
def test_a_damaged_file_is_not_half_a_list(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    with pytest.raises(BadUploadError, match="damaged"):
        list(chunks_of(path))


def test_a_zip_of_two_files_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(zipped(("a.txt", b"qi"), ("b.txt", b"za")))
    with pytest.raises(BadUploadError, match="zip-members 2"):
        list(chunks_of(path))


def test_a_list_cut_off_is_noticed_by_its_lengths() -> None:
    listed, total = OFFICIAL["en"]["NWL23"]
    rest = total - sum(listed.values())
    whole = likeness({**listed, 9: rest}, "en")
    assert whole is not None
    assert whole["whole"] is True
    cut = likeness({2: listed[2], 3: listed[3], 4: 4000}, "en")
    assert cut is not None
    assert (cut["name"], cut["whole"]) == ("NWL23", False)
    assert cut["lengths"]["4"] == [4000, 4247]  # type: ignore[index]
    assert likeness({2: 100, 3: 1156, 4: 5044}, "en") is None


def test_an_official_list_is_looked_for_in_its_own_language() -> None:
    """Of ODS8 only the total is known; NWL23's numbers mean nothing in French."""
    listed, total = OFFICIAL["en"]["NWL23"]
    assert likeness({**listed, 9: total - sum(listed.values())}, "fr") is None
    whole = likeness({5: 2_325, 9: 400_000}, "fr")
    assert whole is not None
    assert (whole["name"], whole["whole"], whole["by_length"]) == ("ODS8", True, False)
    cut = likeness({9: 400_000}, "fr")
    assert cut is not None
    assert (cut["whole"], cut["total"]) == (False, [400_000, 402_325])
    assert likeness({9: 311_504}, "fr") is None
    assert likeness({9: 402_325}, "de") is None


def test_invalid_extra_and_blocked_words_are_reported() -> None:
    checked = check_lines(["qi", "za"], ENGLISH, extra=["ok", "co-op"], blocked=["ZA", "naïve", "x"])
    assert (checked.added, checked.blocked, checked.unusable) == (1, 1, ("co-op", "x"))
    assert checked.report(None)["unusable"] == ["co-op", "x"]
