"""Marks a sentence for translation where it stands: the engines know no languages, pages translate it when they show it."""


def _(sentence: str) -> str:
    """The sentence itself."""
    return sentence
