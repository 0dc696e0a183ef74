"""Drills: a part of the running site fails; what people see, whether anything is lost, and how long until all is well again.

    script/drill                    every drill, on servers of its own; prints the table of docs/reliability.md
    script/drill disk_full valkey   those whose name begins so
    script/drill crowd              a hall of phones in the midst of faults (``tests/harness/crowd.py``)

The same drills are tests: ``tests/processes/test_drills.py``.
"""

import contextlib
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.harness import faults, servers
from tests.harness.gate import Gate, gate_to
from tests.harness.seen import seen
from tests.harness.site import Site, running_site
from tests.harness.visitor import Seen, Visitor

#: A round of games with a slip each; their results are rated.
PLAYERS = 80
SCENE = """
from tests import factories
director = factories.user("director")
club = factories.club(director)
division = factories.division(club, director, pool=factories.pool(club, director))
games = factories.games(factories.start(division, director, PLAYERS))
slips = [factories.own_slip(game.pairing_id, side) for game in games for side in ("first", "second")]
print(f"/e/{division.event.slug}/{division.slug}/rounds/1/", *slips)
"""
CHECK = """
from django.core.management import call_command
call_command("recompute_ratings", check=True)
"""
SUBMISSIONS = "SELECT count(*) FROM tournaments_submission"
RATED = "SELECT count(*) FROM ratings_ratedresult WHERE opponent_id IS NOT NULL"
OPEN_JOBS = "SELECT count(*) FROM jobs_job WHERE state IN ('queued', 'running')"
BEHIND = "SELECT count(*) FROM ratings_ratingpool WHERE ledger_version <> computed_version"
#: Who has no such right is bound by the rights of files even as root.
WITHOUT_PRIVILEGE = [
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--inh-caps=-dac_override,-dac_read_search",
]
#: Nobody waits longer than this for a site to recover; measured on machines that do much else.
PATIENCE = 120.0


class DrillFailed(AssertionError):
    """Something was lost, or people were told nothing useful, or the site did not recover; the message says what."""


@dataclass
class Stage:
    """A running site in the middle of a round, shown by ``page``. ``database`` and ``valkey``: gates to its servers, if it has any."""

    site: Site
    page: str
    slips: list[str]
    clock: Path
    database: Gate | None = None
    valkey: Gate | None = None
    sent: int = 0

    def table(self) -> "tuple[Phone, Phone]":
        """The two players of the next table, each with the slip's form filled in: the second report makes a rated result."""
        phones = []
        for _side in range(2):
            visitor = Visitor(self.site.url, patience=PATIENCE, most_wait=0.5)
            page = visitor.look(self.slips[self.sent])
            phones.append(Phone(visitor, page, {"first_score": "401", "second_score": "367"}))
            self.sent += 1
        return phones[0], phones[1]

    def one(self, sql: str) -> int:
        """The number that a query gives."""
        return int(str(self.site.query(sql)[0][0]))

    def settle(self) -> None:
        """Wait until every part is up, no job is open and every rating is computed. Raises DrillFailed."""
        limit = time.monotonic() + PATIENCE
        state: object = None
        while time.monotonic() < limit:
            with contextlib.suppress(OSError):
                status, body = self.site.health()
                state = (status, body, self.one(OPEN_JOBS), self.one(BEHIND))
                if status == 200 and state[2:] == (0, 0):
                    return
            time.sleep(0.2)
        raise DrillFailed(f"after {PATIENCE:.0f} s: {state}\n{self.site.log[-3000:]}")


@dataclass
class Phone:
    """A phone with a report that is filled in."""

    visitor: Visitor
    page: Seen
    typed: dict[str, str]

    def tap(self) -> Seen:
        """Press the button once."""
        answer = self.visitor.tap(self.page, self.page.form(), self.typed)
        if answer.status in {429, 503}:  # the page that holds what was typed is on the screen from now on
            self.page, self.typed = answer, {}
        return answer

    def until_saved(self) -> Seen:
        """Press it, or let the page do so, until the report is saved."""
        return self.visitor.send(self.page, self.page.form(), self.typed)


@dataclass
class Outcome:
    """What came of a drill.

    Seconds from the moment when the cause was gone (a clock stays as it was set): until a report was saved, until everything was well.
    """

    name: str
    title: str
    page: str
    report: str
    saved_after: float
    well_after: float

    def row(self) -> str:
        """A row of the table."""
        return f"| {self.title} | {self.page} | {self.report} | {self.saved_after:.1f} s | {self.well_after:.1f} s |"


@dataclass(frozen=True)
class Drill:
    """One fault. ``cause`` holds for as long as its block; ``during`` lists what a report may be answered meanwhile."""

    name: str
    title: str
    cause: Callable[[Stage], contextlib.AbstractContextManager[object]]
    during: Sequence[str] = ("saved",)
    page: Sequence[str] = ("shown",)
    on_servers: bool = False
    without_privilege: bool = False

    def run(self, stage: Stage) -> Outcome:
        """Do it: a game reported before, another one during and after. Raises DrillFailed."""
        for phone in stage.table():
            phone.until_saved()
        stage.settle()
        waiting, next_one = stage.table()
        with self.cause(stage):
            page = described(Visitor(stage.site.url, patience=15).glance(stage.page), "shown")
            waiting.visitor.patience = 15
            answer = waiting.tap()
            report = described(answer, "saved")
        start = time.monotonic()
        waiting.visitor.patience = PATIENCE
        if report != "saved":
            waiting.until_saved()
        next_one.until_saved()
        saved_after = time.monotonic() - start
        stage.settle()
        outcome = Outcome(self.name, self.title, page, report, saved_after, time.monotonic() - start)
        self._check(stage, outcome)
        return outcome

    def _check(self, stage: Stage, outcome: Outcome) -> None:
        if not any(outcome.report.startswith(words) for words in self.during):
            raise DrillFailed(f"{self.name}: the report was answered “{outcome.report}”, not one of {self.during}")
        if not any(outcome.page.startswith(words) for words in self.page):
            raise DrillFailed(f"{self.name}: the page was answered “{outcome.page}”, not one of {self.page}")
        if stage.one(RATED) != stage.sent // 2:
            raise DrillFailed(f"{self.name}: {stage.sent // 2} games are reported, {stage.one(RATED)} are rated")
        if stage.one(SUBMISSIONS) != stage.sent:
            raise DrillFailed(f"{self.name}: {stage.sent} reports were sent, {stage.one(SUBMISSIONS)} are there")
        if "equal when recomputed from scratch" not in stage.site.python(CHECK):
            raise DrillFailed(f"{self.name}: ratings differ from a rebuild")


def described(answer: Seen, good: str) -> str:
    """What a person sees, in a few words."""
    if answer.status == 200:
        return good
    if not answer.status:
        return "no answer"
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", answer.text, re.DOTALL)
    return f"{answer.status} “{seen(heading[1]) if heading else answer.text[:60]}”"


@contextlib.contextmanager
def killed(stage: Stage, role: str) -> Iterator[None]:
    """Kill -9 of the processes of one role; all of them at once."""
    numbers = stage.site.pids(role)
    if not numbers:
        raise DrillFailed(f"there is no {role}")
    for number in numbers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    yield


@contextlib.contextmanager
def all_killed(stage: Stage) -> Iterator[None]:
    """A power cut, and the machine starts again."""
    stage.site.kill_all()
    yield
    stage.site.start()


@contextlib.contextmanager
def supervisor_killed(stage: Stage) -> Iterator[None]:
    """The process that keeps the others is killed; they end with it, and somebody starts the site again."""
    with killed(stage, "supervisor"):
        assert stage.site.process is not None
        stage.site.process.wait(timeout=10)
        limit = time.monotonic() + 30
        while stage.site.health()[0]:
            if time.monotonic() > limit:
                raise DrillFailed("the web server lives on without its supervisor")
            time.sleep(0.1)
        yield
    stage.site.start()


def _clock(seconds: float) -> Callable[[Stage], contextlib.AbstractContextManager[object]]:
    return lambda stage: faults.clock_set(stage.clock, seconds)


def _kill(role: str) -> Callable[[Stage], contextlib.AbstractContextManager[object]]:
    return lambda stage: killed(stage, role)


def _gate(gate: Gate | None) -> Gate:
    assert gate is not None, "this drill needs servers"
    return gate


FULL, BUSY = "503 “The site’s disk is full”", "503 “Busy right now”"
AWAY = "503 “The site’s database is not responding”"
READ_ONLY = "503 “Nothing can be saved right now”"
DRILLS = [
    Drill("disk_full", "disk full (SQLite)", lambda stage: faults.full_disk(stage.site), [FULL]),
    Drill("busy", "another program holds the SQLite file", lambda stage: faults.held_database(stage.site), [BUSY]),
    Drill(
        "read_only_file", "SQLite file read-only", lambda stage: faults.read_only_file(stage.site), [READ_ONLY],
        without_privilege=True,
    ),
    Drill("clock_ahead", "clock set ahead by a day", _clock(86_400)),
    Drill("clock_back", "clock set back by a day", _clock(-86_400)),
    Drill("kill_web_worker", "kill -9 of the web workers", _kill("web worker"), ["saved", "no answer"], ["shown", "no answer"]),
    Drill("kill_web_master", "kill -9 of the web master", _kill("web master"), ["saved", "no answer"], ["shown", "no answer"]),
    Drill("kill_worker", "kill -9 of the worker", _kill("worker")),
    Drill("kill_beat", "kill -9 of beat, which sends the sweep", _kill("beat")),
    Drill("kill_supervisor", "kill -9 of the supervisor, then started again", supervisor_killed, ["no answer"], ["no answer"]),
    Drill("power_cut", "power cut (kill -9 of all, then started again)", all_killed, ["no answer"], ["no answer"]),
    Drill(
        "database_away", "PostgreSQL away", lambda stage: faults.away(_gate(stage.database)), [AWAY], [AWAY], on_servers=True
    ),
    Drill(
        "read_only_database", "PostgreSQL read-only",
        lambda stage: faults.read_only_database(stage.site.environment["DATABASE_URL"]), [READ_ONLY], on_servers=True,
    ),
    Drill("valkey_away", "Valkey away", lambda stage: faults.away(_gate(stage.valkey)), on_servers=True),
    Drill("valkey_stuck", "Valkey hangs", lambda stage: faults.stuck(_gate(stage.valkey)), on_servers=True),
]  # fmt: skip


@contextlib.contextmanager
def stage(
    data: Path,
    *,
    on_servers: bool = False,
    without_privilege: bool = False,
    players: int = PLAYERS,
    undisturbed: bool = False,
) -> Iterator[Stage]:
    """A site in the middle of a round: on SQLite, or on the servers of DATABASE_URL and REDIS_URL, else on its own.

    Its clock can be set, and its servers are behind gates; both cost time at every step, so not if it is ``undisturbed``.
    """
    clock = data / "clock.txt"
    clock.write_text("0")
    shim = Path(__file__).parent / "clock"
    # Coverage is not measured: while the disk is full, it could not write either, and would fail the page.
    environment = {"DATABASE_URL": "", "REDIS_URL": "", "JOB_LEASE_SECONDS": "5", "COVERAGE_PROCESS_START": ""}
    if not undisturbed:
        environment["DRILL_CLOCK"] = str(clock)
        environment["PYTHONPATH"] = os.pathsep.join([str(shim), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    with contextlib.ExitStack() as stack:
        database = valkey = None
        if on_servers:
            postgres = os.environ.get("DATABASE_URL") or stack.enter_context(servers.postgres())
            redis = os.environ.get("REDIS_URL") or stack.enter_context(servers.redis())
            environment |= {"DATABASE_URL": postgres, "REDIS_URL": redis}
            if not undisturbed:
                database, environment["DATABASE_URL"] = _behind_gate(stack, postgres)
                valkey, environment["REDIS_URL"] = _behind_gate(stack, redis)
        prefix = WITHOUT_PRIVILEGE if without_privilege and os.geteuid() == 0 else []
        site = stack.enter_context(running_site(data, environment=environment, prefix=prefix))
        page, *slips = site.python(SCENE.replace("PLAYERS", str(players))).split()
        yield Stage(site, page, slips, clock, database, valkey)


def _behind_gate(stack: contextlib.ExitStack, url: str) -> tuple[Gate, str]:
    parts = urlsplit(url)
    assert parts.port is not None
    gate = stack.enter_context(gate_to(parts.port))
    return gate, urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.port}", f":{gate.port}")))


def chosen(names: Sequence[str]) -> list[Drill]:
    """The drills whose names begin with one of these; all without any."""
    return [drill for drill in DRILLS if not names or any(drill.name.startswith(name) for name in names)]


def main(names: Sequence[str]) -> int:
    """Run the drills, those of one kind on one site, and print the table; the exit status."""
    drills, failed = chosen(names), 0
    if not drills:
        print(f"There is no such drill. There are: {', '.join(drill.name for drill in DRILLS)}")
        return 2
    print("| what fails | a page | a report | saved after | all well after |\n|---|---|---|---|---|", flush=True)
    for on_servers, without in ((False, False), (False, True), (True, False)):
        group = [drill for drill in drills if (drill.on_servers, drill.without_privilege) == (on_servers, without)]
        if not group:
            continue
        with (
            tempfile.TemporaryDirectory(prefix="wordhall-drill-") as folder,
            stage(Path(folder), on_servers=on_servers, without_privilege=without) as one,
        ):
            for drill in group:
                try:
                    print(drill.run(one).row(), flush=True)
                except AssertionError as error:
                    print(f"| {drill.title} | FAILED: {error} |", flush=True)
                    failed += 1
                    break
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
