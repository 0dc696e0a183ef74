"""The limiter: sign-in, slips and look-ups, by key and by network, and without Redis; over several processes: ``tests/concurrency``."""

import re
import time
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from pytest_django import Settings

from lexicon.services import install_shipped
from limits import services
from limits.models import Tally
from limits.tasks import forget_ended
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import make_running_hall
from tests.walk import check_each
from tournaments.models import SlipLink, Submission
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def no_redis(settings: Settings) -> None:
    """The cache is a Redis where nobody listens."""
    settings.CACHES = {"default": {"BACKEND": "config.redis_cache.QuickRedisCache", "LOCATION": "redis://127.0.0.1:1"}}


def slip() -> str:
    """The address of a slip of a round that is being played."""
    make_running_hall(players=4)
    return f"/s/{slip_key(SlipLink.objects.all()[0])}/"


@pytest.mark.postgres
@pytest.mark.both
@pytest.mark.usefixtures("no_redis")
def test_wrong_passwords_are_limited_on_the_page_and_over_the_api_together(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "login": "4/min", "login_account": "6/10min"}
    factories.user("Ann")

    def on_the_page(password: str, home: str) -> tuple[int, str, str]:
        form = {"username": "ann", "password": password}
        answer = Client(REMOTE_ADDR=home).post("/accounts/login/", form)
        return answer.status_code, answer.get("Retry-After", ""), answer.content.decode()

    def over_the_api(password: str, home: str) -> tuple[int, str, str]:
        form = {"username": "ANN", "password": password}
        answer = Client(REMOTE_ADDR=home).post("/api/v1/auth/login/", form, content_type="application/json")
        return answer.status_code, answer.get("Retry-After", ""), answer.content.decode()

    assert [on_the_page("wrong", "10.0.0.1")[0] for _try in range(3)] == [200] * 3
    for _hall in range(10):  # whoever knows the password is not counted, and signs in meanwhile
        assert on_the_page(factories.PASSWORD, "10.0.0.1")[0] == 302
    assert over_the_api("wrong", "10.0.0.1")[0] == 401
    for one_more in (on_the_page, over_the_api):
        status, retry, message = one_more("wrong", "10.0.0.1")
        assert status == 429
        assert 1 <= int(retry) <= 60
        assert "second" in message
    assert "try again in" in on_the_page("wrong", "10.0.0.1")[2]
    assert on_the_page(factories.PASSWORD, "10.0.0.2")[0] == 429, "seven wrong ones for this account by now"
    factories.user("bo")
    assert (
        Client(REMOTE_ADDR="10.0.0.2")
        .post("/accounts/login/", {"username": "bo", "password": factories.PASSWORD})
        .status_code
        == 302
    ), "nobody else is locked out"


@pytest.mark.usefixtures("no_redis")
def test_a_slip_that_is_sent_too_often_keeps_what_was_typed(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "slip": "2/min"}
    address = slip()
    form = {
        "side": "first",
        "first_score": "400",
        "second_score": "380",
        "client_token": str(uuid4()),
        "moves": "A <&\nB",
    }
    for _try in range(2):
        Client().post(f"{address}check/", {"moves": "x"})
    answer = Client().post(address, form)
    assert (answer.status_code, Submission.objects.count()) == (429, 0)
    assert 1 <= int(answer["Retry-After"]) <= 60
    page = answer.content.decode()
    assert "try again in" in page
    assert "data-again=" in page
    statuses = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    assert {unescape(name): unescape(value) for name, value in statuses} == form
    assert Client().get(address).status_code == 200, "it is still read"
    api = Client().post(f"/api/v1{address.replace('/s/', '/slips/')}", {}, content_type="application/json")
    assert (api.status_code, api.json()["type"]) == (429, "throttled")
    Tally.objects.all().delete()
    assert Client().post(address, {**form, "moves": ""}).status_code == 302


def test_guessing_keys_is_limited_by_network(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "wrong_key": "5/min"}
    address = slip()
    guesser, player = Client(REMOTE_ADDR="2001:db8:1:2::9"), Client(REMOTE_ADDR="2001:db8:1:3::9")
    assert [guesser.get(f"/s/{'a' * number}/").status_code for number in range(1, 7)] == [404] * 5 + [429]
    assert Client(REMOTE_ADDR="2001:db8:1:2::77").get("/s/abc/").status_code == 429, "the same household"
    assert player.get(address).status_code == 200


@pytest.mark.usefixtures("no_redis")
def test_look_ups_are_limited_by_user_on_pages_and_over_the_api_together(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "words": "3/min"}
    ann = factories.user("ann")
    reader, program = Client(), as_user(ann)
    reader.force_login(ann)
    install_shipped()
    assert [reader.get("/dictionaries/en/words/?q=train").status_code for _try in range(2)] == [200, 200]
    program.get("dictionaries/en/words/train/")
    assert program.get("dictionaries/en/words/train/", expect=429)["type"] == "throttled"
    answer = reader.get("/dictionaries/en/words/?q=train")
    assert (answer.status_code, int(answer["Retry-After"]) > 0) == (429, True)


def test_look_ups_of_visitors_are_limited_by_network(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "words": "2/min"}
    install_shipped()

    def ask(query: str, home: str = "10.0.0.1") -> int:
        return Client(REMOTE_ADDR=home).get(f"/dictionaries/en/{query}").status_code

    assert [ask("") for _look in range(4)] == [200] * 4, "the bare page asks nothing"
    assert [ask("?word=train") for _try in range(3)] == [200, 200, 429]
    assert (ask(""), ask("?word=train", "10.0.0.2")) == (200, 200)


def test_guessing_the_code_of_a_table_is_limited_on_the_page_and_over_the_api(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "wrong_key": "4/min"}
    wrong = [Client().post("/s/", {"code": f"ZZZZ{letter}"}).status_code for letter in "AB"]
    wrong += [Client().get(f"/api/v1/{path}").status_code for path in ("slips/ZZZZC/", "own/zzzzd/")]
    assert wrong == [422, 422, 404, 404]
    assert Client().post("/s/", {"code": "ZZZZE"}).status_code == 429
    assert [Client().get(f"/api/v1/{path}").status_code for path in ("slips/ZZZZF/", "own/zzzzg/")] == [429, 429]


@pytest.mark.postgres
@pytest.mark.both
def test_a_period_ends_and_a_clock_set_back_locks_nobody_out(settings: Settings) -> None:
    settings.RATES = {"probe": "2/min"}
    assert [services.count("probe", "a") > 0 for _try in range(4)] == [False, False, True, True]
    assert services.must_wait("probe", "a") > 0
    assert services.count("probe", "b") == 0
    for moved in (-120_000, 3_600_000):
        Tally.objects.update(ends_ms=time.time() * 1000 + moved)
        assert services.must_wait("probe", "a") == 0
        assert services.count("probe", "a") == 0
    Tally.objects.update(ends_ms=1)
    forget_ended()
    assert not Tally.objects.exists()


@pytest.mark.postgres
@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_counting_does_not_wait_for_a_database_that_somebody_writes(settings: Settings) -> None:
    settings.RATES = {"probe": "1/min"}
    other = connection.copy()
    with other.cursor() as theirs:
        theirs.execute("BEGIN IMMEDIATE" if connection.vendor == "sqlite" else "BEGIN")
        begun = time.monotonic()
        assert services.count("probe", "a") == 0
        assert time.monotonic() - begun < 5
    other.close()


def test_networks(settings: Settings) -> None:
    def check(proxies: int, address: str, forwarded: str, expected: str) -> None:
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
        headers = {"X-Forwarded-For": forwarded} if forwarded else {}
        assert services.network(RequestFactory(REMOTE_ADDR=address).get("/", headers=headers)) == expected

    check_each(
        [
            (0, "192.0.2.7", "1.1.1.1", "192.0.2.7"),
            (1, "10.0.0.1", "1.1.1.1, 192.0.2.7", "192.0.2.7"),
            (2, "10.0.0.1", "1.1.1.1, 192.0.2.7, 10.0.0.9", "192.0.2.7"),
            (1, "10.0.0.1", "", "10.0.0.1"),
            (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
            (0, "::ffff:192.0.2.7", "", "192.0.2.7"),
            (1, "10.0.0.1", "nonsense", "nonsense"),
        ],
        check,
    )


def test_rates_are_read_in_words_and_bad_ones_are_named() -> None:
    assert [services.Rate.read(text).seconds for text in ("60/min", "30/10min", "1/s", "5/2hours", "9/d")] == [
        60,
        600,
        1,
        7200,
        86_400,
    ]
    for text in ("", "60", "0/min", "60/fortnight", "-1/min"):
        with pytest.raises(services.BadRateError, match="no rate"):
            services.Rate.read(text)
