"""Events of every kind from a seed, played through the services: orders of tie-breaks, caps, handicaps, knock-outs, club tables,
matches, all kinds of prizes, players who come late or leave, corrections."""

import random
from typing import Any

from clubs.models import Club, User
from core.errors import WordhallError
from ratings.services.pools import create_pool
from tests import factories
from tournaments.engine.prizes import PRIZE_KINDS
from tournaments.engine.standings import TIEBREAKS
from tournaments.inputs.prizes import PrizeInput
from tournaments.inputs.results import ResultInput, RulingInput, ScoresheetInput
from tournaments.models import Division, Entry, Event, EventPrize, Pairing, Round
from tournaments.queries.rounds import PairingLine, pairings_of
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import finish_event
from tournaments.services.prizes import add_prizes
from tournaments.services.results.results import rule_result, submit_scoresheet
from tournaments.services.rounds.constraints import block_pair
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

#: What a seed chooses from: pairing system with its options, settings of the division.
KINDS: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("swiss", {"gibson": True, "prizes": 2, "gibson_spreads": [90]}, {}),
    ("koth", {"gibson": True, "gibson_spreads": [40], "gibson_groups": [[1, 2]]}, {"handicap_by": "rating"}),
    ("elimination", {"third_place": True, "stage_games": [1, 2]}, {}),
    ("double_elimination", {"bracket": 4}, {}),
    ("swiss", {}, {"table_size": 3}),
    ("swiss", {}, {"game": "wordbasket", "rules_slug": "word-basket", "best_of": 3}),
    ("chew", {"gibson_spreads": [60]}, {"handicap_by": "points"}),
    ("elimination", {"first_round": 3, "bracket": 4}, {}),
    ("round_robin", {}, {}),
]


class Generated:
    """One event with one division, played to the end."""

    def __init__(self, club: Club, director: User, seed: int) -> None:
        self.dice, self.director, self.token = random.Random(seed), director, 0
        self.system, self.options, settings = KINDS[seed % len(KINDS)]
        rating = self.dice.choice(["naspa", "wespa-172", "elo", "glicko2"])
        pool = create_pool(name=f"List {seed}", slug=f"list-{seed}", club=club, system=rating, actor=director)
        order = self.dice.sample(sorted(TIEBREAKS), self.dice.randint(1, 4))
        self.rounds = self.dice.randint(4, 7)
        chosen: dict[str, Any] = {
            "rules_slug": "gujarati-club",  # equal totals have a winner
            "rounds_planned": self.rounds,
            "standings_order": " ".join(order if seed % 3 else ["points", "spread"]),
            "spread_caps": self.dice.choice([(), (), (60, 0, 90)]),
            "bye_half_wins": self.dice.choice([2, 1, 0]),
            "win_points": self.dice.choice([2, 2, 3]),
            "handicap_cap": self.dice.choice([None, 20]),
            **settings,
        }
        self.basket, self.seats = chosen.get("game") == "wordbasket", chosen.get("table_size", 2)
        if self.basket:
            del chosen["handicap_cap"]
        self.division = factories.division(club, director, pool=None if self.basket else pool, **chosen)
        Event.objects.filter(pk=self.division.event_id).update(name=f"Event {seed}")
        self.players(self.dice.randint(6, 13))
        for number in range(1, self.rounds + 1):
            self.play(number)
            if self.dice.random() < 0.3:
                self.leave(number)
        self.correct()
        self.prizes()
        event = Event.objects.get(pk=self.division.event_id)
        self.event = finish_event(actor=director, event=event, despite_questions=True)
        factories.run_jobs()

    def players(self, count: int) -> None:
        """Every fifth has no rating; classes, teams, handicap points and seeds by chance."""
        rows = [
            RosterRow(
                name=f"Player {number}",
                line=number,
                rating=None if number % 5 == 0 else self.dice.randint(900, 2100),
                career_games=self.dice.choice([None, 10, 200]),
                player_class=self.dice.choice(["", "B"]),
                team=self.dice.choice(["Red", "Blue", "Green"]),
            )
            for number in range(1, count + 1)
        ]
        entries = import_roster(actor=self.director, division=self.division, rows=rows, despite_double_booking=True)
        for entry in entries:
            Entry.objects.filter(pk=entry.pk).update(handicap_points=self.dice.randint(0, 30))
        Entry.objects.filter(pk=entries[-1].pk).update(seed=2, seed_reason="Known from elsewhere.")
        Entry.objects.filter(pk=entries[0].pk).update(spread_changes="1 -30, 3 +7", spread_reason="Late.")
        if self.seats == 2:
            one, other = self.dice.sample(entries, 2)
            who = {"entry_a": one.pk, "entry_b": other.pk}
            block_pair(actor=self.director, division=self.division, **who, reason="They share a car.", weak=True)

    def play(self, number: int) -> None:
        """Pair, publish and play a round."""
        choice: dict[str, Any] = {"system": self.system, "options": self.options}
        try:
            drafted = draft_round(actor=self.director, division=self.division, number=number, **choice)
        except WordhallError:  # a bracket that has not begun, a schedule that has ended
            drafted = draft_round(actor=self.director, division=self.division, number=number, system="swiss")
        round_ = publish_round(actor=self.director, round_id=drafted.pk, expected_version=drafted.version)
        for line in pairings_of(round_):
            if line.second:
                self.report(line)

    def report(self, line: PairingLine) -> None:
        """By both players, by the desk, or by one who is corrected."""
        result = self.result(line)
        desk = result.kind != "played" or bool(result.lost_on_time)  # players cannot say that
        if desk or self.seats > 2 or self.basket or self.dice.random() < 0.5:
            self.send(line, "official", result)
            return
        self.send(line, "first", result)
        if self.dice.random() < 0.2:
            wrong = ResultInput(first_score=(result.first_score or 0) + 1, second_score=3)
            self.send(line, "second", wrong)
            ruling = RulingInput(result=result, reason="The sheets were compared.")
            rule_result(actor=self.director, pairing_id=line.pairing_id, data=ruling)
        else:
            self.send(line, "second", result)

    def send(self, line: PairingLine, side: str, result: ResultInput) -> None:
        self.token += 1
        data = ScoresheetInput(
            side=side,
            channel="official" if side == "official" else "link",
            client_token=f"generated-{self.token}",
            result=result,
            link=factories.personal_link(line.pairing_id, side),
        )
        actor = self.director if side == "official" else None
        submit_scoresheet(pairing_id=line.pairing_id, data=data, actor=actor)

    def result(self, line: PairingLine) -> ResultInput:
        dice = self.dice
        if self.basket:
            won, lost = f"0-{dice.randint(1, 9)}", f"{dice.randint(1, 9)}-0"
            games = dice.choice([[won, won], [lost, lost], [won, lost, won], [lost, won, lost]])
            return ResultInput(tally=" ".join(games))
        if len(line.seats) > 2:
            points = [str(dice.randint(200, 300)) for _seat in line.seats]
            return ResultInput(tally="/".join(points) if len(set(points)) == len(points) else "300/250/200")
        if self.seats == 2 and dice.random() < 0.1:
            return ResultInput(kind=dice.choice(["forfeit_win", "forfeit_loss", "double_forfeit", "void"]))
        low = dice.randint(280, 420)
        lead = dice.choice([0, 1, 12, 33, 60, 120])
        led = dice.choice(["first", "second", "level"]) if not lead else ""
        late = dice.choice(["first", "second"]) if lead and dice.random() < 0.1 else ""
        scores = (low + lead, low) if dice.random() < 0.5 else (low, low + lead)
        return ResultInput(first_score=scores[0], second_score=scores[1], led_before=led, lost_on_time=late)

    def leave(self, number: int) -> None:
        entry = self.dice.choice(list(Entry.objects.filter(division=self.division, status="active")))
        if Entry.objects.filter(division=self.division, status="active").count() > 5:
            withdraw_entry(actor=self.director, entry=entry, after_round=number, reason="Ill.")

    def correct(self) -> None:
        """One result turns out wrong; a bye or forfeit gets a spread of its own."""
        alone = Pairing.objects.filter(round__division=self.division).exclude(kind="game").first()
        if alone is not None:
            kind = "bye" if alone.kind == "bye" else "forfeit_loss"
            ruling = RulingInput(result=ResultInput(kind=kind, spread=75 if kind == "bye" else -75), reason="Agreed.")
            rule_result(actor=self.director, pairing_id=alone.pk, data=ruling)
        first = Round.objects.get(division=self.division, number=1)
        game = next(line for line in pairings_of(first) if line.second)
        if self.seats == 2 and not self.basket:
            ruling = RulingInput(result=ResultInput(first_score=377, second_score=401), reason="Added up again.")
            rule_result(actor=self.director, pairing_id=game.pairing_id, data=ruling)

    def prizes(self) -> None:
        """One of every kind, some of them in one group, for a class, from the end."""
        entry = Entry.objects.filter(division=self.division).order_by("?").first()
        rows = []
        for index, (key, kind) in enumerate(PRIZE_KINDS.items()):
            last = self.dice.choice([None, self.rounds - 1])
            row: dict[str, Any] = {
                "name": f"Prize {index}",
                "kind": key,
                "count": 2,
                "shown": index,
                "last_round": last,
            }
            row["first_round"] = 3 if key == "lower_half_record" else 1
            row["division_id"] = self.division.pk if kind.in_division else None
            if kind.by_hand:
                row["winner_ids"] = (entry.pk,) if entry else ()
            else:
                row["place"] = self.dice.choice([1, 1, 2, -1])
                row["player_class"] = self.dice.choice(["", "", "B"])
            if not kind.of_teams:
                row["exclusive"] = self.dice.choice(["", "main"])
            rows.append(PrizeInput(**row))
        event = Event.objects.get(pk=self.division.event_id)
        add_prizes(actor=self.director, event=event, prizes=rows)
        assert EventPrize.objects.filter(event=event).count() == len(PRIZE_KINDS)


def generate(club: Club, director: User, seed: int) -> Event:
    """A finished event; the same for the same seed."""
    return Generated(club, director, seed).event


def division_of(event: Event) -> Division:
    """Its only division."""
    return Division.objects.get(event=event)
