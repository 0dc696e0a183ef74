"""One page for a round, whatever its state: ready to pair, draft, or being played."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubs.permissions import Action, tables_text
from tournaments.forms.pairing import PairForm, pair_form
from tournaments.forms.rounds import LineForm, PublishForm, RoundEditForm, new_token
from tournaments.models import Division, Event, Pairing, PairingRequest, Round
from tournaments.pages.director import common
from tournaments.pages.director.rows import AnyForm, GameRow, rows_of
from tournaments.pages.director.undo import entry_lines, line_to_change
from tournaments.permissions import rights_in
from tournaments.queries.bracket import level_matches
from tournaments.queries.check_in import LateTable, late_tables
from tournaments.queries.clock import clock_of_round
from tournaments.queries.feed import host_followed
from tournaments.queries.round_plan import plan_of
from tournaments.queries.standings import knock_out_systems
from tournaments.queries.state import load_state
from tournaments.services.results.scoresheets import asks_leader
from tournaments.services.rounds.auto_draft import auto_pairing_of
from tournaments.services.rounds.publish import rounds_to_follow
from tournaments.services.rounds.readiness import Level, changed_since, not_here, readiness
from tournaments.services.rounds.requests import default_choice, latest_request
from tournaments.wording.bracket import level_in_words
from tournaments.wording.round_plan import planned_in_words
from tournaments.wording.run_notes import note_sentences, prize_sentence, run_system


def manage_round(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """The round: readiness, draft or results."""
    return round_page(request, division, number)


def round_page(
    request: HttpRequest,
    division: Division,
    number: int,
    *,
    line_form: LineForm | None = None,
    score_forms: Mapping[int, AnyForm] | None = None,
    chosen: PairForm | None = None,
    publish_form: PublishForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a round; forms with errors come back filled in."""
    round_ = Round.objects.filter(division=division, number=number).select_related("run").first()
    context = page_context(request, division, number)
    if round_ is None:
        common.refuse_beyond_plan(division, number)
        context |= _ready(division, number, chosen)
        return render(request, "tournaments/director/ready.html", context, status=status)
    round_.division = division
    state = load_state(division, number) if round_.state == Round.State.DRAFT else None
    rows = rows_of(round_, forms=score_forms, state=state)
    context |= {"round": round_, "rows": rows, "edit_form": RoundEditForm(initial={"expected_version": round_.version})}
    if state is not None:
        context |= _about_run(round_, rows) | {
            "pairing_request": _pairing_request(round_),
            "changes": changed_since(round_, state),
        }
        context["broken"] = [rule for row in rows if row.why is not None for rule in row.why.broken]
        context["publish_form"] = publish_form or PublishForm()
        return render(request, "tournaments/director/draft.html", context, status=status)
    context |= (own := entry_lines(common.signed_in(request), round_))
    change = line_to_change(own["own_entries"], request.GET.get("change", ""))
    line_form = line_form or LineForm(initial={"client_token": new_token(), "line": change})
    if example := division.played.scoring.line_example:
        line_form.fields["line"].widget.attrs["placeholder"] = example
    rights = context["rights"]
    context["has_bracket"] = round_.run is not None and round_.run.plan["used"] in knock_out_systems()
    level = level_matches(division) if context["has_bracket"] else {}
    rows = [
        replace(
            row,
            mine=rights.may_enter_at(row.line.table_number),
            level=level_in_words(level[row.line.pairing_id]) if row.line.pairing_id in level else "",
        )
        for row in rows
    ]
    context |= {"rows": rows, "line_form": line_form, "counts": _counts(rows)}
    context["own_tables"] = tables_text(rights.tables) if rights.tables is not None else ""
    context["to_confirm"] = [row for row in rows if row.status == "one_side" and row.mine]
    context["shown"] = clock_of_round(round_)
    context["asks_leader"] = asks_leader(division)
    context["open"] = division.event.state != Event.State.FINISHED
    context["late_tables"] = [table for table in late_tables(division.event) if _is_of(table, round_)]
    context["may_rule"] = Action.CORRECT in context["actions"]
    context["may_enter"] = context["open"] and Action.ENTER_RESULT in context["actions"]
    return render(request, "tournaments/director/board.html", context, status=status)


def _is_of(table: LateTable, round_: Round) -> bool:
    return (table.division_slug, table.line.round) == (round_.division.slug, round_.number)


#: What nobody does by hand while the division's results come from elsewhere.
_CLOSED = frozenset({Action.PAIR, Action.ENTER_RESULT, Action.CORRECT})


def page_context(request: HttpRequest, division: Division, number: int) -> dict[str, Any]:
    """What every page of a round shows: its place, its neighbours, what the user may do."""
    last = Round.objects.filter(division=division).order_by("-number").values_list("number", flat=True).first() or 0
    following = number + 1 if number + 1 <= min(last + 1, division.settings.rounds_planned) else None
    rights = rights_in(common.signed_in(request), division.event)
    return common.of_division(division) | {
        "number": number,
        "previous": number - 1 if number > 1 else None,
        "following": following,
        "is_last": number == last,
        "auto": auto_pairing_of(division),
        "rights": rights,
        "actions": rights.actions - _CLOSED if host_followed(division) else rights.actions,
        "home": common.event_url(division.event),
    }


def _ready(division: Division, number: int, chosen: PairForm | None) -> dict[str, Any]:
    state = load_state(division, number)
    default = default_choice(division, number)
    notes = readiness(state, default.get("based_on"))
    blocks = [note for note in notes if note.level is Level.BLOCK]
    only_results = bool(blocks) and all(
        note.code in {"results_missing", "conflict", "open_question"} for note in blocks
    )
    mentioned = [note.pairing_id for note in notes if note.pairing_id is not None]
    return {
        "notes": notes,
        "not_here": not_here(state) if any(note.code == "not_here" for note in notes) else [],
        "blocks": blocks,
        "others": [note for note in notes if note.level is not Level.BLOCK],
        "games_of": dict(Pairing.objects.filter(pk__in=mentioned).values_list("pk", "round__number")),
        "may_force": only_results,
        "only_questions": only_results and all(note.code == "open_question" for note in blocks),
        "pair_form": chosen or pair_form(division, number, default=default),
    }


def _pairing_request(round_: Round) -> PairingRequest | None:
    """The calculation that is to replace the draft, or failed to; None if the draft is the one requested. One query."""
    latest = latest_request(round_.division, round_.number)
    if latest is None or latest.state == PairingRequest.State.DONE or round_.run is None:
        return None
    is_outdated = round_.run.created_at > latest.created_at and not latest.is_open
    return None if is_outdated else latest


def _about_run(round_: Round, rows: list[GameRow]) -> dict[str, Any]:
    """How the draft was made, and what was planned where that is another system. One query."""
    if round_.run is None:
        return {}
    names = {seat.entry_id: seat.name for row in rows for seat in row.line.seats}
    following = rounds_to_follow(round_)
    notes = [text for text in (prize_sentence(round_.run), *note_sentences(round_.run, names)) if text]
    planned = plan_of(round_.division).get(round_.number)
    if planned is not None and planned.system not in ("", round_.run.system):
        text = _("The plan has a different system for this round: %(plan)s.")
        notes.insert(0, text % {"plan": planned_in_words(round_.division, planned)})
    return {
        "run_system": run_system(round_.run),
        "run_notes": notes,
        "meeting_ends": following[-1] if following else None,
    }


def _counts(rows: list[GameRow]) -> dict[str, int]:
    games = [row for row in rows if row.status != "bye"]
    by_status = Counter(row.status for row in games)
    return {name: by_status[name] for name in ("waiting", "one_side", "confirmed", "conflict")} | {
        "games": len(games),
        "missing": len(games) - by_status["confirmed"],
        "questions": sum(row.line.questions for row in games),
    }
