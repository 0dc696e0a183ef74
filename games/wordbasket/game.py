"""Word Basket as the site plays it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.findings import Finding, event_finding
from games.engine.sheets import Row, Sheet
from games.engine.wordbasket import merging
from games.engine.wordbasket.catalogue import CATALOGUE
from games.engine.wordbasket.check import ENGINE_VERSION
from games.engine.wordbasket.compare import first_difference
from games.engine.wordbasket.jsonform import as_dict
from games.engine.wordbasket.match import MatchCheck, check_match, seats_of
from games.engine.wordbasket.notation import write_text
from games.engine.wordbasket.record_check import RecordCheck
from games.engine.wordbasket.rules import MAX_PLAYERS, RULE_SETS, RuleSet
from games.errors import NoResultError, UnknownRulesError
from games.game import (
    CARDS_LEFT,
    NOBODY,
    Ending,
    Game,
    JudgeLog,
    RecordHeader,
    Seating,
    SlipPage,
    Stated,
    open_if_readable,
)
from games.viewer import Json
from games.wordbasket import slip as box
from games.wordbasket.editor import BasketEditor, basket_editor
from games.wordbasket.judge import BasketJudge
from games.wordbasket.options import basket_fields, basket_options, initial_options
from games.wordbasket.rules_in_words import rules_in_words
from games.wordbasket.viewer import BasketReplay, replay_of
from lexicon.models import LexiconVersion
from lexicon.nouns import KANA, listings_of


class WordBasket(Game[RuleSet, MatchCheck]):
    """Shiritori with cards: what counts is how many cards are left."""

    key = "wordbasket"
    label = gettext_lazy("Word Basket")
    rule_sets = RULE_SETS
    default_rules = "word-basket"
    engine_version = ENGINE_VERSION
    catalogue = CATALOGUE
    formats = {"wordbasket": "basket"}
    typed_format = "wordbasket"
    written_formats = ("basket", "json")
    compared = gettext_lazy(
        "Lines are compared by player, word and card. Anything one scoresheet leaves out altogether, such "
        "as reach or cards drawn, does not count as a difference and is taken from the other."
    )
    scoring = CARDS_LEFT
    max_seats = MAX_PLAYERS
    max_best_of = 9
    record_players = MAX_PLAYERS
    has_first = False
    entry_handicap = "handicap"
    options_heading = gettext_lazy("Where the rules leave a choice")
    unused_settings = ("rules_slug", "challenge_rule")
    default_bye_spread = 3  # a bye or forfeit counts about as many cards as a loser usually holds
    has_margins = False
    judge = BasketJudge()
    styles = ("css/sheet.css", "css/basket.css")
    scripts = ("js/basket-table.js", "js/sheet-box.js", "js/basket-editor.js")
    replay_template = "games/basket.html"
    step = "turn"
    difference_code = "basket_sheets_differ"
    impossible_ending = gettext_lazy("The record's result is not possible: %(why)s Type the cards left as well.")
    slip = SlipPage(
        about=gettext_lazy("We replay the game and check every word and card; you can skip the cards left."),
        check=gettext_lazy("Check the game"),
        empty=gettext_lazy("Type the game first, one turn per line: A あひる る"),
        label=gettext_lazy("The game, one turn per line"),
        help=gettext_lazy(
            "Player, word, card: A あひる る. Latin letters work too: A ahiru ru. Each game of a match starts "
            "with #wordbasket 1."
        ),
        attributes={"placeholder": "A あひる る"},
        accept=".basket,.txt,.json,text/plain,application/json",
        check_template="games/_basket_check.html",
        record_template="games/_basket_record.html",
        keyboard_template="games/_basket_editor.html",
        opens=False,
    )

    def rules(self, slug: str, challenge: str, options: Mapping[str, object]) -> RuleSet:
        """The rule sheet with the division's options. Raises UnknownRulesError, InvalidOptionError."""
        if slug not in RULE_SETS:
            raise UnknownRulesError(slug)
        return RULE_SETS[slug].with_options(**options)

    def rules_in_words(self, rules: RuleSet) -> tuple[tuple[str, str], ...]:
        """What the rule sheet says, for players."""
        return rules_in_words(rules)

    def option_fields(self) -> dict[str, forms.Field]:
        """Where the sheet leaves a choice."""
        return basket_fields()

    def options_of(self, slug: str, data: Mapping[str, Any], current: Mapping[str, object]) -> dict[str, object]:
        """What differs from the sheet."""
        return basket_options(data, current)

    def initial_options(self, slug: str, options: Mapping[str, object]) -> dict[str, object]:
        """The fields' values."""
        return initial_options(options)

    def fits_language(self, language: str) -> bool:
        """Nouns in kana."""
        return language == KANA

    def dictionaries(self, versions: QuerySet[LexiconVersion]) -> QuerySet[LexiconVersion]:
        """Nouns in kana."""
        return versions.filter(lexicon__language=KANA)

    def check(
        self, data: bytes, *, rules: RuleSet, dictionary: LexiconVersion | None, seating: Seating = NOBODY
    ) -> MatchCheck:
        """Read the games of a text, or JSON. At a table the division's rules and the roster's levels count."""
        nouns = open_if_readable(dictionary, listings_of)
        levels = box.handicaps_of(seating)
        return check_match(data, rules=rules, dictionary=nouns, seats=seating.names, handicaps=levels)

    def ending(self, check: MatchCheck, seating: Seating) -> Ending:
        """What every seat had left in each game. Raises NoResultError while a game has no winner."""
        games = [_left(game, seating) for game in check.games]
        if None in games:
            raise NoResultError(
                _(
                    "The record stops before the end of the match. Type the cards left as well; the record "
                    "is stored with them."
                )
            )
        return Ending(games=tuple(game for game in games if game is not None))

    def comparison(
        self, check: MatchCheck, seating: Seating, stated: Stated, rules: RuleSet, log: JudgeLog
    ) -> Iterable[Finding]:
        """Whether the record names other rules or levels."""
        if any(one.code in {"option_other", "level_other"} for game in check.games for one in game.findings):
            yield event_finding("basket_rules_other")

    def difference(self, one: MatchCheck, other: MatchCheck, seating: Seating) -> tuple[Finding, ...]:
        """The first event that differs; nothing when one record is empty."""
        difference = first_difference(one, other, seating.names)
        if difference is None:
            return ()
        code, params = self.difference_code, {"game": difference.game, "number": difference.number}
        return (
            event_finding(
                code, turn=difference.number, stated=difference.mine, computed=difference.other, params=params
            ),
        )

    def headers(self, check: MatchCheck) -> Iterable[RecordHeader]:
        """One for each game."""
        for game in check.games:
            names = [[name for name in (player.label, player.name) if name] for player in game.record.players]
            yield RecordHeader(names, game.record.heading)

    def side_by_side(self, sheets: Sequence[Sheet[MatchCheck]], seating: Seating) -> Sequence[Row]:
        """Event by event, game by game; none where a record has more players than sit there."""
        games = [game for sheet in sheets for game in sheet.check.games]
        if any(seats_of(game, seating.names) is None for game in games):
            return ()
        return merging.side_by_side(sheets, seating.names)

    def merged(
        self, sheets: Sequence[Sheet[MatchCheck]], seating: Seating, choices: Mapping[int, int], note: str
    ) -> bytes:
        """The games as text."""
        rows = merging.side_by_side(sheets, seating.names)
        return merging.merged(sheets, rows, seating.names, choices, note).encode()

    def written(self, check: MatchCheck, seating: Seating, format_: str) -> bytes:
        """Text in kana, or JSON: a list of the games."""
        if format_ == "basket":
            return "".join(write_text(game.record) for game in check.games).encode()
        text = json.dumps([as_dict(game.record) for game in check.games], ensure_ascii=False, indent=1)
        return text.encode()

    def replay(self, data: Json, *, seating: Seating, game: int = 1, at: int | None = None) -> BasketReplay:
        """One of its games, with hands, basket and stock."""
        return replay_of(data, game=game, at=at)

    def heading(self, seating: Seating) -> str:
        """The players' letters."""
        return box.heading(seating)

    def keyboard(self, rules: RuleSet, seating: Seating) -> BasketEditor:
        """The table on which turns are typed."""
        return basket_editor(rules, seating)

    def check_typed(
        self, text: str, *, rules: RuleSet, dictionary: LexiconVersion | None, seating: Seating, most: int
    ) -> dict[str, Any]:
        """With the next word."""
        nouns = open_if_readable(dictionary, listings_of)
        return box.check_typed(text[:most], rules=rules, dictionary=nouns, seating=seating)


def _left(game: RecordCheck, seating: Seating) -> tuple[int | None, ...] | None:
    seats = seats_of(game, seating.names)
    if seats is None or game.winner is None:
        return None
    left: list[int | None] = [None] * len(seating.names)
    for player, seat in enumerate(seats):
        left[seat] = 0 if player == game.winner else game.cards_left[player]
    return tuple(left)


WORD_BASKET = WordBasket()
