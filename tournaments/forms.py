"""Forms of the director's pages. Each builds the frozen input that the API builds too."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.names import by_name
from games.options import match_fields
from games.registry import DEFAULT_GAME, GAMES, game_choices
from lexicon import queries as lexicon_queries
from lexicon.models import LexiconVersion
from ratings.engine.registry import DEFAULT
from ratings.labels import system_choices
from ratings.models import RatingPool
from tournaments.challenge_words import challenge_choices
from tournaments.engine.table_numbers import TableNumbersError, format_tables, parse_tables
from tournaments.inputs import DivisionInput, EventChanges, EventInput
from tournaments.models import (
    MAX_MINUTES,
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_TABLE,
    Division,
    Event,
    LateRounds,
)
from tournaments.queries.dictionaries import usual_version


class LexiconChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # not generic at run time
    """An edition of a dictionary, by name and number of words."""

    def label_from_instance(self, obj: Any) -> str:
        """“Wordhall English (2024) – 123 456 words”."""
        assert isinstance(obj, LexiconVersion)
        return _("%(name)s – %(words)d words") % {"name": obj, "words": obj.word_count}


class DivisionForm(forms.Form):
    """A division's settings. Needs the club: its dictionaries and rating pools are the choices."""

    game = forms.ChoiceField(choices=game_choices, widget=forms.HiddenInput, required=False)
    division_name = forms.CharField(label=gettext_lazy("Name of the division"), max_length=60, initial="A")
    rules_slug = forms.ChoiceField(label=gettext_lazy("Rules"), initial="tournament")
    challenge_rule = forms.ChoiceField(
        label=gettext_lazy("Challenge rule"),
        choices=challenge_choices,
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
    new_system = forms.ChoiceField(
        label=gettext_lazy("Rating system of the new pool"),
        choices=system_choices,
        required=False,
        initial=DEFAULT,
        help_text=gettext_lazy(
            "Where nobody has a rating yet, NASPA's first ratings lie far apart (500 to 3000); the spread-aware system begins more calmly."
        ),
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
    late_rounds = forms.ChoiceField(
        label=gettext_lazy("Rounds missed by a late entry count"), choices=LateRounds.choices, initial="nothing"
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of a round"),
        min_value=1,
        max_value=MAX_MINUTES,
        initial=60,
        required=False,
        help_text=gettext_lazy("What the clock in the hall is started with."),
    )
    win_points = forms.IntegerField(
        label=gettext_lazy("Points of a win"),
        min_value=1,
        max_value=MAX_POINTS,
        initial=2,
        help_text=gettext_lazy(
            "Standings go by points, then by spread. Usual: 2 for a win, 1 for a tie, 0 for a loss."
        ),
    )
    tie_points = forms.IntegerField(label=gettext_lazy("Points of a tie"), min_value=0, max_value=MAX_POINTS, initial=1)
    loss_points = forms.IntegerField(
        label=gettext_lazy("Points of a loss"), min_value=0, max_value=MAX_POINTS, initial=0
    )
    table_numbers = forms.CharField(
        label=gettext_lazy("Tables of the hall"),
        max_length=400,
        required=False,
        help_text=gettext_lazy("Such as 21-40, 52: best game first. Empty: the lowest numbers no other division uses."),
    )

    def __init__(self, *args: Any, club: Club, day: date | None = None, **kwargs: Any) -> None:
        """``day``: of the event, for the edition that is offered first; default: today."""
        super().__init__(*args, **kwargs)
        self.club = club
        self.initial.setdefault("game", DEFAULT_GAME)
        versions = self._fit(str((self.is_bound and self.data.get("game")) or self.initial["game"]))
        self._models("lexicon_version").queryset = versions
        self._models("rating_pool").queryset = RatingPool.objects.filter(club=club).order_by(*by_name())
        if not self.is_bound and "lexicon_version" not in self.initial:
            self.initial["lexicon_version"] = usual_version(club, versions, day or timezone.localdate())

    def _fit(self, game: str) -> "QuerySet[LexiconVersion]":
        """Leave the fields that fit the game; the dictionaries that do."""
        self.played = played = GAMES.get(game, GAMES[DEFAULT_GAME])
        versions = lexicon_queries.visible_to(self.club)
        self._choices("rules_slug").choices = [(slug, rules.name) for slug, rules in played.rule_sets.items()]
        self.fields["rules_slug"].initial = played.default_rules
        for name in played.unused_settings:
            del self.fields[name]
        self.fields.update(
            match_fields(
                max_seats=played.max_seats,
                max_best_of=played.max_best_of,
                max_rounds_in_a_row=played.max_rounds_in_a_row,
            )
        )
        self.fields.update(played.option_fields())
        for name, sign in (("bye_spread", 1), ("forfeit_spread", -1)):
            self.fields[name].initial = sign * played.usual_bye_spread
        return played.dictionaries(versions)

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
            "game",
            "best_of",
            "table_size",
            "meeting_games",
            "rules_slug",
            "challenge_rule",
            "rounds_planned",
            "bye_spread",
            "forfeit_spread",
            "spread_cap",
            "max_repeats",
            "late_rounds",
            "round_minutes",
            "win_points",
            "tie_points",
            "loss_points",
        )
        chosen: dict[str, object] = {name: getattr(division, name) for name in names}
        chosen |= division.played.initial_options(division.rules_slug, division.rule_options)
        related = {"lexicon_version": division.lexicon_version_id, "rating_pool": division.rating_pool_id}
        tables = format_tables(division.table_numbers)
        return {**chosen, **related, "division_name": division.name, "table_numbers": tables}

    def clean_table_numbers(self) -> tuple[int, ...]:
        """The tables that are listed."""
        try:
            return parse_tables(self.cleaned_data["table_numbers"])
        except TableNumbersError as error:
            raise ValidationError(
                _("“%(part)s” is no table, or is listed twice. Write numbers from 1 to %(max)d such as: 1-12, 20.")
                % {"part": error.part[:20], "max": MAX_TABLE},
                code="table_numbers",
            ) from error

    def clean(self) -> dict[str, Any]:
        """A new pool and a chosen pool exclude each other; a new pool's name must be new."""
        data = super().clean() or self.cleaned_data
        name = data.get("new_pool", "").strip()
        if name and data.get("rating_pool"):
            self.add_error("new_pool", _("Choose a pool above or name a new one, not both."))
        elif name and RatingPool.objects.filter(club=self.club, name__iexact=name).exists():
            self.add_error("new_pool", _("The club has a pool of this name; choose it above."))
        return data

    def division_input(
        self, *, rating_pool_id: int | None = None, keep: Division | None = None, like: Division | None = None
    ) -> DivisionInput:
        """The division's settings; ``rating_pool_id`` is a pool that was made for ``new_pool``.

        ``keep``: the division whose settings that have no field here stay as they are; ``like``: another division, from
        which a new one takes them.
        """
        data = self.cleaned_data
        pool, version = data["rating_pool"], data["lexicon_version"]
        rules = data.get("rules_slug", self.played.default_rules)
        model = keep or like
        kept = dict(model.rule_options) if model and model.rules_slug == rules else {}
        return DivisionInput(
            name=data["division_name"],
            game=self.played.key,
            best_of=data.get("best_of", 1),
            table_size=data.get("table_size") or 2,
            meeting_games=data.get("meeting_games") or 1,
            rules_slug=rules,
            challenge_rule=data.get("challenge_rule", "double"),
            lexicon_version_id=version.pk if version else None,
            rounds_planned=data["rounds_planned"],
            rating_pool_id=rating_pool_id or (pool.pk if pool else None),
            bye_spread=data["bye_spread"],
            forfeit_spread=data["forfeit_spread"],
            spread_cap=data["spread_cap"],
            max_repeats=data["max_repeats"],
            late_rounds=data["late_rounds"],
            round_minutes=data["round_minutes"] or 60,
            win_points=data["win_points"],
            tie_points=data["tie_points"],
            loss_points=data["loss_points"],
            table_numbers=data["table_numbers"],
            rule_options=self.played.options_of(rules, data, kept),
            seed=keep.seed if keep else None,
            **standings_settings(model),
        )


def standings_settings(keep: Division | None) -> dict[str, Any]:
    """The settings that have a page of their own, as they are."""
    if keep is None:
        return {}
    names = (
        "standings_order",
        "bye_half_wins",
        "show_contention",
        "handicap_by",
        "handicap_percent",
        "handicap_cap",
    )
    return {name: getattr(keep, name) for name in names} | {"spread_caps": tuple(keep.spread_caps)}


class DivisionChangesForm(DivisionForm):
    """Changed settings of a division, with what a change of the standings needs once a round is published."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "Needed to change points, spreads or caps: players have seen the standings. It is kept in the log."
        ),
    )

    def __init__(self, *args: Any, started: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not started:
            del self.fields["reason"]


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


class EventChangesForm(forms.Form):
    """An event's settings."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    starts_on = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    table_links = Event._meta.get_field("table_links").formfield()

    def changes(self) -> EventChanges:
        """The frozen input of ``update_event``; call after ``is_valid()``."""
        return EventChanges(**self.cleaned_data)


class QuestionsForm(forms.Form):
    """A word of confirmation before questions are left open."""

    despite_questions = forms.BooleanField(label=_("These questions may stay open"))


class ReasonForm(forms.Form):
    """A confirmation that needs a reason."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
