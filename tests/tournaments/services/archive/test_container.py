"""What is no event archive is named; what is damaged, too large or made to harm is refused before anything is read."""

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import MAX_RECORD_BYTES
from tests.walk import check_each
from tournaments.services.archive import container
from tournaments.services.archive.container import FACTS, FIGURES, LOG, Archive, ArchiveError, Writer, open_archive

HEAD = {
    "made_at": "2026-05-02T09:14:00+00:00",
    "site": "https://one.example.org",
    "event": {"name": "Spring Open", "slug": "spring-open", "identity": "0" * 32, "club": "Harbour"},
}


def archive(**parts: bytes) -> bytes:
    """A small whole archive, with further parts."""
    out = io.BytesIO()
    writer = Writer(out)
    for name in (FACTS, FIGURES, LOG):
        writer.add_json(name, {"divisions": []})
    for name, data in parts.items():
        writer.add(name.replace("__", "/"), data)
    writer.finish(HEAD)
    return out.getvalue()


def without(name: str) -> bytes:
    """The archive of a program that forgot a part."""
    out = io.BytesIO()
    writer = Writer(out)
    for one in {FACTS, FIGURES, LOG} - {name}:
        writer.add_json(one, {})
    writer.finish(HEAD)
    return out.getvalue()


def read(data: bytes) -> Archive:
    """Opened, and every part read."""
    opened = open_archive(io.BytesIO(data))
    opened.check_all()
    return opened


def zip_of(**files: str) -> bytes:
    """Some other ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, text in files.items():
            packed.writestr(name.replace("__", "/").replace("_DOT_", "."), text)
    return out.getvalue()


def changed(change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The archive with other files in it than its manifest says."""
    with zipfile.ZipFile(io.BytesIO(archive())) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return out.getvalue()


def _head(**values: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files["manifest.json"] = json.dumps(json.loads(files["manifest.json"]) | values).encode()

    return change


def test_a_whole_archive_is_read() -> None:
    opened = read(archive(records__7=b"#player1 a A"))
    assert opened.read("records/7") == b"#player1 a A"
    assert opened.event["name"] == "Spring Open"


def test_any_other_file_is_named() -> None:
    cases = [
        (b"", "empty"),
        (b"%PDF-1.7 ...", "a PDF file"),
        (b"\x89PNG\r\n", "a picture"),
        (b"SQLite format 3\0", "a database"),
        (b"name,rating\nAnn,1500\n", "not an event archive"),
        (b"*M02.05.2026 Spring\r\n*A\r\n", "players or results"),
        (b"Ann Lee 1500 2; 400\nBen Oz 1400 1; 380\n", "players or results"),
        (b"#character-encoding UTF-8\n#player1 a A\n", "GCG record"),
        (b'{"format": 2, "event": {}}', "backup of an event"),
        (b"<!doctype html><p>Sign in", "web page"),
        (zip_of(a__r01_DOT_gcg="#player1"), "game records (GCG)"),
        (zip_of(mimetype="application/vnd.oasis"), "spreadsheet or a document"),
        (zip_of(readme="x"), "not a Wordhall event archive"),
        (changed(_head(format=1, rows={}, migrations=[])), "backup of a whole site"),
        (changed(_head(format="other")), "not a Wordhall event archive"),
        (changed(_head(version=2)), "This archive was made by a newer Wordhall"),
    ]

    def check(data: bytes, words: str) -> None:
        with pytest.raises(ArchiveError) as caught:
            read(data)
        assert words in str(caught.value)

    check_each(cases, check, undo=False)


def test_damage_and_malice_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def added(name: str, data: bytes = b"x") -> Callable[[dict[str, bytes]], None]:
        return lambda files: files.update({name: data})

    bomb = io.BytesIO()
    writer = Writer(bomb)
    for name in (FACTS, FIGURES, LOG):
        writer.add_json(name, {})
    writer.add("records/1", b"0" * (MAX_RECORD_BYTES + 1))
    writer.finish(HEAD)
    cases = [
        ("cut off", archive()[:-40]),
        ("a path out of the folder", changed(added("../../etc/passwd"))),
        ("an absolute path", changed(added("/etc/passwd"))),
        ("a part that the manifest does not list", changed(added("records/9"))),
        ("a part that is gone", changed(lambda files: files.__delitem__(FACTS))),
        ("a part that was changed", changed(lambda files: files.update({FACTS: b'{"divisions": [1]}'}))),
        ("a manifest that is a list", changed(added("manifest.json", b"[1]"))),
        ("a version that is none", changed(_head(version=0))),
        ("a part that neither file nor manifest has", without(LOG)),
        ("a manifest that is no JSON", changed(added("manifest.json", b"{"))),
        ("a manifest nested too deep", changed(added("manifest.json", b"[" * 100_000))),
        ("parts that are no table", changed(_head(parts=[]))),
        ("an event without a name", changed(_head(event={}))),
        ("a time that is none", changed(_head(made_at="soon"))),
        ("a record larger than any", bomb.getvalue()),
    ]

    def check(_what: str, data: bytes) -> None:
        with pytest.raises(ArchiveError):
            read(data)

    check_each(cases, check, undo=False)
    monkeypatch.setattr(container, "MAX_UNPACKED", 10)
    with pytest.raises(ArchiveError, match="too large to be an event"):
        read(archive())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_changed_byte_never_goes_unnoticed(data: st.DataObject) -> None:
    whole = archive(records__7=b"#player1 a A\n" * 20)
    at = data.draw(st.integers(0, len(whole) - 1))
    broken = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    try:
        opened = read(broken)
    except ArchiveError:
        return
    # a byte of the ZIP's own that says nothing about the parts
    assert {name: opened.read(name) for name in opened.parts} == {name: read(whole).read(name) for name in opened.parts}
