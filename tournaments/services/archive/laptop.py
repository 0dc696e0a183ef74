"""An event run on a laptop for a while: taken there, locked here meanwhile, brought back by its archive, or taken back without it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from core.wording import listed
from lexicon.models import Adjudication
from tournaments.engine.results import SEATS
from tournaments.errors import TournamentError
from tournaments.inputs.events import EVENT_SETTINGS, EventChanges
from tournaments.models import (
    SIDES,
    Entry,
    Event,
    EventLaptop,
    EventOrigin,
    Result,
    Round,
    SheetMerge,
    SheetPhoto,
    Submission,
)
from tournaments.permissions import require_action
from tournaments.queries.archive import rows_of
from tournaments.services.archive.bringing_in import (
    Answers,
    DictionaryLine,
    PlayerLine,
    dictionary_lines,
    player_lines,
    players_here,
)
from tournaments.services.archive.container import FACTS, LOG, Archive, ArchiveError, damaged
from tournaments.services.archive.rows import Ids, Row, Rows, cleaned, photo_files, readable, table_rows
from tournaments.services.archive.writing import archive_tables
from tournaments.services.events.backups import anonymised_names, store_backup
from tournaments.services.events.locking import lock_event, refuse_finished, refuse_test_copy, scope, touch
from tournaments.services.events.restore import make_room, remove_missing, update_dependents
from tournaments.wording.sentences import describe

#: Tables that are written anew as a whole.
_ANEW: Final = frozenset({"results", "seats", "planned_rounds"})
#: What stays as it is here: which lists the event counts for.
_SKIPPED: Final = frozenset({"further_lists"})
#: What a laptop does not change: who sees the event here.
_OF_SITE: Final = frozenset({"visibility"})
#: What of a player is named when it differs; whether they play is said in words.
_OF_PLAYER: Final = {
    "number": gettext_lazy("number"),
    "name": gettext_lazy("name"),
    "rating": gettext_lazy("rating"),
    "player_class": gettext_lazy("class"),
    "team": gettext_lazy("team"),
    "club": gettext_lazy("club"),
    "seed": gettext_lazy("seed"),
}
#: What a sentence may end with.
_ENDS: Final = (".", "!", "?", "。", "！", "？")
#: The columns that say how a game ended.
_SCORED: Final = ("kind", "first_score", "second_score", "tally", "lost_on_time", "led_before")


def running_laptop(event: Event) -> EventLaptop | None:
    """The laptop that runs the event; None without one. No query unless one does."""
    if event.on_laptop_since is None:
        return None
    return EventLaptop.live(event=event).select_related("taken_by").first()


def origin_of(event: Event) -> EventOrigin | None:
    """On the laptop: where the event comes from and goes back to; None for any other event."""
    return EventOrigin.objects.filter(event=event).exclude(key="").first()


@transaction.atomic
def take_to_laptop(*, actor: User, event: Event) -> EventLaptop:
    """From now on a laptop runs the event: nothing of it changes here. Raises NotOpenError (also for a second laptop), TournamentError."""
    event = lock_event(event.pk)
    require_action(actor, event, Action.MANAGE_EVENT)
    refuse_finished(event)
    refuse_test_copy(event)
    if origin_of(event) is not None:
        raise TournamentError(
            _("This is the laptop that is running the event. Take its archive back to the site first."), code="laptop"
        )
    if event.follows_feed:
        raise TournamentError(
            _("The event follows a live feed. Stop following it first, on the “Live feed” page."), code="followed"
        )
    laptop = EventLaptop.fresh(event=event, taken_by=actor)
    laptop.save()
    event.on_laptop_since = laptop.created_at
    event.save(update_fields=["on_laptop_since"])
    touch(event)
    log_action(actor=actor, verb="event.to_laptop", target=event, scope=scope(event), after={"laptop": laptop.pk})
    return laptop


@transaction.atomic
def take_back(*, actor: User, event: Event, reason: str) -> Event:
    """The laptop does not come back, or not in time: the event goes on here, as it was. Raises TournamentError without a reason."""
    event = lock_event(event.pk, on_laptop=True)
    require_action(actor, event, Action.MANAGE_EVENT)
    if not reason.strip():
        raise TournamentError(_("Say why: what was entered on the laptop will be missing here."), code="reason")
    _end(actor, event, reason.strip())
    touch(event)
    log_action(actor=actor, verb="event.taken_back", target=event, scope=scope(event), reason=reason.strip())
    return event


def _end(actor: User, event: Event, reason: str = "") -> None:
    """No laptop runs the event any more. Event locked."""
    EventLaptop.live(event=event).update(ended_at=timezone.now(), ended_by=actor, reason=reason)
    event.on_laptop_since = None
    event.save(update_fields=["on_laptop_since"])


@dataclass(frozen=True, slots=True)
class Difference:
    """A kind of thing in which the archive differs from the event here, with each of them in words."""

    code: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """What bringing an archive back would do. ``doubt``: why it is not simply the running laptop's, "" if it is.

    ``said``: the results on the laptop in words, by the game's id here.
    """

    archive: Archive
    facts: Mapping[str, Any]
    known: Mapping[str, Mapping[int, int]]
    players: tuple[PlayerLine, ...]
    dictionaries: tuple[DictionaryLine, ...]
    differences: tuple[Difference, ...]
    said: Mapping[int, str]
    doubt: str = ""

    @property
    def questions(self) -> tuple[PlayerLine, ...]:
        """The new players of whom somebody must say who they are."""
        return tuple(line for line in self.players if line.asks)


@readable
def look_at(event: Event, archive: Archive, answers: Answers) -> Return:
    """What the laptop's archive would change. Writes nothing. Raises ArchiveError for another event's, and for one of no laptop."""
    if archive.event["identity"] != str(event.identity):
        text = _("This is the archive of another event: “%(name)s”.")
        raise ArchiveError(text % {"name": archive.event["name"]}, code="other_event")
    back = archive.head.get("back")
    if not isinstance(back, dict) or not isinstance(back.get("ids"), dict):
        raise ArchiveError(
            _(
                "This archive does not come from a laptop the event was moved to. On that laptop, download it "
                "under “Files”."
            ),
            code="no_laptop",
        )
    facts = archive.json(FACTS)
    known = _known(event, facts, back["ids"])
    new_players = [row for row in table_rows(facts, "players") if row["id"] not in known["players"]]
    words = _Words(event, facts, known)
    return Return(
        archive,
        facts,
        known,
        player_lines(event.club, new_players, answers.players),
        tuple(dictionary_lines(event.club, facts, {})),
        tuple(_differences(words)),
        words.said(),
        _doubt(event, str(back.get("key", ""))),
    )


def _doubt(event: Event, key: str) -> str:
    laptop = EventLaptop.of_key(key).filter(event=event).select_related("ended_by").first()
    if laptop is None:
        return _("This archive has no key from a laptop that the event was moved to.")
    if laptop.ended_at is None:
        return ""
    when = date_format(localtime(laptop.ended_at, event.zone), "DATETIME_FORMAT")
    if laptop.reason:
        text = _(
            "The event was unlocked without this laptop on %(when)s: %(reason)s If you bring it back anyway, "
            "anything changed here since then is lost."
        )
        end = "" if laptop.reason.endswith(_ENDS) else "."
        return text % {"when": when, "reason": laptop.reason + end}
    text = _(
        "The event was already brought back from this laptop on %(when)s. If you bring it back again, "
        "anything changed here since then is lost."
    )
    return text % {"when": when}


def _known(event: Event, facts: Mapping[str, Any], ids: Mapping[str, Any]) -> dict[str, dict[int, int]]:
    """By table, the archive's rows that the event has: only its own rows, whatever the file says."""
    own: dict[str, set[int]] = {
        name: set(rows_of(event, model, path).values_list("pk", flat=True)) for name, model, path in archive_tables()
    }
    reports = Submission.objects.filter(pairing__round__division__event=event)
    merged = SheetMerge.objects.filter(pairing__round__division__event=event)
    own["records"] = {
        pk for rows in (reports, merged) for pk in rows.exclude(record=None).values_list("record_id", flat=True)
    }
    own["players"] = set(Entry.objects.filter(division__event=event).values_list("player_id", flat=True))
    games = [f"pairing:{pk}" for pk in own["pairings"]] + [f"division:{pk}" for pk in own["divisions"]]
    own["adjudications"] = {
        pk
        for start in range(0, len(games), 500)
        for pk in Adjudication.objects.filter(scope__in=games[start : start + 500]).values_list("pk", flat=True)
    }
    known = {}
    for name, there in own.items():
        pairs = ids.get(name, {})
        here = {int(laptop): site for laptop, site in pairs.items() if site in there} if isinstance(pairs, dict) else {}
        in_file = {row["id"] for row in table_rows(facts, name)}
        known[name] = {} if name in _ANEW else {laptop: site for laptop, site in here.items() if laptop in in_file}
        if len(set(known[name].values())) != len(known[name]):
            raise damaged(_("its table “%(table)s” cannot be read") % {"table": name})
    return known


def _differences(words: "_Words") -> Iterable[Difference]:
    """Players, rounds, results, rulings, reports, records and photos that differ, each in words."""
    for code, title, lines in (
        ("players", _("Players"), words.players()),
        ("rounds", _("Rounds"), words.rounds()),
        ("results", _("Results"), words.results()),
        ("rulings", _("Rulings"), words.rulings()),
        ("reports", _("Reports"), words.reports()),
        ("lost", _("Only here, and lost if the archive is brought back"), words.lost()),
        ("files", _("Records, photos and adjudications"), words.files()),
    ):
        if lines:
            yield Difference(code, title, tuple(lines))


@dataclass
class _Words:
    event: Event
    facts: Mapping[str, Any]
    known: Mapping[str, Mapping[int, int]]

    def __post_init__(self) -> None:
        self.divisions = {row["id"]: str(row["name"]) for row in table_rows(self.facts, "divisions")}
        self.rounds_by_id = {row["id"]: row for row in table_rows(self.facts, "rounds")}
        self.names = {row["id"]: str(row["name"]) for row in table_rows(self.facts, "entries")}
        self.pairings = {row["id"]: row for row in table_rows(self.facts, "pairings")}
        self.seats: dict[int, list[str]] = {}
        for row in sorted(table_rows(self.facts, "seats"), key=lambda row: row["position"]):
            self.seats.setdefault(row["pairing_id"], []).append(self.names[row["entry_id"]])
        self.here = {
            name: {row["id"]: row for row in rows_of(self.event, model, path).values()}
            for name, model, path in archive_tables()
            if name in {"divisions", "entries", "rounds", "results", "seats", "pairings", "submissions", "rulings"}
        }

        self.divisions_here = {pk: str(row["name"]) for pk, row in self.here["divisions"].items()}

    def _game(self, pairing: int) -> str:
        round_ = self.rounds_by_id[self.pairings[pairing]["round_id"]]
        values = {"division": self.divisions[round_["division_id"]], "number": round_["number"]}
        values["players"] = " – ".join(self.seats.get(pairing, []))
        return _("%(division)s, round %(number)s, %(players)s") % values

    def players(self) -> list[str]:
        """New ones, and those whose row is another one."""
        lines = []
        for row in table_rows(self.facts, "entries"):
            site = self.known["entries"].get(row["id"])
            if site is None:
                lines.append(_("%(name)s: new") % {"name": row["name"]})
                continue
            if changed := self._changes(self.here["entries"][site], row):
                lines.append(f"{row['name']}: {listed(changed)}")
        return lines

    @staticmethod
    def _changes(before: Row, row: Row) -> list[str]:
        """What of a player differs, each in words."""
        changed = [
            f"{label} {_or_dash(before[one])} → {_or_dash(row[one])}"
            for one, label in _OF_PLAYER.items()
            if before[one] != row[one]
        ]
        if (before["status"], before["withdrawn_after"]) != (row["status"], row["withdrawn_after"]):
            left = row["status"] == Entry.Status.WITHDRAWN
            text = _("withdrawn after round %(number)s") % {"number": row["withdrawn_after"]}
            changed.append(text if left else _("plays again"))
        return changed

    def rounds(self) -> list[str]:
        """New ones, and those published, closed or paired otherwise since."""
        lines = []
        pairs_here = self._pairs(self.here["seats"].values())
        pairs_there = self._pairs(table_rows(self.facts, "seats"), self.known["pairings"], self.known["entries"])
        round_of = {row["id"]: row["round_id"] for row in self.pairings.values()}
        for row in self.rounds_by_id.values():
            values = {"division": self.divisions[row["division_id"]], "number": row["number"]}
            site = self.known["rounds"].get(row["id"])
            own = [known for laptop, known in self.known["pairings"].items() if round_of[laptop] == row["id"]]
            count = sum(one == row["id"] for one in round_of.values())
            if site is None:
                lines.append(_("%(division)s, round %(number)s: new") % values)
            elif (before := self.here["rounds"][site]["state"]) != row["state"]:
                states = {"before": Round.State(before).label, "now": Round.State(row["state"]).label}
                lines.append(_("%(division)s, round %(number)s: %(before)s → %(now)s") % {**values, **states})
            elif count != len(own) or any(pairs_here.get(pk) != pairs_there.get(pk) for pk in own):
                lines.append(_("%(division)s, round %(number)s: different pairings") % values)
        return lines

    @staticmethod
    def _pairs(
        rows: Iterable[Row], pairings: Mapping[int, int] | None = None, entries: Mapping[int, int] | None = None
    ) -> dict[int | None, list[tuple[int, int | None]]]:
        pairs: dict[int | None, list[tuple[int, int | None]]] = {}
        for row in rows:
            pairing = row["pairing_id"] if pairings is None else pairings.get(row["pairing_id"])
            entry = row["entry_id"] if entries is None else entries.get(row["entry_id"])
            pairs.setdefault(pairing, []).append((row["position"], entry))
        return {pairing: sorted(seats, key=str) for pairing, seats in pairs.items()}

    def results(self) -> list[str]:
        """New ones, and those that are others."""
        before = {row["pairing_id"]: row for row in self.here["results"].values()}
        lines = []
        for row in table_rows(self.facts, "results"):
            names = self.seats.get(row["pairing_id"], [])
            now = _score(row, names)
            site = self.known["pairings"].get(row["pairing_id"])
            old = before.get(site) if site is not None else None
            if old is None:
                lines.append(f"{self._game(row['pairing_id'])}: {now}")
            elif _score(old, names) != now:
                lines.append(f"{self._game(row['pairing_id'])}: {_score(old, names)} → {now}")
        return lines

    def said(self) -> dict[int, str]:
        """The results of the archive in words, by the game's id here."""
        rows = {row["pairing_id"]: row for row in table_rows(self.facts, "results")}
        return {
            site: _score(rows[laptop], self.seats.get(laptop, []))
            for laptop, site in self.known["pairings"].items()
            if laptop in rows
        }

    def rulings(self) -> list[str]:
        """New ones, with their reasons."""
        rows = (row for row in table_rows(self.facts, "rulings") if row["id"] not in self.known["rulings"])
        return [f"{self._game(row['pairing_id'])}: {row['reason']}" for row in rows]

    def reports(self) -> list[str]:
        """New ones."""
        rows = (row for row in table_rows(self.facts, "submissions") if row["id"] not in self.known["submissions"])
        return [f"{self._game(row['pairing_id'])}: {self._reported(row)}" for row in rows]

    def _reported(self, row: Row) -> str:
        """What a report says, and whose it is."""
        names = self.seats.get(row["pairing_id"], [])
        sender = {**dict(SIDES), **dict(zip(map(str, SEATS), names, strict=False))}[row["side"]]
        return f"{_score(row, names)} ({sender})"

    def lost(self) -> list[str]:
        """What is here and not in the archive, each with its division, round and players."""
        return [
            *(self._division_here(row, row["name"]) for row in self._only_here("entries")),
            *(
                self._division_here(row, _("round %(number)d") % {"number": row["number"]})
                for row in self._only_here("rounds")
            ),
            *(
                f"{self._game_here(row['pairing_id'])}: {_score(row, self._seats_here(row['pairing_id']))}"
                for row in self._only_here("submissions")
            ),
            *(f"{self._game_here(row['pairing_id'])}: {row['reason']}" for row in self._only_here("rulings")),
        ]

    def _only_here(self, table: str) -> list[Row]:
        kept = set(self.known[table].values())
        return [row for pk, row in self.here[table].items() if pk not in kept]

    def _division_here(self, row: Row, what: str) -> str:
        return f"{self.divisions_here[row['division_id']]}: {what}"

    def _game_here(self, pairing: int) -> str:
        round_ = self.here["rounds"][self.here["pairings"][pairing]["round_id"]]
        values = {"division": self.divisions_here[round_["division_id"]], "number": round_["number"]}
        values["players"] = " – ".join(self._seats_here(pairing))
        return _("%(division)s, round %(number)s, %(players)s") % values

    def _seats_here(self, pairing: int) -> list[str]:
        rows = [row for row in self.here["seats"].values() if row["pairing_id"] == pairing]
        seats = sorted(rows, key=lambda row: int(row["position"]))
        return [str(self.here["entries"][row["entry_id"]]["name"]) for row in seats]

    def files(self) -> list[str]:
        """How many are new."""
        texts = {
            "records": _("New game records: %(count)d"),
            "photos": _("New scoresheet photos: %(count)d"),
            "adjudications": _("New adjudications: %(count)d"),
        }
        counts = {
            name: sum(row["id"] not in self.known[name] for row in table_rows(self.facts, name)) for name in texts
        }
        return [texts[name] % {"count": count} for name, count in counts.items() if count]


def _or_dash(value: object) -> str:
    return "–" if value in (None, "") else str(value)


def _score(row: Row, names: Sequence[str]) -> str:
    """How a game ended, by the columns of a result or a report; a state other than confirmed stands behind it."""
    said = describe(Submission(**{name: row[name] for name in _SCORED}), names)
    state = dict(Result.State.choices).get(row.get("state", "confirmed"), "")
    return said if row.get("state", "confirmed") == Result.State.CONFIRMED else f"{said}, {state}"


@readable
def bring_back(*, actor: User, event: Event, archive: Archive, answers: Answers, nevertheless: bool = False) -> Event:
    """Make the event what the laptop's archive says; what was here before is stored as a backup. Private links stay as they are.

    Raises ArchiveError, TournamentError while a question is open, and for an archive in doubt unless ``nevertheless``.
    """
    with photo_files() as photos, transaction.atomic():
        event = lock_event(event.pk, on_laptop=True)
        require_action(actor, event, Action.MANAGE_EVENT)
        refuse_finished(event)
        coming = look_at(event, archive, answers)
        if coming.questions:
            raise TournamentError(
                _("Choose the player for each marked line; nothing has been brought back yet."), code="who"
            )
        if coming.doubt and not nevertheless:
            raise TournamentError(coming.doubt, code="doubt")
        store_backup(actor=actor, event=event, why=_("before the event came back from a laptop"))
        writer = _writer(event, coming, photos)
        _replace(event, coming, writer)
        writer.write_log(archive.json(LOG)["actions"])
        _end(actor, event)
        update_dependents(actor, event)
        after = {f"brought_{one.code}": len(one.lines) for one in coming.differences}
        log_action(actor=actor, verb="event.brought_back", target=event, scope=scope(event), after=after)
        return event


def _writer(event: Event, coming: Return, photos: list[SheetPhoto]) -> Rows:
    ids: Ids = {
        "players": {**coming.known["players"], **players_here(event.club, coming.players)},
        "dictionaries": {line.id: line.version.pk for line in coming.dictionaries if line.version is not None},
        "lists": {},
    }
    return Rows(event, coming.archive, coming.facts, ids, photos, coming.known, _SKIPPED)


def _replace(event: Event, coming: Return, writer: Rows) -> None:
    """Delete what the archive does not have, then write its rows over the others."""
    remove_missing(event, {name: [{"id": pk} for pk in ids.values()] for name, ids in coming.known.items()})
    for name, model, path in archive_tables():
        if name in {"schedule", "prize_fund"}:
            rows_of(event, model, path).exclude(pk__in=coming.known[name].values()).delete()
    make_room(event)
    writer.write()
    players = Entry.objects.filter(division__event=event)
    for player, name in anonymised_names(players.values_list("player_id", flat=True)).items():
        players.filter(player=player).update(name=name)
    own = coming.facts["event"]
    values = {name: own[name] for name in EVENT_SETTINGS if name in own}
    changes = EventChanges(**{**values, "starts_on": parse_date(str(own["starts_on"]))})
    columns = [name for name in EVENT_SETTINGS if name not in _OF_SITE]
    for name in columns:
        setattr(event, name, cleaned(Event._meta.get_field(name), getattr(changes, name)))
    event.save(update_fields=columns)
