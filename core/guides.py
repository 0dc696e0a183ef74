"""The guides for players and directors, one Markdown file for each in every language, in ``guides/``.

``{Send the report}`` in a guide is what the site's own catalogue calls that button or page, so that a guide names what the reader sees.
``![What it shows](report)`` is a picture of the site in the same language, which a browser test makes.
"""

import re
from collections.abc import Sequence
from functools import cache
from html import unescape
from pathlib import Path
from typing import Final

from django.templatetags.static import static
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from core.languages import SOURCE
from core.packages import ROOT

GUIDES: Final = ("players", "directors")
FOLDER: Final = ROOT / "guides"
LABEL: Final = re.compile(r"\{([^{}]+)\}")
PICTURE: Final = re.compile(r"^!\[([^\]]+)\]\(([\w-]+)\)$", re.MULTILINE)
#: Pictures are of a phone's screen; width and height keep their place while they load.
WIDTH: Final = 360
HEIGHT: Final = 640


def guide_file(name: str, language: str) -> Path:
    """Where the guide is written in the language."""
    return FOLDER / language / f"{name}.md"


def picture_file(picture: str, language: str) -> str:
    """The picture's path among the static files."""
    return f"guides/{language}/{picture}.webp"


def guide(name: str) -> tuple[str, SafeString]:
    """Title and text (HTML) of the guide in the reader's language, in English where that has none. Raises KeyError for no guide."""
    if name not in GUIDES:
        raise KeyError(name)
    language = get_language() or SOURCE.code
    if not guide_file(name, language).exists():
        language = SOURCE.code
    title, text = source_of(name, language)
    html = _reader().render(text, {"language": language})
    # Not before: Markdown reads no bold between Japanese letters and a bracket.
    named = LABEL.sub(lambda label: f"<strong>{conditional_escape(gettext(unescape(label[1])))}</strong>", html)
    return title, mark_safe(named)  # noqa: S308 - our own file, and raw HTML in it would be shown as text


@cache
def source_of(name: str, language: str) -> tuple[str, str]:
    """The guide's title, and its Markdown below."""
    heading, text = guide_file(name, language).read_text("utf-8").split("\n", 1)
    return heading.removeprefix("# "), text


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False})
    reader.add_render_rule("image", _picture)
    return reader


def _picture(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, environment: EnvType
) -> str:
    address = static(picture_file(str(tokens[index].attrs["src"]), str(environment["language"])))
    tokens[index].attrs |= {"src": address, "width": WIDTH, "height": HEIGHT, "loading": "lazy"}
    return renderer.image(tokens, index, options, environment)
