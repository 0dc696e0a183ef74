"""Cached pages in front of Django are the same pages for the same visitors; everything else goes on to Django."""

import gzip
import itertools
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment
from wsgiref.util import setup_testing_defaults

import psycopg
import pytest
from django.conf import settings as configured
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.db.models import F
from django.test import Client
from pytest_django import Settings

from ratings.services.people import anonymise_player
from tests import factories
from tests.tournaments.pages.public.test_event import PAGES
from tests.tournaments.scenes.rows import Scene, make_scene
from tests.walk import check_each
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Pairing
from tournaments.services.results.results import rule_result
from tournaments.web import page_cache
from tournaments.web.page_cache import CachedPages

# A request closes connections that are of no use any more, which a test's own transaction would seem to be.
pytestmark = pytest.mark.django_db(transaction=True)

Answer = tuple[str, dict[str, str], bytes]


class Site:
    """The site as gunicorn runs it; ``passed`` counts the requests that went on to Django."""

    def __init__(self) -> None:
        self.passed = 0
        self.django = get_wsgi_application()
        self.front = CachedPages(self._behind)

    def _behind(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.passed += 1
        return self.django(environ, start_response)

    def get(self, path: str, *, method: str = "GET", through: Any = None, **headers: str) -> Answer:
        """Status, headers and body of the answer, or with ``through=site.django`` of Django alone."""
        sent: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _error: object = None, /) -> Callable[[bytes], object]:
            sent.extend([status, headers])
            return lambda _bytes: None

        address, _, query = path.partition("?")
        environ = {"PATH_INFO": address, "QUERY_STRING": query, "REQUEST_METHOD": method, **headers}
        setup_testing_defaults(environ)
        answer = (through or self.front)(environ, start)
        body = b"".join(answer)
        getattr(answer, "close", lambda: None)()
        return sent[0], {name: value for name, value in sent[1] if name != "X-Request-ID"}, body

    def cached(self, path: str, **headers: str) -> Answer:
        """The answer of the cache in front of Django."""
        before = self.passed
        answer = self.get(path, **headers)
        assert self.passed == before, path
        return answer

    def passed_on(self, path: str, **headers: str) -> Answer:
        """Django's answer to what the cache does not answer."""
        before = self.passed
        answer = self.get(path, **headers)
        assert self.passed == before + 1, path
        return answer


@pytest.fixture
def scene() -> Scene:
    return make_scene()


@pytest.fixture
def one_page(scene: Scene) -> Site:
    """A site whose page of the event is stored."""
    site = Site()
    site.passed_on("/e/spring/")
    return site


@pytest.fixture
def site(scene: Scene) -> Site:
    """A site with all pages stored."""
    site = Site()
    for path in PAGES:
        site.passed_on(path.format(slug="spring"))
    return site


def test_the_answer_is_the_same_as_djangos_own(site: Site) -> None:
    def check(headers: dict[str, str], path: str) -> None:
        address = path.format(slug="spring")
        etag = site.get(address)[1]["ETag"].removeprefix("W/")
        sent = {name: value.format(etag=etag) for name, value in headers.items()}
        expected = site.get(address, through=site.django, **sent)
        assert site.cached(address, **sent) == expected  # put together
        assert site.cached(address, **sent) == expected  # remembered
        assert expected[0].startswith("304" if "{etag}" in str(headers) or "*" in str(headers) else "200")

    headers: list[dict[str, str]] = [
        {},
        {"HTTP_ACCEPT_ENCODING": "gzip, br"},
        {"HTTP_IF_NONE_MATCH": '"another"'},
        {"HTTP_IF_NONE_MATCH": "*"},
        {"HTTP_IF_NONE_MATCH": "W/{etag}"},
        {"HTTP_IF_NONE_MATCH": "{etag}, W/{etag}", "HTTP_ACCEPT_ENCODING": "gzip"},
        {"HTTP_COOKIE": "csrftoken=x; theme=dark"},
    ]
    check_each(itertools.product(headers, PAGES), check, undo=False)


def test_pages_come_compressed_or_plain(one_page: Site) -> None:
    plain, packed = one_page.cached("/e/spring/"), one_page.cached("/e/spring/", HTTP_ACCEPT_ENCODING="gzip")
    assert gzip.decompress(packed[2]) == plain[2]
    assert packed[1]["Content-Encoding"] == "gzip"
    assert int(packed[1]["Content-Length"]) == len(packed[2])
    assert "Content-Encoding" not in plain[1]
    assert {"Content-Security-Policy", "X-Frame-Options", "Referrer-Policy", "Vary", "ETag"} <= set(plain[1])


def test_head_requests_get_the_headers_alone(one_page: Site) -> None:
    page, head = one_page.cached("/e/spring/"), one_page.cached("/e/spring/", method="HEAD")
    assert head == (page[0], page[1], b"")
    etag = page[1]["ETag"]
    assert one_page.cached("/e/spring/", method="HEAD", HTTP_IF_NONE_MATCH=etag)[0] == "304 Not Modified"


@pytest.mark.postgres
@pytest.mark.both
def test_a_new_result_shows_at_once(site: Site, scene: Scene) -> None:
    before = site.cached("/e/spring/a/rounds/1/")
    game = Pairing.objects.filter(round__number=1, round__division=scene.division).earliest("pk")
    ruling = RulingInput(result=ResultInput(kind="played", first_score=777, second_score=100), reason="misread")
    rule_result(actor=scene.director, pairing_id=game.pk, data=ruling)
    for path in ("/e/spring/a/rounds/1/", "/e/spring/a/standings/", "/e/spring/a/players/1/"):
        page = site.passed_on(path)[2]
        assert b"777" in page or b"+697" in page, path
    after = site.cached("/e/spring/a/rounds/1/", HTTP_IF_NONE_MATCH=before[1]["ETag"])
    assert after[0] == "200 OK"
    assert b"777" in after[2]


def test_open_pages_get_the_moving_part_rendered_once(site: Site, scene: Scene) -> None:
    def check(path: str) -> None:
        address = path.format(slug="spring")
        joiner = "&" if "?" in address else "?"
        part = site.passed_on(f"{address}{joiner}live=1")
        assert part[0] == "200 OK"
        assert b"<html" not in part[2]
        assert "ETag" not in part[1]
        for version in (1, 4):  # whatever version is shown
            assert site.cached(f"{address}{joiner}live={version}") == part
        packed = site.cached(f"{address}{joiner}live=2", HTTP_ACCEPT_ENCODING="gzip")
        assert gzip.decompress(packed[2]) == part[2]
        assert site.cached(f"{address}{joiner}live=5")[0] == "204 No Content"
        assert b"<html" in site.passed_on(address)[2]  # the page itself is another

    for path in PAGES:
        address = path.format(slug="spring")
        assert site.cached(f"{address}{'&' if '?' in address else '?'}live=1")[0] == "204 No Content", path
    Event.objects.filter(pk=scene.event.pk).update(version=5)
    check_each(PAGES, check, undo=False)


def test_each_language_has_its_page(one_page: Site) -> None:
    japanese = {"HTTP_ACCEPT_LANGUAGE": "ja"}
    assert b'<html lang="ja">' in one_page.passed_on("/e/spring/", **japanese)[2]
    assert b'<html lang="ja">' in one_page.cached("/e/spring/", **japanese)[2]
    assert b'<html lang="ja">' in one_page.cached("/e/spring/", HTTP_COOKIE="django_language=ja")[2]
    assert b'<html lang="en">' in one_page.cached("/e/spring/", HTTP_ACCEPT_LANGUAGE="fr")[2]
    etag = one_page.cached("/e/spring/")[1]["ETag"]
    assert one_page.cached("/e/spring/", HTTP_IF_NONE_MATCH=etag, **japanese)[0] == "200 OK"


def test_signed_in_visitors_are_answered_by_django(one_page: Site, scene: Scene) -> None:
    client = Client()
    client.force_login(scene.director)
    cookie = f"{configured.SESSION_COOKIE_NAME}={client.cookies[configured.SESSION_COOKIE_NAME].value}"
    assert b"director-spring" in one_page.passed_on("/e/spring/", HTTP_COOKIE=cookie)[2]
    assert b"director-spring" not in one_page.cached("/e/spring/")[2]
    one_page.passed_on("/e/spring/", HTTP_COOKIE="messages=whatever")


PASSED_ON: list[tuple[str, dict[str, str], str]] = [
    ("/e/spring/", {"method": "POST"}, "403"),
    ("/e/spring/?fresh=1", {}, "200"),
    ("/e/spring/?live=x", {}, "200"),
    ("/e/spring/a/standings/?round=01&round=1", {}, "200"),
    ("/e/spring/a/rounds/1/find/", {}, "200"),
    ("/e/nothing/", {}, "404"),
    ("/e/spring/a/rounds/99/", {}, "404"),
    ("/", {}, "200"),
    ("/e/spring/", {"HTTP_IF_MATCH": '"x"'}, "412"),
    ("/e/spring/", {"HTTP_IF_UNMODIFIED_SINCE": "Sat, 01 Jan 2000 00:00:00 GMT"}, "412"),
    ("/e/spring/", {"HTTP_COOKIE": "x=" + "y" * 5000}, "200"),
    ("/e/spring\x80/", {}, "404"),
    ("/e/\0/", {}, "404"),
    ("/e/spring/\0/standings/", {}, "404"),
    ("/e/ÿ/", {}, "404"),
]


@pytest.mark.postgres
@pytest.mark.both
def test_what_is_passed_on_to_django(site: Site) -> None:
    def check(path: str, headers: dict[str, str], status: str) -> None:
        assert site.passed_on(path, **headers)[0].startswith(status)

    check_each(PASSED_ON, check, undo=False)


def test_an_unknown_host_name_is_refused(one_page: Site, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["wordhall.example"]
    settings.LOGGING_CONFIG = None
    assert one_page.passed_on("/e/spring/", HTTP_HOST="evil.example")[0].startswith("400")
    assert one_page.cached("/e/spring/", HTTP_HOST="wordhall.example")[0] == "200 OK"


@pytest.mark.postgres
@pytest.mark.both
def test_an_event_that_is_a_draft_again_is_hidden(one_page: Site, scene: Scene) -> None:
    one_page.cached("/e/spring/")
    Event.objects.filter(pk=scene.event.pk).update(state=Event.State.DRAFT, version=F("version") + 1)
    assert one_page.passed_on("/e/spring/")[0].startswith("404")


def test_plain_http_is_redirected_where_tls_is_required(scene: Scene, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_TLS", "yes")
    settings.SECURE_HSTS_SECONDS = 99
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = False
    site = Site()
    site.passed_on("/e/spring/", HTTP_X_TLS="yes")
    assert site.cached("/e/spring/", HTTP_X_TLS="yes")[1]["Strict-Transport-Security"] == "max-age=99"
    plain = site.get("/e/spring/")
    assert plain[0].startswith("301")
    assert plain == site.get("/e/spring/", through=site.django)


@pytest.mark.postgres
@pytest.mark.both
def test_a_cached_page_takes_one_query(one_page: Site) -> None:
    assert factories.queries(lambda: one_page.cached("/e/spring/")) == 1
    assert factories.queries(lambda: one_page.cached("/e/spring/", HTTP_IF_NONE_MATCH="*")) == 1
    stored = factories.queries(lambda: one_page.passed_on("/e/spring/?fresh=1"))
    assert stored == factories.queries(lambda: one_page.get("/e/spring/?fresh=1", through=one_page.django))


def test_a_page_not_stored_yet_takes_no_extra_query(scene: Scene) -> None:
    site = Site()
    in_front = factories.queries(lambda: site.passed_on("/e/spring/a/roster/"))
    cache.clear()
    assert factories.queries(lambda: site.get("/e/spring/a/roster/", through=site.django)) == in_front


@pytest.mark.postgres
@pytest.mark.both
def test_a_dead_connection_is_replaced(one_page: Site) -> None:
    """As after a restart of the database."""
    one_page.cached("/e/spring/")
    if connection.vendor == "postgresql":
        parameters = connection.get_connection_params()
        with psycopg.connect(
            **{name: parameters[name] for name in ("dbname", "user", "password", "host", "port")}
        ) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    else:
        connection.connection.close()
    assert one_page.passed_on("/e/spring/")[0] == "200 OK"
    assert one_page.cached("/e/spring/")[0] == "200 OK"


def test_pages_come_without_a_cache_that_does_not_answer(site: Site, scene: Scene, settings: Settings) -> None:
    nobody_there = {"BACKEND": "config.redis_cache.QuickRedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": nobody_there}
    official = Client()
    official.force_login(scene.director)
    for path in PAGES:
        address = path.format(slug="spring")
        assert site.passed_on(address)[0] == "200 OK"
        assert official.get(address).status_code == 200
    assert Client().get("/e/spring/a/display/").status_code == 200


def test_the_handicap_standings_are_cached(one_page: Site, scene: Scene) -> None:
    factories.change(scene.event.divisions.all(), handicap_by="rating")
    Event.objects.filter(pk=scene.event.pk).update(version=F("version") + 1)
    assert one_page.passed_on("/e/spring/a/handicap/")[0] == "200 OK"
    assert one_page.cached("/e/spring/a/handicap/")[0] == "200 OK"


def test_a_long_request_is_not_remembered(one_page: Site) -> None:
    before = one_page.front.sizes()
    assert one_page.passed_on("/e/spring/", HTTP_ACCEPT_LANGUAGE="en, " * 2000)[0] == "200 OK"
    assert one_page.front.sizes() == before


def test_an_anonymised_name_disappears_from_cached_pages(one_page: Site, scene: Scene) -> None:
    entry = scene.event.divisions.get().entries.select_related("player").order_by("pk")[0]
    one_page.passed_on("/e/spring/a/standings/")  # which stores it
    assert entry.name in one_page.cached("/e/spring/a/standings/")[2].decode()
    anonymise_player(player=entry.player, reason="asked for it")
    assert entry.name not in one_page.passed_on("/e/spring/a/standings/")[2].decode()


def test_memory_is_bounded(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "_MAX_ANSWERS", 3)
    monkeypatch.setattr(page_cache, "_MAX_PAGES", 2)
    monkeypatch.setattr(page_cache, "_MAX_REQUESTS", 3)
    for number in range(10):
        for path in PAGES:
            assert site.cached(path.format(slug="spring"), HTTP_COOKIE=f"n={number}")[0] == "200 OK"
    requests, pages, answers = site.front.sizes()
    assert max(requests, answers) <= 3
    assert pages <= 2
