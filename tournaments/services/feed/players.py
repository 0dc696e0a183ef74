"""The players of a followed file as entries of the division: known again by id, name or number, new ones entered, those who left."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Erasure, User
from core.wording import listed, sentences
from tournaments.engine.adjustments import write_adjustments
from tournaments.engine.importers import roster as parsed
from tournaments.errors import TournamentError
from tournaments.models import MAX_SCORE, Division, Entry, Round, Seat
from tournaments.services.entries.leaving import reinstate_locked, withdraw_locked
from tournaments.services.entries.roster import apply_changes, enter_rows
from tournaments.services.entries.roster_lines import EntryChange, RosterProblem, RosterRow, resolve
from tournaments.services.entries.same_names import Similar
from tournaments.services.events.locking import scope, touch


class WhoIsWhoError(TournamentError):
    """Names in the file that are similar to names the club knows, with whom each may mean: a director has to say."""

    def __init__(self, names: Mapping[str, Sequence[Similar]]) -> None:
        self.names = names
        super().__init__(
            _("New names that are similar to known ones: %(names)s. Say who they are.") % {"names": listed(names)},
            code="who",
        )


class FileProblemsError(TournamentError):
    """What is wrong in the file, a sentence for each."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems), code="file")


@dataclass(slots=True)
class _Known:
    """The division's entries, to find again by player and by name.

    ``erased``: the players whose names were taken out of everything; the file does not bring them back.
    """

    entries: dict[int, Entry]
    seated: frozenset[int]
    erased: frozenset[int]

    def of_player(self, player: int | None) -> Entry | None:
        return next((one for one in self.entries.values() if one.player_id == player), None)

    def named(self, name: str) -> Entry | None:
        return next((one for one in self.entries.values() if one.name.casefold() == name.casefold()), None)


def follow_players(
    actor: User, division: Division, rows: Sequence[parsed.RosterRow], answers: Mapping[str, int], reason: str
) -> dict[int, int]:
    """Enter the players who are new, rename those who have another name now, and say who is who: number in the file → entry (id).

    Event locked. Raises FileProblemsError, and WhoIsWhoError for names that nobody has answered for (``answers``: by name).
    """
    lines = [_line(row, answers) for row in rows]
    preview = resolve(division, lines, ())
    if preview.problems:
        raise FileProblemsError([_said(problem) for problem in preview.problems])
    known = _known(division)
    matched = _matched(rows, preview.rows, known)
    unknown = [row for row in preview.rows if row.line not in matched]
    _refuse_missing(known, matched.values())
    if unclear := {row.typed or row.name: row.similar for row in unknown if not row.is_new and row.similar}:
        raise WhoIsWhoError(unclear)
    new = enter_rows(actor, division, unknown, rounds_follow=True)
    changes = [
        (entry.player_id, change)
        for row in preview.rows
        if (entry := matched.get(row.line)) is not None and entry.player_id not in known.erased
        if (change := _changes(row, entry))
    ]
    apply_changes(actor, division, changes)
    matched |= {row.line: entry for row, entry in zip(unknown, new, strict=True)}
    if new or changes:
        touch(division.event)
    _follow_leaving(actor, division, rows, matched, reason)
    _follow_adjustments(actor, division, rows, matched)
    return {row.number: matched[row.line].pk for row in rows}


def _line(row: parsed.RosterRow, answers: Mapping[str, int]) -> RosterRow:
    names = ("name", "line", "rating", "career_games", "external_id", "player_class", "team", "club")
    return RosterRow(**{name: getattr(row, name) for name in names}, same_as=answers.get(row.name))


def _said(problem: RosterProblem) -> str:
    return f"{problem.text}: {sentences(problem.message, problem.remedy)}"


def _known(division: Division) -> _Known:
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=division).order_by("number")}
    seats = Seat.objects.filter(entry__in=entries).exclude(round__state=Round.State.DRAFT)
    erased = Erasure.objects.filter(player_number__in=[one.player_id for one in entries.values()])
    return _Known(
        entries,
        frozenset(seats.values_list("entry_id", flat=True)),
        frozenset(pk for pk in erased.values_list("player_number", flat=True) if pk is not None),
    )


def _matched(rows: Sequence[parsed.RosterRow], resolved: Sequence[RosterRow], known: _Known) -> dict[int, Entry]:
    """The entries of the file's lines. A name that is not here is a new spelling of the player who has its number here and would
    otherwise be missing from the file.
    """
    matched: dict[int, Entry] = {}
    taken: set[int] = set()
    numbers = {row.line: row.number for row in rows}

    def take(row: RosterRow, entry: Entry | None) -> None:
        if entry is not None and entry.pk not in taken and row.line not in matched:
            matched[row.line] = entry
            taken.add(entry.pk)

    for row in resolved:
        take(row, known.of_player(row.player_id) if row.player_id is not None else None)
    for row in resolved:
        take(row, known.named(row.name))
    for row in resolved:
        similar = {one.player_id for one in row.similar}
        same_number = (one for one in known.entries.values() if one.number == numbers[row.line])
        entry = next(same_number, None)
        if entry is not None and (entry.pk in known.seated or entry.player_id in similar | known.erased):
            take(row, entry)
    return matched


def _changes(row: RosterRow, entry: Entry) -> tuple[EntryChange, ...]:
    """What the line changes. A player found by the number has another name now."""
    if row.player_id == entry.player_id:
        return row.changes
    name = row.typed or row.name
    return () if name == entry.name else (EntryChange("name", entry.name, name),)


def _refuse_missing(known: _Known, matched: Iterable[Entry]) -> None:
    """Raise FileProblemsError where somebody who has played is not in the file."""
    missing = known.seated - {entry.pk for entry in matched}
    if missing:
        names = listed(known.entries[pk].name for pk in known.entries if pk in missing)
        raise FileProblemsError(
            [
                _("%(names)s: paired here, but no longer in the file. Is it the right file, and complete?")
                % {"names": names}
            ]
        )


def _follow_leaving(
    actor: User, division: Division, rows: Sequence[parsed.RosterRow], matched: Mapping[int, Entry], reason: str
) -> None:
    """Withdraw those who have left in the file, after its last round, and reinstate those who are back."""
    last = max((past.round for row in rows for past in row.past if past.opponent is not None), default=0)
    for row in rows:
        entry = matched[row.line]
        entry.division = division
        withdrawn = entry.status == Entry.Status.WITHDRAWN
        if not row.inactive:
            if withdrawn:
                reinstate_locked(actor, entry, reason)
            continue
        spread = max(-MAX_SCORE, min(MAX_SCORE, row.missed_spread or 0))
        if not withdrawn or entry.missed_spread != spread:
            after = last if entry.withdrawn_after is None else entry.withdrawn_after
            withdraw_locked(actor, entry, after, reason, spread)


def _follow_adjustments(
    actor: User, division: Division, rows: Sequence[parsed.RosterRow], matched: Mapping[int, Entry]
) -> None:
    """The spread adjustments as the file has them, which gives no reasons."""
    for row in rows:
        entry = matched[row.line]
        before, changes = entry.spread_changes, write_adjustments(row.adjustments)
        if before == changes:
            continue
        entry.spread_changes, entry.spread_reason = changes, _("penalty in the file") if changes else ""
        entry.save(update_fields=["spread_changes", "spread_reason"])
        log_action(
            actor=actor,
            verb="entry.changed",
            target=entry,
            scope=scope(division.event),
            before={"spread_changes": before},
            after={"spread_changes": changes},
        )
