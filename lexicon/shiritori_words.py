"""What is said of a word of shiritori; the engine knows no languages and hands over sentences with what to fill in."""

from django.utils.translation import gettext, override

from lexicon.engine.shiritori import Judgement

#: The game's own language, and the one that everybody else at the table reads.
JUDGES_LANGUAGES = ("ja", "en")


def sentence(judgement: Judgement) -> str:
    """The verdict and its reasons, in the reader's language."""
    joined = " ".join(gettext(text) % values for text, values in judgement.sentences)
    return joined.replace("。 ", "。")  # after a full stop of Japanese there is no space


def judges_sentences(judgement: Judgement) -> dict[str, str]:
    """The same for a table of players of both languages, by language."""
    sentences = {}
    for language in JUDGES_LANGUAGES:
        with override(language):
            sentences[language] = sentence(judgement)
    return sentences
