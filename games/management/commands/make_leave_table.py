"""``manage.py make_leave_table``: what it is worth to keep tiles, learned by self-play, for the analysis of games."""

import time
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand

from games.crossword.analysing import leaves_file
from games.engine.crossword.leave_training import train
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.tiles import tile_set_slugs
from games.management.editions import Editions
from lexicon.wordlists.files import put_in_place


class Command(BaseCommand):
    """Needs no database, unless ``--lexicon`` names a dictionary that was uploaded."""

    help = (
        "Make the table of what tiles on the rack are worth, by self-play with one dictionary and one set of tiles, and put it where the "
        "analysis of games reads it. Takes about 0.05 s for each game in each generation. Run it again for a new edition."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Dictionary, tiles, how long, seed, and where to."""
        parser.add_argument("--lexicon", default="en", metavar="NAME", help="the dictionary; default: en")
        parser.add_argument("--tile-set", default="en", choices=tile_set_slugs(), metavar="SLUG", help="default: en")
        parser.add_argument("--games", type=int, default=700, help="games in each generation; default: 700")
        parser.add_argument("--generations", type=int, default=2, help="default: 2")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same table; default: 1")
        parser.add_argument("--to", default="", metavar="FILE", help="write the table there instead")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, fit, write."""
        started = time.monotonic()
        rules = RULE_SETS["tournament"].with_options(tile_set=options["tile_set"])
        edition = Editions(options["lexicon"]).undated(None)
        table = train(
            rules,
            WordGraph.build(cast("Iterable[str]", edition.words), rules),
            games=max(1, options["games"]),
            generations=max(1, options["generations"]),
            seed=options["seed"],
            tell=self.stdout.write,
        )
        target = Path(options["to"]) if options["to"] else leaves_file(options["tile_set"], edition.checksum)
        target.parent.mkdir(parents=True, exist_ok=True)
        put_in_place(target, table.as_json().encode())
        self.stdout.write(f"{target}: made in {time.monotonic() - started:.0f} s")
