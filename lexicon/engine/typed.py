"""What people type on keyboards of any script, in one form."""

from __future__ import annotations

import unicodedata
from typing import Final

#: Signs that stand for a minus, or look like one.
_MINUS: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def plain_text(text: str) -> str:
    """Full-width letters, digits and signs as plain ones, half-width kana as whole ones, accents put together, a minus as a hyphen.

    >>> plain_text("８Ｄ ＴＲＡＩＮ ＋１２ −3")
    '8D TRAIN +12 -3'
    """
    return unicodedata.normalize("NFKC", text).translate(_MINUS)
