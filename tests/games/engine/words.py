"""The dictionary that comes with the program, ready for the engines; built once for all tests of a process."""

from functools import cache

from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.rules import RULE_SETS
from lexicon.queries import shipped_lexicon


@cache
def shipped_words() -> tuple[str, ...]:
    """All its words, in order."""
    return tuple(sorted(shipped_lexicon()))


@cache
def shipped_graph() -> WordGraph:
    """All its words as a graph, for the tournament rules."""
    return WordGraph.build(shipped_words(), RULE_SETS["tournament"])


@cache
def few_words_graph() -> WordGraph:
    """Its words of two and three letters and a thirtieth of the others: games of these are quicker, and have more incidents."""
    few = [word for number, word in enumerate(shipped_words()) if len(word) <= 3 or number % 30 == 0]
    return WordGraph.build(few, RULE_SETS["tournament"])
