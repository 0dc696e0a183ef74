"""From adjudication to score: a challenge is put at the tablet, both players report the game, and the director looks at the adjudication.

The same walk is made by plain requests (``test_challenge_situations``) and in a browser (``test_challenge_situations_browser``). What
is expected is written out in ``situations``.
"""

from collections.abc import Collection
from typing import Any, Protocol

from clubs.models import Club, User
from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from lexicon.engine.wordlist import WordList
from lexicon.models import Adjudication, Lexicon, LexiconVersion
from lexicon.services.tablets import desk_key
from lexicon.wordlists import files
from tests import factories
from tests.tournaments.scenes.situations import (
    COSTS,
    STANDS,
    WORDS,
    Situation,
    contradiction,
    expected,
    final,
    record,
    situations,
)
from tournaments.models import Division, Pairing, Seat
from tournaments.services.judging.tablets import open_judge


class Hall(Protocol):
    """A tablet, a phone, and the director's screen."""

    def open_tablet(self, path: str) -> None:
        """Put the tablet of a division up."""

    def judge(self, case: Situation, seat: Seat) -> tuple[str, str]:
        """The verdict and the consequence, as the tablet shows them."""

    def report(self, pairing: Pairing, side: str, scores: tuple[int, int], moves: str) -> tuple[str, list[str]]:
        """The report from the slip: where the result stands, and what the site remarks about the judge."""

    def check_adjudication(
        self, adjudication: Adjudication, division: Division, consequence: str, *, turn: int | None = None
    ) -> None:
        """The director's page of the adjudication says what follows, and leads to the turn of the record that it is about."""


def dictionary_of_eight() -> LexiconVersion:
    """A dictionary of the words that the situations are about."""
    words = WordList(WORDS)
    path = files.save(words)
    lexicon = Lexicon.objects.create(slug="eight", name="Eight words", language="en")
    return LexiconVersion.objects.create(
        lexicon=lexicon, label="1", checksum=words.checksum, word_count=len(WORDS), file_name=path.name
    )


def settings_of(rule: str) -> dict[str, Any]:
    """The settings of a division that plays by the rule."""
    if rule in CHALLENGE_RULES:
        return {"challenge_rule": rule}
    sign, points, *each = rule.split("-", 2)
    return {
        "challenge_rule": "points",
        "challenge_points": int(points),
        "challenge_points_go": "challenged" if sign == "plus" else "challenger",
        "challenge_points_per_word": bool(each),
    }


def check_all_situations(
    hall: Hall, club: Club, director: User, rules: str, rule: str, *, without: Collection[str] = ()
) -> None:
    """A game for each situation, in a division of its own that plays by the rule; ``without``: the names of those to leave out."""
    cases = {name: case for name, case in situations().items() if name not in without}
    division = factories.division(
        club, director, rules_slug=rules, lexicon_version_id=dictionary_of_eight().pk, **settings_of(rule)
    )
    factories.start(division, director, 2 * len(cases))
    hall.open_tablet(f"/judge/{desk_key(open_judge(actor=director, division=division))}/")
    pairings = Pairing.objects.filter(round__division=division).order_by("table_number")
    for pairing, (name, case) in zip(pairings, cases.items(), strict=True):
        _check_situation(hall, division, pairing, rule, case, f"{rules}, {rule}, {name}")


def _check_situation(hall: Hall, division: Division, pairing: Pairing, rule: str, case: Situation, where: str) -> None:
    seats = list(pairing.seats.select_related("entry").order_by("position"))
    challenger = seats[1 - case.player]
    verdict, consequence = hall.judge(case, challenger)
    assert verdict == ("Acceptable" if case.good else "Not acceptable"), where
    assert consequence == expected(rule, case, division.rules_slug), where
    adjudication = Adjudication.objects.get(scope=f"pairing:{pairing.pk}")
    assert (adjudication.challenger, adjudication.rule, adjudication.out_play) == (
        challenger.entry.name,
        rule,
        case.out,
    ), where
    if rule == "void":
        hall.check_adjudication(adjudication, division, consequence)
        return
    moves, totals = record(rule, case, division.rules_slug)
    ends = case.out and case.good and not COSTS[rule].game
    last = final(case, totals, division.rules_slug) if ends else totals
    scores = last if case.player == 0 else (last[1], last[0])
    scores = (max(scores[0], 0), max(scores[1], 0))
    state, remarks = hall.report(pairing, "first", scores, moves)
    assert (state, remarks) == ("pending", []), where
    _check_score(pairing, totals, case, where)
    hall.check_adjudication(adjudication, division, consequence, turn=case.turn)
    if not case.out and len(case.words) == 1:  # the other differences are the same ones, in longer records
        moves, message = contradiction(rule, case)
        state, remarks = hall.report(pairing, "second", scores, moves)
        assert state == "confirmed", where  # the scores agree
        assert len(remarks) == 1, where
        assert message in remarks[0], where


def _check_score(pairing: Pairing, totals: tuple[int, int], case: Situation, where: str) -> None:
    """The engine's own replay of the record comes to the totals of the adjudication, and finds nothing about the challenge."""
    pairing.refresh_from_db()
    record = pairing.result.record
    assert record is not None, where
    wrong = [finding["code"] for finding in record.findings]
    assert not [
        code
        for code in wrong
        if code.startswith(
            ("bonus", "withdrawn", "total", "challenge", "lost", "score", "end_points", "end_not", "end_missing")
        )
    ], (where, wrong)
    last: dict[int, int] = {0: 0, 1: 0}
    for turn in record.summary["turns"]:
        if turn["kind"] not in {"out", "rack"}:
            last[turn["player"]] = turn["computed_total"]
    assert (last[case.player], last[1 - case.player]) == totals, where


def check_first_free_second_not(hall: Hall, club: Club, director: User) -> None:
    """Two lost challenges of one player in one game: the first costs nothing, the second five points."""
    rule = "free-then-five"
    version = dictionary_of_eight()
    division = factories.division(club, director, challenge_rule=rule, lexicon_version_id=version.pk)
    factories.start(division, director, 2)
    pairing = Pairing.objects.get(round__division=division)
    challenger = pairing.seats.get(position=2)
    hall.open_tablet(f"/judge/{desk_key(open_judge(actor=director, division=division))}/")
    opening = situations()["good"]
    longer = Situation(
        ("TRAINER",),
        True,
        7,
        f"{opening.before}\n>Ada: (challenge) +0 12\n>Dua: Q - +0 0\n>Ada: ER 8D .....ER +7 19",
        (19, 0),
    )
    free = "The challenger's first failed challenge of a game is free."
    assert hall.judge(opening, challenger)[1] == f"{STANDS} {free} The challenger plays next."
    five = "The challenged player receives 5 points."
    assert hall.judge(longer, challenger)[1] == f"{STANDS} {five} The challenger plays next."
    moves = f"{longer.before}\n>Ada: (challenge) +5 24"
    assert hall.report(pairing, "first", (24, 0), moves) == ("pending", [])
    _check_score(pairing, (24, 0), longer, "free, then five")
    first, second = Adjudication.objects.order_by("pk")
    hall.check_adjudication(first, division, f"{STANDS} {free} The challenger plays next.", turn=1)
    hall.check_adjudication(second, division, f"{STANDS} {five} The challenger plays next.", turn=4)
