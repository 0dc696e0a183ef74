"""“What if”: another play from any position of a record, checked and scored. Nothing is stored; the address holds the moves."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lexicon.models import LexiconVersion
from lexicon.queries import readable_by
from tournaments.models import Pairing
from tournaments.pages.public.games import crumbs_of, number_in, record_of
from tournaments.queries.playing import is_playing
from tournaments.services.events.rules import check_of, rules_of, seating_of
from tournaments.services.judging.word_secrecy import dictionary_for

#: Characters of the moves that are tried: a whole game's worth.
MOST = 2000


def what_if(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """The position before the turn of the address, and after the moves typed (``?play=``, one on each line)."""
    record, _choices = record_of(request, pairing)
    division = pairing.round.division
    played = division.played
    if not played.has_variations:
        raise Http404
    check = check_of(pairing, bytes(record.original))
    turns = len(check.as_dict()["turns"])
    before = max(1, min(number_in(request, played.step) or 1, turns + 1))
    typed = request.GET.get("play", "").strip()
    problem = ""
    if len(typed) > MOST:
        problem, moves = _("The moves are too long: at most %(most)d characters.") % {"most": MOST}, ""
    else:
        moves = typed
    dictionary = _dictionary(request, pairing)
    replay = None
    try:
        data = played.variation(check, rules_of(division), before, moves)
        tried = check_of(pairing, data, dictionary=dictionary)
        replay = played.replay(tried.as_dict(), seating=seating_of(pairing))
    except ValueError as error:
        problem = _("You cannot play on from this position: %(why)s") % {"why": error}
    home = reverse("tournaments:replay", args=[division.event.slug, pairing.pk])
    context = {
        "event": division.event,
        "division": division,
        "played": played,
        "pairing": pairing,
        "record": str(record.uuid) if "record" in request.GET else "",
        "before": before,
        "typed": typed,
        "problem": problem,
        "replay": replay,
        "unread": [one for one in replay.general if one.severity == "error"] if replay and moves else (),
        "tried": replay.turns[before - 1 :] if replay and moves else (),
        "judged": dictionary is not None,
        "back": f"{home}?{played.step}={before}",
        "crumbs": crumbs_of(pairing.round),
    }
    return render(request, "games/what_if.html", context, status=422 if problem else 200)


def _dictionary(request: HttpRequest, pairing: Pairing) -> LexiconVersion | None:
    """What the words are judged by: nothing while games are on, for whoever plays, or by a dictionary that the reader may not see."""
    version = None if is_playing(request) else dictionary_for(pairing)
    if version is None or not readable_by(request.user).filter(pk=version.lexicon_id).exists():
        return None
    return version
