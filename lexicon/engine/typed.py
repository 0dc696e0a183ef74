"""What people type on keyboards of any script, in one form."""

from __future__ import annotations

import unicodedata
from typing import Final

#: Signs that stand for a minus, and sound marks beside their kana, which NFKC would put a space before.
_SIGNS: Final = str.maketrans({**dict.fromkeys("‐‑‒–—−", "-"), "゛": "\u3099", "゜": "\u309a"})


def plain_text(text: str) -> str:
    """Full-width letters, digits and signs as plain ones, half-width kana as whole ones, accents put together, a minus as a hyphen.

    >>> plain_text("８Ｄ ＴＲＡＩＮ ＋１２ −3 ﾊﾞﾝﾄﾞ")
    '8D TRAIN +12 -3 バンド'
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text.translate(_SIGNS))
