"""``script/bench NAME [--json]``: run one benchmark and print its figures beside their yardsticks."""

import argparse
import importlib
import os
import sys
from pathlib import Path

import django

from benchmarks.figures import as_json, as_table

NAMES = ("records", "pairing", "ratings", "lexicon", "pages", "wordbasket", "analysis", "agreement", "growth")


def main(arguments: list[str]) -> int:
    """Parse the command line, run ``benchmarks.NAME.run()``, print; returns the exit status."""
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("files", nargs="*", type=Path, help="agreement: game records")
    parser.add_argument("--player", help="agreement: only the moves of this nick")
    options = parser.parse_intermixed_args(arguments)
    of_files = {"files": options.files, "player": options.player} if options.name == "agreement" else {}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    figures = importlib.import_module(f"benchmarks.{options.name}").run(**of_files)
    print(as_json(figures) if options.json else as_table(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
