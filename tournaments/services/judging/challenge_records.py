"""Where the judge's log and the record of a game agree, and where they differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from games.engine.crossword.challenge_log import LoggedRuling
from lexicon.models import JudgeDesk, Ruling
from tournaments.models import Pairing
from tournaments.services.judging.tablets import division_scope, game_scope, table_scopes


def rulings_in_force(pairing: Pairing) -> list[LoggedRuling]:
    """The verdicts on a game's plays, each as the director left it. One query."""
    latest: dict[int, Ruling] = {}
    rows = Ruling.objects.filter(scope=game_scope(pairing), club=pairing.round.division.event.club_id)
    for row in rows.exclude(kind=Ruling.Kind.APPEAL).order_by("pk"):
        latest[row.refers_to_id or row.pk] = row
    return [_ruled(verdict, row) for verdict, row in latest.items()]


def _ruled(verdict: int, row: Ruling) -> LoggedRuling:
    result = row.outcome
    return LoggedRuling(
        id=verdict,
        words=tuple(row.words),
        acceptable=bool(row.acceptable),
        award=int(result.get("award") or 0),
        turn_lost=bool(result.get("turn_lost")),
        decides=bool(result.get("loser")),
    )


@dataclass(frozen=True)
class LogOf:
    """The judge's log of a game, as records are set beside it."""

    pairing: Pairing

    @cached_property
    def rulings(self) -> Sequence[LoggedRuling]:
        """Those in force. One query, however many records are set beside it."""
        return rulings_in_force(self.pairing)

    def has_judge(self) -> bool:
        """Whether the division or the hall has a judge. One query."""
        division = self.pairing.round.division
        at_tables = Q(scope__startswith=table_scopes(division.event_id))
        return JudgeDesk.objects.filter(Q(scope=division_scope(division)) | at_tables).exists()
