"""What happens at events that somebody may want to be told: called by events and registration through their hooks."""

from collections.abc import Sequence

from mail.models import Mail
from messaging.kinds import KINDS
from messaging.models import Address, Channel, Message, Subscription, mark_of
from messaging.queries import places_in
from messaging.services.outbox import deliver, is_told, note, note_first, of_form, of_registration
from registration.models import Registration, RegistrationGroup
from tournaments.models import CheckIn, Pairing, Round


def round_published(round_: Round) -> None:
    """A round is public: its players are told their tables; after it was unpublished, those whose table changed."""
    about = _about(round_)
    data: dict[str, object] = {"division": round_.division_id, "number": round_.number}
    back = Message.objects.filter(about=about).order_by("-pk").first()
    if back is None or back.kind != "round-unpublished":
        note(round_.division.event, "round-published", about, data)
    else:
        note(round_.division.event, "round-changed", about, data | {"before": back.data["before"]})


def round_unpublished(round_: Round) -> None:
    """A round is a draft again: its players are told, and where they sat is kept to compare."""
    before = {str(pk): place.stored for pk, place in places_in(round_).items()}
    data = {"division": round_.division_id, "number": round_.number, "before": before}
    note(round_.division.event, "round-unpublished", _about(round_), data)


def round_changing(round_: Round) -> None:
    """Pairings of a public round are about to change: those whose table or opponent is then another one are told, and nobody else.

    What was changed before and not told yet is told together with it.
    """
    about = _about(round_)
    last = Message.objects.filter(about=about).order_by("-pk").first()
    if last is not None and last.kind == "round-changed" and last.spread_at is None:
        before = last.data["before"]
    else:
        before = {str(pk): place.stored for pk, place in places_in(round_).items()}
    data = {"division": round_.division_id, "number": round_.number, "before": before}
    note(round_.division.event, "round-changed", about, data)


def games_added(games: Sequence[Pairing]) -> None:
    """Games from the queue begin: the two players of each are told, and nobody else."""
    event = games[0].round.division.event
    note_first(event, "game-paired", {f"game:{game.pk}": {"game": game.pk} for game in games})


def _about(round_: Round) -> str:
    # a draft that is discarded is another row, but the same round to its players
    return f"round:{round_.division_id}:{round_.number}"


def result_disputed(pairing: Pairing) -> None:
    """The reports of a game differ: its players are told, and those who settle it."""
    event = pairing.round.division.event
    note(event, "result-disputed", f"game:{pairing.pk}", {"game": pairing.pk})
    note(event, "result-to-settle", f"game:{pairing.pk}", {"game": pairing.pk})


def check_in_opened(check_in: CheckIn) -> None:
    """Check-in has begun, or players can check themselves in now."""
    words = {"by_players": check_in.self_open}
    note(check_in.event, "check-in-open", f"event:{check_in.event_id}", {"words": words})


def tell_of_registration(kind: str, registration: Registration, again: object = "") -> None:
    """Something about a registration: its own address and whoever else asked are written to at once, inside the transaction.

    The address typed on the form is there for exactly this; it can be ended as any other. ``again`` tells a repeated notice from the first.
    """
    event = registration.division.event
    if not is_told(event):
        return
    _own_address(registration.group)
    kind = f"registration-{kind}"
    line = of_registration(registration, KINDS[kind])
    if not line.addresses:
        return
    about = f"registration:{registration.pk}:{registration.position}:{again}"[:100]
    data = {"registration": registration.pk}
    message, _created = Message.objects.get_or_create(
        kind=kind, about=about, version=1, defaults={"event": event, "data": data}
    )
    message.event = event
    deliver(message, line)
    Message.objects.filter(pk=message.pk, spread_at=None).update(spread_at=message.created_at)


def tell_of_form(people: Sequence[Registration]) -> None:
    """A form with these people was received: the address on it gets one mail about all of them, an account one about its own."""
    first = people[0]
    event = first.division.event
    if not is_told(event):
        return
    _own_address(first.group)
    kind = KINDS["registration-received"]
    lines = list(of_form(people, kind))
    if not lines:
        return
    message, _created = Message.objects.get_or_create(
        kind=kind.key,
        about=f"registration:{first.pk}:{first.position}:",
        version=1,
        defaults={"event": event, "data": {"people": [one.pk for one in people]}},
    )
    message.event = event
    for line in lines:
        deliver(message, line)
    Message.objects.filter(pk=message.pk, spread_at=None).update(spread_at=message.created_at)


def follow_address(group: RegistrationGroup, before: str) -> None:
    """The address on the form was corrected: the new one is told what the one ``before`` was, whose mails go with it.

    Only this form's: the address may be somebody else's, who is told of other things there.
    """
    old = Address.objects.filter(group=group, channel=Channel.MAIL, mark=mark_of(before))
    topics = set(Subscription.objects.filter(address__in=old).values_list("topic", flat=True))
    Mail.objects.filter(delivery__address__in=old).delete()
    old.delete()
    _own_address(group)
    for address in Address.objects.filter(group=group, channel=Channel.MAIL, mark=mark_of(group.email)):
        for topic in topics:
            Subscription.objects.get_or_create(address=address, topic=topic)


def _own_address(group: RegistrationGroup) -> None:
    """The address typed on the form, which asked for messages about the registration by being typed there."""
    if not group.email:
        return
    address, created = Address.objects.get_or_create(
        group=group,
        channel=Channel.MAIL,
        mark=mark_of(group.email),
        defaults={"to": group.email, "language": group.language},
    )
    if created:
        Subscription.objects.create(address=address, topic=KINDS["registration-received"].topic)
