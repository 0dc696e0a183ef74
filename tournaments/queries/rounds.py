"""Reads of rounds, pairings and tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import MAX_ROUNDS, Division, Entry, Pairing, RecordVisibility, Result, Round, Seat

_SEAT = ("entry_id", "entry__player_id", "entry__number", "entry__name", "entry__rating")
_PAIRING = (
    "round__number",
    "round__chance_system",
    "pairing__first_chance",
    "pairing__table_number",
    "pairing__kind",
    "pairing__starter_known",
    "pairing__goes_on",
    "pairing__result__state",
    "pairing__result__version",
    "pairing__result__kind",
    "pairing__result__first_score",
    "pairing__result__second_score",
    "pairing__result__tally",
    "pairing__result__lost_on_time",
    "pairing__result__led_before",
    "pairing__result__open_questions",
    "pairing__result__spread",
    "pairing__result__record__uuid",
    "pairing__record_visibility",
)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """An entry at a table."""

    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A line of the pairings list. ``second`` is None for a bye; ``others`` sit at a table of more than two.

    ``state`` is "" (nothing reported), pending, confirmed or conflict; ``questions`` counts the open questions. Scores,
    ``version``, ``tally`` and ``result_kind`` are the result's while the state is not "". ``spread``: of a bye or forfeit with
    one of its own. ``led_before``: who wins equal totals, see ``Result``. ``starter_known`` False: ``first`` is only the one named first.
    ``goes_on``: see ``Pairing``.
    """

    pairing_id: int
    table_number: int | None
    kind: str
    first: SeatLine
    second: SeatLine | None
    round: int = 0
    state: str = ""
    version: int = 0
    result_kind: str = ""
    first_score: int | None = None
    second_score: int | None = None
    questions: int = 0
    record_uuid: str = ""
    tally: str = ""
    lost_on_time: str = ""
    led_before: str = ""
    others: tuple[SeatLine, ...] = ()
    first_chance: float | None = None
    chance_system: str = ""
    spread: int | None = None
    starter_known: bool = True
    goes_on: int | None = None

    @property
    def chances(self) -> tuple[int, int] | None:
        """Win chances of first and second in per cent, by the ratings of when the round was published; never 0 or 100."""
        if self.first_chance is None:
            return None
        first = min(max(round(100 * self.first_chance), 1), 99)
        return first, 100 - first

    @property
    def values(self) -> dict[str, Any]:
        """The game as the values of a sentence."""
        return {
            "round": self.round,
            "table": self.table_number or "–",
            "first": self.first.name,
            "second": self.second.name if self.second else _("bye"),
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """Everybody at the table, by seat."""
        return (self.first, *((self.second,) if self.second else ()), *self.others)


def rounds_of(division: Division, *, drafts: bool) -> list[Round]:
    """The division's rounds by number, with or without drafts. One query."""
    rounds = Round.objects.filter(division=division).order_by("number")
    return list(rounds if drafts else rounds.exclude(state=Round.State.DRAFT))


def pairings_of(round_: Round) -> list[PairingLine]:
    """The round's pairings by table, byes last, with results. One query."""
    return pairing_lines(Seat.objects.filter(round=round_))


def pairing_lines(seats: QuerySet[Seat]) -> list[PairingLine]:
    """The pairings of these seats, in order of round and table, byes last. One query."""
    # Plain rows: the wall chart of a long event is read here too.
    pairings: dict[int, tuple[Sequence[Any], list[SeatLine]]] = {}
    for pairing, *columns in seats.order_by("position").values_list("pairing_id", *_SEAT, *_PAIRING):
        seat = SeatLine(*columns[: len(_SEAT)])
        pairings.setdefault(pairing, (columns[len(_SEAT) :], []))[1].append(seat)
    lines = [
        _line(pairing, dict(zip(_PAIRING, columns, strict=True)), at_table)
        for pairing, (columns, at_table) in pairings.items()
    ]
    return sorted(
        lines, key=lambda line: (line.round, line.table_number is None, line.table_number or 0, line.first.number)
    )


def _line(pairing: int, row: dict[str, Any], seats: list[SeatLine]) -> PairingLine:
    uuid = row["pairing__result__record__uuid"]
    return PairingLine(
        pairing_id=pairing,
        table_number=row["pairing__table_number"],
        kind=row["pairing__kind"],
        first=seats[0],
        second=seats[1] if len(seats) > 1 else None,
        round=row["round__number"],
        state=row["pairing__result__state"] or "",
        version=row["pairing__result__version"] or 0,
        result_kind=row["pairing__result__kind"] or "",
        first_score=row["pairing__result__first_score"],
        second_score=row["pairing__result__second_score"],
        questions=row["pairing__result__open_questions"] or 0,
        record_uuid=str(uuid) if uuid and row["pairing__record_visibility"] == RecordVisibility.PUBLIC else "",
        tally=row["pairing__result__tally"] or "",
        lost_on_time=row["pairing__result__lost_on_time"] or "",
        led_before=row["pairing__result__led_before"] or "",
        others=tuple(seats[2:]),
        first_chance=row["pairing__first_chance"],
        chance_system=row["round__chance_system"],
        spread=row["pairing__result__spread"],
        starter_known=row["pairing__starter_known"],
        goes_on=row["pairing__goes_on"],
    )


def public_games_of(entry: Entry) -> list[PairingLine]:
    """A player's public games and byes, round by round, each with everybody at the table. One query."""
    own = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT).values("pairing")
    return pairing_lines(Seat.objects.filter(pairing__in=own))


def public_seats(*divisions: Division | int) -> QuerySet[Seat]:
    """The seats of these divisions' public rounds."""
    return Seat.objects.filter(round__division__in=divisions).exclude(round__state=Round.State.DRAFT)


def unsettled(division: Division, *, before_round: int = MAX_ROUNDS + 1) -> list[PairingLine]:
    """Every public game without a confirmed result or with open questions, by round and table. One query."""
    settled = {"pairing__result__state": Result.State.CONFIRMED, "pairing__result__open_questions": 0}
    return pairing_lines(public_seats(division).filter(round__number__lt=before_round).exclude(**settled))


def missing_results(division: Division) -> list[PairingLine]:
    """Every public game without a confirmed result, by round and table. One query."""
    return pairing_lines(public_seats(division).exclude(pairing__result__state=Result.State.CONFIRMED))


def tables_elsewhere(division: Division) -> frozenset[int]:
    """Tables of other divisions of the event: set aside for them, fixed for their players, in their last round. Three queries."""
    others = Division.objects.filter(event=division.event_id).exclude(pk=division.pk)
    rows = list(others.annotate(last=Max("rounds__number")).values_list("pk", "last", "settings__table_numbers"))
    last = {pk: number for pk, number, _tables in rows}
    used = {table for _pk, _number, tables in rows for table in tables}
    fixed = Entry.objects.filter(division__in=last, status=Entry.Status.ACTIVE, fixed_table__isnull=False)
    used.update(table for table in fixed.values_list("fixed_table", flat=True) if table is not None)
    seated = Pairing.objects.filter(round__division__in=last, kind=Pairing.Kind.GAME)
    games = seated.values_list("round__division", "round__number", "table_number")
    used.update(table for pk, number, table in games if table is not None and number == last[pk])
    return frozenset(used)
