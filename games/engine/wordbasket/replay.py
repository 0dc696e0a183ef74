"""The replay of a record, event by event: what the check carries along and what it notices."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games.engine.wordbasket.cards import DECK, UNKNOWN
from games.engine.wordbasket.findings import Finding, Problem, Value, finding
from games.engine.wordbasket.moves import Show
from games.engine.wordbasket.position import FAULTS, OWED, Position, ReachState, player_name
from games.engine.wordbasket.record import NOBODY, STATEMENTS, Event, Kind, Reading, move_of
from lexicon.engine.shiritori import Listing, Listings

_DRAWING = frozenset({Kind.RESET, Kind.PENALTY, Kind.NOREACH})
_NOTES = {
    Listing.PROPER: "word_proper_name",
    Listing.NO_NOUN: "word_no_noun",
    Listing.UNLISTED: "word_not_listed",
}
_NEXT_CARD = frozenset({Kind.PLAY, Kind.RESET, Kind.WIN, Kind.RESTOCK})


@dataclass
class Replay:
    """A game being replayed; private to the check."""

    reading: Reading
    position: Position
    dictionary: Listings | None
    findings: list[Finding] = field(default_factory=list)
    steps: list[Position] = field(default_factory=list)

    def __post_init__(self) -> None:
        players = self.reading.record.players
        self._names = {player_name(index): player.name or player.label for index, player in enumerate(players)}
        #: The last play, while it may still be pointed out: its event, its faults, and whether its card stayed.
        self._play: tuple[int, tuple[Problem, ...]] | None = None
        self._left_one: dict[int, int] = {}
        self._after_end = False
        self._win_written = False

    # -- events -------------------------------------------------------------------------------------------------------

    def take(self, index: int, event: Event) -> None:
        """Replay one event."""
        before = self.position
        if event.kind is Kind.COUNT:
            self._count(index, event)
        elif event.kind in (Kind.PLAY, Kind.RESET) and before.turn_due:
            self._note(index, "turn_missing")
            self._move(index, event)
        else:
            self._move(index, event)
        self.steps.append(self.position)

    def _move(self, index: int, event: Event) -> None:
        before, move = self.position, move_of(event)
        assert move is not None
        after, problems = before.step(move)
        if problems and problems[0].code == "event_after_end":
            if not self._after_end:
                self._problem(index, problems[0])
            self._after_end = True
            return
        if event.kind in _NEXT_CARD:
            self._settle()
        self._note_overdue_reach(index, event)
        self.position = after
        if event.kind is Kind.PLAY:
            self._played(index, event, problems)
            return
        for problem in problems:
            self._problem(index, problem)
        if event.kind is Kind.PENALTY and not any(problem.code == "penalty_no_play" for problem in problems):
            self._penalised(index, event)
        elif event.kind is Kind.WIN:
            self._win_written = True
        elif event.kind is Kind.NOREACH and before.winner is not None:
            self._win_written = after.winner is not None
        if event.kind in _DRAWING:
            self._drawn(index, event)
            if self.position.reach[event.player] is ReachState.DUE:  # one card after going out: reach is owed once more
                self._left_one[event.player] = index

    def _played(self, index: int, event: Event, problems: tuple[Problem, ...]) -> None:
        faults = tuple(problem for problem in problems if problem.code in FAULTS)
        self._play = (index, faults)
        if problems:
            for problem in problems:
                if problem.code not in FAULTS:
                    self._problem(index, problem)
        letters = self.position.letters
        if event.letter and not faults and letters and event.letter != letters:
            self._note(index, "letter_wrong", stated=event.letter, computed=letters)
        if self.position.reach[event.player] is ReachState.DUE:
            self._left_one[event.player] = index

    def _penalised(self, index: int, event: Event) -> None:
        """The play was pointed out: its faults are settled."""
        if self._play is not None and event.refused and self.dictionary is not None:
            word = self._event(self._play[0]).word
            if self.dictionary.listing(word) is Listing.COMMON:
                self._note(index, "word_refused_listed", word=word)
        self._play = None

    def _settle(self) -> None:
        """The next card is in, or the record ends: the last play stands as it is."""
        if self._play is None:
            return
        index, faults = self._play
        self._play = None
        event = self._event(index)
        for problem in faults:
            self._problem(index, problem)
        if faults:
            self._note(index, "penalty_not_taken", player=self._name(event.player))
        elif self.dictionary is not None:
            listing = self.dictionary.listing(event.word)
            if listing is not Listing.COMMON:
                self._note(index, _NOTES[listing], word=event.word)

    def _note_overdue_reach(self, index: int, event: Event) -> None:
        """Reach that was owed and can no longer be pointed out, because of this event."""
        position, player = self.position, event.player
        if event.kind is Kind.WIN:
            for one, state in enumerate(position.reach):
                if state in OWED and not self._caught_later(one, index):
                    self._note_missing_reach(one, index)
        elif event.kind is Kind.RESET and position.reach[player] in OWED:
            self._note_missing_reach(player, index)
        elif event.kind is Kind.PENALTY:
            undo = position.undo
            if undo is not None and undo.player == player and undo.reach in OWED:
                self._note_missing_reach(player, index)

    def _caught_later(self, player: int, index: int) -> bool:
        """Whether somebody points out after the win that the player forgot reach."""
        after = self.reading.record.events[index + 1 :]
        return any(event.kind is Kind.NOREACH and event.player == player for event in after)

    def _note_missing_reach(self, player: int, index: int) -> None:
        self._note(self._left_one.get(player, index), "reach_not_said", player=self._name(player))

    # -- numbers and faces --------------------------------------------------------------------------------------------

    def _drawn(self, index: int, event: Event) -> None:
        """What is written of a draw, beside what the rules and the deal give."""
        name, drawn = self._name(event.player), self.position.drawn
        if event.drawn is not None and event.drawn != len(drawn):
            self._note(index, "draw_count_wrong", stated=event.drawn, computed=len(drawn), player=name)
        elif event.drew and UNKNOWN not in drawn:
            if Counter(event.drew) != Counter(drawn):
                texts = " ".join(event.drew), " ".join(drawn)
                self._note(index, "draw_cards_wrong", stated=texts[0], computed=texts[1], player=name)
        elif event.drew:
            hand = self.position.hands[event.player]
            statement = Show(event.player, hand[: len(hand) - len(event.drew)] + event.drew)
            self.position, problems = self.position.step(statement)
            for problem in problems:
                self._problem(index, problem)

    def _count(self, index: int, event: Event) -> None:
        players = [player.label for player in self.reading.record.players]
        names = [*players, "stock", "basket"]
        stated = event.counts
        for name, written, computed in zip(names, stated, self.position.counts, strict=True):
            if written is not None and written != computed:
                self._note(index, "count_wrong", stated=written, computed=computed, player=name)
        written_all = [number for number in stated if number is not None]
        if len(written_all) == len(stated) and sum(written_all) != len(DECK):
            self._note(index, "cards_not_60", stated=sum(written_all), computed=len(DECK))

    # -- the end ------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """What only shows when the record is over."""
        self._settle()
        position, events = self.position, self.reading.record.events
        if not any(event.kind not in STATEMENTS for event in events):
            self.findings.append(finding("no_events"))
        elif position.winner is None and not self._win_written:
            last = len(events) - 1
            if position.out is None:
                self._note(last, "incomplete")
                return
            self._note(last, "win_missing", player=self._name(position.out))
            if position.reach[position.out] in OWED:
                self._note_missing_reach(position.out, last)

    # -- findings -----------------------------------------------------------------------------------------------------

    def _event(self, index: int) -> Event:
        return self.reading.record.events[index]

    def _name(self, player: int) -> str:
        return self._names[player_name(player)] if player != NOBODY else "–"

    def _problem(self, index: int, problem: Problem) -> None:
        """A problem of a move, with the players' names instead of their numbers."""
        params = {name: self._named(value) for name, value in problem.params.items()}
        stated, computed = params.pop("stated", None), params.pop("computed", None)
        if problem.code in FAULTS:
            stated, computed = params.get("word", params.get("card")), params.get("needed")
        self._note(index, problem.code, stated=stated, computed=computed, **params)

    def _named(self, value: Value) -> Value:
        if not isinstance(value, str):
            return value
        number, dot, rest = value.partition(" went out")
        return self._names.get(number, number) + dot + rest

    def _note(self, index: int, code: str, *, stated: Value = None, computed: Value = None, **params: Value) -> None:
        line = self.reading.lines[index] or None
        self.findings.append(finding(code, line=line, turn=index + 1, stated=stated, computed=computed, params=params))
