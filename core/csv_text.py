"""Tables as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence

#: A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(columns: Iterable[str], rows: Iterable[Sequence[object]]) -> str:
    """A line of the columns' names and one of each row, in which no text is taken for a formula; None is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([[safe_cell(value) for value in row] for row in rows])
    return out.getvalue()


def safe_cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
