"""Every operation that takes a body shows one, of the shape that it takes. They are sent to the site in ``test_schemathesis``."""

from typing import Any

from config.api.examples import EXAMPLES
from tests.openapi import committed_schema, misshapen


def takers() -> dict[str, Any]:
    """The operations that take a body, by name."""
    return {
        operation["operationId"]: operation
        for operations in committed_schema()["paths"].values()
        for operation in operations.values()
        if "requestBody" in operation
    }


def test_every_operation_that_takes_a_body_has_an_example() -> None:
    without = sorted(takers().keys() - EXAMPLES.keys())
    assert not without, f"no example of what is sent; add one to config/api/examples.py for: {', '.join(without)}"
    gone = sorted(EXAMPLES.keys() - takers().keys())
    assert not gone, f"examples of operations that take no body, or that there are not: {', '.join(gone)}"


def test_an_example_has_the_shape_that_the_schema_asks_for() -> None:
    known = [(name, operation) for name, operation in takers().items() if name in EXAMPLES]
    wrong = [f"{name}: {miss}" for name, operation in known if (miss := misshapen(operation, EXAMPLES[name]))]
    assert not wrong, "\n".join(wrong)


def test_an_odd_body_is_misshapen() -> None:
    """What neither the site nor a schema that is open would mind: a field of another name, and one that is only answered."""
    add_prize = takers()["add_prize"]
    assert not misshapen(add_prize, {"name": "First"})
    for field in ("plase", "id"):
        assert field in misshapen(add_prize, {"name": "First", field: 1})
    assert "name" in misshapen(add_prize, {})
    assert "place" in misshapen(add_prize, {"name": "First", "place": "first"})
