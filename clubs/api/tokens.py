"""One's own tokens over HTTP."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import signed_in
from clubs.api.serializers import MadeTokenSerializer, NewTokenSerializer, OwnTokenSerializer
from clubs.models import ApiToken
from clubs.tokens import make_token, revoke_token, tokens_of


@extend_schema_view(get=extend_schema(tags=["auth"], operation_id="list_tokens"))
class TokensView(generics.ListAPIView[ApiToken]):
    """One's tokens that still work, newest first."""

    serializer_class = OwnTokenSerializer

    def get_queryset(self) -> QuerySet[ApiToken]:
        """The user's own."""
        if getattr(self, "swagger_fake_view", False):
            nothing: QuerySet[ApiToken] = ApiToken.objects.none()
            return nothing
        return tokens_of(signed_in(self.request))

    @extend_schema(
        request=NewTokenSerializer, responses={201: MadeTokenSerializer}, tags=["auth"], operation_id="make_token"
    )
    def post(self, request: Request) -> Response:
        """Make a token with these scopes. Its text is in this answer only; the site keeps a hash of it."""
        data = NewTokenSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        token, text = make_token(actor=signed_in(request), data=data.to_input())
        body = {**OwnTokenSerializer(token).data, "secret": text}
        return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TokenView(APIView):
    """One of one's tokens."""

    @extend_schema(responses={204: None}, tags=["auth"], operation_id="revoke_token")
    def delete(self, request: Request, token: int) -> Response:
        """End a token."""
        own = get_object_or_404(tokens_of(signed_in(request)), pk=token)
        revoke_token(actor=signed_in(request), token=own)
        return Response(status=status.HTTP_204_NO_CONTENT)
