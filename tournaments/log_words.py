"""The verbs, objects and settings of the log in words."""

from django.utils.translation import gettext_lazy

VERBS = {
    "challenge.ruled": gettext_lazy("challenge ruled on"),
    "division.changed": gettext_lazy("settings changed"),
    "division.continued": gettext_lazy("played rounds taken over"),
    "division.created": gettext_lazy("division added"),
    "division.seeded": gettext_lazy("seeds changed"),
    "entry.added": gettext_lazy("player entered"),
    "entry.changed": gettext_lazy("entry changed"),
    "entry.withdrawn": gettext_lazy("player withdrawn"),
    "entry.returned": gettext_lazy("player returned"),
    "event.changed": gettext_lazy("name or date changed"),
    "event.copied": gettext_lazy("new event made from a copy"),
    "event.created": gettext_lazy("event created"),
    "event.finished": gettext_lazy("event finished"),
    "event.reopened": gettext_lazy("event opened again"),
    "event.restored": gettext_lazy("went back to a copy"),
    "event.thrown_away": gettext_lazy("what-if thrown away"),
    "event.tried": gettext_lazy("what-if made"),
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
    "sheets.marked": gettext_lazy("sheets ticked off"),
    "slip.replaced": gettext_lazy("slip replaced"),
}
OBJECTS = {
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
