"""The documents say what the program does: examples run, links lead somewhere, the site of the documents has every page."""

import ast
import doctest
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from django.test import Client
from django.urls import reverse

from core.packages import ROOT
from core.release import version

DOCS = ROOT / "docs"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")), ROOT / "deploy" / "README.md"]
#: Of the first line after a heading's number: ``0.1.0 – unreleased`` or ``0.1.0 – 2026-11-24``.
RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+) – (unreleased|\d{4}-\d{2}-\d{2})")


def test_the_examples_of_the_readme_come_out_as_written() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted >= 5
    assert outcome.failed == 0


def slug(heading: str) -> str:
    """The anchor of a heading, as Markdown's table of contents and the pages of repositories make it."""
    words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words).strip().lower())


def anchors(document: Path) -> set[str]:
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)}


def links(document: Path) -> Iterator[tuple[str, str]]:
    """File and anchor of each link that does not leave the repository."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target and not target.startswith("mailto:"):
            path, _, anchor = target.partition("#")
            yield path, anchor


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_exist(document: Path) -> None:
    missing = []
    for path, anchor in links(document):
        target = document.parent / path if path else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            missing.append(f"{path}#{anchor}")
    assert missing == []


def test_the_tests_that_are_cited_as_proof_exist() -> None:
    """Each can be run as it is written there: a test of a class with its class."""
    cited = re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", (DOCS / "endorsement.md").read_text("utf-8"))
    assert len(cited) > 60
    missing = [
        f"{path}::{name}" for path, name in cited if not (ROOT / path).exists() or not has_test(ROOT / path, name)
    ]
    assert missing == []


def has_test(path: Path, name: str) -> bool:
    """The file has a test of this name, such as ``test_a`` or ``TestB::test_c``."""
    body: list[ast.stmt] = ast.parse(path.read_text("utf-8")).body
    for part in name.split("::"):
        here = next((one for one in body if isinstance(one, ast.ClassDef | ast.FunctionDef) and one.name == part), None)
        if here is None:
            return False
        body = here.body
    return True


def test_the_site_of_the_documents_has_every_page_and_its_links_stay_inside() -> None:
    def pages(entry: object) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        for part in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
            yield from pages(part)

    named = list(pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    assert sorted(named) == sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))
    outside = [
        f"{document.name}: {path}"
        for document in DOCS.rglob("*.md")
        for path, _anchor in links(document)
        if path and not (document.parent / path).resolve().is_relative_to(DOCS)
    ]
    assert outside == [], "the site of the documents has only docs/"


def test_every_decision_is_in_the_list_and_says_what_it_costs() -> None:
    listed = re.findall(r"\((\d{4}-[\w-]+\.md)\)", (DOCS / "decisions" / "index.md").read_text("utf-8"))
    files = sorted(path for path in (DOCS / "decisions").glob("0*.md"))
    assert listed == [path.name for path in files]
    for number, path in enumerate(files, start=1):
        text = path.read_text("utf-8")
        assert text.startswith(f"# {number}. "), path.name
        parts = re.findall(r"^\*\*([\w ]+?)\.?\*\*", text, re.MULTILINE)
        assert parts == ["The question", "Decided", "Instead of", "What follows", "Held by"], path.name


def releases() -> list[tuple[tuple[int, int, int], str]]:
    """Version and day of each heading of the change log."""
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    read = [RELEASE.fullmatch(heading) for heading in headings]
    assert all(read), headings
    return [((int(one[1]), int(one[2]), int(one[3])), one[4]) for one in read if one]


def test_the_change_log_has_a_heading_for_each_version_the_newest_first() -> None:
    versions = releases()
    numbers = [number for number, _day in versions]
    assert numbers == sorted(set(numbers), reverse=True)
    assert ".".join(map(str, numbers[0])) == version()
    assert "unreleased" not in [day for _number, day in versions[1:]]


@pytest.mark.django_db
def test_the_version_is_declared_once_and_shown() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert version() == declared["version"]
    client = Client()
    assert f"Version {version()}" in client.get(reverse("clubs:home")).content.decode()
    schema = client.get(reverse("api:schema")).content.decode()
    assert re.findall(r"(?m)^  version: (.+)$", schema) == [version()]


def test_notes_of_a_release_need_its_tag_and_its_day(tmp_path: Path) -> None:
    """On a copy whose change log is ready for a release."""
    (tmp_path / "script").mkdir()
    for name in ("script/lib.sh", "script/release-notes", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"))

    def notes(tag: str, log: str) -> tuple[int, str]:
        (tmp_path / "CHANGELOG.md").write_text(log)
        done = subprocess.run(
            ["bash", tmp_path / "script/release-notes", tag], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    older = "## 0.0.1 – 2020-01-01\n- old\n"
    ready = f"# Changelog\n\nWords.\n\n## {version()} – 2026-12-01\n- new\n\n{older}"
    assert notes(f"v{version()}", ready) == (0, "- new\n\n")
    assert notes("v99.0.0", ready)[0] == 1
    status, words = notes(f"v{version()}", ready.replace("2026-12-01", "unreleased"))
    assert status == 1
    assert "has no line" in words
