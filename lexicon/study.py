"""Word study and look-ups: open to everybody but players whose round is being played. Study is not judging.

The app that runs events knows who is playing, and registers a question here; this app must not import it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest

from core.errors import WordhallError
from lexicon.engine.alphabet import Alphabet, BadLetterError
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.anagrams import BLANK, MAX_BLANKS
from lexicon.engine.hooks import hooks
from lexicon.engine.patterns import ANY, SOME
from lexicon.engine.wordlist import LONGEST
from lexicon.models import LexiconVersion
from lexicon.queries import definitions_of, open_version
from lexicon.wordlists.files import anagrams, patterns

MOST_WORDS = 500
MOST_BATCH = 1000

_playing: list[Callable[[HttpRequest], bool]] = []


class BadQuestionError(WordhallError):
    """The question cannot be understood; ``code`` says why: letters, length, blanks or kind."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or code, code=code)


@dataclass(frozen=True, slots=True)
class WordCard:
    """A word: whether it is valid, its hooks and its anagrams (decoded), and its definition where the list has one."""

    word: str
    valid: bool
    front: tuple[str, ...]
    back: tuple[str, ...]
    without_first: str | None
    without_last: str | None
    anagrams: tuple[str, ...]
    definition: str = ""


def close_while(playing: Callable[[HttpRequest], bool]) -> None:
    """Register a function that says whether a request comes from a player whose round is being played."""
    if playing not in _playing:
        _playing.append(playing)


def is_closed_to(request: HttpRequest) -> bool:
    """Whether study and look-ups are closed to this visitor right now."""
    return any(playing(request) for playing in _playing)


def encode(alphabet: Alphabet, text: str, *, extra: str = "", most: int = LONGEST) -> str:
    """``text`` as encoded tiles; characters of ``extra`` stand for themselves. Raises BadQuestionError."""
    codes = []
    part = ""
    try:
        for char in text.strip()[: 8 * most]:
            if char in extra:
                codes.append(alphabet.encode(part) + char)
                part = ""
            else:
                part += char
        codes.append(alphabet.encode(part))
    except BadLetterError as error:
        raise BadQuestionError("letters", str(error)) from None
    word = "".join(codes)
    if not 1 <= len(word) <= most:
        raise BadQuestionError("length", f"from 1 to {most} letters")
    return word


def are_words(version: LexiconVersion, words: list[str]) -> list[bool]:
    """For each of up to a thousand words whether it is in the edition. Raises BadQuestionError for more."""
    if len(words) > MOST_BATCH:
        raise BadQuestionError("length", f"at most {MOST_BATCH} words at once")
    alphabet, lexicon = ALPHABETS[version.lexicon.language], open_version(version)
    return [_is_word(alphabet, lexicon, word) for word in words]


def _is_word(alphabet: Alphabet, lexicon: object, word: str) -> bool:
    try:
        return encode(alphabet, word) in lexicon  # type: ignore[operator]  # a CompiledLexicon
    except BadQuestionError:
        return False


def card(version: LexiconVersion, word: str) -> WordCard:
    """A word's hooks, anagrams and definition. Raises BadQuestionError."""
    alphabet, lexicon = ALPHABETS[version.lexicon.language], open_version(version)
    code = encode(alphabet, word)
    word_hooks = hooks(lexicon, code, alphabet.codes)
    same = [other for other in anagrams(lexicon).of(code) if other != code]
    decoded = alphabet.decode(code)
    return WordCard(
        word=decoded,
        valid=code in lexicon,
        front=tuple(map(alphabet.decode, word_hooks.front)),
        back=tuple(map(alphabet.decode, word_hooks.back)),
        without_first=None if word_hooks.without_first is None else alphabet.decode(word_hooks.without_first),
        without_last=None if word_hooks.without_last is None else alphabet.decode(word_hooks.without_last),
        anagrams=tuple(map(alphabet.decode, same)),
        definition=definitions_of(version, [decoded]).get(decoded, ""),
    )


def search(version: LexiconVersion, kind: str, question: str) -> list[str]:
    """The first 500 words that answer, shortest first. ``kind``: prefix, pattern (? one tile, * any number) or anagram (? a blank).

    Raises BadQuestionError.
    """
    alphabet, lexicon = ALPHABETS[version.lexicon.language], open_version(version)
    if kind == "prefix":
        words = patterns(lexicon).matches(encode(alphabet, question) + SOME, most=MOST_WORDS)
    elif kind == "pattern":
        code = encode(alphabet, question, extra=ANY + SOME, most=2 * LONGEST)
        words = patterns(lexicon).matches(code, most=MOST_WORDS)
    elif kind == "anagram":
        code = encode(alphabet, question, extra=BLANK)
        if code.count(BLANK) > MAX_BLANKS:
            raise BadQuestionError("blanks", f"at most {MAX_BLANKS} blanks")
        words = anagrams(lexicon).of(code, alphabet.codes)[:MOST_WORDS]
    else:
        raise BadQuestionError("kind", "one of prefix, pattern, anagram")
    return [alphabet.decode(word) for word in words]
