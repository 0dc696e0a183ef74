"""The replay viewer and the original record. What players wrote is public once the result is confirmed, not before."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
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
from ratings.queries.games import GamePoints, points_of_game
from tournaments.engine.results import Side
from tournaments.models import MAX_COMMENT, Pairing, RecordVisibility, Result, Round, SheetMerge, Submission
from tournaments.pages.public.event import public_crumbs
from tournaments.permissions import actions_in, is_public
from tournaments.queries.comments import comments_on, own_collections
from tournaments.queries.playing import is_playing
from tournaments.queries.seats import record_is_hidden, side_of
from tournaments.services.events.rules import seating_of
from tournaments.services.judging.word_secrecy import analysis_for, definitions_for, record_for
from tournaments.services.rating_link.ledger import event_key, game_key
from tournaments.services.results.merging import comparable
from tournaments.web.qr import absolute
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
    record, choices = record_of(request, pairing)
    division = pairing.round.division
    played = division.played
    replay = replay_at(request, pairing, record)
    playing = is_playing(request)
    analysis = analysis_for(pairing, record, request.user, playing=playing)
    if analysis is not None:
        replay = played.analysed(replay, analysis.turns)
    chosen = {"record": str(record.uuid)} if "record" in request.GET else {}
    query = urlencode({**chosen, **({"game": str(replay.game)} if len(replay.games) > 1 else {})})
    confirmed = is_confirmed(pairing)
    actions = actions_in(request.user, division.event)
    official = Action.VIEW_DRAFTS in actions
    side = side_of(pairing, request.user) if request.user.is_authenticated else ""
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
        "defined": definitions_for(pairing, record, replay.words, request.user, playing=playing),
        **scores_of(pairing, replay),
        "query": f"&{query}" if query else "",
        "chosen": f"&{urlencode(chosen)}" if chosen else "",
        "files": f"?{urlencode(chosen)}" if chosen else "",
        "card": _address(request, "game_card", pairing) if played.has_pictures else "",
        "address": _address(request, "replay", pairing),
        "embed": _address(request, "embed_game", pairing) if _may_embed(pairing) else "",
        "sheets": comparable(pairing, Side.OFFICIAL if official else side),
        "rated": _rated(pairing) if confirmed else [],
        "official": official,
        "may_share": bool(side) or Action.MANAGE_EVENT in actions,
        "visibilities": RecordVisibility.choices,
        "comments": comments_on(pairing) if confirmed else [],
        "moderates": Action.CORRECT in actions,
        "most_comment": MAX_COMMENT,
        "collections": own_collections(request.user),
        "next": request.get_full_path(),
        "crumbs": crumbs_of(pairing.round),
    }
    return render(request, played.replay_template, context)


def record_file(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """The bytes that the player sent, never as anything but a download."""
    record, _choices = record_of(request, pairing)
    ending = pairing.round.division.played.formats.get(record.format, "txt")
    return download(pairing, bytes(record.original), ending, "text/plain; charset=utf-8")


def download(pairing: Pairing, data: bytes, ending: str, content_type: str) -> HttpResponse:
    """A file about the game, which no browser opens as a page."""
    players = " ".join(seat.entry.name for seat in pairing.seats.all())
    name = slugify(f"{pairing.round.division.event.slug} r{pairing.round.number} {players}") or "game"
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def replay_at(request: HttpRequest, pairing: Pairing, record: GameRecord) -> ReplayView:
    """The record at the moment that the address names (default: the last)."""
    played = pairing.round.division.played
    return played.replay(
        {**record.summary, "findings": record.findings},
        seating=seating_of(pairing),
        game=number_in(request, "game") or 1,
        at=number_in(request, played.step),
    )


def _address(request: HttpRequest, name: str, pairing: Pairing) -> str:
    return absolute(request, reverse(f"tournaments:{name}", args=[pairing.round.division.event.slug, pairing.pk]))


def _rated(pairing: Pairing) -> list[GamePoints]:
    """What the game has done to its players' ratings in the division's list. One query."""
    division = pairing.round.division
    players = [seat.entry.player_id for seat in pairing.seats.all() if seat.entry.player_id]
    return points_of_game(division.rating_pool_id, event_key(division), game_key(pairing.pk), players)


def _may_embed(pairing: Pairing) -> bool:
    """Whether a visitor without an account sees the record, so that another site may show it."""
    hidden = pairing.record_visibility == RecordVisibility.PRIVATE
    return is_confirmed(pairing) and is_public(pairing.round.division.event) and not hidden


def scores_of(pairing: Pairing, replay: ReplayView) -> dict[str, Any]:
    """The confirmed scores, and what the record ends with where that is something else; else the record's own scores."""
    finals = [player.final for player in replay.players]
    if not is_confirmed(pairing) or pairing.result.first_score is None or pairing.result.second_score is None:
        return {"scored": [(player.name, player.final) for player in replay.players], "record_ends": ""}
    scores = [pairing.result.first_score, pairing.result.second_score]
    names = [seat.entry.name for seat in pairing.seats.all()]
    # The record may name the players in the other order; the same two numbers are the same result.
    differs = sorted(finals) != sorted(scores)
    return {
        "scored": list(zip(names, scores, strict=True)),
        "record_ends": " – ".join(map(str, finals)) if differs else "",
    }


def is_confirmed(pairing: Pairing) -> bool:
    result: Result | None = getattr(pairing, "result", None)
    return result is not None and result.state == Result.State.CONFIRMED


def record_of(
    request: HttpRequest, pairing: Pairing, *, anonymous: bool = False
) -> tuple[GameRecord, list[RecordChoice]]:
    """The record to show and the ones to choose from. 404 when there is none that the visitor may see.

    ``anonymous``: what a visitor without an account sees, no matter who asks.
    """
    event = pairing.round.division.event
    if pairing.kind != Pairing.Kind.GAME or (anonymous and not is_public(event)):
        raise Http404
    official = not anonymous and Action.VIEW_DRAFTS in actions_in(request.user, event)
    visitor = AnonymousUser() if anonymous else request.user
    if record_is_hidden(pairing, visitor, official=official):
        raise Http404
    confirmed = is_confirmed(pairing)
    allowed: dict[UUID, tuple[GameRecord, str]] = {}
    if official:
        submissions = (
            Submission.objects.filter(pairing=pairing, record__isnull=False).select_related("record").order_by("pk")
        )
        for item in submissions:
            assert item.record is not None
            allowed[item.record.uuid] = item.record, _("%(side)s’s record") % {"side": item.get_side_display()}
    if confirmed and pairing.result.record is not None:
        merged = SheetMerge.objects.filter(record=pairing.result.record_id).exists() if official else False
        label = _("merged record") if merged else _("record of the result")
        allowed.setdefault(pairing.result.record.uuid, (pairing.result.record, label))
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


def number_in(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return min(int(text), MAX_MOVE) if text.isascii() and text.isdigit() and len(text) < 10 else None


def crumbs_of(round_: Round) -> list[tuple[str, str]]:
    event = round_.division.event
    address = reverse("tournaments:round", args=[event.slug, round_.division.slug, round_.number])
    return [*public_crumbs(event), (_("Round %(number)d") % {"number": round_.number}, address)]
