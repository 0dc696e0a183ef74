"""Wins and spreads as standings write them."""


def signed(value: int | None) -> str:
    """A spread with its sign (+12, −7, 0)."""
    if value is None:
        return ""
    return f"+{value}" if value > 0 else str(value).replace("-", "\N{MINUS SIGN}")


def wins(value: float) -> str:
    """Wins or losses: halves as ½."""
    whole = int(value)
    return f"{whole or ''}½" if value != whole else str(whole)
