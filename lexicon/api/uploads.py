"""A club's own lists over HTTP: sent, checked, put in force or discarded. The words themselves are never returned."""

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, parsers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club
from core.api.bodies import sent
from core.api.operations import operation
from core.api.parsers import PayloadTooLarge, sent_bytes
from lexicon.api.filters import UploadFilters
from lexicon.api.serializers import NewUploadSerializer, UploadSerializer
from lexicon.forms import BoundedFileHandler
from lexicon.models import Upload
from lexicon.services.uploads import confirm_upload, discard_upload, receive_upload
from lexicon.wordlists.unpack import MAX_UPLOAD

#: The fields beside the file: two lists of words, and short ones.
_FIELDS = 2 * 1024 * 1024


class ListParser(parsers.MultiPartParser):
    """A form whose file may be as large as a word list. Its view has put the handler in place that writes it to disk."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """The fields and the file. Raises PayloadTooLarge or ParseError."""
        request = (parser_context or {}).get("request")
        if request is not None and sent_bytes(request) > MAX_UPLOAD + _FIELDS:
            raise PayloadTooLarge(limit=MAX_UPLOAD)
        return super().parse(stream, media_type, parser_context)


def uploads_of(club: Club) -> QuerySet[Upload]:
    """The club's lists, newest first, with their editions."""
    return Upload.objects.filter(club=club).select_related("version__lexicon", "lexicon", "club").order_by("-pk")


@extend_schema_view(get=extend_schema(tags=["dictionaries"], operation_id="list_uploads"))
class UploadsView(generics.ListAPIView[Upload]):
    """The club's lists on their way into force, newest first."""

    serializer_class = UploadSerializer
    filterset_class = UploadFilters
    parser_classes = (ListParser,)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """To disk piece by piece, whatever else looks at the body first."""
        if request.method == "POST":
            handlers: list[FileUploadHandler] = [BoundedFileHandler(request)]
            request.upload_handlers = handlers
        return super().initialize_request(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Upload]:
        """For those who look after the club's dictionaries."""
        if getattr(self, "swagger_fake_view", False):
            return Upload.objects.none()
        return uploads_of(reached(self.request, ClubPath(self.kwargs["club"])))

    @operation(
        "send_word_list",
        "dictionaries",
        takes={"multipart/form-data": NewUploadSerializer},
        gives=UploadSerializer,
        status=202,
    )
    def post(self, request: Request, club: str) -> Response:
        """Send a list (text, gz, xz or zip, at most 64 MB), or start from an edition that is there. It is checked in the
        background: poll its state until it is no longer “received”. Nothing changes before it is confirmed."""
        this_club = reached(request, ClubPath(club))
        data = sent(request, NewUploadSerializer, context={"club": this_club})
        file = data.validated_data.get("file")
        upload = receive_upload(
            actor=signed_in(request), club=this_club, data=data.to_input(), chunks=file.chunks() if file else None
        )
        return Response(UploadSerializer(upload).data, status=status.HTTP_202_ACCEPTED)


def upload_of(request: Request, club: str, upload: int) -> Upload:
    """The club's list with this id; 404 and 403 as ``reached``."""
    return get_object_or_404(uploads_of(reached(request, ClubPath(club))), pk=upload)


class UploadView(APIView):
    """One list."""

    @operation("word_list", "dictionaries", gives=UploadSerializer)
    def get(self, request: Request, club: str, upload: int) -> Response:
        """The progress of a list; after the dry run its ``report``."""
        return Response(UploadSerializer(upload_of(request, club, upload)).data, headers={"Cache-Control": "no-store"})

    @operation("discard_word_list", "dictionaries")
    def delete(self, request: Request, club: str, upload: int) -> Response:
        """Discard a list after the dry run."""
        discard_upload(actor=signed_in(request), upload=upload_of(request, club, upload))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConfirmUploadView(APIView):
    """The decision on a list."""

    @operation("confirm_word_list", "dictionaries", gives=UploadSerializer, status=202)
    def post(self, request: Request, club: str, upload: int) -> Response:
        """Compile a checked list, and put it in force. Its state is “compiling” with a progress in percent, then “done”."""
        confirmed = confirm_upload(actor=signed_in(request), upload=upload_of(request, club, upload))
        return Response(UploadSerializer(confirmed).data, status=status.HTTP_202_ACCEPTED)
