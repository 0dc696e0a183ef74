"""The crossword game as the site plays it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.drawing import Picture
from games.crossword.analysing import analysed_turns
from games.crossword.editor import SheetEditor, sheet_editor
from games.crossword.first_move import TileDraw
from games.crossword.judge import PlayJudge
from games.crossword.options import crossword_fields, crossword_options, initial_crossword
from games.crossword.picture import position_picture, share_card
from games.crossword.rules_in_words import rules_in_words
from games.crossword.viewer import Replay, replay_of, statistics_of, with_analysis
from games.engine.crossword import compare, merging, puzzles
from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.analysis import ANALYSIS_VERSION, TurnAnalysis
from games.engine.crossword.challenge_rules import BY_RULES
from games.engine.crossword.check import ENGINE_VERSION, RecordCheck, TurnView, check_record
from games.engine.crossword.compare import link_adjudications, turns_of
from games.engine.crossword.ending import unlikely
from games.engine.crossword.findings import CATALOGUE, Finding, Severity
from games.engine.crossword.movelist import write as write_moves
from games.engine.crossword.plays import best_plays
from games.engine.crossword.record import Record
from games.engine.crossword.rules import CHALLENGES_BY_RULES, MAX_PLAYERS, RULE_SETS, RuleSet
from games.engine.crossword.statistics import deficits
from games.engine.crossword.tiles import tile_set, tile_set_slugs
from games.engine.figures import BestPlays, PlayerFigures
from games.engine.findings import Verdict
from games.engine.names import plain
from games.engine.sheets import Row, Sheet
from games.errors import GameError, NoResultError, UnknownRulesError
from games.game import (
    LEVEL,
    NOBODY,
    SEATS,
    Edition,
    Ending,
    Game,
    JudgeLog,
    Overtime,
    RecordHeader,
    Seating,
    SlipPage,
    Stated,
    open_if_readable,
)
from games.viewer import Json, ReplayView
from lexicon.engine.compiled import CompiledLexicon
from lexicon.engine.spelling import SpeltLexicon
from lexicon.models import LexiconVersion
from lexicon.queries import open_spelt

#: A club that plays in this language has a rule sheet of its own.
RULES_OF_EDITIONS = {"gu": "gujarati-club"}


class Crossword(Game[RuleSet, RecordCheck]):
    """Points for words on a board; typed moves or GCG files as records."""

    key = "crossword"
    label = gettext_lazy("Crossword")
    rule_sets = RULE_SETS
    default_rules = "tournament"
    engine_version = ENGINE_VERSION
    catalogue = CATALOGUE
    analysis_version = ANALYSIS_VERSION
    formats = {"gcg": "gcg", "moves": "txt", "json": "txt"}
    typed_format = "moves"
    written_formats = ("gcg", "json")
    compared = gettext_lazy(
        "Lines are compared by the tiles played, the score and the running total; each player’s racks "
        "come from their own sheet."
    )
    has_pictures = True
    has_variations = True
    max_seats = 4
    max_rounds_in_a_row = 9
    record_players = MAX_PLAYERS
    has_handicap_standings = True
    entry_handicap = "handicap_points"
    options_heading = gettext_lazy("Tiles and variations")
    judge = PlayJudge()
    replay_template = "games/replay.html"
    scripts = ("js/sheet-scorer.js", "js/sheet-box.js", "js/sheet-editor.js")
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
        check_template="games/_crossword_check.html",
        record_template="games/_crossword_record.html",
    )

    def rules(self, slug: str, challenge: str, options: Mapping[str, object]) -> RuleSet:
        """The rule set with the division's challenge rule, or its own (``BY_RULES``). Raises UnknownRulesError, InvalidOptionError."""
        if slug not in RULE_SETS:
            raise UnknownRulesError(slug)
        challenge = CHALLENGES_BY_RULES[slug] if challenge == BY_RULES else challenge
        return RULE_SETS[slug].with_options(**{**options, "challenge": challenge})

    def rules_in_words(self, rules: RuleSet) -> tuple[tuple[str, str], ...]:
        """What the rule sheet says, for players."""
        return rules_in_words(rules)

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

    def slip_hint(self, options: Mapping[str, object]) -> str:
        """How a blank is written in a script without case."""
        tiles = tile_set(str(options.get("tile_set", "en")))
        return (
            _("Write a blank as its letter with a star: %(example)s.") % {"example": tiles.tiles[0].lower}
            if tiles.caseless
            else ""
        )

    def editions(self) -> tuple[Edition, ...]:
        """One for each set of tiles, by name."""
        sets = sorted(map(tile_set, tile_set_slugs()), key=lambda one: one.name)
        return tuple(
            Edition(one.slug, _(one.name), one.language, {"tile_set": one.slug}, RULES_OF_EDITIONS.get(one.slug, ""))
            for one in sets
        )

    def check_dictionary(self, version: LexiconVersion, slug: str, options: Mapping[str, object]) -> None:
        """Raise GameError when the rules lay other tiles than those that the dictionary's words are spelt with.

        A language may have several sets (en, en-super). A language that has none is left to the director.
        """
        language = version.lexicon.language
        chosen = str(options.get("tile_set", RULE_SETS[slug].tile_set))
        if language in tile_set_slugs() and tile_set(chosen).language != language:
            raise GameError(
                _("“%(name)s” does not go with %(tiles)s tiles. Choose %(fitting)s tiles, or another dictionary.")
                % {"name": version.lexicon, "tiles": _(tile_set(chosen).name), "fitting": _(tile_set(language).name)},
                code="dictionary",
            )

    def time_spread(self, rules: RuleSet) -> int:
        """By the rules."""
        return rules.overtime_spread

    def overtime(self, rules: RuleSet) -> Overtime:
        """By the rules."""
        return Overtime(rules.overtime_points, rules.overtime_minutes, rules.overtime_loses)

    def players_check_words(self, rules: RuleSet) -> bool:
        """Where phoneys are refused at once, players may look up every play."""
        return not rules.challenge_rule.allowed

    def leader_wins_tie(self, rules: RuleSet) -> bool:
        """By the rules."""
        return rules.tie_before_adjustment

    def led_before(self, check: RecordCheck, seating: Seating) -> str:
        """The winner that the record gives."""
        return _led_before(check, seating)

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
        scores = _scores_by_seat(check, seating)
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
                    "As written, the record ends %(stated)s; by the rules, it ends %(computed)s. Type the two scores "
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
        return Ending(scores=scores, lost_on_time=_lost_on_time(check, seating))

    def comparison(
        self, check: RecordCheck, seating: Seating, stated: Stated, rules: RuleSet, log: JudgeLog
    ) -> Iterable[Finding]:
        """Scores, who began, other rules, and the challenges beside the judge's log."""
        yield from _against_result(check, stated, seating)
        yield from _against_first(check, seating)
        yield from compare.against_rules(check)
        yield from _against_log(check, log)

    def difference(self, one: RecordCheck, other: RecordCheck, seating: Seating) -> tuple[Finding, ...]:
        """The first turn that differs."""
        return compare.against_other(one, other)

    def side_by_side(self, sheets: Sequence[Sheet[RecordCheck]], seating: Seating) -> Sequence[Row]:
        """The moves of both, paired by what they laid; none where a record has not as many players as the table."""
        if any(len(sheet.check.record.players) != len(seating.names) for sheet in sheets):
            return ()
        return merging.side_by_side(sheets, _orders(sheets, seating))

    def merged(
        self, sheets: Sequence[Sheet[RecordCheck]], seating: Seating, choices: Mapping[int, int], note: str
    ) -> bytes:
        """A GCG file."""
        orders = _orders(sheets, seating)
        rows = merging.side_by_side(sheets, orders)
        return merging.as_gcg(merging.merged(sheets, rows, orders, seating.names, choices, note))

    def written(self, check: RecordCheck, seating: Seating, format_: str) -> bytes:
        """GCG, or the JSON form of ``record_json``."""
        record = merging.written(check, seating.names)
        return merging.as_gcg(record) if format_ == "gcg" else merging.as_json(record)

    def judged_turn(self, summary: Json, log: JudgeLog, adjudication: int) -> int | None:
        """The play whose words were judged."""
        turns = [TurnView.from_dict(turn) for turn in summary.get("turns", [])]
        links = link_adjudications(turns_of(turns), log.adjudications).links
        return next((link.turn for link in links if link.adjudication.id == adjudication), None)

    def analyse(
        self, data: bytes, *, rules: RuleSet, dictionary: LexiconVersion, seating: Seating
    ) -> list[dict[str, Any]]:
        """By static evaluation, with the words of ``dictionary``."""
        return analysed_turns(data, rules=rules, dictionary=dictionary, seating=seating)

    def analysed(self, replay: ReplayView, turns: Sequence[Json]) -> ReplayView:
        """With each turn's best moves, and sums for each player."""
        return with_analysis(replay, turns) if isinstance(replay, Replay) else replay

    def puzzles(self, turns: Sequence[Json]) -> list[Json]:
        """Those where one play stands out."""
        return [turn for turn in turns if puzzles.is_puzzle(TurnAnalysis.from_dict(turn))]

    def answered(self, check: RecordCheck, rules: RuleSet, turn: Json, typed: str) -> Json | None:
        """However the word is written: with or without the tiles on the board."""
        analysed = TurnAnalysis.from_dict(turn)
        choice = puzzles.answered(analysed, check.boards_before[analysed.number - 1], typed, rules)
        return None if choice is None else turn["best"][analysed.best.index(choice)]

    def best_words(self, check: RecordCheck, rules: RuleSet, turn: Json) -> list[str]:
        """Their main words."""
        analysed = TurnAnalysis.from_dict(turn)
        board = check.boards_before[analysed.number - 1]
        words = (puzzles.main_word(choice, board, rules) for choice in analysed.best)
        return list(dict.fromkeys(filter(None, words)))

    def missed_words(
        self, check: RecordCheck, rules: RuleSet, turns: Sequence[Json], player: int
    ) -> list[tuple[int, str, float]]:
        """The main words of the best plays."""
        analysed = [TurnAnalysis.from_dict(turn) for turn in turns]
        return puzzles.missed_words(analysed, check.boards_before, rules, player)

    def headers(self, check: RecordCheck) -> Iterable[RecordHeader]:
        """One game, with the pragmas of GCG."""
        return (RecordHeader(compare.names_in(check), check.record.pragma),)

    def replay(self, data: Json, *, seating: Seating, game: int = 1, at: int | None = None) -> Replay:
        """With the board; the players of typed moves are named by their seats, unless the moves name them already."""
        seats = {plain(name) for name in seating.names}
        named = all(plain(player["name"]) in seats for player in data["players"])
        return replay_of(data, at=at, names=() if named or data["format"] != self.typed_format else seating.names)

    def picture(self, replay: ReplayView) -> Picture | None:
        """The board, with the score and the last move."""
        return position_picture(replay) if isinstance(replay, Replay) else None

    def share_card(self, replay: ReplayView, heading: str, scores: Sequence[tuple[str, int]]) -> Picture | None:
        """The board beside the players and their scores."""
        return share_card(replay, heading=heading, scores=scores) if isinstance(replay, Replay) else None

    def variation(self, check: RecordCheck, rules: RuleSet, before: int, moves: str) -> bytes:
        """Typed moves. Headings and notes of the record are not those of the variation."""
        record = merging.written(check)
        events = tuple(event._replace(note="", extra="") for event in record.events[: before - 1])
        kept = Record(record.players, events)
        return f"{write_moves(kept, rules)}\n{moves}\n".encode()

    def figures(self, data: Json) -> tuple[PlayerFigures, ...]:
        """Of a game that was played to its end; another one's best play may still have been to come."""
        if not data.get("complete"):
            return ()
        rules = RULE_SETS[data["rules"]["slug"]].with_options(**data["rules"]["options"])
        turns = [TurnView.from_dict(turn) for turn in data["turns"]]
        players = statistics_of(data, turns, rules, len(data["players"]))
        behind = deficits(turns, len(players))
        return tuple(
            PlayerFigures(
                bingos=one.bingos,
                best=(one.best.computed_score or 0) if one.best else 0,
                play=one.best.text if one.best else "",
                score=score,
                turns=one.turns,
                tiles=one.turnover,
                blanks=one.blanks,
                exchanges=one.exchanges,
                phoneys=one.phoneys,
                taken_off=one.challenged_off,
                stood=one.stood,
                behind=most,
            )
            for one, score, most in zip(players, data["result_scores"], behind, strict=True)
        )

    def best_plays(self, data: Json, names: Sequence[str], scores: Sequence[int]) -> tuple[BestPlays, ...]:
        """Of every play that stayed, whether or not the record reaches the end."""
        players = data["players"]
        if len(players) != 2 or len(names) != 2 or data["verdict"] == Verdict.ERROR:
            return ()
        rules = RULE_SETS[data["rules"]["slug"]].with_options(**data["rules"]["options"])
        best = best_plays([TurnView.from_dict(turn) for turn in data["turns"]], players=2, rules=rules)
        return best[::-1] if _sat_reversed(data, names, scores) else best


def _sat_reversed(data: Json, names: Sequence[str], scores: Sequence[int]) -> bool:
    """Whether a stored record has its players the other way round: their names tell, else the scores."""
    called = [{plain(player["name"]), plain(player["nick"])} for player in data["players"]]
    one, two = (plain(name) for name in names)
    if one != two and (one in called[0] or two in called[1]):
        return False
    if one != two and (one in called[1] or two in called[0]):
        return True
    written = data["result_scores"]
    return bool(written != list(scores) and written[::-1] == list(scores))


def _of_table(check: RecordCheck, seating: Seating) -> Ending:
    """Everybody's points at a table of more than two, where the record gives them beyond doubt."""
    points = _points_by_seat(check, seating)
    doubtful = check.stated_scores != check.final_scores or any(
        one.code == "end_missing" or one.severity is Severity.ERROR for one in check.findings
    )
    if points is None or not check.complete or doubtful:
        raise NoResultError(
            _("The record does not give every player's points. Type them as well; the record is stored with them.")
        )
    return Ending(games=(points,))


def _against_log(check: RecordCheck, log: JudgeLog) -> tuple[Finding, ...]:
    """A challenge without an adjudication is worth telling only where there is a judge."""
    adjudications = log.adjudications
    findings = compare.against_log(check, adjudications)
    if adjudications or not any(one.code == "challenge_not_logged" for one in findings) or log.has_judge():
        return findings
    return tuple(one for one in findings if one.code != "challenge_not_logged")


@lru_cache(maxsize=2)  # 40 MB each; an event of this variant is rare, and has one dictionary
def _anagrams(lexicon: CompiledLexicon | SpeltLexicon, tile_set_slug: str) -> AnagramWords:
    return AnagramWords(lexicon, tile_set(tile_set_slug))


def _is_reversed(check: RecordCheck, seating: Seating) -> bool:
    """Whether the record's first player sits second: by name if possible, else by who made the first turn."""
    by_name = _reversed_by_name(check, seating)
    if by_name is not None:
        return by_name
    return bool(check.turns) and check.turns[0].player == 1


def _reversed_by_name(check: RecordCheck, seating: Seating) -> bool | None:
    """False: the record names the players in the order of the seats; True: in reverse; None: unclear."""
    if len(check.record.players) != 2:
        return None
    first, second = plain(seating.names[0]), plain(seating.names[-1])
    one, two = ({plain(player.name), plain(player.nick)} for player in check.record.players)
    straight, is_reversed = first in one and second in two, first in two and second in one
    return is_reversed if straight != is_reversed else None


def _scores_by_seat(check: RecordCheck, seating: Seating) -> tuple[int, int] | None:
    """The record's final scores as (first, second); None when it does not give two."""
    if len(check.final_scores) != 2:
        return None
    one, two = check.final_scores
    return (two, one) if _is_reversed(check, seating) else (one, two)


def _points_by_seat(check: RecordCheck, seating: Seating) -> tuple[int, ...] | None:
    """Everybody's final points at a table of more than two: by the names if they tell, else in the record's order."""
    if len(check.final_scores) != len(seating.names):
        return None
    return tuple(check.final_scores[player] for player in _players_by_seat(check, seating))


def _players_by_seat(check: RecordCheck, seating: Seating) -> tuple[int, ...]:
    """The record's players in the order of the seats; beyond two by the names if they tell, else in the record's order."""
    count = len(seating.names)
    if count == 2:
        return (1, 0) if _is_reversed(check, seating) else (0, 1)
    known = {plain(name): seat for seat, name in enumerate(seating.names)}
    seats = [known.get(plain(player.name), known.get(plain(player.nick))) for player in check.record.players]
    if None in seats or len(set(seats)) < len(seats) or len(seats) != count:
        return tuple(range(count))
    return tuple(sorted(range(count), key=lambda player: seats[player] or 0))


def _orders(sheets: Sequence[Sheet[RecordCheck]], seating: Seating) -> list[tuple[int, ...]]:
    return [_players_by_seat(sheet.check, seating) for sheet in sheets]


def _led_before(check: RecordCheck, seating: Seating) -> str:
    """Who wins equal best totals by the record: a seat, "level" when several led or nobody did; "" where it does not tell."""
    scores = check.final_scores
    if not check.complete or not scores or len(scores) != len(seating.names) or scores.count(max(scores)) < 2:
        return ""
    if len(check.winners) != 1:
        return LEVEL
    return SEATS[_players_by_seat(check, seating).index(check.winners[0])]


def _against_first(check: RecordCheck, seating: Seating) -> tuple[Finding, ...]:
    """A finding if the player who began does not sit first; none where the names leave it unclear."""
    reversed_order = _reversed_by_name(check, seating)
    if reversed_order is None:
        return ()
    seated = (seating.names[0], seating.names[-1])
    return compare.against_first(check, int(reversed_order), seated[::-1] if reversed_order else seated)


def _lost_on_time(check: RecordCheck, seating: Seating) -> str:
    """Who lost on time by the record: first, second or nobody ("")."""
    if check.lost_on_time is None:
        return ""
    return "second" if check.lost_on_time != int(_is_reversed(check, seating)) else "first"


def _against_result(check: RecordCheck, stated: Stated, seating: Seating) -> tuple[Finding, ...]:
    """The end of the record against a result, seat by seat."""
    order = _players_by_seat(check, seating)
    late = dict(zip(SEATS, order, strict=False)).get(stated.lost_on_time)
    findings = compare.against_result(check, stated.scores, order, late)
    leader = _led_before(check, seating)
    if findings or not stated.led_before or leader in {"", stated.led_before}:
        return findings
    return (compare.tie_won_by_other(_leader_name(stated.led_before, seating), _leader_name(leader, seating)),)


def _leader_name(seat: str, seating: Seating) -> str:
    return "–" if seat == LEVEL else seating.names[SEATS.index(seat)]


CROSSWORD = Crossword()
