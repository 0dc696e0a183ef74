"""How good a pool's predictions are (for everybody) and how other systems would have done (for ratings officers)."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import User
from clubs.permissions import Action, allowed
from ratings import evaluation
from ratings.calibration_chart import calibration_chart
from ratings.engine.evaluate import TooFewGames
from ratings.models import RatingPool


def _pool(slug: str) -> RatingPool:
    return get_object_or_404(RatingPool.objects.select_related("club", "current_run"), slug=slug)


def _officer(request: HttpRequest, pool: RatingPool) -> bool:
    """Whether the user looks after this pool; one of the whole site belongs to superusers."""
    user = request.user
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or (pool.club is not None and allowed(user, pool.club, Action.MANAGE_RATINGS))


@require_safe
def calibration(request: HttpRequest, pool: str) -> HttpResponse:
    """Expected and observed wins of the favourites of the pool's latest games."""
    found = _pool(pool)
    measured = evaluation.pool_calibration(found)
    context = {
        "pool": found,
        "calibration": measured,
        "chart": calibration_chart(measured.bins) if measured else None,
        "officer": _officer(request, found),
    }
    return render(request, "ratings/calibration.html", context)


@login_required
@require_safe
def evaluate(request: HttpRequest, pool: str) -> HttpResponse:
    """Rating systems compared on the pool's own games; for its ratings officers."""
    found = _pool(pool)
    if not _officer(request, found):
        raise PermissionDenied(f"evaluate {found.slug}")
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
