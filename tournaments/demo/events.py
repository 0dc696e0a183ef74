"""The demo: a club with finished events and a running one, built through the same services that people use.

All names are invented. The games are played by our own engine against itself from a fixed seed, so every start of an
empty site shows the same event: complete records, a phoney that was challenged off, a conflict, a correction, a bye, a withdrawal.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Role, User
from clubs.services import ClubInput, create_club, set_member
from core import local
from games.engine.crossword import gcg
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Player as RecordPlayer
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.selfplay import final_scores, play_game
from lexicon.queries import open_version
from lexicon.services import install_shipped
from ratings.services.pools import create_pool
from tournaments import hooks
from tournaments.demo.basket import add_word_basket
from tournaments.demo.rounds import games_of, publish, report
from tournaments.demo.specials import add_cup, add_team_event
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Entry, Event, Round
from tournaments.queries.rounds import PairingLine, SeatLine
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import import_roster, preview_roster
from tournaments.services.events.events import create_event, finish_event
from tournaments.services.events.rules import rules_of
from tournaments.services.results.results import rule_result

#: The password that all demos once shared, and that anyone could read.
_PUBLISHED = "wordhall-demo"
LOGINS = {"director": Role.DIRECTOR, "scorer": Role.SCORER, "officer": Role.RATINGS_OFFICER}
CLUB = "harbour"
ROSTER = """name,rating,games
Abena Quill,1934,412
Bartosz Vane,1871,265
Chiara Moss,1808,530
Dmitri Larch,1742,96
Edda Nightjar,1690,148
Farouk Pell,1655,77
Greta Oxbow,1583,61
Hiro Tansy,1537,204
Imani Sable,1460,58
Jonas Fenwick,1398,52
Keiko Brandt,1322,34
Lorcan Ash,1215,12
"""
WITHDRAWS_AFTER = 7
LAST_FULL_ROUND = 8
"""Rounds 1 to 8 are complete; round 9 is being played."""


def is_empty() -> bool:
    """Whether nothing has been entered yet: only then may the demo be put in."""
    return not User.objects.exists() and not Club.objects.exists()


def password() -> str:
    """The password of this demo's logins: made at random, stored in the data folder, printed when the site starts."""
    return local.secret(Path(settings.WORDHALL_DATA), "demo_password", length=9)


def replace_published_password() -> list[str]:
    """Give the logins of an older demo a password that only this site's owner knows. Returns their names."""
    if (Path(settings.WORDHALL_DATA) / "demo_password").exists():
        return []
    logins = User.objects.filter(username__in=[*LOGINS, "admin"], is_active=True)
    unsafe = [user for user in logins if user.check_password(_PUBLISHED)]
    for user in unsafe:
        user.set_password(password())
        user.save(update_fields=["password"])
    return [user.username for user in unsafe]


def build(*, today: date | None = None, log: Callable[[str], object] = lambda _line: None) -> Event:
    """Build the demo and return its running event. ``log`` is called with a line for each step.

    One transaction: a start that is interrupted leaves the site empty, and the next start builds the demo again.
    """
    day = today or timezone.localdate()
    version = install_shipped()
    install_shipped(slug="ja")
    with transaction.atomic():
        director = _people()
        club = create_club(
            actor=director,
            data=ClubInput(
                name="Harbour Word Club", slug=CLUB, about="Every Thursday, upstairs at the old ferry office."
            ),
        )
        for name, role in LOGINS.items():
            set_member(actor=director, club=club, username=name, role=role)
        pool = create_pool(actor=director, club=club, name="Harbour ratings", slug="harbour")
        division = DivisionInput(lexicon_version_id=version.pk, rating_pool_id=pool.pk).with_settings(seed=2026)
        spring = _event(director, club, "Ferry Friendly", "ferry-friendly", day - timedelta(days=90), 5, division)
        for number in range(1, 6):
            _play_scores_only(director, spring, number)
        finish_event(actor=director, event=spring.event)
        log("Ferry Friendly: 5 rounds, finished")
        running = _event(director, club, "Lighthouse Open", "lighthouse-open", day, 10, division)
        _play_lighthouse(director, running, log)
        add_word_basket(director, running.event)
        log("Lighthouse Open: Word Basket, two rounds played, and a club table")
        add_cup(director, club, day, version.pk)
        add_team_event(director, club, day, version.pk)
        log("Breakwater Cup, a knock-out, and Quayside Teams: finished")
        for add_part in hooks.demo_parts:
            log(add_part(director, [spring, running]))
    return running.event


def _people() -> User:
    """The demo's logins; returns the director."""
    users = {name: User.objects.create_user(name, password=password()) for name in LOGINS}
    return users["director"]


def _event(actor: User, club: Club, name: str, slug: str, day: date, rounds: int, base: DivisionInput) -> Division:
    """An event with the demo's roster; returns its division."""
    data = base.with_settings(rounds_planned=rounds)
    event = create_event(actor=actor, club=club, data=EventInput(name=name, slug=slug, starts_on=day, division=data))
    division = event.divisions.get()
    preview = preview_roster(division=division, text=ROSTER, format="csv")
    import_roster(actor=actor, division=division, rows=preview.rows)
    return division


def _report(line: PairingLine, side: str, scores: tuple[int, int], record: bytes = b"") -> None:
    report(line, side, ResultInput(first_score=scores[0], second_score=scores[1]), record)


def _play_scores_only(actor: User, division: Division, number: int) -> None:
    """A round with scores only, as in a club without game records."""
    for line in publish(actor, division, number):
        dice = random.Random(f"{division.event.slug}-{number}-{line.table_number}")  # noqa: S311 - a seeded demo, not a secret
        edge = (_rating(line.first) - _rating(line.second)) / 12
        scores = (round(dice.gauss(385 + edge / 2, 48)), round(dice.gauss(385 - edge / 2, 48)))
        _report(line, "first", scores)
        _report(line, "second", scores)


def _rating(seat: SeatLine | None) -> int:
    return (seat.rating if seat else None) or 1200


@dataclass(frozen=True)
class GameTable:
    """One division's rules and words, with which the engine plays against itself."""

    rules: RuleSet
    words: WordGraph
    seed: int
    title: str

    @classmethod
    def of(cls, division: Division) -> "GameTable":
        """The table of a division; its dictionary must be set."""
        rules = rules_of(division)
        assert division.lexicon_version is not None
        return cls(
            rules,
            WordGraph.build(open_version(division.lexicon_version), rules),
            division.settings.seed,
            division.event.name,
        )

    def play(self, number: int, line: PairingLine) -> tuple[bytes, tuple[int, int]]:
        """A game under the two players' names in round ``number``: its GCG and its final scores."""
        names = [seat.name for seat in (line.first, line.second) if seat]
        players = [RecordPlayer(nick=name.split()[0], name=name) for name in names]
        seed = self.seed * 10_000 + number * 100 + (line.table_number or 0)
        record = play_game(
            words=self.words, rules=self.rules, seed=seed, players=players, title=f"{self.title}, round {number}"
        )
        first, second = final_scores(record)
        return gcg.write(record), (first, second)


def _play_lighthouse(actor: User, division: Division, log: Callable[[str], object]) -> None:
    """Eight complete rounds with records and a ninth in play, with everything that happens to a director in a day."""
    table = GameTable.of(division)
    for number in range(1, LAST_FULL_ROUND + 1):
        for line in publish(actor, division, number):
            record, scores = table.play(number, line)
            _report(line, "first", scores, record)
            _report(line, "second", scores)
        log(f"Lighthouse Open: round {number} of {LAST_FULL_ROUND} played")
        if number == 3:
            _correct(actor, division, number)
        if number == WITHDRAWS_AFTER:
            leaver = Entry.objects.get(division=division, name="Farouk Pell")
            withdraw_entry(actor=actor, entry=leaver, after_round=number, reason="Caught the early ferry.")
    _ninth_round(actor, division, table)


def _correct(actor: User, division: Division, number: int) -> None:
    """A mistake found after the round: the score was 10 too low and is corrected with a reason."""
    line = games_of(Round.objects.get(division=division, number=number))[-1]
    fixed = ResultInput(first_score=(line.first_score or 0) + 10, second_score=line.second_score)
    rule_result(
        actor=actor,
        pairing_id=line.pairing_id,
        data=RulingInput(
            result=fixed, reason="Recount with both players: a play of turn 6 had been added up 10 points short."
        ),
    )


def _ninth_round(actor: User, division: Division, table: GameTable) -> None:
    """One table agrees, one waits for the second player, one is in dispute; the others are still playing."""
    agreed, waiting, disputed, *_playing = publish(actor, division, LAST_FULL_ROUND + 1)
    record, scores = table.play(LAST_FULL_ROUND + 1, agreed)
    _report(agreed, "first", scores, record)
    _report(agreed, "second", scores)
    record, scores = table.play(LAST_FULL_ROUND + 1, waiting)
    _report(waiting, "second", scores, record)
    record, scores = table.play(LAST_FULL_ROUND + 1, disputed)
    _report(disputed, "first", scores, record)
    _report(disputed, "second", (scores[0], scores[1] + 20))
