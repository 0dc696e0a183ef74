"""One shape for every error of the API: ``{"type", "detail", "errors": [{"field", "code", "message"}]}``.

``type`` is for programs, ``detail`` for people; ``errors`` names the fields (``division.name``, ``rows.3.rating``, "" for
the whole body). What a service refuses arrives here as a ``WordhallError``; nothing else is caught, so that our faults stay
visible as faults.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from core.api.parsers import PayloadTooLarge, drain, sent_bytes
from core.errors import WordhallError

#: Codes of ``tournaments.inputs.results`` and ``tournaments.forms.events`` that mean "more bytes than are read".
_TOO_LARGE = frozenset({"record_too_large", "too_large"})

_API_TYPES: Mapping[type[exceptions.APIException], str] = {
    exceptions.ParseError: "malformed",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "not_authenticated",
    exceptions.PermissionDenied: "not_allowed",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
}


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing wrong with one field; ``field`` is a dotted path, "" for the whole body."""

    field: str
    code: str
    message: str

    def as_dict(self) -> dict[str, str]:
        """JSON-able form."""
        return {"field": self.field, "code": self.code, "message": self.message}


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The response for ``error``; None for a fault of ours, which Django then logs and answers with status 500."""
    if isinstance(error, (PayloadTooLarge, RequestDataTooBig)):
        return _too_large(context["request"], getattr(error, "limit", settings.DATA_UPLOAD_MAX_MEMORY_SIZE))
    refusal = _from_domain(error)
    if refusal is not None:
        set_rollback()
        return refusal
    response = exception_handler(error, dict(context))
    if response is None:
        return None
    response.data = _body_of(error, response)
    return response


def _too_large(request: Request, limit: int) -> Response:
    """The answer to a body that is not read, once its client has stopped sending."""
    drain(request._request)
    sizes = {
        "size": sent_bytes(request._request) // 1024,
        "limit": limit // 1024,
    }
    message = _("The request is %(size)d kB; the limit is %(limit)d kB. Is it the right file?") % sizes
    return _answer(status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, "too_large", message)


def _from_domain(error: Exception) -> Response | None:
    if isinstance(error, DjangoValidationError):
        return _invalid(list(_django_errors(error)))
    return _refused(error) if isinstance(error, WordhallError) else None


def _refused(error: WordhallError) -> Response:
    """A use case's refusal; a record that could not be used comes with the engine's reading of it."""
    message = str(error)
    answer = _answer(error.status, error.kind, message, [FieldError("", error.code, message)])
    report = getattr(error, "check", None)
    if report is not None:
        answer.data["report"] = report.as_dict()
    return answer


def _invalid(errors: list[FieldError]) -> Response:
    if any(item.code in _TOO_LARGE for item in errors):
        return _answer(status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, "too_large", _summary(errors), errors)
    return _answer(status.HTTP_400_BAD_REQUEST, "validation", _summary(errors), errors)


def _summary(errors: Sequence[FieldError]) -> str:
    """The first message, which is what most clients show."""
    return errors[0].message if errors else _("The request is not valid.")


def _answer(code: int, kind: str, detail: str, errors: Sequence[FieldError] = ()) -> Response:
    return Response({"type": kind, "detail": detail, "errors": [item.as_dict() for item in errors]}, status=code)


def _body_of(error: Exception, response: Response) -> dict[str, object]:
    """The body for what REST framework answers by itself."""
    if isinstance(error, exceptions.ValidationError):
        invalid = _invalid(list(_flat(error.detail, "")))
        response.status_code = invalid.status_code
        return dict(invalid.data)
    if isinstance(error, Http404):
        return _plain("not_found", _("There is nothing at this address, or you are not allowed to see it."))
    if isinstance(error, PermissionDenied):
        return _plain(
            "not_allowed", _("You are not allowed to do this. Ask a director of the club for the role you need.")
        )
    kind = next((name for error_class, name in _API_TYPES.items() if isinstance(error, error_class)), "error")
    return _plain(kind, str(getattr(error, "detail", error)))


def _plain(kind: str, detail: str) -> dict[str, object]:
    return {"type": kind, "detail": detail, "errors": []}


def _django_errors(error: DjangoValidationError) -> Iterator[FieldError]:
    if hasattr(error, "error_dict"):
        for field, field_errors in error.error_dict.items():
            for item in field_errors:
                yield FieldError(
                    "" if field == "__all__" else field, str(item.code or "invalid"), " ".join(item.messages)
                )
        return
    for item in error.error_list:
        yield FieldError("", str(item.code or "invalid"), " ".join(item.messages))


def _flat(detail: object, path: str) -> Iterator[FieldError]:
    """The nested details of a serializer as a list of fields."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            step = "" if name == "non_field_errors" else str(name)
            yield from _flat(inner, ".".join(part for part in (path, step) if part))
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        nested = any(isinstance(item, Mapping) for item in detail)
        for index, item in enumerate(detail):
            if item:
                yield from _flat(item, f"{path}.{index}".lstrip(".") if nested else path)
    else:
        yield FieldError(path, str(getattr(detail, "code", "invalid")), str(detail))
