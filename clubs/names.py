"""The one order of names: without regard to case and accents, the same in Python, on SQLite and on PostgreSQL.

Émile stands between Emil and Emilia, Øst beside Ost, and か beside カ. Databases sort as they were installed, each otherwise, so both
are told to sort by the text that ``name_key`` makes; two names of the same key are told apart by the names themselves.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, F, Func
from django.db.models.sql.compiler import SQLCompiler

#: Letters that stand for two.
PAIRS: Final[Mapping[str, str]] = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ĳ": "ij"}
#: Letters that Unicode does not take apart.
STROKES: Final[Mapping[str, str]] = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "ı": "i",
    "ŋ": "n",
    "ς": "σ",
    "ĸ": "k",
}
#: Marks above and below letters, and those that make か into が.
_MARKS: Final = (*range(0x300, 0x370), 0x3099, 0x309A)
#: Latin, Greek, Cyrillic, Armenian: what has capitals.
_LETTERS: Final = range(0x41, 0x590)
_KATAKANA: Final = range(0x30A1, 0x30F7)
_KATAKANA_BEFORE: Final = 0x60


@cache
def _folded() -> dict[int, str | None]:
    """What each letter of a decomposed name (NFKD) sorts as; None: it is left out."""
    sort_keys: dict[int, str | None] = dict.fromkeys(_MARKS)
    for code in _LETTERS:
        small = chr(code).lower()
        sorts_as = STROKES.get(small) or small
        if len(sorts_as) == 1 and sorts_as != chr(code) and unicodedata.normalize("NFKD", chr(code)) == chr(code):
            sort_keys[code] = sorts_as
    for capital, pair in [*PAIRS.items(), *((letter.upper(), pair) for letter, pair in PAIRS.items())]:
        if len(capital) == 1:
            sort_keys[ord(capital)] = pair
    return sort_keys | {code: chr(code - _KATAKANA_BEFORE) for code in _KATAKANA}


def name_key(name: str) -> str:
    """What a name is sorted by."""
    return unicodedata.normalize("NFKD", name).translate(_folded())


def in_order(name: str) -> tuple[str, str]:
    """For ``sorted(…, key=…)``: the key, and the name itself where two have the same."""
    return name_key(name), name


def by_name(path: str = "name") -> tuple[Func, Func]:
    """For ``order_by(*by_name("player__name"))`` and for ``ordering``: the same order in a query."""
    return NameKey(F(path)), Plainly(F(path))


class Plainly(Func):
    """A column compared letter by letter, whatever the language of the database."""

    arity = 1
    template = "%(expressions)s"
    output_field = CharField()

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """PostgreSQL's own order depends on how it was installed."""
        return super().as_sql(compiler, connection, template='%(expressions)s COLLATE "C"', **context)


class NameKey(Func):
    """``name_key`` of a column."""

    arity = 1
    output_field = CharField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """By Python's own function (``add_to_sqlite``)."""
        return super().as_sql(compiler, connection, function="WORDHALL_NAME_KEY", **context)

    def as_postgresql(
        self, compiler: SQLCompiler, _connection: BaseDatabaseWrapper, **_context: Any
    ) -> tuple[str, Any]:
        """By ``translate`` from the same table, compared byte by byte.

        The table stands in the statement itself: as parameters, two of these would be two different expressions for PostgreSQL, which
        wants those of ``ORDER BY`` again in ``SELECT DISTINCT`` and ``GROUP BY``. ``translate`` looks each letter up from the table's
        start to its end, so names of ASCII letters alone, for which ``lower`` says the same, do without.
        """
        column, parameters = compiler.compile(self.source_expressions[0])
        sql = f"normalize({column}, NFKD)"
        for letter, pair in _folded().items():
            if pair is not None and len(pair) > 1:
                sql = f"replace({sql}, {_literal(chr(letter))}, {_literal(pair)})"
        letters, others = map(_literal, _translated())
        plain, folded = f'lower({column} COLLATE "C")', f"translate({sql}, {letters}, {others})"
        is_plain = f"octet_length({column}) = char_length({column})"
        return f'(CASE WHEN {is_plain} THEN {plain} ELSE {folded} END COLLATE "C")', [*parameters] * 4


def _literal(text: str) -> str:
    """A text of this module as it stands in SQL, in which ``%`` begins a parameter."""
    return "'" + text.replace("'", "''").replace("%", "%%") + "'"


@cache
def _translated() -> tuple[str, str]:
    """The letters that sort as another one, and those others; letters of the first without a counterpart are left out."""
    single = {letter: other for letter, other in _folded().items() if other is not None and len(other) == 1}
    dropped = [letter for letter, other in _folded().items() if other is None]
    return "".join(map(chr, [*single, *dropped])), "".join(single.values())


def add_to_sqlite(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """A signal's receiver: give a new connection to SQLite the function."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("WORDHALL_NAME_KEY", 1, _key_or_nothing, deterministic=True)


def _key_or_nothing(name: str | None) -> str | None:
    return None if name is None else name_key(name)
