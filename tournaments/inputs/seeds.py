"""What the use case of seeds takes."""

from collections import Counter
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import MAX_REASON


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedsInput:
    """All seeds given by hand: (entry id, place). All others are seeded by rating. ``reason``: why they change."""

    seeds: tuple[tuple[int, int], ...]
    reason: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.reason.strip()) <= MAX_REASON:
            raise ValidationError(
                _("Give a reason (up to %(max)d characters); everyone sees it in the list of players.")
                % {"max": MAX_REASON},
                code="reason",
            )
        if len({entry for entry, _place in self.seeds}) < len(self.seeds):
            raise ValidationError(_("Each player can appear only once."), code="twice")
        places = Counter(place for _entry, place in self.seeds)
        if doubled := [place for place, times in sorted(places.items()) if times > 1]:
            raise ValidationError(
                _("Two players cannot both be seed %(place)d.") % {"place": doubled[0]}, code="place_twice"
            )
