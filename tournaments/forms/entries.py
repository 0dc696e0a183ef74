"""Forms of the players of a division: typed, pasted or uploaded, changed, withdrawn; their seeds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.names import by_name
from core.form_fields import optional_number, optional_text, tick, whole_number
from tournaments.engine.adjustments import MAX_TEXT
from tournaments.engine.importers.files import READERS, recognised
from tournaments.engine.importers.roster import MAX_RATING
from tournaments.forms.fields import set_choices, set_queryset, text_of
from tournaments.inputs.entries import MAX_WORD, EntryChanges
from tournaments.inputs.seeds import SeedsInput
from tournaments.models import (
    MAX_HANDICAP,
    MAX_REASON,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_TABLE,
    Absence,
    Division,
    Entry,
    Handicap,
)
from tournaments.queries.seeds import SeedLine
from tournaments.services.entries.entries import last_public_round
from tournaments.services.entries.roster import RosterFormat
from tournaments.services.entries.same_names import MAX_NAMESAKES, NEW_PLAYER, Similar
from tournaments.wording.files import binary_kind

#: A roster of 300 players is under 30 kB; a .t file with 30 rounds of results under 200 kB.
MAX_ROSTER_BYTES = 512 * 1024

ROSTER_FORMATS = [
    ("", gettext_lazy("Detect automatically")),
    ("csv", gettext_lazy("CSV: name, rating")),
    ("tsh", gettext_lazy("tsh .t file, NASPA text")),
    ("tou", gettext_lazy("AUPAIR .tou file")),
    ("tourney", gettext_lazy("tsh tourney.js")),
    ("results", gettext_lazy("CSV of results: round, first_name, first_score, second_name, second_score")),
]


#: A line of spread adjustments as it may be typed, with blanks to spare.
MAX_TYPED_CHANGES = 2 * MAX_TEXT


def read_upload(upload: "UploadedFile[Any]", *, limit: int) -> bytes:
    """The file's bytes, never more than ``limit``. Raises ValidationError with both sizes for a larger file."""
    data = b"" if upload.size is None or upload.size > limit else upload.read(limit + 1)
    if upload.size is None or upload.size > limit or len(data) > limit:
        raise ValidationError(
            _("“%(name)s” is too large (%(size)d kB); the limit is %(limit)d kB. Is it the right file?")
            % {"name": upload.name, "size": (upload.size or len(data)) // 1024, "limit": limit // 1024},
            code="too_large",
        )
    return data


class EntryForm(forms.Form):
    """One player, typed."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-focus": ""}),
    )
    rating = optional_number(gettext_lazy("Rating"), 0, MAX_RATING, gettext_lazy("Leave empty if unrated."))
    from_round = forms.TypedChoiceField(
        label=gettext_lazy("Plays from round"), coerce=int, empty_value=None, required=False
    )

    same_as = forms.IntegerField(
        label=gettext_lazy("Which player is this?"), min_value=-MAX_NAMESAKES, required=False, widget=forms.HiddenInput
    )
    asked_name = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    despite_double_booking = forms.BooleanField(
        label=gettext_lazy("Enter the player here too"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        """The rounds to come can be chosen once one has been published."""
        super().__init__(*args, **kwargs)
        last = last_public_round(division)
        to_come = range(last + 1, division.settings.rounds_planned + 1)
        set_choices(self, "from_round", [("", _("the next")), *((number, str(number)) for number in to_come)])
        if not last:
            self.fields["from_round"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """An answer to who is meant counts only for the name that it was given for."""
        data = super().clean() or self.cleaned_data
        if data.get("asked_name") != data.get("name"):
            data["same_as"] = None
        return data

    def ask_who(self, similar: Sequence[Similar], new: int = NEW_PLAYER) -> None:
        """Show the question which of the similar players is meant; ``new``: the answer that it is none of them."""
        data = self.data.dict() if isinstance(self.data, QueryDict) else dict(self.data)
        self.data = {**data, "asked_name": self.cleaned_data["name"], "same_as": ""}
        widget = forms.RadioSelect(choices=who_choices(similar, new))
        widget.is_required = True
        self.fields["same_as"].widget = widget

    def ask_double_booking(self) -> None:
        """Show the question whether to enter the player a second time."""
        self.fields["despite_double_booking"].widget = forms.CheckboxInput()


def who_choices(similar: Sequence[Similar], new: int = NEW_PLAYER) -> list[tuple[str, str]]:
    """The answers to who is meant: each similar player, or a new one."""
    named = [(str(one.player_id), f"{one.name} ({one.about})" if one.about else one.name) for one in similar]
    return [*named, (str(new), _("none of these: a new player"))]


class WhoForm(forms.Form):
    """The question which of similar players a name means."""

    name = forms.CharField(max_length=80, widget=forms.HiddenInput)
    same_as = forms.ChoiceField(label=gettext_lazy("Which player is this?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, similar: Sequence[Similar], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "same_as", who_choices(similar))


class EntryChangesForm(forms.Form):
    """What may change about an entry."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    rating = optional_number(
        gettext_lazy("Rating"),
        0,
        MAX_RATING,
        gettext_lazy("Leave empty if unrated. It cannot be changed once the player has been paired."),
    )
    player_class = optional_text(gettext_lazy("Class"), MAX_WORD)
    team = optional_text(gettext_lazy("Team"), MAX_WORD)
    club = optional_text(gettext_lazy("Club"), MAX_WORD)
    federation_id = optional_text(
        gettext_lazy("Federation ID"),
        MAX_WORD,
        gettext_lazy("For example AA003200. The club uses it to recognise the player at every event."),
    )
    fixed_table = optional_number(
        gettext_lazy("Fixed table"),
        1,
        MAX_TABLE,
        gettext_lazy("For a player who needs the same table every round. Leave empty for any."),
    )
    handicap = forms.ChoiceField(
        label=gettext_lazy("Level"),
        choices=Handicap.choices,
        help_text=gettext_lazy("Sets how long this player's words must be."),
    )
    handicap_points = optional_number(
        gettext_lazy("Handicap points"),
        0,
        MAX_HANDICAP,
        gettext_lazy("Added to the score of each game in the handicap standings, if those use points."),
    )
    spread_changes = optional_text(
        gettext_lazy("Spread adjustments"),
        MAX_TYPED_CHANGES,
        gettext_lazy(
            "3 -25: in round 3 the spread is 25 points lower. For several rounds: 3 -25, 5 +10. Wins and "
            "scores stay the same."
        ),
    )
    spread_reason = optional_text(
        gettext_lazy("Reason for the adjustments"),
        MAX_REASON,
        gettext_lazy("For example “20 minutes late”. Everybody sees it on the player's page."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Each game has its own kind of handicap, and a test copy no ids: fields without an initial value are left out."""
        super().__init__(*args, **kwargs)
        for name in ("handicap", "handicap_points", "federation_id"):
            if name not in self.initial:
                del self.fields[name]

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, object]:
        """The form's values for an existing entry."""
        names = ["name", "rating", "player_class", "team", "club", "fixed_table", "spread_changes", "spread_reason"]
        names.extend(filter(None, [entry.division.played.entry_handicap]))
        initial = {name: getattr(entry, name) for name in names}
        return initial if entry.division.event.what_if_of_id else initial | {"federation_id": entry.player.external_id}

    def changes(self) -> EntryChanges:
        """The frozen input of ``update_entry``; call after ``is_valid()``. Raises ValidationError."""
        empty = {"rating": self.cleaned_data["rating"] or None}
        if "handicap_points" in self.cleaned_data:
            empty["handicap_points"] = self.cleaned_data["handicap_points"] or 0
        return EntryChanges(**{**self.cleaned_data, **empty})


class AbsencesForm(forms.Form):
    """One choice for each round to come: plays, or is absent and what that counts."""

    def __init__(self, *args: Any, rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("plays")), *((kind.value, _("absent, counts as %s") % kind.label) for kind in Absence.Kind)]
        for number in rounds:
            label = _("Round %(number)d") % {"number": number}
            self.fields[f"round_{number}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    def absences(self) -> dict[int, str]:
        """Round number → kind, as ``set_absences`` takes it; call after ``is_valid()``."""
        return {int(name.removeprefix("round_")): kind for name, kind in self.cleaned_data.items() if kind}


class BlockForm(forms.Form):
    """Two players who are not to be paired with each other."""

    player_a = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=Entry.objects.none())
    player_b = forms.ModelChoiceField(label=gettext_lazy("Keep apart from"), queryset=Entry.objects.none())
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, help_text=gettext_lazy("Only officials see this.")
    )
    until = optional_number(gettext_lazy("Up to round"), 1, MAX_ROUNDS, gettext_lazy("Leave empty for all rounds."))
    weak = tick(gettext_lazy("Prefer to keep apart (allowed if the alternative is a repeat)"))

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(division=division).order_by(*by_name(), "number")
        set_queryset(self, "player_a", entries)
        set_queryset(self, "player_b", entries)


class RosterForm(forms.Form):
    """A roster to look at before it is imported: pasted text or a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste the players"),
        required=False,
        max_length=MAX_ROSTER_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy("One player per line: name, rating. Or the text of one of the files below."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        help_text=gettext_lazy("A .csv of players or results, a .t, .tou or tourney.js with played rounds."),
        widget=forms.FileInput(attrs={"accept": ".csv,.t,.tou,.js,.txt,text/csv,text/plain,text/javascript"}),
    )
    format = forms.ChoiceField(label=gettext_lazy("Format"), choices=ROSTER_FORMATS, required=False)
    part = optional_text(
        gettext_lazy("Division in the file"),
        60,
        gettext_lazy("For a file with several divisions. Leave empty for the one with the same name as this division."),
    )

    def answers(self) -> dict[str, int]:
        """Who is meant, by ``question_names``, as answered on the page that checks the list."""
        given = {name.removeprefix("same_as_"): str(value) for name, value in self.data.items() if "same_as_" in name}
        return {name: int(value) for name, value in given.items() if _is_number(value)}

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

    def roster_format(self) -> RosterFormat:
        """The format chosen, else what is in the text or the file's name says; call after ``is_valid()``."""
        chosen = self.cleaned_data["format"] or recognised(self.roster_text())
        if chosen in READERS:
            return cast("RosterFormat", chosen)
        upload = self.files.get("file")
        ending = "" if upload is None else str(upload.name).lower().rpartition(".")[2]
        return "tsh" if ending == "t" else "tou" if ending == "tou" else "csv"

    def file_part(self) -> str:
        """The division meant in a file that has several, or ""; call after ``is_valid()``."""
        return str(self.cleaned_data["part"]).strip()


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"\d{1,15}", text, re.ASCII))


def decode(data: bytes, *, name: str) -> str:
    """The text of an uploaded list. Raises ValidationError for a file that is not text."""
    if what := binary_kind(data):
        raise ValidationError(
            _("“%(name)s” is %(what)s. Save the list as CSV or plain text and upload that.")
            % {"name": name, "what": what},
            code="not_text",
        )
    text = text_of(data)
    if text is None:
        raise ValidationError(
            _("“%(name)s” is not a text file. Save the list as CSV or plain text and upload that.") % {"name": name},
            code="not_text",
        )
    return text


class WithdrawForm(forms.Form):
    """A player leaves after a round."""

    after_round = whole_number(
        gettext_lazy("Withdrawn after round"),
        0,
        MAX_ROUNDS,
        gettext_lazy("0: before the first round."),
    )
    forfeit_games = tick(gettext_lazy("Forfeit the published games in later rounds"))
    missed_spread = optional_number(
        gettext_lazy("Spread for each round missed"),
        -MAX_SCORE,
        MAX_SCORE,
        gettext_lazy(
            "Below 0: the player loses each remaining round by that spread. Above 0: each counts as a bye with that "
            "spread. Empty or 0: those rounds do not count."
        ),
    )
    reason = optional_text(gettext_lazy("Reason"), 500)

    def __init__(self, *args: Any, games: bool, **kwargs: Any) -> None:
        """``games``: whether there are published games that the player has not played."""
        super().__init__(*args, **kwargs)
        if not games:
            del self.fields["forfeit_games"]


class ReturnForm(forms.Form):
    """A withdrawn player comes back."""

    reason = optional_text(gettext_lazy("Reason"), 500)


class SeedsForm(forms.Form):
    """A number beside each player; those without one are seeded by rating."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON,
        help_text=gettext_lazy("Everyone sees it in the list of players."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, lines: Sequence[SeedLine]) -> None:
        super().__init__(data)
        self.lines = lines
        for line in lines:
            self.fields[_seed_field(line)] = optional_number(
                _("Seed of %(name)s") % {"name": line.entry.name}, 1, len(lines), initial=line.entry.seed
            )

    def rows(self) -> Iterator[tuple[SeedLine, BoundField]]:
        """The players in seed order, each with the field."""
        for line in self.lines:
            yield line, self[_seed_field(line)]

    def seeds_input(self) -> SeedsInput:
        """The frozen input of ``set_seeds``; call after ``is_valid()``. Raises ValidationError."""
        places = ((line.entry.pk, self.cleaned_data[_seed_field(line)]) for line in self.lines)
        seeds = tuple((entry, place) for entry, place in places if place is not None)
        return SeedsInput(seeds=seeds, reason=self.cleaned_data["reason"])


def _seed_field(line: SeedLine) -> str:
    return f"seed_{line.entry.pk}"
