"""The inputs of the use cases of leagues: frozen values that forms and serializers both build."""

from dataclasses import dataclass, fields
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import slug_re
from django.utils.translation import gettext as _

from leagues.engine import additive
from leagues.models import MAX_COUNTING_EVENTS, MAX_EXCHANGE
from tournaments.engine.standings import unknown
from tournaments.inputs.events import MAX_DIVISION_NAME, MAX_SLUG, check_event_name
from tournaments.models import MAX_POINTS, MAX_ROUNDS

MAX_LEAGUE_NAME = 120
MAX_ABOUT = 2000
MAX_MIN_GAMES = 1000


def _check_name(name: str) -> None:
    if not 1 <= len(name.strip()) <= MAX_LEAGUE_NAME or not name.isprintable():
        raise ValidationError(_("Give a name (up to %(max)d characters).") % {"max": MAX_LEAGUE_NAME}, code="name")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueInput:
    """A league's name and what it says of itself; an empty ``slug`` is made from the name and never changes later."""

    name: str
    about: str = ""
    slug: str = ""

    def __post_init__(self) -> None:
        _check_name(self.name)
        if len(self.about) > MAX_ABOUT:
            raise ValidationError(_("The text can have at most %(max)d characters.") % {"max": MAX_ABOUT}, code="about")
        if self.slug and (len(self.slug) > MAX_SLUG or not slug_re.match(self.slug)):
            raise ValidationError(
                _(
                    "The address “%(slug)s” can only contain letters a–z, digits, - and _, and at most %(max)d "
                    "characters."
                )
                % {"slug": self.slug[:MAX_SLUG], "max": MAX_SLUG},
                code="slug",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonInput:
    """A season's name, days and rules."""

    name: str
    starts_on: date
    ends_on: date | None = None
    open_to_all: bool = True
    best_events: int | None = None
    min_games: int = 1
    win_points: int = 2
    tie_points: int = 1
    loss_points: int = 0
    bye_half_wins: int = 2
    standings_order: str = "points spread"

    def __post_init__(self) -> None:
        _check_name(self.name)
        if self.ends_on is not None and self.ends_on < self.starts_on:
            raise ValidationError(_("The last day is before the first."), code="ends_on")
        if self.best_events is not None and not 1 <= self.best_events <= MAX_COUNTING_EVENTS:
            raise ValidationError(
                _("Best events must be 1 to %(max)d; leave it empty if all count.") % {"max": MAX_COUNTING_EVENTS},
                code="best_events",
            )
        if not 0 <= self.min_games <= MAX_MIN_GAMES:
            raise ValidationError(
                _("Games needed to be ranked must be 0 to %(max)d.") % {"max": MAX_MIN_GAMES}, code="min_games"
            )
        if not MAX_POINTS >= self.win_points >= self.tie_points >= self.loss_points >= 0 or (
            self.win_points == self.loss_points
        ):
            raise ValidationError(
                _("A win must be worth more than a loss, with a tie in between; points are 0 to %(max)d.")
                % {"max": MAX_POINTS},
                code="points",
            )
        if not 0 <= self.bye_half_wins <= 2:
            raise ValidationError(_("A bye must count as a win, a tie or a loss."), code="bye_half_wins")
        self._check_order()

    def _check_order(self) -> None:
        names = self.standings_order.split()
        if others := unknown(names):
            raise ValidationError(
                _("Standings cannot be ordered by “%(name)s”.") % {"name": others[0][:30]}, code="standings_order"
            )
        if not names or len(set(names)) < len(names) or " ".join(names) != self.standings_order:
            raise ValidationError(_("Choose at least one tie-break, each only once."), code="standings_order")
        if self.best_events is not None and not additive(names):
            raise ValidationError(
                _(
                    "If only the best events count, a table can only be ordered by points, percentage, wins, losses "
                    "and spread: a game may count for only one of its players."
                ),
                code="standings_order",
            )


#: A season's rules: they change with a reason once it runs, and the next season takes them over.
SEASON_RULES = frozenset(one.name for one in fields(SeasonInput)) - {"name", "starts_on", "ends_on"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueDivisionInput:
    """A division of a season: its name, and how many places it exchanges with the division above (the top one: none)."""

    name: str
    exchange: int = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.name.strip()) <= MAX_DIVISION_NAME or not self.name.isprintable():
            raise ValidationError(
                _("Give the division a name (up to %(max)d characters).") % {"max": MAX_DIVISION_NAME}, code="name"
            )
        if not 0 <= self.exchange <= MAX_EXCHANGE:
            raise ValidationError(
                _("Promotion and relegation places must be 0 to %(max)d.") % {"max": MAX_EXCHANGE}, code="exchange"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEventInput:
    """An event for a season's players. ``rounds`` None: enough for everybody of the division to play everybody once."""

    name: str
    starts_on: date
    rounds: int | None = None

    def __post_init__(self) -> None:
        check_event_name(self.name)
        if self.rounds is not None and not 1 <= self.rounds <= MAX_ROUNDS:
            raise ValidationError(_("An event has 1 to %(max)d rounds.") % {"max": MAX_ROUNDS}, code="rounds")
