"""Every pair of a round with what would have been next best, worked out from the round's stored run."""

from core.cache import cache_get, cache_set_many
from core.release import release
from tournaments.engine.pairing.explain import PairExplanation, explain_plan
from tournaments.engine.pairing.options import RulesError
from tournaments.models import PairingRun, Round
from tournaments.queries.runs import chosen_by

#: Most players whose pairs are all explained in one page: a second or two of work.
MAX_EXPLAINED = 1000
#: From so many on a worker does that as soon as the round is drafted, so that nobody waits for the page.
WORKED_OUT_BEFOREHAND = 250
#: How long the explanations of a round may be asked for without working them out anew.
_KEEP_SECONDS = 6 * 3600


def every_pair(run: PairingRun, players: int) -> tuple[PairExplanation, ...]:
    """Every pair of the run's plan, explained; none if nothing was weighed or there are too many ``players`` to wait for.

    A run never changes: what was worked out for it once is kept for some hours.
    """
    key = f"next-best:{run.pk}:{release()}"
    explained: tuple[PairExplanation, ...] | None = cache_get(key)
    if explained is None:
        explained = _explained(run, players)
        cache_set_many({key: explained}, _KEEP_SECONDS)
    return explained


def _explained(run: PairingRun, players: int) -> tuple[PairExplanation, ...]:
    if players > MAX_EXPLAINED:
        return ()
    try:
        chosen = chosen_by(run)
        return () if chosen.continues else explain_plan(chosen, seed=run.seed)
    except RulesError:
        return ()


def explain_beforehand(run_id: int) -> None:
    """Work every pair of the run out for those who will ask, if it is still the run of its round."""
    round_ = Round.objects.filter(run=run_id).select_related("run", "division").first()
    if round_ is not None and round_.run is not None:
        every_pair(round_.run, round_.division.entries.count())
