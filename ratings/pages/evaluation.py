"""How good a pool's predictions are (for everybody) and how other systems would have done (for ratings officers)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.access import reached
from clubs.permissions import Action
from ratings.access import PoolPath
from ratings.engine.evaluate import TooFewGames
from ratings.pages.calibration_chart import calibration_chart
from ratings.services import evaluation


def calibration(request: HttpRequest, pool: str) -> HttpResponse:
    """Expected and observed wins of the favourites of the pool's latest games."""
    path = PoolPath(pool)
    this_pool = reached(request, path)
    measured = evaluation.pool_calibration(this_pool)
    context = {
        "pool": this_pool,
        "calibration": measured,
        "chart": calibration_chart(measured.bins) if measured else None,
        "officer": Action.MANAGE_RATINGS in path.actions(request.user, this_pool),
    }
    return render(request, "ratings/calibration.html", context)


def evaluate(request: HttpRequest, pool: str) -> HttpResponse:
    """Rating systems compared on the pool's own games; for its ratings officers."""
    this_pool = reached(request, PoolPath(pool))
    systems = evaluation.choices()
    slugs = {slug for slug, _name in systems}
    requested = tuple(slug for slug in request.GET.getlist("system") if slug in slugs)
    most = evaluation.MOST_SYSTEMS - 1  # and the pool's own
    chosen = requested[:most] or evaluation.default_systems(this_pool)
    try:
        result = evaluation.evaluate_pool(this_pool, chosen)
    except TooFewGames:
        result = None
    context = {
        "pool": this_pool,
        "evaluation": result,
        "choices": [(slug, name, slug in chosen or slug == this_pool.system) for slug, name in systems],
        "most": most,
        "too_many": len(requested) > most,
        "fewest_games": evaluation.FEWEST_GAMES,
        "fewest_events": evaluation.FEWEST_EVENTS,
    }
    return render(request, "ratings/evaluate.html", context)
