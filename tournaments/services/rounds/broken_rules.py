"""The rules that a draft changed by hand breaks: pairs kept apart, repeats, byes, tables. Publishing it then needs a reason."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.engine.pairing import PairingOptions
from tournaments.engine.pairing.manual import ManualPair, PairingProblem, validate_manual
from tournaments.engine.pairing.plan import ByeReason
from tournaments.errors import TournamentError
from tournaments.models import Pairing, Round, Seat
from tournaments.queries.runs import occasions_of, options_of_run
from tournaments.queries.state import DivisionState

#: The rules that a pairing can break, by the code that is stored, each with its sentence on a published round.
RULE_NAMES = {
    "blocked": gettext_lazy("They must be kept apart."),
    "better_apart": gettext_lazy("They should be kept apart if possible."),
    "team": gettext_lazy("They are team-mates."),
    "club": gettext_lazy("They are club-mates."),
    "max_repeats": gettext_lazy("They have played each other more often than allowed."),
    "again_at_once": gettext_lazy("They played in the previous round; back-to-back repeats are to be avoided."),
    "consecutive": gettext_lazy("They played in the previous round."),
    "repeat": gettext_lazy("They have already played each other."),
    "second_bye": gettext_lazy("Has already had a bye."),
    "unlocked": gettext_lazy("A different pair was locked."),
    "bye_unlocked": gettext_lazy("Was to have the bye."),
    "spare_byes": gettext_lazy("More byes than needed."),
    "fixed_table": gettext_lazy("A player is not at their fixed table."),
    "schedule": gettext_lazy("The schedule gives them different opponents."),
}
#: Checked for every pair, not only those made by hand: the pairing system never breaks these, but they may be newer than the draft.
_ALWAYS = frozenset({"blocked", "unlocked", "bye_unlocked"})
#: Checked where more than two sit together: there repeats are unavoidable before long.
_AT_TABLES = frozenset({"blocked", "better_apart"})
#: Of two rules about the same thing only the stricter one is reported.
_COVERS = {"repeat": {"max_repeats"}, "consecutive": {"again_at_once", "max_repeats"}}


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule (``RULE_NAMES``) that a pairing breaks, in words; ``reason``: why it was published like that."""

    pairing_id: int
    rule: str
    message: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Table:
    """A pairing with its players' entries by seat; ``by_hand``: the plan did not choose it."""

    pairing_id: int
    number: int | None
    entries: tuple[int, ...]
    by_hand: bool

    def pairs(self) -> Iterator[ManualPair]:
        """Its players two by two; alone for a bye."""
        if len(self.entries) == 1:
            yield ManualPair(self.entries[0])
        for one, other in combinations(self.entries, 2):
            yield ManualPair(one, other, self.number if len(self.entries) == 2 else None)


def broken_rules(round_: Round, state: DivisionState) -> list[BrokenRule]:
    """What the draft's pairings break, by table. Needs ``run``. One query, and the state's snapshot where a rule may be broken."""
    tables = _tables(round_)
    if not _may_break(tables, state):
        return []
    broken = [*_problems(state, tables, options_of_run(round_.run)), *_off_schedule(round_, tables, state.names)]
    order = {table.pairing_id: index for index, table in enumerate(tables)}
    return sorted(broken, key=lambda rule: order[rule.pairing_id])


def stored_broken_rules(round_: Round) -> list[BrokenRule]:
    """What the pairings of a published round broke when it was published. One query."""
    rows = Pairing.objects.filter(round=round_).exclude(broken_rules="").order_by("table_number", "pk")
    return [
        BrokenRule(pairing.pk, code, str(RULE_NAMES[code]), pairing.broken_reason)
        for pairing in rows
        for code in pairing.broken_rules.split()
        if code in RULE_NAMES
    ]


def store_broken_rules(round_: Round, state: DivisionState, reason: str) -> list[str]:
    """Store at each pairing what it breaks and why; what is broken, in words. Inside the transaction, round locked.

    Raises TournamentError where rules are broken without a reason.
    """
    broken = broken_rules(round_, state)
    messages = [rule.message for rule in broken]
    if broken and not reason.strip():
        raise TournamentError(
            _("This draft was changed by hand and breaks rules: %(listed)s Say why it should be played anyway.")
            % {"listed": " ".join(messages)},
            code="reason",
        )
    for pairing_id in {rule.pairing_id for rule in broken}:
        codes = dict.fromkeys(rule.rule for rule in broken if rule.pairing_id == pairing_id)
        Pairing.objects.filter(pk=pairing_id).update(broken_rules=" ".join(codes), broken_reason=reason.strip())
    return messages


def _tables(round_: Round) -> list[_Table]:
    """The round's games and byes, in order. One query."""
    plan = round_.run.plan if round_.run else {}
    weighed = (pair for pair in plan.get("pairs", ()) if not pair["locked"])
    planned = {frozenset((pair["first"], pair["second"])) for pair in weighed}
    byes = (bye for bye in plan.get("byes", ()) if bye["reason"] != ByeReason.DIRECTOR)
    planned |= {frozenset((bye["player"],)) for bye in byes}
    planned |= {frozenset(group) for group in plan.get("groups", ())}
    seats = Seat.objects.filter(round=round_).exclude(pairing__kind=Pairing.Kind.FORFEIT)
    in_order = (F("pairing__table_number").asc(nulls_last=True), "pairing_id", "position")
    rows = seats.order_by(*in_order).values_list("pairing_id", "pairing__table_number", "entry_id")
    tables = []
    for (pairing_id, number), group in groupby(rows, key=itemgetter(0, 1)):
        entries = tuple(entry for *_table, entry in group)
        tables.append(_Table(pairing_id, number, entries, frozenset(entries) not in planned))
    return tables


def _may_break(tables: list[_Table], state: DivisionState) -> bool:
    """Whether there is a pair made by hand, or a block or lock that is newer than the draft."""
    together = {frozenset((pair.first, pair.second)) for table in tables for pair in table.pairs()}
    locked: set[frozenset[int | None]] = {frozenset((lock.a, lock.b)) for lock in state.locked}
    locked |= {frozenset((player, None)) for player in state.locked_byes}
    return any(table.by_hand for table in tables) or bool(together & state.kept_apart) or not locked <= together


def _problems(state: DivisionState, tables: list[_Table], options: PairingOptions | None) -> Iterator[BrokenRule]:
    """The problems of ``validate_manual``, each at the pairing of the first player it is about."""
    pairs = [pair for table in tables for pair in table.pairs()]
    table_of = {entry: table for table in tables for entry in table.entries}
    problems = [one for one in validate_manual(state.snapshot, pairs, options) if one.code in RULE_NAMES]
    codes = {(one.players, one.code) for one in problems}
    for problem in problems:
        about = [table_of[player] for player in problem.players if player in table_of]
        table = next((table for table in about if table.by_hand), about[0] if about else None)
        if table is None or (problem.code not in _ALWAYS and not table.by_hand):
            continue
        if len(table.entries) > 2 and problem.code not in _AT_TABLES:
            continue
        if not any((problem.players, stricter) in codes for stricter in _COVERS.get(problem.code, ())):
            yield BrokenRule(table.pairing_id, problem.code, _sentence(problem, state.names))


def _off_schedule(round_: Round, tables: list[_Table], names: Mapping[int, str]) -> Iterator[BrokenRule]:
    """Pairs made by hand of players whom the schedule (a round robin, a bracket, a match) gives another opponent."""
    scheduled = {player for players in occasions_of(round_.run) for player in players}
    for table in tables:
        if table.by_hand and scheduled & set(table.entries):
            listed = _(" and ").join(names[entry] for entry in table.entries)
            text = _("%(names)s: not what the schedule says.") % {"names": listed}
            yield BrokenRule(table.pairing_id, "schedule", text)


def _sentence(problem: PairingProblem, names: Mapping[int, str]) -> str:
    """One problem in words, with the players' names."""
    players = [names.get(player, "?") for player in problem.players]
    values = {"one": players[0], "other": players[-1], "text": problem.text, "count": problem.count or 0}
    return _SENTENCES[problem.code](problem.count or 0) % values


def _often(count: int) -> str:
    return ngettext(
        "%(one)s and %(other)s have played before.", "%(one)s and %(other)s have played %(count)d times before.", count
    )


def _allowed(count: int) -> str:
    return ngettext(
        "%(one)s and %(other)s have played too often: at most %(count)d repeat is allowed.",
        "%(one)s and %(other)s have played too often: at most %(count)d repeats are allowed.",
        count,
    )


def _byes(count: int) -> str:
    return ngettext("%(one)s has already had a bye.", "%(one)s has already had %(count)d byes.", count)


_SENTENCES: dict[str, Callable[[int], str]] = {
    "blocked": lambda _count: _("%(one)s and %(other)s must be kept apart: %(text)s."),
    "better_apart": lambda _count: _("%(one)s and %(other)s should be kept apart if possible: %(text)s."),
    "team": lambda _count: _("%(one)s and %(other)s are team-mates (%(text)s)."),
    "club": lambda _count: _("%(one)s and %(other)s are club-mates (%(text)s)."),
    "again_at_once": lambda _count: _(
        "%(one)s and %(other)s played in the previous round; back-to-back repeats are to be avoided."
    ),
    "consecutive": lambda _count: _("%(one)s and %(other)s played in the previous round."),
    "unlocked": lambda _count: _("%(one)s and %(other)s are locked for this round, but not paired."),
    "bye_unlocked": lambda _count: _("%(one)s was to have the bye, but is paired."),
    "spare_byes": lambda _count: _("%(one)s and %(other)s have byes; they could play each other."),
    "fixed_table": lambda _count: _("%(one)s needs table %(count)d."),
    "repeat": _often,
    "max_repeats": _allowed,
    "second_bye": _byes,
}
