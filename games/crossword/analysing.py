"""The analysis of a record with the site's dictionaries and leave tables."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.analysis import analyse
from games.engine.crossword.check import check_record
from games.engine.crossword.leaves import LeaveTable, packaged_table
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.rules import RULE_SETS, RuleSet
from games.engine.crossword.weighing import Weigher
from games.game import Seating
from lexicon.models import LexiconVersion
from lexicon.queries import open_spelt

#: Only the tiles matter to a graph.
_PLAIN = RULE_SETS["tournament"]


def leaves_file(tile_set_slug: str, checksum: str) -> Path:
    """Where the table of a tile set and a dictionary (the checksum of its words) lies that was made on this site."""
    return Path(settings.WORDHALL_DATA) / "leaves" / f"{tile_set_slug}-{checksum}.json"


def leave_table(tile_set_slug: str, checksum: str) -> LeaveTable | None:
    """The table made on this site for the dictionary, else the one that comes with the program for the tile set, else None."""
    try:
        return LeaveTable.from_json(leaves_file(tile_set_slug, checksum).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return packaged_table(tile_set_slug)


def analysed_turns(
    data: bytes, *, rules: RuleSet, dictionary: LexiconVersion, seating: Seating
) -> list[dict[str, Any]]:
    """The turns of a record beside the best moves. Raises LexiconUnavailableError."""
    weigher = _weigher(rules, dictionary)
    check = check_record(
        data, rules=rules, words=_words(rules.tile_set, rules.word_smog, dictionary), seats=seating.names
    )
    phoneys = {
        one.turn for one in check.findings if one.code in {"phoney", "bonus_for_phoney"} and one.turn is not None
    }
    return [turn.as_dict() for turn in analyse(check, weigher, phoneys=phoneys)]


@lru_cache(maxsize=2)  # a graph has some MB with what it remembers, the words of word-smog 18
def _words(tile_set_slug: str, word_smog: bool, dictionary: LexiconVersion) -> WordGraph | AnagramWords:  # noqa: FBT001
    lexicon = open_spelt(dictionary)
    rules = _PLAIN.with_options(tile_set=tile_set_slug)
    return AnagramWords(lexicon, rules.tiles) if word_smog else WordGraph.build(lexicon, rules)


def _weigher(rules: RuleSet, dictionary: LexiconVersion) -> Weigher:
    table = leave_table(rules.tile_set, dictionary.checksum)
    return Weigher(rules, _words(rules.tile_set, rules.word_smog, dictionary), table)
