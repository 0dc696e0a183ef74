"""Files for rating offices and other programs: what to check before they are sent, and what they cannot say."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ratings.models import RatingPool
from ratings.queries.exports import rt_losses
from ratings.queries.published import export_lines
from tournaments.engine.exporters.naspa import naspa_losses, naspa_problems, write_naspa
from tournaments.engine.exporters.tou import tou_losses, write_tou
from tournaments.engine.exporters.tourney import tsh_losses
from tournaments.models import Division, Event
from tournaments.pages.director import common
from tournaments.queries.exports import has_tsh_file, pools_of_event, tsh_divisions
from tournaments.services.results.game_files import records_of, zip_of
from tournaments.wording.files import Loss, losses_in_words, naspa_checks


def files(request: HttpRequest, event: Event) -> HttpResponse:
    """All files of the event, with what is wrong or missing in each."""
    divisions = list(Division.objects.filter(event=event).order_by("position", "pk"))
    sections = tsh_divisions(event, with_ids=True)
    context = common.of_event(event) | {
        "divisions": divisions,
        "left_out": [division for division in divisions if not has_tsh_file(division)],
        "left_out_names": [division.name for division in divisions if not has_tsh_file(division)],
        "sections": sections,
        "several": len(sections) > 1,
        "checks": naspa_checks(naspa_problems(sections)),
        "naspa_losses": [loss for one in sections for loss in losses_in_words(one.name, naspa_losses(one))],
        "tou_losses": [loss for one in sections for loss in losses_in_words(one.name, tou_losses(one))],
        "tsh_losses": [loss for one in sections for loss in losses_in_words(one.name, tsh_losses(one))],
        "games": len(records_of(event)),
        "lists": [(pool, _rt_losses(pool)) for pool in pools_of_event(event)],
    }
    return render(request, "tournaments/director/files.html", context)


def _rt_losses(pool: RatingPool) -> list[Loss]:
    """What the list's ``.RT`` file leaves out."""
    losses = rt_losses(export_lines(pool))
    return losses_in_words(pool.name, {f"rt_{kind}": names for kind, names in losses.items()})


def naspa(_request: HttpRequest, event: Event) -> HttpResponse:
    """The text form for NASPA, with federation ids."""
    text = write_naspa(tsh_divisions(event, with_ids=True))
    return _file(f"{event.slug}-naspa.txt", "text/plain; charset=utf-8", text.encode())


def tou(_request: HttpRequest, event: Event) -> HttpResponse:
    """AUPAIR's file, for WESPA."""
    data = write_tou(event.name, event.starts_on, tsh_divisions(event, with_ids=False))
    return _file(f"{event.slug}.tou", "application/octet-stream", data)


def games(_request: HttpRequest, event: Event) -> HttpResponse:
    """Every public record as GCG."""
    return _file(f"{event.slug}-games.zip", "application/zip", zip_of(records_of(event)).data)


def _file(name: str, kind: str, data: bytes) -> HttpResponse:
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store, private"
    return response
