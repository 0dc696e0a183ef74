"""What people say about games, and the lists of games that they keep."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import filled, in_range
from tournaments.models.rounds import Pairing

MAX_COMMENT = 1000
MAX_COLLECTION_NAME = 80
#: More turns than any record has.
MAX_TURN = 9999


class MoveComment(models.Model):
    """A comment on a move of a game's record; ``move`` 0: on the game as a whole. It goes with its author's account."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="comments")
    move = models.PositiveSmallIntegerField(default=0)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(_("comment"), max_length=MAX_COMMENT)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "move", "pk"]
        constraints = [filled("comment_has_text", "text"), in_range("comment_move_in_range", "move", 0, MAX_TURN)]

    def __str__(self) -> str:
        return self.text[:60]


class GameCollection(models.Model):
    """A person's named list of games. ``public``: everyone who has its address sees it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="collections")
    name = models.CharField(_("name"), max_length=MAX_COLLECTION_NAME)
    public = models.BooleanField(_("everyone may see it"), default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["owner", "name", "pk"]
        constraints = [
            filled("collection_has_name", "name"),
            models.UniqueConstraint(fields=["owner", "name"], name="collection_name_once_per_owner"),
        ]

    def __str__(self) -> str:
        return self.name


class CollectedGame(models.Model):
    """A game in a collection."""

    collection = models.ForeignKey(GameCollection, on_delete=models.CASCADE, related_name="games")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="+")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["collection", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "pairing"], name="collected_game_once_per_collection")
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id} in {self.collection_id}"
