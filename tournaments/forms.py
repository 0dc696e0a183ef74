"""Forms of the director's pages. Each builds the frozen input that the API builds too."""

import re
from typing import Any, Literal

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from games.engine.crossword.rules import RULE_SETS
from lexicon import queries as lexicon_queries
from lexicon.models import LexiconVersion
from ratings.models import RatingPool
from tournaments.inputs import DivisionInput, EventInput
from tournaments.models import MAX_ROUNDS, MAX_SCORE, Division

#: A roster of 300 players is under 30 kB; a .t file with 30 rounds of results under 200 kB.
MAX_ROSTER_BYTES = 512 * 1024

CHALLENGE_RULES = [
    ("double", gettext_lazy("Double: loses the turn")),
    ("single", gettext_lazy("Single: costs nothing")),
    ("five", gettext_lazy("5 points to the opponent")),
    ("ten", gettext_lazy("10 points to the opponent")),
    ("five-per-word", gettext_lazy("5 points a word to the opponent")),
    ("ten-per-word", gettext_lazy("10 points a word to the opponent")),
    ("minus-five", gettext_lazy("Loses 5 points")),
    ("minus-ten", gettext_lazy("Loses 10 points")),
    ("free-then-five", gettext_lazy("First one free, then 5 points")),
    ("triple", gettext_lazy("Triple: loses the game")),
    ("void", gettext_lazy("Void: no challenges, phoneys cannot be played")),
    ("open", gettext_lazy("Not fixed")),
]

ROSTER_FORMATS = [
    ("", gettext_lazy("Find out from the list")),
    ("csv", gettext_lazy("CSV: name, rating")),
    ("tsh", gettext_lazy("tsh .t file")),
]


def read_upload(upload: "UploadedFile[Any]", *, limit: int) -> bytes:
    """The file's bytes, never more than ``limit``. Raises ValidationError with both sizes for a larger file."""
    data = b"" if upload.size is None or upload.size > limit else upload.read(limit + 1)
    if upload.size is None or upload.size > limit or len(data) > limit:
        raise ValidationError(
            _("“%(name)s” is too large (%(size)d kB); at most %(limit)d kB are read. Is it the right file?")
            % {"name": upload.name, "size": (upload.size or len(data)) // 1024, "limit": limit // 1024},
            code="too_large",
        )
    return data


class LexiconChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # not generic at run time
    """An edition of a dictionary, by name and number of words."""

    def label_from_instance(self, obj: Any) -> str:
        """“Wordhall English (2024) – 123 456 words”."""
        assert isinstance(obj, LexiconVersion)
        return _("%(name)s – %(words)d words") % {"name": obj, "words": obj.word_count}


class DivisionForm(forms.Form):
    """A division's settings. Needs the club: its dictionaries and rating pools are the choices."""

    division_name = forms.CharField(label=gettext_lazy("Name of the division"), max_length=60, initial="A")
    rules_slug = forms.ChoiceField(label=gettext_lazy("Rules"), initial="tournament")
    challenge_rule = forms.ChoiceField(
        label=gettext_lazy("Challenge rule"),
        choices=CHALLENGE_RULES,
        initial="double",
        help_text=gettext_lazy("What happens to a player who challenges a good play."),
    )
    lexicon_version = LexiconChoice(
        label=gettext_lazy("Dictionary"),
        queryset=LexiconVersion.objects.none(),
        required=False,
        empty_label=gettext_lazy("None: words are not looked up"),
    )
    rounds_planned = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=MAX_ROUNDS, initial=8)
    rating_pool = forms.ModelChoiceField(
        label=gettext_lazy("Rating pool"),
        queryset=RatingPool.objects.none(),
        required=False,
        empty_label=gettext_lazy("None, or the new one below"),
    )
    new_pool = forms.CharField(
        label=gettext_lazy("New rating pool"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Type a name to start a pool of the club; leave empty to use the one chosen above."),
    )
    bye_spread = forms.IntegerField(label=gettext_lazy("Spread of a bye"), min_value=0, max_value=MAX_SCORE, initial=50)
    forfeit_spread = forms.IntegerField(
        label=gettext_lazy("Spread of a forfeit"),
        min_value=-MAX_SCORE,
        max_value=0,
        initial=-50,
        help_text=gettext_lazy("Zero or negative: what the player who forfeits loses."),
    )
    spread_cap = forms.IntegerField(
        label=gettext_lazy("Spread cap"),
        min_value=1,
        max_value=MAX_SCORE,
        required=False,
        help_text=gettext_lazy("The most that one game counts in the standings. Empty: no cap."),
    )
    max_repeats = forms.IntegerField(
        label=gettext_lazy("Repeat meetings allowed"),
        min_value=0,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=gettext_lazy("How often two players may meet again. Empty: only when it cannot be avoided."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self._choices("rules_slug").choices = [(slug, rules.name) for slug, rules in RULE_SETS.items()]
        versions = lexicon_queries.visible_to(club)
        self._models("lexicon_version").queryset = versions
        self._models("rating_pool").queryset = RatingPool.objects.filter(club=club).order_by("name")
        if not self.is_bound and "lexicon_version" not in self.initial:
            self.initial["lexicon_version"] = versions.first()

    def _choices(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _models(self, name: str) -> "forms.ModelChoiceField[Any]":
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)
        return field

    @staticmethod
    def initial_of(division: Division) -> dict[str, object]:
        """The form's values for an existing division."""
        names = (
            "rules_slug",
            "challenge_rule",
            "rounds_planned",
            "bye_spread",
            "forfeit_spread",
            "spread_cap",
            "max_repeats",
        )
        chosen: dict[str, object] = {name: getattr(division, name) for name in names}
        related = {"lexicon_version": division.lexicon_version_id, "rating_pool": division.rating_pool_id}
        return {**chosen, **related, "division_name": division.name}

    def clean(self) -> dict[str, Any]:
        """A new pool and a chosen pool exclude each other; a new pool's name must be new."""
        data = super().clean() or self.cleaned_data
        name = data.get("new_pool", "").strip()
        if name and data.get("rating_pool"):
            self.add_error("new_pool", _("Choose a pool above or name a new one, not both."))
        elif name and RatingPool.objects.filter(club=self.club, name__iexact=name).exists():
            self.add_error("new_pool", _("The club has a pool of this name; choose it above."))
        return data

    def division_input(self, *, rating_pool_id: int | None = None, keep: Division | None = None) -> DivisionInput:
        """The division's settings; ``rating_pool_id`` is a pool that was made for ``new_pool``.

        ``keep``: the division whose settings that have no field here stay as they are.
        """
        data = self.cleaned_data
        pool, version = data["rating_pool"], data["lexicon_version"]
        return DivisionInput(
            name=data["division_name"],
            rules_slug=data["rules_slug"],
            challenge_rule=data["challenge_rule"],
            lexicon_version_id=version.pk if version else None,
            rounds_planned=data["rounds_planned"],
            rating_pool_id=rating_pool_id or (pool.pk if pool else None),
            bye_spread=data["bye_spread"],
            forfeit_spread=data["forfeit_spread"],
            spread_cap=data["spread_cap"],
            max_repeats=data["max_repeats"],
            rule_options=dict(keep.rule_options) if keep and keep.rules_slug == data["rules_slug"] else {},
            seed=keep.seed if keep else None,
        )


class EventForm(DivisionForm):
    """A new event with its first division."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    starts_on = forms.DateField(
        label=gettext_lazy("Date"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    field_order = ("name", "starts_on")

    def event_input(self, *, rating_pool_id: int | None = None) -> EventInput:
        """The frozen input of ``create_event``; call after ``is_valid()``."""
        data = self.cleaned_data
        division = self.division_input(rating_pool_id=rating_pool_id)
        return EventInput(name=data["name"], starts_on=data["starts_on"], division=division)


class EntryForm(forms.Form):
    """One player, typed."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-focus": ""}),
    )
    rating = forms.IntegerField(
        label=gettext_lazy("Rating"),
        min_value=0,
        max_value=5000,
        required=False,
        help_text=gettext_lazy("Empty: unrated."),
    )


class RosterForm(forms.Form):
    """A roster to look at before it is imported: pasted text or a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste the players"),
        required=False,
        max_length=MAX_ROSTER_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy("One player a line: name, rating. Or the lines of a tsh .t file."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        help_text=gettext_lazy("A .csv or a tsh .t file."),
        widget=forms.FileInput(attrs={"accept": ".csv,.t,.txt,text/csv,text/plain"}),
    )
    format = forms.ChoiceField(label=gettext_lazy("Format"), choices=ROSTER_FORMATS, required=False)

    def clean_file(self) -> str:
        """The file's text, bounded; empty when there is none."""
        upload = self.cleaned_data["file"]
        return decode(read_upload(upload, limit=MAX_ROSTER_BYTES), name=upload.name) if upload else ""

    def clean(self) -> dict[str, Any]:
        """Exactly one of the two."""
        data = super().clean() or self.cleaned_data
        if "file" in data and "text" in data:
            pasted = bool(data["text"].strip())
            if not pasted and not data["file"].strip():
                self.add_error("text", _("Paste some lines or choose a file that is not empty."))
            elif pasted and data["file"]:
                self.add_error("file", _("Paste the players or choose a file, not both."))
        return data

    def roster_text(self) -> str:
        """What was pasted or uploaded; call after ``is_valid()``."""
        return str(self.cleaned_data["file"] or self.cleaned_data["text"])

    def roster_format(self) -> Literal["csv", "tsh"]:
        """The format chosen, else what the file's name or its first line says; call after ``is_valid()``."""
        chosen = self.cleaned_data["format"]
        upload = self.files.get("file")
        named_t = upload is not None and str(upload.name).lower().endswith(".t")
        if chosen == "tsh" or (not chosen and (named_t or _looks_like_tsh(self.roster_text()))):
            return "tsh"
        return "csv"


def decode(data: bytes, *, name: str) -> str:
    """Text of an uploaded file: UTF-8, else Latin-1 as tsh writes. Raises ValidationError for a file that is not text."""
    if b"\0" in data:
        raise ValidationError(
            _("“%(name)s” is not a text file. Save the list as CSV or plain text and upload that.") % {"name": name},
            code="not_text",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _looks_like_tsh(text: str) -> bool:
    """Whether the first line that is no comment reads “name rating opponents; scores”."""
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    return re.match(r"[^;\t]*\D\s+\d[\d.+]*(\s+\d+)*\s*;", first[:400]) is not None


class WithdrawForm(forms.Form):
    """A player leaves after a round."""

    after_round = forms.IntegerField(
        label=gettext_lazy("Withdrawn after round"),
        min_value=0,
        max_value=MAX_ROUNDS,
        help_text=gettext_lazy("0: before the first round. The player is not paired in later rounds."),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


class ReturnForm(forms.Form):
    """A withdrawn player comes back."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


class ReasonForm(forms.Form):
    """A confirmation that needs a reason."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
