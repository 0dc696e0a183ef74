"""The word judge of the crossword game: the words of one play, and what follows under the challenge rule."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.utils.translation import gettext_lazy as _

from games.crossword.challenge_wording import all_consequences, describe_challenge, most_words, named_consequences
from games.engine.crossword.challenge import Challenge, Party, challenge_by_rules, next_seat
from games.engine.crossword.rules import RuleSet
from games.judging import JudgeAnswer, Question, Table, WordJudge
from lexicon.models import Adjudication, LexiconVersion
from lexicon.services.adjudications import judge_words


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayQuestion(Question):
    """A challenge of a play with its words."""

    words: tuple[str, ...]
    play_score: int | None = None

    @property
    def count(self) -> int:
        """The number of words in question."""
        return len(self.words)


class PlayJudge(WordJudge):
    """Judges all words of a play at once: one verdict for all of them."""

    question = PlayQuestion
    refused = _("This division does not play Word Basket.")
    offline = True

    def most_words(self, rules: RuleSet) -> int:
        """As many as one play can make."""
        return most_words(rules)

    def all_consequences(self, rules: RuleSet, size: int) -> dict[str, str]:
        """By verdict, last play and number of words."""
        return all_consequences(rules, players=size)

    def named_consequences(self, rules: RuleSet, size: int) -> dict[str, tuple[str, bool]]:
        """Of those that say who plays next at a table of three or four."""
        return named_consequences(rules, players=size)

    def judge(self, version: LexiconVersion, rules: RuleSet, question: PlayQuestion, *, table: Table) -> JudgeAnswer:
        """Judge the words and work out the consequences. Raises MalformedPlayError."""
        verdict = judge_words(version, list(question.words), most=most_words(rules))
        acceptable = verdict.acceptable if question.announced is None else question.announced
        facts = Challenge(
            acceptable,
            len(verdict.words),
            out_play=question.out_play,
            failed_before=table.failed_before(),
            players=table.size,
        )
        following = _following(rules, facts, table)
        return JudgeAnswer(
            words=verdict.words,
            acceptable=acceptable,
            by_dictionary=verdict.acceptable,
            rule=rules.challenge,
            consequence=describe_challenge(rules, facts, play_score=question.play_score, following=following),
            outcome=_outcome(rules, facts, question.play_score, following, table),
        )

    def overruled(
        self, rules: RuleSet, adjudication: Adjudication, *, acceptable: bool, table: Table
    ) -> tuple[str, dict[str, object]]:
        """What the decision comes to by the rule in force when the words were judged."""
        was = adjudication.outcome
        rules = rules.with_options(challenge=adjudication.rule, free_challenges=was.get("free", rules.free_challenges))
        words = max(1, len(adjudication.words))
        failed = table.failed_before()
        facts = Challenge(acceptable, words, out_play=adjudication.out_play, failed_before=failed, players=table.size)
        score, following = was.get("play_score"), _following(rules, facts, table)
        sentence = describe_challenge(rules, facts, play_score=score, following=following)
        return sentence, _outcome(rules, facts, score, following, table)


def _following(rules: RuleSet, facts: Challenge, table: Table) -> str:
    """Who plays next at a table of three or four, by name; "" where the table does not say."""
    result = challenge_by_rules(rules, facts)
    if result.on_turn is not Party.FOLLOWING or table.player is None:
        return ""
    if table.challenger is None and result.turn_lost:
        return ""
    challenger = table.player if table.challenger is None else table.challenger
    return table.names[next_seat(result, played=table.player, challenger=challenger, players=len(table.names))]


def _outcome(
    rules: RuleSet, facts: Challenge, play_score: int | None, following: str, table: Table
) -> dict[str, object]:
    result = challenge_by_rules(rules, facts)
    points = result.points(play_score or 0)
    points_known = play_score is not None or not result.removed
    return {
        **asdict(result),
        "rules": rules.slug,
        "free": rules.free_challenges,
        "play_score": play_score,
        "points": list(points) if points_known else None,
        **({"next_player": following} if following else {}),
        **({"played_by": table.player_name} if table.player_name else {}),
    }
