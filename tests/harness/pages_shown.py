"""What a site holds and what a visitor without an account is shown, as tables that can be compared: rows, pages, private links.

Run on a site's data: ``manage.py shell --command "from tests.harness.pages_shown import main; main()"``.
"""

import hashlib
import json
import re
import sys
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from django.apps import apps
from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve

from clubs.links import Link
from tests.crawl import LEFT_OUT
from tests.harness.deep import DEEP, times
from tests.harness.reading import Reading

STARTS = ("/", "/ratings/", "/dictionaries/", "/api/v1/clubs/", "/api/v1/events/", "/healthz")
#: Where the private links of each kind lead; of those without an address of their own only the keys are compared.
PLACES = {"tournaments.sliplink": "/s/", "tournaments.personallink": "/p/", "registration.registrationlink": "/r/"}
#: What is another one at every look: form tokens, the time of the page, how long something takes.
_MASKS = (
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'),
    re.compile(r'name="(?:client_token|shown)" value="[^"]*"'),
    re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|\+00:00)"),
)
#: So many of each kind of page are looked at, in the deep run of each event; and of those that differ by what stands behind the
#: question mark; and of the private links of each kind, from all over the site.
_MOST, _MOST_BY_QUERY, _MOST_LINKS = times(1, deep=100_000), times(1, deep=3), times(4, deep=100_000)


def rows() -> dict[str, str]:
    """A digest of the rows of every table, the same on every kind of database: PostgreSQL's JSON orders keys and has no negative 0."""
    digests = {}
    for model in apps.get_models():
        lines = sorted(json.dumps(row, default=repr, sort_keys=True) for row in model._base_manager.values_list())
        text = re.sub(r"-0\.0\b", "0.0", "\n".join(lines))
        digests[model._meta.label] = f"{len(lines)} {hashlib.sha256(text.encode()).hexdigest()}"
    return digests


def private_links() -> dict[str, str]:
    """The key of every live private link, by what it opens; empty for one that could not be printed again."""
    keys = {}
    for model in apps.get_models():
        if issubclass(model, Link):
            for link in model.live().order_by("pk"):
                keys[f"{model._meta.label_lower} {link.pk}"] = link.key or ""
    return keys


def addresses_of(keys: Mapping[str, str]) -> list[str]:
    """Where the private links lead."""
    addresses = []
    for kind, place in PLACES.items():
        links = [f"{place}{key}/" for name, key in keys.items() if key and name.split()[0] == kind]
        addresses += links[:: -(-len(links) // _MOST_LINKS) or 1]
    return addresses


def pages_shown(starts: Iterable[str]) -> dict[str, str]:
    """The status and the masked content of every page that can be reached from these; long ones as a digest."""
    client, waiting, shown = Client(raise_request_exception=False), deque(starts), dict[str, str]()
    kinds: Counter[tuple[object, ...]] = Counter()
    seen = set(waiting)
    while waiting:
        address = waiting.popleft()
        answer = client.get(address)
        shown[address] = f"{answer.status_code} {_masked(answer)}"
        if answer.status_code in {301, 302}:
            links = [answer.headers["Location"]]
        elif answer.headers.get("Content-Type", "").startswith("text/html"):
            links = [href for href, _words in Reading(answer.content.decode()).links]
        else:
            continue
        for link in links:
            target = urldefrag(urljoin(address, link))[0]
            if target in seen or not target.startswith("/") or target.startswith(LEFT_OUT):
                continue
            seen.add(target)
            kind = _kind(target)
            kinds[kind] += 1
            if kinds[kind] <= (_MOST_BY_QUERY if urlsplit(target).query else _MOST):
                waiting.append(target)
    return shown


def _kind(address: str) -> tuple[object, ...]:
    parts = urlsplit(address)
    names = tuple(sorted({name for name, _value in parse_qsl(parts.query)}))
    try:
        match = resolve(parts.path)
    except Resolver404:
        return (parts.path, names)
    return (match.view_name, match.kwargs.get("event") if DEEP else None, names)


def _masked(answer: HttpResponseBase) -> str:
    content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
    kind = answer.headers.get("Content-Type", "")
    if not kind.startswith(("text/", "application/json")):
        return f"{kind} {hashlib.sha256(content).hexdigest()}"
    text = content.decode()
    for mask in _MASKS:
        text = mask.sub("…", text)
    return text


def main() -> None:
    """Print the tables, as one line."""
    held, keys = rows(), private_links()
    shown = pages_shown([*STARTS, *addresses_of(keys)])
    json.dump({"rows": held, "keys": keys, "pages": shown}, sys.stdout)
    print()
