"""The demo's Word Basket: a division of two-player rounds and a club table, with games that our own engine played."""

from dataclasses import dataclass
from itertools import islice

from clubs.models import User
from games.engine.wordbasket.match import MatchCheck, check_match, seats_of
from games.engine.wordbasket.notation import write_text
from games.engine.wordbasket.record import Player
from games.engine.wordbasket.rules import HANDICAPS, RuleSet
from games.engine.wordbasket.selfplay import Deal, Vocabulary, play_game
from lexicon.services import install_shipped
from lexicon.wordlists.japanese import nouns
from ratings.services.pools import create_pool
from tournaments.demo.rounds import publish, report
from tournaments.engine import game_scores
from tournaments.inputs.events import DivisionInput
from tournaments.inputs.results import ResultInput
from tournaments.models import Division, Entry, Event
from tournaments.queries.rounds import PairingLine
from tournaments.services.entries.roster import import_roster, preview_roster
from tournaments.services.events.events import add_division
from tournaments.services.events.rules import rules_of

ROSTER = """name
Aoi Minato
Ren Kawabe
Sora Hayashino
Mio Tsukiyama
Kaede Urashima
Haru Nagisa
"""
BEGINNER = "Haru Nagisa"
#: One word in this many is enough for a demo, and keeps a site's first start short.
EVERY = 6
#: Two rounds are complete, the third is being played.
COMPLETE = 2


@dataclass(frozen=True)
class Table:
    """One division's rules and words, with which the engine plays against itself."""

    words: Vocabulary
    rules: RuleSet
    handicaps: dict[str, str]

    def play(self, line: PairingLine, seed: int, games: int) -> tuple[bytes, str]:
        """The games of a match under the players' names: the record, and the cards that each player had left."""
        names = [seat.name for seat in line.seats]
        players = [Player(label, name) for label, name in zip("ABCDEFGH", names, strict=False)]
        handicaps = [HANDICAPS[self.handicaps[name]] for name in names]
        text = ""
        left: list[tuple[int, ...]] = []
        while not _decided(left, len(names), games):
            record = play_game(
                words=self.words,
                seed=seed + len(left),
                players=players,
                rules=self.rules,
                handicaps=handicaps,
                deal=Deal.SEED,
            )
            text += write_text(record)
            left = _left(check_match(text.encode(), rules=self.rules), names)
        return text.encode(), game_scores.write(left, cards=True)


def _left(report: MatchCheck, names: list[str]) -> list[tuple[int, ...]]:
    """The cards left by seats, game by game."""
    left = []
    for game in report.games:
        seats = seats_of(game, names)
        assert seats is not None
        left.append(tuple(game.cards_left[seats.index(seat)] for seat in range(len(names))))
    return left


def _decided(left: list[tuple[int, ...]], seats: int, games: int) -> bool:
    if seats > 2:
        return len(left) == games
    return bool(left) and max(game_scores.games_won(left, 2)) > games // 2


def add_word_basket(actor: User, event: Event) -> Division:
    """A division of Word Basket in a running event, with its own rating list; returns it.

    Best of three; one player is a beginner. Two rounds are complete with records, a third is under way.
    """
    pool = create_pool(actor=actor, club=event.club, name="Harbour Word Basket", slug="harbour-word-basket")
    division = _division(actor, event, pool.pk, name="Word Basket", best_of=3, rounds=4)
    table = _table(division)
    for number in range(1, COMPLETE + 1):
        for line in publish(actor, division, number):
            _report(line, *table.play(line, 7_000 + 100 * number + 10 * (line.table_number or 0), 3))
    waiting, *_playing = publish(actor, division, COMPLETE + 1)
    record, left = table.play(waiting, 7_900, 3)
    _report(waiting, record, left, agreed=False)
    evening = _division(actor, event, pool.pk, name="Club tables", table_size=4, rounds=2)
    for line in publish(actor, evening, 1):
        _report(line, *table.play(line, 8_000 + 10 * (line.table_number or 0), 1))
    return division


def _division(
    actor: User, event: Event, pool: int, *, name: str, rounds: int, best_of: int = 1, table_size: int = 2
) -> Division:
    data = DivisionInput(
        name=name,
        game="wordbasket",
        rules_slug="word-basket",
        lexicon_version_id=install_shipped(slug="ja").pk,
        rating_pool_id=pool,
    ).with_settings(
        rounds_planned=rounds, bye_spread=3, forfeit_spread=-3, seed=2026, best_of=best_of, table_size=table_size
    )
    division = add_division(actor=actor, event=event, data=data)
    rows = preview_roster(division=division, text=ROSTER, format="csv").rows
    # Some play at tables of four as well, later on the same evening.
    import_roster(actor=actor, division=division, rows=rows, despite_double_booking=True)
    Entry.objects.filter(division=division, name=BEGINNER).update(handicap="beginner")
    return division


def _table(division: Division) -> Table:
    handicaps = dict(Entry.objects.filter(division=division).values_list("name", "handicap"))
    return Table(Vocabulary.build(islice(nouns(), 0, None, EVERY)), rules_of(division), handicaps)


def _report(line: PairingLine, record: bytes, left: str, *, agreed: bool = True) -> None:
    """The report of the first player, with the record, and (``agreed``) that of the second."""
    report(line, "first", ResultInput(tally=left), record)
    if agreed:
        report(line, "second", ResultInput(tally=left))
