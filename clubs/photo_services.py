"""Photos of clubs and of players: encoded anew, kept outside what the web server serves, deleted with what they are of."""

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, Player, User
from clubs.services import ClubError
from core.pictures import PictureError, readable_jpeg


def encoded(data: bytes) -> bytes:
    """The picture as a JPEG without place and camera. Raises ClubError for what is no picture."""
    try:
        return readable_jpeg(data)
    except PictureError as error:
        raise ClubError(str(error), code=error.code) from error


def keep_photo(subject: Club | Player, jpeg: bytes) -> None:
    """Show this photo of the locked club or player from now on; the one before is deleted."""
    drop_file(subject)
    subject.photo.save(f"{subject.pk}.jpg", ContentFile(jpeg), save=False)
    subject.save(update_fields=["photo"])


def drop_photo(subject: Club | Player) -> None:
    """Show no photo of the locked club or player any more."""
    drop_file(subject)
    subject.photo = ""
    subject.save(update_fields=["photo"])


def drop_file(subject: Club | Player) -> None:
    """Delete the file once the row no longer names it."""
    if subject.photo:
        name, storage = str(subject.photo.name), subject.photo.storage
        transaction.on_commit(lambda: storage.delete(name))


def set_player_photo(*, actor: User, player: Player, data: bytes | None) -> Player:
    """Keep this photo for the name badges of one's own player; None: none any more. Raises ClubError."""
    jpeg = None if data is None else encoded(data)  # before the transaction: it takes a while
    with transaction.atomic():
        current = Player.objects.select_for_update().filter(pk=player.pk, user=actor).first()
        if current is None:
            raise ClubError(_("This player does not belong to your account."), code="not_yours")
        if jpeg is None:
            drop_photo(current)
        else:
            keep_photo(current, jpeg)
        log_action(actor=actor, verb="player.photo", target=current, after={"bytes": len(jpeg or b"")})
    return current
