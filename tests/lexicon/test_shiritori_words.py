"""What the judge says of a word, in the reader's language and for a table that reads two."""

from django.utils.translation import override

from lexicon.engine.shiritori import Demand, judge
from lexicon.shiritori_words import judges_sentences, sentence
from tests.walk import check_each


def test_the_same_verdict_in_both_languages_of_the_table() -> None:
    def check(word: str, demand: Demand, english: str, japanese: str) -> None:
        judgement = judge(word, demand)
        with override("fr"):  # whoever asks
            assert judges_sentences(judgement) == {"en": english, "ja": japanese}
        with override("ja"):
            assert sentence(judgement) == japanese

    check_each(
        [
            (
                "あべこべ",
                Demand(),
                "あべこべ is not in the dictionary; the players decide.",
                "「あべこべ」は辞書にありません。みんなで決めてください。",
            ),
            (
                "ごん",
                Demand(min_letters=1, begins="あ"),
                "ごん begins with こ; it must begin with あ. ごん ends in ん.",
                "「ごん」は「こ」で始まります。「あ」で始まる必要があります。「ごん」は「ん」で終わっています。",
            ),
        ],
        check,
        undo=False,
    )
