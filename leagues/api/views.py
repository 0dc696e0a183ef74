"""Leagues over HTTP: which there are, their seasons and tables; this_season one, begin its first season, let an event count."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from leagues.access import LeaguePath, SeasonPath
from leagues.api.filters import LeagueFilters, SeasonFilters
from leagues.api.serializers import (
    CountedSerializer,
    CountingEventSerializer,
    LeagueSerializer,
    NewLeagueSerializer,
    NewSeasonSerializer,
    SeasonDetailSerializer,
    SeasonDivisionSerializer,
    SeasonLineSerializer,
    SeasonSerializer,
)
from leagues.models import LeagueDivision, LeagueSeason
from leagues.queries import CountingEventView, leagues_of, season_tables, seasons_of, sees_drafts
from leagues.services import leagues as services
from tournaments.models import Division


def _detail(season: LeagueSeason, *, drafts: bool) -> dict[str, Any]:
    tables = SeasonDivisionSerializer(season_tables(season), many=True, context={"drafts": drafts})
    return {**SeasonSerializer(season).data, "divisions": tables.data}


class LeaguesView(PagedView):
    """The leagues of a club."""

    serializer_class = LeagueSerializer
    filterset_class = LeagueFilters

    @operation("list_leagues", "leagues", gives=LeagueSerializer(many=True))
    def get(self, request: Request, club: str) -> Response:
        """The club's leagues by name."""
        this_club = get_object_or_404(Club, slug=club)
        return self.page(leagues_of(this_club, drafts=sees_drafts(request.user, this_club)))

    @operation("create_league", "leagues", takes=NewLeagueSerializer, gives=LeagueSerializer, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Found a league."""
        this_club = reached(request, ClubPath(club))
        data = sent(request, NewLeagueSerializer)
        new_league = services.create_league(actor=signed_in(request), club=this_club, data=data.to_input())
        return Response(LeagueSerializer(new_league).data, status=status.HTTP_201_CREATED)


class LeagueView(APIView):
    """One league."""

    @operation("league", "leagues", gives=LeagueSerializer)
    def get(self, request: Request, club: str, league: str) -> Response:
        """A league."""
        this_league = reached(request, LeaguePath(club, league))
        return Response(LeagueSerializer(this_league).data)


class SeasonsView(PagedView):
    """The seasons of a league."""

    serializer_class = SeasonSerializer
    filterset_class = SeasonFilters

    @operation("list_seasons", "leagues", gives=SeasonSerializer(many=True))
    def get(self, request: Request, club: str, league: str) -> Response:
        """The seasons, newest first."""
        this_league = reached(request, LeaguePath(club, league))
        return self.page(seasons_of(this_league, drafts=sees_drafts(request.user, this_league.club)))

    @operation("create_season", "leagues", takes=NewSeasonSerializer, gives=SeasonDetailSerializer, status=201)
    def post(self, request: Request, club: str, league: str) -> Response:
        """Begin the first season, in preparation."""
        this_league = reached(request, LeaguePath(club, league))
        data = sent(request, NewSeasonSerializer)
        new_season = services.create_season(
            actor=signed_in(request), league=this_league, data=data.to_input(), divisions=data.division_inputs()
        )
        return Response(_detail(new_season, drafts=True), status=status.HTTP_201_CREATED)


class SeasonView(APIView):
    """One season."""

    @operation("season", "leagues", gives=SeasonDetailSerializer)
    def get(self, request: Request, club: str, league: str, season: int) -> Response:
        """A season with its divisions and the events that count."""
        this_season = reached(request, SeasonPath(club, league, season))
        return Response(_detail(this_season, drafts=sees_drafts(request.user, this_season.league.club)))


class SeasonStandingsView(PagedView):
    """The table of a division of a season."""

    serializer_class = SeasonLineSerializer

    @operation("season_standings", "leagues", gives=SeasonLineSerializer(many=True))
    def get(self, request: Request, club: str, league: str, season: int, division: str) -> Response:
        """The table as the confirmed results stand, best first; who has played too little at the end."""
        this_season = reached(request, SeasonPath(club, league, season))
        table = next((table for table in season_tables(this_season) if table.division.slug == division), None)
        if table is None:
            raise Http404
        return self.page(table.rows)


class CountedView(APIView):
    """Events that count for a division of a season."""

    @operation("count_event", "leagues", takes=CountedSerializer, gives=CountingEventSerializer, status=201)
    def post(self, request: Request, club: str, league: str, season: int, division: str) -> Response:
        """Let the games of an event's division count; sent again it changes nothing."""
        this_season = reached(request, SeasonPath(club, league, season))
        place = get_object_or_404(LeagueDivision, season=this_season, slug=division)
        place.season = this_season
        address = sent(request, CountedSerializer).validated_data
        own = Division.objects.filter(event__club=this_season.league.club_id)
        played = own.filter(event__slug=address["event"], slug=address["division"]).first()
        counting_event = services.count_event(
            actor=signed_in(request), division=place, event_division_id=played.pk if played else 0
        )
        view = CountingEventView(
            counting_event.pk, Division.objects.select_related("event").get(pk=counting_event.event_division_id)
        )
        return Response(CountingEventSerializer(view).data, status=status.HTTP_201_CREATED)
