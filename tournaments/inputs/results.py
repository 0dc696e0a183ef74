"""Results, reports and rulings as use cases take them (see the package)."""

import re
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import MAX_RECORD_BYTES
from tournaments.engine import game_scores as tally
from tournaments.engine.results import LEVEL, SEATS, Score, Side
from tournaments.models import (
    MAX_SCORE,
    MIN_SCORE,
    RESULT_KINDS,
    TALLY_FORM,
    HeldReport,
    Result,
    Submission,
)

SIDES = frozenset(Side)
CHANNELS = frozenset(Submission.Channel.values)
MAX_TOKEN = 40


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
class ResultInput:
    """How a game ended. Only ``played`` has scores.

    ``tally``: a match at Word Basket, or a table of more than two, in full (``engine.game_scores``). Scores follow from it.
    ``lost_on_time``: "first" or "second" when that player's time ran out; the scores are those on the board then.
    ``spread``: of the first player, for a bye or forfeit that does not count the division's default (rulings only).
    ``led_before``: of equal totals, who led before unplayed tiles were counted: a seat, or "level". Only where the rules ask.
    """

    kind: str = "played"
    first_score: int | None = None
    second_score: int | None = None
    tally: str = ""
    lost_on_time: str = ""
    spread: int | None = None
    led_before: str = ""

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
        self._check_leader()
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
            led_before=score.led_before,
        )

    @property
    def score(self) -> Score:
        """The result as the engine takes it."""
        scores = self.first_score, self.second_score
        return Score(self.kind, *scores, self.tally, self.lost_on_time, self.spread, self.led_before)

    @property
    def tied_seats(self) -> tuple[str, ...]:
        """The seats that share the best total; () where one is ahead, or nobody has points."""
        if self.kind != "played" or self.lost_on_time:
            return ()
        if tally.POINTS in self.tally:
            return tuple(SEATS[seat] for seat in tally.tied_at_top(tally.parse(self.tally)))
        level = not self.tally and self.first_score is not None and self.first_score == self.second_score
        return SEATS[:2] if level else ()

    def _check_leader(self) -> None:
        if self.led_before and not self.tied_seats:
            raise ValidationError(
                _("Who led before unplayed tiles were counted only matters when the best totals are equal."),
                code="led_before",
            )
        if self.led_before not in {"", LEVEL, *self.tied_seats}:
            raise ValidationError(
                _("Choose one of the players with the best total, or say that it was level then too."),
                code="led_before",
            )

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


def columns_of(fact: Submission | Result | ResultInput | HeldReport) -> dict[str, Any]:
    """How the game ended, by the names of the columns that reports, rulings and results have in common."""
    names = ("kind", "first_score", "second_score", "tally", "lost_on_time", "led_before")
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
                _("Say who is reporting: the first player, the second player or an official."), code="side"
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
