"""Where the judge's log and the record of a game agree, and where they differ."""

from collections.abc import Sequence

from django.db.models import Q

from games.engine.crossword.challenge_log import Matched, Ruled, match, turns_of
from games.engine.crossword.compare import against_log
from games.engine.crossword.findings import Finding
from games.engine.crossword.report import Report, TurnView
from lexicon.models import JudgeDesk, Ruling
from tournaments.models import Pairing
from tournaments.services.judge_desks import division_scope, game_scope, table_scopes


def rulings_in_force(pairing: Pairing) -> list[Ruled]:
    """The verdicts on a game's plays, each as the director left it. One query."""
    latest: dict[int, Ruling] = {}
    rows = Ruling.objects.filter(scope=game_scope(pairing), club=pairing.round.division.event.club_id)
    for row in rows.exclude(kind=Ruling.Kind.APPEAL).order_by("pk"):
        latest[row.refers_to_id or row.pk] = row
    return [_ruled(verdict, row) for verdict, row in latest.items()]


def _ruled(verdict: int, row: Ruling) -> Ruled:
    result = row.outcome
    return Ruled(
        id=verdict,
        words=tuple(row.words),
        acceptable=bool(row.acceptable),
        award=int(result.get("award") or 0),
        turn_lost=bool(result.get("turn_lost")),
        decides=bool(result.get("loser")),
    )


def matched(turns: Sequence[TurnView], rulings: Sequence[Ruled]) -> Matched:
    """The rulings set against the record's turns."""
    return match(turns_of(turns), rulings)


def challenge_findings(pairing: Pairing, report: Report, rulings: Sequence[Ruled]) -> tuple[Finding, ...]:
    """What differs between the judge's log of this game and its record. No query, one if the record has a challenge of its own.

    A challenge without a ruling is worth telling only where there is a judge.
    """
    found = against_log(report, rulings)
    if rulings or not any(one.code == "challenge_not_logged" for one in found) or _has_judge(pairing):
        return found
    return tuple(one for one in found if one.code != "challenge_not_logged")


def _has_judge(pairing: Pairing) -> bool:
    division = pairing.round.division
    at_tables = Q(scope__startswith=table_scopes(division.event_id))
    return JudgeDesk.objects.filter(Q(scope=division_scope(division)) | at_tables).exists()
