"""What a draft changed by hand breaks: pairs that the rules keep apart, repeats, byes, tables. Publishing it needs a reason."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.engine.codec import snapshot_from_dict
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import PairingOptions, choose, read_options
from tournaments.engine.pairing.manual import ManualPair, PairingProblem, validate_manual
from tournaments.engine.pairing.origins import is_scheduled, origins_of
from tournaments.errors import TournamentError
from tournaments.models import Entry, Pairing, PairLock, Round
from tournaments.queries.snapshot import blocks_in_force
from tournaments.queries.state import snapshot_of

#: The rules that a pairing can break, by the code that is stored, and what is said of it for good.
RULE_NAMES = {
    "blocked": gettext_lazy("They must be kept apart."),
    "better_apart": gettext_lazy("They should be kept apart if possible."),
    "team": gettext_lazy("They are team-mates."),
    "club": gettext_lazy("They are club-mates."),
    "max_repeats": gettext_lazy("They have played each other more often than allowed."),
    "again_at_once": gettext_lazy("They played in the previous round; back-to-back repeats are to be avoided."),
    "consecutive": gettext_lazy("They played in the previous round."),
    "repeat": gettext_lazy("They have played before."),
    "second_bye": gettext_lazy("Has already had a bye."),
    "unlocked": gettext_lazy("A different pair was locked."),
    "fixed_table": gettext_lazy("A player is not at their fixed table."),
    "schedule": gettext_lazy("The schedule gives them different opponents."),
}
#: What holds whoever made the pair: the pairing itself never breaks these, but they may be newer than the draft.
_ALWAYS = frozenset({"blocked", "unlocked"})
#: What is looked at where more than two sit together: there everybody meets again before long.
_AT_TABLES = frozenset({"blocked", "better_apart"})
#: Said once where two rules are about the same thing: the stricter one.
_COVERS = {"repeat": {"max_repeats"}, "consecutive": {"again_at_once", "max_repeats"}}


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule (``RULE_NAMES``) that a pairing breaks, in words; ``reason``: why it was published so."""

    pairing_id: int
    rule: str
    message: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Table:
    """A pairing with its players' entries by seat; ``by_hand``: the plan did not choose it."""

    pairing: Pairing
    entries: tuple[int, ...]
    by_hand: bool

    def pairs(self) -> Iterator[ManualPair]:
        """Its players two by two; alone for a bye."""
        if len(self.entries) == 1:
            yield ManualPair(self.entries[0])
        for one, other in combinations(self.entries, 2):
            yield ManualPair(one, other, self.pairing.table_number if len(self.entries) == 2 else None)


def broken_rules(round_: Round) -> list[BrokenRule]:
    """What the round's pairings break, by table. Of a published round what was kept when it was published.

    Needs ``run`` and ``division``. Five queries where nothing was changed by hand, else fourteen.
    """
    if round_.state != Round.State.DRAFT:
        return _kept(round_)
    tables = _tables(round_)
    if not _worth_a_look(round_, tables):
        return []
    names = dict(Entry.objects.filter(division=round_.division_id).values_list("pk", "name"))
    snapshot = snapshot_of(round_.division, round_.number)
    rules = read_options(round_.run.plan["rules"]) if round_.run else None
    found = [*_problems(snapshot, tables, rules, names), *_off_schedule(round_, tables)]
    place = {table.pairing.pk: index for index, table in enumerate(tables)}
    return sorted(found, key=lambda rule: place[rule.pairing_id])


def keep_broken_rules(round_: Round, reason: str) -> list[str]:
    """Note at each pairing what it breaks and why that is meant so; what is broken, in words. Inside the transaction, round locked.

    Raises TournamentError where rules are broken without a reason.
    """
    found = broken_rules(round_)
    messages = [rule.message for rule in found]
    if found and not reason.strip():
        raise TournamentError(
            _("This draft was changed by hand and breaks rules: %(listed)s Say why it should be played anyway.")
            % {"listed": " ".join(messages)},
            code="reason",
        )
    for pairing_id in {rule.pairing_id for rule in found}:
        codes = dict.fromkeys(rule.rule for rule in found if rule.pairing_id == pairing_id)
        Pairing.objects.filter(pk=pairing_id).update(broken_rules=" ".join(codes), broken_reason=reason.strip())
    return messages


def _kept(round_: Round) -> list[BrokenRule]:
    rows = Pairing.objects.filter(round=round_).exclude(broken_rules="").order_by("table_number", "pk")
    return [
        BrokenRule(pairing.pk, code, str(RULE_NAMES[code]), pairing.broken_reason)
        for pairing in rows
        for code in pairing.broken_rules.split()
        if code in RULE_NAMES
    ]


def _tables(round_: Round) -> list[_Table]:
    """The round's games and byes. Two queries."""
    plan = round_.run.plan if round_.run else {}
    weighed = (pair for pair in plan.get("pairs", ()) if not pair["locked"])
    planned = {frozenset((pair["first"], pair["second"])) for pair in weighed}
    planned |= {frozenset((bye["player"],)) for bye in plan.get("byes", ())}
    planned |= {frozenset(group) for group in plan.get("groups", ())}
    rows = Pairing.objects.filter(round=round_).exclude(kind=Pairing.Kind.FORFEIT).prefetch_related("seats")
    seated = [(pairing, tuple(seat.entry_id for seat in pairing.seats.all())) for pairing in rows]
    return [_Table(pairing, entries, frozenset(entries) not in planned) for pairing, entries in seated if entries]


def _worth_a_look(round_: Round, tables: list[_Table]) -> bool:
    """Whether anything can be broken: a pair made by hand, or a block or lock that is newer than the draft."""
    if any(table.by_hand for table in tables):
        return True
    together = {frozenset((pair.first, pair.second)) for table in tables for pair in table.pairs()}
    locks = PairLock.objects.filter(division=round_.division_id, round_number=round_.number)
    locked = {frozenset(pair) for pair in locks.values_list("first", "second")}
    return bool(together & blocks_in_force(round_.division_id, round_.number)) or not locked <= together


def _problems(
    snapshot: Snapshot, tables: list[_Table], rules: PairingOptions | None, names: Mapping[int, str]
) -> Iterator[BrokenRule]:
    """What ``validate_manual`` finds, at the pairing of the first player it is about."""
    pairs = [pair for table in tables for pair in table.pairs()]
    at = {entry: table for table in tables for entry in table.entries}
    found = [one for one in validate_manual(snapshot, pairs, rules) if one.code in RULE_NAMES]
    said = {(one.players, one.code) for one in found}
    for problem in found:
        table = at.get(problem.players[0])
        if table is None or (problem.code not in _ALWAYS and not table.by_hand):
            continue
        if len(table.entries) > 2 and problem.code not in _AT_TABLES:
            continue
        if not any((problem.players, stricter) in said for stricter in _COVERS.get(problem.code, ())):
            yield BrokenRule(table.pairing.pk, problem.code, _sentence(problem, names))


def _off_schedule(round_: Round, tables: list[_Table]) -> Iterator[BrokenRule]:
    """Pairs made by hand of players who have another opponent by the schedule: a round robin, a bracket, a match that goes on."""
    if round_.run is None or not is_scheduled(round_.run.plan):
        return
    chosen = choose(snapshot_from_dict(round_.run.snapshot), read_options(round_.run.plan["rules"]))
    given = origins_of(chosen, round_.run.plan)
    booked = {player for players in given for player in players}
    names = dict(Entry.objects.filter(division=round_.division_id).values_list("pk", "name"))
    for table in tables:
        if table.by_hand and booked & set(table.entries):
            listed = _(" and ").join(names[entry] for entry in table.entries)
            text = _("%(names)s: not what the schedule says.") % {"names": listed}
            yield BrokenRule(table.pairing.pk, "schedule", text)


def _sentence(problem: PairingProblem, names: Mapping[int, str]) -> str:
    """One problem in words, with the players' names."""
    people = [names.get(player, "?") for player in problem.players]
    values = {"one": people[0], "other": people[-1], "text": problem.text, "count": problem.count or 0}
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
    "fixed_table": lambda _count: _("%(one)s needs table %(count)d."),
    "repeat": _often,
    "max_repeats": _allowed,
    "second_bye": _byes,
}
