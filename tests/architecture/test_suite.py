"""The suite looks at itself: every test can fail, nothing is skipped in silence, and what PostgreSQL can change runs there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from core.packages import PACKAGES, ROOT

TESTS = ROOT / "tests"

#: Helpers of the tests that assert begin with one of these words, so that a reader sees it.
CHECKING = re.compile(r"^(check|assert|expect)_")
#: What can turn a test red and is not ours: pytest's and Playwright's.
THEIRS = frozenset({"raises", "fail", "warns", "expect"})


@cache
def sources() -> dict[Path, str]:
    """The text of every file of the tests, read once."""
    return {path: path.read_text() for path in sorted(TESTS.rglob("*.py"))}


@cache
def all_functions() -> dict[Path, list[ast.FunctionDef]]:
    """The functions of every file of the tests, parsed once."""
    return {path: list(functions(ast.parse(source))) for path, source in sources().items()}


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """All functions and methods of a file. They are statements, so nobody need look for them inside expressions."""
    if isinstance(tree, ast.FunctionDef):
        yield tree
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(tree, block, ())
        for node in inside if isinstance(inside, list) else ():
            yield from functions(node)


@cache
def helpers() -> frozenset[str]:
    """The checking helpers that the tests define; the product's own ``check_record`` and the like are none."""
    return frozenset(
        item.name
        for path, found in all_functions().items()
        for item in found
        if CHECKING.search(item.name) or path == TESTS / "harness" / "people.py"
    )


def called(node: ast.AST) -> str:
    """The last part of the name that a call calls; "" for everything else."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def can_fail(test: ast.FunctionDef) -> bool:
    """Whether the body asserts something that is not simply true, or calls something that checks."""
    return any(
        (isinstance(node, ast.Assert) and not (isinstance(node.test, ast.Constant) and node.test.value))
        or (name := called(node)) in THEIRS
        or (CHECKING.search(name) is not None and name in helpers())
        for node in ast.walk(test)
    )


def test_every_test_can_fail() -> None:
    powerless = [
        f"{path.relative_to(ROOT)}:{test.lineno} {test.name}"
        for path, tests in all_functions().items()
        for test in tests
        if test.name.startswith("test_") and not can_fail(test)
    ]
    assert powerless == []


def test_a_test_without_an_assertion_is_detected() -> None:
    """The check above finds what it is for."""
    (nothing, true, product, asserts) = functions(
        ast.parse(
            "def test_a(): play()\n"
            "def test_b():\n    assert True\n"
            "def test_c(): check_record(b'')\n"
            "def test_d():\n    assert play()\n"
        )
    )
    assert [can_fail(test) for test in (nothing, true, product, asserts)] == [False, False, False, True]


def test_a_test_is_found_wherever_it_stands() -> None:
    source = (
        "class A:\n    def a(self):\n        def b(): pass\n"
        "if a:\n    def c(): pass\nelse:\n    def d(): pass\n"
        "try:\n    def e(): pass\nexcept a:\n    def f(): pass\nelse:\n    def g(): pass\nfinally:\n    def h(): pass\n"
        "match a:\n    case 1:\n        def i(): pass\n"
        "with a:\n    for b in c:\n        while d:\n            def j(): pass\n"
    )
    assert sorted(function.name for function in functions(ast.parse(source))) == list("abcdefghij")


#: Without these signs there is no such comparison in a file, and it need not be walked through.
SHORT_NOT_IN = re.compile(r"""\b\w{1,6}["'][\s)]+not\s+in\b""")


def by_chance(node: ast.AST) -> bool:
    """Whether a short text is searched for, in vain, in something random keys may contain."""
    if not (
        isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotIn) and isinstance(node.left, ast.Constant)
    ):
        return False
    short = isinstance(node.left.value, str) and re.fullmatch(r"[0-9a-f]{1,6}|[0-9A-Za-z]{1,3}", node.left.value)
    page = {"page", "html", "body", "content", "text", "decode", "response", "answer"}
    where = node.comparators[0]
    names = {child.id for child in ast.walk(where) if isinstance(child, ast.Name)}
    names |= {child.attr for child in ast.walk(where) if isinstance(child, ast.Attribute)}
    return bool(short) and called(where) != "seen" and bool(names & page)


def test_no_short_text_is_missed_among_random_keys() -> None:
    """Such a test fails now and then; compare with `tests.harness.seen`, which leaves keys and tokens out."""
    assert by_chance(ast.parse('"391" not in page', mode="eval").body)
    assert not by_chance(ast.parse('"391" not in seen(page)', mode="eval").body)
    assert not by_chance(ast.parse('"A long text" not in page', mode="eval").body)
    hits = [
        f"{path}:{node.lineno}"  # type: ignore[attr-defined]
        for path, source in sources().items()
        if SHORT_NOT_IN.search(source)
        for node in ast.walk(ast.parse(source))
        if by_chance(node)
    ]
    assert hits == []


def test_nothing_is_skipped_in_silence() -> None:
    """What cannot be run fails with its reason."""
    silent = re.compile(r"pytest\.(skip|importorskip|xfail)\(|mark\.(skip|skipif|xfail)\b")
    assert [str(path.relative_to(ROOT)) for path, source in sources().items() if silent.search(source)] == []


#: What a database can change: constraints, locks, several at once, transactions that end.
_OF_THE_DATABASE = re.compile(
    r"\bIntegrityError\b|check_refused\(|transaction=True|mark\.concurrency|threading\.Thread"
)


def test_what_a_database_can_change_runs_on_postgresql_too() -> None:
    """A file whose tests try constraints, transactions or several writers carries the mark, or says so test by test."""
    unmarked = [
        str(path.relative_to(ROOT))
        for path, text in sources().items()
        if path.name.startswith("test_")
        and _OF_THE_DATABASE.search(text)
        and "mark.postgres" not in text
        and "mark.browser" not in text
        and path != Path(__file__)
    ]
    assert unmarked == []


#: Where the product speaks to one database otherwise than to the other: SQL of its own, rows locked, JSON and patterns searched.
_VENDORS = re.compile(
    r"connection\.vendor|\.cursor\(\)|RawSQL|select_for_update|skip_locked|__regex|__iregex|ignore_conflicts|update_conflicts"
)
#: Each such file with a test of it that has the mark ``postgres``.
PROOFS = {
    "backups/services/reading.py": "tests/processes/test_backup.py",
    "backups/services/restoring.py": "tests/processes/test_backup.py",
    "backups/services/snapshots.py": "tests/processes/test_backup.py",
    "backups/services/writing.py": "tests/backups/test_backups.py",
    "clubs/claim_services.py": "tests/clubs/test_claims.py",
    "clubs/names.py": "tests/clubs/test_names.py",
    "clubs/models.py": "tests/clubs/test_roles.py",
    "clubs/role_access.py": "tests/clubs/test_roles.py",
    "clubs/services.py": "tests/clubs/test_services.py",
    "clubs/tokens.py": "tests/clubs/api/test_tokens.py",
    "config/health.py": "tests/config/test_health.py",
    "config/status.py": "tests/config/test_status.py",
    "jobs/bring_over.py": "tests/processes/test_bring_over.py",
    "jobs/management/commands/bring_over.py": "tests/processes/test_bring_over.py",
    "jobs/services.py": "tests/jobs/test_services.py",
    "lexicon/services/tablets.py": "tests/tournaments/pages/judging/test_tablet.py",
    "lexicon/services/editions.py": "tests/lexicon/services/test_editions.py",
    "lexicon/services/install.py": "tests/lexicon/services/test_shipped.py",
    "lexicon/services/adjudications.py": "tests/lexicon/models/test_adjudications.py",
    "lexicon/services/uploads.py": "tests/lexicon/services/test_uploads.py",
    "limits/services.py": "tests/limits/test_limits.py",
    "ratings/services/ledger.py": "tests/ratings/services/test_ledger.py",
    "ratings/services/openings.py": "tests/ratings/services/test_official.py",
    "ratings/services/people.py": "tests/ratings/services/test_official.py",
    "ratings/services/recompute.py": "tests/ratings/services/test_recompute.py",
    "tournaments/services/archive/rows.py": "tests/tournaments/pages/director/test_laptop.py",
    "tournaments/services/erasure.py": "tests/tournaments/services/test_erasure.py",
    "tournaments/services/leaving.py": "tests/tournaments/services/test_leaving.py",
    "tournaments/settings/fields.py": "tests/tournaments/models/test_constraints.py",
    "leagues/models.py": "tests/leagues/test_constraints.py",
    "tournaments/models/rounds.py": "tests/tournaments/models/test_constraints.py",
    "tournaments/models/results.py": "tests/tournaments/models/test_constraints.py",
    "tournaments/queries/events.py": "tests/tournaments/web/test_page_cache.py",
    "leagues/services/leagues.py": "tests/leagues/test_leagues.py",
    "tournaments/services/events/locking.py": "tests/concurrency/test_submissions.py",
    "tournaments/services/entries/same_names.py": "tests/tournaments/pages/director/test_roster_names.py",
    "clubs/club_services.py": "tests/clubs/test_club_home.py",
    "clubs/photo_services.py": "tests/clubs/test_player_photos.py",
    "clubhouse/services/roll.py": "tests/clubhouse/test_roll.py",
    "clubhouse/services/archive.py": "tests/clubhouse/test_archive.py",
    "stats/services/records.py": "tests/stats/test_statistics.py",
    "tournaments/services/events/restore.py": "tests/tournaments/services/events/test_going_back.py",
    "webhooks/services/sending.py": "tests/webhooks/test_deliveries.py",
    "webhooks/services/webhooks.py": "tests/webhooks/test_deliveries.py",
}


def test_every_query_of_a_kind_of_its_own_is_tried_on_postgresql() -> None:
    """The table above names a marked test for each file of the product that needs one."""
    special = {
        str(path.relative_to(ROOT))
        for app in PACKAGES
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and _VENDORS.search(path.read_text())
    }
    assert special == set(PROOFS), "name a test on PostgreSQL for each"
    assert [test for test in PROOFS.values() if "mark.postgres" not in (ROOT / test).read_text()] == []


#: All or most of their tests run on SQLite: the mark ``postgres`` stands at single ones.
MOST_ON_SQLITE = {
    "tests/backups/test_backups.py",
    "tests/processes/test_backup.py",
    "tests/processes/test_bring_over.py",
}


def test_what_asks_which_database_it_is_is_tried_on_both() -> None:
    """What goes one way on SQLite and another on PostgreSQL goes both ways in the suite."""
    tests = {test for file, test in PROOFS.items() if ".vendor" in (ROOT / file).read_text()} - MOST_ON_SQLITE
    assert [test for test in sorted(tests) if "mark.both" not in (ROOT / test).read_text()] == []
