"""Reports about games, rulings of officials, and the results that follow from them."""

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.constraints import filled, one_of
from tournaments.engine.model import ResultKind
from tournaments.engine.results import UNDONE, Side
from tournaments.models.rounds import Pairing
from tournaments.settings.choices import MAX_SCORE, MIN_SCORE

#: Who may report a game: its players by seat, and officials.
SIDES = [
    (Side.FIRST.value, _("first player")),
    (Side.SECOND.value, _("second player")),
    (Side.THIRD.value, _("third player")),
    (Side.FOURTH.value, _("fourth player")),
    (Side.FIFTH.value, _("fifth player")),
    (Side.SIXTH.value, _("sixth player")),
    (Side.SEVENTH.value, _("seventh player")),
    (Side.EIGHTH.value, _("eighth player")),
    (Side.OFFICIAL.value, pgettext_lazy("a person", "official")),
]
#: How a game can end, as a fact; what it is worth is the division's setting. "win" and "loss" speak of the first player.
RESULT_KINDS = {
    ResultKind.PLAYED.value: _("played"),
    ResultKind.BYE.value: _("bye"),
    ResultKind.FORFEIT_WIN.value: _("second player forfeits"),
    ResultKind.FORFEIT_LOSS.value: _("first player forfeits"),
    ResultKind.DOUBLE_FORFEIT.value: _("both forfeit"),
    ResultKind.VOID.value: _("void: does not count"),
}
#: The kinds of reports and rulings: those of results, and the one that takes an earlier report or ruling back.
FACT_KINDS = {**RESULT_KINDS, UNDONE: _("undone")}


def _score_or_null(field: str) -> Q:
    return Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__gte": MIN_SCORE, f"{field}__lte": MAX_SCORE})


#: Who lost a played game on time. Reports and rulings have the scores on the board; a result those that count.
LOST_ON_TIME = [("first", _("first player lost on time")), ("second", _("second player lost on time"))]

#: A game of Word Basket by seats: cards left, 0 for the one who went out, x for an absent player.
_CARDS = r"((([1-9][0-9]?|x)-)+0(-([1-9][0-9]?|x))*|0(-([1-9][0-9]?|x))+)"
_POINTS = r"(-?[0-9]{1,4}|x)(/(-?[0-9]{1,4}|x)){2,3}"
#: Games with a blank between: ``0-4 3-0 0-2`` cards left, ``320/281/305`` points at a table of three or four.
TALLY_FORM = rf"^({_CARDS}( {_CARDS}){{0,8}}|{_POINTS})$"


def _scores_iff_played() -> Q:
    """A game of two has two scores (at Word Basket games won); a table of more has its tally alone."""
    two = Q(first_score__isnull=False, second_score__isnull=False)
    none = Q(first_score__isnull=True, second_score__isnull=True)
    return Q(kind="played") & (two | none & ~Q(tally="")) | ~Q(kind="played") & none & Q(tally="")


def _spread_of_no_game() -> Q:
    """Only a bye or forfeit has a spread of its own; that of a played game is the difference of its scores."""
    unplayed = Q(kind__in=["bye", "forfeit_win", "forfeit_loss", "double_forfeit"])
    return Q(spread__isnull=True) | unplayed & Q(spread__gte=-MAX_SCORE, spread__lte=MAX_SCORE)


#: Who led before unplayed tiles were counted, where that decides equal totals; "level": nobody, so it stays a tie.
LED_BEFORE = [
    ("first", _("first player")),
    ("second", _("second player")),
    ("third", _("third player")),
    ("fourth", _("fourth player")),
    ("level", _("nobody: it was level then too")),
]
#: A table of points in which two totals are equal.
_EQUAL_POINTS = r"^(.*/)?(-?[0-9]+)/(.*/)?\2(/.*)?$"


def _led_at_equal_totals() -> Q:
    """Only a played game with equal totals, not lost on time, is decided by who led before."""
    two = Q(
        led_before__in=["first", "second", "level"], tally="", first_score__isnull=False, second_score=F("first_score")
    )
    table = Q(led_before__in=[seat for seat, _label in LED_BEFORE], tally__regex=_EQUAL_POINTS)
    return Q(led_before="") | Q(kind="played", lost_on_time="") & (two | table)


def _time_of_two() -> Q:
    """Only a game of two with scores is lost on time, by one of the two."""
    scored = Q(kind="played", tally="", first_score__isnull=False)
    return Q(lost_on_time="") | Q(lost_on_time__in=["first", "second"]) & scored


def _result_constraints(
    prefix: str, kinds: Iterable[str] = RESULT_KINDS, *, of_report: bool = False
) -> list[models.BaseConstraint]:
    """What holds for every row with a result; only a report has no spread."""
    conditions = {
        "scores_iff_played": _scores_iff_played(),
        "tally_form": Q(tally="") | Q(tally__regex=TALLY_FORM),
        "time_of_two": _time_of_two(),
        "led_at_equal_totals": _led_at_equal_totals(),
        "scores_in_range": _score_or_null("first_score") & _score_or_null("second_score"),
        "known_kind": Q(kind__in=list(kinds)),
    }
    if not of_report:
        conditions["spread_of_no_game"] = _spread_of_no_game()
    return [models.CheckConstraint(condition=check, name=f"{prefix}_{name}") for name, check in conditions.items()]


class Scored(models.Model):
    """The scores of a game, and what else decides it. Each row also has its ``kind``."""

    first_score = models.SmallIntegerField(null=True, blank=True)
    second_score = models.SmallIntegerField(null=True, blank=True)
    tally = models.CharField(max_length=240, blank=True, default="")
    lost_on_time = models.CharField(max_length=6, blank=True, default="", choices=LOST_ON_TIME)
    led_before = models.CharField(max_length=6, blank=True, default="", choices=LED_BEFORE)

    class Meta:
        abstract = True


class Submission(Scored):
    """What somebody reported about a game: a fact that never changes. A correction is another submission that supersedes it.

    An official undoes an entry by another one of kind "undone" (``engine.results.counted_reports``).
    """

    class Channel(models.TextChoices):
        LINK = "link", _("personal link")
        TABLE = "table", _("table link")
        OFFICIAL = "official", _("official's entry")
        API = "api", _("API")
        IMPORT = "import", _("import")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="submissions")
    channel = models.CharField(max_length=10, choices=Channel.choices)
    side = models.CharField(max_length=10, choices=SIDES)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    link = models.ForeignKey("PersonalLink", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    client_token = models.CharField(
        max_length=40, help_text="Made by the form; the same token again is the same submission."
    )
    kind = models.CharField(max_length=20, choices=FACT_KINDS, default=ResultKind.PLAYED.value)
    record = models.ForeignKey("games.GameRecord", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(link__isnull=True) | Q(channel__in=["link", "api"]), name="submission_link_by_its_channel"
            ),
            models.UniqueConstraint(fields=["pairing", "client_token"], name="submission_token_once_per_pairing"),
            *_result_constraints("submission", FACT_KINDS, of_report=True),
            models.CheckConstraint(
                condition=~Q(kind=UNDONE) | Q(side=Side.OFFICIAL.value, supersedes__isnull=False, record__isnull=True),
                name="submission_official_undoes",
            ),
            one_of("submission_known_side", "side", [side for side, _label in SIDES]),
            one_of("submission_known_channel", "channel", ["link", "table", "official", "api", "import"]),
            filled("submission_has_token", "client_token"),
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.kind} {self.first_score}–{self.second_score}"


class ResultRuling(Scored):
    """An official's decision about a game's result, with its reason. Later rulings count over earlier ones; none is changed.

    One of kind "undone" takes the latest one back (``engine.results.counted_rulings``).
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="rulings")
    official = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=20, choices=FACT_KINDS)
    spread = models.SmallIntegerField(null=True, blank=True)
    reason = models.TextField(_("reason"), max_length=2000)
    after_submission = models.ForeignKey(
        Submission,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The last report that the official could know; later ones came after the decision.",
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "pk"]
        constraints = [
            filled("ruling_has_reason", "reason"),
            *_result_constraints("ruling", FACT_KINDS),
        ]

    def __str__(self) -> str:
        return f"ruling on {self.pairing_id}: {self.kind}"


class Result(Scored):
    """The pairing's current result, derived from its submissions and rulings. ``version`` grows with each change."""

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for the other player")
        CONFIRMED = "confirmed", _("confirmed")
        CONFLICT = "conflict", _("the reports differ")

    pairing = models.OneToOneField(Pairing, on_delete=models.PROTECT, related_name="result")
    state = models.CharField(max_length=10, choices=State.choices)
    kind = models.CharField(max_length=20, choices=RESULT_KINDS)
    spread = models.SmallIntegerField(
        null=True,
        blank=True,
        help_text="The first player's spread of a bye or forfeit, where it is not the division's.",
    )
    record = models.ForeignKey("games.GameRecord", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    ruling = models.ForeignKey(ResultRuling, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    open_questions = models.PositiveSmallIntegerField(
        default=0, help_text="How many contradictions wait for an official or a corrected report (OpenQuestion)."
    )
    version = models.PositiveIntegerField(default=1)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("result_known_state", "state", ["pending", "confirmed", "conflict"]),
            *_result_constraints("result"),
            models.CheckConstraint(
                condition=Q(state="confirmed", confirmed_at__isnull=False)
                | (~Q(state="confirmed") & Q(confirmed_at__isnull=True)),
                name="result_confirmed_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state}: {self.kind} {self.first_score}–{self.second_score}"
