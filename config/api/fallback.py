"""The answer of addresses under ``/api/v1/`` where nothing is."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView


@extend_schema(exclude=True)
class NothingHereView(APIView):
    """A mistyped address: an error in the shape of all others instead of a page."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:  # noqa: ARG002 - the signature is REST framework's
        """Whatever the method: not found."""
        raise Http404
