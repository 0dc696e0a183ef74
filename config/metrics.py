"""``/metrics`` for Prometheus: how many requests, how long they take, and what waits in the background.

Requests are counted by each process of gunicorn in a file of its own in ``PROMETHEUS_MULTIPROC_DIR``; whichever process is asked adds them
up. What the database knows is read when somebody asks.
"""

import hmac
import ipaddress
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers

from config import health
from core.release import version

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
if os.environ.get(_FOLDER):
    Path(os.environ[_FOLDER]).mkdir(parents=True, exist_ok=True)
else:
    os.environ.pop(_FOLDER, None)

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest  # noqa: E402
from prometheus_client.core import GaugeMetricFamily  # noqa: E402 - the library looks at the folder when it is loaded
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402
from prometheus_client.registry import Collector  # noqa: E402

logger = logging.getLogger(__name__)

ADDRESS: Final = "/metrics"
#: Upper ends of the classes of durations, in seconds.
BUCKETS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
#: In the request's environment: Django was asked.
_PASSED_ON: Final = "wordhall.passed_on"

_registry = CollectorRegistry()
_requests = Counter(
    "wordhall_requests", "Requests by page, method and status.", ("page", "method", "status"), registry=_registry
)
_seconds = Histogram(
    "wordhall_request_seconds", "How long a page takes to make.", ("page",), buckets=BUCKETS, registry=_registry
)
_from_cache = Counter(
    "wordhall_cached_pages", "Public pages answered from the cache, in front of Django.", registry=_registry
)


def timed(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: count and time each request that is not answered from the cache; log slow ones; answer ``/metrics``.

    That address is answered here, because a scraper asks by number (http://127.0.0.1:8000/metrics), not by the site's name.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info == ADDRESS:
            return metrics(request)
        started = time.perf_counter()
        response = get_response(request)
        seconds = time.perf_counter() - started
        page = _page(request)
        _requests.labels(page, request.method or "", str(response.status_code)).inc()
        _seconds.labels(page).observe(seconds)
        if seconds >= settings.SLOW_SECONDS:
            extra = {"page": page, "seconds": round(seconds, 3)}
            logger.warning("slow: %s %s took %.1f s", request.method, request.path, seconds, extra=extra)
        return response

    return middleware


def _page(request: HttpRequest) -> str:
    """The name of the address, so that there are no more rows than pages; of files ``static``; of what leads nowhere ``none``."""
    match = request.resolver_match
    if match:
        return match.view_name or "unnamed"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


def counted(front: Callable[[WSGIApplication], WSGIApplication], site: WSGIApplication) -> WSGIApplication:
    """The site with ``front`` before it; what ``front`` answers without asking the site is counted here."""

    def pass_on(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ[_PASSED_ON] = True
        return site(environ, start_response)

    with_front = front(pass_on)

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        answer = with_front(environ, start_response)
        if _PASSED_ON not in environ:
            _from_cache.inc()
        return answer

    return application


def metrics(request: HttpRequest) -> HttpResponse:
    """All figures, for who has the token or asks from this machine itself."""
    if not _may_read(request):
        return HttpResponse(
            "Only from this machine itself, or with the token: METRICS_TOKEN.\n", status=403, content_type="text/plain"
        )
    registry = CollectorRegistry()
    registry.register(_all_requests())
    registry.register(_State())
    answer = HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
    add_never_cache_headers(answer)
    return answer


def _may_read(request: HttpRequest) -> bool:
    """By the token; without one from the loopback address, unless a proxy there passes on what others ask."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if settings.METRICS_TOKEN and scheme.lower() == "bearer":
        return hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())
    if {
        "HTTP_X_FORWARDED_FOR",
        "HTTP_X_FORWARDED_HOST",
        "HTTP_X_FORWARDED_PROTO",
        "HTTP_FORWARDED",
    } & request.META.keys():
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _all_requests() -> Collector:
    """The counts of all processes; of this one, where there is only one."""
    if _FOLDER not in os.environ:
        return _registry
    return MultiProcessCollector(None)  # type: ignore[no-untyped-call]


class _State(Collector):
    """What the site says about itself at this moment."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One family after another."""
        yield _family("wordhall_info", "The version that runs.", "version", {version(): 1})
        parts = health.parts()
        yield _family(
            "wordhall_up", "Whether a part works.", "part", {name: state == "up" for name, state in parts.items()}
        )
        free = health.free_bytes()
        if free is not None:
            yield GaugeMetricFamily("wordhall_disk_free_bytes", "Room in the data folder.", value=free)
        if parts["database"] != "up":
            return
        background = health.background()
        yield _family("wordhall_jobs", "Jobs by state.", "state", background.jobs)
        yield GaugeMetricFamily(
            "wordhall_job_waiting_seconds",
            "How long the oldest job that is due has waited.",
            value=background.oldest_seconds,
        )
        if background.heartbeat_seconds is not None:
            yield GaugeMetricFamily(
                "wordhall_heartbeat_seconds", "Since a worker has swept.", value=background.heartbeat_seconds
            )
        yield _family("wordhall_mails", "Mails by state.", "state", background.mails)


def _family(name: str, words: str, label: str, values: dict[str, int] | dict[str, bool]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, words, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), float(value))
    return family


@dataclass(frozen=True, slots=True)
class PageTimes:
    """How long a page takes: how often it was asked, seconds on average, seconds within which 95 of 100 are answered.

    ``within`` is the upper end of a class of ``BUCKETS``; infinite above the last.
    """

    page: str
    count: int
    average: float
    within: float


def slowest_pages(most: int = 10) -> list[PageTimes]:
    """The pages that take longest, by what 95 of 100 requests take; since the web server was started."""
    classes: dict[str, dict[float, float]] = {}
    sums: dict[str, float] = {}
    for family in _all_requests().collect():
        if family.name != "wordhall_request_seconds":
            continue
        for sample in family.samples:
            if sample.name.endswith("_bucket"):
                classes.setdefault(sample.labels["page"], {})[float(sample.labels["le"])] = sample.value
            elif sample.name.endswith("_sum"):
                sums[sample.labels["page"]] = sample.value
    times = [_times(page, sorted(counts.items()), sums[page]) for page, counts in classes.items()]
    return sorted((one for one in times if one), key=lambda one: (-one.within, -one.average, one.page))[:most]


def _times(page: str, counts: list[tuple[float, float]], seconds: float) -> PageTimes | None:
    """From the numbers of requests up to each end of a class."""
    count = counts[-1][1]
    if not count:
        return None
    within = next(end for end, up_to in counts if up_to >= 0.95 * count)
    return PageTimes(page, int(count), seconds / count, within)
