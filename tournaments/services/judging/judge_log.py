"""The judge's log of an event: the scopes of its rows, and what it says about a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet

from games.engine.crossword.compare import LoggedAdjudication
from games.judging import JudgedWord
from lexicon.models import Adjudication, JudgeTablet
from tournaments.models import Division, Pairing


def division_scope(division: Division) -> str:
    """The scope of a division in the judge's log, and of its tablet."""
    return f"division:{division.pk}"


def game_scope(pairing: Pairing) -> str:
    """The scope of a game in the judge's log."""
    return _game(pairing.pk)


def _game(pairing_id: int) -> str:
    return f"pairing:{pairing_id}"


def judged_plays(pairing_id: int) -> QuerySet[Adjudication]:
    """What the log has about a game."""
    return Adjudication.objects.filter(scope=_game(pairing_id))


def table_scopes(event_id: int) -> str:
    """The beginning of the scopes of all table cards of an event."""
    return f"event:{event_id}:table:"


def table_scope(event_id: int, table: int) -> str:
    """The scope of a table's card. Tables are the hall's: no two divisions of an event sit at the same one."""
    return f"{table_scopes(event_id)}{table}"


def adjudications_in_force(pairing: Pairing) -> list[LoggedAdjudication]:
    """The adjudications of a game's plays, each as the director left it. One query."""
    rows = Adjudication.objects.filter(scope=game_scope(pairing), club=pairing.round.division.event.club_id)
    return [_ruled(first, row) for first, row in _in_force(rows).items()]


def failed_challenges(scope: str, challenger: str, *, before: Adjudication | None = None) -> int:
    """How many challenges this player has failed in this game (``before`` an adjudication), by the director's decisions. One query."""
    rows = _in_force(Adjudication.objects.filter(scope=scope, challenger=challenger))
    return sum(bool(row.acceptable) for first, row in rows.items() if before is None or first < before.pk)


def words_judged(scope: str) -> tuple[JudgedWord, ...]:
    """The words of this game that were judged, oldest first, each standing or not by the director's decisions. One query."""
    rows = _in_force(Adjudication.objects.filter(scope=scope))
    return tuple(
        JudgedWord(str(row.outcome.get("said_by", "")), word, bool(row.acceptable), row.outcome)
        for _first, row in sorted(rows.items())
        for word in row.words
    )


def _in_force(rows: QuerySet[Adjudication]) -> dict[int, Adjudication]:
    """By adjudication (id), the last decision on it, or itself."""
    decisions = rows.exclude(kind=Adjudication.Kind.APPEAL).order_by("pk")
    return {row.refers_to_id or row.pk: row for row in decisions}


def _ruled(adjudication: int, row: Adjudication) -> LoggedAdjudication:
    return LoggedAdjudication(
        id=adjudication,
        words=tuple(row.words),
        acceptable=bool(row.acceptable),
        award=int(row.outcome.get("award") or 0),
        turn_lost=bool(row.outcome.get("turn_lost")),
        decides=bool(row.outcome.get("loser")),
    )


@dataclass(frozen=True)
class LogOf:
    """The judge's log of a game, for records to be compared with; read when it is first needed."""

    pairing: Pairing

    @cached_property
    def adjudications(self) -> Sequence[LoggedAdjudication]:
        """Those in force. One query, for any number of records; none if the pairing was loaded as one that was not ``judged``."""
        return adjudications_in_force(self.pairing) if getattr(self.pairing, "judged", True) else ()

    def has_judge(self) -> bool:
        """Whether the division or the hall has a judge. One query."""
        division = self.pairing.round.division
        at_tables = Q(scope__startswith=table_scopes(division.event_id))
        return JudgeTablet.objects.filter(Q(scope=division_scope(division)) | at_tables).exists()
