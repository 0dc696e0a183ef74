"""Why a pair was made or not, and what the next-best pairing would have cost: the round's stored run, asked again."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import RoundPath
from tournaments.engine.codec import snapshot_from_dict
from tournaments.engine.model import SnapshotError
from tournaments.engine.pairing import ChosenRound, choose, read_options
from tournaments.engine.pairing.explain import PairExplanation, explain_pair, explain_plan, scheduled_round
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.forms.rounds import WhyForm
from tournaments.models import Pairing, PairingRun, Round
from tournaments.pages.director import common
from tournaments.wording.reasons import term_name, term_sentence

#: So many players' pairs are explained in one page: a second or two of work.
EVERY_MOST = 1000


@dataclass(frozen=True, slots=True)
class Answer:
    """The explanation in words. ``changes``: (term, total in the plan, total in the other pairing); ``instead``: pairs of names."""

    verdict: str
    terms: tuple[tuple[str, str], ...]
    changes: tuple[tuple[str, int, int], ...]
    instead: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """A pair of the plan (or the bye) by the names of its players, with its explanation."""

    first: str
    second: str
    answer: Answer


def explain(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Ask why two players meet, or do not (``?a=…&b=…`` are entry ids; an empty ``b`` is the bye).

    ``?every=1`` explains all pairs of the round with what would have been next best for each.
    """
    round_ = reached(request, RoundPath(event, division, number))
    found = round_.division
    if round_.run is None:
        raise Http404
    names = dict(found.entries.order_by("number").values_list("pk", "name"))
    form = WhyForm(request.GET if "a" in request.GET else None, names=names)
    answer, every = None, None
    if "every" in request.GET:
        every = _every(round_.run, names)
    if form.is_bound and form.is_valid():
        try:
            answer = _answer(round_.run, form.cleaned_data["a"], form.cleaned_data["b"], names)
        except (SnapshotError, Infeasible):
            form.add_error(
                None,
                _("These two were not both free to be paired in this round: one was absent, or fixed by hand."),
            )
    context = {"division": found, "event": found.event, "number": number, "form": form, "answer": answer}
    context["every"] = every
    context["by_hand"] = _by_hand(round_, form.cleaned_data["a"], form.cleaned_data["b"]) if answer else ""
    context["crumbs"] = _crumbs(round_)
    return render(request, "tournaments/director/why.html", context, status=422 if form.errors else 200)


def _by_hand(round_: Round, a: int, b: int | None) -> str:
    """What the director has changed about the two since the round was paired, with the reason if one was needed; or nothing."""
    asked = frozenset((a,)) if b is None else frozenset((a, b))
    plan = round_.run.plan if round_.run else {}
    planned = {frozenset((pair["first"], pair["second"])) for pair in plan.get("pairs", ())}
    planned |= {frozenset((bye["player"],)) for bye in plan.get("byes", ())}
    pairing = Pairing.objects.filter(round=round_, seats__entry=a).prefetch_related("seats").first()
    seated = pairing is not None and frozenset(seat.entry_id for seat in pairing.seats.all()) == asked
    if seated == (asked in planned) or pairing is None:
        return ""
    if not seated:
        return _("The director split these two by hand; below is how the pairing weighed it.")
    text = _("The director paired these two by hand; below is how the pairing weighed it.")
    return f"{text} {pairing.broken_reason}".strip()


def _crumbs(round_: Round) -> common.Crumbs:
    division = round_.division
    here = (_("Round %(number)d") % {"number": round_.number}, common.round_url(division, round_.number))
    return [*common.event_crumbs(division.event), here]


def _chosen(run: PairingRun) -> ChosenRound:
    """What paired the round, as it is stored. Raises RulesError."""
    return choose(snapshot_from_dict(run.snapshot), read_options(run.plan["rules"]))


def _answer(run: PairingRun, a: int, b: int | None, names: dict[int, str]) -> Answer:
    """Weigh the round again with the pair forbidden or forced. Raises SnapshotError, Infeasible."""
    chosen = _chosen(run)
    if chosen.continues:
        return Answer(_("The pairs of the round before play again, so there is nothing to compare."), (), (), ())
    try:
        found = explain_pair(chosen, a, b, seed=run.seed)
    except RulesError:
        return Answer(_by_table(chosen, a, b), (), (), ())
    return _in_words(found, names)


def _every(run: PairingRun, names: dict[int, str]) -> list[PairAnswer]:
    """Every pair of the run's own plan; none where nothing was weighed, or teams, or too many to wait for."""
    try:
        chosen = _chosen(run)
        if len(names) > EVERY_MOST or chosen.continues:
            return []
        explained = explain_plan(chosen, seed=run.seed)
    except RulesError:
        return []
    return [PairAnswer(*_named(one.a, one.b, names), _in_words(one, names)) for one in explained]


def _in_words(found: PairExplanation, names: dict[int, str]) -> Answer:
    return Answer(
        verdict=_verdict(found),
        terms=tuple(term_sentence(term.name, term.value) for term in found.terms),
        changes=tuple((term_name(change.name), change.plan, change.other) for change in found.changes),
        instead=tuple(_named(one, other, names) for one, other in found.instead),
    )


def _named(one: int, other: int | None, names: dict[int, str]) -> tuple[str, str]:
    return names.get(one, "?"), _("bye") if other is None else names.get(other, "?")


def _by_table(chosen: ChosenRound, a: int, b: int | None) -> str:
    """What there is to say where nothing was weighed."""
    text = _("This round follows a fixed schedule, so there is nothing to compare.")
    try:
        number = None if b is None else scheduled_round(chosen, a, b)
    except RulesError:
        number = None
    if number is not None:
        text += " " + _("The schedule has these two play in round %(number)d.") % {"number": number}
    return text


def _verdict(found: PairExplanation) -> str:
    if found.forbidden_by:
        return _("A rule forbids this pair: %(rules)s.") % {
            "rules": ", ".join(term_name(name) for name in found.forbidden_by)
        }
    if found.paired and found.extra is None:
        return _("They are paired: without this pair the round cannot be paired at all.")
    if found.paired and found.extra == 0:
        return _("They are paired; another pairing would have been exactly as good.")
    if found.paired:
        return _("They are paired: the best pairing without this pair is worse.")
    if found.extra is None:
        return _("They are not paired: with this pair, someone else would have no opponent.")
    if found.extra == 0:
        return _("They are not paired, although a pairing with this pair would have been just as good.")
    return _("They are not paired: the best pairing with this pair is worse.")
