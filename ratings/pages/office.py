"""Pages of a ratings officer.  Everything is reached through a club in which the user may manage ratings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club, Player
from ratings.access import club_pool
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
from ratings.services import importing, official, openings, people, pools
from ratings.services.ledger import LedgerError
from ratings.services.office import request_check


def _form_page(
    request: HttpRequest,
    form: forms.Form,
    save: Callable[[dict[str, Any]], object],
    *,
    done: str,
    to: Callable[[Any], str] | str,
    club: Club,
    **context: object,
) -> HttpResponse:
    """A page with one form: saved it says what was ``done`` and goes ``to``; what the ledger refuses is shown with the form.

    ``to``: an address, or the address by what ``save`` returns.  ``context``: title, verb, points, pool, danger.
    """
    if request.method == "POST" and form.is_valid():
        try:
            saved = save(form.cleaned_data)
        except LedgerError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, done)
            return redirect(to(saved) if callable(to) else to)
    return render(request, "ratings/officer_form.html", {"form": form, "club": club, **context})


def _office(club: Club) -> str:
    return reverse("ratings:office", args=[club.slug])


def _list(pool: RatingPool) -> str:
    return reverse("ratings:list", args=[pool.slug])


def office(request: HttpRequest, club: str) -> HttpResponse:
    """What a ratings officer can do in a club."""
    this_club = reached(request, ClubPath(club))
    merges = PlayerMerge.objects.filter(kept__home_club=this_club, undone_at=None).select_related("duplicate", "kept")
    states = pool_states(list(RatingPool.objects.filter(club=this_club)))
    return render(request, "ratings/office.html", {"club": this_club, "states": states, "merges": merges})


def check(request: HttpRequest, pool: str) -> HttpResponse:
    """POST has a list checked or recomputed in the background; an open office polls how far that is."""
    this_pool, club = club_pool(request, pool)
    if request.method == "POST":
        kind = request.POST.get("kind", "")
        if kind not in PoolCheck.Kind.values:
            return HttpResponseBadRequest(_("Choose “Check” or “Recompute”."))
        request_check(pool=this_pool, kind=kind, actor=signed_in(request))
        return redirect(f"{_office(club)}#list-{this_pool.pk}")
    (state,) = pool_states([this_pool])
    return render(request, "ratings/_check.html", {"club": club, "state": state})


def new_pool(request: HttpRequest, club: str) -> HttpResponse:
    """Start a rating list: name, system, parameters."""
    this_club = reached(request, ClubPath(club))
    form = PoolForm(request.POST or None, club=this_club)

    def save(data: dict[str, Any]) -> RatingPool:
        values = {name: data[name] for name in ("name", "slug", "system", "params")}
        return pools.create_pool(club=this_club, accepted=form.accepted(), actor=signed_in(request), **values)

    return _form_page(
        request,
        form,
        save,
        done=_("Rating list created. Divisions can use it now."),
        to=_list,
        club=this_club,
        title=_("New rating list"),
        verb=_("Create the list"),
    )


def accepts(request: HttpRequest, pool: str) -> HttpResponse:
    """Say which results a list accepts."""
    this_pool, club = club_pool(request, pool)
    now = pools.accepted_by(this_pool)
    initial = {"game": now.game, "setting": now.setting, "rules": now.rules, "lexicons": now.lexicons}
    form = AcceptForm(request.POST or None, club=club, initial=initial)
    return _form_page(
        request,
        form,
        lambda _: pools.change_accepted(pool=this_pool, accepted=form.accepted(), actor=signed_in(request)),
        done=_("Saved. Divisions must match this when they are set up."),
        to=_office(club),
        club=club,
        pool=this_pool,
        title=_("What the list accepts"),
        verb=_("Save"),
        points=[_("Results already in the list stay, whatever you choose here.")],
    )


def opening(request: HttpRequest, pool: str) -> HttpResponse:
    """Set or clear one player's starting rating."""
    this_pool, club = club_pool(request, pool)
    player = request.GET.get("player", "")
    now = OpeningRating.objects.filter(pool=this_pool, player=int(player)).first() if _is_id(player) else None
    initial = {"player": player, "rating": now.rating if now else None, "games": now.games if now else None}
    return _form_page(
        request,
        OpeningForm(request.POST or None, club=club, initial=initial),
        lambda data: openings.change_opening(pool=this_pool, actor=signed_in(request), **data),
        done=_("Starting rating saved. Ratings will update shortly."),
        to=_list(this_pool),
        club=club,
        pool=this_pool,
        title=_("A player's starting rating"),
        verb=_("Save"),
        points=[
            _("Events already rated will be rated again from it."),
            _("Published lists do not change; the next one will."),
        ],
    )


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def publish(request: HttpRequest, pool: str) -> HttpResponse:
    """Freeze the list of today."""
    this_pool, club = club_pool(request, pool)
    return _form_page(
        request,
        PublishForm(request.POST or None, initial={"effective": timezone.localdate()}),
        lambda data: official.publish_list(pool=this_pool, actor=signed_in(request), **data),
        done=_("List published. It will not change any more."),
        to=lambda published: reverse("ratings:official_list", args=[this_pool.slug, published.pk]),
        club=club,
        pool=this_pool,
        title=_("Publish the list"),
        verb=_("Publish"),
        points=[
            _("Copies the current official ratings; events still in progress are not included."),
            _("A published list never changes. Corrections appear in the live list and in the next list you publish."),
        ],
    )


def import_list(request: HttpRequest, pool: str) -> HttpResponse:
    """Bring an official list in as starting ratings: first what it would do, then all or nothing."""
    this_pool, club = club_pool(request, pool)
    form = ImportForm(request.POST or None, request.FILES or None)
    context: dict[str, object] = {"club": club, "pool": this_pool, "form": form}
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        context |= {"preview": importing.preview_import(club=club, text=text), "text": text}
        if "confirm" in request.POST:
            choices = {
                int(name[7:]): value
                for name, value in request.POST.items()
                if name.startswith("choice-") and name[7:].isdecimal() and isinstance(value, str)
            }
            try:
                count = importing.import_list(
                    pool=this_pool, club=club, text=text, choices=choices, actor=signed_in(request)
                )
            except LedgerError as error:
                context["error"] = str(error)
            else:
                messages.success(request, _("%(count)d starting ratings set.") % {"count": count})
                return redirect("ratings:list", this_pool.slug)
    return render(request, "ratings/import.html", context)


def merge(request: HttpRequest, club: str) -> HttpResponse:
    """Two players who are one person become one."""
    this_club = reached(request, ClubPath(club))
    return _form_page(
        request,
        MergeForm(request.POST or None, club=this_club),
        lambda data: people.merge_players(actor=signed_in(request), **data),
        done=_("Players merged. Ratings will update shortly."),
        to=_office(this_club),
        club=this_club,
        title=_("Merge two players"),
        verb=_("Merge"),
        points=[
            _("The duplicate's games count for the other player in every rating list."),
            _("Nothing recorded is changed, so a merge can be undone."),
        ],
    )


def undo_merge(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Make two players of one again."""
    this_club = reached(request, ClubPath(club))
    merges = PlayerMerge.objects.select_related("duplicate", "kept")
    this_merge = get_object_or_404(merges, pk=pk, kept__home_club=this_club)
    names = {"duplicate": this_merge.duplicate.name, "kept": this_merge.kept.name}
    return _form_page(
        request,
        ReasonForm(request.POST or None),
        lambda data: people.undo_merge(merge=this_merge, actor=signed_in(request), **data),
        done=_("Players separated. Ratings will update shortly."),
        to=_office(this_club),
        club=this_club,
        title=_("Undo a merge"),
        verb=_("Undo"),
        points=[_("%(duplicate)s and %(kept)s will be rated as two players again.") % names],
    )


def anonymise(request: HttpRequest, club: str) -> HttpResponse:
    """Forget who a player is; the ratings of everybody else stay right."""
    this_club = reached(request, ClubPath(club))
    return _form_page(
        request,
        AnonymiseForm(request.POST or None, club=this_club),
        lambda data: people.anonymise_player(actor=signed_in(request), **data),
        done=_("Name removed."),
        to=_office(this_club),
        club=this_club,
        title=_("Make a player anonymous"),
        verb=_("Remove the name"),
        points=[
            _("The name, account, federation id and country are removed, here and from events."),
            _("Results and ratings stay, under a number, because opponents' ratings depend on them."),
            _(
                "Game records, the log, event backups and emails show the number too; photos of the player's "
                "scoresheets are deleted."
            ),
            _("This cannot be undone."),
        ],
        danger=True,
    )


def _event(pool: RatingPool, pk: int) -> RatedEvent:
    return get_object_or_404(RatedEvent.objects.select_related("pool"), pool=pool, pk=pk)


def _game_in_words(event: RatedEvent, player: Player, key: str) -> list[str]:
    """The game with this key, as the list of the player's games names it; empty when it is not among them. Three queries."""
    explained = explain_change(event, player.pk)
    if explained is None:
        return []
    return [
        _("Round %(round)s: %(own)s–%(other)s against %(name)s")
        % {
            "round": game.round,
            "own": game.score,
            "other": game.opponent_score,
            "name": explained.names.get(game.opponent, "?"),
        }
        for part in explained.segments
        for game in part.games
        if game.key == key
    ]


def move_result(request: HttpRequest, pool: str, event: int, player: int, key: str) -> HttpResponse:
    """Give a rated game to the player who really played it."""
    this_pool, club = club_pool(request, pool)
    rated = _event(this_pool, event)
    person = get_object_or_404(Player, pk=player)

    def save(data: dict[str, Any]) -> None:
        really, reason = data["player"], data["reason"]
        people.move_result(
            event=rated, game_key=key, player=person, really=really, reason=reason, actor=signed_in(request)
        )

    return _form_page(
        request,
        MoveForm(request.POST or None, club=club, player=person),
        save,
        done=_("Game moved. Ratings will update shortly."),
        to=reverse("ratings:event", args=[this_pool.slug, rated.pk]),
        club=club,
        pool=this_pool,
        title=_("Move a game from %(name)s") % {"name": person.name},
        verb=_("Move the game"),
        points=[
            *_game_in_words(rated, person, key),
            _(
                "The game will count for the player you choose, no longer for %(name)s. The old row stays in the ledger, marked void."
            )
            % {"name": person.name},
            _("Only the ratings change. If the event was run on this site, change the player in the event as well."),
        ],
    )


def event_games(request: HttpRequest, pool: str, event: int, player: int) -> HttpResponse:
    """The games of one player in an event, each with a way to move it."""
    this_pool, club = club_pool(request, pool)
    rated = _event(this_pool, event)
    context = {"club": club, "pool": this_pool, "event": rated, "explained": explain_change(rated, player)}
    return render(request, "ratings/event_games.html", context)
