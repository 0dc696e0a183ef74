"""The word judge of a game: questions, consequences, and what a tablet may do without a network."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django import forms
from django.utils.functional import Promise

from lexicon.models import Adjudication, LexiconVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What every question to a judge holds. ``seat_id``: of who asks, ``player_id``: of whose play or word it is; ``pairing_id``: the
    game that a table's page is for.

    ``announced``: the verdict that an offline tablet has given already, by the edition ``checksum`` at ``decided_at``;
    None lets the server judge.
    """

    client_token: str
    seat_id: int | None = None
    player_id: int | None = None
    pairing_id: int | None = None
    out_play: bool = False
    announced: bool | None = None
    checksum: str = ""
    decided_at: datetime | None = None

    @property
    def count(self) -> int:
        """The number of words in question."""
        return 1


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAnswer:
    """The judge's answer. ``by_dictionary``: what the dictionary says, ``acceptable`` what counts; both as they go into the log."""

    words: tuple[str, ...]
    acceptable: bool
    by_dictionary: bool
    rule: str
    consequence: str
    outcome: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JudgedWord:
    """A word of the log: who said it ("": not known), whether it stands, and what else the judge stored about it."""

    player: str
    word: str
    stands: bool
    outcome: Mapping[str, object]


def _unknown() -> None:
    return None


def _no_words() -> tuple[JudgedWord, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who sits at the table of a question, as far as that is known.

    ``names``: by seats, of those who still play; ``player`` and ``challenger`` are places among them: whose play is in question, and
    who asks; ``handicap``: the player's level by the roster ("": the player is not known). ``size``: how many play, also where nobody
    is known. ``failed_before``: how many challenges the challenger had lost in this game; ``earlier``: what was judged at
    this table before in this game, oldest first. Both are read only if they are needed.
    """

    size: int = 2
    names: tuple[str, ...] = ()
    player: int | None = None
    challenger: int | None = None
    handicap: str = ""
    failed_before: Callable[[], int | None] = _unknown
    earlier: Callable[[], tuple[JudgedWord, ...]] = _no_words

    @property
    def player_name(self) -> str:
        """Whose play it is; "" when that is not known."""
        return "" if self.player is None else self.names[self.player]


class WordJudge(ABC):
    """The judge of one game, whose questions are of type ``question``. Other questions are ``refused`` with this sentence."""

    question: type[Question]
    refused: str | Promise
    #: Whether a tablet may hold the word list and go on judging without a network.
    offline: bool = False
    #: The page of a judge that needs the network: its form and template, and title and look of each verdict.
    form: type[QuestionForm]
    template: str
    titles: Mapping[str, tuple[str | Promise, str]]

    def most_words(self, rules: Any) -> int:  # noqa: ARG002
        """How many words one question may have."""
        return 1

    def asks_player(self, size: int) -> bool:
        """Whether it matters at a table of this size whose play is in question."""
        return size > 2

    def all_consequences(self, rules: Any, size: int) -> dict[str, str]:  # noqa: ARG002
        """Every sentence that a tablet may need while it is offline, at tables of this size."""
        return {}

    def named_consequences(self, rules: Any, size: int) -> dict[str, tuple[str, bool]]:  # noqa: ARG002
        """The same where the players are known and the sentence names who plays next (%s), and whether the challenger loses that turn."""
        return {}

    @abstractmethod
    def judge(self, version: LexiconVersion, rules: Any, question: Any, *, table: Table) -> JudgeAnswer:
        """Judge what was played at this table. Raises GameError, MalformedPlayError."""

    @abstractmethod
    def overruled(
        self, rules: Any, adjudication: Adjudication, *, acceptable: bool, table: Table
    ) -> tuple[str, dict[str, object]]:
        """What a director's decision on a logged adjudication comes to: the consequence as a sentence, and in figures."""


class QuestionForm(forms.Form):
    """A question typed on a page that needs the network."""

    def to_input(self) -> Question:
        """The question; the form is valid."""
        raise NotImplementedError

    def check(self) -> tuple[str, ...]:
        """The word as it is read, letter by letter, to be confirmed. Raises GameError."""
        raise NotImplementedError
