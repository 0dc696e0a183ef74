"""Pairing a round by hand: what the director types is fixed, the rest is paired around it.

A round that is not paired yet gets a draft. A round that is keeps the games that nobody names (``changing``), unless its draft is to
be paired anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from clubs.models import User
from clubs.permissions import Action
from tournaments.models import Division, Entry, PairingRequest, Round
from tournaments.permissions import require_action
from tournaments.queries.rounds import PairingLine, pairings_of
from tournaments.queries.state import load_state
from tournaments.services.rounds.broken_rules import BrokenRule, broken_rules
from tournaments.services.rounds.changing import RoundChange, change_round
from tournaments.services.rounds.fixed_pairs import FixedPairs
from tournaments.services.rounds.pairing import DraftChoice
from tournaments.services.rounds.requests import request_round
from tournaments.wording.reasons import term_name, term_sentences


@dataclass(frozen=True, slots=True)
class HandLine:
    """A pairing of the round. ``typed``: the director named it; ``costs``: what it costs by the round's system, in words;
    ``broken``: the rules that it breaks, in words.
    """

    line: PairingLine
    typed: bool
    changed: bool
    costs: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandPairing:
    """The round as it is by hand. ``change``: of a round that was paired before; ``concerned``: the names of those whom it moves.

    ``compared``: (term, total without the pairs made by hand, total with them), where the system weighs pairs. ``waiting``: a
    calculation that will replace the fallback draft.
    """

    round: Round
    lines: tuple[HandLine, ...]
    broken: tuple[BrokenRule, ...]
    compared: tuple[tuple[str, int, int], ...]
    change: RoundChange | None = None
    concerned: tuple[str, ...] = ()
    waiting: PairingRequest | None = None


def pair_by_hand(
    *,
    actor: User,
    division: Division,
    number: int,
    fixed: FixedPairs,
    anew: bool = False,
    reason: str = "",
    store: bool = True,
    choice: DraftChoice | None = None,
) -> HandPairing:
    """Pair the round with these pairs fixed. ``anew``: all others of a draft are paired again. ``choice``: how a round is drafted.

    Without ``store`` everything is rolled back: a preview, by exactly the same rules. Raises as ``change_round`` and ``draft_round``.
    """
    require_action(actor, division.event, Action.PAIR)

    def pair(why: str) -> HandPairing:
        round_ = Round.objects.filter(division=division, number=number).first()
        if round_ is None or (anew and round_.state == Round.State.DRAFT):
            how: DraftChoice = {**(choice or {}), "fixed": fixed}
            return _drafted(*request_round(actor=actor, division=division, number=number, **how), fixed)
        return _changed(change_round(actor=actor, round_id=round_.pk, fixed=fixed, reason=why))

    if store:
        return pair(reason)
    with transaction.atomic():
        preview = pair(reason.strip() or "-")
        transaction.set_rollback(True)
    return preview


def _drafted(round_: Round, waiting: PairingRequest | None, fixed: FixedPairs) -> HandPairing:
    plan = round_.run.plan if round_.run is not None else {}
    terms = {frozenset((pair["first"], pair["second"])): pair["terms"] for pair in plan.get("pairs", ())}
    terms |= {frozenset((bye["player"],)): bye["terms"] for bye in plan.get("byes", ())}
    broken = broken_rules(round_, load_state(round_.division, round_.number))
    typed = {frozenset(pair.players) for pair in fixed.pairs}
    lines = []
    for line in pairings_of(round_):
        key = frozenset(seat.entry_id for seat in line.seats)
        costs = tuple(text for _name, text in term_sentences(terms.get(key, ()))) if key in typed else ()
        lines.append(HandLine(line, key in typed, changed=True, costs=costs, broken=_of(broken, line)))
    compared = tuple((term_name(row["name"]), row["plan"], row["other"]) for row in plan.get("compared", ()))
    return HandPairing(round_, tuple(lines), tuple(broken), compared, waiting=waiting)


def _changed(change: RoundChange) -> HandPairing:
    pairs = {pair.pairing_id: pair for pair in change.pairs}
    lines = []
    for line in pairings_of(change.round):
        pair = pairs.get(line.pairing_id)
        terms = [{"name": name, "value": value} for name, value in pair.terms] if pair is not None else []
        costs = tuple(text for _name, text in term_sentences(terms))
        typed = pair is not None and not pair.completed
        lines.append(HandLine(line, typed, pair is not None, costs, _of(change.broken, line)))
    names = dict(Entry.objects.filter(pk__in=change.concerned).values_list("pk", "name"))
    return HandPairing(
        change.round,
        tuple(lines),
        change.broken,
        tuple((term_name(name), before, after) for name, before, after in change.compared),
        change,
        tuple(names[pk] for pk in change.concerned),
    )


def _of(broken: Iterable[BrokenRule], line: PairingLine) -> tuple[str, ...]:
    return tuple(rule.message for rule in broken if rule.pairing_id == line.pairing_id)
