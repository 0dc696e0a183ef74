"""What the API of accounts and clubs takes and gives."""

from rest_framework import serializers

from clubs.models import Club, Membership, Role, User
from clubs.services import ClubInput


class LoginSerializer(serializers.Serializer[None]):
    """Name and password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, style={"input_type": "password"})


class TokenSerializer(serializers.Serializer[object]):
    """A new token; it is shown this once."""

    token = serializers.CharField(help_text="Send it as “Authorization: Token …”.")
    expiry = serializers.DateTimeField()
    username = serializers.CharField()


class OwnMembershipSerializer(serializers.ModelSerializer[Membership]):
    """A club of one's own, and what one is in it."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)

    class Meta:
        model = Membership
        fields = ("club", "role")
        read_only_fields = fields


class MeSerializer(serializers.ModelSerializer[User]):
    """Who the token belongs to."""

    memberships = OwnMembershipSerializer(many=True)

    class Meta:
        model = User
        fields = ("username", "memberships")
        read_only_fields = fields


class ClubSerializer(serializers.Serializer[Club]):
    """A club; an empty ``slug`` is made from the name."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60, required=False, allow_blank=True)
    about = serializers.CharField(max_length=2000, required=False, allow_blank=True)

    def to_input(self) -> ClubInput:
        """The frozen input of ``create_club``; call after ``is_valid()``."""
        return ClubInput(**self.validated_data)


class MemberSerializer(serializers.Serializer[Membership]):
    """A member's role in the club."""

    id = serializers.IntegerField(read_only=True)
    username = serializers.CharField(max_length=150, source="user.username")
    role = serializers.ChoiceField(choices=Role.choices)
