"""Check a file of events, one a line: ``python -m tournaments.proof.checker FILE``. Exit code 1 if a rule is broken."""

import json
import sys
from pathlib import Path

from . import Work, check_event

WRONG_USE = 2


def main(arguments: list[str]) -> int:
    """Print every violation and a summary."""
    if len(arguments) != 1:
        print("usage: python -m tournaments.proof.checker FILE", file=sys.stderr)  # noqa: T201  # a program of its own
        return WRONG_USE
    work, events, broken = Work(), 0, 0
    with Path(arguments[0]).open(encoding="utf-8") as file:
        for line in file:
            events += 1
            for round_, violation in check_event(json.loads(line), work):
                broken += 1
                print(f"event {events}, round {round_}, {violation.rule}: {violation.text}")  # noqa: T201
    print(f"{events} events, {work.pairs} pairs, {broken} violations")  # noqa: T201
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
