"""What a delivery says: public facts and nothing else, as they are when it is sent.

The body is ``{"type", "timestamp", "data"}``. Whatever an outsider may not see by then (a private event, a round that is a draft again)
is not sent. Addresses of pages and of the API lead to the rest.
"""

import json
from typing import Any

from django.conf import settings
from django.urls import reverse

from messaging.models import News
from ratings.models import OfficialList, RatingPool
from tournaments.models import Division, Event, Result, Round, Seat
from tournaments.permissions import is_public
from tournaments.queries.rounds import PairingLine, pairing_lines
from webhooks.kinds import TEST, Topic
from webhooks.models import WebhookDelivery

Data = dict[str, Any]


def body_of(delivery: WebhookDelivery) -> bytes | None:
    """The body as it is sent; None if what it is about is no longer public. A few queries. ``delivery.webhook.club`` is loaded."""
    data = _data_of(delivery)
    if data is None:
        return None
    club = delivery.webhook.club
    said = {
        "type": delivery.topic,
        "timestamp": delivery.created_at.isoformat(),
        "data": {"club": {"slug": club.slug, "name": club.name, "page": _page("clubs:club", club.slug)}, **data},
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _data_of(delivery: WebhookDelivery) -> Data | None:
    about = delivery.about
    if delivery.topic == TEST:
        return {"webhook": delivery.webhook.name}
    match delivery.topic:
        case Topic.RATINGS_UPDATED | Topic.LIST_PUBLISHED:
            return _of_pool(about)
        case Topic.EVENT_FINISHED | Topic.EVENT_REOPENED:
            return _of_event(about)
        case Topic.NEWS_POSTED:
            return _of_news(about)
        case Topic.RESULT_CONFIRMED | Topic.RESULT_CORRECTED:
            return _of_result(about)
        case _:
            return _of_round(about, unpublished=delivery.topic == Topic.ROUND_UNPUBLISHED)


def _of_event(about: Data) -> Data | None:
    event = Event.objects.filter(pk=about["event"]).first()
    if event is None or not is_public(event):
        return None
    return {
        "event": {
            "slug": event.slug,
            "name": event.name,
            "starts_on": event.starts_on.isoformat(),
            "state": event.state,
            "page": _page("tournaments:event", event.slug),
            "api": _page("api:event", event.slug),
        }
    }


def _of_news(about: Data) -> Data | None:
    data, news = _of_event(about), News.objects.filter(pk=about["news"]).first()
    if data is None or news is None:
        return None
    return data | {"news": {"id": news.pk, "text": news.text}}


def _of_division(about: Data) -> tuple[Division, Data] | None:
    data = _of_event(about)
    division = Division.objects.select_related("event").filter(pk=about["division"], event=about["event"]).first()
    if data is None or division is None:
        return None
    standings = _page("tournaments:standings", division.event.slug, division.slug)
    return division, data | {"division": {"slug": division.slug, "name": division.name, "standings": standings}}


def _of_round(about: Data, *, unpublished: bool) -> Data | None:
    known = _of_division(about)
    if known is None:
        return None
    division, data = known
    number = about["round"]
    if unpublished:
        return data | {"round": {"number": number}}
    shown = Round.objects.filter(division=division, number=number).exclude(state=Round.State.DRAFT).first()
    if shown is None:
        return None
    lines = pairing_lines(Seat.objects.filter(round=shown))
    return data | {"round": _round(division, number), "pairings": [_pairing(line) for line in lines]}


def _of_result(about: Data) -> Data | None:
    known = _of_division(about)
    lines = pairing_lines(Seat.objects.filter(pairing=about["pairing"]).exclude(round__state=Round.State.DRAFT))
    if known is None or not lines:
        return None
    division, data = known
    (line,) = lines
    return data | {"round": _round(division, line.round), "pairing": _pairing(line) | {"result": _result(line)}}


def _round(division: Division, number: int) -> Data:
    return {"number": number, "page": _page("tournaments:round", division.event.slug, division.slug, number)}


def _pairing(line: PairingLine) -> Data:
    players = [{"entry": seat.entry_id, "number": seat.number, "name": seat.name} for seat in line.seats]
    return {"id": line.pairing_id, "table": line.table_number, "kind": line.kind, "players": players}


def _result(line: PairingLine) -> Data | None:
    """The result while it is confirmed; reports that wait or differ are for officials."""
    if line.state != Result.State.CONFIRMED:
        return None
    return {
        "kind": line.result_kind,
        "first_score": line.first_score,
        "second_score": line.second_score,
        "tally": line.tally,
        "version": line.version,
    }


def _of_pool(about: Data) -> Data | None:
    pool = RatingPool.objects.filter(pk=about["pool"]).first()
    if pool is None:
        return None
    page, api = _page("ratings:list", pool.slug), _page("api:rating_pool", pool.slug)
    data: Data = {"ratings": {"slug": pool.slug, "name": pool.name, "page": page, "api": api}}
    if "list" in about:
        published = OfficialList.objects.filter(pk=about["list"], pool=pool).first()
        if published is None:
            return None
        data["list"] = {"id": published.pk, "name": published.name, "effective": published.effective.isoformat()}
    return data


def _page(name: str, *of: object) -> str:
    """The full address of a page or of the API."""
    return settings.SITE_URL.rstrip("/") + reverse(name, args=of)
