"""The auditor on whole events: no difference in what the site says, and every error that somebody slips in is noticed."""

import ast
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from clubs.models import Club, User
from tests import factories
from tests.harness.deep import DEEP, times
from tests.independent.generated import generate
from tests.independent.seeded import audit, changed, is_worked_out, leaves, load, sealed
from tournaments.engine.standings import TIEBREAKS
from tournaments.models import EventCheck
from tournaments.queries.published import AUDITOR, event_file

pytestmark = pytest.mark.django_db


def test_every_tie_break(club: Club, director: User) -> None:
    """Each on its own, in an event in which some come late, and have no game for a while."""
    event, auditor = generate(club, director, 0), load()
    assert auditor.check(event_file(event, officials=True)).differences == []
    EventCheck.objects.filter(event=event).delete()  # the order is a fact, with a seal
    wrong = {}
    for key in TIEBREAKS:
        factories.change(event.divisions.all(), standings_order=key)
        if differences := auditor.check(event_file(event, officials=True)).differences:
            wrong[key] = differences[:3]
    assert wrong == {}


@pytest.mark.scaled
def test_generated_events_have_no_difference(club: Club, director: User, tmp_path: Path) -> None:
    """Fifty in the deep run, where each kind of event comes round; in the suite the two others of this file are checked as well."""
    wrong = {}
    for seed in range(50) if DEEP else [11]:
        event = generate(club, director, seed)
        if differences := audit(event_file(event, officials=True), tmp_path)["differences"]:
            wrong[seed] = differences[:5]
    assert wrong == {}


@pytest.mark.scaled
def test_every_error_is_noticed(club: Club, director: User, tmp_path: Path) -> None:
    """Any value changed by hand breaks a seal. Of what follows from other values, new seals do not hide it."""
    document = json.loads(json.dumps(event_file(generate(club, director, 1), officials=True)))
    assert document["divisions"][0]["ratings"][0]["system"] == "wespa-172"
    auditor, dice = load(), random.Random(5)
    assert sealed(document) == document
    assert auditor.check(document).differences == []
    everything = list(leaves(document))
    derived = [path for path in everything if is_worked_out(path)]
    for path in dice.sample(everything, times(5, deep=200)):
        assert auditor.check(changed(document, path, dice)).differences, path
    for path in dice.sample(derived, times(5, deep=200)):
        assert auditor.check(sealed(changed(document, path, dice))).differences, path
    path = ("divisions", 0, "standings", "rounds", 0, 0, 1)
    answer = audit(changed(document, path, dice), tmp_path)["differences"]
    assert {row["what"] for row in answer} == {"seal", "rank"}


def test_it_is_one_readable_file_of_the_standard_library() -> None:
    """Fewer than 900 lines, blank ones too, none wider than the page, and nothing to install."""
    text = AUDITOR.read_text("utf-8")
    assert len(text.splitlines()) < 900
    assert max(map(len, text.splitlines())) <= 120
    tree = ast.parse(text)
    imported = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert {str(name).partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_what_is_no_file_of_an_event_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    for text in ("", "[]", "{}", '{"format": "wordhall event 1"}', '{"format": "wordhall event 1", "seals": {}}'):
        path.write_text(text)
        done = subprocess.run([str(AUDITOR.with_name("audit")), str(path)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("The file cannot be checked")
