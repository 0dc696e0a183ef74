"""An event that is run with tsh elsewhere: its file changes on a real web server, and the job reads it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.test import override_settings
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club, Player, User
from clubs.services import set_member
from tests import factories
from tests.harness.deep import examples
from tests.harness.web_folder import WebFolder, serving
from tests.tournaments.engine.test_feed import earlier, events
from tournaments.engine.exporters.tourney import TshDivision, write_tourney
from tournaments.engine.exporters.tsh import TshPlayer
from tournaments.engine.model import EntrySnapshot, GameFact, StandingsRules
from tournaments.engine.results import derive
from tournaments.engine.standings import standings
from tournaments.errors import NotOpenError, TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Entry, EventBackup, EventFeed, Pairing, Result, Round, SlipLink
from tournaments.queries.results import reports_of, rulings_of
from tournaments.queries.standings import standings_of
from tournaments.services.archive.laptop import take_to_laptop
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.erasure import erase_player
from tournaments.services.events.events import finish_event
from tournaments.services.feed import following, reading
from tournaments.services.results.results import alone_score, rule_result, stored_values
from tournaments.services.rounds.pairing import draft_round

pytestmark = pytest.mark.django_db
PATH = "/open/tourney.js"


@pytest.fixture
def web(settings: Settings) -> Iterator[WebFolder]:
    """The server to which the laptop uploads; the operator allows it although it is on this machine."""
    for folder in serving(WebFolder()):
        settings.WEBHOOK_ORIGINS = [folder.origin]
        yield folder


class Laptop:
    """tsh on somebody's laptop: players with what a round was for them, uploaded as a whole."""

    def __init__(self, web: WebFolder, *names: str) -> None:
        self.web = web
        self.players: list[dict[str, Any] | None] = [None]
        for name in names:
            self.enter(name)

    def enter(self, name: str, rating: int = 1500) -> None:
        self.players.append(
            {"name": name, "rating": rating, "pairings": [], "scores": [], "etc": {"p12": [], "board": []}}
        )

    def of(self, number: int) -> dict[str, Any]:
        player = self.players[number]
        assert player is not None
        return player

    def pair(self, *pairs: tuple[int, int]) -> None:
        """A round: who plays first stands first; nobody (0) is a bye. At boards 1, 2 … in order."""
        for board, (first, second) in enumerate(pairs, start=1):
            self._seat(first, second, 1, board)
            if second:
                self._seat(second, first, 2, board)

    def _seat(self, number: int, opponent: int, start: int, board: int) -> None:
        player = self.of(number)
        player["pairings"].append(opponent)
        player["etc"]["p12"].append(start if opponent else 0)
        player["etc"]["board"].append(board if opponent else 0)

    def score(self, *scores: tuple[int, int]) -> None:
        """Who has how many points in the newest round."""
        for number, points in scores:
            self.of(number)["scores"].append(points)

    @property
    def script(self) -> bytes:
        divisions = [{"name": "Open", "players": self.players}]
        return f"newt={json.dumps({'divisions': divisions})};".encode().replace(b"null", b"undefined", 1)

    def upload(self) -> None:
        self.web.files[PATH] = self.script
        read_again()


def read_again() -> None:
    """The time for the next reading has come, and the beat has sent the sweep."""
    EventFeed.objects.update(due_at=timezone.now())
    reading.sweep()
    factories.run_jobs()


def follow(actor: User, division: Division, web: WebFolder) -> None:
    following.follow(actor=actor, event=division.event, address=web.origin + PATH, parts={division.pk: "Open"})
    factories.run_jobs()


def feed_of(division: Division) -> EventFeed:
    return EventFeed.objects.get(event=division.event_id)


def problems(division: Division) -> str:
    """Why nothing of the newest file was taken over."""
    followed = feed_of(division).divisions.get()
    return " ".join(problem.get("text", "who is " + problem.get("who", "")) for problem in followed.problems)


def games(division: Division, number: int) -> list[str]:
    """A round by table: players and result, as people would say it."""
    rows = Pairing.objects.filter(round__division=division, round__number=number).order_by(
        F("table_number").asc(nulls_last=True)
    )
    lines = []
    for pairing in rows.select_related("result"):
        names = " ".join(seat.entry.name for seat in pairing.seats.order_by("position"))
        result: Result | None = getattr(pairing, "result", None)
        score = (
            ""
            if result is None
            else f" {result.first_score}-{result.second_score}"
            if result.second_score
            else f" {result.kind}"
        )
        lines.append(f"{pairing.table_number or '-'} {names}{score}")
    return lines


def wins(division: Division) -> dict[str, tuple[float, int]]:
    return {line.name: (line.row.wins, line.row.spread) for line in standings_of(division)}


def test_an_event_is_followed_from_its_first_player_to_its_end(
    division: Division, director: User, web: WebFolder
) -> None:
    laptop = Laptop(web, "Ada", "Ben", "Cem", "Dua")
    web.files[PATH] = laptop.script
    follow(director, division, web)
    assert list(division.entries.values_list("number", "name", "rating")) == [
        (number, name, 1500) for number, name in enumerate(["Ada", "Ben", "Cem", "Dua"], start=1)
    ]
    laptop.enter("Eli", 1200)
    laptop.pair((1, 2), (4, 3), (5, 0))
    laptop.upload()
    assert games(division, 1) == ["1 Ada Ben", "2 Dua Cem", "- Eli bye"]
    division.event.refresh_from_db()
    assert (division.event.state, SlipLink.objects.count()) == ("running", 2)

    # scores come in one by one, one of them mistyped; the same file again changes nothing and is not even sent
    laptop.score((1, 400), (2, 350), (5, 50))
    laptop.upload()
    version, log = feed_of(division).event_version, ActionLog.objects.count()
    for _again in range(2):
        read_again()
    assert web.answered[-3:] == [200, 304, 304]
    assert (feed_of(division).event_version, ActionLog.objects.count()) == (version, log)
    laptop.score((4, 300), (3, 360))
    laptop.of(1)["scores"][0] = 410
    laptop.pair((1, 3), (5, 4), (2, 0))
    laptop.upload()
    assert games(division, 1) == ["1 Ada Ben 410-350", "2 Dua Cem 300-360", "- Eli bye"]
    assert games(division, 2) == ["1 Ada Cem", "2 Eli Dua", "- Ben bye"]
    assert Round.objects.get(division=division, number=1).state == "closed"
    assert wins(division)["Cem"] == (1, 60)
    corrected = ActionLog.objects.get(verb="result.ruled")
    assert (corrected.actor, corrected.reason, corrected.before["scores"]) == (director, "from 127.0.0.1", [400, 350])

    # a wrong pairing noticed after a result, a result taken back, a new spelling, somebody who leaves
    laptop.score((1, 380), (3, 390), (2, 50))
    laptop.upload()
    laptop.of(1)["pairings"][1], laptop.of(4)["pairings"][1] = 4, 1
    laptop.of(5)["pairings"][1], laptop.of(3)["pairings"][1] = 3, 5
    laptop.of(1)["scores"].pop()
    laptop.of(3)["scores"].pop()
    laptop.of(2)["name"] = "Benjamin Katz"
    laptop.of(5)["etc"]["off"] = [-50]
    laptop.of(1)["etc"]["penalty"] = [-25]
    laptop.upload()
    assert division.entries.get(name="Ada").spread_changes == "1 -25"
    assert problems(division) == ""
    assert games(division, 2) == ["1 Ada Dua", "2 Eli Cem", "- Benjamin Katz bye"]
    assert EventBackup.objects.filter(event=division.event).count() == 1
    eli = division.entries.get(name="Eli")
    assert (eli.status, eli.withdrawn_after, eli.missed_spread) == ("withdrawn", 2, -50)
    del laptop.of(5)["etc"]["off"], laptop.of(1)["etc"]["penalty"]
    laptop.of(1)["scores"].pop()
    laptop.of(2)["scores"] = laptop.of(2)["scores"][:1] and [None, 50]
    laptop.upload()
    assert division.entries.get(name="Ada").spread_changes == ""
    assert games(division, 1)[0] == "1 Ada Benjamin Katz"
    assert division.entries.filter(status="withdrawn").count() == 0
    laptop.of(1)["scores"] = [410, 500]
    laptop.of(2)["scores"] = [350, 50]
    laptop.score((4, 320), (3, 333), (5, 444))
    laptop.upload()
    assert games(division, 2) == ["1 Ada Dua 500-320", "2 Eli Cem 444-333", "- Benjamin Katz bye"]

    # every stored result follows from facts
    for result in Result.objects.select_related("pairing"):
        pairing = result.pairing
        derived = derive(
            reports_of(pairing.submissions.order_by("pk")),
            rulings_of(pairing.rulings.order_by("pk")),
            alone=alone_score(pairing),
        )
        assert derived is not None
        assert {name: getattr(result, name) for name in ("kind", "first_score", "second_score")} == {
            name: stored_values(derived, division)[name] for name in ("kind", "first_score", "second_score")
        }
    division.event.refresh_from_db()
    finish_event(actor=director, event=division.event)
    feed = feed_of(division)
    division.event.refresh_from_db()
    assert (feed.state, feed.why, division.event.follows_feed) == ("stopped", "finished", False)


def test_what_cannot_be_followed_changes_nothing_and_says_why(
    division: Division, director: User, web: WebFolder
) -> None:
    laptop = Laptop(web, "Ada", "Ben", "Cem", "Dua")
    laptop.pair((1, 2), (3, 4))
    laptop.score((1, 400), (2, 350), (3, 410), (4, 390))
    laptop.pair((1, 3), (2, 4))
    laptop.score((1, 444), (3, 333))
    web.files[PATH] = laptop.script
    follow(director, division, web)
    good, before = laptop.script, (wins(division), games(division, 2))
    assert before[1] == ["1 Ada Cem 444-333", "2 Ben Dua"]

    def refused(body: bytes, words: str) -> None:
        web.files[PATH] = body
        read_again()
        assert words in problems(division)
        assert (wins(division), games(division, 2)) == before

    cut = good[: len(good) // 2]
    refused(cut, "The file cannot be read to the end")
    refused(b"<!doctype html><title>Moved</title>", "This is a web page")
    refused(b"", "The file cannot be read to the end")
    refused(
        good.replace(b'"Open"', b'"B"').replace(b'"divisions": [', b'"divisions": [{"name": "C", "players": []}, '),
        "no division “Open”; it has C, B",
    )
    refused(good.replace(b"444", b"44444"), "player 1: 44444 – 333; scores must be")
    one_sided = json.loads(good[5:-1].replace(b"undefined", b"null"))
    one_sided["divisions"][0]["players"][1]["pairings"][0] = 3
    refused(f"newt={json.dumps(one_sided)};".encode(), "Player number 1 in the file (Ada): Round 1: opponent 3")
    older = Laptop(web, "Ada", "Ben", "Cem", "Dua")
    older.pair((1, 2), (3, 4))
    refused(older.script, "ends with round 1, but round 2 has results here")
    refused(Laptop(web, "Ada", "Ben").script, "Cem, Dua: paired here, but no longer in the file")
    # the right file again
    web.files[PATH] = good
    read_again()
    assert problems(division) == ""


def test_trouble_on_the_way_is_said_and_tried_again(
    division: Division, director: User, web: WebFolder, settings: Settings
) -> None:
    def trouble() -> tuple[str, int]:
        read_again()
        feed = feed_of(division)
        return feed.trouble, feed.failures

    follow(director, division, web)
    assert (feed_of(division).trouble, feed_of(division).status_code) == ("missing", 404)
    Laptop(web, "Ada", "Ben").upload()
    assert feed_of(division).failures == 0
    web.files[PATH], web.promised = Laptop(web, "Ada", "Ben", "Cem").script, 10_000
    assert trouble() == ("connection", 1)
    web.promised = None
    web.status = 302
    assert trouble() == ("redirect", 2)
    web.status = 503
    assert trouble() == ("status", 3)
    waits = feed_of(division).due_at - timezone.now()
    assert 100 < waits.total_seconds() < 200
    web.status = 200
    web.files[PATH] = b"x" * 2_000_001
    assert trouble() == ("size", 4)
    settings.WEBHOOK_ORIGINS = []
    assert trouble() == ("address", 5)
    # a name that leads into a private network, and a server that speaks no https
    following.follow(
        actor=director, event=division.event, address="https://localhost/tourney.js", parts={division.pk: "Open"}
    )
    assert trouble() == ("private", 1)
    secure = web.origin.replace("http://", "https://")
    settings.WEBHOOK_ORIGINS = [secure]
    following.follow(actor=director, event=division.event, address=secure + PATH, parts={division.pk: "Open"})
    assert trouble() == ("certificate", 1)
    assert division.entries.count() == 2


def test_a_file_is_read_once_and_entered_once(division: Division, director: User, web: WebFolder) -> None:
    """Two workers with the same job ask the server once; a server that does not tell its versions apart changes nothing."""
    web.tagged = False
    Laptop(web, "Ada", "Ben").upload()
    follow(director, division, web)
    feed, log = feed_of(division), ActionLog.objects.count()
    reading.read(feed_id=feed.pk)
    assert web.answered == [200]
    EventFeed.objects.update(due_at=timezone.now())
    same = factories.queries(lambda: reading.read(feed_id=feed.pk))
    assert web.answered == [200, 200]
    again = feed_of(division)
    assert (again.changed_at, again.event_version) == (feed.changed_at, feed.event_version)
    assert again.read_at != feed.read_at
    assert ActionLog.objects.count() == log
    web.files[PATH] = Laptop(web, "Ada", "Ben").script + b"\n"  # another file, in which nothing is new
    EventFeed.objects.update(due_at=timezone.now())
    other = factories.queries(lambda: reading.read(feed_id=feed.pk))
    assert same < other, "the players and games of the same file are not compared again"


def test_nothing_is_entered_by_hand_until_it_is_no_longer_followed(
    division: Division, director: User, web: WebFolder
) -> None:
    laptop = Laptop(web, "Ada", "Ben")
    laptop.pair((1, 2))
    web.files[PATH] = laptop.script
    follow(director, division, web)
    pairing = Pairing.objects.get()
    division = Division.objects.select_related("event__club").get()
    ruling = RulingInput(result=ResultInput(first_score=1, second_score=2), reason="typed")
    for attempt in (
        lambda: factories.report(pairing.pk, "first", 400, 350),
        lambda: rule_result(actor=director, pairing_id=pairing.pk, data=ruling),
        lambda: draft_round(actor=director, division=division, number=2, despite_missing=True),
        lambda: withdraw_entry(actor=director, entry=Entry.objects.get(number=1), after_round=1),
    ):
        with pytest.raises(NotOpenError, match=r"come from 127\.0\.0\.1.*Stop following"):
            attempt()
    following.pause(actor=director, event=division.event)
    laptop.score((1, 400), (2, 300))
    laptop.upload()
    assert games(division, 1) == ["1 Ada Ben"]
    following.resume(actor=director, event=division.event)
    factories.run_jobs()
    assert games(division, 1) == ["1 Ada Ben 400-300"]
    # the director takes over, corrects it by hand, and hands over again: the file counts
    following.stop(actor=director, event=division.event)
    rule_result(actor=director, pairing_id=pairing.pk, data=ruling)
    with pytest.raises(NotOpenError, match="no longer followed"):
        following.resume(actor=director, event=division.event)
    follow(director, division, web)
    assert games(division, 1) == ["1 Ada Ben 400-300"]


def test_each_division_is_followed_on_its_own(division: Division, director: User, web: WebFolder) -> None:
    others = [
        Division.objects.create(
            event=division.event, name=name, slug=name.lower(), position=place, settings=division.settings
        )
        for place, name in enumerate("BC", start=2)
    ]
    a, b = Laptop(web, "Ada", "Ben"), Laptop(web, "Cem", "Dua")
    a.pair((1, 2))
    b.pair((1, 2))
    b.of(2)["pairings"] = [7]
    parts = [{"name": name, "players": one.players} for name, one in (("Open", a), ("Late birds", b))]
    web.files[PATH] = f"newt={json.dumps({'divisions': parts})}".encode()
    same = {division.pk: "Open", others[0].pk: "OPEN"}
    with pytest.raises(TournamentError, match="Two divisions cannot have the same name"):
        following.follow(actor=director, event=division.event, address=web.origin + PATH, parts=same)
    named = {division.pk: "Open", others[0].pk: "late birds"}
    following.follow(actor=director, event=division.event, address=web.origin + PATH, parts=named)
    factories.run_jobs()
    assert games(division, 1) == ["1 Ada Ben"]
    assert not others[0].entries.exists()
    followed = feed_of(division).divisions
    assert ["opponent 7 is not in this file" in str(one.problems) for one in followed.all()] == [False, True]
    # the third one is run here
    factories.entries(others[1], director, 4)
    drafted = factories.publish(Division.objects.get(pk=others[1].pk), director, 1)
    factories.agree(factories.games(drafted)[0].pairing_id)
    assert Result.objects.filter(pairing__round=drafted).count() == 1
    # two that are followed need their names, also in a file of one
    web.files[PATH] = a.script
    read_again()
    assert ["no division “late birds”" in str(one.problems) for one in feed_of(division).divisions.all()] == [
        False,
        True,
    ]


def test_a_name_that_was_taken_out_of_everything_does_not_come_back(
    division: Division, director: User, web: WebFolder
) -> None:
    laptop = Laptop(web, "Ada", "Ben")
    web.files[PATH] = laptop.script
    follow(director, division, web)
    pseudonym = erase_player(player=Player.objects.get(name="Ben"), reason="asked for it")
    laptop.pair((1, 2))
    laptop.upload()
    laptop.score((1, 400), (2, 300))
    laptop.upload()
    assert problems(division) == ""
    assert games(division, 1) == [f"1 Ada {pseudonym} 400-300"]
    with pytest.raises(TournamentError, match="Stop following"):
        take_to_laptop(actor=director, event=division.event)


def test_who_is_meant_by_a_similar_name_is_for_the_director(
    division: Division, director: User, web: WebFolder, club: Club
) -> None:
    known = Player.objects.create(name="Katherine Jonson", home_club=club)
    Laptop(web, "Ada Byron", "Kathrine Johnson").upload()
    follow(director, division, web)
    assert problems(division) == "who is Kathrine Johnson"
    assert not division.entries.exists()
    with pytest.raises(TournamentError, match="Choose who"):
        following.read_now(actor=director, event=division.event, answers={"Kathrine Johnson": "999999"})
    following.read_now(actor=director, event=division.event, answers={"Kathrine Johnson": str(known.pk)})
    factories.run_jobs()
    assert [entry.player_id for entry in division.entries.filter(name__startswith="Kath")] == [known.pk]
    read_again()
    assert division.entries.count() == 2
    for _namesake in range(2):
        Player.objects.create(name="Eli Moss", home_club=club)
    Laptop(web, "Ada Byron", "Kathrine Johnson", "Eli Moss").upload()
    assert problems(division).startswith("Eli Moss: The club has 2 players with this name.")
    assert division.entries.count() == 2


def test_a_file_that_stays_the_same_is_left_alone_and_so_is_a_stranger(
    division: Division, director: User, web: WebFolder, club: Club
) -> None:
    Laptop(web, "Ada", "Ben").upload()
    colleague = factories.member(club, director, "director", "colleague")
    follow(colleague, division, web)
    set_member(actor=director, club=club, username="colleague", role="scorer")
    read_again()
    assert (feed_of(division).state, feed_of(division).why) == ("paused", "account")
    following.resume(actor=director, event=division.event)
    factories.run_jobs()
    assert feed_of(division).read_at is not None
    EventFeed.objects.update(
        changed_at=timezone.now() - reading.LONGEST_QUIET, followed_at=timezone.now() - 2 * reading.LONGEST_QUIET
    )
    read_again()
    assert (feed_of(division).state, feed_of(division).why) == ("stopped", "unchanged")


def test_what_no_file_can_hold_is_not_followed(division: Division, director: User) -> None:
    def refused(words: str, address: str = "https://tsh.example.org/tourney.js", part: str = "A") -> None:
        with pytest.raises(TournamentError, match=words):
            following.follow(actor=director, event=division.event, address=address, parts={division.pk: part})

    refused("must begin with https", address="http://tsh.example.org/tourney.js")
    refused("private network", address="https://10.0.0.7/tourney.js")
    refused("at least one division", part=" ")
    refused("at most 60 characters", part="A" * 61)
    factories.change(division, rolling=True)
    refused("A: tsh only runs two-player games")
    assert not EventFeed.objects.exists()


@examples(4, deep=100)
@given(events(), st.data())
def test_following_ends_in_the_standings_of_the_event(facts: list[GameFact], data: st.DataObject) -> None:
    """Any earlier states of the event's own file, and then its end."""
    with transaction.atomic():
        director = factories.user("host")
        club = factories.club(director)
        division = factories.division(club, director, rounds_planned=4)
        numbers = sorted({player for fact in facts for player in (fact.first, fact.second) if player})
        players = [TshPlayer(number, factories.NAMES[number]) for number in range(1, max(numbers) + 1)]

        def file(of: list[GameFact]) -> bytes:
            return write_tourney(
                "Open", "2026-05-02", [TshDivision("Open", players, of, StandingsRules(), 4, {})]
            ).encode()

        for folder in serving(WebFolder()):
            with override_settings(WEBHOOK_ORIGINS=[folder.origin]):
                folder.files[PATH] = file([])
                follow(director, division, folder)
                for size in sorted(data.draw(st.lists(st.integers(0, len(facts)), max_size=3))):
                    folder.files[PATH] = file(earlier(facts, size, data.draw(st.integers(0, len(facts)))))
                    read_again()
                    assert problems(division) == ""
                folder.files[PATH] = file(facts)
                read_again()
        rows = standings([EntrySnapshot(player.number, player.number) for player in players], facts, StandingsRules())
        assert wins(division) == {factories.NAMES[row.player.id]: (row.wins, row.spread) for row in rows}
        transaction.set_rollback(True)  # the next example begins anew


def test_what_was_paired_before_gives_way_to_the_file(division: Division, director: User, web: WebFolder) -> None:
    """A draft made here, tables, who began, a round taken back, other pairs in a round that was complete."""
    factories.entries(division, director, 4)
    draft_round(actor=director, division=division, number=1)
    laptop = Laptop(web, "Ada", "Ben", "Cem", "Dua")
    laptop.pair((1, 2), (3, 4))
    for number in (1, 2):
        laptop.of(number)["etc"]["p12"] = [0]
    web.files[PATH] = laptop.script
    follow(director, division, web)
    assert games(division, 1) == ["1 Ada Ben", "2 Cem Dua"]
    assert ActionLog.objects.filter(verb="round.discarded").count() == 1

    def who_began() -> list[bool]:
        return list(Pairing.objects.order_by("table_number").values_list("starter_known", flat=True))

    assert who_began() == [False, True]
    laptop.of(1)["etc"]["p12"], laptop.of(2)["etc"]["p12"] = [1], [2]
    laptop.upload()
    assert who_began() == [True, True]
    for number, board in ((1, 2), (2, 2), (3, 1), (4, 1)):
        laptop.of(number)["etc"]["board"] = [board]
    laptop.upload()
    assert games(division, 1) == ["1 Cem Dua", "2 Ada Ben"]

    laptop.score((1, 400), (2, 350), (3, 410), (4, 390))
    laptop.pair((1, 3), (2, 4))
    laptop.upload()
    assert games(division, 2) == ["1 Ada Cem", "2 Ben Dua"]
    for number in range(1, 5):
        laptop.of(number)["pairings"].pop()
    laptop.upload()
    assert games(division, 2) == []
    assert ActionLog.objects.filter(verb="round.unpublished").count() == 1
    assert Round.objects.get(division=division).state == "closed"
    for number, opponent in ((1, 4), (4, 1), (2, 3), (3, 2)):
        laptop.of(number).update(pairings=[opponent], scores=[], etc={"p12": [1 + number // 3], "board": []})
    laptop.upload()
    assert games(division, 1) == ["1 Ada Dua", "2 Ben Cem"]
    assert Round.objects.get(division=division).state == "published", "it goes on"
    assert problems(division) == ""


def test_what_players_reported_here_is_not_lost_to_the_file(division: Division, director: User, web: WebFolder) -> None:
    """The file decides what counts; a game that both reported, or that somebody reported, does not go without a director."""
    lines = factories.games(factories.start(division, director, 6))
    laptop = Laptop(web, "Ada", "Ben", "Cem", "Dua", "Eli", "Fay")
    seats = [(line.first.number, line.second.number) for line in lines]
    laptop.pair(*seats)
    factories.agree(lines[0].pairing_id, 400, 350)
    factories.report(lines[1].pairing_id, "first", 390, 380)
    factories.report(lines[1].pairing_id, "second", 380, 390)
    (first, second), (third, fourth), (fifth, sixth) = seats
    laptop.score((first, 400), (second, 350), (third, 410), (fourth, 370))
    web.files[PATH] = laptop.script
    follow(director, division, web)
    assert [line.rsplit(" ", 1)[1] for line in games(division, 1)[:2]] == ["400-350", "410-370"]
    assert set(Result.objects.values_list("state", flat=True)) == {"confirmed"}, "also where the two disagreed"
    agreed, before = json.dumps(laptop.players), games(division, 1)

    for number in (first, second):
        laptop.of(number)["scores"] = []
    laptop.upload()
    assert "Round 1, table 1: the file no longer has a result, but both players reported one here" in problems(division)
    laptop.players = json.loads(agreed)
    for number, opponent in ((first, fifth), (fifth, first), (second, sixth), (sixth, second)):
        laptop.of(number).update(pairings=[opponent], scores=[])
    laptop.upload()
    (named,) = re.findall(
        r"the file no longer has (.*), but there are reports of it here\. Stop following", problems(division)
    )
    assert re.findall(r"table \d", named) == ["table 1"], "of table 3 nobody reported anything"
    assert games(division, 1) == before


def test_who_has_left_stays_out_until_the_file_says_otherwise(
    division: Division, director: User, web: WebFolder
) -> None:
    laptop = Laptop(web, "Ada", "Ben", "Cem")
    laptop.of(3)["etc"]["off"] = [-50]
    web.files[PATH] = laptop.script
    follow(director, division, web)
    laptop.pair((1, 2))
    laptop.upload()
    cem = division.entries.get(name="Cem")
    assert (cem.status, cem.withdrawn_after, cem.missed_spread) == ("withdrawn", 0, -50)
    assert ActionLog.objects.filter(verb="entry.withdrawn").count() == 1, "not once more with each file"
