"""A hall of phones reports a round of 100 players: undisturbed, and while parts of the site fail one after the other.

    script/drill crowd              prints a row for each: what the phones were answered, and how long it took

First 40 phones report the whole round one after the other, as fast as they are answered: how long a report takes then.

The same is a test: ``tests/processes/test_crowd.py``.
"""

import contextlib
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.harness import faults
from tests.harness.drills import CHECK, RATED, SUBMISSIONS, DrillFailed, Phone, Stage, described, killed, stage
from tests.harness.visitor import Visitor

PLAYERS = 100
#: Phones whose buttons are pressed in the same moment.
AT_ONCE = 40
#: A restart of the database, and a broker that is away for long.
SHORT, LONG = 3.0, 300.0
CONFIRMED = "SELECT count(*) FROM tournaments_result WHERE state = 'confirmed'"
TYPED = {"first_score": "401", "second_score": "367"}
RUSH_HEAD = "| on | reports | answered half of them in | 99 of 100 in | all in |\n|---|---|---|---|---|"
HEAD = (
    "| what fails | reports | first answers | slowest | all saved after | all well after |\n|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Trouble:
    """A fault, and for how many seconds it goes on after the buttons were pressed."""

    title: str
    cause: Callable[[Stage], contextlib.AbstractContextManager[object]]
    seconds: float = 0.0


@dataclass
class Outcome:
    """What the phones of one go were answered first, in how many seconds, and how long after the fault was gone everything was well."""

    title: str
    reports: int
    answers: Counter[str]
    seconds: list[float]
    saved_after: float
    well_after: float

    def row(self) -> str:
        """A row of the table."""
        answers = ", ".join(f"{count} {words}" for words, count in self.answers.most_common())
        return (
            f"| {self.title} | {self.reports} | {answers} | {max(self.seconds):.1f} s | {self.saved_after:.1f} s "
            f"| {self.well_after:.1f} s |"
        )


def report(stage: Stage, slips: Sequence[str], trouble: Trouble) -> Outcome:
    """These phones report in the same moment, each third with two taps, in the midst of a fault; all try on until they are saved."""
    phones = [_with_form(stage, slip) for slip in slips]
    phones += [Phone(phone.visitor, phone.page, phone.typed) for phone in phones[::3]]
    together = threading.Barrier(len(phones) + 1)

    def press(phone: Phone) -> tuple[str, float]:
        together.wait()
        started = time.monotonic()
        answer = phone.tap()
        seconds = time.monotonic() - started
        if answer.status != 200:
            phone.until_saved()
        return described(answer, "saved"), seconds

    with ThreadPoolExecutor(len(phones)) as pool:
        pressed = [pool.submit(press, phone) for phone in phones]
        with trouble.cause(stage):
            together.wait()
            time.sleep(trouble.seconds)
        gone = time.monotonic()
        answers = [one.result() for one in pressed]
    saved_after = time.monotonic() - gone
    stage.settle()
    counted = Counter(words for words, _seconds in answers)
    seconds = [seconds for _words, seconds in answers]
    return Outcome(trouble.title, len(slips), counted, seconds, saved_after, time.monotonic() - gone)


def _with_form(stage: Stage, slip: str) -> Phone:
    visitor = Visitor(stage.site.url, most_wait=0.5)
    return Phone(visitor, visitor.look(slip), dict(TYPED))


def check_all_kept(stage: Stage) -> None:
    """Each report is there once, each game is confirmed and rated once, and ratings equal a rebuild. Raises DrillFailed."""
    counts = {
        name: stage.one(sql) for name, sql in (("reports", SUBMISSIONS), ("confirmed", CONFIRMED), ("rated", RATED))
    }
    if counts != {"reports": PLAYERS, "confirmed": PLAYERS // 2, "rated": PLAYERS // 2}:
        raise DrillFailed(f"{PLAYERS} reports of {PLAYERS // 2} games were sent: {counts}")
    if "equal when recomputed from scratch" not in stage.site.python(CHECK):
        raise DrillFailed("ratings differ from a rebuild")


def rush(stage: Stage) -> list[float]:
    """The whole round from as many phones as report at once, each third report with two taps: the seconds until each was answered.

    Raises DrillFailed unless all are saved and rated once.
    """
    phones = [_with_form(stage, slip) for slip in stage.slips]
    taps = [phone for number, phone in enumerate(phones) for _tap in range(1 if number % 3 else 2)]

    def press(phone: Phone) -> float:
        visitor = Visitor(stage.site.url)
        started = time.monotonic()
        if (answer := visitor.tap(phone.page, phone.page.form(), phone.typed)).status != 200:
            raise DrillFailed(f"a report was answered {answer.status}: {answer.text[-300:]}")
        return visitor.answered - started

    with ThreadPoolExecutor(AT_ONCE) as pool:
        seconds = sorted(pool.map(press, taps))
    stage.settle()
    check_all_kept(stage)
    return seconds


def _kill(role: str) -> Trouble:
    return Trouble(f"kill -9 of the {role}", lambda stage: killed(stage, role))


NOTHING = Trouble("nothing", lambda _stage: contextlib.nullcontext())
KILLS = [_kill(role) for role in ("web worker", "web master", "worker", "beat")]


def of_a_club() -> list[Trouble]:
    """What fails on one machine with SQLite."""
    full = Trouble("disk full (SQLite)", lambda stage: faults.full_disk(stage.site), SHORT)
    return [*KILLS, full]


def on_servers(*, away: float) -> list[Trouble]:
    """What fails on PostgreSQL and Valkey; Valkey for so many seconds."""

    def gate_closed(name: str) -> Callable[[Stage], contextlib.AbstractContextManager[object]]:
        return lambda stage: faults.away(getattr(stage, name))

    return [
        *KILLS,
        Trouble("PostgreSQL restarted", gate_closed("database"), SHORT),
        Trouble(f"Valkey away for {away:.0f} s", gate_closed("valkey"), away),
    ]


def check_round(stage: Stage, troubles: Sequence[Trouble]) -> list[Outcome]:
    """The whole round: ``AT_ONCE`` phones undisturbed, then the others in as many goes as there are troubles. Raises DrillFailed."""
    goes = [(NOTHING, stage.slips[:AT_ONCE])]
    left, share = stage.slips[AT_ONCE:], -(-(PLAYERS - AT_ONCE) // max(len(troubles), 1))
    goes += [(trouble, left[number * share : (number + 1) * share]) for number, trouble in enumerate(troubles)]
    outcomes = [report(stage, slips, trouble) for trouble, slips in goes if slips]
    check_all_kept(stage)
    return outcomes


def main() -> int:
    """Both tables; the exit status."""
    try:
        print(RUSH_HEAD, flush=True)
        for servers, name in ((False, "SQLite"), (True, "PostgreSQL and Valkey")):
            with _staged(on_servers=servers, undisturbed=True) as one:
                taken = rush(one)
            half, nearly = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
            print(f"| {name} | {len(taken)} | {half:.1f} s | {nearly:.1f} s | {taken[-1]:.1f} s |", flush=True)
        print(HEAD, flush=True)
        for servers, troubles in ((False, of_a_club()), (True, on_servers(away=LONG))):
            with _staged(on_servers=servers) as one:
                for outcome in check_round(one, troubles):
                    print(outcome.row(), flush=True)
    except AssertionError as error:
        print(f"FAILED: {error}", flush=True)
        return 1
    return 0


@contextlib.contextmanager
def _staged(*, on_servers: bool, undisturbed: bool = False) -> Iterator[Stage]:
    with (
        tempfile.TemporaryDirectory(prefix="wordhall-crowd-") as folder,
        stage(Path(folder), on_servers=on_servers, players=PLAYERS, undisturbed=undisturbed) as one,
    ):
        yield one


if __name__ == "__main__":
    sys.exit(main())
