"""Comments on games, and the games of a collection that a visitor may see."""

from typing import Any

from django.db.models import QuerySet

from clubs.models import User
from clubs.permissions import Visitor
from tournaments.access import loaded_pairings
from tournaments.models import CollectedGame, Event, GameCollection, MoveComment, Pairing, RecordVisibility, Result
from tournaments.permissions import reachable_events


def comments_on(pairing: Pairing) -> list[MoveComment]:
    """The comments on a game by moves, with their authors. One query."""
    return list(MoveComment.objects.filter(pairing=pairing).select_related("author"))


def own_collections(visitor: Visitor) -> list[GameCollection]:
    """The visitor's collections by name. One query, none without an account."""
    return list(GameCollection.objects.filter(owner=visitor).order_by("name")) if visitor.is_authenticated else []


def games_in(collection: GameCollection) -> list[Pairing]:
    """The collection's games whose records everyone may open, with seats, result and event, in their order there. Two queries."""
    events = Event.objects.filter(reachable_events())
    order = CollectedGame.objects.filter(collection=collection)
    games: QuerySet[Pairing] = loaded_pairings().filter(
        pk__in=order.values("pairing"),
        round__division__event__in=events,
        result__state=Result.State.CONFIRMED,
        result__record__isnull=False,
    )
    places = {pk: at for at, pk in enumerate(order.order_by("pk").values_list("pairing_id", flat=True))}
    shown = games.exclude(record_visibility=RecordVisibility.PRIVATE)
    return sorted(shown, key=lambda game: places[game.pk])


def data_of(user: User) -> dict[str, Any]:
    """The account's comments and collections, in JSON values."""
    comments = MoveComment.objects.filter(author=user).order_by("pk")
    collections = GameCollection.objects.filter(owner=user).prefetch_related("games").order_by("pk")
    return {
        "comments": [
            {"game": one.pairing_id, "move": one.move, "text": one.text, "at": one.created_at.isoformat()}
            for one in comments
        ],
        "collections": [
            {"name": one.name, "public": one.public, "games": [game.pairing_id for game in one.games.all()]}
            for one in collections
        ],
    }
