"""What may change about an entry, as use cases take it (see the package)."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import (
    MAX_HANDICAP,
    MAX_TABLE,
    Handicap,
)

MAX_WORD = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanges:
    """What may change about an entry. The ``rating`` stays once the player has been paired in a public round.

    ``federation_id``: the player's in the club, for this event and all others; None leaves it as it is.
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
