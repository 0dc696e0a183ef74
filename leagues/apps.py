"""The leagues app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.forms import Form

    from clubs.models import Club, User
    from tournaments.models import Division, Event


class LeaguesConfig(AppConfig):
    """Seasons of many events."""

    name = "leagues"

    def ready(self) -> None:
        """Tell clubs, events and their log what leagues add to them."""
        from clubs.page import add_section  # noqa: PLC0415 - models can be imported when apps are ready
        from leagues import models, queries  # noqa: PLC0415
        from tournaments import hooks  # noqa: PLC0415

        add_section("leagues/_club_leagues.html", queries.club_leagues)
        hooks.division_losses.append(queries.losses_of)
        hooks.log_names.update(queries.LOG_NAMES)
        hooks.log_objects.update({"league": gettext_lazy("league"), "leagueseason": gettext_lazy("season")})
        hooks.log_choices["came"] = models.SeasonPlayer.Came.choices
        hooks.log_forms.append(_forms)
        hooks.new_event_links.append(_new_event_links)
        hooks.demo_parts.append(_demo)
        hooks.figures_checked.append(_check_seasons)


def _new_event_links(club: "Club") -> list[tuple[str, str, str]]:
    from leagues.web.links import new_event_links  # noqa: PLC0415 - not every command needs addresses

    return new_event_links(club)


def _check_seasons(event: "Event") -> None:
    from leagues.services.checks import follow_event  # noqa: PLC0415 - services need all models

    follow_event(event)


def _forms() -> "tuple[type[Form], ...]":
    from leagues.forms import LeagueDivisionForm, SeasonForm  # noqa: PLC0415 - not every command needs forms

    return SeasonForm, LeagueDivisionForm


def _demo(director: "User", played: "list[Division]") -> str:
    from leagues.demo import add_league  # noqa: PLC0415 - only when a demo is built

    add_league(director, played)
    return "Harbour Ladder: a season of two divisions, for which both events count"
