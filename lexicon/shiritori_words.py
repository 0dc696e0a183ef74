"""The sentences of a shiritori verdict, translated: the engine gives templates with their values."""

from django.utils.translation import gettext, override

from lexicon.engine.shiritori import Judgement

#: The game's own language, and the one for players who do not read it.
JUDGES_LANGUAGES = ("ja", "en")


def sentence(judgement: Judgement) -> str:
    """The verdict and its reasons, in the reader's language."""
    joined = " ".join(gettext(text) % values for text, values in judgement.sentences)
    return joined.replace("。 ", "。")  # after a full stop of Japanese there is no space


def judges_sentences(judgement: Judgement) -> dict[str, str]:
    """The same in both languages of the judge, by language."""
    sentences = {}
    for language in JUDGES_LANGUAGES:
        with override(language):
            sentences[language] = sentence(judgement)
    return sentences
