"""The schema of the API as it is in the documents, and whether what is sent and answered fits it."""

import re
from functools import cache
from typing import Any

import jsonschema_rs
import yaml

from core.packages import ROOT

COMMITTED = ROOT / "docs" / "openapi.yaml"


@cache
def committed_schema() -> Any:
    """``docs/openapi.yaml``, read once in a process (for a pure Python reader it takes most of a second)."""
    return yaml.load(COMMITTED.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def misfit(method: str, address: str, status: int, kind: str, body: object) -> str:
    """How an answer differs from what the schema says of it; "" if it does not, or if the schema does not know the address."""
    described = _operation(method, address)
    if described is None:
        return ""
    place, operation = described
    answer = operation["responses"].get(str(status))
    if answer is None:
        return f"{place}: {status} is no answer of the schema"
    contents = answer.get("content", {})
    if kind not in contents:
        return f"{place}: {status} comes as {kind or 'nothing'}, in the schema as {', '.join(contents) or 'nothing'}"
    if kind != "application/json":
        return ""
    error = _first_error(_validator(place, str(status)), body)
    return f"{place}: {status}: {error}" if error else ""


def misshapen(operation: Any, body: object) -> str:
    """How a body differs from what an operation of the schema takes, as JSON if it can; "" if it does not. Each field must be known."""
    first = next(iter(operation["requestBody"]["content"].values()))
    return _first_error(_validates(first["schema"], sent=True), body)


def _operation(method: str, address: str) -> tuple[str, Any] | None:
    """The method and address of the schema that this is, and what the schema says of it."""
    path = next((path for pattern, path in _addresses() if pattern.fullmatch(address)), "")
    operation = committed_schema()["paths"].get(path, {}).get(method.lower())
    return (f"{method} {path}", operation) if operation else None


@cache
def _addresses() -> list[tuple[re.Pattern[str], str]]:
    """What matches each address of the schema, those with the fewest names in them first."""
    paths = sorted(committed_schema()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"{\w+}", "[^/]+", path)), path) for path in paths]


@cache
def _validator(place: str, status: str) -> Any:
    method, _space, path = place.partition(" ")
    answer = committed_schema()["paths"][path][method.lower()]["responses"][status]
    return _validates(answer["content"]["application/json"]["schema"], sent=False)


def _validates(schema: Any, *, sent: bool) -> Any:
    return jsonschema_rs.Draft4Validator({"allOf": [_plain(schema, sent=sent)], "components": _components(sent=sent)})


def _first_error(validator: Any, body: object) -> str:
    error = next(iter(validator.iter_errors(body)), None)
    return f"{'.'.join(map(str, error.instance_path))}: {error.message}"[:800] if error else ""


@cache
def _components(*, sent: bool) -> Any:
    return _plain(committed_schema()["components"], sent=sent)


def _plain(node: Any, *, sent: bool) -> Any:
    """OpenAPI's ``nullable`` as JSON Schema has it; what is only sent is not required of an answer, and a body has no field that is
    only answered or not known at all."""
    if isinstance(node, list):
        return [_plain(item, sent=sent) for item in node]
    if not isinstance(node, dict):
        return node
    plain = {key: _plain(value, sent=sent) for key, value in node.items() if key != "nullable"}
    if isinstance(fields := node.get("properties"), dict):
        others = {name for name, field in fields.items() if field.get("readOnly" if sent else "writeOnly")}
        plain["required"] = [name for name in node.get("required", ()) if name not in others]
        if sent:
            plain["properties"] = {name: of for name, of in plain["properties"].items() if name not in others}
            plain["additionalProperties"] = False
    return {"anyOf": [plain, {"enum": [None]}]} if node.get("nullable") is True else plain
