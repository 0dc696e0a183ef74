"""What each role sees of a person, declared once: a field of a person and what one must be allowed to do to see it.

``docs/permissions.md`` writes the table out; ``tests/registration/test_privacy.py`` asks every page and the API as each role.
"""

from dataclasses import dataclass

from clubs.models import Role
from clubs.permissions import ROLE_ACTIONS, Action


@dataclass(frozen=True, slots=True)
class PersonField:
    """A field of a person. ``seen_with``: the action of those who see it (None: nobody but the person, and operators).

    ``in_club``: it belongs to the club; a role in one event does not show it.
    """

    key: str
    words: str
    seen_with: Action | None
    in_club: bool = False


PERSON_FIELDS = (
    PersonField("account_email", "email address of an account", None),
    PersonField("email", "email address of a registration", Action.MANAGE_EVENT),
    PersonField("phone", "phone number", Action.MANAGE_EVENT),
    PersonField("note", "message sent with a registration", Action.MANAGE_EVENT),
    PersonField("federation_id", "federation id of a registration", Action.MANAGE_EVENT),
    PersonField("pronouns", "pronouns", Action.MANAGE_EVENT),
    PersonField("minor", "whether a player is under 18", Action.MANAGE_EVENT),
    PersonField("pairing_request", "pairing requests", Action.MANAGE_EVENT),
    PersonField("fee", "fee marks and their notes", Action.MANAGE_EVENT),
    PersonField("ban", "bans with their reasons", Action.MANAGE_EVENT),
    PersonField("portrait", "photo of a player for the name badge", Action.CHECK_IN),
    PersonField("photo", "photos of scoresheets", Action.VIEW_DRAFTS),
    PersonField("dues", "dues and the note on the membership list", Action.MANAGE_PLAYERS, in_club=True),
)


def sees(role: str, field: PersonField, *, event_alone: bool = False) -> bool:
    """Whether this role shows the field; ``event_alone``: the role is given in one event, not in its club."""
    if field.seen_with is None or (event_alone and field.in_club):
        return False
    return field.seen_with in ROLE_ACTIONS.get(Role(role), frozenset())
