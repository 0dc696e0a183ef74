"""The crossword game as the site plays it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.crossword.editor import SheetEditor, sheet_editor
from games.crossword.first_move import TileDraw
from games.crossword.judge import PlayJudge
from games.crossword.options import crossword_fields, crossword_options, initial_crossword
from games.crossword.seating import against_first, against_result, lost_on_time, points_by_seat, scores_by_seat
from games.crossword.viewer import Replay, replay_of
from games.dictionaries import open_if_readable
from games.engine.crossword import compare
from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.challenge_log import link_rulings, turns_of
from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from games.engine.crossword.check import ENGINE_VERSION, check_record
from games.engine.crossword.findings import CATALOGUE, Finding
from games.engine.crossword.likely import unlikely
from games.engine.crossword.record_check import RecordCheck, TurnView
from games.engine.crossword.rules import MAX_PLAYERS, RULE_SETS, RuleSet
from games.engine.crossword.tiles import tile_set, tile_set_slugs
from games.errors import GameError, NoResultError, UnknownRulesError
from games.game import NOBODY, Ending, Game, JudgeLog, RecordHeader, Seating, SlipPage, Stated
from games.viewer import Json
from lexicon.engine.compiled import CompiledLexicon
from lexicon.engine.spelling import SpeltLexicon
from lexicon.models import LexiconVersion
from lexicon.queries import open_spelt


class Crossword(Game[RuleSet, RecordCheck]):
    """Points for words on a board; typed moves or GCG files as records."""

    key = "crossword"
    label = gettext_lazy("Crossword")
    rule_sets = RULE_SETS
    default_rules = "tournament"
    engine_version = ENGINE_VERSION
    catalogue = CATALOGUE
    formats = {"gcg": "gcg", "moves": "txt", "json": "txt"}
    typed_format = "moves"
    max_seats = 4
    max_rounds_in_a_row = 9
    record_players = MAX_PLAYERS
    has_handicap_standings = True
    entry_handicap = "handicap_points"
    options_heading = gettext_lazy("Tiles and variations")
    judge = PlayJudge()
    replay_template = "games/replay.html"
    scripts = ("js/sheet-scorer.js", "js/sheet-editor.js")
    styles = ("css/sheet.css",)
    slip = SlipPage(
        about=gettext_lazy("We replay the game, check every score and show it on a board; you can skip the scores."),
        check=gettext_lazy("Check the moves"),
        empty=gettext_lazy("Type the moves first, one per line: 8D TRAIN 12"),
        help=gettext_lazy(
            "Position, word, points: 8D TRAIN 12. Row first is across, column first is down; lower case is "
            "a blank; a dot is a tile already on the board. -ABC exchanges, - passes."
        ),
        file_label=gettext_lazy("Or a GCG file"),
        attributes={"placeholder": "8D TRAIN 12"},
        accept=".gcg,.txt,text/plain",
        keyboard_template="games/_sheet_editor.html",
        keys_below=False,
        check_template="games/_crossword_check.html",
        record_template="games/_crossword_record.html",
    )

    def rules(self, slug: str, challenge: str, options: Mapping[str, object]) -> RuleSet:
        """The rule set with the division's challenge rule. Raises UnknownRulesError, InvalidOptionError."""
        if slug not in RULE_SETS:
            raise UnknownRulesError(slug)
        return RULE_SETS[slug].with_options(**{**options, "challenge": challenge})

    def option_fields(self) -> dict[str, forms.Field]:
        """Tiles, board and variations."""
        return crossword_fields()

    def options_of(self, slug: str, data: Mapping[str, Any], current: Mapping[str, object]) -> dict[str, object]:
        """What differs from the named rules."""
        return crossword_options(slug, data, current)

    def initial_options(self, slug: str, options: Mapping[str, object]) -> dict[str, object]:
        """The fields' values."""
        return initial_crossword(slug, options)

    def keyboard(self, rules: RuleSet, seating: Seating) -> SheetEditor:
        """The board on which moves are typed."""
        return sheet_editor(rules, seating.names)

    def first_move(self, rules: RuleSet) -> TileDraw:
        """With the tiles that the division plays with."""
        return TileDraw(rules)

    def check_dictionary(self, version: LexiconVersion, slug: str, options: Mapping[str, object]) -> None:
        """Raise GameError when the rules lay other tiles than those that the dictionary's words are spelt with.

        A language may have several sets (en, en-super). A language that has none is left to the director.
        """
        language = version.lexicon.language
        chosen = str(options.get("tile_set", RULE_SETS[slug].tile_set))
        if language in tile_set_slugs() and chosen.split("-", maxsplit=1)[0] != language:
            raise GameError(
                _(
                    "The words of “%(name)s” do not use %(tiles)s tiles. Choose %(fitting)s tiles, or "
                    "another dictionary."
                )
                % {"name": version.lexicon, "tiles": tile_set(chosen).name, "fitting": tile_set(language).name},
                code="dictionary",
            )

    def time_spread(self, rules: RuleSet) -> int:
        """By the rules."""
        return rules.overtime_spread

    def players_check_words(self, challenge: str) -> bool:
        """Where phoneys are refused at once, players may look up every play."""
        return not CHALLENGE_RULES[challenge].allowed

    def is_unlikely(self, scores: Sequence[int], rules: RuleSet) -> bool:
        """Outside of what was ever scored."""
        return unlikely(scores, rules)

    def check(
        self, data: bytes, *, rules: RuleSet, dictionary: LexiconVersion | None, seating: Seating = NOBODY
    ) -> RecordCheck:
        """Read a GCG file, JSON or typed moves; typed moves need not name the players."""
        lexicon = open_if_readable(dictionary, open_spelt)
        words: Container[str] | None = lexicon
        if lexicon is not None and rules.word_smog:
            words = _anagrams(lexicon, rules.tile_set)
        return check_record(data, rules=rules, words=words, seats=seating.names)

    def ending(self, check: RecordCheck, seating: Seating) -> Ending:
        """The final scores. Where record and rules disagree it is not for us to choose. Raises NoResultError."""
        if len(seating.names) > 2:
            return _of_table(check, seating)
        scores = scores_by_seat(check, seating)
        if scores is None or not check.complete:
            raise NoResultError(
                _(
                    "The record stops before the end of the game. Type both scores as well; the record is "
                    "stored with them."
                )
            )
        if check.stated_scores != check.final_scores:
            raise NoResultError(
                _(
                    "As written the record ends %(stated)s, by the rules %(computed)s. Type the two scores "
                    "you agreed on as well."
                )
                % {"stated": compare.joined(check.stated_scores), "computed": compare.joined(check.final_scores)}
            )
        if any(one.code == "end_missing" for one in check.findings):
            raise NoResultError(
                _(
                    "The game ended with tiles on both racks, and the record does not say which. Add a line for each player, "
                    "such as “(AEI)”, or type the two scores as well."
                )
            )
        return Ending(scores=scores, lost_on_time=lost_on_time(check, seating))

    def comparison(
        self, check: RecordCheck, seating: Seating, stated: Stated, rules: RuleSet, log: JudgeLog
    ) -> Iterable[Finding]:
        """Scores, who began, other rules, and the challenges beside the judge's log."""
        yield from against_result(check, stated, seating)
        yield from against_first(check, seating)
        yield from compare.against_rules(check)
        yield from _against_log(check, log)

    def difference(self, one: RecordCheck, other: RecordCheck, seating: Seating) -> tuple[Finding, ...]:
        """The first turn that differs."""
        return compare.against_other(one, other)

    def judged_turn(self, summary: Json, log: JudgeLog, ruling: int) -> int | None:
        """The play whose words were judged."""
        turns = [TurnView.from_dict(turn) for turn in summary.get("turns", [])]
        links = link_rulings(turns_of(turns), log.rulings).links
        return next((link.turn for link in links if link.ruling.id == ruling), None)

    def headers(self, check: RecordCheck) -> Iterable[RecordHeader]:
        """One game, with the pragmas of GCG."""
        return (RecordHeader(compare.names_in(check), check.record.pragma),)

    def replay(self, data: Json, *, seating: Seating, game: int = 1, at: int | None = None) -> Replay:
        """With the board; the players of typed moves are named by their seats."""
        return replay_of(data, at=at, names=seating.names if data["format"] == self.typed_format else ())


def _of_table(check: RecordCheck, seating: Seating) -> Ending:
    """Everybody's points at a table of more than two, where the record gives them beyond doubt."""
    points = points_by_seat(check, seating)
    doubtful = check.stated_scores != check.final_scores or any(one.code == "end_missing" for one in check.findings)
    if points is None or not check.complete or doubtful:
        raise NoResultError(
            _("The record does not give every player's points. Type them as well; the record is stored with them.")
        )
    return Ending(games=(points,))


def _against_log(check: RecordCheck, log: JudgeLog) -> tuple[Finding, ...]:
    """A challenge without a ruling is worth telling only where there is a judge."""
    rulings = log.rulings
    findings = compare.against_log(check, rulings)
    if rulings or not any(one.code == "challenge_not_logged" for one in findings) or log.has_judge():
        return findings
    return tuple(one for one in findings if one.code != "challenge_not_logged")


@lru_cache(maxsize=2)  # 40 MB each; an event of this variant is rare, and has one dictionary
def _anagrams(lexicon: CompiledLexicon | SpeltLexicon, tile_set_slug: str) -> AnagramWords:
    return AnagramWords(lexicon, tile_set(tile_set_slug))


CROSSWORD = Crossword()
