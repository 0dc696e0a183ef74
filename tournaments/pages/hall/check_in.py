"""The check-in desk, what players have told, tables at which somebody is missing, and check-in at the kiosk."""

from collections import Counter
from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.names import name_key
from clubs.permissions import Action
from core.typed import searched
from core.wording import listed
from tournaments.access import at_event
from tournaments.errors import TournamentError
from tournaments.forms.check_in import CheckInForm
from tournaments.models import Event, Pairing, PlayerNotice
from tournaments.pages.director import common
from tournaments.pages.slip.private import private
from tournaments.permissions import actions_in
from tournaments.queries.check_in import DeskLine, by_club, check_in_of, desk_lines, open_notices
from tournaments.services.entries.notices import answer_notice
from tournaments.services.hall import check_in as services
from tournaments.services.hall.kiosk import event_of_kiosk

MAX_SEARCH = 80


def _desk_url(event: Event) -> str:
    return reverse("tournaments:check_in", args=[event.slug])


def _number(text: str) -> int | None:
    """A typed id; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def _matching(lines: Iterable[DeskLine], typed: str) -> list[DeskLine]:
    """The players whose name, club or number has what was typed, in any case and with or without accents."""
    key_part = name_key(typed)
    return [
        line
        for line in lines
        if key_part in name_key(line.name) or key_part in name_key(line.club) or typed == str(line.number)
    ]


def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody who is expected, of all divisions: search, check in, undo, roll call by club."""
    return _desk(request, event)


def _desk(request: HttpRequest, event: Event, form: CheckInForm | None = None) -> HttpResponse:
    lines, typed = desk_lines(event), searched(request.GET.get("q", ""), MAX_SEARCH)
    show, rolls = request.GET.get("show", ""), request.GET.get("by") == "club"
    shown = _matching(lines, typed) if typed else lines
    if show == "missing":
        shown = [line for line in shown if line.presence == "missing"]
    counts = Counter(line.presence for line in lines)
    check_in = check_in_of(event)
    actions = actions_in(common.signed_in(request), event)
    context = common.of_event(event) | {
        "lines": shown,
        "groups": by_club(shown) if rolls else None,
        "typed": typed,
        "show": show,
        "by": "club" if rolls else "",
        "back": urlencode({"q": typed, "show": show, "by": "club" if rolls else ""}),
        "all": len(lines),
        "here": counts["here"],
        "missing": counts["missing"],
        "absent": counts["absent"],
        "check_in": check_in,
        "several": len({line.division_slug for line in lines}) > 1,
        "notices": open_notices(event),
        "may_manage": Action.MANAGE_EVENT in actions,
        "may_answer": Action.PAIR in actions,
        "may_check_in": Action.CHECK_IN in actions and event.state != Event.State.FINISHED,
        "form": form or CheckInForm.of(check_in),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/director/check_in.html", context, status=status)


def _back(request: HttpRequest, event: Event) -> str:
    """The desk as it was searched; or the round that waits for its players."""
    division = event.divisions.filter(slug=request.POST.get("division", "")[:60]).first()
    if division is not None:
        return common.round_url(division, 1)
    kept = {name: request.POST.get(name, "")[:MAX_SEARCH] for name in ("q", "show", "by")}
    query = urlencode({name: value for name, value in kept.items() if value})
    return _desk_url(event) + (f"?{query}" if query else "")


@common.refused_to(_desk_url)
def mark(request: HttpRequest, event: Event) -> HttpResponse:
    """Somebody is here (or a whole club), or is not after all."""
    actor = common.signed_in(request)
    if undone := _number(request.POST.get("undo", "")):
        entry = services.undo_check_in(actor=actor, event=event, entry_id=undone)
        done = _("%(name)s is no longer checked in.") % {"name": entry.name} if entry is not None else ""
        return common.back_with(request, _back(request, event), done=done)
    if "club" in request.POST:
        club = request.POST["club"]
        ids = [line.entry_id for line in desk_lines(event) if line.club == club and line.presence == "missing"]
    else:
        ids = [pk for pk in map(_number, request.POST.getlist("here")) if pk is not None]
    new = services.check_in(actor=actor, event=event, entries=ids)
    return common.back_with(request, _back(request, event), done=_here(len(new), new[0].name if new else ""))


def _here(count: int, name: str) -> str:
    if count == 1:
        return _("%(name)s is checked in.") % {"name": name}
    return ngettext("%(count)d player checked in.", "%(count)d players checked in.", count) % {"count": count}


@common.refused_to(_desk_url)
def no_shows(request: HttpRequest, event: Event) -> HttpResponse:
    """Players who are not here are absent in their next round, or have withdrawn."""
    actor = common.signed_in(request)
    if withdrawn := _number(request.POST.get("withdrawn", "")):
        line = services.withdraw_no_show(actor=actor, event=event, entry_id=withdrawn)
        done = _("%(name)s is withdrawn.") % {"name": line.name} if line is not None else ""
        return common.back_with(request, _back(request, event), done=done)
    chosen = request.POST.get("absent", "")
    one = _number(chosen)
    if chosen != "all" and one is None:
        raise TournamentError(_("Choose a player."), code="entry")
    marked = services.mark_no_shows(actor=actor, event=event, entries=None if one is None else [one])
    done = ngettext(
        "%(count)d player is absent in the next round: %(names)s.",
        "%(count)d players are absent in the next round: %(names)s.",
        len(marked),
    )
    values = {"count": len(marked), "names": listed(line.name for line in marked)}
    return common.back_with(request, _back(request, event), done=done % values if marked else "")


@common.refused_to(_desk_url)
def set_up(request: HttpRequest, event: Event) -> HttpResponse:
    """Open check-in, change how it works, or end it."""
    actor = common.signed_in(request)
    if "end" in request.POST:
        services.end_check_in(actor=actor, event=event)
        return common.back_with(request, _desk_url(event), done=_("Check-in ended. Nobody is checked in any more."))
    form = CheckInForm(request.POST)
    if form.is_valid():
        with common.Refusals(form):
            services.set_up_check_in(actor=actor, event=event, data=form.to_input())
            return common.back_with(request, _desk_url(event), done=_("Check-in saved."))
    return _desk(request, event, form)


@common.refused_to(common.event_url)
def answer(request: HttpRequest, event: Event, notice: int) -> HttpResponse:
    """Answer what a player has told."""
    if not PlayerNotice.objects.filter(pk=notice, entry__division__event=event).exists():
        raise Http404
    done = answer_notice(
        actor=common.signed_in(request), event=event, notice_id=notice, answer=request.POST.get("answer", "")
    )
    texts = {
        PlayerNotice.Answer.GRANTED: _("%(name)s has a bye in round %(round)s."),
        PlayerNotice.Answer.REFUSED: _("%(name)s plays in round %(round)s; their own page says so."),
    }
    text = texts.get(PlayerNotice.Answer(done.answer), "")
    values = {"name": done.entry.name, "round": done.round_number}
    return common.back_with(request, common.event_url(event), done=text % values if text else "")


def _game_url(game: Pairing) -> str:
    return common.round_url(game.round.division, game.round.number)


@common.refused_to(_game_url)
def late_table(request: HttpRequest, game: Pairing) -> HttpResponse:
    """A table at which the forfeit timer is over: the players are there after all, or the one missing forfeits."""
    if "here" in request.POST:
        for seat in game.seats.all():
            services.sit_down(pairing=game, entry_id=seat.entry_id)
        done = _("Everyone is here at table %(table)s.") % {"table": game.table_number}
        return common.back_with(request, _game_url(game), done=done)
    table = services.forfeit_late(actor=common.signed_in(request), pairing=game)
    done = _("%(name)s forfeits the game at table %(table)s.")
    values = {"name": table.missing[0], "table": game.table_number}
    return common.back_with(request, _game_url(game), done=done % values)


@private
def kiosk_check_in(request: HttpRequest, key: str) -> HttpResponse:
    """Players without a phone check themselves in at the kiosk while the director has opened it."""
    event = event_of_kiosk(key)
    at_event(request, event)
    problem = arrived = ""
    status = 200
    check_in = check_in_of(event)
    is_open = check_in is not None and check_in.self_open
    lines = desk_lines(event) if is_open else []
    chosen = _number(request.POST.get("here", ""))
    if request.method == "POST" and chosen is not None:
        try:
            services.check_in_from_hall(event, chosen)
        except TournamentError as error:
            problem, status = str(error), 409
        else:
            return redirect(f"{request.path}?{urlencode({'done': chosen})}")
    done = _number(request.GET.get("done", ""))
    arrived = next((line.name for line in lines if line.entry_id == done and line.presence == "here"), "")
    typed = searched(request.GET.get("q", ""), MAX_SEARCH)
    missing = [line for line in lines if line.presence != "here"]
    context = {
        "event": event,
        "key": key,
        "open": is_open,
        "typed": typed,
        "lines": _matching(missing, typed) if typed else missing,
        "several": len({line.division_slug for line in lines}) > 1,
        "arrived": arrived,
        "problem": problem,
    }
    return render(request, "tournaments/kiosk/check_in.html", context, status=status)
