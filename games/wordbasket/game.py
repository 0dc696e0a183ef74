"""Word Basket as the site asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dictionaries import opened
from games.engine.crossword.findings import Finding, finding
from games.engine.wordbasket.catalogue import CATALOGUE
from games.engine.wordbasket.check import ENGINE_VERSION
from games.engine.wordbasket.compare import first_difference
from games.engine.wordbasket.meeting import MeetingReport, check_meeting, seats_of
from games.engine.wordbasket.report import Report
from games.engine.wordbasket.rules import MAX_PLAYERS, RULE_SETS, RuleSet
from games.errors import NoResultError, UnknownRulesError
from games.game import CARDS_LEFT, NOBODY, Ending, Game, JudgeLog, Seating, SlipPage, Stated, Top
from games.viewer import Json
from games.wordbasket import slip as box
from games.wordbasket.judge import BasketJudge
from games.wordbasket.options import basket_fields, basket_options, initial_options
from games.wordbasket.viewer import BasketReplay, replay_of
from lexicon.models import LexiconVersion
from lexicon.nouns import KANA, listings_of


class WordBasket(Game[RuleSet, MeetingReport]):
    """Shiritori with cards: what counts is how many cards are left."""

    key = "wordbasket"
    label = gettext_lazy("Word Basket")
    rule_sets = RULE_SETS
    default_rules = "word-basket"
    engine_version = ENGINE_VERSION
    catalogue = CATALOGUE
    formats = {"wordbasket": "basket"}
    typed_format = "wordbasket"
    scoring = CARDS_LEFT
    max_seats = MAX_PLAYERS
    max_best_of = 9
    record_players = MAX_PLAYERS
    has_first = False
    entry_handicap = "handicap"
    options_heading = gettext_lazy("Where the rules leave a choice")
    unused_settings = ("rules_slug", "challenge_rule")
    usual_bye_spread = 3  # a bye or forfeit counts about as many cards as a loser usually holds
    has_margins = False
    judge = BasketJudge()
    styles = ("css/basket.css",)
    scripts = ("js/kana.js",)
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
        attributes={"placeholder": "A あひる る", "data-basket": ""},
        accept=".basket,.txt,.json,text/plain,application/json",
        check_template="games/_basket_check.html",
        record_template="games/_basket_record.html",
        keyboard_template="games/_kana.html",
        opens=False,
    )

    def rules(self, slug: str, challenge: str, options: Mapping[str, object]) -> RuleSet:
        """The rule sheet with the division's options. Raises UnknownRulesError, InvalidOptionError."""
        if slug not in RULE_SETS:
            raise UnknownRulesError(slug)
        return RULE_SETS[slug].with_options(**options)

    def option_fields(self) -> dict[str, forms.Field]:
        """Where the sheet leaves a choice."""
        return basket_fields()

    def options_of(self, slug: str, data: Mapping[str, Any], kept: Mapping[str, object]) -> dict[str, object]:
        """What differs from the sheet."""
        return basket_options(data, kept)

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
    ) -> MeetingReport:
        """Read the games of a text, or JSON. At a table the division's rules and the roster's levels count."""
        nouns = opened(dictionary, listings_of)
        levels = box.handicaps_of(seating)
        return check_meeting(data, rules=rules, dictionary=nouns, seats=seating.names, handicaps=levels)

    def ending(self, check: MeetingReport, seating: Seating) -> Ending:
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

    def beside(
        self, check: MeetingReport, seating: Seating, stated: Stated, rules: RuleSet, log: JudgeLog
    ) -> Iterable[Finding]:
        """Whether the record names other rules or levels."""
        if any(found.code in {"option_other", "level_other"} for game in check.games for found in game.findings):
            yield finding("basket_rules_other")

    def difference(self, one: MeetingReport, other: MeetingReport, seating: Seating) -> tuple[Finding, ...]:
        """The first event that is told otherwise; nothing when one is empty."""
        found = first_difference(one, other, seating.names)
        if found is None:
            return ()
        code, params = self.difference_code, {"game": found.game, "number": found.number}
        return (finding(code, turn=found.number, stated=found.mine, computed=found.other, params=params),)

    def tops(self, check: MeetingReport) -> Iterable[Top]:
        """One for each game."""
        for game in check.games:
            names = [[name for name in (player.label, player.name) if name] for player in game.record.players]
            yield Top(names, game.record.heading)

    def replay(self, data: Json, *, seating: Seating, game: int = 1, at: int | None = None) -> BasketReplay:
        """One of its games, with hands, basket and stock."""
        return replay_of(data, game=game, at=at)

    def heading(self, seating: Seating) -> str:
        """The players' letters."""
        return box.heading(seating)

    def keyboard(self, seating: Seating) -> box.Keyboard:
        """For kana."""
        return box.keyboard(seating)

    def check_typed(
        self, text: str, *, rules: RuleSet, dictionary: LexiconVersion | None, seating: Seating, most: int
    ) -> dict[str, Any]:
        """With the next word."""
        nouns = opened(dictionary, listings_of)
        return box.check_typed(text[:most], rules=rules, dictionary=nouns, seating=seating)


def _left(report: Report, seating: Seating) -> tuple[int | None, ...] | None:
    seats = seats_of(report, seating.names)
    if seats is None or report.winner is None:
        return None
    left: list[int | None] = [None] * len(seating.names)
    for player, seat in enumerate(seats):
        left[seat] = 0 if player == report.winner else report.cards_left[player]
    return tuple(left)


WORD_BASKET = WordBasket()
