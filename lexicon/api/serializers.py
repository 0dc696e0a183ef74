"""What the API says of dictionaries."""

from rest_framework import serializers

from clubs.models import Club
from lexicon.models import Lexicon, LexiconVersion


class EditionSerializer(serializers.ModelSerializer[LexiconVersion]):
    """One edition; a division names it by ``id``."""

    class Meta:
        model = LexiconVersion
        fields = ("id", "label", "word_count", "checksum", "valid_from", "valid_to", "source", "notice")
        read_only_fields = fields


class DictionarySerializer(serializers.ModelSerializer[Lexicon]):
    """A dictionary with its editions, newest first."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True, allow_null=True)
    editions = EditionSerializer(source="versions", many=True)

    class Meta:
        model = Lexicon
        fields = ("slug", "name", "language", "club", "visibility", "is_official", "is_free", "editions")
        read_only_fields = fields
