"""Parts of a slip's page for Word Basket: the first lines of the box, and the check of what is typed, with its next word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.wordbasket.match import MatchCheck, NextWord, check_match, next_word
from games.engine.wordbasket.merging import LABELS
from games.engine.wordbasket.rules import HANDICAPS, Handicap, RuleSet
from games.game import Seating
from games.wordbasket.viewer import replay_of
from lexicon.engine.shiritori import Listings, Verdict
from lexicon.shiritori_words import sentence


@dataclass(frozen=True, slots=True)
class Next:
    """The verdict on the word that is being typed, in the reader's language, and the cards that could go with it."""

    verdict: str
    sentence: str
    cards: tuple[str, ...]


def handicaps_of(seating: Seating) -> dict[str, Handicap]:
    """The handicaps of those players who have one, by name."""
    return {name: HANDICAPS[key] for name, key in seating.handicaps.items()}


def heading(seating: Seating) -> str:
    """The first lines of a record of this game: a letter and the name of each player, and who has a handicap."""
    lines = [f"#player {label} {name}" for label, name in zip(LABELS, seating.names, strict=False)]
    handicaps = handicaps_of(seating)
    for label, name in zip(LABELS, seating.names, strict=False):
        if name in handicaps:
            lines.append(f"#handicap {label} {handicaps[name].min_letters} {handicaps[name].last_letters}")
    return "\n".join(lines) + "\n"


def check_typed(text: str, *, rules: RuleSet, dictionary: Listings | None, seating: Seating) -> dict[str, Any]:
    """The typed game replayed, and a verdict on a last line that has a word but no card yet."""

    def check(text: str) -> MatchCheck:
        levels = handicaps_of(seating)
        return check_match(text.encode(), rules=rules, dictionary=dictionary, seats=seating.names, handicaps=levels)

    done, typing = _last_line(text)
    match = check(done)
    coming = _next(match, *typing, dictionary=dictionary) if typing else None
    if typing and coming is None:  # the last line is an event of its own after all
        match = check(text)
    replay = replay_of(match.as_dict(), game=len(match.games))
    return {"replay": replay, "table": replay.turns[-1] if replay.turns else None, "next": coming}


def _last_line(text: str) -> tuple[str, tuple[str, str] | None]:
    """The lines before the last and (player, word), when the last line is just these two and is still open."""
    before, _sep, last = text.rstrip(" \u3000").rpartition("\n")
    parts = last.split()
    if len(parts) != 2 or last.lstrip().startswith(("#", ";")):
        return text, None
    return before + "\n", (parts[0], parts[1])


def _next(match: MatchCheck, label: str, word: str, *, dictionary: Listings | None) -> Next | None:
    game = match.games[-1]
    player = next((index for index, other in enumerate(game.record.players) if other.label == label), None)
    if player is None or game.last is None or word in _STATEMENTS:
        return None
    word_check: NextWord = next_word(game.last, player, word, dictionary=dictionary)
    cards = tuple(map(str, word_check.cards))
    if dictionary is None and word_check.judgement.verdict is not Verdict.ILLEGAL:
        # While the game is on nothing is said about words; the rules of linking are no secret.
        players_decide = _("“%(word)s” follows correctly. Whether it is a word is for the players to decide.") % {
            "word": word
        }
        return Next("unjudged", players_decide, cards)
    return Next(str(word_check.judgement.verdict), sentence(word_check.judgement), cards)


#: Second words of a line that are no words of the game.
_STATEMENTS = frozenset(
    {"reach", "win", "penalty", "noreach", "reset", "back", "miss", "hand"}
    | {"リーチ", "ペナルティ", "ペナルティー", "リーチ忘れ", "リセット", "同時", "外れ", "手札", "勝ち"}
)
