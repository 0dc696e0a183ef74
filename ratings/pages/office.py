"""Pages of a ratings officer.  Everything is reached through a club in which the user may manage ratings."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club, Player
from ratings import services
from ratings.access import PoolPath
from ratings.forms import (
    AcceptForm,
    AnonymiseForm,
    ImportForm,
    MergeForm,
    MoveForm,
    OpeningForm,
    PoolForm,
    PublishForm,
    ReasonForm,
)
from ratings.models import OpeningRating, PlayerMerge, PoolCheck, RatedEvent, RatingPool
from ratings.queries.lists import explain_change
from ratings.queries.office import pool_states
from ratings.services import LedgerError


def _pool(request: HttpRequest, slug: str) -> tuple[RatingPool, Club]:
    """A pool of a club, if the user may manage its ratings; pools of the whole site belong to superusers."""
    pool = reached(request, PoolPath(slug))
    if pool.club is None:
        raise PermissionDenied("pool of the whole site")
    return pool, pool.club


def office(request: HttpRequest, club: str) -> HttpResponse:
    """What a ratings officer can do in a club."""
    found = reached(request, ClubPath(club))
    merges = PlayerMerge.objects.filter(kept__home_club=found, undone_at=None).select_related("duplicate", "kept")
    states = pool_states(list(RatingPool.objects.filter(club=found)))
    return render(request, "ratings/office.html", {"club": found, "states": states, "merges": merges})


def check(request: HttpRequest, pool: str) -> HttpResponse:
    """POST has a list checked or recomputed in the background; an open office asks every few seconds how far that is."""
    found, club = _pool(request, pool)
    if request.method == "POST":
        kind = request.POST.get("kind", "")
        if kind not in PoolCheck.Kind.values:
            return HttpResponseBadRequest(_("Choose “Check” or “Recompute”."))
        services.ask_check(pool=found, kind=kind, actor=signed_in(request))
        return redirect(f"{reverse('ratings:office', args=[club.slug])}#list-{found.pk}")
    (state,) = pool_states([found])
    return render(request, "ratings/_check.html", {"club": club, "state": state})


def new_pool(request: HttpRequest, club: str) -> HttpResponse:
    """Start a rating list: name, system, parameters."""
    found = reached(request, ClubPath(club))
    form = PoolForm(request.POST or None, club=found)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        pool = services.create_pool(
            name=data["name"],
            slug=data["slug"],
            club=found,
            system=data["system"],
            params=data["params"],
            accepted=form.accepted(),
            actor=signed_in(request),
        )
        messages.success(request, _("Rating list created. Divisions can use it now."))
        return redirect("ratings:list", pool.slug)
    context = {"club": found, "form": form, "title": _("New rating list"), "verb": _("Create the list")}
    return render(request, "ratings/officer_form.html", context)


def accepts(request: HttpRequest, pool: str) -> HttpResponse:
    """Say which results a list accepts."""
    found, club = _pool(request, pool)
    now = services.accepted_by(found)
    initial = {"game": now.game, "setting": now.setting, "rules": now.rules, "lexicons": now.lexicons}
    form = AcceptForm(request.POST or None, club=club, initial=initial)
    if request.method == "POST" and form.is_valid():
        services.change_accepted(pool=found, accepted=form.accepted(), actor=signed_in(request))
        messages.success(request, _("Saved. Divisions must follow it when they are set up."))
        return redirect("ratings:office", club.slug)
    points = [_("Results already in the list stay, whatever you choose here.")]
    context = {"club": club, "pool": found, "form": form, "title": _("What the list accepts"), "verb": _("Save")}
    return render(request, "ratings/officer_form.html", {**context, "points": points})


def opening(request: HttpRequest, pool: str) -> HttpResponse:
    """Set or clear one player's opening rating."""
    found, club = _pool(request, pool)
    chosen = request.GET.get("player", "")
    now = OpeningRating.objects.filter(pool=found, player=int(chosen)).first() if _is_id(chosen) else None
    initial = {"player": chosen, "rating": now.rating if now else None, "games": now.games if now else None}
    form = OpeningForm(request.POST or None, club=club, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        services.change_opening(
            pool=found,
            player=data["player"],
            rating=data["rating"],
            games=data["games"],
            reason=data["reason"],
            actor=signed_in(request),
        )
        messages.success(request, _("Starting rating saved. Ratings will update shortly."))
        return redirect("ratings:list", found.slug)
    points = [
        _("Events already rated are rated again from it."),
        _("Published lists do not change; the next one will."),
    ]
    context = {"club": club, "pool": found, "form": form, "title": _("Starting rating of a player"), "verb": _("Save")}
    return render(request, "ratings/officer_form.html", {**context, "points": points})


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def publish(request: HttpRequest, pool: str) -> HttpResponse:
    """Freeze the list of today."""
    found, club = _pool(request, pool)
    form = PublishForm(request.POST or None, initial={"effective": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            made = services.publish_list(pool=found, actor=signed_in(request), **form.cleaned_data)
        except LedgerError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("List published. It will not change any more."))
            return redirect("ratings:official_list", found.slug, made.pk)
    context = {
        "club": club,
        "pool": found,
        "form": form,
        "title": _("Publish the list"),
        "verb": _("Publish"),
        "points": [
            _("Copies the current official ratings; open events do not count."),
            _("A published list never changes. Corrections show in the live list and in the next published one."),
        ],
    }
    return render(request, "ratings/officer_form.html", context)


def import_list(request: HttpRequest, pool: str) -> HttpResponse:
    """Bring an official list in as opening ratings: first what it would do, then all or nothing."""
    found, club = _pool(request, pool)
    form = ImportForm(request.POST or None, request.FILES or None)
    context: dict[str, object] = {"club": club, "pool": found, "form": form}
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        context |= {"preview": services.preview_import(club=club, text=text), "text": text}
        if "confirm" in request.POST:
            chosen = {
                int(name[7:]): value
                for name, value in request.POST.items()
                if name.startswith("choice-") and name[7:].isdecimal() and isinstance(value, str)
            }
            try:
                count = services.import_list(pool=found, club=club, text=text, choices=chosen, actor=signed_in(request))
            except LedgerError as error:
                context["error"] = str(error)
            else:
                messages.success(request, _("%(count)d starting ratings set.") % {"count": count})
                return redirect("ratings:list", found.slug)
    return render(request, "ratings/import.html", context)


def merge(request: HttpRequest, club: str) -> HttpResponse:
    """Two entries of one person become one."""
    found = reached(request, ClubPath(club))
    form = MergeForm(request.POST or None, club=found)
    if request.method == "POST" and form.is_valid():
        try:
            services.merge_players(actor=signed_in(request), **form.cleaned_data)
        except LedgerError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Players merged. Ratings will update shortly."))
            return redirect("ratings:office", found.slug)
    points = [
        _("The duplicate's games count for the other player in every rating list."),
        _("Nothing recorded is changed, so a merge can be undone."),
    ]
    context = {"club": found, "form": form, "title": _("Merge two players"), "verb": _("Merge"), "points": points}
    return render(request, "ratings/officer_form.html", context)


def undo_merge(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Make two players of one again."""
    found = reached(request, ClubPath(club))
    merged = get_object_or_404(PlayerMerge.objects.select_related("duplicate", "kept"), pk=pk, kept__home_club=found)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.undo_merge(merge=merged, reason=form.cleaned_data["reason"], actor=signed_in(request))
        messages.success(request, _("Players separated. Ratings will update shortly."))
        return redirect("ratings:office", found.slug)
    names = {"duplicate": merged.duplicate.name, "kept": merged.kept.name}
    points = [_("%(duplicate)s and %(kept)s are rated as two players again.") % names]
    context = {"club": found, "form": form, "title": _("Undo a merge"), "verb": _("Undo"), "points": points}
    return render(request, "ratings/officer_form.html", context)


def anonymise(request: HttpRequest, club: str) -> HttpResponse:
    """Forget who a player is; the ratings of everybody else stay right."""
    found = reached(request, ClubPath(club))
    form = AnonymiseForm(request.POST or None, club=found)
    if request.method == "POST" and form.is_valid():
        services.anonymise_player(actor=signed_in(request), **form.cleaned_data)
        messages.success(request, _("Name removed."))
        return redirect("ratings:office", found.slug)
    points = [
        _("The name, account, federation id and country are removed, here and from events."),
        _("Results and ratings stay, under a number, because opponents' ratings depend on them."),
        _("Game records and older log entries keep the names written in them, as evidence of results."),
        _("This cannot be undone."),
    ]
    context = {
        "club": found,
        "form": form,
        "title": _("Make a player anonymous"),
        "verb": _("Remove the name"),
        "points": points,
        "danger": True,
    }
    return render(request, "ratings/officer_form.html", context)


def move_result(request: HttpRequest, pool: str, event: int, player: int, key: str) -> HttpResponse:
    """Give a rated game to the player who really played it."""
    found, club = _pool(request, pool)
    rated = get_object_or_404(RatedEvent.objects.select_related("pool"), pool=found, pk=event)
    person = get_object_or_404(Player, pk=player)
    form = MoveForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        try:
            services.move_result(
                event=rated,
                game_key=key,
                player=person,
                really=form.cleaned_data["player"],
                reason=form.cleaned_data["reason"],
                actor=signed_in(request),
            )
        except LedgerError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Game moved. Ratings will update shortly."))
            return redirect("ratings:event", found.slug, rated.pk)
    points = [
        _("The game counts for the other player. The old row stays in the ledger, marked void."),
        _("Only the ratings change. If the event was run here, correct the player there too."),
    ]
    title = _("Move a game of %(name)s") % {"name": person.name}
    context = {"club": club, "pool": found, "form": form, "title": title, "verb": _("Move the game"), "points": points}
    return render(request, "ratings/officer_form.html", context)


def event_games(request: HttpRequest, pool: str, event: int, player: int) -> HttpResponse:
    """The games of one player in an event, each with a way to move it."""
    found, club = _pool(request, pool)
    rated = get_object_or_404(RatedEvent.objects.select_related("pool"), pool=found, pk=event)
    explained = explain_change(rated, player)
    context = {"club": club, "pool": found, "event": rated, "explained": explained}
    return render(request, "ratings/event_games.html", context)
