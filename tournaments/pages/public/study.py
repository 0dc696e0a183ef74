"""Study: “find the play” from a club's own games, and the words that a player has missed. Closed to whoever is playing."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubPath, reached, signed_in
from clubs.club_pages import crumbs
from core.csv_text import csv_text
from core.wording import sentences
from games.engine.findings import Severity
from games.game import RecordCheck
from games.models import RecordAnalysis
from games.viewer import Json
from lexicon.queries import definitions_of
from tournaments.models import Pairing
from tournaments.pages.public.games import crumbs_of, record_of
from tournaments.queries.playing import is_playing
from tournaments.services.events.rules import check_of, rules_of, seating_of
from tournaments.services.judging.word_secrecy import analysis_for
from tournaments.services.results.study import club_puzzles, missed_by

#: Characters of an answer.
MOST = 60


def puzzles_page(request: HttpRequest, club: str) -> HttpResponse:
    """Positions from the club's newest games."""
    this_club = reached(request, ClubPath(club))
    context = {"club": this_club, "crumbs": crumbs(this_club)}
    if is_playing(request):
        return _closed(request, "games/puzzles.html", context)
    return render(request, "games/puzzles.html", {**context, "puzzles": club_puzzles(this_club, request.user)})


def puzzle_page(request: HttpRequest, pairing: Pairing, turn: int) -> HttpResponse:
    """One position: ``?play=`` is an answer, ``?show=1`` gives up. Nothing is stored."""
    record, _choices = record_of(request, pairing)
    division = pairing.round.division
    played, rules = division.played, rules_of(division)
    context = {"event": division.event, "pairing": pairing, "crumbs": crumbs_of(pairing.round)}
    if is_playing(request):
        return _closed(request, "games/puzzle.html", context)
    analysis = analysis_for(pairing, record, request.user, playing=False)
    turns = () if analysis is None else played.puzzles(analysis.turns)
    position = next((one for one in turns if one["number"] == turn), None)
    if analysis is None or position is None:
        raise Http404
    check = check_of(pairing, bytes(record.original))
    before = check_of(pairing, played.variation(check, rules, turn, ""))
    typed = " ".join(request.GET.get("play", "").split())[:MOST]
    context |= {
        "replay": played.replay(before.as_dict(), seating=seating_of(pairing)),
        "turn": position,
        "solved": played.analysed(played.replay(check.as_dict(), seating=seating_of(pairing)), [position]).turns[
            turn - 1
        ],
        "typed": typed,
        "shown": bool(typed or "show" in request.GET),
        "played": played,
        "back": f"{reverse('tournaments:replay', args=[division.event.slug, pairing.pk])}?{played.step}={turn}",
    }
    if context["shown"]:
        words = played.best_words(check, rules, position)
        context["defined"] = list(definitions_of(analysis.lexicon_version, words).items())
    if typed:
        context |= _judged(pairing, check, position, typed, analysis)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if context.get("problem") else HTTPStatus.OK
    return render(request, "games/puzzle.html", context, status=status)


def _judged(
    pairing: Pairing, check: RecordCheck, turn: Json, typed: str, analysis: RecordAnalysis
) -> dict[str, object]:
    """What an answer is worth: one of the best moves, or what the check says of it. What cannot be played gives nothing away."""
    division = pairing.round.division
    played, rules = division.played, rules_of(division)
    try:
        choice = played.answered(check, rules, turn, typed)
        data = played.variation(check, rules, turn["number"], f"{turn['rack']} {typed}")
    except ValueError:
        problem = _(
            "This cannot be played here. Type a position and a word that fits the tiles on the board, such as 8D TRAIN."
        )
        return {"problem": problem, "shown": False}
    tried = check_of(pairing, data, dictionary=analysis.lexicon_version)
    answer = played.replay(tried.as_dict(), seating=seating_of(pairing)).turns[turn["number"] - 1 :]
    best = turn["best"][0]
    findings = answer[0].findings if answer else ()
    if impossible := [one.message for one in findings if one.severity == Severity.ERROR]:
        return {"problem": sentences(*impossible), "shown": False}
    if any(one.code == "phoney" for one in findings):
        return {"problem": _("A word in this play is not in the dictionary."), "shown": False}
    return {
        "choice": choice,
        "right": choice is best,
        "lost": best["equity"] - choice["equity"] if choice else None,
        "answer": answer[0] if answer else None,
        "findings": [one for one in findings if one.code != "incomplete"],  # the game goes on after every answer
        "at_least": best["equity"] - turn["best"][-1]["equity"],
    }


def missed_words_page(request: HttpRequest) -> HttpResponse:
    """The words of better plays that one has missed; ``?form=csv`` downloads them."""
    user = signed_in(request)
    if is_playing(request):
        return _closed(request, "games/missed_words.html", {})
    words = missed_by(user)
    if request.GET.get("form") == "csv":
        rows = [[one.word, f"{one.lost:.1f}", one.pairing.round.division.event.name, one.definition] for one in words]
        response = HttpResponse(
            csv_text(["word", "points lost", "event", "definition"], rows), content_type="text/csv; charset=utf-8"
        )
        response["Content-Disposition"] = 'attachment; filename="missed-words.csv"'
        return response
    response = render(request, "games/missed_words.html", {"words": words})
    response["Cache-Control"] = "no-store, private"
    return response


def _closed(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    response = render(request, template, {**context, "closed": True}, status=HTTPStatus.FORBIDDEN)
    response["Cache-Control"] = "no-store, private"
    return response
