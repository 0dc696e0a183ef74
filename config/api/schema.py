"""Parts of the OpenAPI schema that every operation shares."""

import re
from typing import Any

from django.urls import URLPattern, get_resolver
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme

from clubs.access import declared_by, scopes_needed
from clubs.api.addresses import heeds_repeats
from config.api.examples import EXAMPLES
from limits.api_repeats import HEADER, MAX_KEY

_ERRORS = {
    "400": "What was sent cannot be right, or the use case refuses it; each field has its message.",
    "401": "Sign in first.",
    "403": "You may not do this, or the token may not be used for it.",
    "404": "There is nothing at this address, or you are not allowed to see it.",
    "409": "Something else must be done first, or someone else has changed it: read it again.",
    "410": "The link was revoked.",
    "413": "More bytes than the site reads.",
    "415": "The body comes in a form that is not read here, such as JSON where a file is sent.",
    "422": "This Idempotency-Key was already sent with another request.",
    "429": "Too many requests; wait as long as Retry-After says.",
}
_ERROR_SCHEMA = {
    "type": "object",
    "required": ["type", "detail", "errors"],
    "properties": {
        "type": {
            "type": "string",
            "description": "For programs: validation, refused, stale, not_ready, not_open, not_found …",
        },
        "detail": {"type": "string", "description": "For people: what is wrong and what to do."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "message"],
                "properties": {
                    "field": {"type": "string", "description": "Dotted path of the field; empty for the whole body."},
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                },
            },
        },
        "report": {
            "type": "object",
            "additionalProperties": {},
            "description": "The engine's reading of a record that could not be used.",
        },
    },
    "example": {
        "type": "validation",
        "detail": "A valid integer is required.",
        "errors": [
            {"field": "division.rounds_planned", "code": "invalid", "message": "A valid integer is required."},
        ],
    },
}
_REPEATS = {
    "in": "header",
    "name": HEADER,
    "schema": {"type": "string", "maxLength": MAX_KEY},
    "description": "A text of your own for this change. Sent again within a day, the request gets the first answer.",
}


class TokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # drf-spectacular registers subclasses by an untyped hook
    """The scheme of ``ScopedTokenAuthentication``."""

    target_class = "config.api.authentication.ScopedTokenAuthentication"
    name = "token"


def add_scopes(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """State for every operation which scope a token needs (``x-token-scope``; without it any token, or none, will do)."""
    declared = {_template(pattern): declared_by(pattern.callback) for pattern in _patterns()}
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            scopes = scopes_needed(declared[path].get(method.upper()))
            if scopes:
                operation["x-token-scope"] = sorted(scopes)
    return result


def add_repeats(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """Give every POST that heeds it the header ``Idempotency-Key``, and its refusal."""
    declared = {_template(pattern): declared_by(pattern.callback) for pattern in _patterns()}
    for path, operations in result["paths"].items():
        need = declared[path].get("POST")
        if need is not None and "post" in operations and heeds_repeats(need):
            operations["post"].setdefault("parameters", []).append(_REPEATS)
            operations["post"]["responses"].setdefault("422", _answer(_ERRORS["422"]))
    return result


def add_examples(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """Show what is sent by an example, where one is declared: as JSON, or as a form where nothing else is taken."""
    for operations in result["paths"].values():
        for operation in operations.values():
            example = EXAMPLES.get(operation["operationId"])
            if "requestBody" in operation and example is not None:
                first = next(iter(operation["requestBody"]["content"].values()))
                first["example"] = example
    return result


def _patterns() -> list[URLPattern]:
    """The addresses of the API."""
    _prefix, addresses = get_resolver().namespace_dict["api"]
    return [pattern for pattern in addresses.url_patterns if isinstance(pattern, URLPattern)]


def _template(pattern: URLPattern) -> str:
    return "/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))


def add_errors(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """Give every operation the error answers it can have, in the one shape they all share."""
    result["components"].setdefault("schemas", {})["Error"] = _ERROR_SCHEMA
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            for code in _codes(path, method, operation):
                operation["responses"].setdefault(code, _answer(_ERRORS[code]))
    return result


def _codes(path: str, method: str, operation: dict[str, Any]) -> list[str]:
    codes = ["429"]
    if method != "get" or any(parameter["in"] == "query" for parameter in operation.get("parameters", ())):
        codes.append("400")
    if "requestBody" in operation:
        codes += ["413", "415"]
    if operation.get("security"):
        codes += ["401", "403"]
    if "{" in path or any(parameter["name"] == "page" for parameter in operation.get("parameters", ())):
        codes.append("404")
    if method != "get" and ("/events/" in path or "/own/" in path):
        codes.append("409")
    if "/slips/" in path:
        codes += ["409", "410"]
    if path.endswith("/login/"):
        codes.append("401")
    return codes


def _answer(description: str) -> dict[str, Any]:
    return {
        "description": description,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
