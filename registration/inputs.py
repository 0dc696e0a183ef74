"""What the use cases of registration take: frozen values that trust nothing of a form."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from registration.models import MAX_CAPACITY, MAX_HOURS, MAX_TEXT, Registration
from tournaments.engine.importers import roster as parsed
from tournaments.wording.engine import roster_problem

HIDDEN, OPTIONAL, REQUIRED = "hidden", "optional", "required"
USES = (HIDDEN, OPTIONAL, REQUIRED)
USE_CHOICES = (
    (HIDDEN, gettext_lazy("not asked for")),
    (OPTIONAL, gettext_lazy("optional")),
    (REQUIRED, gettext_lazy("required")),
)
#: The fields that a director may hide or require, with their labels and what they are at first. The name is always asked.
OPTIONAL_FIELDS = {
    "email": (gettext_lazy("Email"), OPTIONAL),
    "phone": (gettext_lazy("Phone"), HIDDEN),
    "rating": (gettext_lazy("Rating"), OPTIONAL),
    "club": (gettext_lazy("Club"), OPTIONAL),
    "federation_id": (gettext_lazy("Federation ID"), HIDDEN),
    "player_class": (gettext_lazy("Class"), HIDDEN),
    "title": (gettext_lazy("Title"), HIDDEN),
    "pronouns": (gettext_lazy("Pronouns"), HIDDEN),
    "minor": (gettext_lazy("Under 18"), HIDDEN),
}
#: Of the whole form, not of a person.
OF_GROUP = ("email", "phone")
MAX_PEOPLE = 12


def use_of(stored: Mapping[str, str], name: str) -> str:
    """Whether the event hides, offers or requires the field."""
    use = stored.get(name, OPTIONAL_FIELDS[name][1])
    return use if use in USES else HIDDEN


@contextmanager
def _at(field: str) -> Iterator[None]:
    """Say what a roster would refuse, at the form's field."""
    try:
        yield
    except parsed.BadLine as error:
        raise ValidationError(" – ".join(roster_problem(error.name, error.values)), code=field) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonInput:
    """One person on the form. Raises ValidationError for what can never be right; its code is the field."""

    name: str
    division_id: int
    rating: int | None = None
    club: str = ""
    federation_id: str = ""
    player_class: str = ""
    title: str = ""
    pronouns: str = ""
    minor: bool = False
    pairing_request: str = ""
    pairing_request_player: str = ""

    def __post_init__(self) -> None:
        with _at("name"):
            parsed.clean_name(self.name)
        with _at("federation_id"):
            parsed.clean_word(self.federation_id, "id")
        with _at("player_class"):
            parsed.clean_word(self.player_class, "class")
        with _at("club"):
            parsed.clean_word(self.club, "club")
        with _at("rating"):
            parsed.clean_rating("" if self.rating is None else str(self.rating))
        for name in ("title", "pronouns"):
            if len(getattr(self, name)) > 30:
                raise ValidationError(_("At most 30 characters are allowed."), code=name)
        if self.pairing_request not in Registration.PairingRequest.values or bool(self.pairing_request) != bool(
            self.pairing_request_player.strip()
        ):
            raise ValidationError(
                _("Choose the request and say which player it is about."), code="pairing_request_player"
            )


#: What is typed about a person besides the name.
TYPED = tuple(one.name for one in fields(PersonInput) if one.name not in {"name", "division_id"})


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationInput:
    """A form: its people and how to reach them. ``consents``: to what the director asks them to agree to."""

    client_token: UUID
    people: tuple[PersonInput, ...]
    email: str = ""
    phone: str = ""
    note: str = ""
    together: bool = False
    language: str = ""
    consents: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.people) <= MAX_PEOPLE:
            raise ValidationError(_("Register 1 to %(max)d people at once.") % {"max": MAX_PEOPLE}, code="people")
        for name, longest in (("phone", 40), ("note", MAX_TEXT)):
            if len(getattr(self, name)) > longest:
                raise ValidationError(_("The text is too long."), code=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesInput:
    """The places of one division."""

    division_id: int
    capacity: int | None = None
    rating_min: int | None = None
    rating_max: int | None = None
    fee: Decimal | None = None
    classes: str = ""

    def __post_init__(self) -> None:
        if self.capacity is not None and not 0 <= self.capacity <= MAX_CAPACITY:
            raise ValidationError(_("A division has 0 to %(max)d places.") % {"max": MAX_CAPACITY}, code="capacity")
        if self.rating_min is not None and self.rating_max is not None and self.rating_min > self.rating_max:
            raise ValidationError(_("The lowest rating is above the highest."), code="rating_min")
        if self.fee is not None and self.fee < 0:
            raise ValidationError(_("A fee cannot be below 0."), code="fee")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsInput:
    """How people register for an event."""

    is_open: bool = False
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    late_entries: bool = False
    approval: bool = False
    members_only: bool = False
    offer_hours: int = 48
    initials_of_minors: bool = True
    accepts_pairing_requests: bool = False
    consent: str = ""
    currency: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    places: tuple[PlacesInput, ...] = ()

    def __post_init__(self) -> None:
        if self.opens_at is not None and self.closes_at is not None and self.opens_at >= self.closes_at:
            raise ValidationError(_("Registration must open before it closes."), code="closes_at")
        if not 0 <= self.offer_hours <= MAX_HOURS:
            raise ValidationError(_("Give 0 to %(max)d hours.") % {"max": MAX_HOURS}, code="offer_hours")
        if self.currency and not (len(self.currency) == 3 and self.currency.isascii() and self.currency.isalpha()):
            raise ValidationError(_("A currency has three letters, such as EUR."), code="currency")
        if set(self.fields) - set(OPTIONAL_FIELDS) or set(self.fields.values()) - set(USES):
            raise ValidationError(_("A field must be “not asked for”, optional or required."), code="fields")


#: The settings that are columns.
SETTINGS = tuple(one.name for one in fields(SettingsInput) if one.name != "places")
#: What a division has of its own.
PLACES = tuple(one.name for one in fields(PlacesInput) if one.name != "division_id")
