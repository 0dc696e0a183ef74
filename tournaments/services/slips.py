"""The private links on slips: made from the server's secret, stored as hashes, revocable."""

from clubs.models import User
from tournaments.models import Pairing, SlipLink


def issue_link(pairing: Pairing) -> SlipLink:
    """Make the pairing's live link, inside the caller's transaction."""
    raise NotImplementedError


def slip_key(link: SlipLink) -> str:
    """The key to print: 26 letters and digits (128 bits). Raises TournamentError when the server's secret was changed since."""
    raise NotImplementedError


def find_pairing(key: str) -> Pairing:
    """The pairing of a key, with round, division, event, club loaded. Raises SlipNotFoundError, SlipRevokedError."""
    raise NotImplementedError


def revoke_link(*, actor: User, pairing: Pairing, reason: str = "") -> SlipLink:
    """End the pairing's link and issue another, for a slip that was lost or photographed."""
    raise NotImplementedError
