"""Clubs: who opens one directs it, and it always has a director."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied

from audit.models import ActionLog
from clubs import services
from clubs.club_services import write_to_club
from clubs.models import Club, ClubMessage, Membership, Player, PlayerAlias, Role, User
from clubs.services import ClubChanges, ClubError, ClubInput
from tests.walk import check_limits, check_refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def anna() -> User:
    """A signed-up user."""
    return User.objects.create_user("anna")


@pytest.fixture
def club(anna: User) -> Club:
    """Anna's club."""
    return services.create_club(actor=anna, data=ClubInput(name="Tile Town"))


def test_the_opener_is_director(anna: User, club: Club) -> None:
    assert club.slug == "tile-town"
    assert Membership.objects.get(club=club).role == Role.DIRECTOR
    assert ActionLog.objects.get().verb == "club.created"


def test_an_address_is_unique(anna: User, club: Club) -> None:
    with pytest.raises(ClubError, match="Choose another address"):
        services.create_club(actor=anna, data=ClubInput(name="Tile Town"))


def test_a_club_with_a_name_in_any_script_gets_a_free_address(anna: User, club: Club) -> None:
    names = ("東京クラブ", "大阪クラブ", "ક્લબ", "Тайл Tile", "Tilé Town", "新 New")
    made = [services.create_club(actor=anna, data=ClubInput(name=name)).slug for name in names]
    assert made == ["club", "club-2", "club-3", "tile", "tile-town-2", "new-2"]
    for name in names:  # the form sent twice is no second club
        with pytest.raises(ClubError):
            services.create_club(actor=anna, data=ClubInput(name=name))
    with pytest.raises(ClubError, match="Choose another address"):
        services.create_club(actor=anna, data=ClubInput(name="京都クラブ", slug="club"))


def test_an_address_of_the_sites_own_is_refused(anna: User) -> None:
    with pytest.raises(ClubError, match="reserved by this site"):
        services.create_club(actor=anna, data=ClubInput(name="New"))


def test_what_no_clubs_details_can_be() -> None:
    club = ClubChanges(name="Tile Town")
    check_limits(
        [
            (club, {"page_language": "ja"}, {"page_language": "tlh"}, "page_language", "is not available in"),
            (club, {"map_url": "https://map.example"}, {"map_url": "map.example"}, "map_url", "begin with https://"),
            (club, {"map_url": "http://map.example"}, {"map_url": "javascript:x"}, "map_url", "begin with https://"),
            (
                club,
                {"roll_readers": "everybody"},
                {"roll_readers": "friends"},
                "roll_readers",
                "who can see the members",
            ),
            (club, {"time_zone": "Asia/Tokyo"}, {"time_zone": "Mars/Base"}, "time_zone", "time zone"),
        ]
    )


def test_roles_are_granted_and_changed(anna: User, club: Club) -> None:
    User.objects.create_user("ben")
    services.set_member(actor=anna, club=club, username="BEN", role=Role.SCORER)
    services.set_member(actor=anna, club=club, username="ben", role=Role.MEMBER)
    assert Membership.objects.get(user__username="ben").role == Role.MEMBER


@pytest.mark.parametrize(
    ("username", "role", "message"), [("nobody", "scorer", "There is no user"), ("anna", "king", "not a role")]
)
def test_wrong_names_and_roles_are_explained(anna: User, club: Club, username: str, role: str, message: str) -> None:
    with pytest.raises(ClubError, match=message):
        services.set_member(actor=anna, club=club, username=username, role=role)


def test_the_last_director_stays(anna: User, club: Club) -> None:
    with pytest.raises(ClubError, match="only director"):
        services.set_member(actor=anna, club=club, username="anna", role=Role.MEMBER)
    with pytest.raises(ClubError, match="only director"):
        services.remove_member(actor=anna, membership=Membership.objects.get(user=anna))


def test_the_database_refuses(anna: User, club: Club) -> None:
    ben = Player.objects.create(name="Ben", home_club=club, external_id="AA1")
    PlayerAlias.objects.create(club=club, spelling="bne", player=ben)
    attempts: dict[str, Callable[[], object]] = {
        "membership_once_per_club": lambda: Membership.objects.create(user=anna, club=club),
        "membership_known_role": lambda: Membership.objects.filter(user=anna).update(role="king"),
        "club_has_name": lambda: Club.objects.create(name="", slug="x"),
        "player_has_name": lambda: Player.objects.create(name=""),
        "player_external_id_once_per_club": lambda: Player.objects.create(
            name="Eve", home_club=club, external_id="AA1"
        ),
        "player_alias_once_per_club": lambda: PlayerAlias.objects.create(club=club, spelling="bne", player=ben),
        "player_alias_has_spelling": lambda: PlayerAlias.objects.create(club=club, spelling="", player=ben),
    }
    check_refused(attempts)


def test_only_who_gives_roles_takes_a_member_out(anna: User, club: Club) -> None:
    ben = User.objects.create_user("ben")
    member = services.set_member(actor=anna, club=club, username="ben", role=Role.SCORER)
    with pytest.raises(PermissionDenied):
        services.remove_member(actor=ben, membership=member)
    assert Membership.objects.filter(club=club).count() == 2
    services.remove_member(actor=anna, membership=member)
    assert Membership.objects.get(club=club).user == anna


def test_a_club_keeps_a_name(anna: User, club: Club) -> None:
    with pytest.raises(ClubError, match="Give the club a name"):
        services.update_club(actor=anna, club=club, data=ClubChanges(name=" "))
    club.refresh_from_db()
    assert club.name == "Tile Town"


def test_a_message_to_a_club_has_a_sender_and_a_text(club: Club) -> None:
    for name, text in ((" ", "May I come?"), ("Vera", " ")):
        with pytest.raises(ClubError, match="your name and a message"):
            write_to_club(club=club, name=name, email="", text=text)
    assert not ClubMessage.objects.exists()
