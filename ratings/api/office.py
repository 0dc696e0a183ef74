"""A ratings officer's work over HTTP: lists, openings, merges, games of somebody else, people to be forgotten."""

from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club, Player
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from lexicon.models import Lexicon
from lexicon.queries import visible_to
from ratings.access import club_pool
from ratings.api import office_serializers as serializers
from ratings.api.filters import CheckFilters, OfficialListFilters
from ratings.models import OfficialList, OpeningRating, PlayerMerge, PoolCheck, RatedEvent, RatingPool
from ratings.queries import published as list_queries
from ratings.services import importing, office, official, openings, people, pools


def _player(club: Club, pk: int) -> Player:
    return get_object_or_404(Player, home_club=club, pk=pk)


class OfficialListsView(PagedView):
    """The published lists of a pool."""

    serializer_class = serializers.OfficialListSerializer
    filterset_class = OfficialListFilters

    @operation("list_official_lists", "ratings", gives=serializers.OfficialListSerializer(many=True))
    def get(self, _request: Request, pool: str) -> Response:
        """The published lists, newest first."""
        return self.page(OfficialList.objects.filter(pool=get_object_or_404(RatingPool, slug=pool)))

    @operation(
        "publish_official_list",
        "ratings",
        takes=serializers.PublishSerializer,
        gives=serializers.OfficialListSerializer,
        status=201,
    )
    def post(self, request: Request, pool: str) -> Response:
        """Freeze the official ratings of now as a list; one a day, and it never changes."""
        this_pool, _ = club_pool(request, pool)
        data = sent(request, serializers.PublishSerializer)
        published = official.publish_list(pool=this_pool, actor=signed_in(request), **data.validated_data)
        return Response(self.get_serializer(published).data, status=status.HTTP_201_CREATED)


class OfficialListView(PagedView):
    """One published list."""

    serializer_class = serializers.OfficialLineSerializer

    @operation("official_list", "ratings", gives=serializers.OfficialLineSerializer(many=True))
    def get(self, _request: Request, pool: str, listed: int) -> Response:
        """The lines of a published list by rank, each with the official rating of now."""
        published = get_object_or_404(OfficialList, pool__slug=pool, pk=listed)
        return self.page(list_queries.official_lines(published))


class ChecksView(PagedView):
    """Checking a list against its ledger, and recomputing it from nothing."""

    serializer_class = serializers.CheckSerializer
    filterset_class = CheckFilters

    @operation("list_rating_checks", "ratings", gives=serializers.CheckSerializer(many=True))
    def get(self, request: Request, pool: str) -> Response:
        """The last checks and recomputes with their answers, newest first."""
        this_pool, _ = club_pool(request, pool)
        return self.page(PoolCheck.objects.filter(pool=this_pool))

    @operation(
        "ask_rating_check",
        "ratings",
        takes=serializers.NewCheckSerializer,
        gives=serializers.CheckSerializer,
        status=202,
    )
    def post(self, request: Request, pool: str) -> Response:
        """Ask for one; it is done in the background. One that is open is answered instead of a second."""
        this_pool, _ = club_pool(request, pool)
        data = sent(request, serializers.NewCheckSerializer)
        check = office.request_check(pool=this_pool, kind=data.validated_data["kind"], actor=signed_in(request))
        return Response(self.get_serializer(check).data, status=status.HTTP_202_ACCEPTED)


class ImportPreviewView(APIView):
    """What importing an official list would do."""

    @operation(
        "preview_rating_import",
        "ratings",
        takes=serializers.ListTextSerializer,
        gives=serializers.ImportPreviewSerializer,
    )
    def post(self, request: Request, pool: str) -> Response:
        """Read a list and look everybody up in the club; writes nothing."""
        _this_pool, club = club_pool(request, pool)
        data = sent(request, serializers.ListTextSerializer)
        preview = importing.preview_import(club=club, text=data.validated_data["text"])
        return Response(serializers.ImportPreviewSerializer(preview).data)


class ImportView(APIView):
    """Importing an official list as starting ratings."""

    @operation("import_ratings", "ratings", takes=serializers.ImportSerializer, gives=serializers.ImportedSerializer)
    def post(self, request: Request, pool: str) -> Response:
        """Set the listed ratings as starting ratings; all or nothing."""
        this_pool, club = club_pool(request, pool)
        data = sent(request, serializers.ImportSerializer)
        choices = data.validated_data["choices"]
        count = importing.import_list(
            pool=this_pool, club=club, text=data.validated_data["text"], choices=choices, actor=signed_in(request)
        )
        return Response({"players": count})


class OpeningView(APIView):
    """One player's starting rating."""

    @operation("opening_rating", "ratings", gives=serializers.OpeningSerializer)
    def get(self, request: Request, pool: str, player: int) -> Response:
        """The player's starting rating; ``rating`` null: none."""
        this_pool, club = club_pool(request, pool)
        row = OpeningRating.objects.filter(pool=this_pool, player=_player(club, player)).first()
        return Response({"rating": row.rating if row else None, "games": row.games if row else None})

    @operation(
        "change_opening_rating",
        "ratings",
        takes=serializers.OpeningChangeSerializer,
        gives=serializers.OpeningSerializer,
    )
    def put(self, request: Request, pool: str, player: int) -> Response:
        """Set or clear (``rating`` null) the starting rating; events already rated are rated again."""
        this_pool, club = club_pool(request, pool)
        data = sent(request, serializers.OpeningChangeSerializer)
        openings.change_opening(
            pool=this_pool, player=_player(club, player), actor=signed_in(request), **data.validated_data
        )
        return self.get(request, pool, player)


class AcceptedView(APIView):
    """Which results a pool accepts."""

    @operation("accepted_results", "ratings", gives=serializers.AcceptedSerializer)
    def get(self, _request: Request, pool: str) -> Response:
        """Game, setting, rules and dictionaries; empty: all."""
        this_pool = get_object_or_404(RatingPool, slug=pool)
        now = pools.accepted_by(this_pool)
        slugs = this_pool.lexicons.order_by("slug").values_list("slug", flat=True)
        return Response({"game": now.game, "setting": now.setting, "rules": now.rules, "dictionaries": list(slugs)})

    @operation(
        "change_accepted_results", "ratings", takes=serializers.AcceptedSerializer, gives=serializers.AcceptedSerializer
    )
    def put(self, request: Request, pool: str) -> Response:
        """Change what the pool accepts; results that are in it stay."""
        this_pool, club = club_pool(request, pool)
        usable = Lexicon.objects.filter(pk__in=visible_to(club).values("lexicon"))
        data = sent(request, serializers.AcceptedSerializer, context={"lexicons": usable})
        pools.change_accepted(pool=this_pool, accepted=data.accepted(), actor=signed_in(request))
        return self.get(request, pool)


class MoveView(APIView):
    """Moving a rated game to the player who played it."""

    @operation("move_rated_game", "ratings", takes=serializers.MoveSerializer, gives=serializers.MovedSerializer)
    def post(self, request: Request, pool: str, event: int) -> Response:
        """Give a rated game to the player who really played it: the row is voided and a new one recorded."""
        this_pool, club = club_pool(request, pool)
        rated = get_object_or_404(RatedEvent, pool=this_pool, pk=event)
        data = sent(request, serializers.MoveSerializer).validated_data
        row = people.move_result(
            event=rated,
            game_key=data["game"],
            player=get_object_or_404(Player, pk=data["player"]),
            really=_player(club, data["really"]),
            reason=data["reason"],
            actor=signed_in(request),
        )
        return Response({"game": row.game_key, "revision": row.revision})


class MergesView(PagedView):
    """Players of a club that are one person."""

    serializer_class = serializers.MergeSerializer

    @operation("list_merges", "ratings", gives=serializers.MergeSerializer(many=True))
    def get(self, request: Request, club: str) -> Response:
        """Merges, the newest first, those that were undone too."""
        return self.page(PlayerMerge.objects.filter(kept__home_club=reached(request, ClubPath(club))).order_by("-pk"))

    @operation(
        "merge_players", "ratings", takes=serializers.NewMergeSerializer, gives=serializers.MergeSerializer, status=201
    )
    def post(self, request: Request, club: str) -> Response:
        """Rate the games of ``duplicate`` as those of ``kept``, in every pool; it can be undone."""
        this_club = reached(request, ClubPath(club))
        data = sent(request, serializers.NewMergeSerializer).validated_data
        merge = people.merge_players(
            duplicate=_player(this_club, data["duplicate"]),
            kept=_player(this_club, data["kept"]),
            reason=data["reason"],
            actor=signed_in(request),
        )
        return Response(self.get_serializer(merge).data, status=status.HTTP_201_CREATED)


class UndoMergeView(APIView):
    """Undoing a merge."""

    @operation("undo_merge", "ratings", takes=serializers.RatingReasonSerializer, gives=serializers.MergeSerializer)
    def post(self, request: Request, club: str, merge: int) -> Response:
        """Make two players of one again; ratings become what they would have been."""
        this_merge = get_object_or_404(PlayerMerge, kept__home_club=reached(request, ClubPath(club)), pk=merge)
        data = sent(request, serializers.RatingReasonSerializer)
        undone = people.undo_merge(merge=this_merge, actor=signed_in(request), **data.validated_data)
        return Response(serializers.MergeSerializer(undone).data)


class AnonymiseView(APIView):
    """A person who wants to be forgotten."""

    @operation(
        "anonymise_player", "ratings", takes=serializers.RatingReasonSerializer, gives=serializers.AnonymisedSerializer
    )
    def post(self, request: Request, club: str, player: int) -> Response:
        """Remove name, account, federation id and country; results stay under a number. It cannot be undone."""
        person = _player(reached(request, ClubPath(club)), player)
        data = sent(request, serializers.RatingReasonSerializer)
        forgotten = people.anonymise_player(player=person, actor=signed_in(request), **data.validated_data)
        return Response({"id": forgotten.pk, "name": forgotten.name})
