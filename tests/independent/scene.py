"""Events as they happen, played through the API from a seed: the same every time.

The main division has late entries, byes and forfeits with spreads of their own, players who leave, a round paired by hand and
corrections; the other one is a round robin that was begun with tsh and is taken over after more than half of it.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.test import Client

from tests import factories
from tests.api_client import Api
from tests.harness.moved import shuffled_round_robin
from tournaments.models import Round


class Played:
    """One event of `size` players and `rounds` rounds, its division A played round by round."""

    def __init__(self, api: Api, club: str, pool: str, *, size: int, circle: int, rounds: int) -> None:
        self.api, self.dice, self.pool = api, random.Random(size), pool
        self.rounds, self.token, self.main = rounds, 0, size - circle
        self.slug = f"event-of-{size}"
        division = {"rounds_planned": rounds, "rating_pool": pool, "bye_spread": 50, "forfeit_spread": -50}
        division |= {"rules_slug": "gujarati-club"}  # equal totals have a winner
        division |= {"late_rounds": "forfeit", "spread_caps": [200, 350] if size > 20 else []}
        event = {"name": f"Event of {size}", "starts_on": "2026-05-02", "division": division}
        api.post(f"clubs/{club}/events/", event, expect=201)
        self.taken_over(circle)
        self.early = self.main - max(2, self.main // 10)
        rows = [self.line(number) for number in range(self.early)]
        self.post("a", "roster/import/", {"text": "name,rating,games\n" + "".join(rows)}, expect=201)
        for number in range(1, rounds + 1):
            self.round(number)
        self.correct()

    def path(self, division: str, rest: str) -> str:
        return f"events/{self.slug}/divisions/{division}/{rest}"

    def post(self, division: str, rest: str, body: object, *, expect: int = 200) -> Any:
        return self.api.post(self.path(division, rest), body, expect=expect)

    def line(self, number: int) -> str:
        """A player of the roster: every seventh has no rating, some of them with known games."""
        if number % 7 == 6:
            return f"Newcomer {number:03},,{'0' if number % 2 else ''}\n"
        games = self.dice.choice(["", "12", "48", "60", "400"])
        return f"Player {number:03},{self.dice.randint(700, 2150)},{games}\n"

    def taken_over(self, size: int) -> None:
        """Division B: a round robin of so many players in tsh's manner, its last rounds played here."""
        length = size - 1 + size % 2
        division = {"name": "B", "rounds_planned": length, "rating_pool": self.pool, "rules_slug": "gujarati-club"}
        self.api.post(f"events/{self.slug}/divisions/", division, expect=201)
        text = shuffled_round_robin(size, length * 2 // 3, seed=size)
        self.post("b", "past-rounds/", {"text": text, "dry_run": False})
        for number in range(length * 2 // 3 + 1, length + 1):
            self.draft("b", number, {"system": "round_robin"})
            self.publish("b", number)
            for game in self.games("b", number):
                self.report(game)

    def draft(self, division: str, number: int, body: object) -> None:
        self.post(division, f"rounds/{number}/draft/", body)

    def publish(self, division: str, number: int) -> None:
        version = self.api.get(self.path(division, f"rounds/{number}/"))["version"]
        self.post(division, f"rounds/{number}/publish/", {"expected_version": version, "reason": "Asked for by both."})

    def pairings(self, division: str, number: int) -> list[Any]:
        lines: list[Any] = self.api.get(self.path(division, f"rounds/{number}/pairings/?page_size=200"))["results"]
        return lines

    def games(self, division: str, number: int) -> list[Any]:
        return [line for line in self.pairings(division, number) if line["second"]]

    def report(self, game: Any, **other: object) -> None:
        """The desk enters a game: as played, or something else."""
        self.token += 1
        loser = self.dice.randint(280, 430)
        winner = loser + self.dice.choice([0, 1, 7, 33, 60, 95, 140, 230, 380])
        scores = (winner, loser) if self.dice.random() < 0.5 else (loser, winner)
        body = other or {"first_score": scores[0], "second_score": scores[1]}
        if winner == loser and not other:
            body["led_before"] = ("first", "second", "level")[self.token % 3]
        address = f"events/{self.slug}/pairings/{game['id']}/submissions/"
        self.api.post(address, {**body, "client_token": f"desk-{self.token}"}, expect=201)

    def rule(self, line: Any, **result: object) -> None:
        version = self.api.get(f"events/{self.slug}/pairings/{line['id']}/")["result_version"]
        ruling = {**result, "reason": "As the director saw it.", "expected_version": version}
        self.api.post(f"events/{self.slug}/pairings/{line['id']}/ruling/", ruling)

    def entries(self) -> list[Any]:
        found: list[Any] = self.api.get(self.path("a", "entries/?page_size=200"))["results"]
        return found

    def round(self, number: int) -> None:
        """Before it somebody comes or goes, then it is paired and played; the API's limits are by the minute."""
        cache.clear()
        if number in {2, 4}:
            late = self.early + (self.main - self.early) // 2
            for one in range(self.early, late) if number == 2 else range(late, self.main):
                rating = self.dice.randint(800, 1900) if one % 2 else None
                self.post("a", "entries/", {"name": f"Latecomer {one:03}", "rating": rating}, expect=201)
        self.absences(number)
        if number == 3:
            self.by_hand(number)
        else:
            self.draft("a", number, {"system": "swiss"})
        if number % 2 == 0:
            game = self.games("a", number)[0]
            version = self.api.get(self.path("a", f"rounds/{number}/"))["version"]
            body = {"pairing_id": game["id"], "expected_version": version}
            self.post("a", f"rounds/{number}/swap-seats/", body)
        self.publish("a", number)
        self.results(number)

    def absences(self, number: int) -> None:
        """Byes that were asked for, forfeits announced, and players who leave."""
        active = [entry for entry in self.entries() if entry["status"] == "active"]
        for entry, kind in zip(self.dice.sample(active, 3), ("bye", "forfeit", "absent"), strict=True):
            absent = {"absences": [{"round": number, "kind": kind}]}
            self.api.call("PUT", self.path("a", f"entries/{entry['id']}/absences/"), absent)
        if number == 5:
            for entry in self.dice.sample(active, max(1, self.main // 20)):
                gone = {"after_round": number - 1, "reason": "Ill."}
                self.post("a", f"entries/{entry['id']}/withdraw/", gone)

    def by_hand(self, number: int) -> None:
        """Who meets whom is decided by the director, table by table."""
        out = {entry["id"] for entry in self.entries() if entry["status"] != "active"} | self.sitting_out(number)
        here = [entry["id"] for entry in self.entries() if entry["id"] not in out]
        self.dice.shuffle(here)
        for first, second in zip(here[::2], here[1::2], strict=False):
            self.post("a", f"rounds/{number}/locks/", {"first": first, "second": second}, expect=201)
        self.draft("a", number, {"system": "swiss"})

    def sitting_out(self, number: int) -> set[int]:
        found = set()
        for entry in self.entries():
            rows = self.api.get(self.path("a", f"entries/{entry['id']}/absences/"))["absences"]
            found |= {entry["id"] for row in rows if row["round"] == number}
        return found

    def results(self, number: int) -> None:
        """Games are played, forfeited or void; some of those without an opponent get a spread of their own."""
        lines = self.pairings("a", number)
        for place, game in enumerate(line for line in lines if line["second"]):
            if place == 1 and number % 3 == 1:
                self.report(game, kind="forfeit_loss")
                self.rule(game, kind="forfeit_loss", spread=-30 * number)
            elif place == 2 and number % 3 == 2:
                self.report(game, kind=("void", "forfeit_win", "double_forfeit")[number % 9 // 3])
            else:
                self.report(game)
        alone = [line for line in lines if not line["second"]]
        for line in alone[: number % 3]:
            bye = line["kind"] == "bye"
            self.rule(line, kind="bye" if bye else "forfeit_loss", spread=75 if bye else -125)

    def correct(self) -> None:
        """Results that turn out wrong when the event is almost over; one was lost on time."""
        for number in range(1, self.rounds, 2):
            cache.clear()
            played = [game for game in self.games("a", number) if game["result"]["kind"] == "played"]
            low = self.dice.randint(250, 350)
            self.rule(played[-1], kind="played", first_score=low, second_score=low + 44)
            self.rule(played[-2], kind="played", first_score=401, second_score=350, lost_on_time="first")

    def finish(self) -> None:
        assert Round.objects.filter(division__event__slug=self.slug).exists()
        self.api.post(f"events/{self.slug}/finish/", {})
        factories.run_jobs()

    def save(self, folder: Path) -> None:
        """What the public pages offer of it, as files."""
        for name, address in self.files():
            answer = Client().get(address)
            assert answer.status_code == 200, address
            (folder / name).write_bytes(answer.content)

    def files(self) -> Iterator[tuple[str, str]]:
        for division in ("a", "b"):
            base = f"/e/{self.slug}/{division}/"
            yield f"{division}.t", f"{base}division.t"
            yield f"{division}.json", f"{base}division.json"
            yield f"{division}-results.csv", f"{base}results.csv"
            yield f"{division}-standings.csv", f"{base}standings.csv"
        yield "ratings.csv", f"/ratings/{self.pool}/list.csv"
