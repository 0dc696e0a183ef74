"""A director at the desk: a client that is signed in, and an event paired through the services."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.scenes.rows import Scene, make_scene
from tournaments.models import Entry, Pairing, Round
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page


def text(page: "Page") -> str:
    """The page's HTML."""
    return page.content.decode()


#: What the forms of standings ask about the points of a game, as usual.
USUAL_POINTS = {"win_points": "2", "tie_points": "1", "loss_points": "0", "bye_half_wins": "2"}


@dataclass(frozen=True)
class Hall:
    """A division and its director's browser."""

    scene: Scene
    client: Client

    def url(self, name: str, *rest: int) -> str:
        """The address of a division's page."""
        return reverse(f"tournaments:{name}", args=[self.scene.event.slug, self.scene.division.slug, *rest])

    def draft(self, number: int = 1) -> Round:
        """Pair a round as a draft."""
        return draft_round(actor=self.scene.director, division=self.scene.division, number=number)

    def publish(self, number: int = 1) -> Round:
        """Pair and publish a round."""
        round_ = self.draft(number)
        return publish_round(actor=self.scene.director, round_id=round_.pk, expected_version=round_.version)

    def games(self, number: int = 1) -> list[Pairing]:
        """The round's games of two players, by table."""
        return list(
            Pairing.objects.filter(round__division=self.scene.division, round__number=number, kind="game").order_by(
                "table_number"
            )
        )

    def numbers(self, game: Pairing) -> tuple[int, int]:
        """The two players' numbers, first and second."""
        first, second = game.seats.order_by("position").values_list("entry__number", flat=True)
        return first, second

    def entries(self, game: Pairing) -> tuple[Entry, Entry]:
        """The two entries, first and second."""
        first, second = (seat.entry for seat in game.seats.select_related("entry").order_by("position"))
        return first, second


def make_hall(slug: str = "spring", *, players: int = 6, rounds: int = 0) -> Hall:
    """An event and its director, signed in; so many rounds of it were played, neighbours meeting each time."""
    scene = make_scene(slug, players=players, rounds=rounds)
    factories.change(scene.division, rounds_planned=3, max_repeats=None)
    client = Client()
    client.force_login(scene.director)
    return Hall(scene, client)


def make_running_hall(slug: str = "spring", *, players: int = 6) -> Hall:
    """The same with round 1 published."""
    hall = make_hall(slug, players=players)
    hall.publish()
    return hall
