"""Events and divisions as use cases take them (see the package): a new event, and what may change of one."""

from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import slug_re
from django.utils.translation import gettext as _

from core.zones import check_zone
from games.registry import DEFAULT_GAME, GAMES
from tournaments.models import MAX_ABOUT, Event, new_settings
from tournaments.settings import DivisionSettings

MAX_EVENT_NAME = 120
MAX_DIVISION_NAME = 60
MAX_SLUG = 60


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
    check_zone(data.time_zone)
    if data.map_url and not data.map_url.startswith(("https://", "http://")):
        raise ValidationError(_("The map link must begin with https://."), code="map_url")
    for field_name, longest in (("about", MAX_ABOUT), ("place", 200), ("map_url", 500), ("fees", 300)):
        if len(getattr(data, field_name)) > longest:
            raise ValidationError(
                _("The text is too long; the limit is %(max)d characters.") % {"max": longest}, code=field_name
            )


#: The settings of an event that can change, by the names of their columns.
EVENT_SETTINGS = tuple(setting.name for setting in fields(EventChanges))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInput(EventChanges):
    """A new event with its first division; an empty ``slug`` is made from the name."""

    slug: str = ""
    division: DivisionInput = field(default_factory=DivisionInput)

    def __post_init__(self) -> None:
        EventChanges.__post_init__(self)
        if self.slug and (len(self.slug) > MAX_SLUG or not slug_re.match(self.slug)):
            raise ValidationError(
                _(
                    "The address “%(slug)s” can only contain letters a–z, digits, - and _, and at most %(max)d "
                    "characters."
                )
                % {"slug": self.slug[:MAX_SLUG], "max": MAX_SLUG},
                code="slug",
            )
