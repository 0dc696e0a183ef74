"""Lines of the log in words: what happened, to what, and each changed value under its label from the forms."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import Any

from django import forms
from django.utils.choices import CallableChoiceIterator
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext_lazy, override, pgettext_lazy
from django.utils.translation import gettext as _

from audit.models import ActionLog
from audit.verbs import verb_name
from core.wording import division_title, listed
from games.registry import GAMES, game_choices
from tournaments import hooks
from tournaments.forms.entries import EntryChangesForm, WithdrawForm
from tournaments.forms.events import AnnouncementForm, DivisionForm, EventForm
from tournaments.forms.prizes import PrizeForm, kind_choices
from tournaments.forms.rating_link import PoolsForm
from tournaments.forms.standings import StandingsForm
from tournaments.models import (
    LED_BEFORE,
    RESULT_KINDS,
    SIDES,
    Absence,
    Entry,
    Event,
    HallScreens,
    PlayerNotice,
    PlayType,
    RecordVisibility,
    Result,
    Submission,
    settings_class,
)
from tournaments.models.events import Handicap
from tournaments.queries.action_log import Names, names_of
from tournaments.settings import Kind, settings_in
from tournaments.wording.engine import system_choices

OBJECTS = {
    "roundclock": gettext_lazy("clock"),
    "event": gettext_lazy("event"),
    "division": gettext_lazy("division"),
    "entry": gettext_lazy("player"),
    "round": gettext_lazy("round"),
    "pairing": gettext_lazy("game"),
    "eventprize": gettext_lazy("prize"),
    "adjudication": gettext_lazy("adjudication"),
    "judgetablet": gettext_lazy("judge tablet"),
    "hallscreens": gettext_lazy("hall screens"),
    "tableclaim": gettext_lazy("annotated table"),
    "resultskiosk": gettext_lazy("results kiosk"),
    "eventgrant": gettext_lazy("role"),
    "eventrolelink": gettext_lazy("link to a role"),
}
#: Values that no form has.
FIELDS: dict[str, str | Promise] = {
    "address": gettext_lazy("address"),
    "after_round": gettext_lazy("after round"),
    "allowed": gettext_lazy("allowed"),
    "answer": gettext_lazy("answer"),
    "at": gettext_lazy("place in the list"),
    "broken_rules": gettext_lazy("broken rules"),
    "by_hand": gettext_lazy("paired by hand"),
    "by_itself": gettext_lazy("drafted automatically"),
    "came": gettext_lazy("joined as"),
    "career_games": gettext_lazy("games so far"),
    "channel": gettext_lazy("reported by"),
    "clock": gettext_lazy("clock for"),
    "division": gettext_lazy("division"),
    "division_id": gettext_lazy("division"),
    "ends_on": gettext_lazy("ends"),
    "entries": gettext_lazy("players"),
    "event": gettext_lazy("event"),
    "external_id": gettext_lazy("federation id"),
    "first": gettext_lazy("first"),
    "forfeit_minutes": gettext_lazy("forfeit timer in minutes"),
    "from": gettext_lazy("from"),
    "further_pools": gettext_lazy("also rated in"),
    "game": pgettext_lazy("which is played", "game"),
    "games": gettext_lazy("games"),
    "joined_round": gettext_lazy("plays from round"),
    "kind": gettext_lazy("kind"),
    "led_before": gettext_lazy("led before unplayed tiles"),
    "left": gettext_lazy("time left"),
    "lexicon_version_id": gettext_lazy("dictionary"),
    "lost": gettext_lazy("lost"),
    "lost_on_time": gettext_lazy("lost on time"),
    "made_at": gettext_lazy("backup made"),
    "minutes": gettext_lazy("minutes"),
    "missing again": gettext_lazy("scoresheets missing again, tables"),
    "moves": gettext_lazy("players who move"),
    "name": gettext_lazy("name"),
    "notice": gettext_lazy("message"),
    "number": gettext_lazy("number"),
    "open_questions": gettext_lazy("open questions"),
    "order": gettext_lazy("order"),
    "pairings": gettext_lazy("pairings"),
    "players": gettext_lazy("players"),
    "plan": gettext_lazy("plan"),
    "player": gettext_lazy("player"),
    "position": gettext_lazy("place in the list"),
    "rating": gettext_lazy("rating"),
    "rating_pool_id": gettext_lazy("rating list"),
    "rating_from": gettext_lazy("rating from"),
    "record_visibility": gettext_lazy("who sees the record"),
    "results_counted": gettext_lazy("results counted in the new division"),
    "returned": gettext_lazy("scoresheets returned, tables"),
    "round": gettext_lazy("round"),
    "rounds": gettext_lazy("rounds"),
    "lines": gettext_lazy("lines"),
    "by": gettext_lazy("written by"),
    "move": gettext_lazy("move"),
    "scores": gettext_lazy("scores"),
    "brought_files": gettext_lazy("new records, photos and adjudications"),
    "brought_lost": gettext_lazy("lost here"),
    "brought_players": gettext_lazy("players who differ"),
    "brought_reports": gettext_lazy("new reports"),
    "brought_results": gettext_lazy("results that differ"),
    "brought_rounds": gettext_lazy("rounds that differ"),
    "brought_rulings": gettext_lazy("new rulings"),
    "elsewhere_by": gettext_lazy("entered elsewhere by"),
    "place": gettext_lazy("table"),
    "season": gettext_lazy("season"),
    "self_open": gettext_lazy("players check themselves in by their personal link"),
    "seconds": gettext_lazy("seconds for each page"),
    "setting": gettext_lazy("play type"),
    "shows": gettext_lazy("screens show"),
    "side": gettext_lazy("side"),
    "sheet_of": gettext_lazy("scoresheet of"),
    "slug": gettext_lazy("address"),
    "source": gettext_lazy("list"),
    "as_of": gettext_lazy("valid from"),
    "starts_on": gettext_lazy("date"),
    "state": gettext_lazy("state"),
    "status": gettext_lazy("state"),
    "system": gettext_lazy("pairing system"),
    "table": gettext_lazy("table"),
    "table_number": gettext_lazy("table"),
    "tables": gettext_lazy("tables"),
    "tally": gettext_lazy("game scores"),
    "text": gettext_lazy("text"),
    "stream": gettext_lazy("stream"),
    "tiles": gettext_lazy("tiles drawn"),
    "until": gettext_lazy("last day"),
    "waits": gettext_lazy("round 1 waits until everyone is here"),
    "why": gettext_lazy("reason for the backup"),
    "winners": gettext_lazy("winners"),
    "goes_on": gettext_lazy("goes through"),
    "withdrawn_after": gettext_lazy("withdrawn after round"),
}
#: Ids and fingerprints mean nothing to a reader; what they stand for is named beside them.
HIDDEN = {
    "laptop",
    "link_of",
    "record",
    "report",
    "photo",
    "ruling",
    "run",
    "version",
    "checksum",
    "fingerprint",
    "verdict",
    "copy",
    "bytes",
}
_FORMS: tuple[type[forms.Form], ...] = (
    DivisionForm,
    EventForm,
    AnnouncementForm,
    StandingsForm,
    EntryChangesForm,
    WithdrawForm,
    PoolsForm,
    PrizeForm,
)
_CHOICES: dict[str, Iterable[tuple[Any, Any]]] = {
    "visibility": Event.Visibility.choices,
    "channel": Submission.Channel.choices,
    "side": SIDES,
    "sheet_of": SIDES,
    "record_visibility": RecordVisibility.choices,
    "notice": PlayerNotice.Kind.choices,
    "shows": HallScreens.Shows.choices,
    "answer": PlayerNotice.Answer.choices,
    "game": CallableChoiceIterator(game_choices),
    "handicap": Handicap.choices,
    "setting": PlayType.choices,
    "status": Entry.Status.choices,
    "lost_on_time": SIDES,
    "led_before": LED_BEFORE,
}
_ROUND_NUMBER = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Change:
    """One value that an action changed; ``label``: its name for people."""

    name: str
    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One action; ``target``: the name of what it was about.

    ``actor`` "" = the site itself, or someone with a link: ``link_of``, whose it is; ``by_table``: the link of a table.
    """

    id: int
    at: datetime
    actor: str
    verb: str
    what: str
    target_type: str
    target_id: str
    target: str
    sentence: str
    reason: str
    link_of: str = ""
    by_table: bool = False
    changes: tuple[Change, ...] = field(default=())


def object_name(kind: str) -> str:
    """What kind of thing it happened to, in words."""
    return str(OBJECTS.get(kind) or hooks.log_objects.get(kind, kind))


def log_lines(items: Iterable[ActionLog]) -> list[LogLine]:
    """Actions in words. A fixed number of queries if the actors are loaded."""
    actions = list(items)
    names = names_of(actions)
    return [_line(item, names) for item in actions]


def log_line(item: ActionLog) -> LogLine:
    """One action in words."""
    return log_lines([item])[0]


def _line(item: ActionLog, names: Names) -> LogLine:
    what, target = capfirst(verb_name(item.verb)), _target(item, names)
    return LogLine(
        id=item.pk,
        at=item.created_at,
        actor=item.actor.get_username() if item.actor else "",
        verb=item.verb,
        what=what,
        target_type=item.target_type.split(".")[-1],
        target_id=item.target_id,
        target=target,
        sentence=_("%(what)s: %(target)s") % {"what": what, "target": target} if target else what,
        reason=item.reason,
        link_of=str(item.after.get("link_of", "")),
        by_table=item.after.get("channel") == Submission.Channel.TABLE,
        changes=tuple(_changes(item, names)),
    )


def _target(item: ActionLog, names: Names) -> str:
    """The name of what the action was about; if that has been deleted, its name in the log."""
    if name := names.targets.get((item.target_type, item.target_id)):
        return name
    kind = item.target_type.split(".")[-1]
    values = {**item.before, **item.after}
    if kind == "round" and "number" in values:
        if "division" in values:
            return _("Round %(number)d, %(division)s") % {**values, "division": division_title(str(values["division"]))}
        return _("Round %(number)s") % {"number": values["number"]}
    return str(values.get("name") or values.get("season") or capfirst(object_name(kind)))


def _changes(item: ActionLog, names: Names) -> Iterable[Change]:
    hidden = HIDDEN | ({"pairings"} if item.verb.endswith("_swapped") else set())
    for name in dict.fromkeys([*item.before, *item.after]):
        if name in hidden or (name == "player" and item.verb == "entry.added"):
            continue
        before, after = (_in_words(name, values.get(name), item, names) for values in (item.before, item.after))
        if before or after:
            yield Change(name, _label(name, item, names), before, after)


def _label(name: str, item: ActionLog, names: Names) -> str:
    """The label of a value: a player's name where the log has an id, the round for absences."""
    if _ROUND_NUMBER.fullmatch(name) and item.verb == "entry.absences":
        return _("Round %(number)s") % {"number": name}
    if name.isdecimal():
        return names.entries.get(int(name), _("a deleted player"))
    return field_name(name)


def field_name(name: str) -> str:
    """The label of a logged value; without one (a player's name, for seeds) the name as it is."""
    return capfirst(label_of(name) or name)


def label_of(name: str) -> str:
    """What ``FIELDS``, the settings, a form or a game's options call a logged value; "" where none does."""
    setting = settings_in(settings_class()).get(name)
    more = hooks.log_labels
    return str(
        FIELDS.get(name) or more.get(name) or (setting and setting.label) or _labels(get_language()).get(name, "")
    )


@cache
def _labels(language: str | None) -> dict[str, str]:
    logged = [*_FORMS, *(form for more in hooks.log_forms for form in more())]
    with override(language):  # a game's options are made in the language of the moment
        fields = [*(game.option_fields() for game in GAMES.values()), *(form.base_fields for form in reversed(logged))]
        return {name: str(field.label) for some in fields for name, field in some.items() if field.label}


def _in_words(name: str, value: Any, item: ActionLog, names: Names) -> str:
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if special := _SPECIAL.get(name):
        return special(value, names)
    if name in {"state", "kind"}:
        return _of_choices([*Result.State.choices, *RESULT_KINDS.items(), *kind_choices()], value)
    if item.verb == "entry.absences":
        return _of_choices(Absence.Kind.choices, value)
    if choices := system_choices() if name == "system" else _CHOICES.get(name) or hooks.log_choices.get(name):
        return _of_choices(choices, value)
    setting = settings_in(settings_class()).get(name)
    return _plain(value) if setting is None or setting.kind is Kind.OPTIONS else setting.in_words(value)


def _of_choices(choices: Iterable[tuple[Any, Any]], value: Any) -> str:
    return str(dict(choices).get(value, value))


def _plain(value: Any) -> str:
    """Any other value: lists and tables in one line, dates as the language writes them."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return "; ".join(filter(None, map(_plain, value)))
    if isinstance(value, Mapping):
        return listed(f"{field_name(str(name))}: {_plain(part)}" for name, part in value.items())
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _moment(value) if isinstance(value, str) else str(value)


def _moment(text: str) -> str:
    """A date or time in ISO format as the language writes it; other texts as they are."""
    moment: date | datetime | None = None
    if len(text) >= 10 and text[4] == "-" and text[7] == "-":
        try:
            moment = parse_date(text) if len(text) == 10 else parse_datetime(text)
        except ValueError:
            return text
    if isinstance(moment, datetime):
        return date_format(localtime(moment), "DATETIME_FORMAT")
    return text if moment is None else date_format(moment)


def _scores(value: Any, _names: Names) -> str:
    scores = value if isinstance(value, list) else []
    return "\N{EN DASH}".join(str(score) for score in scores if score is not None)


def _minutes(value: Any, _names: Names) -> str:
    return f"{int(value) // 60}:{int(value) % 60:02d}"


_SPECIAL: dict[str, Callable[[Any, Names], str]] = {
    "scores": _scores,
    "left": _minutes,
    "lexicon_version_id": lambda value, names: names.dictionaries.get(value, ""),
    "rating_pool_id": lambda value, names: names.pools.get(value, ""),
    "further_pools": lambda value, names: "; ".join(names.pools.get(one, "") for one in value),
    "division_id": lambda value, names: names.divisions.get(value, ""),
    "player": lambda value, names: names.players.get(value, ""),
}
