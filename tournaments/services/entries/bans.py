"""Players whom a club does not want entered: directors alone see them, and are warned where such a player is entered."""

from datetime import date

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, Player, User
from clubs.permissions import Action, require
from tournaments.errors import TournamentError
from tournaments.models import Ban

MAX_BAN_REASON = 500


@transaction.atomic
def ban_player(*, actor: User, club: Club, player: Player, reason: str, until: date | None = None) -> Ban:
    """Ban a player of the club up to a day, or until the ban is lifted; a ban before it is replaced.

    The log does not repeat the reason, which more people may read than the list of bans. Raises TournamentError, PermissionDenied.
    """
    require(actor, club, Action.MANAGE_EVENT)
    reason = reason.strip()
    if not 0 < len(reason) <= MAX_BAN_REASON:
        raise TournamentError(_("Say why, in up to %(max)d characters.") % {"max": MAX_BAN_REASON}, code="reason")
    if player.home_club_id != club.pk:
        raise TournamentError(_("The player is not one of the club's."), code="player")
    ban, _created = Ban.objects.update_or_create(club=club, player=player, defaults={"reason": reason, "until": until})
    after = {"name": player.name, "until": until.isoformat() if until else ""}
    log_action(actor=actor, verb="ban.set", target=player, scope=f"club:{club.pk}", after=after)
    return ban


@transaction.atomic
def lift_ban(*, actor: User, club: Club, ban: Ban) -> None:
    """End a ban. Raises PermissionDenied."""
    require(actor, club, Action.MANAGE_EVENT)
    before = {"name": ban.player.name}
    log_action(actor=actor, verb="ban.lifted", target=ban.player, scope=f"club:{club.pk}", before=before)
    ban.delete()


def ban_text(ban: Ban) -> str:
    """The ban as a sentence for directors."""
    if ban.until is None:
        return _("Banned: %(reason)s") % {"reason": ban.reason}
    return _("Banned until %(day)s: %(reason)s") % {"day": date_format(ban.until), "reason": ban.reason}
