"""The manifest: read as it was written, and refused in words when it is newer, damaged or not one."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backups.engine import manifest as manifests
from backups.engine.manifest import BadManifest, Manifest, NewerBackup, Part, is_part
from tests.harness.deep import examples

PART = Part("database.sqlite3", 10, "0" * 64)
MANIFEST = Manifest(
    version="0.1.0",
    made_at=datetime(2026, 5, 1, 3, 0, tzinfo=UTC),
    database="sqlite",
    site="https://wordhall.example.org",
    migrations={"clubs": ["0001_initial"]},
    rows={"clubs_club": 2, "clubs_player": 40},
    parts=[PART, Part("data/photos/日本 1.jpg", 5, "a" * 64)],
)


def changed(**values: Any) -> bytes:
    """The manifest with other values."""
    return json.dumps(json.loads(manifests.write(MANIFEST)) | values).encode()


def test_it_is_read_as_it_was_written() -> None:
    again = manifests.read(manifests.write(MANIFEST), program="0.1.0")
    assert again == MANIFEST
    assert (again.total_rows, again.size) == (42, 15)


def test_a_newer_one_is_refused_and_an_older_one_is_not() -> None:
    for version, program, newer in [
        ("0.1.0", "0.1.0", False),
        ("0.9", "0.10.0", False),
        ("0.10", "0.9.9", True),
        ("1.0.0", "1", False),
        ("1.0.0.1", "1", True),
    ]:
        data = changed(version=version)
        if newer:
            with pytest.raises(NewerBackup, match=f"Wordhall {version} made it, and this is {program}"):
                manifests.read(data, program=program)
        else:
            assert manifests.read(data, program=program).version == version
    with pytest.raises(NewerBackup, match="it has format 2, and this program reads up to 1"):
        manifests.read(changed(format=2, parts="of another form"), program="0.1.0")


def test_what_is_wrong_is_said() -> None:
    row = {"name": "database.sqlite3", "size": 1, "sha256": "0" * 64}
    for data, words in [
        (b"", "manifest.json is damaged"),
        (b"[" * 100_000, "manifest.json is damaged"),
        (b"\xff", "manifest.json is damaged"),
        (b"[]", "not that of a backup"),
        (b'{"kind": "other"}', "not that of a backup"),
        (changed(format=True), "“format” is not a number"),
        (changed(version=1), "version"),
        (changed(version="new"), "cannot be read"),
        (changed(made_at="yesterday"), "yesterday"),
        (changed(made_at="2026-05-01T03:00:00"), "cannot be read"),
        (changed(rows={"clubs_club": -1}), "-1"),
        (changed(rows=[]), "damaged"),
        (changed(parts=[{"name": "database.sqlite3"}]), "size"),
        (changed(parts=[row | {"sha256": "abc"}]), "SHA-256 of database.sqlite3"),
        (changed(parts=[row, row]), "names a part twice"),
        (changed(parts=[]), "the database is not among the parts"),
        (changed(parts=[row, row | {"name": "data/../../etc/passwd"}]), "a part that no backup has"),
    ]:
        with pytest.raises(BadManifest, match=words):
            manifests.read(data, program="0.1.0")


def test_no_part_leads_out_of_the_folder() -> None:
    good = [
        "database.sqlite3",
        "secret_key",
        "data/a",
        "data/photos/b.jpg",
        "data/日本 1.jpg",
        "data/..a/b..",
        "data/...x",
    ]
    bad = ["", "data", "data/", "data/..", "data/a/../../b", "/data/a", "data//a", "data/./a", "data/a/", "data/a\\b"]
    bad += ["other", "data/a\0b", "../data/a", "manifest.json", "DATA/a", "data/a/.."]
    assert [name for name in good if not is_part(name)] == []
    assert [name for name in bad if is_part(name)] == []


@examples(200, deep=5000)
@given(st.text(max_size=30))
def test_a_part_of_any_name_stays_inside(name: str) -> None:
    part = f"data/{name}"
    depth = 0
    for step in part.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(step, 1)
        assert depth >= 1 or not is_part(part)


@examples(200, deep=5000)
@given(st.binary(max_size=80), st.integers(0, 600))
def test_damage_anywhere_is_a_refusal_and_never_a_crash(noise: bytes, place: int) -> None:
    data = manifests.write(MANIFEST)
    spoilt = data[:place] + noise + data[place + len(noise) :]
    try:
        manifest = manifests.read(spoilt, program="9")
    except BadManifest:
        return
    assert all(is_part(part.name) and part.size >= 0 for part in manifest.parts)
