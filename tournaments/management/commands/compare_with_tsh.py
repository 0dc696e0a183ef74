"""``manage.py compare_with_tsh``: rounds of made-up events shaped like real ones, paired by tsh's rules and by ours.

Exit codes: 0 never more repeats and at least as good in all four in 98 of 100 rounds, 1 otherwise, 2 wrong use.
"""

import argparse
import importlib.util
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.proof.compare import MEASURES, Comparison, compare
from tournaments.proof.events import SYSTEMS

#: Systems that pair any round from the standings alone.
_DEFAULT = ("win_groups",)
_SHARE = 0.98


class Command(BaseCommand):
    """Needs no database: numbers in, a table out."""

    help = (
        "Pair made-up events shaped like real ones by a plain reading of tsh's rules and by our systems, and compare."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which events, and which of our systems."""
        parser.add_argument(
            "--from", type=_whole, default=1, dest="start", metavar="N", help="the first event's number"
        )
        parser.add_argument("--count", type=_whole, default=100, metavar="K", help="how many events (default 100)")
        parser.add_argument(
            "--system",
            action="append",
            choices=SYSTEMS,
            metavar="S",
            help=f"one of our systems, as often as you like (default {', '.join(_DEFAULT)}); the first is judged",
        )

        parser.add_argument(
            "--fide", action="store_true", help="compare with FIDE's Dutch system instead (package caissify-pairings)"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        """Pair, compare, print."""
        if options["fide"] and importlib.util.find_spec("caissify_pairings") is None:
            raise CommandError(
                "caissify-pairings is not installed: pip install --target var/fide caissify-pairings, "
                "then run this again with PYTHONPATH=var/fide."
            )
        numbers = range(options["start"], options["start"] + options["count"])
        chosen = options["system"] or list(_DEFAULT)
        rows = {
            system: [one for number in numbers for one in compare(number, system, fide=options["fide"])]
            for system in chosen
        }
        self.stdout.write(
            "| paired by | rounds | repeats | score differences | starts | distance | as good in all | worse |"
        )
        self.stdout.write("|---|--:|--:|--:|--:|--:|--:|---|")
        first = rows[chosen[0]]
        theirs = [sum(one.theirs[k] for one in first) for k in range(len(MEASURES))]
        other = "FIDE Dutch" if options["fide"] else "tsh's rules"
        self.stdout.write(f"| {other} | {len(first):,} | {_cells(theirs)} | | |")
        for system, compared in rows.items():
            ours = [sum(one.ours[k] for one in compared) for k in range(len(MEASURES))]
            share = 100 * sum(one.as_good for one in compared) / len(compared)
            self.stdout.write(
                f"| `{system}` | {len(compared):,} | {_cells(ours)} | {share:.1f} % | {_worse(compared)} |"
            )
        self.stdout.write(f"Events {numbers[0]} to {numbers[-1]}.")
        more = [one for one in first if one.ours[0] > one.theirs[0]]
        if options["fide"]:
            return  # a yardstick, not a promise: the Dutch system has other aims
        if more:
            raise CommandError(f"more repeats than by tsh's rules: event {more[0].event}, round {more[0].round}.")
        if sum(one.as_good for one in first) < _SHARE * len(first):
            raise CommandError(f"{chosen[0]} is worse in more than 2 of 100 rounds.")


def _cells(values: list[int]) -> str:
    return " | ".join(f"{value:,}" for value in values)


def _worse(compared: list[Comparison]) -> str:
    """In how many rounds each measure is worse than by tsh's rules."""
    counts = Counter(
        name for one in compared for name, own, other in zip(MEASURES, one.ours, one.theirs, strict=True) if own > other
    )
    return ", ".join(f"{name} {counts[name]:,}" for name in MEASURES if counts[name]) or "–"


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 1 up")
    return int(text)
