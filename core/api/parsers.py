"""Reading request bodies within bounds. Django bounds a body that it holds in memory, but not one that has files in it."""

import io
import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import parsers, status
from rest_framework.exceptions import APIException, ParseError

_CHUNK = 64 * 1024
#: Up to this much of a refused body is read and discarded; a client that sends more is cut off.
_DRAIN = 64 * 1024 * 1024


class PayloadTooLarge(APIException):
    """The body is larger than the site reads, ``limit`` bytes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self, *, limit: int | None = None) -> None:
        super().__init__()
        self.limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE if limit is None else limit


def sent_bytes(request: HttpRequest) -> int:
    """How long the body claims to be. A body without a length is not read at all (WSGI)."""
    text = request.META.get("CONTENT_LENGTH") or ""
    return int(text) if text.isdigit() else 0


def drain(request: HttpRequest) -> None:
    """Discard the rest of a body, so that a client that is still sending gets the answer."""
    for _chunk in range(min(sent_bytes(request), _DRAIN) // _CHUNK + 1):
        if not request.read(_CHUNK):
            return


class BoundedJSONParser(parsers.JSONParser):
    """JSON of bounded size and depth, whose text can be written out again."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body. Raises ParseError. A body that is too long does not get here: Django refuses to hold it."""
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
            raise ParseError(_("The JSON contains half a character (a lone surrogate).")) from error
        return data


class BoundedMultiPartParser(parsers.MultiPartParser):
    """A form with files, of bounded size."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body and files. Raises PayloadTooLarge or ParseError."""
        request = (parser_context or {}).get("request")
        if request is not None and sent_bytes(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise PayloadTooLarge
        return super().parse(stream, media_type, parser_context)
