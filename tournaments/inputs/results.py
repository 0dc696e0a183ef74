"""What use cases take: frozen values that forms and serializers both build, and that services trust to be well formed.

Each ``__post_init__`` refuses what can never be right, with a message for whoever typed it.
"""

import re
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import slug_re
from django.utils.translation import gettext as _

from games.models import MAX_RECORD_BYTES
from games.registry import DEFAULT_GAME, GAMES
from tournaments.engine.results import Score
from tournaments.models import (
    MAX_ABOUT,
    MAX_HANDICAP,
    MAX_SCORE,
    MAX_TABLE,
    MIN_SCORE,
    RESULT_KINDS,
    TALLY_FORM,
    Event,
    Handicap,
    Result,
    Submission,
    new_settings,
)
from tournaments.settings import DivisionSettings

SIDES = frozenset(Submission.Side.values)
CHANNELS = frozenset(Submission.Channel.values)
MAX_TOKEN = 40
MAX_EVENT_NAME = 120
MAX_DIVISION_NAME = 60
MAX_SLUG = 60
MAX_WORD = 30


def check_score(score: int | None, *, whose: str) -> int:
    """``score``, if it can be a game score (−1500 to 1500). Raises ValidationError that names ``whose`` it is."""
    if score is None:
        raise ValidationError(_("The score of %(whose)s is missing.") % {"whose": whose}, code="score_missing")
    if not MIN_SCORE <= score <= MAX_SCORE:
        raise ValidationError(
            _("The score of %(whose)s is %(score)d; a game score is a whole number from −%(max)d to %(max)d.")
            % {"whose": whose, "score": score, "max": MAX_SCORE},
            code="score_out_of_range",
        )
    return score


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionInput:
    """A division: its name, game and rules, and its settings.

    Ids are database ids that the caller has checked to be visible to the club.
    """

    name: str = "A"
    game: str = DEFAULT_GAME
    rules_slug: str = GAMES[DEFAULT_GAME].default_rules
    lexicon_version_id: int | None = None
    rating_pool_id: int | None = None
    settings: DivisionSettings = field(default_factory=new_settings)

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValidationError(_("There is no game “%(game)s”.") % {"game": self.game[:20]}, code="game")
        if any(self.rules_slug in other.rule_sets for key, other in GAMES.items() if key != self.game):
            raise ValidationError(_("Those rules belong to a different game."), code="rules_slug")
        if not 1 <= len(self.name.strip()) <= MAX_DIVISION_NAME:
            raise ValidationError(
                _("Give the division a name (up to %(max)d characters).") % {"max": MAX_DIVISION_NAME}, code="name"
            )
        self.settings.check_game(self.game)

    def with_settings(self, **values: Any) -> "DivisionInput":
        """A copy with other values for some settings."""
        return replace(self, settings=self.settings.changed(**values))


def check_event_name(name: str) -> str:
    """The name without surrounding blanks; raises ValidationError when it is empty or too long."""
    if not 1 <= len(name.strip()) <= MAX_EVENT_NAME:
        raise ValidationError(
            _("Give the event a name (up to %(max)d characters).") % {"max": MAX_EVENT_NAME}, code="name"
        )
    return name.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChanges:
    """An event's settings. Its address stays: it is printed on slips and in the players' phones."""

    name: str
    starts_on: date
    table_links: bool = False
    visibility: str = Event.Visibility.AUTO
    about: str = ""
    place: str = ""
    map_url: str = ""
    fees: str = ""
    time_zone: str = ""
    hide_entries: bool = False

    def __post_init__(self) -> None:
        check_event_name(self.name)
        check_announcement(self)


def check_announcement(data: "EventChanges") -> None:
    """Raise ValidationError for a visibility, time zone or map link that cannot be, and for texts that are too long."""
    if data.visibility not in Event.Visibility.values:
        raise ValidationError(_("Choose who can see the event."), code="visibility")
    if data.time_zone and data.time_zone not in available_timezones():
        raise ValidationError(
            _("“%(zone)s” is no time zone; write one such as Europe/London.") % {"zone": data.time_zone[:60]},
            code="time_zone",
        )
    if data.map_url and not data.map_url.startswith(("https://", "http://")):
        raise ValidationError(_("The map link must begin with https://."), code="map_url")
    for field_name, longest in (("about", MAX_ABOUT), ("place", 200), ("map_url", 500), ("fees", 300)):
        if len(getattr(data, field_name)) > longest:
            raise ValidationError(
                _("The text is too long; %(max)d characters fit.") % {"max": longest}, code=field_name
            )


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
            raise ValidationError(_("The level is one of even, beginner, strong."), code="handicap")
        if not 0 <= self.handicap_points <= MAX_HANDICAP:
            raise ValidationError(
                _("Handicap points must be 0 to %(max)d per game.") % {"max": MAX_HANDICAP}, code="handicap_points"
            )
        if self.fixed_table is not None and not 1 <= self.fixed_table <= MAX_TABLE:
            raise ValidationError(
                _("A table number is 1 to %(max)d; leave it empty for any table.") % {"max": MAX_TABLE},
                code="fixed_table",
            )
        for what, word in ((_("class"), self.player_class), (_("team"), self.team), (_("club"), self.club)):
            if len(word) > MAX_WORD or not word.isprintable():
                raise ValidationError(
                    _("The %(what)s can have at most %(max)d characters.") % {"what": what, "max": MAX_WORD},
                    code="word",
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInput(EventChanges):
    """A new event with its first division; an empty ``slug`` is made from the name."""

    slug: str = ""
    division: DivisionInput = field(default_factory=DivisionInput)

    def __post_init__(self) -> None:
        EventChanges.__post_init__(self)
        if self.slug and (len(self.slug) > MAX_SLUG or not slug_re.match(self.slug)):
            raise ValidationError(
                _("The address “%(slug)s” can only contain letters a–z, digits, - and _, at most %(max)d in all.")
                % {"slug": self.slug[:MAX_SLUG], "max": MAX_SLUG},
                code="slug",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultInput:
    """How a game ended. Only ``played`` has scores.

    ``tally``: a match at Word Basket, or a table of more than two, in full (``engine.game_scores``). Scores follow from it.
    ``lost_on_time``: "first" or "second" when that player's time ran out; the scores are those on the board then.
    ``spread``: of the first player, for a bye or forfeit that does not count the division's default (rulings only).
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
                _("Only a two-player game that was played can be lost on time, by the first or the second player."),
                code="lost_on_time",
            )
        if self.kind not in RESULT_KINDS:
            raise ValidationError(_("“%(kind)s” is not a kind of result.") % {"kind": self.kind}, code="kind")
        if self.tally and (self.kind != "played" or not re.fullmatch(TALLY_FORM[1:-1], self.tally)):
            raise ValidationError(
                _(
                    "“%(tally)s” is not a result. Type each player's cards left in seat order, 0 for the "
                    "player who went out: 0-4."
                )
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
                    "Only a played game has scores; a bye or forfeit has a spread, the division's default "
                    "if left empty."
                ),
                code="kind_scores",
            )

    @classmethod
    def of(cls, score: Score) -> "ResultInput":
        """An engine's score, as a report or ruling states it."""
        return cls(
            kind=score.kind,
            first_score=score.first,
            second_score=score.second,
            tally=score.tally,
            lost_on_time=score.lost_on_time,
            spread=score.spread,
        )

    @property
    def score(self) -> Score:
        """The result as the engine takes it."""
        return Score(self.kind, self.first_score, self.second_score, self.tally, self.lost_on_time, self.spread)

    def _check_spread(self) -> None:
        if self.spread is None:
            return
        if self.kind in {"played", "void"}:
            raise ValidationError(
                _("Only a bye or forfeit has its own spread; that of a played game follows from the scores."),
                code="spread",
            )
        if not -MAX_SCORE <= self.spread <= MAX_SCORE:
            raise ValidationError(_("A spread must be −%(max)d to %(max)d.") % {"max": MAX_SCORE}, code="spread")


def columns_of(fact: Submission | Result | ResultInput) -> dict[str, Any]:
    """How the game ended, by the names of the columns that reports, rulings and results have in common."""
    names = ("kind", "first_score", "second_score", "tally", "lost_on_time")
    return {name: getattr(fact, name) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresheetInput:
    """One report of a game.

    ``side``: a seat or official; ``channel``: link (a player's own, whose id is ``link``), table, official, api or import.
    ``record``: the bytes of a GCG file or of typed moves; empty when only scores were sent. ``result`` None: take the scores
    from the record. ``client_token`` comes with the form: the same token again is the same report.
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
                _("The record is larger than %(kb)d kB; a game needs a tenth of that. Is it the right file?")
                % {"kb": MAX_RECORD_BYTES // 1024},
                code="record_too_large",
            )
        if self.result is None and not self.record.strip():
            raise ValidationError(_("Type both scores, or add the game record."), code="nothing_reported")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingInput:
    """An official's decision with its reason; ``expected_version`` is the result version that the official saw."""

    result: ResultInput
    reason: str
    expected_version: int | None = None

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise ValidationError(_("Give a reason for the ruling."), code="reason")
