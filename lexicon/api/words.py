"""Looking words up over HTTP: membership, one verdict for a play, patterns, anagrams, hooks. For people with an account,
and not while they are playing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import signed_in
from core.api.bodies import query_of, sent
from core.api.operations import operation
from core.api.rows import RowSerializer
from lexicon.engine.judge import MOST_WORDS, MalformedPlayError
from lexicon.models import LexiconVersion
from lexicon.queries import current_version, definitions_of, readable_by
from lexicon.services.adjudications import judge_words
from lexicon.study import MOST_BATCH, BadQuestionError, WordCard, are_words, card, is_closed_to, search
from limits.api import WordsThrottle

_LONGEST_TYPED = 80


class BatchSerializer(serializers.Serializer[Any]):
    """Words to look up."""

    words = serializers.ListField(
        child=serializers.CharField(max_length=_LONGEST_TYPED), min_length=1, max_length=MOST_BATCH
    )


class PlaySerializer(serializers.Serializer[Any]):
    """The words of one play."""

    words = serializers.ListField(
        child=serializers.CharField(max_length=_LONGEST_TYPED), min_length=1, max_length=MOST_WORDS
    )


class MembershipSerializer(serializers.Serializer[Any]):
    """For each word, in the order sent, whether it is in the edition."""

    edition = serializers.CharField()
    checksum = serializers.CharField()
    valid = serializers.ListField(child=serializers.BooleanField())


class VerdictSerializer(serializers.Serializer[Any]):
    """One answer for the whole play."""

    edition = serializers.CharField()
    checksum = serializers.CharField()
    acceptable = serializers.BooleanField()


class CardSerializer(RowSerializer[WordCard]):
    """A word, its hooks, its anagrams, and its definition where the list has one."""


class QuestionSerializer(serializers.Serializer[Any]):
    """Which words to search for."""

    kind = serializers.ChoiceField(choices=["prefix", "pattern", "anagram"], default="pattern")
    q = serializers.CharField(
        allow_blank=True,
        default="",
        help_text="? is any one tile (a blank, for anagrams), * any number of tiles.",
    )


class SearchResultSerializer(serializers.Serializer[Any]):
    """Words found, at most 500."""

    words = serializers.ListField(child=serializers.CharField())
    definitions = serializers.DictField(
        child=serializers.CharField(), help_text="By words: of those that have a definition in this edition."
    )


@contextmanager
def refuse_malformed() -> Iterator[None]:
    """Turn what cannot be judged into a validation error: one sentence for the whole play, never which word."""
    try:
        yield
    except MalformedPlayError:
        message = "Nothing was judged: words of 2 to 15 letters of the tiles only."
        raise exceptions.ValidationError({"words": [message]}) from None


class WordsView(APIView):
    """What look-ups share: access and edition."""

    throttle_classes = (WordsThrottle,)

    def version(self, request: Request, slug: str) -> LexiconVersion:
        """The edition in force today of a dictionary that the user may see. 403 while the user is playing."""
        user = signed_in(request)
        lexicon = get_object_or_404(readable_by(user), slug=slug)
        if is_closed_to(request._request):
            raise exceptions.PermissionDenied("Word study is closed to you while your round is being played.")
        edition = current_version(lexicon)
        if edition is None:
            raise exceptions.NotFound
        return edition

    def handle_exception(self, exc: Exception) -> Response:
        """A question that cannot be understood is a validation error."""
        if isinstance(exc, BadQuestionError):
            exc = exceptions.ValidationError({"words": [str(exc)]}, code=exc.code)
        return super().handle_exception(exc)


class BatchView(WordsView):
    """Membership of many words at once."""

    @operation("look_up_words", "dictionaries", takes=BatchSerializer, gives=MembershipSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Look up as many as 1000 words in the edition in force."""
        version = self.version(request, slug)
        data = sent(request, BatchSerializer)
        valid = are_words(version, data.validated_data["words"])
        return Response({"edition": version.label, "checksum": version.checksum, "valid": valid})


class JudgeView(WordsView):
    """One verdict for a play."""

    @operation("judge_words", "dictionaries", takes=PlaySerializer, gives=VerdictSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Judge the words of one play: acceptable or not, without saying which word fails. Nothing is logged."""
        version = self.version(request, slug)
        data = sent(request, PlaySerializer)
        with refuse_malformed():
            verdict = judge_words(version, data.validated_data["words"])
        return Response({"edition": version.label, "checksum": version.checksum, "acceptable": verdict.acceptable})


class WordView(WordsView):
    """One word."""

    @operation("word", "dictionaries", gives=CardSerializer)
    def get(self, request: Request, slug: str, word: str) -> Response:
        """Whether it is a word, its hooks, its anagrams and its definition."""
        return Response(CardSerializer(card(self.version(request, slug), word)).data)


class SearchView(WordsView):
    """Search for words."""

    @operation(
        "search_words",
        "dictionaries",
        gives=SearchResultSerializer,
        parameters=[QuestionSerializer],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The first 500 words with this prefix, of this pattern, or of these letters."""
        version = self.version(request, slug)
        question = query_of(request, QuestionSerializer).validated_data
        try:
            words = search(version, question["kind"], question["q"]) if question["q"] else []
            definitions = definitions_of(version, words)
        except BadQuestionError as error:
            raise exceptions.ValidationError({"q": [str(error)]}, code=error.code) from error
        return Response({"words": words, "definitions": definitions})
