"""The order of the house, file by file: nothing imports upwards, and no two files need each other.

import-linter checks the same order package by package. Here every Python file is read, with its late imports and those for types only.
"""

import re
from collections.abc import Iterator
from configparser import ConfigParser
from functools import cache

import grimp
import networkx
import pytest

from core.packages import PACKAGES, ROOT


@cache
def imports() -> networkx.DiGraph:
    """Who imports whom: every file of the site, of its tests and of its benchmarks."""
    modules = grimp.build_graph(*PACKAGES, "benchmarks", "tests", cache_dir=None)
    graph = networkx.DiGraph()
    for module in modules.modules:
        graph.add_edges_from((module, other) for other in modules.find_modules_directly_imported_by(module))
    return graph


def layers(contract: str) -> list[set[str]]:
    """The layers of a contract of ``.importlinter``, the lowest first."""
    config = ConfigParser()
    config.read(ROOT / ".importlinter")
    lines = config[f"importlinter:contract:{contract}"]["layers"].strip().splitlines()
    return [set(re.findall(r"\w+", line)) for line in reversed(lines)]


def rank(name: str, order: list[set[str]]) -> int:
    """The number of the layer that a name belongs to, itself or by its first or last word; -1 if none."""
    for key in (name, name.partition("_")[0], name.rpartition("_")[2]):
        for number, names in enumerate(order):
            if key in names:
                return number
    return -1


def apps() -> list[str]:
    """The packages with layers of their own."""
    return [package for package in PACKAGES if package not in {"config", "core"}]


def upward() -> Iterator[str]:
    """Every import of a higher package, and inside an app of a higher layer."""
    house, inside = layers("house"), layers("inside")
    for module, other in imports().edges:
        (package, *rest), (its_package, *its_rest) = module.split("."), other.split(".")
        if "tests" in {package, its_package} or (not (rest and its_rest) and package == its_package):
            continue
        if package != its_package:
            is_upward = rank(package, house) <= rank(its_package, house)
        else:
            is_upward = package in apps() and rank(rest[0], inside) < rank(its_rest[0], inside)
        if is_upward:
            yield f"{module} imports {other}"


def test_nothing_imports_upwards() -> None:
    assert sorted(upward()) == []


def test_no_two_files_need_each_other() -> None:
    circles = {frozenset(ring) for ring in networkx.strongly_connected_components(imports()) if len(ring) > 1}
    assert circles == set()


def test_every_package_and_every_module_of_an_app_has_its_layer() -> None:
    house, inside = layers("house"), layers("inside")
    places = {package: rank(package, house) for package in PACKAGES}
    places |= {
        f"{app}.{path.stem}": rank(path.stem, inside)
        for app in apps()
        for path in (ROOT / app).iterdir()
        if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").exists()
    }
    assert [name for name, number in places.items() if number < 0] == [], "give it a layer in .importlinter"


@pytest.mark.parametrize(
    ("module", "other"),
    [
        ("clubs.services", "tournaments.models"),
        ("core.cache", "clubs.models"),
        ("jobs.services", "config.celery"),
        ("ratings.services.win_chances", "games.models"),
        ("tournaments.forms.entries", "tournaments.pages.slip.slip"),
        ("tournaments.services.rounds.pairing", "tournaments.tasks"),
    ],
)
def test_an_upward_import_is_noticed(monkeypatch: pytest.MonkeyPatch, module: str, other: str) -> None:
    monkeypatch.setattr(f"{__name__}.imports", lambda: networkx.DiGraph([(module, other)]))
    assert list(upward()) == [f"{module} imports {other}"]


def test_templates_hold_no_inline_script_style_or_handler() -> None:
    inline = re.compile(
        r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)(?![^>]*type=\"application/(?:ld\+)?json\")", re.IGNORECASE
    )
    hits = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "templates").rglob("*.*")
        if path.parent.name != "mail"  # mail programs take no other style
        for line in path.read_text().splitlines()
        if inline.search(line)
    ]
    assert hits == []
