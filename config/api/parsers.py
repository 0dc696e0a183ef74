"""Reading request bodies within bounds: REST framework reads a JSON body whole, however large it is."""

import io
import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError

from config.api.errors import PayloadTooLarge

_CHUNK = 64 * 1024
#: A client that is still sending would not hear the answer: up to this much is read and thrown away first.
_DRAIN = 64 * 1024 * 1024


def _refuse_large(stream: IO[Any], context: Mapping[str, Any] | None) -> None:
    """Raise PayloadTooLarge before anything is kept. A body without a length is not read at all (WSGI)."""
    request = (context or {}).get("request")
    text = request.META.get("CONTENT_LENGTH", "") if request is not None else ""
    length = int(text) if text and text.isdigit() else 0
    limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if length <= limit:
        return
    for _chunk in range(min(length, _DRAIN) // _CHUNK + 1):
        if not stream.read(_CHUNK):
            break
    sizes = {"size": length // 1024, "limit": limit // 1024}
    raise PayloadTooLarge(_("The request has %(size)d kB; at most %(limit)d kB are read.") % sizes)


class BoundedJSONParser(parsers.JSONParser):
    """JSON of bounded size and depth, whose text can be written out again."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body. Raises PayloadTooLarge or ParseError."""
        _refuse_large(stream, parser_context)
        raw = stream.read()
        try:
            data = super().parse(io.BytesIO(raw), media_type, parser_context)
            if (
                b"\\ud" in raw.lower()
            ):  # half a surrogate pair is no text: neither the database nor the answer could hold it
                json.dumps(data, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError(_("The JSON is nested too deeply.")) from error
        except UnicodeEncodeError as error:
            raise ParseError(_("The JSON has half a character (a lone surrogate).")) from error
        return data


class BoundedMultiPartParser(parsers.MultiPartParser):
    """A form with files, of bounded size."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body and files. Raises PayloadTooLarge or ParseError."""
        _refuse_large(stream, parser_context)
        return super().parse(stream, media_type, parser_context)
