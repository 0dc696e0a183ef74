"""Two scoresheets of a game side by side, and the record that its players and officials make of them, line by line.

A larger table may have more sheets; two of them are compared at a time.

A player may only accept the other's line; an official may take either. Each line accepted is another row (``SheetMerge``), and no
sheet is changed. When no line is left undecided the merged record counts as the game's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from games.engine.sheets import Row, Sheet, undecided
from games.models import GameRecord
from games.services import store_record
from tournaments.engine.results import SEATS, Side
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import Pairing, SheetMerge, Submission
from tournaments.permissions import require_entering
from tournaments.queries.merges import current_merge
from tournaments.queries.results import current_of
from tournaments.services.events.locking import lock_event, scope
from tournaments.services.events.rules import check_of, rules_of, seating_of
from tournaments.services.results.results import derive_again
from tournaments.wording.sentences import names_at


@dataclass(frozen=True, slots=True)
class BothSheets:
    """Two reports that count, each with a record; their lines side by side; the sheet chosen for lines that differ.

    ``pairs``: all pairs of reports that could be compared here, this one among them.
    """

    sheets: tuple[Submission, Submission]
    records: tuple[Sheet[Any], Sheet[Any]]
    rows: Sequence[Row]
    choices: Mapping[int, int]
    pairs: Sequence[tuple[Submission, Submission]]
    record: GameRecord | None = None

    @property
    def open_rows(self) -> tuple[int, ...]:
        """The lines that differ and are not decided."""
        return undecided(self.rows, self.choices)

    @property
    def differing(self) -> int:
        """How many lines differ."""
        return sum(bool(row.differs) for row in self.rows)

    def sheet_of(self, side: str) -> int | None:
        """Which of the sheets is this side's; None: neither."""
        return next((at for at, sheet in enumerate(self.sheets) if sheet.side == side), None)


def both_sheets(pairing: Pairing, side: str, seen: tuple[int, int] | None = None) -> BothSheets | None:
    """Two sheets of the game, loaded with its seats, as ``side`` may compare them: a player the own one with another, an official any.

    ``seen``: which two (ids of the reports). Else those of which somebody accepted a line last, else the first two that differ. None
    where there are not two, or they cannot be compared. Two queries, at a larger table three.
    """
    pairs = [pair for pair in combinations(_sheets(pairing), 2) if side in {Side.OFFICIAL, pair[0].side, pair[1].side}]
    if not pairs:
        return None
    records = {sheet.pk: _record(pairing, sheet) for sheet in {sheet for pair in pairs for sheet in pair}}
    merge = current_merge(pairing, records)
    last = (merge.first_id, merge.second_id) if merge is not None else None
    preferred = seen or last
    both = _compared(pairing, sorted(pairs, key=lambda pair: _ids(pair) != preferred), records, preferred)
    if both is None:
        return None
    if merge is not None and last != _ids(both.sheets):
        merge = current_merge(pairing, _ids(both.sheets))
    if merge is None:
        return both
    choices = {int(number): chosen for number, chosen in merge.choices.items()}
    return replace(both, choices=choices, record=merge.record)


def _compared(
    pairing: Pairing,
    pairs: Sequence[tuple[Submission, Submission]],
    records: Mapping[int, Sheet[Any]],
    preferred: tuple[int, int] | None,
) -> BothSheets | None:
    """The first pair if it is the preferred one, else the first that differs, else the first that can be compared."""
    played, seating = pairing.round.division.played, seating_of(pairing)
    best: BothSheets | None = None
    for pair in pairs:
        both = (records[pair[0].pk], records[pair[1].pk])
        rows = played.side_by_side(both, seating)
        if rows and (best is None or any(row.differs for row in rows)):
            best = BothSheets(pair, both, rows, {}, sorted(pairs, key=_ids))
        if best is not None and (best.differing or _ids(pair) == preferred):
            break
    return best


def _ids(pair: tuple[Submission, Submission]) -> tuple[int, int]:
    return pair[0].pk, pair[1].pk


def comparable(pairing: Pairing, side: str) -> bool:
    """Whether this side has two sheets to compare: an official any two, a player only with the own one among them. Queries as above."""
    return bool(side) and both_sheets(pairing, side) is not None


def _sheets(pairing: Pairing) -> list[Submission]:
    """The reports that count and have a record, by seats. One query."""
    reports = list(Submission.objects.filter(pairing=pairing).select_related("record").order_by("pk"))
    current = [report for report in current_of(reports) if report.record is not None]
    of_players = [report for report in current if report.side != Side.OFFICIAL]
    # an official's own sheet is of use only where a player has sent none
    current = of_players if len(of_players) > 1 else current
    return sorted(current, key=lambda report: (list(Side).index(Side(report.side)), report.pk))


def _record(pairing: Pairing, report: Submission) -> Sheet[Any]:
    assert report.record is not None
    check = check_of(pairing, bytes(report.record.original))
    return Sheet(check, None if report.side == Side.OFFICIAL else SEATS.index(Side(report.side)))


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Which line of which sheet is accepted, and the two reports that whoever accepts it has seen. ``row`` None: all that differ."""

    sheet: int
    seen: tuple[int, int]
    row: int | None = None


def accept_line(*, pairing: Pairing, data: Acceptance, side: str, actor: User | None = None) -> BothSheets:
    """Let a line of one sheet count in the merged record. With the last one decided the record is stored, and counts as the game's.

    ``side``: who accepts it; the caller has made sure that they are. An official needs the right to enter the table's result.
    Raises PermissionDenied, StaleEditError (another report came in), TournamentError.
    """
    event = pairing.round.division.event
    if side == Side.OFFICIAL:
        require_entering(actor, event, pairing.table_number)
    with transaction.atomic():
        lock_event(event.pk)
        both = both_sheets(pairing, side, data.seen)
        if both is None or data.seen != _ids(both.sheets):
            raise StaleEditError(_("Another scoresheet came in while you were comparing. Compare them again."))
        differing = [row.number for row in both.rows if row.differs]
        chosen_rows = differing if data.row is None else [data.row]
        if not chosen_rows or not set(chosen_rows) <= set(differing) or data.sheet not in {0, 1}:
            raise TournamentError(_("The scoresheets do not differ there."), code="row")
        if side != Side.OFFICIAL and both.sheet_of(side) in {None, data.sheet}:
            raise TournamentError(_("You can accept the other player's line, not your own."), code="side")
        choices = {**both.choices, **dict.fromkeys(chosen_rows, data.sheet)}
        if choices == both.choices:
            return both  # a second tap
        both = replace(both, choices=choices, record=None)
        both = replace(both, record=None if both.open_rows else _store(pairing, both, actor))
        merge = SheetMerge.objects.create(
            pairing=pairing,
            first=both.sheets[0],
            second=both.sheets[1],
            choices=choices,
            undecided=len(both.open_rows),
            record=both.record,
            side=side,
            actor=actor,
        )
        derive_again(pairing.pk)
        log_action(
            actor=actor,
            verb="result.line_accepted",
            target=pairing,
            scope=scope(event),
            after={
                "side": side,
                "lines": chosen_rows,
                "sheet_of": both.sheets[data.sheet].side,
                "record": merge.record_id,
            },
        )
    return both


def _store(pairing: Pairing, both: BothSheets, actor: User | None) -> GameRecord:
    division = pairing.round.division
    note = _("Merged from two scoresheets of %(players)s") % {"players": " – ".join(names_at(pairing))}
    try:
        data = division.played.merged(both.records, seating_of(pairing), both.choices, note)
    except ValueError as error:
        raise TournamentError(
            _("These lines cannot be written as one record: %(why)s") % {"why": error}, code="merge"
        ) from error
    return store_record(
        game=division.played,
        data=data,
        check=check_of(pairing, data, dictionary=division.lexicon_version),
        rules=rules_of(division),
        lexicon_version=division.lexicon_version,
        actor=actor,
    )
