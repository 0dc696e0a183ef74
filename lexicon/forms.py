"""The form for a club's own list, and the upload handler that bounds it."""

from dataclasses import fields
from operator import itemgetter
from typing import Any

from django import forms
from django.core.files.uploadhandler import StopUpload, TemporaryFileUploadHandler
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.form_fields import optional_text, tick
from lexicon.engine.alphabets import ALPHABETS
from lexicon.models import Lexicon, LexiconVersion
from lexicon.names import language_name
from lexicon.queries import visible_to
from lexicon.services.uploads import UploadInput
from lexicon.wordlists.unpack import ENCODINGS, MAX_UPLOAD

MAX_LIST = 200_000


class BoundedFileHandler(TemporaryFileUploadHandler):
    """To disk piece by piece; a file that is too large is cut off while it comes in."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write the chunk, up to the bound."""
        if start + len(raw_data) > MAX_UPLOAD:
            raise StopUpload(connection_reset=True)
        super().receive_data_chunk(raw_data, start)


class UploadForm(forms.Form):
    """A new edition of a dictionary of the club, or a new dictionary: from a file, or from an edition that is there."""

    lexicon = forms.ModelChoiceField(
        label=_("Dictionary"), queryset=Lexicon.objects.none(), required=False, empty_label=_("a new dictionary")
    )
    name = optional_text(_("New dictionary name"), 120)
    label = forms.CharField(label=_("Edition"), max_length=60, help_text=_("For example 2026."))
    language = forms.ChoiceField(label=_("Alphabet"), help_text=_("For a new dictionary only."))
    file = forms.FileField(
        label=_("Word list"),
        required=False,
        help_text=_(
            "One word per line, as text, gz, xz or zip. Only your club can use it, and nobody can download it."
        ),
    )
    base = forms.ModelChoiceField(
        label=_("Or start from"),
        queryset=LexiconVersion.objects.none(),
        required=False,
        empty_label=_("no edition: use the file above"),
        help_text=_("An existing edition instead of a file."),
    )
    define = tick(
        _("Keep the definitions"),
        _("The text after each word on its line. Anyone who can see the dictionary can read it in word study."),
    )
    extra = forms.CharField(
        label=_("Words to add"),
        required=False,
        max_length=MAX_LIST,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Added to the file or the edition."),
    )
    blocked = forms.CharField(
        label=_("Words to remove"),
        required=False,
        max_length=MAX_LIST,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Left out of the file or the edition."),
    )
    encoding = forms.ChoiceField(label=_("Encoding"), required=False)
    visibility = forms.ChoiceField(
        label=_("Who can see it"),
        choices=[("club", _("members of the club")), ("private", _("the club's dictionary managers"))],
        help_text=_("For a new dictionary only."),
    )
    is_official = tick(_("An official tournament word list"), _("For a new dictionary only."))
    valid_from = forms.DateField(label=_("In force from"), required=False, widget=forms.DateInput({"type": "date"}))
    valid_to = forms.DateField(
        label=_("In force until"),
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text=_("Leave empty to keep the edition in force until the next one starts."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choices("language", sorted(((slug, language_name(slug)) for slug in ALPHABETS), key=itemgetter(1)))
        self._choices("encoding", [("", _("detected automatically")), *((name, name) for name in ENCODINGS)])
        self.fields["language"].initial = "en"
        self._queryset("lexicon", Lexicon.objects.filter(club=club))
        self._queryset("base", visible_to(club))

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _queryset(self, name: str, rows: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = rows

    def to_input(self) -> UploadInput:
        """The use case's values; the form is valid."""
        clean: dict[str, Any] = self.cleaned_data
        return UploadInput(
            **{field.name: clean[field.name] for field in fields(UploadInput) if field.name in clean},
            lexicon_id=clean["lexicon"].pk if clean["lexicon"] else None,
            base_id=clean["base"].pk if clean["base"] else None,
            file_name=clean["file"].name if clean["file"] else "",
        )


class ValidityForm(forms.Form):
    """The first and the last day of an edition."""

    valid_from = forms.DateField(label=_("In force from"), required=False, widget=forms.DateInput({"type": "date"}))
    valid_to = forms.DateField(label=_("In force until"), required=False, widget=forms.DateInput({"type": "date"}))
