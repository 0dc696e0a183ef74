"""Where the judge's log and the record of a game agree, and where they differ, in sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.crossword.record import LOST_TURN_NOTE, Kind
from games.engine.crossword.report import Report, TurnView
from lexicon.models import JudgeDesk, Ruling
from tournaments.engine.challenge_match import Link, Matched, Ruled, Turn, match
from tournaments.models import Pairing
from tournaments.services.challenges import division_scope, game_scope


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
    """The rulings set against the record's turns. Words are compared as the tiles show them."""
    facts = [
        Turn(
            turn.number,
            str(turn.kind),
            tuple(word.upper() for word in turn.words),
            turn.stated_score,
            lost=turn.kind is Kind.PASS and LOST_TURN_NOTE in turn.note,
        )
        for turn in turns
    ]
    return match(facts, rulings)


def challenge_remarks(pairing: Pairing, report: Report) -> list[str]:
    """What differs between the judge's log of this game and its record. One query, two if the record has a challenge of its own."""
    rulings = rulings_in_force(pairing)
    found = matched(report.turns, rulings)
    remarks = [said for link in found.links for said in _differences(link)]
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


def _differences(link: Link) -> list[str]:
    ruling = link.ruling
    values = {"words": ", ".join(ruling.words), "turn": link.turn, "stated": link.stated or 0, "award": ruling.award}
    if link.verdict_differs and ruling.acceptable:
        return [_("The judge ruled %(words)s acceptable; in the record the play (turn %(turn)d) comes off.") % values]
    if link.verdict_differs:
        return [_("The judge ruled %(words)s not acceptable; in the record the play (turn %(turn)d) stays.") % values]
    said = []
    if link.stated is not None:
        text = _(
            "The lost challenge of turn %(turn)d moves %(award)d points by the judge's log, %(stated)d in the record."
        )
        said.append(text % values)
    if link.turn_kept:
        text = _(
            "The challenger of turn %(turn)d lost the turn by the judge's log; in the record the next turn is no pass."
        )
        said.append(text % values)
    if link.went_on:
        text = _("The challenge of turn %(turn)d decided the game by the judge's log; in the record the game goes on.")
        said.append(text % values)
    return said


def _has_judge(pairing: Pairing) -> bool:
    return JudgeDesk.objects.filter(scope=division_scope(pairing.round.division)).exists()
