"""What the use cases of the clock take."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.engine.round_clock import Act
from tournaments.models import MAX_MINUTES

_MAX_REASON = 200


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MAX_MINUTES:
        raise ValidationError(_("Choose 1 to %(most)d minutes.") % {"most": MAX_MINUTES}, code="minutes")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStart:
    """A clock to start: of a division's round in play, or (None) of the event. ``minutes`` None: the length of a round."""

    division_id: int | None = None
    minutes: int | None = None

    def __post_init__(self) -> None:
        if self.minutes is not None:
            _check_minutes(self.minutes)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTimeInput:
    """Extra time for one table, by its number, and why."""

    table: int
    minutes: int
    reason: str

    def __post_init__(self) -> None:
        _check_minutes(self.minutes)
        if not 1 <= len(self.reason.strip()) <= _MAX_REASON:
            raise ValidationError(
                _("Say why the table has extra time (up to %(most)d characters): its players and the hall will see it.")
                % {"most": _MAX_REASON},
                code="reason",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange:
    """A change of a clock. ``seen``: its last mark when the director decided; ``minutes`` and ``reason``: of an extension."""

    act: Act
    seen: int
    minutes: int = 0
    reason: str = ""

    def __post_init__(self) -> None:
        if self.act is Act.START:
            raise ValidationError(_("This clock has already been started."), code="act")
        if self.act is not Act.EXTEND:
            if self.minutes or self.reason:
                raise ValidationError(_("Minutes and a reason are only for extending the clock."), code="act")
            return
        _check_minutes(self.minutes)
        if not 1 <= len(self.reason.strip()) <= _MAX_REASON:
            raise ValidationError(
                _("Say why the round is extended (up to %(most)d characters).") % {"most": _MAX_REASON},
                code="reason",
            )
