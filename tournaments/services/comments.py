"""Comments on games, and collections of games. Pages make sure that whoever acts may see the record."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.models import MAX_COLLECTION_NAME, MAX_COMMENT, CollectedGame, GameCollection, MoveComment, Pairing
from tournaments.permissions import may
from tournaments.services.events.locking import scope

#: Of one person about one game.
MOST_COMMENTS = 30
MOST_COLLECTIONS = 50
MOST_GAMES = 500


def add_comment(*, actor: User, pairing: Pairing, move: int, text: str) -> MoveComment:
    """Say something about a move (0: the whole game). Raises TournamentError."""
    text = _clean(text, most=MAX_COMMENT, empty=_("Write something first."))
    own = list(MoveComment.objects.filter(pairing=pairing, author=actor))
    again = next((comment for comment in own if (comment.move, comment.text) == (move, text)), None)
    if again is None and len(own) >= MOST_COMMENTS:
        raise TournamentError(
            _("You have written %(most)d comments on this game, which is the limit.") % {"most": MOST_COMMENTS},
            code="comments",
        )
    return again or MoveComment.objects.create(pairing=pairing, author=actor, move=move, text=text)


@transaction.atomic
def remove_comment(*, actor: User, pairing: Pairing, comment_id: int) -> None:
    """Delete a comment: one's own, or as an official who may correct results. Raises PermissionDenied, TournamentError."""
    comment = MoveComment.objects.select_related("author").filter(pairing=pairing, pk=comment_id).first()
    if comment is None:
        raise TournamentError(_("This comment is already gone."), code="comment")
    event = pairing.round.division.event
    if comment.author_id != actor.pk:
        if not may(actor, event, Action.CORRECT):
            raise PermissionDenied("a comment of somebody else")
        before = {"by": comment.author.get_username(), "move": comment.move}
        log_action(actor=actor, verb="comment.removed", target=pairing, scope=scope(event), before=before)
    comment.delete()


def make_collection(*, owner: User, name: str, public: bool = False) -> GameCollection:
    """A new list of games; the one of this name where there is one. Raises TournamentError."""
    name = _clean(name, most=MAX_COLLECTION_NAME, empty=_("Give the collection a name."))
    same = GameCollection.objects.filter(owner=owner, name=name).first()
    if same is not None:
        return same
    if GameCollection.objects.filter(owner=owner).count() >= MOST_COLLECTIONS:
        raise TournamentError(_("You have %(most)d collections, which is the limit.") % {"most": MOST_COLLECTIONS})
    return GameCollection.objects.get_or_create(owner=owner, name=name, defaults={"public": public})[0]


def change_collection(*, collection: GameCollection, name: str, public: bool) -> None:
    """Another name, or others who see it. Raises TournamentError."""
    name = _clean(name, most=MAX_COLLECTION_NAME, empty=_("Give the collection a name."))
    others = GameCollection.objects.filter(owner=collection.owner_id, name=name).exclude(pk=collection.pk)
    if others.exists():
        raise TournamentError(_("You already have a collection called “%(name)s”.") % {"name": name})
    collection.name, collection.public = name, public
    collection.save(update_fields=["name", "public"])


def collect(*, collection: GameCollection, pairing: Pairing) -> None:
    """Put a game in a collection; once. Raises TournamentError."""
    if collection.games.count() >= MOST_GAMES:
        raise TournamentError(_("This collection has %(most)d games, which is the limit.") % {"most": MOST_GAMES})
    CollectedGame.objects.get_or_create(collection=collection, pairing=pairing)


def _clean(text: str, *, most: int, empty: str) -> str:
    """Raises TournamentError for a text that is empty, too long or cannot be stored."""
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise TournamentError(empty, code="empty")
    if len(text) > most:
        values = {"most": most, "length": len(text)}
        raise TournamentError(
            _("The text has %(length)d characters; at most %(most)d fit. Shorten it.") % values, code="long"
        )
    if "\x00" in text:
        raise TournamentError(_("The text contains characters that cannot be stored."), code="text")
    return text
