"""A game as one object: everything that the site asks of it. ``registry.GAMES`` has them all.

A game says here only what it has of its own; what it does not say is that of a game of two players with a score each, without a
dictionary, whose records are shown as a list of moves. To add a game: one package with a :class:`Game`, one line in the registry.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from django import forms
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.crossword.compare import LoggedAdjudication
from games.engine.figures import BestPlays, PlayerFigures
from games.engine.findings import Finding, FindingKind, Verdict
from games.engine.sheets import Row, Sheet
from games.judging import WordJudge
from games.viewer import Json, ReplayView, plain_replay
from lexicon.models import LexiconVersion
from lexicon.nouns import KANA
from lexicon.queries import LexiconUnavailableError

logger = logging.getLogger(__name__)

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Edition:
    """A language edition of a game: its name, the language of its dictionaries, and the options of the rules that it sets.

    ``rules``: the rule set that comes with it, where one does.
    """

    key: str
    label: str
    language: str
    options: Mapping[str, object]
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Overtime:
    """``points`` lost for each minute begun; ``minutes``: the most that is permitted (None: no limit); ``loses``: more loses the game."""

    points: int
    minutes: int | None
    loses: bool


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's head, and what it stands for where the head is short."""

    short: Text
    title: Text = ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How results are written, and what the columns are called in which they are counted.

    ``by_seats``: a result is what every seat had left, game by game; else two players have a score each. ``most``: that one can have.
    """

    by_seats: bool
    won: Text
    spread: Heading
    order: Text
    slip: tuple[Text, Text]
    line_help: Text
    most: int
    line_example: str = ""


POINTS = Scoring(
    by_seats=False,
    won=_("Won"),
    spread=Heading(_("Spread")),
    order=_("Ordered by wins (a tie is half a win), then by spread: points scored minus points conceded."),
    slip=(_("Score"), _("Spread")),
    line_help=_(
        "Player number, score, player number, score. “12 f”: player 12 forfeits. “12 7 void”: the game "
        "does not count. “12 431 7 389 t7”: player 7 lost on time."
    ),
    most=1500,
)
CARDS_LEFT = Scoring(
    by_seats=True,
    won=_("Won"),
    spread=Heading(
        pgettext_lazy("Word Basket", "Cards"),
        _("Opponents’ cards left minus the player’s own"),
    ),
    order=_("Ordered by wins, then by cards: opponents’ cards left minus the player’s own."),
    slip=(_("Cards left"), _("Games won")),
    line_help=_(
        "Player number, cards left, player number, cards left; or all players, then game by game: “12 7 "
        "0-4 3-0”. “12 f”: player 12 forfeits. “12 7 void”: the game does not count."
    ),
    most=58,  # fewer than all 60 cards are left with anybody
    line_example="12 0 7 4",
)


@dataclass(frozen=True, slots=True)
class SlipPage:
    """What a slip says and loads for its box of moves. Templates get what ``Game.check_typed`` and ``Game.replay`` give."""

    about: Text
    check: Text
    empty: Text
    help: Text = ""
    label: Text = _("Moves, one per line")  # noqa: RUF009 - translated when it is shown
    file_label: Text = _("Or a record file")  # noqa: RUF009
    attributes: Mapping[str, str] = field(default_factory=dict)
    accept: str = ".txt,text/plain"
    check_template: str = "games/_check.html"
    record_template: str = "games/_record.html"
    #: An editor over the box, shown by a script.
    keyboard_template: str = ""
    #: Whether a box with initial text is shown open.
    opens: bool = True


class FirstMove(Protocol):
    """A draw for who plays first. What is drawn is text, by seats."""

    def draw(self, players: int, random: Random) -> tuple[str, ...]:
        """What each player drew."""

    def order(self, drawn: Sequence[str]) -> tuple[int, ...]:
        """The players in the order in which they play. Raises GameError, whose message says what to type."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table, by seats; ``handicaps`` of those who have one, by name."""

    names: tuple[str, ...]
    handicaps: Mapping[str, str] = field(default_factory=dict)


#: For a record that is read without a table.
NOBODY = Seating(())


@dataclass(frozen=True, slots=True)
class Ending:
    """The result that a record gives: two scores by seats, or what every seat had left game by game."""

    scores: tuple[int, int] | None = None
    games: tuple[tuple[int | None, ...], ...] | None = None
    lost_on_time: str = ""


#: The seats by name, for what a result says of one of them.
SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
#: In place of a seat: nobody led.
LEVEL = "level"


@dataclass(frozen=True, slots=True)
class Stated:
    """The result that a record is compared with; ``scores`` are None when the game was not played."""

    scores: tuple[int, ...] | None
    lost_on_time: str = ""
    led_before: str = ""


@dataclass(frozen=True, slots=True)
class RecordHeader:
    """The top of a record: what it calls each of its players, and its headings by name."""

    names: Sequence[Sequence[str]]
    heading: Callable[[str], str]


class JudgeLog(Protocol):
    """The word judge's answers about a game, loaded on demand."""

    @property
    def adjudications(self) -> Sequence[LoggedAdjudication]:
        """Those in force."""

    def has_judge(self) -> bool:
        """Whether the event has a word judge."""


class RecordCheck(Protocol):
    """The outcome of a game's check of a record."""

    @property
    def verdict(self) -> Verdict:
        """The worst severity found."""

    @property
    def complete(self) -> bool:
        """Whether the record reaches the end."""

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form, with ``format``, ``verdict``, ``complete``, ``rules`` and ``findings``."""


class Drawing(Protocol):
    """A picture of a position."""

    @property
    def has_png(self) -> bool:
        """Whether the program's font has all that is to be written."""

    def svg(self) -> str:
        """As an SVG file."""

    def png(self, scale: int = 1) -> bytes:
        """As a PNG file."""


class RuleSet(Protocol):
    """Named rules, with options."""

    @property
    def slug(self) -> str:
        """Their name in addresses and files."""

    @property
    def name(self) -> str:
        """Their name for people."""

    def options(self) -> Mapping[str, Any]:
        """Parameters that differ from the named rules."""


T = TypeVar("T")
R = TypeVar("R", bound=RuleSet)
C = TypeVar("C", bound=RecordCheck)


class Game(ABC, Generic[R, C]):
    """One game. ``R`` are its rules, ``C`` is what its check makes of a record."""

    key: str
    label: Text
    rule_sets: Mapping[str, R]
    default_rules: str
    engine_version: str
    catalogue: Mapping[str, FindingKind]
    #: The program that analyses records; "" where the game has no analysis.
    analysis_version: str = ""
    #: The formats that its records are stored in, and how a file of each ends.
    formats: Mapping[str, str]
    #: A format that is typed into the box of a slip.
    typed_format: str

    scoring: Scoring = POINTS
    #: Most players at a table, games of a match, rounds in a row against the same opponent, players that a record may have.
    max_seats: int = 2
    max_best_of: int = 1
    max_rounds_in_a_row: int = 1
    record_players: int = 2
    #: Whether it matters who goes first; whether there are handicap standings; the field of an entry that is its handicap.
    has_first: bool = True
    has_handicap_standings: bool = False
    entry_handicap: str = ""
    #: Fields of a division's form that do not apply, and the default spread of a bye.
    unused_settings: tuple[str, ...] = ()
    default_bye_spread: int = 50
    #: Whether results have margins, which some rating systems go by.
    has_margins: bool = True

    judge: WordJudge | None = None
    slip: SlipPage = SlipPage(
        about=_("The site replays the game and checks every move. Scores may then be left empty."),
        check=_("Check the moves"),
        empty=_("Type the moves first, one per line."),
    )
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    replay_template: str = "games/moves.html"
    #: The parameter of an address that names the moment shown.
    step: str = "move"
    #: The finding that two records of a game differ.
    difference_code: str = "sheets_differ"
    #: The message for an impossible result in a record; ``why`` is filled in.
    impossible_ending: Text = _("The record's final scores are not possible: %(why)s Type both scores as well.")

    # Rules and settings

    @abstractmethod
    def rules(self, slug: str, challenge: str, options: Mapping[str, object]) -> R:
        """The rules of this name with a division's options. Raises UnknownRulesError, ValueError for options that do not fit."""

    def rules_in_words(self, rules: R) -> tuple[tuple[str, str], ...]:
        """For players: label and text of what the rules say beside the division's settings and options."""
        return ()

    #: Over those fields.
    options_heading: Text = _("Rule options")

    def option_fields(self) -> dict[str, forms.Field]:
        """The fields of a division's form that only this game has."""
        return {}

    def options_of(self, slug: str, data: Mapping[str, Any], current: Mapping[str, object]) -> dict[str, object]:
        """The options of the rules that such a form gives; ``current`` are those of the division, some of which have no field."""
        return dict(current)

    def initial_options(self, slug: str, options: Mapping[str, object]) -> dict[str, object]:
        """The values of the fields for a division with these options."""
        return {}

    def fits_language(self, language: str) -> bool:
        """Whether dictionaries of this language have words of the game."""
        return language != KANA

    def dictionaries(self, versions: QuerySet[LexiconVersion]) -> QuerySet[LexiconVersion]:
        """Those of the dictionaries that the game can be played with."""
        return versions.exclude(lexicon__language=KANA)

    def first_move(self, rules: R) -> FirstMove | None:
        """How the players of a table find out who plays first; None where nothing is drawn."""
        return None

    def slip_hint(self, options: Mapping[str, object]) -> str:
        """What the help of a slip's moves adds under these options of the rules."""
        return ""

    def editions(self) -> tuple[Edition, ...]:
        """The language editions of the game; none where it has one set of pieces."""
        return ()

    def check_dictionary(self, version: LexiconVersion, slug: str, options: Mapping[str, object]) -> None:
        """Raise GameError when the rules do not go with the dictionary."""

    def time_spread(self, rules: R) -> int:
        """What a loss on time costs besides the game."""
        return 0

    def overtime(self, rules: R) -> Overtime | None:
        """What overtime costs, for the game clock; None for a game that is not played by one."""
        return None

    def players_check_words(self, rules: R) -> bool:
        """Whether players may look up every play under these rules."""
        return False

    def leader_wins_tie(self, rules: R) -> bool:
        """Whether equal totals are won by who led before unplayed tiles were counted."""
        return False

    def led_before(self, check: C, seating: Seating) -> str:
        """Who led then by a record with equal best totals: a seat, or "level"; "" where the record does not tell."""
        return ""

    def is_unlikely(self, scores: Sequence[int], rules: R) -> bool:
        """Whether these final scores are probably a typing error."""
        return False

    # Records

    @abstractmethod
    def check(self, data: bytes, *, rules: R, dictionary: LexiconVersion | None, seating: Seating = NOBODY) -> C:
        """Read a record and replay it; any bytes give a check, never an exception. Without a dictionary words are not judged."""

    @abstractmethod
    def ending(self, check: C, seating: Seating) -> Ending:
        """The result that the record gives. Raises NoResultError."""

    def comparison(self, check: C, seating: Seating, stated: Stated, rules: R, log: JudgeLog) -> Iterable[Finding]:
        """Findings of a record compared with the result, the seats, the rules and the judge's log; notes included."""
        return ()

    def difference(self, one: C, other: C, seating: Seating) -> tuple[Finding, ...]:
        """The first difference of two records of one game; nothing when they agree."""
        return ()

    #: How the page that shows two records of a game side by side says what it compares.
    compared: Text = ""

    def side_by_side(self, sheets: Sequence[Sheet[C]], seating: Seating) -> Sequence[Row]:
        """Two records of one game, event by event; none where the game has no such comparison, or they cannot be compared."""
        return ()

    def merged(self, sheets: Sequence[Sheet[C]], seating: Seating, choices: Mapping[int, int], note: str) -> bytes:
        """One record of both: of each row that differs the line of the chosen one (0, 1). Raises ValueError."""
        raise ValueError(self.key)

    #: The formats in which the site writes any record of the game.
    written_formats: tuple[str, ...] = ()

    def written(self, check: C, seating: Seating, format_: str) -> bytes:
        """A record in one of those formats, with what was left out filled in by the rules. Raises ValueError."""
        raise ValueError(format_)

    def judged_turn(self, summary: Json, log: JudgeLog, adjudication: int) -> int | None:
        """The turn of a stored record that an adjudication (its id in the log) is about; None if unclear."""
        return None

    def headers(self, check: C) -> Iterable[RecordHeader]:
        """The top of each game of a record."""
        return ()

    # Pages

    def replay(self, data: Json, *, seating: Seating, game: int = 1, at: int | None = None) -> ReplayView:
        """A check in its JSON form at one of its moments (None: the last); ``game``: which, where a record has several."""
        return plain_replay(data, self.catalogue, at=at)

    #: Whether there are pictures of its positions.
    has_pictures: bool = False

    def picture(self, replay: ReplayView) -> Drawing | None:
        """The position that a replay shows; None where the game has no pictures."""
        return None

    def share_card(self, replay: ReplayView, heading: str, scores: Sequence[tuple[str, int]]) -> Drawing | None:
        """The picture that other sites show beside a link to the game; None where the game has no pictures."""
        return None

    #: Whether another play can be tried from any of its positions.
    has_variations: bool = False

    def variation(self, check: C, rules: R, before: int, moves: str) -> bytes:
        """A record that is this one up to a turn, and these typed moves from there. Raises ValueError."""
        raise ValueError(self.key)

    def figures(self, data: Json) -> tuple[PlayerFigures, ...]:
        """What a stored check says of its players' turns, by players; none where the game has no such figures."""
        return ()

    def best_plays(self, data: Json, names: Sequence[str], scores: Sequence[int]) -> tuple[BestPlays, ...]:
        """The best plays in a stored check, by seats; ``names`` and ``scores`` of the result say who sat where.

        Empty where the game has no plays with points, or the record cannot be read.
        """
        return ()

    def analyse(self, data: bytes, *, rules: R, dictionary: LexiconVersion, seating: Seating) -> list[dict[str, Any]]:
        """The turns of a record beside the best moves, in JSON; takes a while, so for jobs. Raises LexiconUnavailableError."""
        return []

    def analysed(self, replay: ReplayView, turns: Sequence[Json]) -> ReplayView:
        """A replay with what :meth:`analyse` made."""
        return replay

    def puzzles(self, turns: Sequence[Json]) -> list[Json]:
        """The turns that make a puzzle, of those that :meth:`analyse` made."""
        return []

    def answered(self, check: C, rules: R, turn: Json, typed: str) -> Json | None:
        """The one of a turn's best moves that was typed, None for any other move. Raises ValueError for what is no move."""
        return None

    def best_words(self, check: C, rules: R, turn: Json) -> list[str]:
        """The words of the best moves of a turn, the best first."""
        return []

    def missed_words(self, check: C, rules: R, turns: Sequence[Json], player: int) -> list[tuple[int, str, float]]:
        """Words of better plays that a player of the record did not see: number of the turn, word, points lost."""
        return []

    def heading(self, seating: Seating) -> str:
        """What the box of moves holds at first."""
        return ""

    def keyboard(self, rules: R, seating: Seating) -> object | None:
        """The keys by the box of moves, for ``slip.keyboard_template``."""
        return None

    def check_typed(
        self, text: str, *, rules: R, dictionary: LexiconVersion | None, seating: Seating, most: int
    ) -> dict[str, Any]:
        """What ``slip.check_template`` shows of moves as they are typed, of which at most ``most`` bytes are read."""
        check = self.check(text.encode()[:most], rules=rules, dictionary=dictionary, seating=seating)
        return {"replay": self.replay(check.as_dict(), seating=seating)}


def open_if_readable(version: LexiconVersion | None, open_words: Callable[[LexiconVersion], T]) -> T | None:
    """The words of an edition by ``open_words``; None without an edition, or if its file cannot be read.

    A player's report must not fail because a file is missing on the server.
    """
    if version is None:
        return None
    try:
        return open_words(version)
    except LexiconUnavailableError:
        logger.exception("a record is checked without its dictionary")
        return None
