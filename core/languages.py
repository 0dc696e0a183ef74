"""The languages that the site speaks. A new one: a line here and its catalogue (``python -m config.translations update``)."""

from typing import Final, NamedTuple


class Language(NamedTuple):
    """A language by its code, and as its own speakers call it."""

    code: str
    name: str


#: The first is the one that the strings in the code are written in. A language is offered when its catalogue is complete.
LANGUAGES: Final = (
    Language("en", "English"),
    Language("ja", "日本語"),
    Language("gu", "ગુજરાતી"),
    Language("zh-hant", "繁體中文"),
)
SOURCE: Final = LANGUAGES[0]


def language_choices() -> list[tuple[str, str]]:
    """Code and name of every language, for a field."""
    return [(language.code, language.name) for language in LANGUAGES]
