"""Writes the Python client of the REST API, ``clients/wordhall.py``, from the schema in the documents.

``python -m config.api.client``, after ``manage.py spectacular --file docs/openapi.yaml``. A test compares what it writes with the file.
"""

import keyword
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from core.packages import ROOT

SCHEMA: Final = ROOT / "docs" / "openapi.yaml"
CLIENT: Final = ROOT / "clients" / "wordhall.py"
_BASE: Final = ROOT / "config" / "api" / "client_base.txt"
_PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
_JSON: Final = "application/json"
_FORM: Final = "multipart/form-data"
_METHODS: Final = ("get", "post", "put", "patch", "delete")

Json = Mapping[str, Any]


def client_of(schema: Json) -> str:
    """The client's text: what never changes, a ``TypedDict`` for each body, a method for each operation."""
    parts = schema["components"]["schemas"]
    operations = [
        (path, method, item[method]) for path, item in schema["paths"].items() for method in _METHODS if method in item
    ]
    sent = _sent_names(parts, operations)
    types = [line for name in sorted(parts) for line in _type(name, parts[name], sent)]
    methods = [line for path, method, one in operations for line in _method(path, method, one, sent)]
    base = _BASE.read_text("utf-8").replace("{version}", schema["info"]["version"])
    return base.replace("# {types}\n", "\n".join(types) + "\n").replace("    # {methods}\n", "\n".join(methods) + "\n")


def _sent_names(parts: Json, operations: list[tuple[str, str, Json]]) -> frozenset[str]:
    """What is sent and has fields which only answers have, itself or in a part: it gets a type of its own."""
    bodies = [content["schema"] for _path, _method, one in operations for content in _bodies(one).values()]
    reached, new = set[str](), _names_in(bodies)
    while new:
        reached |= new
        new = _names_in([parts[name] for name in new]) - reached
    names = {name for name in reached if any("readOnly" in field for field in _fields(parts[name]).values())}
    while more := {name for name in reached - names if _names_in([parts[name]]) & names}:
        names |= more
    return frozenset(names)


def _names_in(part: object) -> set[str]:
    """The types that a part of the schema names."""
    if isinstance(part, Mapping):
        here = {str(part["$ref"]).rpartition("/")[2]} if "$ref" in part else set()
        return here.union(*map(_names_in, part.values()))
    return set().union(*map(_names_in, part)) if isinstance(part, list) else set()


def _bodies(operation: Json) -> Json:
    content: Json = operation.get("requestBody", {}).get("content", {})
    return content


def _fields(part: Json) -> Json:
    fields: Json = part.get("properties", {})
    return fields


def _type(name: str, part: Json, sent: frozenset[str]) -> Iterator[str]:
    if part.get("type") != "object" or "properties" not in part:
        yield from (f"{name}: TypeAlias = {_annotation(part)!r}", "")
        return
    if name.startswith("Paginated"):
        yield from (f'{name}: TypeAlias = "Page[{_annotation(_fields(part)["results"]["items"])}]"', "", "")
        return
    yield from _class(name, part, _fields(part))
    if name in sent:
        written = {key: of for key, of in _fields(part).items() if "readOnly" not in of}
        yield from _class(f"{name}Sent", part, written, sent)


def _class(name: str, part: Json, fields: Json, sent: frozenset[str] = frozenset()) -> Iterator[str]:
    if bad := [key for key in fields if not key.isidentifier() or keyword.iskeyword(key)]:
        raise ValueError(f"{name} has fields that Python has no names for: {bad}")
    yield f"class {name}(TypedDict):"
    yield from _words(part.get("description", ""), "    ")
    for key, of in fields.items():
        kind = _annotation(of, sent)
        yield f"    {key}: {kind if key in part.get('required', ()) else f'NotRequired[{kind}]'}"
    yield from ("", "")


def _words(text: str, indent: str) -> Iterator[str]:
    """A docstring of one paragraph."""
    if text:
        said = f'"""{" ".join(text.split())}"""'.replace("\\", "\\\\")
        yield from textwrap.wrap(said, 120, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def _annotation(part: Json, sent: frozenset[str] = frozenset()) -> str:
    """The Python type of a part of the schema; ``sent``: types that have another form when they are sent."""
    kind = _not_null(part, sent)
    return f"{kind} | None" if part.get("nullable") and kind != "Any" else kind


def _not_null(part: Json, sent: frozenset[str]) -> str:
    if "$ref" in part:
        name = str(part["$ref"].rpartition("/")[2])
        return f"{name}Sent" if name in sent else name
    for several in ("allOf", "oneOf", "anyOf"):
        if several in part:
            return " | ".join(dict.fromkeys(_annotation(one, sent) for one in part[several]))
    if part.get("enum") and part.get("type") == "string":
        return f"Literal[{', '.join(map(_quoted, part['enum']))}]"
    if part.get("type") == "array":
        return f"list[{_annotation(part.get('items', {}), sent)}]"
    if part.get("type") == "object":
        more = part.get("additionalProperties")
        return f"dict[str, {_annotation(more, sent) if isinstance(more, dict) else 'Any'}]"
    return "bytes" if part.get("format") == "binary" else _PLAIN.get(part.get("type", ""), "Any")


def _quoted(text: object) -> str:
    return '"' + str(text).replace('"', '\\"') + '"'


def _method(path: str, method: str, operation: Json, sent: frozenset[str]) -> Iterator[str]:
    """A method of the client, named as the operation is."""
    parameters = operation.get("parameters", [])
    in_path = {one["name"]: _annotation(one["schema"]) for one in parameters if one["in"] == "path"}
    in_query = {one["name"]: _annotation(one["schema"]) for one in parameters if one["in"] == "query"}
    repeats = any(one["in"] == "header" for one in parameters)
    arguments = [f"{name}: {in_path[name]}" for name in re.findall(r"{(\w+)}", path)]
    passed = ""
    if bodies := _bodies(operation):
        kind = _annotation(bodies.get(_JSON, bodies.get(_FORM))["schema"], sent)
        needed = operation["requestBody"].get("required")
        arguments.append(f"body: {kind}" if needed else f"body: {kind} | None = None")
        passed += ", body=body" if _JSON in bodies else ", form=body"
    named = [f"{name}: {kind} | None = None" for name, kind in in_query.items()]
    named += ['key: str = ""'] if repeats else []
    if named:
        arguments += ["*", *named]
    if in_query:
        passed += f", query={{{', '.join(f'{_quoted(name)}: {name}' for name in in_query)}}}"
    passed += ", key=key" if repeats else ""
    answer = _answer(operation)
    address = re.sub(r"{(\w+)}", r"{_part(\1)}", path)
    call = f'self._call("{method.upper()}", f"{address}"{passed})'
    yield f"    def {operation['operationId']}(self{''.join(f', {one}' for one in arguments)}) -> {answer}:"
    yield from _words(operation.get("description", ""), "        ")
    yield f"        {call}" if answer == "None" else f'        return cast("{answer}", {call})'
    yield ""


def _answer(operation: Json) -> str:
    for status, response in sorted(operation["responses"].items()):
        if status.startswith("2"):
            content = response.get("content", {})
            if not content:
                return "None"
            return _annotation(content[_JSON]["schema"]) if _JSON in content else "str"
    return "None"


def main() -> None:
    """Write the client."""
    CLIENT.write_text(client_of(yaml.safe_load(SCHEMA.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
