"""The replay viewer and the original record. What players wrote is public once the result is confirmed, not before."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page

from clubs.permissions import Action
from games.models import GameRecord
from games.viewer import ReplayView
from tournaments.models import Pairing, Result, Round, Submission
from tournaments.pages.public.event import public_crumbs
from tournaments.permissions import actions_in
from tournaments.queries.playing import is_playing
from tournaments.services.events.rules import seating_of
from tournaments.services.judging.word_secrecy import analysis_for, record_for
from tournaments.wording.sentences import describe, names_at

MAX_MOVE = 100_000


@dataclass(frozen=True, slots=True)
class RecordChoice:
    """A record of this game that the visitor may open."""

    uuid: UUID
    label: str


@gzip_page
def replay_page(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """The game after one of its turns (default: the last); officials choose between the players' records by ``?record=``."""
    record, choices = _record(request, pairing)
    division = pairing.round.division
    played = division.played
    replay = played.replay(
        {**record.summary, "findings": record.findings},
        seating=seating_of(pairing),
        game=_number(request, "game") or 1,
        at=_number(request, played.step),
    )
    analysis = analysis_for(pairing, record, request.user, playing=is_playing(request))
    if analysis is not None:
        replay = played.analysed(replay, analysis.turns)
    chosen = {"record": str(record.uuid)} if "record" in request.GET else {}
    query = urlencode({**chosen, **({"game": str(replay.game)} if len(replay.games) > 1 else {})})
    confirmed = _is_confirmed(pairing)
    context = {
        "event": division.event,
        "division": division,
        "played": played,
        "round": pairing.round,
        "pairing": pairing,
        "title": " – ".join(seat.entry.name for seat in pairing.seats.all()),
        "record": record,
        "records": choices,
        "confirmed": confirmed,
        "said": describe(pairing.result, names_at(pairing)) if confirmed else "",
        "replay": replay,
        **_scores(pairing, replay),
        "query": f"&{query}" if query else "",
        "chosen": f"&{urlencode(chosen)}" if chosen else "",
        "download": reverse("tournaments:record_file", args=[division.event.slug, pairing.pk])
        + (f"?{urlencode(chosen)}" if chosen else ""),
        "crumbs": _crumbs(pairing.round),
    }
    return render(request, played.replay_template, context)


def record_file(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """The bytes that the player sent, never as anything but a download."""
    record, _choices = _record(request, pairing)
    division = pairing.round.division
    ending = division.played.formats.get(record.format, "txt")
    players = " ".join(seat.entry.name for seat in pairing.seats.all())
    name = slugify(f"{division.event.slug} r{pairing.round.number} {players}") or "game"
    response = HttpResponse(bytes(record.original), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def _scores(pairing: Pairing, replay: ReplayView) -> dict[str, Any]:
    """The confirmed scores, and what the record ends with where that is something else; else the record's own scores."""
    finals = [player.final for player in replay.players]
    if not _is_confirmed(pairing) or pairing.result.first_score is None or pairing.result.second_score is None:
        return {"scored": [(player.name, player.final) for player in replay.players], "record_ends": ""}
    scores = [pairing.result.first_score, pairing.result.second_score]
    names = [seat.entry.name for seat in pairing.seats.all()]
    # The record may name the players in the other order; the same two numbers are the same result.
    differs = sorted(finals) != sorted(scores)
    return {
        "scored": list(zip(names, scores, strict=True)),
        "record_ends": " – ".join(map(str, finals)) if differs else "",
    }


def _is_confirmed(pairing: Pairing) -> bool:
    result: Result | None = getattr(pairing, "result", None)
    return result is not None and result.state == Result.State.CONFIRMED


def _record(request: HttpRequest, pairing: Pairing) -> tuple[GameRecord, list[RecordChoice]]:
    """The record to show and the ones to choose from. 404 when there is none that the visitor may see."""
    if pairing.kind != Pairing.Kind.GAME:
        raise Http404
    official = Action.VIEW_DRAFTS in actions_in(request.user, pairing.round.division.event)
    confirmed = _is_confirmed(pairing)
    allowed: dict[UUID, tuple[GameRecord, str]] = {}
    if official:
        submissions = (
            Submission.objects.filter(pairing=pairing, record__isnull=False).select_related("record").order_by("pk")
        )
        for item in submissions:
            assert item.record is not None
            allowed[item.record.uuid] = item.record, _("%(side)s’s record") % {"side": item.get_side_display()}
    if confirmed and pairing.result.record is not None:
        allowed.setdefault(pairing.result.record.uuid, (pairing.result.record, _("record of the result")))
    default = pairing.result.record.uuid if confirmed and pairing.result.record else next(iter(allowed), None)
    uuid = _uuid(request.GET["record"]) if "record" in request.GET else default
    if uuid is None or uuid not in allowed:
        raise Http404
    record = record_for(pairing, allowed[uuid][0], official=official and not is_playing(request))
    return record, [RecordChoice(one, label) for one, (_record, label) in allowed.items()]


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return min(int(text), MAX_MOVE) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _crumbs(round_: Round) -> list[tuple[str, str]]:
    event = round_.division.event
    address = reverse("tournaments:round", args=[event.slug, round_.division.slug, round_.number])
    return [*public_crumbs(event), (_("Round %(number)d") % {"number": round_.number}, address)]
