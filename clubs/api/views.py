"""Accounts and clubs over HTTP: parse, call one service, answer."""

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, status
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs import permissions, queries, services, tokens
from clubs.access import ClubPath, reached, signed_in
from clubs.api.filters import ClubFilters, MemberFilters
from clubs.api.serializers import (
    ClubChangesSerializer,
    ClubSerializer,
    CreatedTokenSerializer,
    LoginSerializer,
    MemberSerializer,
    MeSerializer,
    NewTokenSerializer,
    OwnTokenSerializer,
    TokenSerializer,
)
from clubs.models import ApiToken, Club, Membership, User
from clubs.names import by_name
from clubs.sign_in import asks_second_factor, user_of_password
from core.api.bodies import sent
from core.api.operations import operation
from limits.services import TooOftenError


class LoginView(APIView):
    """A token for a name and a password."""

    authentication_classes = ()
    throttle_classes = ()  # wrong passwords are counted, not requests

    def get_authenticate_header(self, _request: Request) -> str:
        """How to sign in: without it a wrong password would be answered 403."""
        return "Token"

    @extend_schema(request=LoginSerializer, responses=TokenSerializer, tags=["auth"], operation_id="login", auth=[])
    def post(self, request: Request) -> Response:
        """Sign in. The token works for ten hours; a longer one is made on the account page."""
        data = sent(request, LoginSerializer)
        try:
            user = user_of_password(request._request, **data.validated_data)
        except TooOftenError as error:
            raise Throttled(error.seconds) from error
        if user is None:
            raise AuthenticationFailed(_("Wrong username or password."))
        if asks_second_factor(user):
            raise AuthenticationFailed(
                _("This account uses two-step sign-in. Create a token on its “My account” page instead.")
            )
        token, text = tokens.sign_in(user)
        body = {"token": text, "expiry": token.expiry, "username": user.get_username()}
        return Response(TokenSerializer(body).data, headers={"Cache-Control": "no-store"})


class LogoutView(APIView):
    """Signing out."""

    @operation("logout", "auth")
    def post(self, request: Request) -> Response:
        """Revoke the token of this request."""
        if isinstance(request.auth, ApiToken):
            tokens.revoke_token(actor=signed_in(request), token=request.auth)
        return Response(status=status.HTTP_204_NO_CONTENT)


class LogoutAllView(APIView):
    """Revoking all tokens."""

    @operation("logout_everywhere", "auth")
    def post(self, request: Request) -> Response:
        """Revoke every token of the user."""
        tokens.revoke_all(actor=signed_in(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeView(APIView):
    """The user behind the token."""

    @operation("me", "auth", gives=MeSerializer)
    def get(self, request: Request) -> Response:
        """The user, and their role in each club."""
        mine = permissions.memberships_of(signed_in(request))
        memberships = Prefetch("memberships", mine.select_related("club").order_by(*by_name("club__name")))
        user = User.objects.prefetch_related(memberships).get(pk=signed_in(request).pk)
        return Response(MeSerializer(user).data)


@extend_schema_view(get=extend_schema(tags=["auth"], operation_id="list_tokens"))
class TokensView(generics.ListAPIView[ApiToken]):
    """Your valid tokens, newest first."""

    serializer_class = OwnTokenSerializer

    def get_queryset(self) -> QuerySet[ApiToken]:
        """The user's own."""
        if getattr(self, "swagger_fake_view", False):
            nothing: QuerySet[ApiToken] = ApiToken.objects.none()
            return nothing
        return tokens.tokens_of(signed_in(self.request))

    @operation("make_token", "auth", takes=NewTokenSerializer, gives=CreatedTokenSerializer, status=201)
    def post(self, request: Request) -> Response:
        """Make a token with these scopes. Its text is in this answer only; the site keeps a hash of it."""
        data = sent(request, NewTokenSerializer)
        token, text = tokens.make_token(actor=signed_in(request), data=data.to_input())
        body = {**OwnTokenSerializer(token).data, "secret": text}
        return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TokenView(APIView):
    """One of your tokens."""

    @operation("revoke_token", "auth")
    def delete(self, request: Request, token: int) -> Response:
        """End a token."""
        own = get_object_or_404(tokens.tokens_of(signed_in(request)), pk=token)
        tokens.revoke_token(actor=signed_in(request), token=own)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(get=extend_schema(tags=["clubs"], operation_id="list_clubs"))
class ClubsView(generics.ListAPIView[Club]):
    """All clubs."""

    serializer_class = ClubSerializer
    filterset_class = ClubFilters

    def get_queryset(self) -> QuerySet[Club]:
        """Clubs by name."""
        return Club.objects.order_by(*by_name(), "pk")

    @operation("open_club", "clubs", takes=ClubSerializer, gives=ClubSerializer, status=201)
    def post(self, request: Request) -> Response:
        """Create a club with yourself as its director."""
        data = sent(request, ClubSerializer)
        club = services.create_club(actor=signed_in(request), data=data.to_input())
        return Response(ClubSerializer(club).data, status=status.HTTP_201_CREATED)


class ClubView(APIView):
    """One club."""

    @operation("club", "clubs", gives=ClubSerializer)
    def get(self, _request: Request, club: str) -> Response:
        """A club."""
        return Response(ClubSerializer(get_object_or_404(Club, slug=club)).data)

    @operation("change_club", "clubs", takes=ClubChangesSerializer, gives=ClubSerializer)
    def patch(self, request: Request, club: str) -> Response:
        """Change the club's name or text; omitted fields and the address stay as they are."""
        this_club = reached(request, ClubPath(club))
        data = sent(request, ClubChangesSerializer)
        changed = services.update_club(actor=signed_in(request), club=this_club, data=data.to_input(this_club))
        return Response(ClubSerializer(changed).data)


@extend_schema_view(get=extend_schema(tags=["clubs"], operation_id="list_members"))
class MembersView(generics.ListAPIView[Membership]):
    """A club's members, for its directors."""

    serializer_class = MemberSerializer
    filterset_class = MemberFilters

    def get_queryset(self) -> QuerySet[Membership]:
        """The members with their users."""
        if getattr(self, "swagger_fake_view", False):
            return Membership.objects.none()
        return queries.members_of(reached(self.request, ClubPath(self.kwargs["club"])))

    @operation("set_member", "clubs", takes=MemberSerializer, gives=MemberSerializer)
    def post(self, request: Request, club: str) -> Response:
        """Give a registered user a role in the club."""
        this_club = reached(request, ClubPath(club))
        data = sent(request, MemberSerializer)
        username, role = data.validated_data["user"]["username"], data.validated_data["role"]
        member = services.set_member(actor=signed_in(request), club=this_club, username=username, role=role)
        return Response(MemberSerializer(member).data)


class MemberView(APIView):
    """One member of a club."""

    @operation("remove_member", "clubs")
    def delete(self, request: Request, club: str, membership: int) -> Response:
        """Remove a member from the club."""
        this_club = reached(request, ClubPath(club))
        member = get_object_or_404(Membership.objects.select_related("club", "user"), club=this_club, pk=membership)
        services.remove_member(actor=signed_in(request), membership=member)
        return Response(status=status.HTTP_204_NO_CONTENT)
