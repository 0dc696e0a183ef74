"""Undoing one's own last entries over HTTP."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import RoundPath
from tournaments.api.serializers.undo import OwnEntriesSerializer, UndoneSerializer, UndoSerializer
from tournaments.errors import TournamentError
from tournaments.queries.undo import named_entry, own_entries
from tournaments.services.results.undo import undo_entry
from tournaments.wording.undo import undone_text


class OwnEntriesView(APIView):
    """What the caller entered in a round."""

    @operation("own_entries", "results", gives=OwnEntriesSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """The caller's last ten entries of the round that stand, and the last ten that were undone, newest first."""
        round_ = reached(request, RoundPath(**address))
        standing, undone = own_entries(signed_in(request), round_)
        return Response(OwnEntriesSerializer({"entries": standing, "undone": undone}).data)

    @operation("undo_entry", "results", takes=UndoSerializer, gives=UndoneSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Undo one entry of the caller's own; the game is as if it had not been entered, its history keeps both."""
        round_ = reached(request, RoundPath(**address))
        fact = named_entry(sent(request, UndoSerializer).validated_data["entry"], round_)
        if fact is None:
            raise TournamentError(
                _("This entry is not in this round. Take its key from the list."), code="undo_unknown"
            )
        done = undo_entry(actor=signed_in(request), fact=fact)
        said = undone_text(done.pairing, done.fact, done.result)
        return Response(UndoneSerializer({"said": said, "result": done.result}).data)
