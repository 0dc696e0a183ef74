"""Reading request bodies within bounds: REST framework reads a JSON body whole, however large it is."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError

from config.api.errors import PayloadTooLarge


def _refuse_large(context: Mapping[str, Any] | None) -> None:
    """Raise PayloadTooLarge before anything is read. A body without a length is not read at all (WSGI)."""
    request = (context or {}).get("request")
    text = request.META.get("CONTENT_LENGTH", "") if request is not None else ""
    length = int(text) if text and text.isdigit() else 0
    limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if length > limit:
        raise PayloadTooLarge(
            _("The request has %(size)d kB; at most %(limit)d kB are read.")
            % {"size": length // 1024, "limit": limit // 1024}
        )


class BoundedJSONParser(parsers.JSONParser):
    """JSON of bounded size and depth."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body. Raises PayloadTooLarge or ParseError."""
        _refuse_large(parser_context)
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(_("The JSON is nested too deeply.")) from error


class BoundedMultiPartParser(parsers.MultiPartParser):
    """A form with files, of bounded size."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body and files. Raises PayloadTooLarge or ParseError."""
        _refuse_large(parser_context)
        return super().parse(stream, media_type, parser_context)
