"""Marks a sentence for translation: engines are language-neutral, and pages translate what they show."""


def _(sentence: str) -> str:
    """The sentence itself."""
    return sentence
