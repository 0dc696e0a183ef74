"""The settings of a division. To add one, add a field here and run ``script/migrations``."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.crossword.challenge_rules import BY_RULES, MOST_POINTS, points_key
from games.game import Game
from tournaments.engine.standings import TIEBREAKS, unknown
from tournaments.labels import (
    POINTS,
    challenge_choices,
    challenge_help,
    challenge_in_words,
    challenge_settings,
    order_in_words,
)
from tournaments.settings.choices import (
    BYE_WORTH,
    MAX_GAMES,
    MAX_HANDICAP,
    MAX_MINUTES,
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SAFE_INTEGER,
    MAX_SCORE,
    MAX_SEATS,
    MAX_TABLE,
    HandicapBy,
    LateRounds,
    PlayType,
    PointsGo,
)
from tournaments.settings.metadata import (
    Change,
    Page,
    check_each,
    check_game,
    setting,
    settings_group,
    settings_in,
)


def _known_tiebreaks() -> str:
    return " ".join(TIEBREAKS)


def _has_handicaps(game: Game[Any, Any]) -> bool:
    return game.has_handicap_standings


def _has_challenges(game: Game[Any, Any]) -> bool:
    return "challenge_rule" not in game.unused_settings


def _costs_points(settings: Any) -> bool:
    return bool(settings.challenge_rule == POINTS)


def _club_table(size: int) -> str:
    return _("club tables of up to %(size)d") % {"size": size}


_club_tables = lazy(_club_table, str)


def _minutes(minutes: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def _is_by_rating(settings: Any) -> bool:
    return bool(settings.handicap_by == HandicapBy.RATING)


@settings_group(gettext_lazy("Rounds and games"))
class PlaySettings:
    """How and where the games are played."""

    rounds_planned: int = setting(8, gettext_lazy("Rounds"), bounds=(1, MAX_ROUNDS))
    round_minutes: int = setting(
        60,
        gettext_lazy("Round length"),
        help=gettext_lazy("Minutes on the round clock when a round starts."),
        bounds=(1, MAX_MINUTES),
        required=False,
        words=_minutes,
    )
    player_minutes: int = setting(
        25,
        gettext_lazy("Time per player"),
        help=gettext_lazy("Minutes each player starts with on the game clock."),
        bounds=(1, MAX_MINUTES),
        required=False,
        words=_minutes,
    )
    challenge_rule: str = setting(
        BY_RULES,
        gettext_lazy("Challenge rule"),
        help=lazy(challenge_help, str)(),
        choices=lambda: [*challenge_settings(), *challenge_choices()],
        change=Change.UNTIL_FIRST_ROUND,
        former=("double",),
        by_rules=challenge_in_words,
    )
    challenge_points: int = setting(
        5,
        gettext_lazy("Points for a failed challenge"),
        help=gettext_lazy("Only for the challenge rule “Points”, like the next two settings."),
        bounds=(1, MOST_POINTS),
        required=False,
        change=Change.UNTIL_FIRST_ROUND,
        exists=_has_challenges,
        matters=_costs_points,
    )
    challenge_points_go: str = setting(
        PointsGo.CHALLENGED.value,
        gettext_lazy("The points"),
        choices=PointsGo.choices,
        required=False,
        change=Change.UNTIL_FIRST_ROUND,
        exists=_has_challenges,
        matters=_costs_points,
    )
    challenge_points_per_word: bool = setting(
        False,
        gettext_lazy("The points apply to each word challenged"),
        required=False,
        change=Change.UNTIL_FIRST_ROUND,
        exists=_has_challenges,
        matters=_costs_points,
    )
    table_size: int = setting(
        2,
        gettext_lazy("Players per table"),
        help=gettext_lazy("Two are paired; more than two sit at club tables."),
        bounds=lambda game: (2, game.max_seats),
        choices=[
            (2, gettext_lazy("2: players are paired")),
            *((size, _club_tables(size)) for size in range(3, MAX_SEATS + 1)),
        ],
        required=False,
        change=Change.UNTIL_FIRST_ROUND,
        exists=lambda game: game.max_seats > 2,
    )
    meeting_games: int = setting(
        1,
        gettext_lazy("Rounds in a row against the same opponent"),
        help=gettext_lazy(
            "More than 1: opponents play again in the next round, with first and second swapped. Tables of two only."
        ),
        bounds=lambda game: (1, game.max_rounds_in_a_row),
        required=False,
        change=Change.UNTIL_FIRST_ROUND,
        instead=gettext_lazy("choose this when you pair a round"),
        exists=lambda game: game.max_rounds_in_a_row > 1,
        matters=lambda settings: settings.table_size == 2,
    )
    best_of: int = setting(
        1,
        gettext_lazy("Games per match"),
        help=gettext_lazy("A two-player match is the best of this many games. At club tables all of them are played."),
        bounds=lambda game: (1, game.max_best_of),
        choices=[(games, str(games)) for games in range(1, MAX_GAMES + 1, 2)],
        change=Change.UNTIL_FIRST_ROUND,
        exists=lambda game: game.max_best_of > 1,
    )
    table_numbers: tuple[int, ...] = setting(
        (),
        gettext_lazy("Table numbers"),
        help=gettext_lazy(
            "For example 21-40, 52: top game first. Leave empty for the lowest numbers no other division uses."
        ),
        each=(1, MAX_TABLE),
        most=1000,
        unique=True,
        empty=gettext_lazy("the lowest numbers no other division uses"),
    )
    rule_options: Mapping[str, object] = setting(
        {},
        gettext_lazy("Rule options"),
        help=gettext_lazy("Options that differ from the rule sheet."),
        change=Change.UNTIL_FIRST_ROUND,
        public=False,
    )


def _is_rolling(settings: Any) -> bool:
    return bool(settings.rolling)


@settings_group(gettext_lazy("Rolling pairing"))
class RollingSettings:
    """A division without rounds for everybody: anyone who is free joins the queue, and pairs form from it."""

    rolling: bool = setting(
        False,
        gettext_lazy("Rolling pairing: anyone who is free is paired from a queue"),
        help=gettext_lazy("For club nights: any number of games for each player, tables of two only."),
        required=False,
    )
    rolling_again: bool = setting(
        True,
        gettext_lazy("Players go back to the queue after each game"),
        help=gettext_lazy("Otherwise they must say each time that they are free."),
        required=False,
        matters=_is_rolling,
    )
    rolling_longest: int = setting(
        10,
        gettext_lazy("Longest wait in minutes"),
        help=gettext_lazy(
            "After this long, a player is paired with anyone free, even for a repeat if the maximum allows it."
        ),
        bounds=(1, 120),
        required=False,
        words=_minutes,
        matters=_is_rolling,
    )
    rolling_at_once: int = setting(
        200,
        gettext_lazy("Paired at once if ratings differ by up to"),
        help=gettext_lazy("A wider difference, or a repeat, is accepted after a wait."),
        bounds=(0, 2000),
        required=False,
        matters=_is_rolling,
    )
    rolling_minute: int = setting(
        30,
        gettext_lazy("Each minute of waiting allows a further"),
        help=gettext_lazy("Rating points added to the difference that is accepted."),
        bounds=(0, 1000),
        required=False,
        matters=_is_rolling,
    )
    rolling_repeat: int = setting(
        300,
        gettext_lazy("A repeat counts as a rating difference of"),
        help=gettext_lazy("Rating points, for each game that the two have played tonight."),
        bounds=(0, 2000),
        required=False,
        matters=_is_rolling,
    )
    rolling_recent: int = setting(
        50,
        gettext_lazy("A game in the last four weeks counts as a rating difference of"),
        help=gettext_lazy("Rating points, for each game at the club's other events."),
        bounds=(0, 2000),
        required=False,
        matters=_is_rolling,
    )
    rolling_win: int = setting(
        25,
        gettext_lazy("A difference of one win tonight counts as a rating difference of"),
        help=gettext_lazy("Rating points, so that players who are winning play each other. 0: wins are ignored."),
        bounds=(0, 2000),
        required=False,
        matters=_is_rolling,
    )


@settings_group(gettext_lazy("Byes, forfeits and repeats"))
class PairingDefaults:
    """What counts for players without a game, and how often two may play each other."""

    bye_spread: int = setting(
        50,
        gettext_lazy("Spread for a bye"),
        bounds=(0, MAX_SCORE),
        change=Change.WITH_REASON,
        suggest=lambda game: game.default_bye_spread,
    )
    forfeit_spread: int = setting(
        -50,
        gettext_lazy("Spread for a forfeit"),
        help=gettext_lazy("Zero or negative: the forfeiting player's spread."),
        bounds=(-MAX_SCORE, 0),
        change=Change.WITH_REASON,
        suggest=lambda game: -game.default_bye_spread,
    )
    max_repeats: int | None = setting(
        None,
        gettext_lazy("Maximum repeats"),
        help=gettext_lazy(
            "How many times two players may play each other again. Leave empty to allow repeats only when "
            "they cannot be avoided."
        ),
        bounds=(0, MAX_ROUNDS),
        empty=gettext_lazy("only when it cannot be avoided"),
    )
    late_rounds: str = setting(
        LateRounds.NOTHING.value,
        gettext_lazy("Rounds missed by a late entry count as"),
        choices=LateRounds.choices,
    )


@settings_group(gettext_lazy("Points for each result"))
class PointSettings:
    """What a game counts in the standings."""

    win_points: int = setting(
        2,
        gettext_lazy("Points for a win"),
        help=gettext_lazy(
            "Unless you change the order, standings go by points, then by spread. "
            "Usually 2 for a win, 1 for a tie, 0 for a loss."
        ),
        bounds=(1, MAX_POINTS),
        change=Change.WITH_REASON,
    )
    tie_points: int = setting(1, gettext_lazy("Points for a tie"), bounds=(0, MAX_POINTS), change=Change.WITH_REASON)
    loss_points: int = setting(0, gettext_lazy("Points for a loss"), bounds=(0, MAX_POINTS), change=Change.WITH_REASON)
    spread_cap: int | None = setting(
        None,
        gettext_lazy("Spread cap"),
        help=gettext_lazy("The most spread one game can add or take away in the standings. Leave empty for no cap."),
        bounds=(1, MAX_SCORE),
        change=Change.WITH_REASON,
        empty=gettext_lazy("no cap"),
        matters=lambda settings: not settings.spread_caps,
    )


@settings_group(gettext_lazy("Standings and tie-breaks"), page=Page.STANDINGS)
class StandingsSettings:
    """How the standings are ordered."""

    standings_order: str = setting(
        "points spread",
        gettext_lazy("Ordered by"),
        help=format_lazy(
            "{text} {names}.",
            text=gettext_lazy("Tie-breaks, most important first, separated by spaces:"),
            names=lazy(_known_tiebreaks, str)(),
        ),
        most=200,
        pattern=r"^[a-z_]+( [a-z_]+)*$",
        change=Change.WITH_REASON,
        words=lambda order: order_in_words(order.split()),
    )
    bye_half_wins: int = setting(2, gettext_lazy("A bye counts as"), choices=BYE_WORTH, change=Change.WITH_REASON)
    spread_caps: tuple[int, ...] = setting(
        (),
        gettext_lazy("Spread cap by round"),
        help=gettext_lazy(
            "For example 200, 700: 200 in round 1, then 700. 0 means no cap. Leave empty for the same spread "
            "cap in every round."
        ),
        each=(0, MAX_SCORE),
        most=MAX_ROUNDS,
        change=Change.WITH_REASON,
        matters=lambda settings: bool(settings.spread_caps),
    )
    show_contention: bool = setting(False, gettext_lazy("Show everyone who is still in contention for each prize"))


@settings_group(gettext_lazy("Handicap standings"), page=Page.STANDINGS)
class HandicapSettings:
    """Second standings in which the weaker player of a game has a head start."""

    handicap_by: str = setting(
        HandicapBy.NONE.value,
        gettext_lazy("Handicap standings use"),
        help=gettext_lazy(
            "Extra standings in which the weaker player of each game gets a head start. Results and ratings "
            "stay as played."
        ),
        choices=HandicapBy.choices,
        required=False,
        change=Change.WITH_REASON,
        exists=_has_handicaps,
    )
    handicap_percent: int = setting(
        10,
        gettext_lazy("By rating: percentage of the rating difference"),
        help=gettext_lazy(
            "With 10, a player rated 200 lower starts with 20 points. Fractions are dropped; games with an "
            "unrated player have no head start."
        ),
        bounds=(1, 100),
        required=False,
        change=Change.WITH_REASON,
        exists=_has_handicaps,
        matters=_is_by_rating,
    )
    handicap_cap: int | None = setting(
        None,
        gettext_lazy("By rating: maximum points per game"),
        help=gettext_lazy(
            "Leave empty for no limit. By points: set a player's handicap points on the player's page; "
            "they are added to the score of every game."
        ),
        bounds=(1, MAX_HANDICAP),
        change=Change.WITH_REASON,
        empty=gettext_lazy("no limit"),
        exists=_has_handicaps,
        matters=_is_by_rating,
    )


@settings_group(gettext_lazy("Ratings"), page=Page.RATINGS)
class RatingSettings:
    """Ratings and the division, besides the lists it feeds."""

    play_type: str = setting(
        PlayType.TOURNAMENT.value,
        gettext_lazy("Play type"),
        help=gettext_lazy("Some rating lists accept only tournament games or only club games."),
        choices=PlayType.choices,
        in_api=False,
    )
    rate_games: bool = setting(
        False,
        gettext_lazy("Rate every game of a match"),
        help=gettext_lazy("If not, the match is rated as one game."),
        in_api=False,
        matters=lambda settings: settings.best_of > 1,
    )
    show_chances: bool = setting(
        True,
        gettext_lazy("Show win chances"),
        help=gettext_lazy("On round and player pages, using the division's own rating list."),
        in_api=False,
    )


@settings_group(gettext_lazy("Random draw"), page=None)
class DrawSettings:
    """Settings that no form asks for."""

    seed: int = setting(
        1,
        gettext_lazy("Random seed"),
        help=gettext_lazy("The same number always gives the same pairings."),
        bounds=(0, MAX_SAFE_INTEGER),
        public=False,
    )


@dataclass(frozen=True, kw_only=True)
class DivisionSettings(
    PlaySettings,
    RollingSettings,
    PairingDefaults,
    PointSettings,
    StandingsSettings,
    HandicapSettings,
    RatingSettings,
    DrawSettings,
):
    """All settings of a division; raises ValidationError for impossible values."""

    def __post_init__(self) -> None:
        check_each(self)
        if not self.win_points >= self.tie_points >= self.loss_points or self.win_points == self.loss_points:
            raise ValidationError(
                _("A win must be worth more than a loss, with a tie in between; points are 0 to %(max)d.")
                % {"max": MAX_POINTS},
                code="points",
            )
        self._check_order()

    def _check_order(self) -> None:
        names = self.standings_order.split()
        if unknown_names := unknown(names):
            raise ValidationError(
                _("Standings cannot be ordered by “%(name)s”.") % {"name": unknown_names[0][:30]},
                code="standings_order",
            )
        if len(set(names)) < len(names):
            raise ValidationError(_("Name each tie-break only once."), code="standings_order")

    def check_game(self, game: str) -> None:
        """Raise ValidationError for a setting that does not fit the game."""
        check_game(self, game)
        if self.meeting_games > 1 and self.table_size > 2:
            raise ValidationError(
                _("Only players at tables of two can play several rounds in a row."), code="meeting_games"
            )
        if self.rolling and (self.table_size > 2 or self.meeting_games > 1):
            raise ValidationError(_("Rolling pairing is for tables of two, and one game at a time."), code="rolling")

    @property
    def challenge(self) -> str:
        """The challenge rule as the game's engine names it; ``BY_RULES`` where the rules decide."""
        if self.challenge_rule != POINTS:
            return self.challenge_rule
        gives = self.challenge_points_go == PointsGo.CHALLENGED
        return points_key(self.challenge_points, gives=gives, per_word=self.challenge_points_per_word)

    def changed(self, **values: Any) -> Self:
        """These settings with other values."""
        return replace(self, **values)

    def fitted(self, game: str, *, but: Container[str] = ()) -> Self:
        """These settings, with defaults for those that the game does not have; ``but``: leave these as they are."""
        declared = settings_in(type(self)).items()
        return replace(self, **{name: one.default for name, one in declared if not one.fits(game) and name not in but})
