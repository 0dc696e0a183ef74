"""Forms of events and divisions."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.models import Club
from clubs.names import by_name
from core.form_fields import DayField, optional_number, optional_text, tick, whole_number
from games.game import Edition
from games.registry import DEFAULT_GAME, GAMES, game_choices
from lexicon import queries as lexicon_queries
from lexicon.models import LexiconVersion
from lexicon.wordlists.quality import quality_of
from ratings.engine.registry import DEFAULT
from ratings.labels import system_choices
from ratings.models import RatingPool
from tournaments.engine.event_templates import EVENT_TEMPLATES
from tournaments.errors import TournamentError
from tournaments.forms.fields import set_choices, set_queryset
from tournaments.inputs.events import EVENT_SETTINGS, DivisionInput, EventChanges, EventInput
from tournaments.labels import translated
from tournaments.models import MAX_ABOUT, MAX_ROUNDS, Division, Event, new_settings, settings_class
from tournaments.queries.dictionaries import default_edition, dictionary_for
from tournaments.services.events.templates import LIKE_LAST, NewEventInput
from tournaments.settings import Page
from tournaments.settings.codec import to_json
from tournaments.settings.forms import Fieldset, fieldsets, form_fields, values_sent


class LexiconChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # not generic at run time
    """An edition of a dictionary, by name and number of words."""

    def label_from_instance(self, obj: Any) -> str:
        """“Wordhall English (2024) – 123,456 words”."""
        assert isinstance(obj, LexiconVersion)
        return _("%(name)s – %(words)s words") % {"name": obj, "words": intcomma(obj.word_count)}


def _what_they_lack(versions: "QuerySet[LexiconVersion]", chosen: object) -> str:
    """What is known of the free lists on offer, of the ``chosen`` one in plain view: figures beside a second list, what it lacks."""
    known = ((version, quality_of(version.checksum)) for version in versions)
    rows = [(version, " ".join(lines)) for version, lines in known if lines]
    if not rows:
        return ""
    own = " ".join(text for version, text in rows if str(version.pk) == str(getattr(chosen, "pk", chosen)))
    items = format_html_join("", "<li><strong>{}</strong> {}</li>", rows)
    summary = _("How complete these dictionaries are")
    return format_html("{} <details><summary>{}</summary><ul>{}</ul></details>", own, summary, items)


class DivisionForm(forms.Form):
    """A division with its settings, which come from their declaration. Needs the club: its dictionaries and lists are the choices."""

    game = forms.ChoiceField(choices=game_choices, widget=forms.HiddenInput, required=False)
    division_name = forms.CharField(label=gettext_lazy("Division name"), max_length=60, initial="A")
    rules_slug = forms.ChoiceField(label=gettext_lazy("Rules"), initial="tournament")
    lexicon_version = LexiconChoice(
        label=gettext_lazy("Dictionary"),
        queryset=LexiconVersion.objects.none(),
        required=False,
        empty_label=gettext_lazy("None: words are not checked"),
    )
    edition = forms.ChoiceField(label=gettext_lazy("Edition"), required=False)
    #: What has just been filled in, said above the form.
    filled = ""
    rating_pool = forms.ModelChoiceField(
        label=gettext_lazy("Rating list"),
        queryset=RatingPool.objects.none(),
        required=False,
        empty_label=gettext_lazy("None, or the new one below"),
    )
    new_pool = optional_text(
        gettext_lazy("New rating list"),
        60,
        gettext_lazy("Type a name to start a new list for the club; leave empty to use the one chosen above."),
    )
    new_system = forms.ChoiceField(
        label=gettext_lazy("Rating system for the new list"),
        choices=system_choices,
        required=False,
        initial=DEFAULT,
        help_text=gettext_lazy(
            "If nobody has a rating yet, NASPA's first ratings range widely (500 to 3000); "
            "those of the spread-aware system are closer together."
        ),
    )

    def __init__(self, *args: Any, club: Club, day: date | None = None, **kwargs: Any) -> None:
        """``day``: of the event, for the edition that is offered first; default: today."""
        super().__init__(*args, **kwargs)
        self.club = club
        self.day = day or timezone.localdate()
        self.initial.setdefault("game", DEFAULT_GAME)
        versions = self._add_fields_of(str((self.is_bound and self.data.get("game")) or self.initial["game"]))
        set_queryset(self, "lexicon_version", versions)
        self._offer_editions(versions)
        set_queryset(self, "rating_pool", RatingPool.objects.filter(club=club).order_by(*by_name()))
        if not self.is_bound and "lexicon_version" not in self.initial:
            self.initial["lexicon_version"] = version = default_edition(club, versions, self.day)
            edition = self.editions.get(version.lexicon.language) if version else None
            for name, value in edition.options.items() if edition else ():
                self.initial.setdefault(name, value)  # the tiles of the dictionary that is offered
        chosen = self.data.get("lexicon_version") if self.is_bound else self.initial["lexicon_version"]
        self.fields["lexicon_version"].help_text = _what_they_lack(versions, chosen)

    def _add_fields_of(self, game: str) -> "QuerySet[LexiconVersion]":
        """Add the settings and options of the game; returns the dictionaries that fit it."""
        self.played = played = GAMES.get(game, GAMES[DEFAULT_GAME])
        set_choices(self, "rules_slug", [(slug, _(rules.name)) for slug, rules in played.rule_sets.items()])
        self.fields["rules_slug"].initial = played.default_rules
        for name in played.unused_settings:
            self.fields.pop(name, None)
        self.fields.update(form_fields(settings_class(), game=played.key, page=Page.DIVISION))
        self.options = played.option_fields()
        self.fields.update(self.options)
        return played.dictionaries(lexicon_queries.visible_to(self.club))

    def _offer_editions(self, versions: "QuerySet[LexiconVersion]") -> None:
        """One choice that sets tiles and dictionary together; none in a game that has one edition."""
        self.editions = {one.key: one for one in self.played.editions()}
        if not self.editions:
            del self.fields["edition"]
            return
        installed = set(versions.order_by().values_list("lexicon__language", flat=True))
        choices = [("", _("tiles and dictionary as chosen below"))]
        for one in self.editions.values():
            rules = f"– {_(self.played.rule_sets[one.rules].name)}" if one.rules else ""
            missing = "" if one.language in installed else _("(no dictionary installed)")
            choices.append((one.key, " ".join(filter(None, (one.label, rules, missing)))))
        set_choices(self, "edition", choices)
        self.fields["edition"].help_text = format_html(
            '{} <a href="{}" target="_blank" rel="noopener">{}</a>',
            _("Sets the tiles, a dictionary in the same language and, where the edition specifies them, the rules."),
            self._installs(),
            _("Install a free dictionary (in a new tab)"),
        )

    def _installs(self, **query: str) -> str:
        return reverse("lexicon:installs", args=[self.club.slug], query=query or None)

    def offer_installing(self, edition: Edition, back: str) -> None:
        """Lead from the field of the edition to its dictionaries, and from there ``back``."""
        self["edition"].help_text = format_html(
            '<a class="button" href="{}">{}</a> {}',
            self._installs(language=edition.language, back=back),
            _("Install a dictionary for %(edition)s") % {"edition": edition.label},
            _("You will come back to this form with everything you typed."),
        )

    def typed(self) -> dict[str, Any]:
        """What was sent, field by field, to show it again unchecked."""
        return {name: self[name].data for name in self.fields}

    def values_of(self, edition: Edition, chosen: LexiconVersion | None, day: date | None = None) -> dict[str, Any]:
        """What an edition sets: rules where it has its own, tiles, and a dictionary, ``chosen`` where that is of its language.

        Raises TournamentError when none is installed.
        """
        versions = lexicon_queries.visible_to(self.club)
        version = dictionary_for(edition, self.club, versions, day or self.day, chosen)
        rules = {"rules_slug": edition.rules} if edition.rules else {}
        return {"lexicon_version": version, **rules, **edition.options}

    def with_edition(self, edition: Edition, typed: Mapping[str, Any]) -> dict[str, Any] | None:
        """What was typed with what the edition sets filled in, and no edition, so that each of it can still be changed.

        None when no dictionary of it is installed.
        """
        key = str(typed.get("lexicon_version"))
        chosen = lexicon_queries.visible_to(self.club).filter(pk=key).first() if key.isdecimal() else None
        try:
            day = DayField().clean(typed.get("starts_on"))
        except forms.ValidationError:
            day = None
        try:
            return {**typed, **self.values_of(edition, chosen, day), "edition": ""}
        except TournamentError:
            return None

    def fieldsets(self) -> Iterator[Fieldset]:
        """The form's fields under their headings."""
        yield self._fieldset(_("The division"), "division_name", "rules_slug", "edition", "lexicon_version")
        first, *others = fieldsets(self, settings_class())
        yield first
        if self.options:
            yield self._fieldset(str(self.played.options_heading), *self.options)
        yield self._fieldset(_("Ratings"), "rating_pool", "new_pool", "new_system")
        yield from others

    def _fieldset(self, label: str, *names: str) -> Fieldset:
        return Fieldset(label, [self[name] for name in names if name in self.fields])

    @staticmethod
    def initial_of(division: Division) -> dict[str, object]:
        """The form's values for an existing division."""
        settings = division.settings
        return {
            **to_json(settings),
            **division.played.initial_options(division.rules_slug, settings.rule_options),
            "game": division.game,
            "rules_slug": division.rules_slug,
            "lexicon_version": division.lexicon_version_id,
            "rating_pool": division.rating_pool_id,
            "division_name": division.name,
        }

    def clean(self) -> dict[str, Any]:
        """Tiles and dictionary of the edition; either a list of the club or a new one, whose name must be new."""
        data = super().clean() or self.cleaned_data
        if (edition := self.editions.get(data.get("edition", ""))) is not None:
            try:
                data |= self.values_of(edition, data.get("lexicon_version"), data.get("starts_on"))
            except TournamentError as error:
                self.add_error("edition", str(error))
        name = data.get("new_pool", "").strip()
        if name and data.get("rating_pool"):
            self.add_error("new_pool", _("Choose a rating list above or name a new one, not both."))
        elif name and RatingPool.objects.filter(club=self.club, name__iexact=name).exists():
            self.add_error("new_pool", _("The club already has a rating list with this name; choose it above."))
        return data

    def division_input(
        self, *, rating_pool_id: int | None = None, keep: Division | None = None, like: Division | None = None
    ) -> DivisionInput:
        """The division with its settings; ``rating_pool_id`` is the list created for ``new_pool``.

        Settings without a field here stay those of ``keep``, the division that is changed, or come from ``like``, the model for
        a new one. Raises ValidationError.
        """
        data = self.cleaned_data
        pool, version = data["rating_pool"], data["lexicon_version"]
        rules = data.get("rules_slug", self.played.default_rules)
        model = keep or like
        base = model.settings if model else new_settings()
        if keep is None:
            base = base.changed(seed=new_settings().seed)
        current = base.rule_options if model and model.rules_slug == rules else {}
        options = self.played.options_of(rules, data, current)
        return DivisionInput(
            name=data["division_name"],
            game=self.played.key,
            rules_slug=rules,
            lexicon_version_id=version.pk if version else None,
            rating_pool_id=rating_pool_id or (pool.pk if pool else None),
            settings=base.changed(**values_sent(type(base), self), rule_options=options),
        )


class DivisionChangesForm(DivisionForm):
    """Changed settings of a division, with what a change of the standings needs once a round is published."""

    reason = optional_text(
        gettext_lazy("Reason"),
        300,
        gettext_lazy(
            "Needed to change points, spreads or caps: players have seen the standings. It is stored in the log."
        ),
    )

    def __init__(self, *args: Any, started: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not started:
            del self.fields["reason"]


class EventForm(DivisionForm):
    """A new event with its first division."""

    name = forms.CharField(label=gettext_lazy("Event name"), max_length=120)
    starts_on = DayField(label=gettext_lazy("Date"), initial=timezone.localdate)
    field_order = ("name", "starts_on")

    def event_input(self, *, rating_pool_id: int | None = None) -> EventInput:
        """The frozen input of ``create_event``; call after ``is_valid()``."""
        data = self.cleaned_data
        division = self.division_input(rating_pool_id=rating_pool_id)
        return EventInput(name=data["name"], starts_on=data["starts_on"], division=division)


#: Of the players typed with a new event: some five hundred. A file goes to the page of the players.
MAX_TYPED = 20_000


class StartEventForm(forms.Form):
    """A new event from a template: which one, its name, its date and, if known, its players.

    ``like``: the club's event that it may be like.
    """

    template = forms.ChoiceField(label=gettext_lazy("What kind of event?"), widget=forms.RadioSelect)
    name = optional_text(gettext_lazy("Event name"), 120, gettext_lazy("Leave empty to use the template's name."))
    starts_on = DayField(label=gettext_lazy("Date"), initial=timezone.localdate)
    players = optional_text(
        gettext_lazy("Players"), MAX_TYPED, gettext_lazy("One per line: name, rating. Or leave this for later."), rows=4
    )

    def __init__(self, *args: Any, like: Event | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(key, translated(template.title)) for key, template in EVENT_TEMPLATES.items()]
        if like is not None:
            choices.insert(0, (LIKE_LAST, _("Same as last time")))
        set_choices(self, "template", choices)
        self.initial.setdefault("template", choices[0][0])
        self.abouts = {key: translated(template.about) for key, template in EVENT_TEMPLATES.items()}
        if like is not None:
            about = _("Divisions, settings and rating lists of “%(event)s”, %(day)s.")
            self.abouts[LIKE_LAST] = about % {"event": like.name, "day": date_format(like.starts_on)}
            if like.divisions.count() > 1:
                self.fields["players"].help_text = _(
                    "One per line: name, rating. Or leave this for later. The last event had several divisions: with "
                    "“Same as last time”, all of these players join the first division."
                )

    def cards(self) -> list[tuple[Any, str]]:
        """Each template's radio button with what it means."""
        return [(button, self.abouts[str(button.data["value"])]) for button in self["template"]]

    def new_event_input(self) -> NewEventInput:
        """The frozen input of a new event; call after ``is_valid()``."""
        return NewEventInput(name=self.cleaned_data["name"].strip(), starts_on=self.cleaned_data["starts_on"])


class EventChangesForm(forms.Form):
    """An event's settings."""

    name = forms.CharField(label=gettext_lazy("Event name"), max_length=120)
    starts_on = DayField(label=gettext_lazy("Date"))
    table_links = Event._meta.get_field("table_links").formfield()

    def changes(self, event: Event) -> EventChanges:
        """The frozen input of ``update_event``; call after ``is_valid()``."""
        current = EventChanges(**{name: getattr(event, name) for name in EVENT_SETTINGS})
        return replace(current, **self.cleaned_data)


class AnnouncementForm(forms.Form):
    """Who can see the event, and what its page announces."""

    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can see the event"),
        choices=Event.Visibility.choices,
        help_text=gettext_lazy(
            "Club officials can always see it. Anyone who is not allowed to see it gets “page not found” on "
            "all its pages. Rated games appear in their rating list either way."
        ),
    )
    about = optional_text(
        gettext_lazy("Text"),
        MAX_ABOUT,
        gettext_lazy("Markdown: # heading, **bold**, - list, [link](https://…)."),
        rows=10,
    )
    place = optional_text(pgettext_lazy("venue", "Place"), 200, gettext_lazy("Venue and address."))
    map_url = forms.URLField(
        label=gettext_lazy("Map link"),
        required=False,
        max_length=500,
        assume_scheme="https",
        help_text=gettext_lazy("Link to a map showing the venue."),
    )
    fees = optional_text(gettext_lazy("Fees"), 300, gettext_lazy("Shown to players just as you type it."))
    time_zone = optional_text(
        gettext_lazy("Time zone"), 60, gettext_lazy("For example Europe/London. Leave empty for the club's time.")
    )
    hide_entries = tick(gettext_lazy("Hide the players until round 1 is published"))

    @staticmethod
    def initial_of(event: Event) -> dict[str, object]:
        """The form's values for an event."""
        return {name: getattr(event, name) for name in AnnouncementForm.base_fields}

    def changes(self, event: Event) -> EventChanges:
        """The frozen input of ``update_event``; call after ``is_valid()``. Raises ValidationError."""
        return EventChanges(**{name: getattr(event, name) for name in EVENT_SETTINGS} | self.cleaned_data)


class ScheduleItemForm(forms.Form):
    """A line of the schedule: a round, or anything else by its title."""

    round_number = optional_number(gettext_lazy("Round"), 1, MAX_ROUNDS)
    title = optional_text(
        gettext_lazy("Or something else"), 80, gettext_lazy("For example lunch break or prize-giving.")
    )
    day = DayField(label=gettext_lazy("Day"))
    time = forms.TimeField(label=gettext_lazy("Starts"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    minutes = whole_number(gettext_lazy("Minutes"), 1, 1440, initial=60)

    def clean(self) -> dict[str, Any]:
        """A round or a title, not both and not neither."""
        data = super().clean() or self.cleaned_data
        if not self.errors and (data.get("round_number") is None) == (not data.get("title", "").strip()):
            self.add_error("title", _("Give either a round number or a title, not both."))
        return data


class RoundTimesForm(forms.Form):
    """Times for several rounds in a row."""

    first = whole_number(gettext_lazy("From round"), 1, MAX_ROUNDS, initial=1)
    last = whole_number(gettext_lazy("To round"), 1, MAX_ROUNDS)
    day = DayField(label=gettext_lazy("Day"))
    time = forms.TimeField(
        label=gettext_lazy("First round starts"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    minutes = whole_number(gettext_lazy("Minutes from one round to the next"), 1, 1440, initial=60)

    def clean(self) -> dict[str, Any]:
        """The last round comes after the first."""
        data = super().clean() or self.cleaned_data
        if not self.errors and data["last"] < data["first"]:
            self.add_error("last", _("The last round comes before the first."))
        return data


class MoveEntryForm(forms.Form):
    """Where a player moves to, and what becomes of the results."""

    to = forms.TypedChoiceField(label=gettext_lazy("To division"), coerce=int)
    count_results = tick(
        gettext_lazy("In the new division, count the results so far"),
        gettext_lazy(
            "Round by round: a win counts as a bye with its spread, a loss as a forfeit with its spread. "
            "Otherwise the rounds count according to that division's setting for late entries. The opponents "
            "here keep all their results."
        ),
    )
    reason = optional_text(gettext_lazy("Reason"), 200)

    def __init__(self, *args: Any, divisions: Iterable[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "to", [(one.pk, one.name) for one in divisions])


class QuestionsForm(forms.Form):
    """Confirms that questions may stay open."""

    despite_questions = forms.BooleanField(label=_("Finish with these questions open"))


class ReasonForm(forms.Form):
    """A confirmation that needs a reason."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
