"""How later rounds would have been paired with another result: what a director reads before correcting one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.wording import listed
from tournaments.engine.codec import snapshot_from_dict
from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.pairing.hindsight import Hindsight, hindsight
from tournaments.engine.pairing.options import RulesError
from tournaments.inputs.results import ResultInput
from tournaments.models import Entry, Pairing, PairingRun, Round
from tournaments.queries.results import fact_of
from tournaments.queries.runs import options_of_run
from tournaments.services.events.rules import counted_in
from tournaments.services.results.scoresheets import with_scores


@dataclass(frozen=True, slots=True)
class RoundInHindsight:
    """A later round: one sentence, and the pairs that would have been (``come``) and would not (``gone``)."""

    number: int
    says: str
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


def in_hindsight(*, pairing: Pairing, result: ResultInput) -> list[RoundInHindsight]:
    """Each later round that was paired with this game's result, as it would have been with ``result``. Nothing is stored.

    Raises TournamentError when ``result`` cannot be the result of this game.
    """
    fact = _fact(pairing, with_scores(pairing, result))
    if fact is None:
        return []
    division = pairing.round.division
    names = dict(Entry.objects.filter(division=division).values_list("pk", "name"))
    later = Round.objects.filter(division=division, number__gt=pairing.round.number, run__isnull=False)
    rounds = []
    for round_ in later.select_related("run").order_by("number"):
        assert round_.run is not None
        outcome = _replanned(round_.run, fact)
        if outcome is not None:
            rounds.append(_in_words(outcome, names))
    return rounds


def _fact(pairing: Pairing, result: ResultInput) -> GameFact | None:
    """The game with this result as the engine takes it; None for a table of more than two."""
    entries = [seat.entry_id for seat in pairing.seats.all()]
    if len(entries) > 2:
        return None
    score = result.score
    return fact_of(pairing.round.number, entries, counted_in(pairing.round.division, score))


def _replanned(run: PairingRun, fact: GameFact) -> Hindsight | None:
    """The round of this run with the other fact; None when it did not depend on the game, or cannot be paired again here."""
    snapshot = snapshot_from_dict(run.snapshot)
    used = (
        game.kind is not ResultKind.PENDING
        for game in snapshot.games
        if (game.round, game.first, game.second) == (fact.round, fact.first, fact.second)
    )
    if not any(used):
        return None
    options = options_of_run(run)
    try:
        return None if options is None else hindsight(snapshot, options, run.seed, fact)
    except (RulesError, KeyError):
        return None


def _in_words(outcome: Hindsight, names: Mapping[int, str]) -> RoundInHindsight:
    if outcome.infeasible:
        return RoundInHindsight(
            outcome.round, _("Round %(number)d could not have been paired under its rules.") % {"number": outcome.round}
        )
    if outcome.same:
        return RoundInHindsight(
            outcome.round, _("Round %(number)d would have been the same.") % {"number": outcome.round}
        )
    says = _("Round %(number)d would have been paired differently.") % {"number": outcome.round}
    return RoundInHindsight(
        outcome.round,
        says,
        _pairs(outcome.removed, names),
        _pairs(outcome.added, names),
        tuple(_others(outcome, names)),
    )


def _pairs(pairs: Iterable[tuple[int, int]], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(f"{names.get(one, '?')} – {names.get(other, '?')}" for one, other in pairs)


def _others(outcome: Hindsight, names: Mapping[int, str]) -> Iterable[str]:
    for text, players in (
        (_("The bye would have gone to: %(names)s."), outcome.byes_added),
        (_("Would not have had the bye: %(names)s."), outcome.byes_removed),
        (_("Would have been Gibsonized: %(names)s."), outcome.gibsonized_added),
        (_("Would not have been Gibsonized: %(names)s."), outcome.gibsonized_removed),
    ):
        if players:
            yield text % {"names": listed(names.get(player, "?") for player in players)}
