"""Roles over HTTP: who has which in a club or an event, given by name, ended."""

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import MAX_TABLES_TEXT, Role
from clubs.role_access import ClubPlace, Place
from clubs.role_queries import RoleLine, line_of, roles_of
from clubs.role_services import TermInput, end_role, give_role
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from core.api.rows import RowSerializer


class RoleLineSerializer(RowSerializer[RoleLine]):
    """A role that somebody has now or will have."""

    names = "id membership username role first_day last_day tables given_by by_link given_at begins_later"
    choices = {"role": Role.values}
    help = {
        "id": "Null for a member's own role; end that one by its membership.",
        "membership": "Null for every other role.",
        "first_day": "Null: at once.",
        "last_day": "Null: until it is ended.",
        "tables": "A scorer's tables, such as 1-8,12; empty: all.",
    }


class NewRoleSerializer(serializers.Serializer[None]):
    """A role for a user."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)
    first_day = serializers.DateField(required=False, allow_null=True, default=None)
    last_day = serializers.DateField(required=False, allow_null=True, default=None)
    tables = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=MAX_TABLES_TEXT, help_text="Such as 1-8, 12."
    )

    def to_input(self) -> TermInput:
        """The frozen input of ``give_role``; call after ``is_valid()``."""
        data = self.validated_data
        return TermInput(**{name: data[name] for name in ("role", "first_day", "last_day", "tables")})


def answer_roles(view: PagedView, request: Request, place: Place) -> Response:
    """The page of roles that the address asks for."""
    return view.page(roles_of(place, place.rights(signed_in(request))))


def answer_given(request: Request, place: Place) -> Response:
    """Give the role of the body: 201 with its line."""
    data, actor = sent(request, NewRoleSerializer), signed_in(request)
    username = data.validated_data["username"]
    given = give_role(actor=actor, place=place, username=username, term=data.to_input())
    return Response(RoleLineSerializer(line_of(given, place.rights(actor))).data, status=status.HTTP_201_CREATED)


def answer_ended(request: Request, place: Place, grant: int) -> Response:
    """End a role: 204."""
    get_object_or_404(place.grants, **place.of, pk=grant)
    end_role(actor=signed_in(request), place=place, grant_id=grant)
    return Response(status=status.HTTP_204_NO_CONTENT)


class ClubRolesView(PagedView):
    """The roles in a club."""

    serializer_class = RoleLineSerializer

    @operation("club_roles", "clubs", gives=RoleLineSerializer(many=True))
    def get(self, request: Request, club: str) -> Response:
        """Who has which role in the club now or later, its members' own roles among them."""
        return answer_roles(self, request, ClubPlace(reached(request, ClubPath(club))))

    @operation("give_club_role", "clubs", takes=NewRoleSerializer, gives=RoleLineSerializer, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Give a role; without days and tables it is the member's own, in place of the one before."""
        return answer_given(request, ClubPlace(reached(request, ClubPath(club))))


class ClubRoleView(APIView):
    """One role in a club."""

    @operation("end_club_role", "clubs")
    def delete(self, request: Request, club: str, grant: int) -> Response:
        """End the role."""
        return answer_ended(request, ClubPlace(reached(request, ClubPath(club))), grant)
