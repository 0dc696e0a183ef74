"""From bytes to lines: size, encoding and line ends, with everything odd reported and nothing raised; and the notation they are in.

GCG is ISO-8859-1 unless its first line says otherwise; files that are plainly UTF-8 without saying so are common
enough to be read as what they are.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.crossword.findings import Finding, finding

MAX_BYTES: Final = 1_000_000
_DEFAULT: Final = "ISO-8859-1"
_HEADER: Final = re.compile(rb"#character-encoding[ \t]+([^\r\n]*)", re.IGNORECASE)
#: Encodings of plain text; others that Python knows (zlib, idna …) are none of a record's business.
_ALLOWED: Final = re.compile(r"(utf-?8|us-ascii|ascii|iso-?8859-?\d{1,2}|latin-?\d|windows-?125\d|cp125\d|koi8-[ru])$")
#: Neither GCG nor a typed move begins with a brace.
_JSON: Final = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*\{")
_GCG_LINE: Final = re.compile(r"\s*(>|#\s*(player\d|character-encoding)\b)", re.IGNORECASE)
_BOMS: Final = ((codecs.BOM_UTF8, "UTF-8"), (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))


class Lines(NamedTuple):
    """The lines of a text with the findings of reading it; ``lines`` is empty if it is unreadable."""

    lines: list[str]
    findings: list[Finding]


def looks_like_json(data: bytes) -> bool:
    """Whether the first character is an opening brace."""
    return _JSON.match(data) is not None


def looks_like_gcg(lines: Sequence[str]) -> bool:
    """Whether lines are GCG rather than typed moves: one of the first hundred is a GCG event, or names a player."""
    return any(_GCG_LINE.match(line) for line in lines[:100])


def read_lines(data: bytes) -> Lines:
    """Split ``data`` into lines (LF, CR or CRLF)."""
    if len(data) > MAX_BYTES:
        return Lines([], [finding("too_large", stated=len(data), computed=MAX_BYTES)])
    if not data.strip():
        return Lines([], [finding("empty_file")])
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if b"\0" in data and not utf16:
        return Lines([], [finding("not_text")])
    findings: list[Finding] = []
    text = _decode(data, findings)
    if "\0" in text:
        return Lines([], [finding("not_text")])
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Lines(text.split("\n"), findings)


def _decode(data: bytes, findings: list[Finding]) -> str:
    header = _HEADER.match(data)
    if header is not None:
        return _decode_as(data, header[1].strip().decode("ascii", "replace"), findings)
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            text = data.decode("utf-8-sig" if encoding == "UTF-8" else "utf-16", "replace")
            findings.append(finding("encoding_assumed", line=1, computed=encoding))
            return text
    if data.isascii():
        return data.decode("ascii")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_DEFAULT)
    findings.append(finding("encoding_assumed", line=1, computed="UTF-8"))
    return text


def _decode_as(data: bytes, encoding: str, findings: list[Finding]) -> str:
    if not _ALLOWED.match(encoding.lower()):
        findings.append(finding("encoding_unsupported", line=1, column=21, stated=encoding, computed=_fallback(data)))
        return data.decode(_fallback(data))
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        findings.append(finding("encoding_undecodable", line=1, stated=encoding, computed=_fallback(data)))
        return data.decode(_fallback(data))


def _fallback(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _DEFAULT
    return "UTF-8"
