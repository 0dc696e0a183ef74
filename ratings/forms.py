"""Forms of a ratings officer."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player
from clubs.names import by_name
from core.form_fields import optional_number, optional_text, ticks
from lexicon.models import Lexicon
from lexicon.queries import visible_to
from ratings.engine.params import ParameterError
from ratings.engine.registry import DEFAULT, build_system
from ratings.labels import LABELS, rule_choices, system_choices
from ratings.models import MAX_RATING, PoolGame, PoolSetting, RatingPool
from ratings.services.pools import RESERVED_SLUGS, Accepted


def _described() -> list[tuple[str, str]]:
    return [(slug, f"{name} — {LABELS[slug].about}") for slug, name in system_choices()]


class AcceptForm(forms.Form):
    """Which results a pool accepts."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=PoolGame.choices, required=False)
    setting = forms.ChoiceField(label=gettext_lazy("Play type"), choices=PoolSetting.choices, required=False)
    rules = forms.MultipleChoiceField(
        label=gettext_lazy("Rules"),
        choices=rule_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Only games played under these rules. Leave all unticked to accept any."),
    )
    lexicons = ticks(
        gettext_lazy("Dictionaries"),
        Lexicon.objects.none(),
        gettext_lazy("Only games with these dictionaries, any edition. Leave all unticked to accept any."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        """``club`` says which dictionaries there are."""
        super().__init__(*args, **kwargs)
        self.club = club
        field = self.fields["lexicons"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = Lexicon.objects.filter(pk__in=visible_to(club).values("lexicon")).order_by(*by_name())

    def accepted(self) -> Accepted:
        """The choice; after ``is_valid``."""
        data = self.cleaned_data
        lexicons = tuple(sorted(lexicon.pk for lexicon in data["lexicons"]))
        return Accepted(data["game"], data["setting"], tuple(sorted(data["rules"])), lexicons)


class PoolForm(AcceptForm):
    """A new pool of a club: name, address, system, single numbers of the system replaced, and what it accepts."""

    field_order = ("name", "slug", "game", "rules", "lexicons", "setting", "system", "params")

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=120,
        help_text=gettext_lazy(
            "Say what is rated together (game, language, play type), for example “English, tournaments”."
        ),
    )
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        max_length=60,
        required=False,
        help_text=gettext_lazy(
            "The last part of the list's web address. Leave empty to have it made from the club and the name."
        ),
    )
    system = forms.ChoiceField(
        label=gettext_lazy("Rating system"), choices=_described, initial=DEFAULT, widget=forms.RadioSelect
    )
    params = optional_text(
        gettext_lazy("Changed parameters"),
        2000,
        gettext_lazy("One per line, such as “floor = 300”. Leave empty for the standard system."),
        rows=3,
    )

    def clean_params(self) -> dict[str, object]:
        """Lines of “name = number” as a mapping."""
        params: dict[str, object] = {}
        for number, line in enumerate(self.cleaned_data["params"].splitlines(), 1):
            if not line.strip():
                continue
            name, equals, text = (part.strip() for part in line.partition("="))
            try:
                value = json.loads(text)
            except ValueError:
                value = None
            if not equals or not isinstance(value, (int, float, bool)):
                raise forms.ValidationError(
                    _("Line %(line)d: write each parameter as “name = number”."), params={"line": number}
                )
            params[name] = value
        return params

    def clean(self) -> dict[str, Any]:
        """Refuse parameters that the system does not have, and an address that is not free."""
        data = super().clean() or {}
        if "system" in data and "params" in data:
            try:
                build_system(data["system"], data["params"])
            except ParameterError as error:
                self.add_error("params", str(error))
        if "name" in data and "slug" in data:
            data["slug"] = data["slug"] or slugify(f"{self.club.slug} {data['name']}")[:60] or f"{self.club.slug}-list"
            if data["slug"] in RESERVED_SLUGS or RatingPool.objects.filter(slug=data["slug"]).exists():
                message = _("There is already a rating list at /ratings/%(slug)s/. Choose another address.")
                self.add_error("slug", message % {"slug": data["slug"]})
        return data


class PublishForm(forms.Form):
    """Freezing the list of today."""

    name = forms.CharField(
        label=gettext_lazy("List name"), max_length=80, help_text=gettext_lazy("For example “March 2026”.")
    )
    effective = forms.DateField(
        label=gettext_lazy("Valid from"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class ImportForm(forms.Form):
    """An official list as text or as a file."""

    text = forms.CharField(
        label=gettext_lazy("List"),
        required=False,
        max_length=400_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One player per line: CSV with a header (name, rating, games, id), tab-separated name, rating and "
            "games, or the fixed columns of .RT files."
        ),
    )
    file = forms.FileField(label=gettext_lazy("or a file"), required=False)

    def clean(self) -> dict[str, Any]:
        """One of the two, at most 2 MB."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            if upload.size > 2_000_000:
                raise forms.ValidationError(_("The file is larger than 2 MB."))
            data["text"] = upload.read().decode("utf-8", "replace").replace("\0", "")
        if not data.get("text", "").strip():
            raise forms.ValidationError(_("Paste a list or choose a file."))
        return data


class PlayerField(forms.ModelChoiceField[Player]):
    """A player, told from namesakes by number."""

    def label_from_instance(self, obj: Player) -> str:
        """Name and number."""
        return f"{obj.name} (#{obj.pk})"


class ReasonForm(forms.Form):
    """Why something is done, for the log."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)


class ClubPlayersForm(ReasonForm):
    """A form whose players are those of one club; every change needs a reason for the log."""

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        """Players of the club only."""
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, PlayerField):
                field.queryset = Player.objects.filter(home_club=club).order_by(*by_name(), "pk")


class MergeForm(ClubPlayersForm):
    """Two players who are one person."""

    duplicate = PlayerField(
        label=gettext_lazy("Duplicate"),
        queryset=Player.objects.none(),
        help_text=gettext_lazy("This player's games will count for the other one."),
    )
    kept = PlayerField(label=gettext_lazy("Same player as"), queryset=Player.objects.none())
    field_order = ("duplicate", "kept", "reason")


class AnonymiseForm(ClubPlayersForm):
    """A person who wants to be forgotten."""

    player = PlayerField(label=gettext_lazy("Player"), queryset=Player.objects.none())
    field_order = ("player", "reason")


class MoveForm(ClubPlayersForm):
    """A game that belongs to somebody else."""

    player = PlayerField(label=gettext_lazy("Actually played by"), queryset=Player.objects.none())
    field_order = ("player", "reason")

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        """``player``: whose game it is so far, who is not among the choices."""
        super().__init__(*args, **kwargs)
        field: Any = self.fields["player"]
        field.queryset = field.queryset.exclude(pk=player.pk)


class OpeningForm(ClubPlayersForm):
    """One player's starting rating in a pool; an empty rating clears it."""

    field_order = ("player", "rating", "games", "reason")

    player = PlayerField(label=gettext_lazy("Player"), queryset=Player.objects.none())
    rating = optional_number(
        gettext_lazy("Starting rating"),
        1,
        MAX_RATING,
        gettext_lazy(
            "Used before the player's first event here. Leave empty if there is none; the first event then "
            "rates them as a newcomer."
        ),
    )
    games = optional_number(
        gettext_lazy("Career games"), 0, 99_999, gettext_lazy("Games played before. Leave empty if unknown.")
    )
