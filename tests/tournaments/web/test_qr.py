"""Addresses as QR codes: the drawing has the squares of the code, and the label is text."""

import re

import segno

from tournaments.web.qr import MASK, qr_code

ADDRESS = "https://wordhall.example.org/p/2np7co22obxab2xkb4sgfkz7fq/"


def test_the_drawing_has_every_dark_square_and_no_other() -> None:
    drawing = qr_code(ADDRESS, label="Ann & Ben")
    dark = {
        (int(y), int(x) + step)
        for x, y, run in re.findall(r"M(\d+) (\d+)\.5h(\d+)", drawing)
        for step in range(int(run))
    }
    rows = segno.make(ADDRESS, error="m", micro=False, mask=MASK).matrix
    assert dark == {(y + 2, x + 2) for y, row in enumerate(rows) for x, square in enumerate(row) if square}
    assert f'viewBox="0 0 {len(rows) + 4} {len(rows) + 4}"' in drawing
    assert "<title>Ann &amp; Ben</title>" in drawing
