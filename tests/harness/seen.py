"""What a person can see of a page: the words and what stands in the fields.

Keys, tokens and ids are random, so a search of the raw HTML for a short text that must *not* be there fails by chance.
"""

from html.parser import HTMLParser

_SILENT = frozenset({"script", "style", "template"})
_UNSEEN = frozenset({"hidden", "radio", "checkbox"})
_SPOKEN = ("alt", "title", "aria-label", "placeholder")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.silent += tag in _SILENT
        self.words += [given[name] or "" for name in _SPOKEN if name in given]
        if tag == "input" and given.get("type") not in _UNSEEN:
            self.words.append(given.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


def seen(html: str) -> str:
    """The page's words, in order, with the values of its visible fields; single spaces between them."""
    reader = _Reader()
    reader.feed(html)
    return " ".join(" ".join(reader.words).split())
