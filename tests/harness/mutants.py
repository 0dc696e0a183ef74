"""Deliberate faults: does a test turn red when a function of the product is broken?

    script/test --coverage                            first: which test goes through which line (var/coverage)
    .venv/bin/python -m tests.harness.mutants 20 7    20 functions chosen at random with seed 7, one fault in each

Works in a copy of the checkout, so that nothing of yours is touched. Prints each fault and whether a test found it.
"""

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

from core.packages import PACKAGES, ROOT

DATA = ROOT / "var" / "coverage" / "data"
#: More tests than these say no more, and take long.
MOST_TESTS = 40
#: For what only runs in processes of their own, where coverage does not see which test is on.
FAR_TESTS = ["tests/processes/test_serve.py", "tests/processes/test_bring_over.py", "tests/processes/test_killed.py"]
SECONDS = 300

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One change of one line: where, what it reads now, how to make it."""

    path: Path
    function: str
    line: int
    before: str
    after: str
    source: str


def sources() -> Iterator[Path]:
    """The product's files."""
    for app in PACKAGES:
        yield from (path for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts)


def places(tree: ast.Module) -> list[ast.FunctionDef]:
    """Functions that do something: at least two statements beside the docstring."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and len(_body(node)) > 1]


def _body(function: ast.FunctionDef) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) else function.body


def changes(function: ast.FunctionDef) -> list[tuple[ast.AST, Callable[[], None]]]:
    """What can be broken in a function: comparisons, operators, conditions, numbers, what is returned."""
    found: list[tuple[ast.AST, Callable[[], None]]] = []
    for node in (part for statement in _body(function) for part in ast.walk(statement)):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPS:
            found.append((node, lambda node=node: node.ops.__setitem__(0, _SWAPS[type(node.ops[0])]())))  # type: ignore[misc]
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in _SWAPS and not _of_text(node):
            found.append((node, lambda node=node: setattr(node, "op", _SWAPS[type(node.op)]())))  # type: ignore[misc]
        elif isinstance(node, ast.If):
            found.append((node, lambda node=node: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))))  # type: ignore[misc]
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            found.append((node, lambda node=node: setattr(node, "value", node.value + 1)))  # type: ignore[misc]
        elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
            found.append((node, lambda node=node: setattr(node, "value", ast.Constant(None))))  # type: ignore[misc]
    return found


def _of_text(node: ast.AST) -> bool:
    return any(isinstance(part, ast.JoinedStr) or _is_text(part) for part in ast.walk(node))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def faults(dice: random.Random) -> Iterator[Fault]:
    """Faults without end, each in a function chosen at random from all functions of the product."""
    functions = [(path, index) for path in sources() for index, _node in enumerate(places(ast.parse(path.read_text())))]
    while True:
        path, index = dice.choice(functions)
        tree = ast.parse(path.read_text())
        function = places(tree)[index]
        possible = changes(function)
        if not possible:
            continue
        node, change = dice.choice(possible)
        before = ast.unparse(node).split("\n")[0]
        change()
        ast.fix_missing_locations(tree)
        after = ast.unparse(node).split("\n")[0]
        yield Fault(path, function.name, node.lineno, before, after, ast.unparse(tree))  # type: ignore[attr-defined]


def tests_of(data: CoverageData, fault: Fault, span: range) -> list[str]:
    """The tests that go through the function, those that go through the broken line first; as pytest takes them."""
    by_line = data.contexts_by_lineno(str(fault.path))
    named = [name for name in by_line.get(fault.line, []) if name]
    named += [name for line in span for name in by_line.get(line, []) if name and name not in named]
    chosen = []
    for name in dict.fromkeys(named):
        module, _dot, function = name.rpartition(".")
        path = ROOT / (module.replace(".", "/") + ".py")
        if not path.exists():  # a method of a class
            module, _dot, class_name = module.rpartition(".")
            path, function = ROOT / (module.replace(".", "/") + ".py"), f"{class_name}::{function}"
        if path.exists():
            chosen.append(f"{path.relative_to(ROOT)}::{function}")
    return chosen[:MOST_TESTS] or FAR_TESTS


def turns_red(copy: Path, fault: Fault, tests: list[str]) -> bool:
    """Whether one of the tests fails with the fault in the copy."""
    target = copy / fault.path.relative_to(ROOT)
    sound = target.read_text()
    target.write_text(fault.source)
    quiet = ["-q", "-x", *(word for name in ("valkey", "randomly", "cacheprovider") for word in ("-p", f"no:{name}"))]
    command = [sys.executable, "-m", "pytest", *quiet, *tests]
    environment = {
        **os.environ,
        "WORDHALL_DATA": str(copy / "var"),
        "WORDHALL_ENV": "local",
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return True  # a fault that never ends is found too
    finally:
        target.write_text(sound)
    return done.returncode != 0


def main(count: int, seed: int) -> int:
    """Try ``count`` faults; the exit status is how many nobody found."""
    data = CoverageData(str(DATA))
    data.read()
    missed = tried = 0
    with tempfile.TemporaryDirectory(prefix="wordhall-mutants-") as folder:
        copy = Path(folder) / "copy"
        ignored = shutil.ignore_patterns(".git", "var", "test-results", ".venv", "node_modules")
        shutil.copytree(ROOT, copy, ignore=ignored)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        for fault in faults(random.Random(seed)):
            tree = ast.parse(fault.path.read_text())
            function = next(
                node
                for node in places(tree)
                if node.name == fault.function and node.lineno <= fault.line <= (node.end_lineno or 0)
            )
            tests = tests_of(data, fault, range(function.lineno, (function.end_lineno or 0) + 1))
            found = turns_red(copy, fault, tests)
            tried += 1
            missed += not found
            where = f"{fault.path.relative_to(ROOT)}:{fault.line} {fault.function}"
            verdict = "found " if found else "MISSED"
            print(f"{verdict} {where}: {fault.before}  →  {fault.after}  ({len(tests)} tests)", flush=True)
            if tried == count:
                break
    print(f"{tried - missed} of {tried} faults found")
    return missed


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
