"""An event as it was after an action of its log.

Facts are only added, except where a step takes something away, and before each such step a backup is stored. So the state after an
action is: the first backup made since (or the current facts), without what came later, and with later changes of settings and
entries undone by the log.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from audit.models import ActionLog
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.results import derive
from tournaments.engine.standings import StandingsRow
from tournaments.models import Division, Entry, Event, EventBackup, Pairing, Result, ResultRuling, Submission
from tournaments.queries.archive import FORMAT, event_facts
from tournaments.queries.results import facts_of_seats, reports_of, rulings_of
from tournaments.queries.snapshot import in_seed_order, settings_of
from tournaments.queries.standings import knock_outs_of
from tournaments.services.events.backups import instances
from tournaments.services.results.results import alone_score, stored_values

_ROUND_VERBS = {
    "round.drafted": "draft",
    "round.published": "public",
    "round.unpublished": "draft",
    "round.discarded": "gone",
}
#: Columns that the log calls something else.
_COLUMNS = {"after_round": "withdrawn_after"}
_UNDONE = ("division.changed", "entry.changed", "entry.withdrawn", "entry.returned")


@dataclass(frozen=True, slots=True)
class PastGame:
    """One pairing then. ``score``: "", or as it counted then; ``state``: pending, confirmed, conflict, or "" without a report."""

    table: int | None
    players: tuple[str, ...]
    state: str
    kind: str
    first_score: int | None
    second_score: int | None
    tally: str
    led_before: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seats, as the sentences of results take them."""
        return self.players


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round then; a draft is named only."""

    number: int
    public: bool
    games: tuple[PastGame, ...]


@dataclass(frozen=True, slots=True)
class PastLine:
    """A line of the standings then."""

    row: StandingsRow
    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class PastDivision:
    """A division then."""

    division: Division
    lines: tuple[PastLine, ...]
    rounds: tuple[PastRound, ...]


@dataclass(frozen=True, slots=True)
class PastEvent:
    """The event then. ``exact`` False: the backup before a later step was deleted, so something may be missing."""

    divisions: tuple[PastDivision, ...]
    exact: bool


def state_after(event: Event, log: ActionLog) -> PastEvent:
    """The event as it was right after this action of its log."""
    base = EventBackup.objects.filter(event=event, made_at__gt=log.created_at).order_by("pk").first()
    data = _plain(event_facts(event)) if base is None else base.data
    later = ActionLog.objects.filter(scope=f"event:{event.pk}", pk__gt=log.pk)
    until = later if base is None else later.filter(created_at__lt=base.made_at)
    exact = data.get("format") == FORMAT and not until.filter(verb__in=["round.discarded", "event.restored"]).exists()
    data = _undone(data, until)
    added = set(
        ActionLog.objects.filter(scope=f"event:{event.pk}", verb="entry.added", pk__gt=log.pk).values_list(
            "target_id", flat=True
        )
    )
    states = _round_states(event, log)
    divisions = instances(Division, sorted(data["divisions"], key=lambda row: (row["position"], row["id"])))
    for division in divisions:
        division.event = event
    facts = _PastFacts(data, log.created_at, added, states)
    return PastEvent(tuple(facts.division(division) for division in divisions), exact)


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: list(rows) if isinstance(rows, list) else rows for name, rows in facts.items()}


def _undone(data: dict[str, Any], later: Any) -> dict[str, Any]:
    """The rows with later changes of settings and entries undone, the last change first."""
    rows = {
        f"tournaments.{name}": {str(row["id"]): dict(row) for row in data[table]}
        for name, table in (("division", "divisions"), ("entry", "entries"))
    }
    changes = later.filter(verb__in=_UNDONE).order_by("-pk").values_list("target_type", "target_id", "before")
    for target_type, target_id, before in changes:
        row = rows.get(target_type, {}).get(target_id)
        if row is not None:
            named = {_COLUMNS.get(name, name): value for name, value in before.items()}
            row.update({name: value for name, value in named.items() if name in row})
            if settings := row.get("settings"):
                row["settings"] = {**settings, **{name: named[name] for name in named.keys() & settings.keys()}}
    return {
        **data,
        "divisions": list(rows["tournaments.division"].values()),
        "entries": list(rows["tournaments.entry"].values()),
    }


def _round_states(event: Event, log: ActionLog) -> dict[str, str]:
    """The state of each round after the action, by its id, as far as the log has it: draft, public or gone."""
    actions = ActionLog.objects.filter(
        scope=f"event:{event.pk}", verb__in=_ROUND_VERBS, pk__lte=log.pk, target_type="tournaments.round"
    )
    return {target: _ROUND_VERBS[verb] for target, verb in actions.order_by("pk").values_list("target_id", "verb")}


class _PastFacts:
    """The rows of an event at a moment."""

    def __init__(self, data: Mapping[str, Any], at: datetime, added: set[str], states: Mapping[str, str]) -> None:
        self.at, self.states, self.data = at, states, data
        self.entries: dict[int, list[Entry]] = defaultdict(list)
        for entry in instances(Entry, (row for row in data["entries"] if str(row["id"]) not in added)):
            self.entries[entry.division_id].append(entry)
        self.entry = {entry.pk: entry for entries in self.entries.values() for entry in entries}
        self.seats: dict[int, list[int]] = defaultdict(list)
        for row in sorted(data["seats"], key=lambda row: row["position"]):
            self.seats[row["pairing_id"]].append(row["entry_id"])
        self.reports = self._by_pairing(Submission, "submissions")
        self.rulings = self._by_pairing(ResultRuling, "rulings")
        self.reported = {row["pairing_id"] for row in (*data["submissions"], *data["rulings"])}
        self.stored = {row["pairing_id"]: row for row in data.get("results", ())}

    def _by_pairing(self, model: Any, table: str) -> dict[int, list[Any]]:
        facts: dict[int, list[Any]] = defaultdict(list)
        for fact in instances(model, self.data[table]):
            if fact.created_at <= self.at:
                facts[fact.pairing_id].append(fact)
        return facts

    def _state(self, row: Mapping[str, Any]) -> str:
        """draft, public or gone."""
        logged = self.states.get(str(row["id"]))
        if logged is not None:
            return logged
        published = row["published_at"]
        if isinstance(published, str):
            published = parse_datetime(published)
        # a round of an imported file, or of an event copied with its rounds: published with its first action
        return "public" if published is not None and published <= self.at else "gone"

    def division(self, division: Division) -> PastDivision:
        """The division then."""
        entries = self.entries[division.pk]
        rounds = [row for row in self.data["rounds"] if row["division_id"] == division.pk]
        facts: list[Any] = []
        past_rounds = []
        for row in sorted(rounds, key=lambda row: row["number"]):
            state = self._state(row)
            if state == "gone":
                continue
            games = self._games(row, division, facts) if state == "public" else ()
            past_rounds.append(PastRound(row["number"], state == "public", games))
        players = in_seed_order(entries)
        lines = []
        knock_out = knock_outs_of([division]).get(division.pk)
        for row in placed(players, facts, settings_of(division), None, knock_out):
            entry = self.entry[row.player.id]
            lines.append(PastLine(row, entry.number, entry.name, entry.rating))
        return PastDivision(division, tuple(lines), tuple(past_rounds))

    def _games(self, round_: Mapping[str, Any], division: Division, facts: list[Any]) -> tuple[PastGame, ...]:
        pairings = instances(Pairing, (row for row in self.data["pairings"] if row["round_id"] == round_["id"]))
        games = []
        for pairing in sorted(pairings, key=lambda one: (one.table_number is None, one.table_number or 0, one.pk)):
            seated = [pk for pk in self.seats[pairing.pk] if pk in self.entry]
            if not seated:
                continue
            values = self._result(pairing, division)
            facts += facts_of_seats(round_["number"], seated, values)
            names = tuple(self.entry[pk].name for pk in seated)
            scores = (values.get("first_score"), values.get("second_score"))
            state, kind = str(values.get("state", "")), str(values.get("kind", ""))
            more = str(values.get("tally", "")), str(values.get("led_before", ""))
            games.append(PastGame(pairing.table_number, names, state, kind, *scores, *more))
        return tuple(games)

    def _result(self, pairing: Pairing, division: Division) -> dict[str, Any]:
        """The result's columns as the reports and rulings of the time gave them; {} without any."""
        derived = derive(
            reports_of(self.reports[pairing.pk]), rulings_of(self.rulings[pairing.pk]), alone=alone_score(pairing)
        )
        if derived is not None:
            return stored_values(derived, division)
        # a result without any report came with an imported file
        stored = self.stored.get(pairing.pk)
        if stored is not None and pairing.pk not in self.reported and stored["state"] == Result.State.CONFIRMED:
            return dict(stored)
        return {}
