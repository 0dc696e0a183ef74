"""What nobody can be registered as, and no division or event can ask for: refused with the field it is about, and why."""

from datetime import UTC, datetime
from decimal import Decimal
from uuid import uuid4

from registration.inputs import MAX_PEOPLE, PersonInput, PlacesInput, RegistrationInput, SettingsInput
from registration.models import MAX_CAPACITY, MAX_HOURS, MAX_TEXT
from tests.walk import Limit, check_limits

ANN = PersonInput(name="Ann Reed", division_id=1)
FORM = RegistrationInput(client_token=uuid4(), people=(ANN,))
PLACES = PlacesInput(division_id=1)
SETTINGS = SettingsInput()
NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)

LIMITS: list[Limit] = [
    (ANN, {"title": "GM" * 15}, {"title": "G" * 31}, "title", "30 characters"),
    (ANN, {"pronouns": "x" * 30}, {"pronouns": "x" * 31}, "pronouns", "30 characters"),
    (ANN, {"name": "x" * 80}, {"name": "x" * 81}, "name", "the limit is 80"),
    (ANN, {"rating": 4000}, {"rating": 4001}, "rating", "not between 0 and 4000"),
    (ANN, {"club": "x" * 30}, {"club": "x" * 31}, "club", "the club name is longer"),
    (ANN, {"federation_id": "1" * 30}, {"federation_id": "1" * 31}, "federation_id", "the id is longer"),
    (ANN, {"player_class": "B" * 30}, {"player_class": "B" * 31}, "player_class", "the class name is longer"),
    (
        ANN,
        {"pairing_request": "not_against", "pairing_request_player": "Bo"},
        {"pairing_request": "not_against"},
        "pairing_request_player",
        "which player",
    ),
    (ANN, {}, {"pairing_request_player": "Bo"}, "pairing_request_player", "Choose the request"),
    (
        ANN,
        {"pairing_request": "same_travel", "pairing_request_player": "Bo"},
        {"pairing_request": "always_with", "pairing_request_player": "Bo"},
        "pairing_request_player",
        "Choose the request",
    ),
    (FORM, {"people": (ANN,) * MAX_PEOPLE}, {"people": (ANN,) * (MAX_PEOPLE + 1)}, "people", f"1 to {MAX_PEOPLE}"),
    (FORM, {}, {"people": ()}, "people", f"1 to {MAX_PEOPLE}"),
    (FORM, {"phone": "1" * 40}, {"phone": "1" * 41}, "phone", "too long"),
    (FORM, {"note": "x" * MAX_TEXT}, {"note": "x" * (MAX_TEXT + 1)}, "note", "too long"),
    (PLACES, {"capacity": MAX_CAPACITY}, {"capacity": MAX_CAPACITY + 1}, "capacity", f"0 to {MAX_CAPACITY}"),
    (PLACES, {"capacity": 0}, {"capacity": -1}, "capacity", f"0 to {MAX_CAPACITY}"),
    (
        PLACES,
        {"rating_min": 1200, "rating_max": 1200},
        {"rating_min": 1201, "rating_max": 1200},
        "rating_min",
        "above the highest",
    ),
    (PLACES, {"fee": Decimal(0)}, {"fee": Decimal("-0.01")}, "fee", "below 0"),
    (
        SETTINGS,
        {"opens_at": NOON, "closes_at": NOON.replace(minute=1)},
        {"opens_at": NOON, "closes_at": NOON},
        "closes_at",
        "open before it closes",
    ),
    (SETTINGS, {"offer_hours": MAX_HOURS}, {"offer_hours": MAX_HOURS + 1}, "offer_hours", f"0 to {MAX_HOURS} hours"),
    (SETTINGS, {"offer_hours": 0}, {"offer_hours": -1}, "offer_hours", f"0 to {MAX_HOURS} hours"),
    (SETTINGS, {"currency": "EUR"}, {"currency": "EURO"}, "currency", "three letters"),
    (SETTINGS, {}, {"currency": "€€€"}, "currency", "three letters"),
    (
        SETTINGS,
        {"fields": {"email": "required"}},
        {"fields": {"email": "maybe"}},
        "fields",
        "“not asked for”, optional or",
    ),
    (SETTINGS, {}, {"fields": {"shoe_size": "required"}}, "fields", "“not asked for”, optional or"),
]


def test_what_can_never_be_right_is_refused_with_its_field() -> None:
    check_limits(LIMITS)
