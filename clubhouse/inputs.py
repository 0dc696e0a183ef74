"""What the use cases of the clubhouse take."""

from dataclasses import dataclass
from datetime import date, time

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubhouse.models import NightPlan, RollMember
from tournaments.engine.event_templates import EVENT_TEMPLATES

#: Days without a night that a plan lists at most.
MOST_SKIPPED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RollInput:
    """A member's line on the roll. Raises ValidationError."""

    kind: str = RollMember.Kind.FULL
    joined_on: date | None = None
    left_on: date | None = None
    dues_until: date | None = None
    note: str = ""
    office: str = ""

    def __post_init__(self) -> None:
        if self.kind not in RollMember.Kind.values:
            raise ValidationError(_("Choose a kind of membership."), code="kind")
        if self.joined_on is not None and self.left_on is not None and self.left_on < self.joined_on:
            raise ValidationError(_("The leaving date is before the joining date."), code="left_on")
        for name, longest in (("note", 200), ("office", 60)):
            if len(getattr(self, name)) > longest:
                raise ValidationError(
                    _("The text is too long; the limit is %(max)d characters.") % {"max": longest}, code=name
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlanInput:
    """A club's regular night. ``template`` empty: like the last night. Raises ValidationError."""

    name: str
    first_on: date
    starts_at: time
    repeats: str = NightPlan.Repeats.WEEK
    minutes: int = 180
    template: str = ""
    skipped: tuple[date, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.name.strip()) <= 80:
            raise ValidationError(
                _("Give the club night a name (up to %(max)d characters).") % {"max": 80}, code="name"
            )
        if self.repeats not in NightPlan.Repeats.values:
            raise ValidationError(_("Choose how often the club meets."), code="repeats")
        if self.template and self.template not in EVENT_TEMPLATES:
            raise ValidationError(_("There is no such template. Choose one from the list."), code="template")
        if not 15 <= self.minutes <= 1440:
            raise ValidationError(_("A club night lasts 15 to 1440 minutes."), code="minutes")
        if len(self.skipped) > MOST_SKIPPED:
            raise ValidationError(
                _("List at most %(max)d dates with no club night; remove past ones.") % {"max": MOST_SKIPPED},
                code="skipped",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class NightInput:
    """One club night: its day, who plays (numbers of players), and names typed in. ``all_new``: similar names are new people."""

    day: date
    players: tuple[int, ...] = ()
    others: tuple[str, ...] = ()
    all_new: bool = False
