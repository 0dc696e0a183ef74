"""The leagues app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from clubs.models import User
    from tournaments.hooks import LogWords
    from tournaments.models import Division


class LeaguesConfig(AppConfig):
    """Seasons of many events."""

    name = "leagues"

    def ready(self) -> None:
        """Tell clubs, events and their log what leagues add to them."""
        from clubs.page import add_section  # noqa: PLC0415 - models can be imported when apps are ready
        from leagues import queries  # noqa: PLC0415
        from tournaments import hooks  # noqa: PLC0415

        add_section("leagues/_club_leagues.html", queries.club_leagues)
        hooks.division_losses.append(queries.losses_of)
        hooks.log_names.update(queries.LOG_NAMES)
        hooks.log_words.append(_log_words)
        hooks.demo_parts.append(_demo)


def _log_words() -> "LogWords":
    from leagues.forms import LeagueDivisionForm, SeasonForm  # noqa: PLC0415 - forms are not needed by every command
    from leagues.models import LeagueMember  # noqa: PLC0415
    from tournaments.hooks import LogWords  # noqa: PLC0415

    return LogWords(
        objects={"league": gettext_lazy("league"), "leagueseason": gettext_lazy("season")},
        forms=(SeasonForm, LeagueDivisionForm),
        choices={"came": LeagueMember.Came.choices},
    )


def _demo(director: "User", played: "list[Division]") -> str:
    from leagues.demo import add_league  # noqa: PLC0415 - only when a demo is built

    add_league(director, played)
    return "Harbour Ladder: a season of two divisions, for which both events count"
