"""One shape for every error, whoever raised it."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404
from rest_framework import exceptions

from clubs.services import ClubError
from config.api.errors import handle
from lexicon.queries import LexiconUnavailableError
from ratings.services.ledger import LedgerError
from tests.api_client import Api
from tournaments import errors as tournaments

RAISED: list[tuple[Exception, int, str, list[tuple[str, str]]]] = [
    (tournaments.TournamentError("No.", code="taken"), 400, "refused", [("", "taken")]),
    (tournaments.StaleEditError("No."), 409, "stale", [("", "stale")]),
    (tournaments.NotReadyError("No."), 409, "not_ready", [("", "not_ready")]),
    (tournaments.NotOpenError("No."), 409, "not_open", [("", "not_open")]),
    (tournaments.SlipNotFoundError("No."), 404, "not_found", [("", "slip_not_found")]),
    (tournaments.SlipRevokedError("No."), 410, "slip_revoked", [("", "slip_revoked")]),
    (ClubError("No."), 400, "refused", [("", "refused")]),
    (LedgerError("No."), 400, "refused", [("", "refused")]),
    (LexiconUnavailableError("No."), 503, "dictionary_unavailable", [("", "dictionary_unavailable")]),
    (DjangoValidationError("No.", code="rounds"), 400, "validation", [("", "rounds")]),
    (
        DjangoValidationError({"name": "No.", "__all__": "No."}),
        400,
        "validation",
        [("name", "invalid"), ("", "invalid")],
    ),
    (DjangoValidationError("No.", code="record_too_large"), 413, "too_large", [("", "record_too_large")]),
    (exceptions.ValidationError("No."), 400, "validation", [("", "invalid")]),
    (
        exceptions.ValidationError({"a": {"b": ["No.", "No."], "non_field_errors": ["No."]}}),
        400,
        "validation",
        [("a.b", "invalid"), ("a.b", "invalid"), ("a", "invalid")],
    ),
    (exceptions.ValidationError({"rows": [{}, {"x": ["No."]}]}), 400, "validation", [("rows.1.x", "invalid")]),
    (exceptions.ValidationError([{}, {"x": ["No."]}]), 400, "validation", [("1.x", "invalid")]),
    (Http404("secret"), 404, "not_found", []),
    (PermissionDenied("secret"), 403, "not_allowed", []),
    (exceptions.NotAuthenticated(), 401, "not_authenticated", []),
    (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed", []),
    (exceptions.UnsupportedMediaType("x/y"), 415, "unsupported_media_type", []),
    (exceptions.Throttled(5), 429, "throttled", []),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("error", "status", "kind", "fields"), RAISED, ids=lambda value: repr(value)[:50])
def test_each_error(error: Exception, status: int, kind: str, fields: list[tuple[str, str]]) -> None:
    answer = handle(error, {})
    assert answer is not None
    assert answer.status_code == status
    body: Any = answer.data
    assert body["type"] == kind
    assert [(item["field"], item["code"]) for item in body["errors"]] == fields
    assert body["detail"]
    assert "secret" not in body["detail"]


def test_a_fault_of_ours_is_not_dressed_up() -> None:
    assert handle(KeyError("x"), {}) is None


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
@pytest.mark.parametrize("path", ["nothing/", "events", "clubs/x/y/z/", "../../etc/passwd"])
def test_an_address_where_nothing_is(method: str, path: str) -> None:
    assert Api().call(method, path, expect=404)["type"] == "not_found"


def test_a_method_that_is_not() -> None:
    assert Api().call("PUT", "rules/", {}, expect=405)["type"] == "method_not_allowed"
