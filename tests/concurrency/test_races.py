"""Several processes send the same form at once, through the pages: one wins, the others are told why not."""

from collections import Counter
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from jobs.models import Job as BackgroundJob
from lexicon.models import Installation
from tests import factories
from tests.harness.processes import Crew, Job
from tournaments.models import Division, Pairing, Seat, Submission
from tournaments.services.entries.personal_links import keys_of
from tournaments.services.rounds.rolling import switch_on

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]

WORDS = "correct horse battery staple"


def join(name: str) -> dict[str, object]:
    """The form of someone who opens an account."""
    return {"forms": [["/accounts/join/", {"username": name, "password1": WORDS, "password2": WORDS}]]}


def test_one_name_is_one_account_whatever_its_case(senders: Crew) -> None:
    for names in (["Ann"] * 4, ["CaseTwin", "casetwin", "CASETWIN", "Casetwin"]):
        answers = [answer for each in senders.at_once([join(name) for name in names]) for answer in each]
        assert Counter(status for status, _page in answers) == {302: 1, 422: 3}
        assert all("already exists" in page for status, page in answers if status == 422)
        assert User.objects.filter(username__iexact=names[0]).count() == 1


def test_a_role_goes_to_the_account_of_that_name_and_a_name_signs_in_in_any_case() -> None:
    director = factories.user("director")
    club = factories.club(director)
    factories.user("CaseTwin")
    official = Client()
    official.force_login(director)
    assert official.post(f"/clubs/{club.slug}/members/", {"username": "casetwin", "role": "scorer"}).status_code == 302
    assert club.memberships.get(role="scorer").user.username == "CaseTwin"
    sign_in = {"username": "CASETWIN", "password": factories.PASSWORD}
    assert Client().post("/accounts/login/", sign_in).status_code == 302
    assert Client().post("/api/v1/auth/login/", sign_in, content_type="application/json").status_code == 200


def test_one_address_is_one_club(senders: Crew) -> None:
    for number in range(4):
        factories.user(f"user{number}")
    form = ["/clubs/new/", {"name": "Harbour", "slug": "", "about": ""}]
    answers = senders.at_once([{"user": f"user{number}", "forms": [form]} for number in range(4)])
    assert Counter(status for ((status, _page),) in answers) == {302: 1, 422: 3}
    assert sum("There is already a club" in page for ((_status, page),) in answers) == 3
    assert Club.objects.count() == 1


def test_one_dictionary_is_installed_once(senders: Crew, club: Club, director: User) -> None:
    form = [f"/dictionaries/clubs/{club.slug}/free/", {"list": "de"}]
    answers = senders.at_once([{"user": director.username, "forms": [form]}] * 4)
    assert [status for ((status, _page),) in answers] == [302] * 4
    assert Installation.objects.count() == BackgroundJob.objects.count() == 1


def test_a_scorer_whose_entry_came_second_sees_what_counts(running: Division, director: User, senders: Crew) -> None:
    for name in ("ben", "eva"):
        factories.member(running.event.club, director, "scorer", name=name)
    address = reverse("tournaments:enter_line", args=[running.event.slug, running.slug, 1])
    for game in factories.games(running.rounds.get()):
        jobs: list[Job] = []
        for name, score in (("ben", 400), ("eva", 410)):
            line = f"{game.first.number} {score} {game.second.number} 380"
            form = {"line": line, "client_token": f"{name}{game.pairing_id}"}
            jobs.append({"user": name, "follow": True, "forms": [[address, form]]})
        warned = ["different result" in unescape(page) for ((_status, page),) in senders.at_once(jobs)]
        assert sorted(warned) == [False, True], "one counts; the other is warned, before or after its entry was stored"


def test_two_directors_who_change_a_round_at_once(running: Division, director: User, senders: Crew) -> None:
    """One change is made, the other is refused with what was typed; nobody sits twice or nowhere."""
    factories.member(running.event.club, director, "director", name="eva")
    address = reverse("tournaments:by_hand", args=[running.event.slug, running.slug, 1])
    for turn in range(3):
        round_ = running.rounds.get()
        top, middle, last = (game.first.number for game in factories.games(round_))
        one, other = f"{top} {middle}", f"{top} {last}"
        form = {"do": "save", "complete": "on", "expected_version": round_.version}
        jobs: list[Job] = [
            {"user": name, "forms": [[address, {**form, "text": text}]]}
            for name, text in (("director", one), ("eva", other))
        ]
        answers = [answer for each in senders.at_once(jobs) for answer in each]
        assert Counter(status for status, _page in answers) == {302: 1, 422: 1}, turn
        assert all("Someone else changed this round" in unescape(page) for status, page in answers if status == 422)
        assert running.rounds.get().version == round_.version + 1
        seated = sorted(
            number for line in factories.games(round_) for number in (line.first.number, line.second.number)
        )
        assert seated == [1, 2, 3, 4, 5, 6]


def test_a_report_and_a_change_of_its_game_at_once(running: Division, director: User, senders: Crew) -> None:
    """Either the report counts and the game stays, or the game is gone and the report goes nowhere."""
    address = reverse("tournaments:by_hand", args=[running.event.slug, running.slug, 1])
    for turn in range(3):
        round_ = running.rounds.get()
        open_games = [game for game in factories.games(round_) if not game.state]
        if len(open_games) < 2:
            break
        game, other = open_games[:2]
        slip = factories.own_slip(game.pairing_id)
        change = {"do": "save", "complete": "on", "expected_version": round_.version}
        change["text"] = f"{game.first.number} {other.first.number}"
        report = {"first_score": 400, "second_score": 350, "game": game.pairing_id}
        jobs: list[Job] = [{"user": "director", "forms": [[address, change]]}, {"forms": [[slip, report]]}]
        (((changed, _page),), ((reported, _slip),)) = senders.at_once(jobs)
        stored = Submission.objects.filter(pairing=game.pairing_id).exists()
        assert (changed, stored) in {(302, False), (422, True)}, (turn, changed, reported)
        assert (
            Submission.objects.filter(pairing__in=[one.pairing_id for one in factories.games(round_)]).count()
            <= turn + 1
        )


def test_a_queue_puts_nobody_in_two_games(division: Division, director: User, senders: Crew) -> None:
    """Phones that join at once, a director who pairs at once and another who pairs two by hand: everybody plays one game at a time."""
    factories.change(division, rolling=True)
    entries = factories.entries(division, director, 6)
    switch_on(actor=director, division=division)
    keys = keys_of(division)
    queue = reverse("tournaments:pair_queue", args=[division.event.slug, division.slug])
    joins: list[Job] = [{"forms": [[f"/p/{keys[entry.pk]}/queue/", {"join": "1"}]]} for entry in entries]
    now: Job = {"user": director.username, "forms": [[queue, {"now": "1"}]]}
    two: Job = {"user": director.username, "forms": [[queue, {"two": "1", "entry": [entries[0].pk, entries[5].pk]}]]}
    for half in (joins[:3], joins[3:]):
        answers = senders.at_once([*half, now, two])
        assert all(status == 302 for each in answers for status, _page in each)
    senders.at_once([now, now])
    playing = list(Seat.objects.filter(pairing__result=None).values_list("entry", flat=True))
    assert len(playing) == len(set(playing)) == 6, "all of them, none twice"
    tables = list(Pairing.objects.filter(result=None).values_list("table_number", flat=True))
    assert sorted(number for number in tables if number is not None) == [1, 2, 3]
