"""A division and rating lists: which pools it feeds, and where its players' ratings are taken from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath
from tournaments.errors import TournamentError
from tournaments.forms.rating_link import PinForm, PoolsForm, SeedForm
from tournaments.models import Division, RatingSnapshot
from tournaments.pages.director import common
from tournaments.services.entries.entries import last_public_round
from tournaments.services.rating_link import lists as services


def _context(division: Division) -> dict[str, object]:
    snapshot = RatingSnapshot.objects.filter(division=division).select_related("taken_by").first()
    return {
        "division": division,
        "event": division.event,
        "crumbs": common.event_crumbs(division.event),
        "snapshot": snapshot,
        "started": last_public_round(division),
    }


def ratings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The pools that the division feeds; where its players' ratings come from."""
    found = reached(request, DivisionPath(event, division))
    form = PoolsForm(request.POST or None, division=found)
    if request.method == "POST" and form.is_valid():
        pools = [pool.pk for pool in form.cleaned_data["pools"]]
        try:
            services.choose_pools(
                actor=common.signed_in(request),
                division=found,
                pools=pools,
                play_type=form.cleaned_data["setting"],
                rate_games=form.games_rated,
                show_chances=form.cleaned_data["show_chances"],
            )
        except TournamentError as error:
            common.add_error(form, "setting" if error.code == "setting" else "pools", error)
        else:
            return common.back_with(request, _here(found), done=_("Rating lists saved."))
    context = {**_context(found), "form": form, "pin": PinForm(division=found)}
    return render(request, "tournaments/director/ratings.html", context, status=422 if form.errors else 200)


def pin(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Take the players' ratings from a list of the pool: first what would change, then all of it."""
    found = reached(request, DivisionPath(event, division))
    form = PinForm(request.POST or request.GET, division=found)
    context = {**_context(found), "form": form, "lines": []}
    if form.is_valid():
        chosen = form.cleaned_data["official_list"]
        context |= {"chosen": chosen, "lines": services.preview_pin(division=found, official_list=chosen)}
        if request.method == "POST":
            try:
                services.pin_ratings(actor=common.signed_in(request), division=found, official_list=chosen)
            except TournamentError as error:
                return common.back_with(request, _here(found), error=error)
            return common.back_with(request, _here(found), done=_("Ratings imported from the list."))
    return render(request, "tournaments/director/ratings_pin.html", context, status=422 if form.errors else 200)


def seed(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Take the players' ratings from an official list that is pasted or uploaded: first look, then all or nothing."""
    found = reached(request, DivisionPath(event, division))
    form = SeedForm(request.POST or None, request.FILES or None, initial={"as_of": timezone.localdate()})
    context = {**_context(found), "form": form}
    refused = ""
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        context |= {"preview": services.preview_seed(division=found, text=data["text"]), "data": data}
        if "confirm" in request.POST:
            try:
                services.seed_ratings(
                    actor=common.signed_in(request),
                    division=found,
                    text=data["text"],
                    source=data["source"],
                    as_of=data["as_of"],
                    choices=form.choices_of(),
                )
            except TournamentError as error:
                refused = str(error)
            else:
                return common.back_with(request, _here(found), done=_("Ratings imported from the list."))
    bad = bool(form.errors or refused)
    context["refused"] = refused
    return render(request, "tournaments/director/ratings_seed.html", context, status=422 if bad else 200)


def _here(division: Division) -> str:
    return reverse("tournaments:division_ratings", args=[division.event.slug, division.slug])
