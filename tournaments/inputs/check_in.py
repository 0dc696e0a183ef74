"""How an event checks its players in, as use cases take it (see the package)."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import MAX_FORFEIT_MINUTES


@dataclass(frozen=True, slots=True)
class CheckInInput:
    """See ``CheckIn``."""

    self_open: bool = True
    waits: bool = False
    forfeit_minutes: int | None = None

    def __post_init__(self) -> None:
        if self.forfeit_minutes is not None and not 1 <= self.forfeit_minutes <= MAX_FORFEIT_MINUTES:
            raise ValidationError(
                _("The forfeit timer must be 1 to %(max)d minutes; leave it empty for none.")
                % {"max": MAX_FORFEIT_MINUTES},
                code="forfeit_minutes",
            )
