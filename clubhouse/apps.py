"""The clubhouse app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from clubs.models import User
    from tournaments.models import Division


class ClubhouseConfig(AppConfig):
    """A club's life around its events: roll, regular night, old results."""

    name = "clubhouse"

    def ready(self) -> None:
        """Show its sections on a club's page, and tell events and erasure what it adds."""
        from clubhouse import queries  # noqa: PLC0415 - models can be imported when apps are ready
        from clubs.page import Place, add_section  # noqa: PLC0415
        from ratings.services.people import on_anonymise  # noqa: PLC0415
        from tournaments import hooks  # noqa: PLC0415

        add_section("clubhouse/_next.html", queries.next_section, Place.FIRST)
        add_section("clubhouse/_people.html", queries.people_section, Place.SIDE)
        on_anonymise(_erase)
        hooks.demo_parts.append(_demo)


def _erase(player: int) -> None:
    from clubhouse.services.roll import erase_from_roll  # noqa: PLC0415 - only when somebody is erased

    erase_from_roll([player])


def _demo(director: "User", played: "list[Division]") -> str:
    from clubhouse.demo import add_club_life  # noqa: PLC0415 - only when a demo is built

    add_club_life(director, played[0].event.club)
    return "Harbour Word Club: a regular night, the membership list, old results and a text"
