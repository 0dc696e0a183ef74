"""A ratings officer's work over HTTP: lists, openings, merges, games of somebody else, people to be forgotten."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club, Player
from core.api.bodies import sent
from lexicon.models import Lexicon
from lexicon.queries import visible_to
from ratings import services
from ratings.access import PoolPath
from ratings.api import office_serializers as serializers
from ratings.api.views import paged
from ratings.models import OfficialList, OpeningRating, PlayerMerge, PoolCheck, RatedEvent, RatingPool
from ratings.queries import published as list_queries


def _pool(request: HttpRequest, slug: str) -> tuple[RatingPool, Club]:
    """A pool of a club, if the user may manage its ratings."""
    pool = reached(request, PoolPath(slug))
    if pool.club is None:
        raise PermissionDenied
    return pool, pool.club


def _player(club: Club, pk: int) -> Player:
    return get_object_or_404(Player, home_club=club, pk=pk)


class OfficialListsView(generics.GenericAPIView[Any]):
    """The published lists of a pool."""

    serializer_class = serializers.OfficialListSerializer

    @extend_schema(
        responses=serializers.OfficialListSerializer(many=True), tags=["ratings"], operation_id="list_official_lists"
    )
    def get(self, _request: Request, pool: str) -> Response:
        """The published lists, newest first."""
        return paged(self, OfficialList.objects.filter(pool=get_object_or_404(RatingPool, slug=pool)))

    @extend_schema(
        request=serializers.PublishSerializer,
        responses={201: serializers.OfficialListSerializer},
        tags=["ratings"],
        operation_id="publish_official_list",
    )
    def post(self, request: Request, pool: str) -> Response:
        """Freeze the official ratings of now as a list; one a day, and it never changes."""
        this_pool, _ = _pool(request, pool)
        data = sent(request, serializers.PublishSerializer)
        published = services.publish_list(pool=this_pool, actor=signed_in(request), **data.validated_data)
        return Response(self.get_serializer(published).data, status=status.HTTP_201_CREATED)


class OfficialListView(generics.GenericAPIView[Any]):
    """One published list."""

    serializer_class = serializers.OfficialLineSerializer

    @extend_schema(
        responses=serializers.OfficialLineSerializer(many=True), tags=["ratings"], operation_id="official_list"
    )
    def get(self, _request: Request, pool: str, listed: int) -> Response:
        """The lines of a published list by rank, each with the official rating of now."""
        published = get_object_or_404(OfficialList, pool__slug=pool, pk=listed)
        return paged(self, list_queries.official_lines(published))


class ChecksView(generics.GenericAPIView[Any]):
    """Checking a list against a rebuild from nothing, and replacing it by one."""

    serializer_class = serializers.CheckSerializer

    @extend_schema(
        responses=serializers.CheckSerializer(many=True), tags=["ratings"], operation_id="list_rating_checks"
    )
    def get(self, request: Request, pool: str) -> Response:
        """The last checks and recomputes with their answers, newest first."""
        this_pool, _ = _pool(request, pool)
        return paged(self, PoolCheck.objects.filter(pool=this_pool))

    @extend_schema(
        request=serializers.NewCheckSerializer,
        responses={202: serializers.CheckSerializer},
        tags=["ratings"],
        operation_id="ask_rating_check",
    )
    def post(self, request: Request, pool: str) -> Response:
        """Ask for one; it is done in the background. One that is open is answered instead of a second."""
        this_pool, _ = _pool(request, pool)
        data = sent(request, serializers.NewCheckSerializer)
        check = services.request_check(pool=this_pool, kind=data.validated_data["kind"], actor=signed_in(request))
        return Response(self.get_serializer(check).data, status=status.HTTP_202_ACCEPTED)


class ImportPreviewView(APIView):
    """What importing an official list would do."""

    @extend_schema(
        request=serializers.ListTextSerializer,
        responses=serializers.ImportPreviewSerializer,
        tags=["ratings"],
        operation_id="preview_rating_import",
    )
    def post(self, request: Request, pool: str) -> Response:
        """Read a list and look everybody up in the club; writes nothing."""
        _this_pool, club = _pool(request, pool)
        data = sent(request, serializers.ListTextSerializer)
        preview = services.preview_import(club=club, text=data.validated_data["text"])
        return Response(serializers.ImportPreviewSerializer(preview).data)


class ImportView(APIView):
    """Bringing an official list in as opening ratings."""

    @extend_schema(
        request=serializers.ImportSerializer,
        responses=serializers.ImportedSerializer,
        tags=["ratings"],
        operation_id="import_ratings",
    )
    def post(self, request: Request, pool: str) -> Response:
        """Set the listed ratings as opening ratings; all or nothing."""
        this_pool, club = _pool(request, pool)
        data = sent(request, serializers.ImportSerializer)
        choices = {int(line): choice for line, choice in data.validated_data["choices"].items()}
        count = services.import_list(
            pool=this_pool, club=club, text=data.validated_data["text"], choices=choices, actor=signed_in(request)
        )
        return Response({"players": count})


class OpeningView(APIView):
    """One player's opening rating."""

    @extend_schema(responses=serializers.OpeningSerializer, tags=["ratings"], operation_id="opening_rating")
    def get(self, request: Request, pool: str, player: int) -> Response:
        """What the player brought into the pool; ``rating`` null: nothing."""
        this_pool, club = _pool(request, pool)
        row = OpeningRating.objects.filter(pool=this_pool, player=_player(club, player)).first()
        return Response({"rating": row.rating if row else None, "games": row.games if row else None})

    @extend_schema(
        request=serializers.OpeningChangeSerializer,
        responses=serializers.OpeningSerializer,
        tags=["ratings"],
        operation_id="change_opening_rating",
    )
    def put(self, request: Request, pool: str, player: int) -> Response:
        """Set or clear (``rating`` null) what the player brought; events rated already are rated again."""
        this_pool, club = _pool(request, pool)
        data = sent(request, serializers.OpeningChangeSerializer)
        services.change_opening(
            pool=this_pool, player=_player(club, player), actor=signed_in(request), **data.validated_data
        )
        return self.get(request, pool, player)


class AcceptedView(APIView):
    """Which results a pool accepts."""

    @extend_schema(responses=serializers.AcceptedSerializer, tags=["ratings"], operation_id="accepted_results")
    def get(self, _request: Request, pool: str) -> Response:
        """Game, setting, rules and dictionaries; empty: all."""
        this_pool = get_object_or_404(RatingPool, slug=pool)
        now = services.accepted_by(this_pool)
        slugs = this_pool.lexicons.order_by("slug").values_list("slug", flat=True)
        return Response({"game": now.game, "setting": now.setting, "rules": now.rules, "dictionaries": list(slugs)})

    @extend_schema(
        request=serializers.AcceptedSerializer,
        responses=serializers.AcceptedSerializer,
        tags=["ratings"],
        operation_id="change_accepted_results",
    )
    def put(self, request: Request, pool: str) -> Response:
        """Say anew what the pool accepts; results that are in it stay."""
        this_pool, club = _pool(request, pool)
        usable = Lexicon.objects.filter(pk__in=visible_to(club).values("lexicon"))
        data = sent(request, serializers.AcceptedSerializer, context={"lexicons": usable})
        services.change_accepted(pool=this_pool, accepted=data.accepted(), actor=signed_in(request))
        return self.get(request, pool)


class MoveView(APIView):
    """A rated game of somebody else."""

    @extend_schema(
        request=serializers.MoveSerializer,
        responses=serializers.MovedSerializer,
        tags=["ratings"],
        operation_id="move_rated_game",
    )
    def post(self, request: Request, pool: str, event: int) -> Response:
        """Give a rated game to the player who really played it: the row is voided and a new one recorded."""
        this_pool, club = _pool(request, pool)
        rated = get_object_or_404(RatedEvent, pool=this_pool, pk=event)
        data = sent(request, serializers.MoveSerializer).validated_data
        row = services.move_result(
            event=rated,
            game_key=data["game"],
            player=get_object_or_404(Player, pk=data["player"]),
            really=_player(club, data["really"]),
            reason=data["reason"],
            actor=signed_in(request),
        )
        return Response({"game": row.game_key, "revision": row.revision})


class MergesView(generics.GenericAPIView[Any]):
    """Players of a club that are one person."""

    serializer_class = serializers.MergeSerializer

    @extend_schema(responses=serializers.MergeSerializer(many=True), tags=["ratings"], operation_id="list_merges")
    def get(self, request: Request, club: str) -> Response:
        """Merges, the newest first, those that were undone too."""
        return paged(self, PlayerMerge.objects.filter(kept__home_club=reached(request, ClubPath(club))).order_by("-pk"))

    @extend_schema(
        request=serializers.NewMergeSerializer,
        responses={201: serializers.MergeSerializer},
        tags=["ratings"],
        operation_id="merge_players",
    )
    def post(self, request: Request, club: str) -> Response:
        """Rate the games of ``duplicate`` as those of ``kept``, in every pool; it can be undone."""
        this_club = reached(request, ClubPath(club))
        data = sent(request, serializers.NewMergeSerializer).validated_data
        merge = services.merge_players(
            duplicate=_player(this_club, data["duplicate"]),
            kept=_player(this_club, data["kept"]),
            reason=data["reason"],
            actor=signed_in(request),
        )
        return Response(self.get_serializer(merge).data, status=status.HTTP_201_CREATED)


class UndoMergeView(APIView):
    """Two people after all."""

    @extend_schema(
        request=serializers.RatingReasonSerializer,
        responses=serializers.MergeSerializer,
        tags=["ratings"],
        operation_id="undo_merge",
    )
    def post(self, request: Request, club: str, merge: int) -> Response:
        """Make two players of one again; ratings become what they would have been."""
        this_merge = get_object_or_404(PlayerMerge, kept__home_club=reached(request, ClubPath(club)), pk=merge)
        data = sent(request, serializers.RatingReasonSerializer)
        undone = services.undo_merge(merge=this_merge, actor=signed_in(request), **data.validated_data)
        return Response(serializers.MergeSerializer(undone).data)


class AnonymiseView(APIView):
    """A person who wants to be forgotten."""

    @extend_schema(
        request=serializers.RatingReasonSerializer,
        responses=serializers.AnonymisedSerializer,
        tags=["ratings"],
        operation_id="anonymise_player",
    )
    def post(self, request: Request, club: str, player: int) -> Response:
        """Remove name, account, federation id and country; results stay under a number. It cannot be undone."""
        person = _player(reached(request, ClubPath(club)), player)
        data = sent(request, serializers.RatingReasonSerializer)
        forgotten = services.anonymise_player(player=person, actor=signed_in(request), **data.validated_data)
        return Response({"id": forgotten.pk, "name": forgotten.name})
