"""Texts that people write in Markdown, as HTML that may stand on any page: rendered by markdown-it, cleaned by nh3."""

from functools import cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

#: Everything that a text may become. No pictures and no raw HTML: a page loads nothing from elsewhere.
_TAGS = frozenset(
    "a blockquote br code em h3 h4 h5 h6 hr li ol p pre s strong table tbody td th thead tr ul".split()  # noqa: SIM905 - one list
)
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
#: Headings of a text stand below the page's own, ``h1`` and ``h2``.
_LOWERED = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6", "h6": "h6"}


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])


def markdown(text: str) -> SafeString:
    """The text as clean HTML; "" for an empty one. Raw HTML is shown as it was typed, unsafe links lose their address.

    Any text is Markdown, so nothing raises. Source: CommonMark, with tables and strikethrough as on GitHub.
    """
    reader = _reader()
    tokens = reader.parse(text)
    for token in tokens:
        token.tag = _LOWERED.get(token.tag, token.tag)
    rendered = reader.renderer.render(tokens, reader.options, {})
    cleaned = nh3.clean(
        rendered,
        tags=set(_TAGS),
        attributes=_ATTRIBUTES,
        url_schemes=set(_SCHEMES),
        link_rel="noopener nofollow ugc",
    )
    return mark_safe(cleaned.strip())  # noqa: S308 - nh3 has just cleaned it
