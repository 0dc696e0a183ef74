"""Why two players are paired or not, and what the next-best pairing would have cost, worked out from the round's stored run."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from core.wording import listed
from tournaments.engine.model import SnapshotError
from tournaments.engine.pairing import ChosenRound
from tournaments.engine.pairing.explain import PairExplanation, explain_pair, scheduled_round
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.rolling import Queue, RollingAnswer, RollingRules, losses
from tournaments.engine.pairing.rolling import explain as explain_queue
from tournaments.forms.rounds import WhyForm
from tournaments.models import Pairing, PairingRun, Round
from tournaments.pages.director import common
from tournaments.queries.explanations import every_pair
from tournaments.queries.queue import queue_runs
from tournaments.queries.runs import chosen_by
from tournaments.wording.reasons import term_name, term_sentence, term_sentences


@dataclass(frozen=True, slots=True)
class Answer:
    """The explanation in words. ``changes``: (term, total in the plan, total in the other pairing); ``instead``: pairs of names.

    ``queue``: they are about the queue when the pair was formed, not about a whole round.
    """

    verdict: str
    terms: tuple[tuple[str, str], ...]
    changes: tuple[tuple[str, int, int], ...]
    instead: tuple[tuple[str, str], ...]
    queue: bool = False


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """A pair of the plan (or the bye) by the names of its players, with its explanation."""

    first: str
    second: str
    answer: Answer


def explain(request: HttpRequest, round_: Round) -> HttpResponse:
    """Why two players are paired, or not (``?a=…&b=…`` are entry ids; an empty ``b`` is the bye).

    ``?every=1`` explains all pairs of the round, each with its next-best alternative.
    """
    queued = dict(queue_runs(round_))
    if round_.run is None and not queued:
        raise Http404
    names = dict(round_.division.entries.order_by("number").values_list("pk", "name"))
    form = WhyForm(request.GET if "a" in request.GET else None, names=names)
    answer, by_hand = None, ""
    every = (_every(round_.run, names) if round_.run else []) if "every" in request.GET else None
    if form.is_bound and form.is_valid():
        try:
            a, b = form.cleaned_data["a"], form.cleaned_data["b"]
            if (run := queued.get(a) or queued.get(b)) is not None:
                answer = _from_queue(run, a, b, names)
            elif round_.run is not None:
                answer, by_hand = _answer(round_.run, a, b, names), _by_hand(round_, a, b)
            else:
                raise SnapshotError("nobody paired them")
        except (SnapshotError, Infeasible):
            text = _("These two were not both free to be paired in this round: one was absent, or fixed by hand.")
            form.add_error(None, text)
    context = common.of_division(round_.division) | {
        "number": round_.number,
        "answer": answer,
        "every": every,
        "by_hand": by_hand,
        "crumbs": common.round_crumbs(round_),
    }
    return common.form_page(request, "why", form, context)


def _from_queue(run: PairingRun, a: int, b: int | None, names: dict[int, str]) -> Answer:
    """Weigh the queue again as it was when one of the two was paired. Raises SnapshotError."""
    queue, rules = Queue.read(run.snapshot), RollingRules.read(run.plan["rules"])
    if b is None or {a, b} - {one.player for one in queue.waiting}:
        raise SnapshotError("they did not both wait")
    made = next(({pair["first"], pair["second"]} for pair in run.plan["pairs"] if pair["locked"]), None)
    answer = explain_queue(queue, rules, a, b)
    changes: tuple[tuple[str, int, int], ...] = ()
    if answer.other is not None and made is None:
        rows = zip(losses(queue, rules, answer.made), losses(queue, rules, answer.other), strict=True)
        changes = tuple((term_name(name), plan, other) for (name, plan), (_name, other) in rows)
    terms = tuple(term_sentence(term.name, term.value) for term in answer.weighed.terms)
    instead = () if made is not None else tuple(_named(one, other, names) for one, other in answer.instead)
    return Answer(_verdict_of_queue(answer, made, {a, b}), terms, changes, instead, queue=True)


def _verdict_of_queue(answer: RollingAnswer, by_hand: set[int] | None, pair: set[int]) -> str:
    weighed = answer.weighed
    if by_hand is not None:
        if by_hand == pair:
            return _("The director paired these two from the queue by hand.")
        return _("They are not paired: the director paired one of them with someone else by hand.")
    if weighed.forbidden:
        return _("A rule forbids this pair: %(rules)s.") % {"rules": term_name(weighed.forbidden)}
    if not weighed.accepted:
        return _(
            "They are not paired: this pair counts as a difference of %(cost)d, and no more than %(allowed)d "
            "was accepted at that point."
        ) % {"cost": weighed.cost, "allowed": weighed.allowed}
    if answer.other == answer.made:
        return _("Another choice from the queue would have been exactly as good.")
    if answer.paired:
        return _("They are paired: every choice from the queue without this pair is worse.")
    return _("They are not paired: every choice from the queue with this pair is worse.")


def _by_hand(round_: Round, a: int, b: int | None) -> str:
    """What the director has changed about the two since the round was paired, with the reason if one was needed; or nothing."""
    pair = frozenset((a,)) if b is None else frozenset((a, b))
    plan = round_.run.plan if round_.run else {}
    planned = {frozenset((pair["first"], pair["second"])) for pair in plan.get("pairs", ())}
    planned |= {frozenset((bye["player"],)) for bye in plan.get("byes", ())}
    pairing = Pairing.objects.filter(round=round_, seats__entry=a).prefetch_related("seats").first()
    seated = pairing is not None and frozenset(seat.entry_id for seat in pairing.seats.all()) == pair
    if seated == (pair in planned) or pairing is None:
        return ""
    if not seated:
        return _("The director split these two by hand; below is how the system weighed this pair.")
    text = _("The director paired these two by hand; below is how the system weighed this pair.")
    return f"{text} {pairing.broken_reason}".strip()


def _answer(run: PairingRun, a: int, b: int | None, names: dict[int, str]) -> Answer:
    """Weigh the round again with the pair forbidden or forced. Raises SnapshotError, Infeasible."""
    chosen = chosen_by(run)
    if chosen.continues:
        return Answer(_("The pairs from the previous round play again, so there is nothing to compare."), (), (), ())
    try:
        explanation = explain_pair(chosen, a, b, seed=run.seed)
    except RulesError:
        return Answer(_by_schedule(chosen, a, b), (), (), ())
    return _in_words(explanation, names)


def _every(run: PairingRun, names: dict[int, str]) -> list[PairAnswer]:
    """Every pair of the run's own plan; none if nothing was weighed or there are too many to wait for."""
    explained = every_pair(run, len(names))
    return [PairAnswer(*_named(one.a, one.b, names), _in_words(one, names)) for one in explained]


def _in_words(explanation: PairExplanation, names: dict[int, str]) -> Answer:
    return Answer(
        verdict=_verdict(explanation),
        terms=tuple(term_sentences({"name": term.name, "value": term.value} for term in explanation.terms)),
        changes=tuple((term_name(change.name), change.plan, change.other) for change in explanation.changes),
        instead=tuple(_named(one, other, names) for one, other in explanation.instead),
    )


def _named(one: int, other: int | None, names: dict[int, str]) -> tuple[str, str]:
    return names.get(one, "?"), _("bye") if other is None else names.get(other, "?")


def _by_schedule(chosen: ChosenRound, a: int, b: int | None) -> str:
    """What to say of a round that follows a fixed schedule."""
    text = _("This round follows a fixed schedule, so there is nothing to compare.")
    try:
        number = None if b is None else scheduled_round(chosen, a, b)
    except RulesError:
        number = None
    if number is not None:
        text += " " + _("The schedule has these two play in round %(number)d.") % {"number": number}
    return text


def _verdict(explanation: PairExplanation) -> str:
    if explanation.forbidden_by:
        return _("A rule forbids this pair: %(rules)s.") % {
            "rules": listed(term_name(name) for name in explanation.forbidden_by)
        }
    if explanation.paired and explanation.extra is None:
        return _("They are paired: without this pair the round cannot be paired at all.")
    if explanation.paired and explanation.extra == 0:
        return _("They are paired; another pairing would have been exactly as good.")
    if explanation.paired:
        return _("They are paired: the best pairing without this pair is worse.")
    if explanation.extra is None:
        return _("They are not paired: with this pair, someone else would have no opponent.")
    if explanation.extra == 0:
        return _("They are not paired, although a pairing with this pair would have been just as good.")
    return _("They are not paired: the best pairing with this pair is worse.")
