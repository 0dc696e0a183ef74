"""GCG by the letter: which lines of a file only a tolerant reader understands.

The reader of :mod:`~games.engine.crossword.gcg` takes the dialects of many programs. A line that is not what
:func:`~games.engine.crossword.gcg.format_event` would write for its event (spaces apart) is one of them: a place in
small letters, words after the total, ``-0`` for a pass, ``+-10``, letters of the board written in brackets, a player's full
name instead of the short one.

>>> from games.engine.crossword.gcg import read
>>> reading = read(b"#player1 a Ann\\n#player2 b Bob\\n>a: ADEEGIL 7c GALE +16 16 GALE\\n")
>>> [found.message for found in strict_findings(reading)]
['Strictly by the GCG format this line means: >a: ADEEGIL 7C GALE +16 16']
"""

from __future__ import annotations

from games.engine.crossword.findings import Finding, finding
from games.engine.crossword.gcg import format_event
from games.engine.crossword.record import Event, Kind, Reading


def strict_findings(reading: Reading) -> tuple[Finding, ...]:
    """A finding for each event whose line is not GCG by the letter; one without score or total has a finding already."""
    findings = []
    for number, (event, line) in enumerate(zip(reading.record.events, reading.lines, strict=True), 1):
        if event.score is None or event.total is None:
            continue
        written = " ".join(reading.source[line - 1].split())
        letter = format_event(reading.record, event._replace(extra="", text=_plain(event)))
        if written != letter:
            findings.append(
                finding("gcg_not_strict", line=line, column=1, turn=number, stated=written, computed=letter)
            )
    return tuple(findings)


def _plain(event: Event) -> str:
    """The word of a play without the brackets that show which letters were on the board: ``W..D`` for ``W(IN)D``."""
    if event.kind is not Kind.PLAY or "(" not in event.text:
        return event.text
    plain, inside = "", False
    for char in event.text:
        if char in "()":
            inside = char == "("
        else:
            plain += "." if inside else char
    return plain
