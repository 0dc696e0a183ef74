"""An event as it was after an action of its log.

Facts are only added, except where a step takes something away; before each such step a copy is kept. So what was true after an
action is: the first copy made since (or the facts of now), without what came later, and with the settings and entries that were
changed since put back from the log.
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
from tournaments.queries.snapshot import candidate_of, seeded, settings_of
from tournaments.queries.standings import knock_outs_of
from tournaments.services.events.archive import instances
from tournaments.services.results.results import alone_score, stored_values

_ROUND_VERBS = {
    "round.drafted": "draft",
    "round.published": "public",
    "round.unpublished": "draft",
    "round.discarded": "gone",
}
#: Where the log has another word than the table.
_COLUMNS = {"after_round": "withdrawn_after"}
_UNDONE = ("division.changed", "entry.changed", "entry.withdrawn", "entry.returned")


@dataclass(frozen=True, slots=True)
class ReplayGame:
    """One pairing then. ``score``: "", or as it counted then; ``state``: pending, confirmed, conflict, or "" without a report."""

    table: int | None
    players: tuple[str, ...]
    state: str
    kind: str
    first_score: int | None
    second_score: int | None
    tally: str


@dataclass(frozen=True, slots=True)
class ReplayRound:
    """A round then; a draft is named only."""

    number: int
    public: bool
    games: tuple[ReplayGame, ...]


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """A line of the standings then."""

    row: StandingsRow
    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class ReplayDivision:
    """A division then."""

    division: Division
    lines: tuple[ReplayLine, ...]
    rounds: tuple[ReplayRound, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """The event then. ``exact`` False: the copy that was kept before a later step is gone, so that something may be missing."""

    divisions: tuple[ReplayDivision, ...]
    exact: bool


def replay(event: Event, log: ActionLog) -> Replay:
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
    then = _Then(data, log.created_at, added, states)
    return Replay(tuple(then.division(division) for division in divisions), exact)


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: list(rows) if isinstance(rows, list) else rows for name, rows in facts.items()}


def _undone(data: dict[str, Any], later: Any) -> dict[str, Any]:
    """The rows with later changes of settings and entries taken back, the last change first."""
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
    """What each round was after the action, by its id, as far as the log names it: draft, public or gone."""
    found = ActionLog.objects.filter(
        scope=f"event:{event.pk}", verb__in=_ROUND_VERBS, pk__lte=log.pk, target_type="tournaments.round"
    )
    return {target: _ROUND_VERBS[verb] for target, verb in found.order_by("pk").values_list("target_id", "verb")}


class _Then:
    """The rows of a moment."""

    def __init__(self, data: Mapping[str, Any], at: datetime, added: set[str], states: Mapping[str, str]) -> None:
        self.at, self.states, self.data = at, states, data
        self.entries: dict[int, list[Entry]] = defaultdict(list)
        for entry in instances(Entry, (row for row in data["entries"] if str(row["id"]) not in added)):
            self.entries[entry.division_id].append(entry)
        self.known = {entry.pk: entry for entries in self.entries.values() for entry in entries}
        self.seats: dict[int, list[int]] = defaultdict(list)
        for row in sorted(data["seats"], key=lambda row: row["position"]):
            self.seats[row["pairing_id"]].append(row["entry_id"])
        self.reports = self._by_pairing(Submission, "submissions")
        self.rulings = self._by_pairing(ResultRuling, "rulings")
        self.reported = {row["pairing_id"] for row in (*data["submissions"], *data["rulings"])}
        self.stored = {row["pairing_id"]: row for row in data.get("results", ())}

    def _by_pairing(self, model: Any, table: str) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = defaultdict(list)
        for item in instances(model, self.data[table]):
            if item.created_at <= self.at:
                found[item.pairing_id].append(item)
        return found

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

    def division(self, division: Division) -> ReplayDivision:
        """The division then."""
        entries = self.entries[division.pk]
        rounds = [row for row in self.data["rounds"] if row["division_id"] == division.pk]
        facts: list[Any] = []
        shown = []
        for row in sorted(rounds, key=lambda row: row["number"]):
            state = self._state(row)
            if state == "gone":
                continue
            games = self._games(row, division, facts) if state == "public" else ()
            shown.append(ReplayRound(row["number"], state == "public", games))
        players = seeded((candidate_of(one), one.withdrawn_after is None) for one in entries)
        lines = []
        knock_out = knock_outs_of([division]).get(division.pk)
        for item in placed(players, facts, settings_of(division), None, knock_out):
            entry = self.known[item.player.id]
            lines.append(ReplayLine(item, entry.number, entry.name, entry.rating))
        return ReplayDivision(division, tuple(lines), tuple(shown))

    def _games(self, round_: Mapping[str, Any], division: Division, facts: list[Any]) -> tuple[ReplayGame, ...]:
        pairings = instances(Pairing, (row for row in self.data["pairings"] if row["round_id"] == round_["id"]))
        games = []
        for pairing in sorted(pairings, key=lambda one: (one.table_number is None, one.table_number or 0, one.pk)):
            seated = [pk for pk in self.seats[pairing.pk] if pk in self.known]
            if not seated:
                continue
            values = self._result(pairing, division)
            facts += facts_of_seats(round_["number"], seated, values)
            names = tuple(self.known[pk].name for pk in seated)
            scores = (values.get("first_score"), values.get("second_score"))
            state, kind = str(values.get("state", "")), str(values.get("kind", ""))
            games.append(ReplayGame(pairing.table_number, names, state, kind, *scores, str(values.get("tally", ""))))
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
