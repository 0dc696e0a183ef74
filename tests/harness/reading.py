"""What a program reads of a page of HTML, as a browser does: its links, its words, and its forms with what they would send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_TEXT_FIELDS = {"text", "number", "date", "search", "hidden", "email", "url", "tel", "password", "time", ""}


@dataclass
class Form:
    """A form of a page: where it goes, what a browser would send of it as it stands, and its buttons."""

    action: str
    method: str
    in_main: bool
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[dict[str, str], str]] = field(default_factory=list)


class Reading(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._form: Form | None = None
        self._in_main = False
        self._by_id: dict[str, Form] = {}
        self._link: str | None = None
        self._button: tuple[dict[str, str], Form | None] | None = None
        self._area: str | None = None
        self._typed = False
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._text: list[str] = []
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what begins."""
        attributes = {name: value or "" for name, value in attrs}
        self._typed = self._typed or tag in {"pre", "textarea", "script"}
        if tag == "a" and attributes.get("href"):
            self._link, self._text = attributes["href"], [attributes.get("aria-label", "")]
        elif tag == "main":
            self._in_main = True
        elif tag == "form":
            self._form = Form(attributes.get("action", ""), attributes.get("method", "get").upper(), self._in_main)
            self.forms.append(self._form)
            if "id" in attributes:
                self._by_id[attributes["id"]] = self._form
        elif tag == "button" and attributes.get("type", "submit") == "submit" and "disabled" not in attributes:
            self._button, self._text = (attributes, self._of(attributes)), [attributes.get("aria-label", "")]
        elif tag == "textarea":
            self._area, self._text = attributes.get("name"), []
        elif tag == "select":
            self._select, self._options = attributes.get("name"), []
        elif tag == "option":
            self._options.append((attributes.get("value", ""), "selected" in attributes))
        elif tag == "input":
            self._input(attributes)

    def handle_data(self, data: str) -> None:
        """Words of a link, a button or a box; all are the page's but those that are typed, and samples of these."""
        self._text.append(data)
        if not self._typed:
            self.words.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Note what ends."""
        words = " ".join("".join(self._text).split())
        if tag in {"pre", "textarea", "script"}:
            self._typed = False
        if tag == "a" and self._link is not None:
            self.links.append((self._link, words))
            self._link = None
        elif tag == "button" and self._button is not None:
            button, form = self._button
            if form is not None:
                form.buttons.append((button, words))
            self._button = None
        elif tag == "textarea" and self._area:
            self._add(self._form, self._area, "".join(self._text))
            self._area = None
        elif tag == "select" and self._select:
            chosen = [value for value, selected in self._options if selected] or [v for v, _one in self._options[:1]]
            for value in chosen:
                self._add(self._form, self._select, value)
            self._select = None
        elif tag == "form":
            self._form = None
        elif tag == "main":
            self._in_main = False

    def _of(self, attributes: dict[str, str]) -> Form | None:
        return self._by_id.get(attributes["form"]) if "form" in attributes else self._form

    def _add(self, form: Form | None, name: str, value: str) -> None:
        if form is not None:
            form.fields.append((name, value))

    def _input(self, attributes: dict[str, str]) -> None:
        kind, name = attributes.get("type", "text"), attributes.get("name")
        ticked = kind in {"checkbox", "radio"} and "checked" in attributes
        if name and "disabled" not in attributes and (kind in _TEXT_FIELDS or ticked):
            self._add(self._of(attributes), name, attributes.get("value", "on" if ticked else ""))
