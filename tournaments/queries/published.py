"""An event as one file: its facts and the figures that the site shows, each part with a seal.

``script/auditor.py`` works the figures out again from the facts, without a line of the site; docs/auditing.md describes the
parts. The public file has what the event's pages show. Reports, rulings and players kept apart are for officials.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Max

from audit.models import ActionLog
from core.packages import ROOT
from core.release import release
from games.errors import UnknownRulesError
from ratings.engine.params import ALIASES
from ratings.models import OpeningRating, RatedEvent, RatedResult, RatingChange, RatingPool
from ratings.queries.players import same_person
from tournaments.engine.adjustments import read_adjustments
from tournaments.engine.codec import snapshot_from_dict
from tournaments.engine.model import GameFact, SnapshotError
from tournaments.engine.pairing import SYSTEMS, read_options
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.pairing.catching import totals_of
from tournaments.engine.pairing.chew import Chew
from tournaments.engine.pairing.cop import Cop
from tournaments.engine.pairing.elimination import KnockOut
from tournaments.engine.pairing.options import GibsonOptions, PrizeOptions, RulesError
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.pairing.prize_places import with_prizes
from tournaments.engine.pairing.swiss import PlaceSystem
from tournaments.engine.prizes import PlayFact
from tournaments.engine.standings import StandingsRow, standings
from tournaments.models import (
    Division,
    DivisionPool,
    Entry,
    Event,
    EventCheck,
    PairBlock,
    Pairing,
    PairingRun,
    Result,
    ResultRuling,
    Round,
    Seat,
    Submission,
)
from tournaments.queries.handicaps import handicap_games, handicaps_of
from tournaments.queries.prizes import PrizeList, prize_list
from tournaments.queries.results import facts_of, reports_of
from tournaments.queries.snapshot import PLAIN_SETTINGS, in_seed_order, settings_of
from tournaments.queries.standings import knock_outs_of

FORMAT = "wordhall event 1"
#: The parts of a division that are facts: once an event is finished, nothing but an action changes them.
FACTS = frozenset({"settings", "knock_out", "entries", "pairings", "results", "reports", "rulings", "apart"})
#: The program that checks the file; it is offered beside it.
AUDITOR = ROOT / "script" / "auditor.py"

_COLUMNS = (
    *("points", "wins", "losses", "ties", "spread", "full_spread"),
    *("played", "byes", "forfeits", "firsts", "seconds"),
)
_RESULT = ("kind", "first_score", "second_score", "tally", "lost_on_time", "led_before")
_HANDICAPS = ("handicap_by", "handicap_percent", "handicap_cap")
_KNOCK_OUT = ("first_round", "bracket", "stage_games", "third_place")
Row = dict[str, Any]


def event_file(event: Event, *, officials: bool) -> Row:
    """The whole file. ``officials``: with what only they may see. About twelve queries, and twenty for each division."""
    prizes = prize_list(event)
    divisions = [_division(division, prizes, officials=officials) for division in _divisions(event)]
    own = {"slug": event.slug, "name": event.name, "date": event.starts_on.isoformat(), "state": event.state}
    slugs = {division.pk: division.slug for division in event.divisions.all()}
    document = {
        "event": {**own, "version": event.version},
        "divisions": divisions,
        "prizes": _prizes(prizes, slugs),
        "awards": _awards(prizes, event),
    }
    document = json.loads(json.dumps(document))  # what is sealed is what a reader of the file gets
    seals = {name: seal(part) for name, part in parts_of(document)}
    seals |= {name: one for name, one in stored_seals(event).items() if name in seals}
    return {"format": FORMAT, **document, "seals": seals}


def current_check(event: Event) -> EventCheck | None:
    """What the auditor says of the event as it is now; None while it is being checked, and for one that is not finished. One query."""
    if event.state != Event.State.FINISHED:
        return None
    return EventCheck.objects.filter(event=event, event_version=event.version).first()


def state_of_facts(event: Event) -> dict[str, int]:
    """What differs after every action that adds a fact, besides the event's version. Two queries."""
    last = {
        "last_report": Submission.objects.filter(pairing__round__division__event=event).aggregate(last=Max("pk")),
        "last_ruling": ResultRuling.objects.filter(pairing__round__division__event=event).aggregate(last=Max("pk")),
    }
    return {**{name: row["last"] or 0 for name, row in last.items()}, "release": release()}


def stored_seals(event: Event) -> dict[str, str]:
    """The seals of the facts at the last check, if no action can have changed a fact since; otherwise none. Three queries."""
    check = current_check(event)
    if check is None or any(getattr(check, name) != value for name, value in state_of_facts(event).items()):
        return {}
    seals: dict[str, str] = check.seals
    return seals


def seal(part: Any) -> str:
    """SHA-256 (hex) of a part: keys in order, no blanks."""
    return hashlib.sha256(json.dumps(part, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def parts_of(document: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """The parts of the file by name: ``a/results`` is that of division a."""
    for name, part in document.items():
        if name == "divisions":
            for division in part:
                yield from ((f"{division['slug']}/{one}", value) for one, value in division.items() if one != "slug")
        else:
            yield name, part


def seals_of_facts(seals: Mapping[str, str]) -> dict[str, str]:
    """The seals of those parts that only an action may change. The event's own says so by its version."""
    return {name: one for name, one in seals.items() if name == "prizes" or name.partition("/")[2] in FACTS}


def _divisions(event: Event) -> list[Division]:
    divisions = list(Division.objects.filter(event=event).select_related("rating_pool").order_by("position", "pk"))
    for division in divisions:
        division.event = event
    return divisions


def _division(division: Division, prizes: PrizeList, *, officials: bool) -> Row:
    entries = list(Entry.objects.filter(division=division).order_by("pk"))
    field = _Field(division, entries, facts_of(division))
    facts = facts_of_division(division, entries)
    pairings = facts["pairings"]
    rounds = max((pairing["round"] for pairing in pairings), default=0)
    row = {
        "slug": division.slug,
        "name": division.name,
        "game": division.game,
        **facts,
        "knock_out": None if field.knock_out is None else _knock_out(field.knock_out),
        "entries": [_entry(entry) for entry in entries],
        "standings": {"columns": ["number", "rank", *_COLUMNS, "values", "by_bracket"], "rounds": field.tables(rounds)},
        "handicap": field.handicap_tables(rounds),
        "repeats": field.repeats(),
        "gibson": _gibson(division, field),
        "ratings": _ratings(division, field),
        "plays": field.plays(prizes.facts[str(division.pk)].plays),
    }
    if officials:
        row |= {"reports": _reports(division), "rulings": _rulings(division), **_apart(division, field, pairings)}
    return row


def facts_of_division(division: Division, entries: Iterable[Entry]) -> Row:
    """Settings, public pairings and their results, players by their numbers. Three queries."""
    numbers = {entry.pk: entry.number for entry in entries}
    return {
        "settings": _settings(division),
        "pairings": _pairings(division, numbers),
        "results": _results(division),
    }


@dataclass
class _Field:
    """A division with its entries and games."""

    division: Division
    entries: Sequence[Entry]
    games: tuple[GameFact, ...]

    def __post_init__(self) -> None:
        self.numbers = {entry.pk: entry.number for entry in self.entries}
        self.players = in_seed_order(self.entries)
        self.rules = settings_of(self.division)
        self.knock_out = knock_outs_of([self.division]).get(self.division.pk)

    def tables(self, rounds: int) -> list[list[list[Any]]]:
        """The standings after each round."""
        numbers = range(1, rounds + 1)
        return [self._table(placed(self.players, self.games, self.rules, number, self.knock_out)) for number in numbers]

    def handicap_tables(self, rounds: int) -> Row | None:
        """The handicap standings after each round; None where there are none."""
        rule = handicaps_of(self.division, self.entries)
        if rule is None:
            return None
        games = handicap_games(self.division, rule, self.players, self.games)
        tables = [self._table(standings(self.players, games, self.rules, number)) for number in range(1, rounds + 1)]
        return {"columns": ["number", "rank", *_COLUMNS, "values", "by_bracket"], "rounds": tables}

    def plays(self, plays: Iterable[PlayFact]) -> list[list[int]]:
        """Number, round, opponent, points of the best play and of the best word, where a prize counts them."""
        return [[self.numbers[one.player], one.round, self.numbers[one.opponent], one.play, one.word] for one in plays]

    def _table(self, rows: Iterable[StandingsRow]) -> list[list[Any]]:
        return [
            [
                self.numbers[row.player.id],
                row.rank,
                *(getattr(row, name) for name in _COLUMNS),
                [written(value) for value in row.values],
                row.by_bracket,
            ]
            for row in rows
        ]

    def repeats(self) -> list[list[Any]]:
        """Pairs (numbers) who played each other in more than one round, with the rounds."""
        rounds: dict[tuple[int, int], set[int]] = defaultdict(set)
        for game in self.games:
            if game.is_played and game.second is not None:
                one, other = sorted((self.numbers[game.first], self.numbers[game.second]))
                rounds[one, other].add(game.round)
        return [[*pair, sorted(own)] for pair, own in sorted(rounds.items()) if len(own) > 1]


def written(value: Fraction | float) -> int | str:
    """A whole number as such, anything else as a fraction."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else str(exact)


def _settings(division: Division) -> Row:
    plain = {name: getattr(division.settings, name) for name in (*PLAIN_SETTINGS, *_HANDICAPS, "rate_games")}
    return {
        "rounds_planned": division.settings.rounds_planned,
        "rules": division.rules_slug,
        "order": division.settings.standings_order.split(),
        "time_loss": _time_loss(division),
        **plain,
    }


def _time_loss(division: Division) -> int:
    """What a loss on time costs by the division's rules, in points."""
    settings = division.settings
    try:
        rules = division.played.rules(division.rules_slug, settings.challenge, settings.rule_options)
    except (UnknownRulesError, ValueError):
        return 0
    return division.played.time_spread(rules)


def _knock_out(rules: KnockOut) -> Row:
    return {"double": rules.double, **{name: getattr(rules, name) for name in _KNOCK_OUT}}


def _entry(entry: Entry) -> Row:
    names = ("number", "name", "rating", "seed", "joined_round", "withdrawn_after", "team", "handicap_points")
    changes = [list(one) for one in read_adjustments(entry.spread_changes)]
    return {**{name: getattr(entry, name) for name in names}, "class": entry.player_class, "spread_changes": changes}


def _public(division: Division) -> Any:
    return Pairing.objects.filter(round__division=division).exclude(round__state=Round.State.DRAFT)


def _pairings(division: Division, numbers: Mapping[int, int]) -> list[Row]:
    """The public pairings in the order of rounds and tables."""
    seats: dict[int, list[int]] = defaultdict(list)
    for pairing, entry in (
        Seat.objects.filter(round__division=division).order_by("position").values_list("pairing_id", "entry_id")
    ):
        seats[pairing].append(numbers[entry])
    columns = ("pk", "round__number", "table_number", "kind", "starter_known", "spread", "goes_on")
    rows = sorted(
        _public(division).values_list(*columns), key=lambda row: (row[1], row[2] is None, row[2] or 0, row[0])
    )
    names = ("id", "round", "table", "kind", "starter_known", "spread", "goes_on")
    return [{**dict(zip(names, row, strict=True)), "seats": seats[row[0]]} for row in rows]


def _results(division: Division) -> list[Row]:
    rows = Result.objects.filter(pairing__in=_public(division)).order_by("pairing_id")
    return _named(rows, "pairing_id", "state", *_RESULT, "spread")


def _named(rows: Any, *columns: str) -> list[Row]:
    names = [name.removesuffix("_id") for name in columns]
    return [dict(zip(names, row, strict=True)) for row in rows.values_list(*columns)]


def _reports(division: Division) -> list[Row]:
    """What was reported, with voices instead of names: 0 the table's shared link, then 1, 2 … in each pairing."""
    reports = list(Submission.objects.filter(pairing__in=_public(division)).order_by("pk"))
    voices: dict[int, dict[str, int]] = defaultdict(lambda: {"": 0})
    rows = []
    for report, fact in zip(reports, reports_of(reports), strict=True):
        own = voices[report.pairing_id]
        voice = None if fact.voice is None else own.setdefault(fact.voice, len(own))
        scores = {name: getattr(report, name) for name in _RESULT}
        rows.append({"pairing": report.pairing_id, "id": report.pk, "side": report.side, "voice": voice, **scores})
    return rows


def _rulings(division: Division) -> list[Row]:
    """The rulings without their reasons."""
    rows = _named(
        ResultRuling.objects.filter(pairing__in=_public(division)).order_by("pk"),
        *("pairing_id", "id", "after_submission_id", *_RESULT, "spread"),
    )
    return [{**row, "after": row.pop("after_submission") or 0} for row in rows]


def _apart(division: Division, field: _Field, pairings: Iterable[Row]) -> dict[str, list[Any]]:
    """The players kept apart, without the reasons, and where they were paired nevertheless."""
    blocks = PairBlock.objects.filter(division=division).order_by("pk")
    apart, paired = [], []
    for block in blocks:
        one, other = field.numbers[block.low_id], field.numbers[block.high_id]
        apart.append({"low": one, "high": other, "weak": block.weak, "until": block.until})
        at_table = [row["round"] for row in pairings if one in row["seats"] and other in row["seats"]]
        rounds = sorted(number for number in at_table if block.until is None or number <= block.until)
        if rounds:
            paired.append([one, other, rounds])
    return {"apart": apart, "paired_apart": paired}


def _gibson(division: Division, field: _Field) -> list[Row]:
    """The rounds paired by the Gibson rule: what it was applied to, and who was Gibsonized."""
    public = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).exclude(run=None)
    runs = [(one.number, one.run) for one in public.select_related("run").order_by("number")]
    return [row for number, run in runs if run is not None and (row := _gibson_of(number, run, field)) is not None]


def _gibson_of(number: int, run: PairingRun, field: _Field) -> Row | None:
    try:
        snapshot = snapshot_from_dict(run.snapshot)
        system = SYSTEMS[run.plan.get("used") or run.system]
        rules = with_prizes(snapshot, system.of(read_options(run.plan["rules"])))
        by_place = isinstance(rules, Chew) or (
            isinstance(rules, PlaceSystem) and rules.gibson and not rules.shape().lot
        )
        if not isinstance(rules, PrizeOptions) or not (by_place or isinstance(rules, Cop)):
            return None
        pool = make_pool(snapshot, rules)
        rounds_left = rules.rounds_left(snapshot.round)
    except (SnapshotError, RulesError, KeyError):
        return None  # a run of an earlier program
    now = {row.player.id: row for row in standings(field.players, field.games, field.rules, snapshot.standings_round)}
    rows = list(zip(pool.rows, totals_of(pool), strict=True))
    same = all(
        row.player.id in now and (now[row.player.id].wins, now[row.player.id].spread) == (row.wins, row.spread)
        for row in pool.rows
    )
    noted = [note["players"] for note in run.plan.get("notes", ()) if note["code"] == "gibsonized"]
    return {
        "round": number,
        "based_on": snapshot.standings_round,
        "rule": "cop" if isinstance(rules, Cop) else "places",
        "rounds_left": rounds_left,
        "spreads": list(rules.gibson_spreads),
        "prizes": min(len(rows), rules.prize_count(len(rows))),
        "groups": list(rules.gibson_groups) if isinstance(rules, GibsonOptions) else [],
        "field": [[field.numbers[row.player.id], own.half_wins, own.spread] for row, own in rows],
        "gibsonized": [field.numbers[player] for players in noted for player in players],
        "corrected_since": not same,
    }


def _prizes(prizes: PrizeList, slugs: Mapping[int, str]) -> list[Row]:
    """The prizes in the order in which they are awarded."""
    columns = ("name", "value", "amount", "kind", "place", "first_round", "last_round", "team", "count", "shown")
    return [
        {
            **{name: getattr(row, name) for name in columns},
            "division": slugs[row.division_id] if row.division_id else None,
            "class": row.player_class,
            "group": row.exclusive,
            "winners": sorted([slugs[entry.division_id], entry.number] for entry in row.winners.all()),
        }
        for row in prizes.prizes
    ]


def _awards(prizes: PrizeList, event: Event) -> list[Row]:
    """Who wins what, in the same order: division, number, value, round, opponent, team of each winner."""
    index = {row.pk: number for number, row in enumerate(prizes.prizes)}
    rows = Entry.objects.filter(division__event=event).values_list("pk", "division__slug", "number")
    who = {pk: [slug, number] for pk, slug, number in rows}
    lines = [
        {
            "prize": index[award.prize.key],
            "winners": [
                [
                    *who[one.player],
                    [written(part) for part in one.value],
                    one.round,
                    None if one.opponent is None else who[one.opponent][1],
                    one.team,
                ]
                for one in award.winners
            ],
            "passed_over": [[*who[player], prize] for player, prize in award.passed_over],
        }
        for award in prizes.decided
    ]
    return sorted(lines, key=lambda line: line["prize"])


def rated_key(division: Division) -> str:
    """The division's key in its rating lists."""
    return f"division:{division.pk}"


def _ratings(division: Division, field: _Field) -> list[Row]:
    """What the division, once finished, did to each of its rating lists."""
    pools = [division.rating_pool_id, *DivisionPool.objects.filter(division=division).values_list("pool", flat=True)]
    rated = RatedEvent.objects.filter(pool__in=[pk for pk in pools if pk], key=rated_key(division), final=True)
    same = same_person()
    numbers: dict[int, int] = {}
    for entry in field.entries:
        numbers.setdefault(same.get(entry.player_id, entry.player_id), entry.number)
    merged = sorted(
        entry.number
        for entry in field.entries
        if entry.player_id in same or numbers[same.get(entry.player_id, entry.player_id)] != entry.number
    )
    return [
        _rating(event, event.pool, _Numbers(numbers, same), merged)
        for event in rated.select_related("pool").order_by("pool_id")
    ]


class _Numbers(dict[int, int]):
    """Players (ids) as the file names them: numbers of the division; others, by a ratings officer's hand, from -1 down."""

    def __init__(self, numbers: Mapping[int, int], same: Mapping[int, int]) -> None:
        super().__init__(numbers)
        self.same = same

    def of(self, player: int) -> int:
        """The number of a player."""
        return self.setdefault(self.same.get(player, player), -1 - sum(number < 0 for number in self.values()))


def _rating(event: RatedEvent, pool: RatingPool, numbers: _Numbers, merged: list[int]) -> Row:
    current = pool.computed_version == pool.ledger_version
    stored = RatingChange.objects.filter(event=event).order_by("player_id")
    changes = {change.player_id: change for change in stored} if current else {}
    return {
        "list": pool.name,
        "system": ALIASES.get(pool.system, pool.system),
        "parameters": pool.params,
        "rounds": event.rounds,
        "date": event.date.isoformat(),
        "merged": merged,
        "before": _before(event, changes, numbers),
        "games": _rated_games(event, numbers),
        "changes": [_change(numbers.of(pk), change, pool) for pk, change in changes.items()] if current else None,
    }


def _before(event: RatedEvent, changes: Mapping[int, RatingChange], numbers: _Numbers) -> list[Row]:
    """What each player came with. ``listed`` False: nothing was known of a newcomer, not even the number of games."""
    earlier = RatingChange.objects.filter(event__pool=event.pool_id, event__final=True, player__in=changes)
    exact: dict[int, list[float]] = {}
    seen: set[int] = set()
    ordered = earlier.order_by("event__date", "event_id").values_list("player_id", "event__date", "event_id", "state")
    for player, day, pk, state in ordered:
        if (day, pk) < (event.date, event.pk):
            exact[player] = state
            seen.add(player)
    openings = OpeningRating.objects.filter(pool=event.pool_id).values_list("player_id", flat=True)
    seen |= {numbers.same.get(player, player) for player in openings}
    return [
        {
            "player": numbers.of(player),
            "rating": change.old_rating,
            "exact": state[0] if (state := exact.get(player)) else None,
            "games": change.old_games,
            "listed": player in seen,
        }
        for player, change in changes.items()
    ]


def _rated_games(event: RatedEvent, numbers: _Numbers) -> list[list[Any]]:
    """The rated games in order: round, players, scores, seats, who won equal scores, whether an officer moved the game."""
    columns = ("pk", "round", "player_id", "opponent_id", "player_score", "opponent_score", "seats", "tie_won_by")
    rows = RatedResult.objects.live().filter(event=event).order_by("round", "game_key").values_list(*columns)
    log = ActionLog.objects.filter(verb="rated_result.moved", target_id__in=[str(row[0]) for row in rows])
    moved = set(log.values_list("target_id", flat=True))
    return [
        [number, numbers.of(one), numbers.of(other), *rest, str(pk) in moved]
        for pk, number, one, other, *rest in rows
        if numbers.same.get(one, one) != numbers.same.get(other, other)
    ]


def _change(number: int, change: RatingChange, pool: RatingPool) -> Row:
    names = ("old_rating", "new_rating", "games", "old_games", "new_games", "half_wins", "spread")
    exact = change.state[0] if change.state and pool.system == "elo" else None
    return {"player": number, **{name: getattr(change, name) for name in names}, "exact": exact}
