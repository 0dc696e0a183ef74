"""Configuration files of tsh (`config.tsh`): divisions, settings, automatic pairings, prizes.

    division A a.t
    config max_rounds = 18
    config spread_cap = [200, 700]
    config reserved{'A'}[7] = 3
    autopair a 9 10 ns 3 9 a
    prize rank 1 a 'Cup'

Values are numbers, strings, lists and tables as Perl writes them. They are read, never evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.engine.importers.roster import SHOWN, BadLine, decode, lines_of

Value = int | float | str | list["Value"] | dict[str, "Value"]

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>-?\d+(?:\.\d+)?)(?![\w.])|'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)"
    |(?P<word>[A-Za-z_]\w*)|(?P<mark>=>|[\[\]{}(),=]))""",
    re.VERBOSE,
)
_NAMED = re.compile(r"config\s+(\w+)(.*)\Z", re.DOTALL)
_IS = re.compile(r"=(?!>)")
_INDEX = re.compile(r"\s*(?:\{([^{}]*)\}|\[([^\[\]]*)\])")
#: Longer than any line or list that somebody writes by hand.
_LONGEST = 20_000
_MOST_DIGITS = 15
_DEPTH = 8
#: Lines about what tsh shows, prints or copies.
_OTHER = frozenset({"classes", "include", "perl", "rcrank", "profile", "require"})


class _BadLine(Exception):
    """Raised while reading one line: what is wrong with it, and what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


class ConfigError(ValueError):
    """A configuration that cannot be read: `line` (from 1) and its `text`, what is wrong, what to do."""

    def __init__(self, line: int, text: str, message: str, remedy: str) -> None:
        where = f"line {line}: " if line else ""
        super().__init__(f"{where}{message}; {remedy}")
        self.line, self.text, self.message, self.remedy = line, text.strip()[:SHOWN], message, remedy


@dataclass(frozen=True, slots=True)
class AutoPair:
    """When round `source` is complete, `command` with `arguments` pairs round `target`. `division` in upper case."""

    division: str
    source: int
    target: int
    command: str
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize: its type (`rank`, `highwin` …), place, division (`*` = all) and options (`class` …)."""

    kind: str
    place: int
    division: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TshConfig:
    """A configuration that was read. `settings`: by name; a table such as `tables{A}` is a dict by its keys in upper case.

    `others`: the first words of lines that are ignored.
    """

    divisions: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Value] = field(default_factory=dict)
    autopairs: tuple[AutoPair, ...] = ()
    prizes: tuple[PrizeLine, ...] = ()
    others: tuple[str, ...] = ()

    def setting(self, name: str, division: str = "") -> Value | None:
        """A setting, that of the division where it has one of its own."""
        value = self.settings.get(name)
        if isinstance(value, dict):
            return value.get(division.upper())
        return value


def parse_config(data: bytes | str) -> TshConfig:
    """Read a configuration. Raises ConfigError at the first line that cannot be read."""
    try:
        text = decode(data)
    except BadLine as bad:
        problem = bad.at(0, "")
        raise ConfigError(0, "", problem.message, problem.remedy) from bad
    divisions: dict[str, str] = {}
    settings: dict[str, Value] = {}
    autopairs: list[AutoPair] = []
    prizes: list[PrizeLine] = []
    others: dict[str, None] = {}
    for number, line in _statements(text):
        word = line.split(None, 1)[0].casefold()
        try:
            if word == "config":
                _config(line, settings)
            elif word == "division":
                name, file = _division(line)
                divisions[name] = file
            elif word == "autopair":
                autopairs.append(_autopair(line))
            elif word == "prize":
                prizes.append(_prize(line))
            elif word in _OTHER:
                others[word] = None
            else:
                raise _BadLine(f"“{word[:30]}” begins no line of a tsh configuration", "take the line out")
        except _BadLine as bad:
            raise ConfigError(number, line, bad.message, bad.remedy) from bad
    return TshConfig(divisions, settings, tuple(autopairs), tuple(prizes), tuple(others))


def _statements(text: str) -> list[tuple[int, str]]:
    """The lines that are not blank, with their numbers; a list or table may continue over several lines."""
    statements: list[tuple[int, str]] = []
    is_open = False
    for number, raw in enumerate(lines_of(text), start=1):
        start, line = number, _without_comment(raw).strip()
        if is_open:
            start, before = statements.pop()
            line = f"{before} {line}"
        elif not line:
            continue
        if len(line) > _LONGEST:
            raise ConfigError(start, line, f"this is longer than {_LONGEST} characters", "close the list, or split it")
        statements.append((start, line))
        rest = _without_strings(line)
        depth = rest.count("[") + rest.count("{") - rest.count("]") - rest.count("}")
        is_open = line.startswith("config") and depth > 0
    return statements


def _without_strings(line: str) -> str:
    return re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", "", line)


def _without_comment(line: str) -> str:
    """The line up to a “#” outside quotes."""
    quote = ""
    for k, sign in enumerate(line):
        if quote:
            quote = "" if sign == quote and line[k - 1] != "\\" else quote
        elif sign in "'\"" and (k == 0 or not line[k - 1].isalnum()):
            quote = sign
        elif sign == "#":
            return line[:k]
    return line


def _config(line: str, settings: dict[str, Value]) -> None:
    equals = _IS.search(line)
    target = _NAMED.match(line[: equals.start()].rstrip()) if equals else None
    if target is None or equals is None:
        raise _BadLine("this is not “config name = value”", "write it so, or take the line out")
    name, raw_keys = target.groups()
    keys = _keys(raw_keys.strip())
    value = parse_value(line[equals.end() :])
    if not keys:
        settings[name] = value
        return
    table = settings.setdefault(name, {})
    for key in keys[:-1]:
        if not isinstance(table, dict):
            break
        table = table.setdefault(key, {})
    if not isinstance(table, dict):
        raise _BadLine(f"“{name}” is already a plain value", "use it in one way only")
    table[keys[-1]] = value


def _keys(text: str) -> list[str]:
    keys, at = [], 0
    while at < len(text):
        index = _INDEX.match(text, at)
        key = _key(*index.groups()) if index else ""
        if index is None or not key:
            raise _BadLine(f"“{text[at:].strip()[:30]}” is no key of a setting", "write name{'A'} or name[1]")
        keys.append(key)
        at = index.end()
    return keys


def _key(name: str | None, number: str | None) -> str:
    """What stands between the brackets, in upper case; "" when it is no key."""
    if number is not None:
        return number.strip() if number.strip().isdecimal() else ""
    bare = (name or "").strip().strip("'\"").strip()
    return "" if "'" in bare or '"' in bare else bare.upper()


def parse_value(text: str) -> Value:
    """A Perl-like value. Raises _BadLine, to which `parse_config` adds the line."""
    tokens: list[tuple[str, str]] = []
    at, text = 0, text.strip().rstrip(";").rstrip()
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or token.lastgroup is None:
            raise _BadLine(f"“{text[at:][:30]}” cannot be read", "write a number, 'text', [list] or {table}")
        tokens.append((token.lastgroup, token[token.lastgroup]))
        at = token.end()
    value, rest = _value(tokens, 0)
    if rest:
        raise _BadLine(f"there is more after the value: “{rest[0][1][:30]}”", "take it out")
    return value


def _value(tokens: list[tuple[str, str]], depth: int) -> tuple[Value, list[tuple[str, str]]]:
    if not tokens or depth > _DEPTH:
        raise _BadLine("the value is missing" if not tokens else "lists are nested too deeply", "correct it")
    (kind, text), rest = tokens[0], tokens[1:]
    if kind == "number":
        if len(text) > _MOST_DIGITS:
            raise _BadLine(f"“{text[:_MOST_DIGITS]}…” has too many digits", f"write at most {_MOST_DIGITS}")
        return (float(text) if "." in text else int(text)), rest
    if kind in {"single", "double", "word"}:
        return re.sub(r"\\(.)", r"\1", text), rest
    if text == "[":
        return _list(rest, depth)
    if text == "{":
        return _table(rest, depth)
    raise _BadLine(f"“{text}” is no value", "write a number, 'text', [list] or {table}")


def _list(tokens: list[tuple[str, str]], depth: int) -> tuple[Value, list[tuple[str, str]]]:
    items: list[Value] = []
    while tokens and tokens[0][1] != "]":
        value, tokens = _value(tokens, depth + 1)
        items.append(value)
        tokens = _after_comma(tokens, "]")
    return items, _closed(tokens, "]")


def _table(tokens: list[tuple[str, str]], depth: int) -> tuple[Value, list[tuple[str, str]]]:
    table: dict[str, Value] = {}
    while tokens and tokens[0][1] != "}":
        key, tokens = _value(tokens, depth + 1)
        if not tokens or tokens[0][1] not in {"=>", ","}:
            raise _BadLine("a table needs key => value", "write {'A' => 1}")
        value, tokens = _value(tokens[1:], depth + 1)
        table[str(key).upper()] = value
        tokens = _after_comma(tokens, "}")
    return table, _closed(tokens, "}")


def _after_comma(tokens: list[tuple[str, str]], end: str) -> list[tuple[str, str]]:
    if tokens and tokens[0][1] == ",":
        return tokens[1:]
    if tokens and tokens[0][1] != end:
        raise _BadLine(f"a comma is missing before “{tokens[0][1][:30]}”", "separate the items by commas")
    return tokens


def _closed(tokens: list[tuple[str, str]], end: str) -> list[tuple[str, str]]:
    if not tokens:
        raise _BadLine(f"“{end}” is missing at the end", "close it")
    return tokens[1:]


def _division(line: str) -> tuple[str, str]:
    words = line.split(None, 2)
    if len(words) != 3:
        raise _BadLine("this is not “division NAME FILE”", "name the division and its file")
    return words[1].upper(), words[2].strip()


def _autopair(line: str) -> AutoPair:
    words = line.split()
    if len(words) < 5 or not (words[2].isdecimal() and words[3].isdecimal()):
        raise _BadLine("this is not “autopair DIVISION SOURCE TARGET command …”", "write it so")
    source, target = int(words[2]), int(words[3])
    if source >= target:
        raise _BadLine(f"round {target} cannot be paired from round {source}", "the source comes before it")
    return AutoPair(words[1].upper(), source, target, words[4].casefold(), tuple(words[5:]))


def _prize(line: str) -> PrizeLine:
    words = line.split()
    if len(words) < 4 or not re.fullmatch(r"-?\d+", words[2]):
        raise _BadLine("this is not “prize TYPE PLACE DIVISION VALUE …”", "write it so")
    options = dict(word.split("=", 1) for word in words[4:] if "=" in word)
    return PrizeLine(words[1].casefold(), int(words[2]), words[3].upper(), options)
