"""The verbs, objects and settings of the log in words."""

from django.utils.translation import gettext_lazy

VERBS = {
    "challenge.ruled": gettext_lazy("challenge ruled on"),
    "auto_pairing.off": gettext_lazy("rounds are not drafted by themselves"),
    "auto_pairing.on": gettext_lazy("rounds are drafted by themselves"),
    "clock.extended": gettext_lazy("clock extended"),
    "clock.paused": gettext_lazy("clock paused"),
    "clock.resumed": gettext_lazy("clock goes on"),
    "clock.started": gettext_lazy("clock started"),
    "clock.stopped": gettext_lazy("clock stopped"),
    "division.changed": gettext_lazy("settings changed"),
    "division.continued": gettext_lazy("played rounds taken over"),
    "division.created": gettext_lazy("division added"),
    "division.seeded": gettext_lazy("seeds changed"),
    "entry.added": gettext_lazy("player entered"),
    "entry.changed": gettext_lazy("entry changed"),
    "entry.deleted": gettext_lazy("entry deleted"),
    "entry.withdrawn": gettext_lazy("player withdrawn"),
    "entry.returned": gettext_lazy("player returned"),
    "event.changed": gettext_lazy("name or date changed"),
    "event.copied": gettext_lazy("new event made from a copy"),
    "event.created": gettext_lazy("event created"),
    "event.finished": gettext_lazy("event finished"),
    "event.reopened": gettext_lazy("event opened again"),
    "event.deleted": gettext_lazy("event deleted"),
    "event.released": gettext_lazy("private copy released"),
    "event.restored": gettext_lazy("went back to a copy"),
    "event.thrown_away": gettext_lazy("what-if thrown away"),
    "event.tried": gettext_lazy("what-if made"),
    "judge.card_replaced": gettext_lazy("table card replaced"),
    "judge.cards_ended": gettext_lazy("table cards ended"),
    "judge.cards_made": gettext_lazy("table cards made"),
    "league.changed": gettext_lazy("league changed"),
    "league.created": gettext_lazy("league created"),
    "prize.added": gettext_lazy("prize added"),
    "prize.changed": gettext_lazy("prize changed"),
    "prize.moved": gettext_lazy("prize moved"),
    "prize.removed": gettext_lazy("prize removed"),
    "result.ruled": gettext_lazy("result ruled"),
    "result.submitted": gettext_lazy("result reported"),
    "round.discarded": gettext_lazy("draft discarded"),
    "round.drafted": gettext_lazy("round paired"),
    "round.players_swapped": gettext_lazy("two players exchanged"),
    "round.published": gettext_lazy("round published"),
    "round.seats_swapped": gettext_lazy("first and second exchanged"),
    "round.unpublished": gettext_lazy("round taken back"),
    "season.changed": gettext_lazy("season changed"),
    "season.created": gettext_lazy("season created"),
    "season.deleted": gettext_lazy("season deleted"),
    "season.division_added": gettext_lazy("division added"),
    "season.division_changed": gettext_lazy("division changed"),
    "season.division_removed": gettext_lazy("division removed"),
    "season.event_counted": gettext_lazy("event counts"),
    "season.event_made": gettext_lazy("event made for the season"),
    "season.event_uncounted": gettext_lazy("event counts no longer"),
    "season.finished": gettext_lazy("season finished"),
    "season.member_added": gettext_lazy("member added"),
    "season.member_moved": gettext_lazy("member moved"),
    "season.proposed": gettext_lazy("next season proposed"),
    "season.reopened": gettext_lazy("season opened again"),
    "season.started": gettext_lazy("season started"),
    "sheets.marked": gettext_lazy("sheets ticked off"),
    "link.replaced": gettext_lazy("personal link replaced"),
    "slip.replaced": gettext_lazy("slip replaced"),
}
OBJECTS = {
    "roundclock": gettext_lazy("clock"),
    "event": gettext_lazy("event"),
    "division": gettext_lazy("division"),
    "entry": gettext_lazy("player"),
    "round": gettext_lazy("round"),
    "pairing": gettext_lazy("game"),
    "eventprize": gettext_lazy("prize"),
    "ruling": gettext_lazy("adjudication"),
}


def verb_name(verb: str) -> str:
    """What happened, in words; an unknown verb as it is."""
    return str(VERBS.get(verb, verb))


def object_name(kind: str) -> str:
    """To what it happened, in words."""
    return str(OBJECTS.get(kind, kind))
