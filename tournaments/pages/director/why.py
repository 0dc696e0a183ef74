"""“Why?” at each table of a round, from the stored plan, the schedule, or what was changed by hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.engine.pairing import SYSTEMS
from tournaments.engine.pairing.origins import OriginKind, PairOrigin
from tournaments.labels import translated
from tournaments.models import Entry, Pairing, Round
from tournaments.queries.rounds import PairingLine
from tournaments.queries.runs import occasions_of
from tournaments.queries.state import DivisionState
from tournaments.services.rounds.broken_rules import BrokenRule, broken_rules, stored_broken_rules
from tournaments.wording.reasons import bye_sentence, queue_sentence, start_sentence, term_sentences

Key = frozenset[int]


@dataclass(frozen=True, slots=True)
class Why:
    """Why these players are paired: (name, sentence) of each reason; ``start``: why the first player goes first.

    ``broken``: the rules that it breaks, in words; ``broken_reason``: why it was published anyway. ``weighed``: there were
    other possible pairings to compare it with.
    """

    reasons: tuple[tuple[str, str], ...] = ()
    start: str = ""
    broken: tuple[str, ...] = ()
    broken_reason: str = ""
    weighed: bool = False


class Explainer:
    """How a round was paired. ``state``: the division before a draft, to check it. Three queries, four of a draft or with a queue."""

    def __init__(self, round_: Round, names: Mapping[int, str], state: DivisionState | None = None) -> None:
        self.round, self.names = round_, names
        self.plan: Mapping[str, Any] = round_.run.plan if round_.run else {}
        self.pairs = {frozenset((pair["first"], pair["second"])): pair for pair in self.plan.get("pairs", ())}
        self.byes = {frozenset((bye["player"],)): bye for bye in self.plan.get("byes", ())}
        self.groups = {frozenset(group) for group in self.plan.get("groups", ())}
        self.occasions = occasions_of(round_.run)
        late = Entry.objects.filter(division=round_.division_id, joined_round__gt=round_.number)
        self.joined: dict[int, int] = dict(late.values_list("pk", "joined_round"))
        self.queued = _queued(round_)
        self.broken: dict[int, list[BrokenRule]] = {}
        for rule in broken_rules(round_, state) if state is not None else stored_broken_rules(round_):
            self.broken.setdefault(rule.pairing_id, []).append(rule)

    def why(self, line: PairingLine) -> Why:
        """The reasons of one table, bye or forfeit."""
        broken = self.broken.get(line.pairing_id, [])
        key = frozenset(seat.entry_id for seat in line.seats)
        planned = self.queued.get(key) or self.pairs.get(key)
        return Why(
            reasons=tuple(self._reasons(line, key)),
            start=self._start(line, planned) if planned and len(key) == 2 else "",
            broken=tuple(rule.message for rule in broken),
            broken_reason=broken[0].reason if broken else "",
            weighed=key in self.queued
            or (self.round.run is not None and not self.groups and len(self.joined.keys() & key) == 0),
        )

    def _reasons(self, line: PairingLine, key: Key) -> Iterable[tuple[str, str]]:
        if line.second is None and line.first.entry_id in self.joined:
            yield (
                _("late entry"),
                _("Joined in round %(number)d; earlier rounds count as %(kind)s.")
                % {
                    "number": self.joined[line.first.entry_id],
                    "kind": _("a forfeit") if line.kind == Pairing.Kind.FORFEIT else _("a bye"),
                },
            )
        elif line.kind == Pairing.Kind.FORFEIT:
            yield _("forfeit"), _("Forfeits this round, as entered in advance.")
        elif key in self.queued:
            yield from _from_queue(self.queued[key])
        elif self.round.run is None:
            yield (
                _("imported"),
                _("This round was imported or entered as played, so there are no reasons for its pairings."),
            )
        elif key in self.occasions:
            yield _occasion_words(self.occasions[key], self.round.number)
        elif key in self.pairs:
            yield from self._weighed(self.pairs[key])
        elif key in self.byes:
            bye = self.byes[key]
            yield from ((_("bye"), bye_sentence(bye, self.names)), *term_sentences(bye["terms"]))
        elif key in self.groups:
            system = SYSTEMS.get(self._used())
            yield _("table"), translated(system.tables[1]) if system is not None and system.tables[1] else str(_NOTHING)
        else:
            yield _("by hand"), _("Changed by hand after pairing.")

    def _weighed(self, pair: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        costs = term_sentences(pair["terms"])
        if pair["locked"]:
            yield _("fixed"), _("The director fixed this pair.")
        elif costs:
            yield from costs
        else:
            yield self._best_choice

    @cached_property
    def _best_choice(self) -> tuple[str, str]:
        return _("best choice"), self._nothing_against()

    def _nothing_against(self) -> str:
        """What it means, in the system that paired the round, that a pair costs nothing."""
        rules = self.plan["rules"]
        if rules.get("repeats_from", 1) > 1 or rules.get("meeting_games", 1) > 1:
            return str(_NOTHING)
        system = SYSTEMS.get(self._used())
        return translated(system.ideal) if system is not None and system.ideal else str(_NOTHING)

    def _used(self) -> str:
        run = self.round.run
        return str(self.plan.get("used") or (run.system if run else ""))

    def _start(self, line: PairingLine, planned: Mapping[str, Any]) -> str:
        if line.first.entry_id != planned["first"]:
            return start_sentence("director")
        return start_sentence(planned["start"])


def _queued(round_: Round) -> dict[Key, Mapping[str, Any]]:
    """The stored pairs of the round's games from a queue. No query where there can be none."""
    if round_.run_id is not None and not round_.division.settings.rolling:
        return {}
    plans = Pairing.objects.filter(round=round_, run__isnull=False).values_list("run__plan", flat=True)
    return {frozenset((pair["first"], pair["second"])): pair for plan in plans for pair in plan["pairs"]}


def _from_queue(pair: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield from term_sentences(pair["terms"])
    if pair["locked"]:
        yield _("by hand"), _("The director paired these two from the queue.")
    else:
        yield _("queue"), queue_sentence(pair)


def _occasion_words(occasion: PairOrigin, number: int) -> tuple[str, str]:
    """Why a schedule or bracket pairs them, as (name, sentence). ``number``: of the round."""
    values = {"turn": occasion.number, "game": occasion.game, "before": number - 1, "stage": _stage(occasion.number)}
    name, sentence = {
        OriginKind.ROUND_ROBIN: (_("round robin"), _("Round %(turn)d of the round robin's fixed schedule.")),
        OriginKind.TEAM_ROUND_ROBIN: (_("schedule"), _("From the fixed schedule of the team round robin.")),
        OriginKind.TEAM_MATCH: (_("teams"), _("Their teams play each other, and they are on the same board.")),
        OriginKind.KNOCK_OUT: (_("knock-out"), _("%(stage)s of the knock-out, from the bracket.")),
        OriginKind.THIRD_PLACE: (_("knock-out"), _("The match for third place.")),
        OriginKind.LOSERS_BRACKET: (_("knock-out"), _("From the losers' bracket.")),
        OriginKind.LAST_FINAL: (_("knock-out"), _("The final: the winners of the two brackets.")),
        OriginKind.SAME_MATCH: (
            _("same match"),
            _("The same pair as in round %(before)d, with first and second swapped."),
        ),
    }[occasion.kind]
    text = sentence % values
    if occasion.game > 1:
        text += " " + _("Game %(game)d of their match.") % values
    return name, text


def _stage(left: int) -> str:
    """The name of a stage by how many play in it."""
    named = {2: pgettext("stage of a knock-out", "Final"), 4: _("Semi-final"), 8: _("Quarter-final")}
    return named.get(left) or _("Round of %(count)d") % {"count": left}


_NOTHING = gettext_lazy("No rule counts against this pair: it costs nothing.")
