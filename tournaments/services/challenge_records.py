"""Where the judge's log and the record of a game agree, and where they differ, in sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.crossword.report import Report, TurnView
from lexicon.models import JudgeDesk, Ruling
from tournaments.engine.challenge_match import Matched, Ruled, Turn, match
from tournaments.models import Pairing
from tournaments.services.challenges import division_scope, game_scope


def rulings_in_force(pairing: Pairing) -> list[Ruled]:
    """The verdicts on a game's plays, each as the director left it. One query."""
    latest: dict[int, Ruling] = {}
    rows = Ruling.objects.filter(scope=game_scope(pairing), club=pairing.round.division.event.club_id)
    for row in rows.exclude(kind=Ruling.Kind.APPEAL).order_by("pk"):
        latest[row.refers_to_id or row.pk] = row
    return [
        Ruled(verdict, tuple(row.words), bool(row.acceptable), int(row.outcome.get("award") or 0))
        for verdict, row in latest.items()
    ]


def matched(turns: Sequence[TurnView], rulings: Sequence[Ruled]) -> Matched:
    """The rulings set against the record's turns. Words are compared as the tiles show them."""
    facts = [
        Turn(turn.number, str(turn.kind), tuple(word.upper() for word in turn.words), turn.stated_score)
        for turn in turns
    ]
    return match(facts, rulings)


def challenge_remarks(pairing: Pairing, report: Report) -> list[str]:
    """What differs between the judge's log of this game and its record. One query, two if the record has a challenge of its own."""
    rulings = rulings_in_force(pairing)
    found = matched(report.turns, rulings)
    remarks = [
        said for link in found.links if (said := _difference(link.ruling, link.turn, link.verdict_differs, link.stated))
    ]
    remarks += [
        _("The judge ruled on %(words)s; no play of the record forms these words.") % {"words": ", ".join(ruling.words)}
        for ruling in found.unrecorded
    ]
    if found.unruled and (rulings or _has_judge(pairing)):
        remarks += [
            _("Turn %(turn)d of the record is a challenge that the judge's log does not have.") % {"turn": turn}
            for turn in found.unruled
        ]
    return remarks


def _difference(ruling: Ruled, turn: int, verdict_differs: bool, stated: int | None) -> str:  # noqa: FBT001 - fields of a link
    values = {"words": ", ".join(ruling.words), "turn": turn, "stated": stated or 0, "award": ruling.award}
    if verdict_differs and ruling.acceptable:
        return _("The judge ruled %(words)s acceptable; in the record the play (turn %(turn)d) comes off.") % values
    if verdict_differs:
        return _("The judge ruled %(words)s not acceptable; in the record the play (turn %(turn)d) stays.") % values
    if stated is not None:
        return (
            _(
                "The lost challenge of turn %(turn)d moves %(award)d points by the judge's log, %(stated)d in the record."
            )
            % values
        )
    return ""


def _has_judge(pairing: Pairing) -> bool:
    return JudgeDesk.objects.filter(scope=division_scope(pairing.round.division)).exists()
