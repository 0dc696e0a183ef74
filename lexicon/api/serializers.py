"""Dictionaries in the API."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from clubs.models import Club
from core.api.fields import BySlug, UploadField
from lexicon.engine.alphabets import ALPHABETS
from lexicon.forms import MAX_LIST
from lexicon.models import Lexicon, LexiconVersion, Upload
from lexicon.queries import visible_to
from lexicon.services.uploads import UploadInput
from lexicon.wordlists.unpack import ENCODINGS


class EditionSerializer(serializers.ModelSerializer[LexiconVersion]):
    """One edition; a division names it by ``id``."""

    class Meta:
        model = LexiconVersion
        fields = (
            "id",
            "label",
            "word_count",
            "definition_count",
            "checksum",
            "valid_from",
            "valid_to",
            "source",
            "notice",
        )
        read_only_fields = fields


class DictionarySerializer(serializers.ModelSerializer[Lexicon]):
    """A dictionary with its editions, newest first."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True, allow_null=True)
    editions = EditionSerializer(source="versions", many=True)

    class Meta:
        model = Lexicon
        fields = ("slug", "name", "language", "club", "visibility", "is_official", "is_free", "editions")
        read_only_fields = fields


class NewUploadSerializer(serializers.Serializer[None]):
    """A list: a new edition of ``dictionary``, or a new dictionary called ``name``; from ``file``, or from the edition ``base``
    with the words of ``extra`` added and those of ``blocked`` removed. The context holds the club."""

    file = UploadField(required=False, help_text="One word a line; text, gz, xz or zip.")
    dictionary = BySlug[Lexicon](queryset=Lexicon.objects.none(), required=False)
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    label = serializers.CharField(max_length=60)  # type: ignore[assignment]  # REST framework takes it out of the class
    language = serializers.ChoiceField(choices=sorted(ALPHABETS), default="en")
    base = serializers.PrimaryKeyRelatedField[LexiconVersion](queryset=LexiconVersion.objects.none(), required=False)
    extra = serializers.CharField(max_length=MAX_LIST, required=False, allow_blank=True, default="")
    blocked = serializers.CharField(max_length=MAX_LIST, required=False, allow_blank=True, default="")
    encoding = serializers.ChoiceField(choices=list(ENCODINGS), required=False, allow_blank=True, default="")
    define = serializers.BooleanField(
        default=False, help_text="Keep what follows each word on its line as its definition, for study."
    )
    visibility = serializers.ChoiceField(choices=["club", "private"], default="club")
    is_official = serializers.BooleanField(default=False)
    valid_from = serializers.DateField(required=False, allow_null=True, default=None)
    valid_to = serializers.DateField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Usually left out: the edition stays in force until the next one starts.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.context.get("club")
        if club is not None:
            self._of("dictionary", Lexicon.objects.filter(club=club))
            self._of("base", visible_to(club))

    def _of(self, name: str, rows: QuerySet[Any]) -> None:
        field: Any = self.fields[name]  # the stubs take its queryset for a manager
        field.queryset = rows

    def to_input(self) -> UploadInput:
        """The frozen input of ``receive_upload``; call after ``is_valid()``."""
        clean = self.validated_data
        plain = ("label", "name", "language", "visibility", "is_official", "valid_from", "valid_to", "encoding")
        lexicon, base, sent = (clean.get(name) for name in ("dictionary", "base", "file"))
        return UploadInput(
            **{name: clean[name] for name in (*plain, "extra", "blocked", "define")},
            lexicon_id=lexicon.pk if lexicon else None,
            base_id=base.pk if base else None,
            file_name=sent.name if sent else "",
        )


class UploadSerializer(serializers.ModelSerializer[Upload]):
    """An uploaded list: its state, its progress, the report of the dry run, and the edition made of it."""

    dictionary = serializers.SlugRelatedField[Lexicon](
        source="lexicon", slug_field="slug", read_only=True, allow_null=True
    )
    edition = serializers.IntegerField(source="version_id", allow_null=True, help_text="The id that a division names.")
    report = serializers.JSONField()

    class Meta:
        model = Upload
        fields = (
            "id",
            "name",
            "label",
            "language",
            "dictionary",
            "file_name",
            "size",
            "encoding",
            "state",
            "progress",
            "error",
            "report",
            "edition",
            "created_at",
        )
        read_only_fields = fields
