"""Accounts and clubs in the API."""

from rest_framework import serializers

from clubs.models import MAX_ABOUT, ApiToken, Club, Membership, Role, RollReaders, User
from clubs.scopes import GRANTABLE, scopes_of
from clubs.services import CLUB_DETAILS, ClubChanges, ClubInput
from clubs.tokens import MAX_DAYS, MAX_NAME, TokenInput
from core.languages import language_choices


class LoginSerializer(serializers.Serializer[None]):
    """Name and password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, style={"input_type": "password"})


class TokenSerializer(serializers.Serializer[object]):
    """A new token; it is shown this once."""

    token = serializers.CharField(help_text="Send it as “Authorization: Token …”.")
    expiry = serializers.DateTimeField()
    username = serializers.CharField()


class NewTokenSerializer(serializers.Serializer[None]):
    """What a new token is for."""

    name = serializers.CharField(max_length=MAX_NAME)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=sorted(GRANTABLE)), min_length=1)
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS, default=30)
    club = serializers.SlugField(
        max_length=60, required=False, allow_null=True, help_text="The only club in which it gives your role."
    )

    def to_input(self) -> TokenInput:
        """The frozen input of ``make_token``; call after ``is_valid()``."""
        return TokenInput.of(self.validated_data)


class OwnTokenSerializer(serializers.ModelSerializer[ApiToken]):
    """One of your tokens; its text cannot be read again."""

    scopes = serializers.SerializerMethodField()
    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True, allow_null=True)
    begins = serializers.CharField(source="token_key", help_text="The first letters of the token.")

    class Meta:
        model = ApiToken
        fields = ("id", "name", "scopes", "club", "is_sign_in", "begins", "created", "expiry", "last_used_at")
        read_only_fields = fields

    def get_scopes(self, token: ApiToken) -> list[str]:
        """The scopes by name."""
        return sorted(scopes_of(token.scopes))


class CreatedTokenSerializer(OwnTokenSerializer):
    """A new token with its text; it is shown this once."""

    secret = serializers.CharField(read_only=True, help_text="Send it as “Authorization: Token …”.")

    class Meta:
        model = ApiToken
        fields = (*OwnTokenSerializer.Meta.fields, "secret")
        read_only_fields = fields


class OwnMembershipSerializer(serializers.ModelSerializer[Membership]):
    """One of your clubs, with your role."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)

    class Meta:
        model = Membership
        fields = ("club", "role")
        read_only_fields = fields


class MeSerializer(serializers.ModelSerializer[User]):
    """The owner of the token."""

    memberships = OwnMembershipSerializer(many=True)

    class Meta:
        model = User
        fields = ("username", "memberships")
        read_only_fields = fields


class ClubSerializer(serializers.Serializer[Club]):
    """A club; an empty ``slug`` is made from the name."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60, required=False, allow_blank=True)
    about = serializers.CharField(max_length=MAX_ABOUT, required=False, allow_blank=True, help_text="Markdown.")
    place = serializers.CharField(read_only=True)
    map_url = serializers.CharField(read_only=True)
    languages = serializers.CharField(read_only=True)
    page_language = serializers.CharField(read_only=True, help_text="Empty: the site's own.")
    time_zone = serializers.CharField(read_only=True, help_text="Empty: the site's own.")
    closed_at = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="Since when the club takes no more events."
    )

    def to_input(self) -> ClubInput:
        """The frozen input of ``create_club``; call after ``is_valid()``."""
        return ClubInput(**self.validated_data)


class ClubChangesSerializer(serializers.Serializer[None]):
    """New details of a club; omitted fields stay as they are."""

    name = serializers.CharField(max_length=120, required=False)
    about = serializers.CharField(max_length=MAX_ABOUT, required=False, allow_blank=True, help_text="Markdown.")
    place = serializers.CharField(max_length=200, required=False, allow_blank=True)
    map_url = serializers.URLField(max_length=500, required=False, allow_blank=True)
    languages = serializers.CharField(max_length=120, required=False, allow_blank=True)
    page_language = serializers.ChoiceField(language_choices(), required=False, allow_blank=True)
    time_zone = serializers.CharField(
        max_length=60, required=False, allow_blank=True, help_text="Such as Europe/London; empty: the site's own."
    )
    takes_messages = serializers.BooleanField(required=False, help_text="Visitors can write to the club.")
    roll_readers = serializers.ChoiceField(RollReaders.choices, required=False, help_text="Who sees the members.")

    def to_input(self, keep: Club) -> ClubChanges:
        """The frozen input of ``update_club``; call after ``is_valid()``."""
        return ClubChanges(**{name: getattr(keep, name) for name in CLUB_DETAILS} | self.validated_data)


class MemberSerializer(serializers.Serializer[Membership]):
    """A member's role in the club."""

    id = serializers.IntegerField(read_only=True)
    username = serializers.CharField(max_length=150, source="user.username")
    role = serializers.ChoiceField(choices=Role.choices)
