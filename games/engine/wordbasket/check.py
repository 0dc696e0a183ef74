"""The check of a Word Basket record: read it, replay it, and list everything that does not fit.

With the deal (a seed or the whole deck) every card is known and checked; without it hands are checked by their sizes,
and no card can be in two places. An illegal play is a finding only if nobody pointed it out before the next card.

>>> data = "#player A\\n#player B\\nstart あ\\nA あしか か\\nB はっぱ は\\nA はなび ひ\\n".encode()
>>> for found in check_record(data).findings:
...     print(f"line {found.line}: {found.message}")
line 5: はっぱ begins with は; it must begin with か.
line 5: Nobody pointed out B's illegal play before the next card, so it stands.
line 6: The record stops before the end of the game.
"""

from __future__ import annotations

from typing import Final

from games.engine.wordbasket.findings import Finding, finding
from games.engine.wordbasket.jsonform import read_json
from games.engine.wordbasket.notation import read_text
from games.engine.wordbasket.position import Position
from games.engine.wordbasket.record import MAX_BYTES, Reading, Record
from games.engine.wordbasket.replay import Replay
from games.engine.wordbasket.report import Report
from games.engine.wordbasket.rules import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    RULE_SETS,
    InvalidOptionError,
    RuleSet,
)
from games.engine.wordbasket.setup import deck_findings, starting_position
from lexicon.engine.shiritori import Listings

#: Changes whenever the same record could get other findings; stored with a checked record.
ENGINE_VERSION: Final = "2"
WORD_BASKET: Final = RULE_SETS["word-basket"]


def check_record(data: bytes, *, rules: RuleSet = WORD_BASKET, dictionary: Listings | None = None) -> Report:
    """Check one record, text or JSON. ``rules`` hold where the record has no option of its own.

    With a ``dictionary`` words that are no common nouns get a note. Never raises, whatever the bytes are.
    """
    return check_reading(read(data), rules=rules, dictionary=dictionary)


def read(data: bytes) -> Reading:
    """Read a record, text or JSON. Never raises."""
    if len(data) > MAX_BYTES:
        return _unread("too_large", stated=len(data), computed=MAX_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _unread("not_text")
    if not text.strip():
        return _unread("empty_file")
    if "\0" in text:
        return _unread("not_text")
    return read_json(text) if text.lstrip().startswith("{") else read_text(text)


def _unread(code: str, *, stated: int | None = None, computed: int | None = None) -> Reading:
    return Reading(Record((), ()), (finding(code, stated=stated, computed=computed),), (), "text")


def check_reading(
    reading: Reading, *, rules: RuleSet = WORD_BASKET, dictionary: Listings | None = None, fixed: bool = False
) -> Report:
    """Check a record that has been read already. With ``fixed`` an option of the record's own changes nothing, and is told."""
    record = reading.record
    findings = [*reading.findings]
    rules = _with_options(record, rules, findings, fixed=fixed)
    if not MIN_PLAYERS <= len(record.players) <= MAX_PLAYERS:
        if not reading.findings or record.players:
            findings.append(finding("players_wrong", stated=len(record.players)))
        return Report(reading, rules, tuple(findings), None, ())
    findings += deck_findings(record)
    start: Position = starting_position(record, rules)
    replay = Replay(reading, start, dictionary)
    for index, event in enumerate(record.events):
        replay.take(index, event)
    replay.finish()
    findings += replay.findings
    findings.sort(key=lambda found: found.line or 0)
    return Report(reading, rules, tuple(findings), start, tuple(replay.steps))


def _with_options(record: Record, rules: RuleSet, findings: list[Finding], *, fixed: bool) -> RuleSet:
    for name, value in record.options:
        typed: object = value
        if value in ("true", "false"):
            typed = value == "true"
        elif value.isascii() and value.isdigit() and len(value) < 6:
            typed = int(value)
        try:
            changed = rules.with_options(**{name: typed})
        except InvalidOptionError as error:
            findings.append(finding("option_invalid", stated=str(error)))
            continue
        if not fixed:
            rules = changed
        elif changed != rules:
            in_force = str(getattr(rules, name)).lower()
            findings.append(finding("option_other", stated=f"{name} {value}", computed=f"{name} {in_force}"))
    return rules
