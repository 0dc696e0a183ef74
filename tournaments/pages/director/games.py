"""One game for officials: who reported what, the first difference, the ruling, the slip."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubs.permissions import Action
from core.wording import listed
from tournaments.engine.results import SEATS, Side, State, derive
from tournaments.errors import TournamentError
from tournaments.forms.first_move import typed_tiles
from tournaments.forms.rounds import GoesOnForm, ReissueForm, RulingForm
from tournaments.models import FACT_KINDS, Entry, Event, Pairing, Result, Round
from tournaments.pages.director import common
from tournaments.permissions import actions_in
from tournaments.queries.bracket import level_matches
from tournaments.queries.results import HistoryItem, history_of, reports_of, rulings_of
from tournaments.services.judging.judge_log import judged_plays
from tournaments.services.results.corrections import correction_effects, preview_correction
from tournaments.services.results.going_on import say_who_goes_on
from tournaments.services.results.merging import comparable
from tournaments.services.results.open_questions import open_questions, question_text, sheet_difference
from tournaments.services.results.photos import photos_of
from tournaments.services.results.results import alone_score, rule_result
from tournaments.services.results.scoresheets import asks_leader, has_tally
from tournaments.services.results.slips import revoke_link
from tournaments.services.rounds.first_move import draw_first_move, drawing_of, tiles_by_seats
from tournaments.services.rounds.hindsight import in_hindsight
from tournaments.wording.bracket import level_in_words
from tournaments.wording.sentences import describe_difference, leader_text, result_text


@dataclass(frozen=True, slots=True)
class Report:
    """One side's current report, beside the others. ``differs``: the parts that not all agree on; ``leader``: who won equal totals."""

    side: str
    who: str
    item: HistoryItem
    kind: str
    differs: frozenset[str]
    leader: str


def manage_game(request: HttpRequest, game: Pairing) -> HttpResponse:
    """The game's reports side by side, its history, and the form of a ruling."""
    _refuse_draft(game)
    return _page(request, game)


def rule(request: HttpRequest, game: Pairing) -> HttpResponse:
    """Decide a dispute, or correct a result."""
    _refuse_draft(game)
    asks = asks_leader(game.round.division)
    form = RulingForm(request.POST, names=_names(game), cards=_cards(game), asks_leader=asks)
    form.fields["reason"].required = "preview" not in request.POST  # looking needs none
    if form.is_valid() and ("preview" in request.POST or _needs_preview(request, game, form)):
        return _preview(request, game, form)
    if form.is_valid():
        with common.Refusals(form, {"led_before": "led_before"}):
            rule_result(actor=common.signed_in(request), pairing_id=game.pk, data=form.ruling_input())
            back = common.round_url(game.round.division, game.round.number)
            done = _("Ruling recorded (%(game)s): %(result)s.") % {"game": _title(game), "result": _ruled(form)}
            return common.back_with(request, f"{back}#game-{game.pk}", done=done)
    return _page(request, game, form=form)


def _ruled(form: RulingForm) -> str:
    """The result that was recorded, in short."""
    data = form.cleaned_data
    if data.get("tally"):
        return result_text(data["tally"])
    if data.get("first_score") is not None:
        return f"{data['first_score']}–{data['second_score']}"
    return _kind(data["kind"])


def _refuse_draft(game: Pairing) -> None:
    """404 for a game that is not published."""
    if game.round.state == Round.State.DRAFT:
        raise Http404


def _needs_preview(request: HttpRequest, game: Pairing, form: RulingForm) -> bool:
    """Whether the event is finished, and the director has not seen what this very correction changes."""
    finished = game.round.division.event.state == Event.State.FINISHED
    return finished and request.POST.get("seen") != _result_text(form)


def _result_text(form: RulingForm) -> str:
    """The result that was filled in, as the form sends it back after the preview."""
    names = ("kind", "first_score", "second_score", "tally", "lost_on_time", "led_before", "expected_version")
    return "/".join(str(form.cleaned_data.get(name, "")) for name in names)


def _preview(request: HttpRequest, game: Pairing, form: RulingForm) -> HttpResponse:
    """The form as it was filled in, with what it changes and the rounds as they would have been. Nothing is stored."""
    with common.Refusals(form, {"led_before": "led_before"}):
        result = form.result_input()
        more = {
            "foreseen": in_hindsight(pairing=game, result=result),
            "correction": preview_correction(actor=common.signed_in(request), pairing=game, result=result),
            "seen": _result_text(form),
        }
        return _page(request, game, form=form, more=more, status=200)
    return _page(request, game, form=form)


def _game_url(game: Pairing) -> str:
    return common.division_url("manage_game", game.round.division, game.round.number, game.pk)


@common.refused_to(_game_url)
def replace_slip_link(request: HttpRequest, game: Pairing) -> HttpResponse:
    """End the slip's link and make another."""
    _refuse_draft(game)
    form = ReissueForm(request.POST)
    if not form.is_valid():
        raise TournamentError(_("The reason is too long or contains characters that cannot be stored."))
    revoke_link(actor=common.signed_in(request), pairing=game, reason=form.cleaned_data["reason"])
    return common.back_with(
        request, _game_url(game), done=_("Link replaced. The old slip no longer works; print the new one.")
    )


@common.refused_to(_game_url)
def goes_on(request: HttpRequest, game: Pairing) -> HttpResponse:
    """Say who goes on from a match of a knock-out that ended level with this game."""
    _refuse_draft(game)
    form = GoesOnForm(request.POST, names=[entry.name for entry in _names(game).values()])
    if not form.is_valid():
        raise TournamentError(common.form_errors(form))
    seat = form.cleaned_data["goes_on"]
    say_who_goes_on(actor=common.signed_in(request), pairing_id=game.pk, seat=seat)
    back = common.round_url(game.round.division, game.round.number)
    return common.back_with(
        request, f"{back}#game-{game.pk}", done=level_in_words(level_matches(game.round.division)[game.pk])
    )


def draw(request: HttpRequest, game: Pairing) -> HttpResponse:
    """Draw for the first move, or enter the tiles that the players drew."""
    _refuse_draft(game)
    try:
        drawn = draw_first_move(
            pairing_id=game.pk, typed=typed_tiles(request.POST, game), actor=common.signed_in(request)
        )
    except TournamentError as error:
        return _page(request, game, more={"draw_problem": str(error)}, status=422)
    done = _("Tiles drawn for the first move: %(tiles)s.") % {"tiles": listed(map(" ".join, drawn))}
    return common.back_with(request, _game_url(game), done=done)


def _names(game: Pairing) -> dict[str, Entry]:
    """The entries as "first", "second" …; a player with a bye, or a forfeit entered in advance, is "first"."""
    return {side.value: seat.entry for side, seat in zip(SEATS, game.seats.all(), strict=False)}


def _cards(game: Pairing) -> bool | None:
    """Whether the game is decided by cards left (True), points of a table (False), or two scores (None)."""
    division = game.round.division
    return division.played.scoring.by_seats if has_tally(division, len(game.seats.all())) else None


def _title(game: Pairing) -> str:
    """The table, or who has no opponent and why."""
    if game.kind == Pairing.Kind.GAME:
        return _("table %(table)s") % {"table": game.table_number}
    return _("%(kind)s: %(name)s") % {"kind": game.get_kind_display(), "name": _names(game)["first"].name}


def _page(
    request: HttpRequest,
    game: Pairing,
    *,
    form: RulingForm | None = None,
    more: Mapping[str, object] | None = None,
    status: int | None = None,
) -> HttpResponse:
    division = game.round.division
    result = Result.objects.filter(pairing=game).first()
    actions = actions_in(common.signed_in(request), division.event)
    names = _names(game)
    history = history_of(game)
    asks = asks_leader(game.round.division)
    level = level_matches(division).get(game.pk)
    context = common.of_division(division) | {
        "number": game.round.number,
        "game": game,
        "title": _title(game),
        "result": result,
        "names": names,
        "seats": list(names.values()),
        "drawing": drawing_of(game) is not None,
        "drawn": tiles_by_seats(game),
        "draw_url": common.division_url("draw_first_move", division, game.round.number, game.pk),
        "reports": _reports(history, names),
        "sheets": comparable(game, Side.OFFICIAL),
        "difference": _difference(game, names),
        "others": list(names.values())[2:],
        "history": [_past(item, names) for item in history],
        "won_by": _leader(result, names) if result is not None else "",
        "form": form or RulingForm(initial=_initial(game, result), names=names, cards=_cards(game), asks_leader=asks),
        "questions": [question_text(question) for question in open_questions(game)],
        "photos": photos_of(game),
        "level": level_in_words(level) if level is not None else "",
        "goes_on_form": GoesOnForm(names=[entry.name for entry in names.values()], chosen=game.goes_on),
        "foreseen": None,
        "consequences": correction_effects(pairing_id=game.pk) if result is not None else [],
        "actions": actions,
        "open": division.event.state != Event.State.FINISHED,
        "may_rule": Action.CORRECT in actions,
        "adjudications": judged_plays(game.pk).order_by("pk") if Action.RULE in actions else [],
        "crumbs": common.round_crumbs(game.round),
        **(more or {}),
    }
    status = status or (422 if form is not None else 200)
    return render(request, "tournaments/director/game.html", context, status=status)


def _initial(game: Pairing, result: Result | None) -> dict[str, object]:
    """A correction starts from the current result; a dispute starts empty, so that no side is favoured."""
    version = result.version if result is not None else None
    if result is None or result.state == Result.State.CONFLICT:
        return {"expected_version": version}
    derived = derive(reports_of(game.submissions.all()), rulings_of(game.rulings.all()), alone=alone_score(game))
    assert derived is not None, "a result rests on facts"
    return {
        "kind": derived.score.kind,
        "first_score": derived.score.first,
        "second_score": derived.score.second,
        "tally": derived.score.tally,
        "lost_on_time": derived.score.lost_on_time,
        "led_before": derived.score.led_before,
        "spread": derived.score.spread,
        "expected_version": version,
    }


def _reports(history: list[HistoryItem], names: dict[str, Entry]) -> list[Report]:
    current = [item for item in history if item.what == "submission" and item.current]
    parts = {"kind": "kind", "first": "first_score", "second": "second_score", "tally": "tally", "led": "led_before"}
    differs = frozenset(part for part, name in parts.items() if len({getattr(item, name) for item in current}) > 1)
    return [
        Report(
            item.who,
            names[item.who].name if item.who in names else _("Official"),
            item,
            _kind(item.kind),
            differs,
            _leader(item, names),
        )
        for item in current
    ]


def _past(item: HistoryItem, names: dict[str, Entry]) -> tuple[HistoryItem, str, str, str]:
    """A report or ruling with its kind, the player who reported, and who won equal totals, in words."""
    return item, _kind(item.kind), names[item.who].name if item.who in names else "", _leader(item, names)


def _leader(fact: HistoryItem | Result, names: dict[str, Entry]) -> str:
    return leader_text(fact.led_before, [entry.name for entry in names.values()]) if fact.led_before else ""


def _difference(game: Pairing, names: dict[str, Entry]) -> str:
    """The first point in which the reports differ, and the first move where their records do."""
    derived = derive(reports_of(game.submissions.all()), rulings_of(game.rulings.all()))
    if derived is None or derived.difference is None:
        return ""
    text = describe_difference(derived.difference, [entry.name for entry in names.values()])
    where = sheet_difference(game) if derived.state is State.CONFLICT else None
    return f"{text} {where}" if where else text


def _kind(kind: str) -> str:
    return str(FACT_KINDS[kind])
