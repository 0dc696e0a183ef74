"""What use cases take: frozen values that forms and serializers both build, and services trust to be well-formed.

Each ``__post_init__`` refuses what can never be right, with a message for the person who typed it.
"""

import re
from dataclasses import dataclass, field, fields
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import slug_re
from django.utils.translation import gettext as _

from games.models import MAX_RECORD_BYTES
from games.registry import GAMES
from tournaments.engine.standings import unknown
from tournaments.models import (
    MAX_HANDICAP,
    MAX_MINUTES,
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_TABLE,
    RESULT_KINDS,
    TALLY_FORM,
    Handicap,
    HandicapBy,
    LateRounds,
    Submission,
)

SIDES = frozenset(Submission.Side.values)
CHANNELS = frozenset(Submission.Channel.values)
MAX_TOKEN = 40
MAX_EVENT_NAME = 120
MAX_DIVISION_NAME = 60
MAX_SLUG = 60
MAX_WORD = 30


def check_score(score: int | None, *, whose: str) -> int:
    """``score`` when it can be a game score (0–1500); raises ValidationError that names ``whose`` otherwise."""
    if score is None:
        raise ValidationError(_("The score of %(whose)s is missing.") % {"whose": whose}, code="score_missing")
    if not 0 <= score <= MAX_SCORE:
        raise ValidationError(
            _("The score of %(whose)s is %(score)d; a game score is a whole number from 0 to %(max)d.")
            % {"whose": whose, "score": score, "max": MAX_SCORE},
            code="score_out_of_range",
        )
    return score


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionInput:
    """A division's settings; ids are database ids that the caller has checked to be visible to the club."""

    name: str = "A"
    game: str = "crossword"
    best_of: int = 1
    table_size: int = 2
    meeting_games: int = 1
    rules_slug: str = "tournament"
    rule_options: dict[str, object] = field(default_factory=dict)
    challenge_rule: str = "double"
    lexicon_version_id: int | None = None
    rounds_planned: int = 8
    rating_pool_id: int | None = None
    bye_spread: int = 50
    forfeit_spread: int = -50
    spread_cap: int | None = None
    max_repeats: int | None = None
    seed: int | None = None
    table_numbers: tuple[int, ...] = ()
    late_rounds: str = "nothing"
    win_points: int = 2
    tie_points: int = 1
    loss_points: int = 0
    standings_order: str = "points spread"
    spread_caps: tuple[int, ...] = ()
    bye_half_wins: int = 2
    show_contention: bool = False
    handicap_by: str = "none"
    handicap_percent: int = 10
    handicap_cap: int | None = None
    round_minutes: int = 60

    def __post_init__(self) -> None:
        self._check_game()
        self._check_counting()
        self._check_standings()
        self._check_handicap()
        if not 1 <= self.rounds_planned <= MAX_ROUNDS:
            raise ValidationError(_("An event has 1 to %(max)d rounds.") % {"max": MAX_ROUNDS}, code="rounds")
        if not 1 <= len(self.name.strip()) <= MAX_DIVISION_NAME:
            raise ValidationError(
                _("Give the division a name of at most %(max)d letters.") % {"max": MAX_DIVISION_NAME}, code="name"
            )
        if not 0 <= self.bye_spread <= MAX_SCORE:
            raise ValidationError(_("A bye is worth a spread of 0 to %(max)d.") % {"max": MAX_SCORE}, code="bye_spread")
        if not -MAX_SCORE <= self.forfeit_spread <= 0:
            raise ValidationError(
                _("A forfeit costs spread: give a number from %(min)d to 0.") % {"min": -MAX_SCORE},
                code="forfeit_spread",
            )
        if self.spread_cap is not None and not 1 <= self.spread_cap <= MAX_SCORE:
            raise ValidationError(
                _("The spread cap is at least 1 point; leave it empty for no cap."), code="spread_cap"
            )
        if self.max_repeats is not None and not 0 <= self.max_repeats <= MAX_ROUNDS:
            raise ValidationError(
                _("Repeats are a number from 0 to %(max)d.") % {"max": MAX_ROUNDS}, code="max_repeats"
            )
        if not 1 <= self.round_minutes <= MAX_MINUTES:
            raise ValidationError(_("A round takes 1 to %(max)d minutes.") % {"max": MAX_MINUTES}, code="round_minutes")

    def _check_game(self) -> None:
        game = GAMES.get(self.game)
        if game is None:
            raise ValidationError(_("There is no game “%(game)s”.") % {"game": self.game[:20]}, code="game")
        if any(self.rules_slug in other.rule_sets for other in GAMES.values() if other is not game):
            raise ValidationError(_("These rules are of another game; choose rules of the game."), code="rules_slug")
        if not 2 <= self.table_size <= game.max_seats:
            raise ValidationError(
                _("2 to %(max)d players sit at a table.") % {"max": game.max_seats}, code="table_size"
            )
        most = game.max_best_of
        if not 1 <= self.best_of <= most or self.best_of % 2 == 0:
            raise ValidationError(
                _("A meeting has an odd number of games, at most %(max)d.") % {"max": most}, code="best_of"
            )
        most = game.max_rounds_in_a_row if self.table_size == 2 else 1
        if not 1 <= self.meeting_games <= most:
            raise ValidationError(
                _("Two players meet in 1 to %(max)d rounds in a row.") % {"max": most}, code="meeting_games"
            )

    def _check_handicap(self) -> None:
        if self.handicap_by not in HandicapBy.values or (
            self.handicap_by != HandicapBy.NONE and not GAMES[self.game].has_handicap_standings
        ):
            raise ValidationError(_("There are no such handicap standings of this game."), code="handicap_by")
        if not 1 <= self.handicap_percent <= 100:
            raise ValidationError(_("A handicap is 1 to 100 percent of the difference."), code="handicap_percent")
        if self.handicap_cap is not None and not 1 <= self.handicap_cap <= MAX_HANDICAP:
            raise ValidationError(
                _("The most points of a handicap are 1 to %(max)d; leave it empty for no limit.")
                % {"max": MAX_HANDICAP},
                code="handicap_cap",
            )

    def _check_standings(self) -> None:
        names = self.standings_order.split()
        strangers = unknown(names)
        if strangers:
            raise ValidationError(
                _("Standings cannot be ordered by “%(name)s”.") % {"name": strangers[0][:30]}, code="standings_order"
            )
        if not names or len(set(names)) < len(names) or " ".join(names) != self.standings_order:
            raise ValidationError(
                _("Name at least one thing that decides the standings, and each only once."), code="standings_order"
            )
        if len(self.spread_caps) > MAX_ROUNDS or any(not 0 <= cap <= MAX_SCORE for cap in self.spread_caps):
            raise ValidationError(
                _("Caps are one number a round, each from 0 (no cap) to %(max)d.") % {"max": MAX_SCORE},
                code="spread_caps",
            )
        if not 0 <= self.bye_half_wins <= 2:
            raise ValidationError(_("A bye counts as a win, a tie or a loss."), code="bye_half_wins")

    def _check_counting(self) -> None:
        if not MAX_POINTS >= self.win_points >= self.tie_points >= self.loss_points >= 0 or (
            self.win_points == self.loss_points
        ):
            raise ValidationError(
                _("A win is worth more than a loss, a tie between the two; points are 0 to %(max)d.")
                % {"max": MAX_POINTS},
                code="points",
            )
        if self.late_rounds not in LateRounds.values:
            raise ValidationError(
                _("Rounds missed by a late entry count as nothing, bye or forfeit."), code="late_rounds"
            )
        numbers = self.table_numbers
        if len(set(numbers)) < len(numbers) or any(not 1 <= number <= MAX_TABLE for number in numbers):
            raise ValidationError(
                _("Tables are different numbers from 1 to %(max)d.") % {"max": MAX_TABLE}, code="table_numbers"
            )


def check_event_name(name: str) -> str:
    """The name without blanks around it; raises ValidationError when it is empty or too long."""
    if not 1 <= len(name.strip()) <= MAX_EVENT_NAME:
        raise ValidationError(
            _("Give the event a name of at most %(max)d letters.") % {"max": MAX_EVENT_NAME}, code="name"
        )
    return name.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChanges:
    """An event's settings. Its address stays: it is printed on slips and in the players' phones."""

    name: str
    starts_on: date
    table_links: bool = False

    def __post_init__(self) -> None:
        check_event_name(self.name)


#: The settings of an event that can change, by the names of their columns.
EVENT_SETTINGS = tuple(setting.name for setting in fields(EventChanges))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanges:
    """What may change about an entry. The ``rating`` stays once the player has been paired in a public round."""

    name: str
    rating: int | None = None
    fixed_table: int | None = None
    player_class: str = ""
    team: str = ""
    club: str = ""
    handicap: str = "even"
    handicap_points: int = 0

    def __post_init__(self) -> None:
        if self.handicap not in Handicap.values:
            raise ValidationError(_("A handicap is one of even, beginner, strong."), code="handicap")
        if not 0 <= self.handicap_points <= MAX_HANDICAP:
            raise ValidationError(
                _("Handicap points are 0 to %(max)d a game.") % {"max": MAX_HANDICAP}, code="handicap_points"
            )
        if self.fixed_table is not None and not 1 <= self.fixed_table <= MAX_TABLE:
            raise ValidationError(
                _("A table is a number from 1 to %(max)d; leave it empty for any table.") % {"max": MAX_TABLE},
                code="fixed_table",
            )
        for what, word in ((_("class"), self.player_class), (_("team"), self.team), (_("club"), self.club)):
            if len(word) > MAX_WORD or not word.isprintable():
                raise ValidationError(
                    _("The %(what)s has at most %(max)d letters.") % {"what": what, "max": MAX_WORD}, code="word"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInput:
    """A new event with its first division; an empty ``slug`` is made from the name."""

    name: str
    starts_on: date
    table_links: bool = False
    slug: str = ""
    division: DivisionInput = field(default_factory=DivisionInput)

    def __post_init__(self) -> None:
        check_event_name(self.name)
        if self.slug and (len(self.slug) > MAX_SLUG or not slug_re.match(self.slug)):
            raise ValidationError(
                _("The address “%(slug)s” can have letters a–z, digits, - and _, at most %(max)d.")
                % {"slug": self.slug[:MAX_SLUG], "max": MAX_SLUG},
                code="slug",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultInput:
    """How a game ended. Scores belong to ``played`` and to nothing else.

    ``tally``: a meeting at Word Basket, or a table of more than two, in full (``engine.tally``). Scores follow from it.
    ``lost_on_time``: "first" or "second" when that player's time ran out; the scores are those on the board then.
    ``spread``: the first player's, of a bye or forfeit that does not count what the division says (rulings only).
    """

    kind: str = "played"
    first_score: int | None = None
    second_score: int | None = None
    tally: str = ""
    lost_on_time: str = ""
    spread: int | None = None

    def __post_init__(self) -> None:
        self._check_spread()
        if self.lost_on_time and (self.lost_on_time not in {"first", "second"} or self.kind != "played" or self.tally):
            raise ValidationError(
                _("Only a played game of two is lost on time, by the first or the second player."), code="lost_on_time"
            )
        if self.kind not in RESULT_KINDS:
            raise ValidationError(_("“%(kind)s” is not a kind of result.") % {"kind": self.kind}, code="kind")
        if self.tally and (self.kind != "played" or not re.fullmatch(TALLY_FORM[1:-1], self.tally)):
            raise ValidationError(
                _("“%(tally)s” is no result. Write the cards left by seats, 0 for who went out, such as 0-4.")
                % {"tally": self.tally[:40]},
                code="tally",
            )
        if self.kind == "played" and self.tally and self.first_score is None and self.second_score is None:
            return
        if self.kind == "played":
            check_score(self.first_score, whose=_("the first player"))
            check_score(self.second_score, whose=_("the second player"))
        elif self.first_score is not None or self.second_score is not None:
            raise ValidationError(
                _(
                    "Only a played game has scores; a bye or forfeit has a spread, which is the division's if none is given."
                ),
                code="kind_scores",
            )

    def _check_spread(self) -> None:
        if self.spread is None:
            return
        if self.kind in {"played", "void"}:
            raise ValidationError(
                _("Only a bye or forfeit has a spread of its own; that of a played game follows from its scores."),
                code="spread",
            )
        if not -MAX_SCORE <= self.spread <= MAX_SCORE:
            raise ValidationError(
                _("A spread is a number from −%(max)d to %(max)d.") % {"max": MAX_SCORE}, code="spread"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresheetInput:
    """One report of a game.

    ``side``: first, second or official; ``channel``: link (a player's own, whose id is ``link``), table, official, api or import.
    ``record`` holds the bytes of a GCG file or of
    typed moves; empty when only scores were given. ``result`` None: take the scores from the record.
    ``client_token`` is made with the form: the same token again is the same report.
    """

    side: str
    channel: str
    client_token: str
    result: ResultInput | None = None
    record: bytes = b""
    link: int | None = None

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise ValidationError(
                _("Say who reports: the first player, the second player or an official."), code="side"
            )
        if self.channel not in CHANNELS:
            raise ValidationError(
                _("“%(channel)s” is not a way to report a game.") % {"channel": self.channel}, code="channel"
            )
        if not 1 <= len(self.client_token) <= MAX_TOKEN:
            raise ValidationError(_("The form has lost its token; reload the page and send it again."), code="token")
        if len(self.record) > MAX_RECORD_BYTES:
            raise ValidationError(
                _("The record is larger than %(kb)d kB; a game fits in a tenth of that. Is it the right file?")
                % {"kb": MAX_RECORD_BYTES // 1024},
                code="record_too_large",
            )
        if self.result is None and not self.record.strip():
            raise ValidationError(_("Type both scores, or give the record of the game."), code="nothing_reported")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingInput:
    """An official's decision with its reason; ``expected_version`` is the result version that the official saw."""

    result: ResultInput
    reason: str
    expected_version: int | None = None

    def __post_init__(self) -> None:
        if not self.reason.strip():  # a blank is no reason
            raise ValidationError(_("Say why: a ruling needs a reason."), code="reason")
