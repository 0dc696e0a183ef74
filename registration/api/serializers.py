"""What programs send and get about registration."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.fields import IdField, ShownSerializer
from registration.inputs import (
    OF_GROUP,
    OPTIONAL_FIELDS,
    TYPED,
    USES,
    PersonInput,
    PlacesInput,
    RegistrationInput,
    SettingsInput,
    use_of,
)
from registration.models import MAX_CAPACITY, MAX_HOURS, MAX_TEXT, Registration
from registration.queries import Places, PublicPerson, fee_of
from tournaments.engine.importers.roster import MAX_RATING
from tournaments.models import Division

MAX_CHOSEN = 500


class DivisionPlacesSerializer(serializers.Serializer[Places]):
    """A division and its places. `capacity` and `free` are null where there is no limit."""

    division = serializers.SlugField(source="division.slug")
    name = serializers.CharField(source="division.name")
    capacity = serializers.IntegerField(source="rules.capacity", allow_null=True)
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    free = serializers.IntegerField(allow_null=True)
    full = serializers.BooleanField(help_text="The next one has to wait.")
    rating_min = serializers.IntegerField(source="rules.rating_min", allow_null=True)
    rating_max = serializers.IntegerField(source="rules.rating_max", allow_null=True)
    fee = serializers.DecimalField(source="rules.fee", max_digits=8, decimal_places=2, allow_null=True)
    classes = serializers.CharField(source="rules.classes")


class FieldsField(serializers.DictField):
    """Each optional field of the form, and whether it is hidden, optional or required."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=serializers.ChoiceField(choices=USES), **options)


class OpenRegistrationSerializer(serializers.Serializer[Any]):
    """Whether and how people can register now."""

    open = serializers.BooleanField()
    why_closed = serializers.CharField(help_text="A sentence; empty while registration is open.")
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    approval = serializers.BooleanField(help_text="The director approves each registration.")
    members_only = serializers.BooleanField()
    accepts_pairing_requests = serializers.BooleanField()
    consent = serializers.CharField(help_text="What people must agree to; empty: nothing.")
    currency = serializers.CharField()
    fields = FieldsField()  # type: ignore[assignment]  # the form's fields, as the settings call them
    divisions = DivisionPlacesSerializer(many=True)


class _DivisionSettings(serializers.Serializer[None]):
    division = serializers.SlugField()
    capacity = serializers.IntegerField(min_value=0, max_value=MAX_CAPACITY, allow_null=True, default=None)
    rating_min = serializers.IntegerField(min_value=0, max_value=MAX_RATING, allow_null=True, default=None)
    rating_max = serializers.IntegerField(min_value=0, max_value=MAX_RATING, allow_null=True, default=None)
    fee = serializers.DecimalField(max_digits=8, decimal_places=2, min_value=0, allow_null=True, default=None)
    classes = serializers.CharField(max_length=300, allow_blank=True, default="")


class RegistrationSettingsSerializer(serializers.Serializer[None]):
    """How people register: all of it, with what is not sent as at first. Divisions that are not named keep their places."""

    is_open = serializers.BooleanField(default=False)
    opens_at = serializers.DateTimeField(allow_null=True, default=None)
    closes_at = serializers.DateTimeField(allow_null=True, default=None)
    late_entries = serializers.BooleanField(default=False)
    approval = serializers.BooleanField(default=False)
    members_only = serializers.BooleanField(default=False)
    offer_hours = serializers.IntegerField(min_value=0, max_value=MAX_HOURS, default=48)
    initials_of_minors = serializers.BooleanField(default=True)
    accepts_pairing_requests = serializers.BooleanField(default=False)
    consent = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")
    currency = serializers.CharField(max_length=3, allow_blank=True, default="")
    fields = FieldsField(default=dict)  # type: ignore[assignment]
    divisions = _DivisionSettings(many=True, default=list)

    def to_input(self, divisions: dict[str, int]) -> SettingsInput:
        """The frozen input; ``divisions``: the event's, slug → id. Raises Django's ValidationError, DRF's for another division."""
        data = dict(self.validated_data)
        places = []
        for row in data.pop("divisions"):
            values = dict(row)
            slug = values.pop("division")
            if slug not in divisions:
                raise serializers.ValidationError({"divisions": f"The event has no division “{slug}”."})
            places.append(PlacesInput(division_id=divisions[slug], **values))
        return SettingsInput(**data, places=tuple(places))


class PersonSerializer(serializers.Serializer[None]):
    """A person to register."""

    name = serializers.CharField(max_length=80)
    rating = serializers.IntegerField(min_value=1, max_value=MAX_RATING, allow_null=True, default=None)
    club = serializers.CharField(max_length=30, allow_blank=True, default="")
    federation_id = serializers.CharField(max_length=30, allow_blank=True, default="")
    player_class = serializers.CharField(max_length=30, allow_blank=True, default="")
    title = serializers.CharField(max_length=30, allow_blank=True, default="")
    pronouns = serializers.CharField(max_length=30, allow_blank=True, default="")
    minor = serializers.BooleanField(default=False)
    pairing_request = serializers.ChoiceField(choices=Registration.PairingRequest.values, allow_blank=True, default="")
    pairing_request_player = serializers.CharField(max_length=80, allow_blank=True, default="")

    def to_input(self, division_id: int) -> PersonInput:
        """The frozen input; call after ``is_valid()``. Raises Django's ValidationError."""
        return PersonInput(division_id=division_id, **self.validated_data)


class CorrectedPersonSerializer(PersonSerializer):
    """Corrected details; `email` and `phone` are those of the whole form, taken only if they are `marked`.

    A new email address gets a new key.
    """

    email = serializers.EmailField(required=False, allow_blank=True)
    phone = serializers.CharField(max_length=40, required=False, allow_blank=True)

    def to_input(self, division_id: int) -> PersonInput:
        """The frozen input of the person; call after ``is_valid()``. Raises Django's ValidationError."""
        values = {name: value for name, value in self.validated_data.items() if name not in OF_GROUP}
        return PersonInput(division_id=division_id, **values)

    def reach(self) -> dict[str, str]:
        """What was sent of how to reach those on the form; call after ``is_valid()``."""
        return {name: self.validated_data[name] for name in OF_GROUP if name in self.validated_data}


class NewPersonSerializer(PersonSerializer):
    """A person and the division they want to play in."""

    division = serializers.SlugField()


class RegisterSerializer(serializers.Serializer[None]):
    """One form: up to twelve people. The same `client_token` again is the same registration."""

    client_token = serializers.UUIDField()
    people = NewPersonSerializer(many=True)
    email = serializers.EmailField(allow_blank=True, default="")
    phone = serializers.CharField(max_length=40, allow_blank=True, default="")
    note = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")
    together = serializers.BooleanField(default=False, help_text="Places for all of them or for nobody.")
    consents = serializers.BooleanField(default=False, help_text="They agree to `consent` of the registration.")

    def to_input(self, divisions: dict[str, int], language: str) -> RegistrationInput:
        """The frozen input; ``divisions``: the event's, slug → id; another is refused by the use case. Raises ValidationError."""
        data = dict(self.validated_data)
        people = [dict(person) for person in data.pop("people")]
        inputs = [PersonInput(division_id=divisions.get(one.pop("division"), 0), **one) for one in people]
        return RegistrationInput(people=tuple(inputs), language=language, **data)


class OwnPersonSerializer(ShownSerializer[Registration]):
    """A registration as the person sees it. `number`: the place on the waiting list."""

    division = serializers.SlugField(source="division.slug", read_only=True)
    answer = serializers.CharField(source="answer_text", read_only=True)
    number = serializers.SerializerMethodField()

    class Meta:
        model = Registration
        fields: tuple[str, ...] = (
            "id",
            "division",
            "name",
            "state",
            "number",
            "offered_until",
            *TYPED,
            "marked",
            "answer",
            "fee_mark",
            "confirmed_at",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_number(self, one: Registration) -> int | None:
        """From 1, for those who wait."""
        number: int | None = self.context["numbers"].get(one.pk)
        return number


class OwnRegistrationSerializer(serializers.Serializer[Any]):
    """What was registered with one form; `key` opens it without an account, so keep it."""

    event = serializers.SlugField()
    key = serializers.CharField()
    url = serializers.URLField()
    together = serializers.BooleanField()
    people = OwnPersonSerializer(many=True)


class DeskPersonSerializer(OwnPersonSerializer):
    """A registration as directors see it. `unclear`: somebody has to say who is meant."""

    fee = serializers.SerializerMethodField()
    unclear = serializers.SerializerMethodField()
    player_id = serializers.IntegerField(read_only=True, allow_null=True)
    email = serializers.CharField(source="group.email", read_only=True)
    phone = serializers.CharField(source="group.phone", read_only=True)
    note = serializers.CharField(source="group.note", read_only=True)
    together = serializers.BooleanField(source="group.together", read_only=True)

    class Meta(OwnPersonSerializer.Meta):
        fields = (
            *OwnPersonSerializer.Meta.fields,
            "position",
            "fee",
            "fee_note",
            "pairing_request_granted",
            "unclear",
            "player_id",
            "email",
            "phone",
            "note",
            "together",
            "created_at",
        )
        read_only_fields = fields

    def get_fee(self, one: Registration) -> str:
        """What the person pays."""
        return str(fee_of(one))

    def get_unclear(self, one: Registration) -> bool:
        """Whether the player is not known for certain."""
        return one.state == Registration.State.ENTERED and one.player_id is None


class FeeTotalSerializer(serializers.Serializer[Any]):
    """Those who are in or are offered a place, by the mark of their fee."""

    mark = serializers.CharField()
    count = serializers.IntegerField()
    amount = serializers.DecimalField(max_digits=12, decimal_places=2)


class ChosenRegistrationsSerializer(serializers.Serializer[None]):
    """The ids of registrations; all of them are changed or none."""

    people = serializers.ListField(child=IdField(), min_length=1, max_length=MAX_CHOSEN)


class EndedRegistrationsSerializer(ChosenRegistrationsSerializer):
    """Registrations to refuse or cancel; the people read the reason."""

    reason = serializers.CharField(max_length=500)


class FeesSerializer(ChosenRegistrationsSerializer):
    """A mark for fees; no money is moved."""

    mark = serializers.ChoiceField(choices=Registration.Fee.choices)
    note = serializers.CharField(max_length=200, allow_blank=True, default="")


class SendBackSerializer(serializers.Serializer[None]):
    """What must be corrected, and why."""

    fields = serializers.ListField(  # type: ignore[assignment]
        child=serializers.ChoiceField(choices=["name", *OPTIONAL_FIELDS]), min_length=1
    )
    message = serializers.CharField(max_length=MAX_TEXT)


class MoveRegistrationSerializer(serializers.Serializer[None]):
    """Where to."""

    division = serializers.SlugField()


class WhoSerializer(serializers.Serializer[None]):
    """Who is meant: a player's id, 0 for a new player."""

    same_as = serializers.IntegerField(min_value=0)


class GrantPairingRequestSerializer(serializers.Serializer[None]):
    """The id of the other entry."""

    entry = serializers.IntegerField(min_value=1)


class PeopleCountSerializer(serializers.Serializer[Any]):
    """How many people it was done for."""

    count = serializers.IntegerField()


class RegistrationLinkSerializer(serializers.Serializer[Any]):
    """A personal link."""

    key = serializers.CharField()
    url = serializers.URLField()


class PublicPersonSerializer(serializers.Serializer[PublicPerson]):
    """What everybody sees of a person. `waiting`: the place on the waiting list; null for those who are in."""

    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    club = serializers.CharField()
    waiting = serializers.IntegerField(allow_null=True)


class EntryListSerializer(serializers.Serializer[Any]):
    """Who is in and who waits, in one division."""

    division = serializers.SlugField()
    name = serializers.CharField()
    people = PublicPersonSerializer(many=True)


def fields_in_use(stored: Any) -> dict[str, str]:
    """Every optional field and how it is used."""
    return {name: use_of(stored, name) for name in OPTIONAL_FIELDS}


def division_ids(event_id: int) -> dict[str, int]:
    """The event's divisions, slug → id. One query."""
    return dict(Division.objects.filter(event=event_id).values_list("slug", "pk"))
