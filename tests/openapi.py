"""The schema of the API as it is in the documents, and whether an answer fits it."""

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
    error = next(iter(_validator(place, str(status)).iter_errors(body)), None)
    return f"{place}: {status}: {'.'.join(map(str, error.instance_path))}: {error.message}"[:800] if error else ""


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
    schema = _plain(answer["content"]["application/json"]["schema"])
    return jsonschema_rs.Draft4Validator({"allOf": [schema], "components": _components()})


@cache
def _components() -> Any:
    return _plain(committed_schema()["components"])


def _plain(node: Any) -> Any:
    """OpenAPI's ``nullable`` as JSON Schema has it; what is only sent is not required of an answer."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    plain = {key: _plain(value) for key, value in node.items() if key != "nullable"}
    if isinstance(properties := node.get("properties"), dict) and isinstance(node.get("required"), list):
        plain["required"] = [name for name in node["required"] if not properties.get(name, {}).get("writeOnly")]
    return {"anyOf": [plain, {"enum": [None]}]} if node.get("nullable") is True else plain
