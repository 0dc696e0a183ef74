"""Pictures beside links: what fits is shown, what the font lacks is left out of the PNG only."""

import io

from PIL import Image

from core.drawing import INK, PAPER, Picture, Text, cut, has_letters


def test_a_text_is_cut_to_the_room_that_there_is() -> None:
    text = "Harbour Club Open"
    assert cut(text, 10_000, 20) == text
    short = cut(text, 100, 20)
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert 3 < len(short) < len(text)
    assert cut(short, 100, 20) == short, "it fits"
    assert cut(text, 1, 20) == "…", "not even a letter does"


def test_letters_that_the_font_lacks_are_left_out_of_the_png_and_stay_in_the_svg() -> None:
    """A browser has other fonts; boxes in place of a name would look broken."""

    def inks(*texts: str) -> set[int]:
        """The rows of the PNG on which something is drawn."""
        shapes = tuple(Text(10, 20 + 40 * row, text, 20, INK, "start") for row, text in enumerate(texts))
        picture = Picture(200, 80, shapes, "two names")
        assert all(text in picture.svg() for text in texts)
        with Image.open(io.BytesIO(picture.png())) as image:
            paper = Image.new("RGB", (image.width, 1), PAPER).tobytes()
            return {row for row in range(image.height) if image.crop((0, row, image.width, row + 1)).tobytes() != paper}

    assert (has_letters("Ada Żółć Ωμέγα"), has_letters("田中")) == (True, False)
    first, both = inks("Ada", "田中"), inks("Ada", "Ben")
    assert first
    assert max(first) < 40 < max(both)
