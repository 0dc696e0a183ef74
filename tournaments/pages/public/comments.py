"""Comments on a game's moves, and the collections that people keep of games."""

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import signed_in
from clubs.models import User
from tournaments.errors import TournamentError
from tournaments.models import MAX_COMMENT, MAX_TURN, CollectedGame, GameCollection, Pairing
from tournaments.pages.public.games import is_confirmed, record_of
from tournaments.queries.comments import games_in
from tournaments.services.comments import (
    add_comment,
    change_collection,
    collect,
    make_collection,
    remove_comment,
)
from tournaments.wording.sentences import describe, names_at


def comment(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Add a comment to a move of a record that the visitor sees. What was refused stays in the form."""
    record_of(request, pairing)
    if not is_confirmed(pairing):
        raise Http404
    move = request.POST.get("move", "0")
    number = min(int(move), MAX_TURN) if move.isascii() and move.isdigit() and len(move) < 6 else 0
    try:
        add_comment(actor=signed_in(request), pairing=pairing, move=number, text=request.POST.get("text", ""))
    except TournamentError as error:
        context = {
            "event": pairing.round.division.event,
            "pairing": pairing,
            "problem": str(error),
            "text": request.POST.get("text", ""),
            "move": number,
            "most": MAX_COMMENT,
        }
        return render(request, "games/comment.html", context, status=422)
    return redirect(f"{_replay(pairing)}?move={number}#comments" if number else f"{_replay(pairing)}#comments")


def uncomment(request: HttpRequest, pairing: Pairing, comment: int) -> HttpResponse:
    """Remove a comment."""
    try:
        remove_comment(actor=signed_in(request), pairing=pairing, comment_id=comment)
        messages.success(request, _("Comment removed."))
    except TournamentError as error:
        messages.error(request, str(error))
    return redirect(f"{_replay(pairing)}#comments")


def add_to_collection(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Put a game whose record the visitor sees into one of their collections, or into a new one."""
    record_of(request, pairing)
    user = signed_in(request)
    try:
        chosen = request.POST.get("collection", "")
        if request.POST.get("name", "").strip() or not chosen:
            collection = make_collection(owner=user, name=request.POST.get("name", ""))
        else:
            collection = _own(user, int(chosen) if chosen.isdecimal() and len(chosen) < 18 else 0)
        collect(collection=collection, pairing=pairing)
        messages.success(request, _("The game is in “%(name)s”.") % {"name": collection.name})
    except TournamentError as error:
        messages.error(request, str(error))
    return redirect(_replay(pairing))


def collections(request: HttpRequest) -> HttpResponse:
    """One's own collections, and a form for a new one."""
    user, problem = signed_in(request), ""
    if request.method == "POST":
        try:
            made = make_collection(
                owner=user, name=request.POST.get("name", ""), public=bool(request.POST.get("public"))
            )
            return redirect("tournaments:collection", made.pk)
        except TournamentError as error:
            problem = str(error)
    rows = GameCollection.objects.filter(owner=user).annotate(count=Count("games")).order_by("name")
    context = {"collections": rows, "problem": problem, "name": request.POST.get("name", "")}
    return render(request, "games/collections.html", context, status=422 if problem else 200)


def collection(request: HttpRequest, collection: int) -> HttpResponse:
    """The games of a collection, for everyone if it is public, else for its owner."""
    row = get_object_or_404(GameCollection.objects.select_related("owner"), pk=collection)
    own = request.user.is_authenticated and row.owner_id == request.user.pk
    if not row.public and not own:
        raise Http404
    games = [
        (game, " – ".join(names_at(game)), describe(game.result, names_at(game)), game.round.division.event)
        for game in games_in(row)
    ]
    return render(request, "games/collection.html", {"collection": row, "own": own, "games": games})


def edit_collection(request: HttpRequest, collection: int) -> HttpResponse:
    """Change, delete, or take a game out of one's own collection."""
    row = _own(signed_in(request), collection)
    if "delete" in request.POST:
        row.delete()
        messages.success(request, _("Collection deleted. The games stay where they are."))
        return redirect("tournaments:collections")
    taken = request.POST.get("take_out", "")
    try:
        if taken.isdecimal() and len(taken) < 18:
            CollectedGame.objects.filter(collection=row, pairing=int(taken)).delete()
        else:
            public = bool(request.POST.get("public"))
            change_collection(collection=row, name=request.POST.get("name", ""), public=public)
    except TournamentError as error:
        messages.error(request, str(error))
    return redirect("tournaments:collection", row.pk)


def _own(user: User, pk: int) -> GameCollection:
    """Raises Http404 for somebody else's."""
    return get_object_or_404(GameCollection, owner=user, pk=pk)


def _replay(pairing: Pairing) -> str:
    return reverse("tournaments:replay", args=[pairing.round.division.event.slug, pairing.pk])
