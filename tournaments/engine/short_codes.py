"""Short codes of events, to be read off a wall and typed on a phone: ``wordhall.example/x7k``.

A code is the event's number written with 27 signs: no vowels, so that no code is a word or another address of the site, and none of
the signs that look alike (l and 1, o and 0). Neighbouring numbers get unlike codes, so that a slip of the finger finds nothing.
"""

SIGNS = "bcdfghjkmnpqrstvwxz23456789"
SHORTEST, LONGEST = 3, 6
#: A regular expression of all codes, typed in either case.
PATTERN = f"[{SIGNS}{SIGNS[:19].upper()}]{{{SHORTEST},{LONGEST}}}"
#: No divisor of 27, so multiplying by it keeps numbers below a power of 27 apart.
_STEP = 7919


def code_of(number: int) -> str:
    """The code of an event's number (1 or more). Raises ValueError for a number beyond six signs."""
    for length in range(SHORTEST, LONGEST + 1):
        if 0 < number < len(SIGNS) ** length:
            return _written(number * _STEP % len(SIGNS) ** length, length)
    raise ValueError(f"there is no short code for {number}")


def number_of(code: str) -> int:
    """The number whose code this is, in either case; 0 if no number has it."""
    value = 0
    for sign in code.lower():
        value = value * len(SIGNS) + SIGNS.index(sign)
    number = value * pow(_STEP, -1, len(SIGNS) ** len(code)) % len(SIGNS) ** len(code)
    return number if number and code_of(number) == code.lower() else 0


def _written(value: int, length: int) -> str:
    signs = ""
    for _ in range(length):
        value, sign = divmod(value, len(SIGNS))
        signs = SIGNS[sign] + signs
    return signs
