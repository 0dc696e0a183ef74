"""What may change about an entry, as use cases take it (see the package)."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine.adjustments import (
    MAX_ADJUSTMENT,
    MAX_TEXT,
    AdjustmentError,
    read_adjustments,
    write_adjustments,
)
from tournaments.models import (
    MAX_HANDICAP,
    MAX_REASON,
    MAX_ROUNDS,
    MAX_TABLE,
    Handicap,
)

MAX_WORD = 30
#: What is wrong with a line of spread adjustments, by the code of `AdjustmentError`.
_WRONG_ADJUSTMENT = {
    "form": gettext_lazy("“%(part)s” is not an adjustment. Type the round, a space and the points, such as 3 -25."),
    "round": gettext_lazy(
        "“%(part)s”: rounds are 1 to %(rounds)d. Type the round first, then the points, such as 3 -25."
    ),
    "points": gettext_lazy("“%(part)s”: the points are from -%(points)d to +%(points)d and not 0."),
    "twice": gettext_lazy("“%(part)s”: this round appears twice. Type each round once, with its total."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanges:
    """What may change about an entry. The ``rating`` stays once the player has been paired in a public round.

    ``federation_id``: the player's in the club, for this event and all others; None leaves it as it is. ``spread_changes``:
    “3 -25, 5 +10”, 25 points off in round 3 and 10 on in round 5, with a reason that everybody sees.
    """

    name: str
    rating: int | None = None
    fixed_table: int | None = None
    player_class: str = ""
    team: str = ""
    club: str = ""
    handicap: str = "even"
    handicap_points: int = 0
    federation_id: str | None = None
    spread_changes: str = ""
    spread_reason: str = ""

    def __post_init__(self) -> None:
        self._check_adjustments()
        if self.handicap not in Handicap.values:
            raise ValidationError(_("The level must be even, beginner or strong."), code="handicap")
        if not 0 <= self.handicap_points <= MAX_HANDICAP:
            raise ValidationError(
                _("Handicap points must be 0 to %(max)d per game.") % {"max": MAX_HANDICAP}, code="handicap_points"
            )
        if self.fixed_table is not None and not 1 <= self.fixed_table <= MAX_TABLE:
            raise ValidationError(
                _("A table number must be 1 to %(max)d; leave it empty for any table.") % {"max": MAX_TABLE},
                code="fixed_table",
            )
        for what, word in ((_("class"), self.player_class), (_("team"), self.team), (_("club"), self.club)):
            if len(word) > MAX_WORD or not word.isprintable():
                raise ValidationError(
                    _("The %(what)s can have at most %(max)d characters.") % {"what": what, "max": MAX_WORD},
                    code="word",
                )

    def _check_adjustments(self) -> None:
        """Each round once, and a reason if there are any; without any, no reason."""
        try:
            adjustments = read_adjustments(self.spread_changes, MAX_ROUNDS)
        except AdjustmentError as error:
            values = {"part": error.part[:30], "rounds": MAX_ROUNDS, "points": MAX_ADJUSTMENT}
            raise ValidationError(_WRONG_ADJUSTMENT[error.code] % values, code="spread_changes") from error
        if len(write_adjustments(adjustments)) > MAX_TEXT:
            raise ValidationError(
                _("Adjustments for that many rounds do not fit (the limit is %(max)d characters).") % {"max": MAX_TEXT},
                code="spread_changes",
            )
        reason = self.spread_reason.strip()
        if adjustments and not reason:
            raise ValidationError(_("Say why the spread is adjusted. Everybody sees it."), code="spread_reason")
        if reason and not adjustments:
            raise ValidationError(
                _("There is a reason but no adjustment. Type the adjustments too, or empty both fields."),
                code="spread_reason",
            )
        if len(reason) > MAX_REASON or not reason.isprintable():
            raise ValidationError(
                _("The reason must be one line of at most %(max)d characters.") % {"max": MAX_REASON},
                code="spread_reason",
            )
