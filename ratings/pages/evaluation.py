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
    found = reached(request, path)
    measured = evaluation.pool_calibration(found)
    context = {
        "pool": found,
        "calibration": measured,
        "chart": calibration_chart(measured.bins) if measured else None,
        "officer": Action.MANAGE_RATINGS in path.actions(request.user, found),
    }
    return render(request, "ratings/calibration.html", context)


def evaluate(request: HttpRequest, pool: str) -> HttpResponse:
    """Rating systems compared on the pool's own games; for its ratings officers."""
    found = reached(request, PoolPath(pool))
    known = evaluation.choices()
    slugs = {slug for slug, _name in known}
    asked = tuple(slug for slug in request.GET.getlist("system") if slug in slugs)
    chosen = asked[: evaluation.MOST_SYSTEMS - 1] or evaluation.default_systems(found)
    try:
        result = evaluation.evaluate_pool(found, chosen)
    except TooFewGames:
        result = None
    context = {
        "pool": found,
        "evaluation": result,
        "choices": [(slug, name, slug in chosen or slug == found.system) for slug, name in known],
        "most": evaluation.MOST_SYSTEMS - 1,
        "too_many": len(asked) > evaluation.MOST_SYSTEMS - 1,
        "fewest_games": evaluation.FEWEST_GAMES,
        "fewest_events": evaluation.FEWEST_EVENTS,
    }
    return render(request, "ratings/evaluate.html", context)
