"""What an official entered about a round's games, newest first, and whether it can still be undone."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TypeVar

from django.db.models import Q

from clubs.models import User
from tournaments.access import seats_of_pairings
from tournaments.engine.results import UNDONE, undone_reports, undone_rulings
from tournaments.engine.undo import Refusal, refuse_report, refuse_ruling
from tournaments.models import Pairing, ResultRuling, Round, Submission
from tournaments.queries.results import reports_of, rulings_of

#: How many entries are listed.
LISTED = 10

#: The ways by which officials enter results.
BY_OFFICIALS = (Submission.Channel.OFFICIAL, Submission.Channel.API)

#: What can be undone: an entry, or a ruling.
Entered = Submission | ResultRuling
_Fact = TypeVar("_Fact", Submission, ResultRuling)


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """Something that one official entered. ``undone_at``: when it was undone; ``refusal``: why it cannot be, None if it can.

    ``followed_by``: the first later round that was published since, None without one.
    """

    fact: Entered
    pairing: Pairing
    undone_at: datetime | None
    refusal: Refusal | None
    followed_by: int | None

    @property
    def is_ruling(self) -> bool:
        """Whether it is a ruling or correction."""
        return isinstance(self.fact, ResultRuling)

    @property
    def key(self) -> str:
        """Names it in a form: what it is and its id."""
        return key_of(self.fact)


def key_of(fact: Entered) -> str:
    """``report-12`` or ``ruling-3``."""
    return f"{'report' if isinstance(fact, Submission) else 'ruling'}-{fact.pk}"


def named_entry(key: str, round_: Round) -> Entered | None:
    """The entry of this round with this key (``key_of``); None without one. One query."""
    named = re.fullmatch("(report|ruling)-([0-9]{1,18})", key)
    if named is None:
        return None
    if named[1] == "report":
        return Submission.objects.filter(pk=int(named[2]), pairing__round=round_).first()
    return ResultRuling.objects.filter(pk=int(named[2]), pairing__round=round_).first()


def own_facts(actor: User, round_: Round) -> tuple[list[Submission], list[ResultRuling]]:
    """The actor's entries, by page or program, and rulings in this round, newest first, without those that undid others. Two queries."""
    typed = Q(actor=actor, channel__in=BY_OFFICIALS, pairing__round=round_)
    reports = Submission.objects.filter(typed).exclude(kind=UNDONE).order_by("-pk")
    rulings = ResultRuling.objects.filter(official=actor, pairing__round=round_).exclude(kind=UNDONE).order_by("-pk")
    # of the newest as many may be undone as stand
    return list(reports[: 2 * LISTED]), list(rulings[: 2 * LISTED])


def own_entries(actor: User, round_: Round) -> tuple[list[OwnEntry], list[OwnEntry]]:
    """The newest entries of this official in this round that stand, and the newest that were undone. Seven queries, two without any."""
    reports, rulings = own_facts(actor, round_)
    entered: list[Entered] = sorted([*reports, *rulings], key=lambda fact: (fact.created_at, fact.pk), reverse=True)
    if not entered:
        return [], []
    games = {fact.pairing_id for fact in entered}
    pairings = Pairing.objects.filter(pk__in=games).prefetch_related(seats_of_pairings()).in_bulk()
    all_reports = _by_game(Submission.objects.filter(pairing__in=games))
    all_rulings = _by_game(ResultRuling.objects.filter(pairing__in=games))
    later = later_rounds(round_)
    entries = [
        own_entry(fact, pairings[fact.pairing_id], all_reports[fact.pairing_id], all_rulings[fact.pairing_id], later)
        for fact in entered
    ]
    entries = _in_reach(entries)
    standing = (entry for entry in entries if entry.undone_at is None)
    undone = sorted((entry for entry in entries if entry.undone_at), key=_undone_at, reverse=True)
    return list(islice(standing, LISTED)), undone[:LISTED]


def _in_reach(entries: list[OwnEntry]) -> list[OwnEntry]:
    """The entries, newest first. Once as many as are listed have been undone in a row, older ones are out of reach."""
    newest, older = entries[:LISTED], entries[LISTED:]
    if any(entry.undone_at is None for entry in newest):
        return entries
    return newest + [
        replace(one, refusal=one.refusal or Refusal.FAR) if one.undone_at is None else one for one in older
    ]


def _undone_at(entry: OwnEntry) -> datetime:
    assert entry.undone_at is not None
    return entry.undone_at


def _by_game(facts: Iterable[_Fact]) -> dict[int, list[_Fact]]:
    by_game: defaultdict[int, list[_Fact]] = defaultdict(list)
    for fact in facts:
        by_game[fact.pairing_id].append(fact)
    return by_game


def later_rounds(round_: Round) -> list[Round]:
    """The later public rounds of the division, in order. One query."""
    later = Round.objects.filter(division=round_.division_id, number__gt=round_.number).exclude(state=Round.State.DRAFT)
    return list(later.order_by("number").only("number", "published_at"))


def own_entry(
    fact: Entered,
    pairing: Pairing,
    submissions: Sequence[Submission],
    rulings: Sequence[ResultRuling],
    later: Sequence[Round],
) -> OwnEntry:
    """The entry with what can be done about it, by all facts of its game and the later public rounds. No query."""
    reports, decided = reports_of(submissions), rulings_of(rulings)
    if isinstance(fact, Submission):
        undone_by = undone_reports(reports).get(fact.pk)
        refusal = refuse_report(fact.pk, reports, decided)
        undoing: Entered | None = next((one for one in submissions if one.pk == undone_by), None)
    else:
        undone_by = undone_rulings(decided).get(fact.pk)
        refusal = refuse_ruling(fact.pk, decided)
        undoing = next((one for one in rulings if one.pk == undone_by), None)
    # rounds published ahead were not paired by this result
    after = (one for one in later if one.published_at is None or one.published_at >= fact.created_at)
    followed_by = next((one.number for one in after), None)
    if refusal is None and followed_by is not None:
        refusal = Refusal.FOLLOWED
    return OwnEntry(fact, pairing, undoing.created_at if undoing else None, refusal, followed_by)
