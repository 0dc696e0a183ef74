"""A division and rating lists: the lists it feeds, and where its players' ratings come from."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import TournamentError
from tournaments.forms.rating_link import PinForm, PoolsForm, SeedForm
from tournaments.models import Division, Event, RatingSnapshot
from tournaments.pages.director import common
from tournaments.services.entries.entries import last_public_round
from tournaments.services.rating_link import lists as services
from tournaments.services.rating_link.copies import copy_ratings


def _context(division: Division) -> dict[str, object]:
    snapshot = RatingSnapshot.objects.filter(division=division).select_related("taken_by").first()
    return common.of_division(division) | {"snapshot": snapshot, "started": last_public_round(division)}


def ratings(request: HttpRequest, division: Division) -> HttpResponse:
    """The rating lists that the division feeds; where its players' ratings come from."""
    form = PoolsForm(request.POST or None, division=division)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {"setting": "setting"}, other="pools"):
            services.choose_pools(
                actor=common.signed_in(request),
                division=division,
                pools=[pool.pk for pool in form.cleaned_data["pools"]],
                play_type=form.cleaned_data["setting"],
                rate_games=form.games_rated,
                show_chances=form.cleaned_data["show_chances"],
            )
            return common.back_with(request, _ratings_url(division), done=_("Rating lists saved."))
    return common.form_page(request, "ratings", form, _context(division) | {"pin": PinForm(division=division)})


def _ratings_url(division: Division) -> str:
    return common.division_url("division_ratings", division)


@common.refused_to(_ratings_url)
def pin(request: HttpRequest, division: Division) -> HttpResponse:
    """Take the players' ratings from a published list: first what would change, then all of it."""
    form = PinForm(request.POST or request.GET, division=division)
    context = _context(division) | {"lines": []}
    if form.is_valid():
        chosen = form.cleaned_data["official_list"]
        context |= {"chosen": chosen, "lines": services.preview_pin(division=division, official_list=chosen)}
        if request.method == "POST":
            services.pin_ratings(actor=common.signed_in(request), division=division, official_list=chosen)
            return common.back_with(request, _ratings_url(division), done=_("Ratings imported from the list."))
    return common.form_page(request, "ratings_pin", form, context)


def seed(request: HttpRequest, division: Division) -> HttpResponse:
    """Take the players' ratings from a list that is pasted or uploaded: first a preview, then all or nothing."""
    form = SeedForm(request.POST or None, request.FILES or None, initial={"as_of": timezone.localdate()})
    context = _context(division) | {"form": form}
    refused = ""
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        context |= {"preview": services.preview_seed(division=division, text=data["text"]), "data": data}
        if "confirm" in request.POST:
            try:
                services.seed_ratings(
                    actor=common.signed_in(request),
                    division=division,
                    text=data["text"],
                    source=data["source"],
                    as_of=data["as_of"],
                    choices=form.choices_of(),
                )
            except TournamentError as error:
                refused = str(error)
            else:
                return common.back_with(request, _ratings_url(division), done=_("Ratings imported from the list."))
    status = 422 if form.errors or refused else 200
    return render(request, "tournaments/director/ratings_seed.html", context | {"refused": refused}, status=status)


def ratings_of_copy(request: HttpRequest, event: Event) -> HttpResponse:
    """What the ratings would be if the event had gone as in this test copy; 404 for any other event."""
    if event.what_if_of is None:
        raise Http404
    rows = copy_ratings(actor=common.signed_in(request), event=event)
    return render(request, "tournaments/director/copy_ratings.html", common.of_event(event) | {"rows": rows})
