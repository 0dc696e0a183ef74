"""Forms of event archives: the file, and the answers to the questions it raises."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadhandler import SkipFile, TemporaryFileUploadHandler
from django.forms.boundfield import BoundField
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from lexicon.queries import visible_to
from ratings.models import RatingPool
from tournaments.forms.entries import who_choices
from tournaments.services.archive.bringing_in import NEW_LIST, Answers, DictionaryLine, ListLine, PlayerLine
from tournaments.services.archive.container import MAX_FILE


class BoundedArchive(TemporaryFileUploadHandler):
    """To disk piece by piece; of a file that is too large the rest is not kept."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.oversized = False

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write the chunk, up to the bound."""
        if start + len(raw_data) > MAX_FILE:
            self.oversized = True
            raise SkipFile
        super().receive_data_chunk(raw_data, start)


class ArchiveForm(forms.Form):
    """An event archive as a file."""

    file = forms.FileField(
        label=gettext_lazy("Event archive (ZIP)"),
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".zip,application/zip"}),
    )


class AnswersForm(forms.Form):
    """Who the players are, and which dictionaries and rating lists are used here: a field for each question."""

    def __init__(
        self,
        *args: Any,
        club: Club,
        players: Sequence[PlayerLine],
        dictionaries: Sequence[DictionaryLine] = (),
        lists: Sequence[ListLine] = (),
        may_rate: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._players, self._dictionaries, self._lists = players, dictionaries, lists
        for line in players:
            if line.similar:
                self.fields[f"player_{line.id}"] = forms.ChoiceField(
                    label=_("Who is “%(name)s”?") % {"name": line.name},
                    choices=who_choices(line.similar),
                    widget=forms.RadioSelect,
                    required=False,
                )
        editions = list(visible_to(club).order_by("lexicon__name", "label"))
        for dictionary in dictionaries:
            fitting = [version for version in editions if version.lexicon.language == dictionary.language]
            self.fields[f"dictionary_{dictionary.id}"] = forms.ChoiceField(
                label=_("Used here instead of “%(name)s”") % {"name": dictionary.name},
                choices=[("", _("no dictionary")), *((str(version.pk), str(version)) for version in fitting)],
                initial=str(dictionary.version.pk) if dictionary.version else "",
                required=False,
            )
        pools = [(str(pool.pk), pool.name) for pool in RatingPool.objects.filter(club=club)]
        new = [(str(NEW_LIST), _("a new rating list, with the ratings from before the event"))] if may_rate else []
        for one in lists:
            self.fields[f"list_{one.id}"] = forms.ChoiceField(
                label=_("Rating list here for “%(name)s”") % {"name": one.name},
                choices=[("", _("no rating list")), *new, *pools],
                required=False,
            )

    def answers(self) -> Answers:
        """What was answered; of a player nobody chose nothing."""
        data = self.cleaned_data
        return Answers(
            players={line.id: int(data[name]) for line in self._players if data.get(name := f"player_{line.id}")},
            dictionaries={
                line.id: int(value) if (value := data[f"dictionary_{line.id}"]) else None for line in self._dictionaries
            },
            lists={line.id: int(value) if (value := data[f"list_{line.id}"]) else None for line in self._lists},
        )

    @property
    def who(self) -> list[tuple[PlayerLine, BoundField]]:
        """The players who are asked about."""
        return [(line, self[f"player_{line.id}"]) for line in self._players if line.similar]

    @property
    def editions(self) -> list[tuple[DictionaryLine, BoundField]]:
        """The dictionaries."""
        return [(line, self[f"dictionary_{line.id}"]) for line in self._dictionaries]

    @property
    def lists(self) -> list[tuple[ListLine, BoundField]]:
        """The rating lists."""
        return [(line, self[f"list_{line.id}"]) for line in self._lists]


class AsideForm(forms.Form):
    """For an event that this laptop ran before."""

    aside = forms.BooleanField(
        label=gettext_lazy("Set the earlier event aside"),
        error_messages={"required": gettext_lazy("Tick this box, or the event cannot be brought in again.")},
    )


class NeverthelessForm(forms.Form):
    """For an archive that is not the running laptop's."""

    nevertheless = forms.BooleanField(
        label=gettext_lazy("Bring it back all the same"),
        error_messages={"required": gettext_lazy("Nothing has been changed. Tick this box if you are sure.")},
    )
