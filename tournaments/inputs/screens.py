"""What the use case of the hall's screens takes."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import MAX_SCREEN_SECONDS, MAX_SCREEN_TEXT, MIN_SCREEN_SECONDS, SCREEN_SECONDS, HallScreens


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreensInput:
    """What the screens show: ``shows`` is a ``HallScreens.Shows``; of one division (id) or None for all; seconds a page; a text."""

    shows: str = HallScreens.Shows.TURN
    division_id: int | None = None
    seconds: int = SCREEN_SECONDS
    text: str = ""

    def __post_init__(self) -> None:
        if self.shows not in HallScreens.Shows.values:
            raise ValidationError(_("Choose what the screens show."), code="shows")
        if not MIN_SCREEN_SECONDS <= self.seconds <= MAX_SCREEN_SECONDS:
            values = {"least": MIN_SCREEN_SECONDS, "most": MAX_SCREEN_SECONDS}
            raise ValidationError(_("Choose %(least)d to %(most)d seconds.") % values, code="seconds")
        if len(self.text) > MAX_SCREEN_TEXT:
            raise ValidationError(
                _("The text can have up to %(most)d characters.") % {"most": MAX_SCREEN_TEXT}, code="text"
            )
        if self.shows == HallScreens.Shows.TEXT and not self.text.strip():
            raise ValidationError(_("Type the text that the screens show."), code="text")
