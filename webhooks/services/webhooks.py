"""Use cases of a club's directors: entering webhooks, changing them, pausing, new secrets, tests. Each is logged."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, User
from clubs.permissions import Action, require
from clubs.services import ClubError
from core.outgoing import address_problem, host_of
from webhooks.inputs import WebhookInput
from webhooks.kinds import Topic
from webhooks.models import MAX_NAME, Webhook, WebhookDelivery, WebhookTopic
from webhooks.services import sending

MOST_WEBHOOKS: Final = 20


@transaction.atomic
def add_webhook(*, actor: User, club: Club, data: WebhookInput) -> tuple[Webhook, bytes]:
    """Enter a webhook; with its secret, which is shown this once. Raises ClubError, PermissionDenied."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    require(actor, club, Action.MANAGE_CLUB)
    _refuse(club, data)
    if Webhook.objects.filter(club=club).count() >= MOST_WEBHOOKS:
        raise ClubError(
            _("A club can have at most %(most)d webhooks. Delete one that is no longer used.") % {"most": MOST_WEBHOOKS}
        )
    webhook = Webhook(club=club, name=data.name.strip(), address=data.address, made_by=actor)
    secret = webhook.renew_secret()
    webhook.save()
    _choose(webhook, data)
    _log(actor, webhook, "webhook.added", after=_logged(data))
    return webhook, secret


@transaction.atomic
def change_webhook(*, actor: User, webhook: Webhook, data: WebhookInput) -> Webhook:
    """Give it another name, address or topics. Raises ClubError, PermissionDenied."""
    webhook = _locked(actor, webhook)
    _refuse(webhook.club, data, but=webhook)
    before = _logged(WebhookInput(name=webhook.name, address=webhook.address, topics=frozenset(_topics(webhook))))
    if webhook.address != data.address:
        webhook.failures = 0
    webhook.name, webhook.address = data.name.strip(), data.address
    webhook.save(update_fields=["name", "address", "failures"])
    _choose(webhook, data)
    _log(actor, webhook, "webhook.changed", before=before, after=_logged(data))
    return webhook


@transaction.atomic
def pause_webhook(*, actor: User, webhook: Webhook) -> Webhook:
    """Send nothing more until it is resumed; what happens in between is not sent later. Nothing happens twice."""
    webhook = _locked(actor, webhook)
    if webhook.paused_at is None:
        webhook.paused_at, webhook.paused_why = timezone.now(), Webhook.Why.BY_HAND
        webhook.save(update_fields=["paused_at", "paused_why"])
        _log(actor, webhook, "webhook.paused")
    return webhook


@transaction.atomic
def resume_webhook(*, actor: User, webhook: Webhook) -> Webhook:
    """Send again, beginning with what waited when it was paused. Nothing happens twice."""
    webhook = _locked(actor, webhook)
    if webhook.paused_at is not None:
        webhook.paused_at, webhook.paused_why, webhook.failures = None, "", 0
        webhook.save(update_fields=["paused_at", "paused_why", "failures"])
        _log(actor, webhook, "webhook.resumed")
    return webhook


@transaction.atomic
def renew_secret(*, actor: User, webhook: Webhook) -> tuple[Webhook, bytes]:
    """A new secret, which is shown this once; from now on deliveries are signed with it."""
    webhook = _locked(actor, webhook)
    secret = webhook.renew_secret()
    webhook.save(update_fields=["nonce", "secret_hash"])
    _log(actor, webhook, "webhook.secret_renewed")
    return webhook, secret


@transaction.atomic
def send_test(*, actor: User, webhook: Webhook) -> WebhookDelivery:
    """Send a test. Raises ClubError for a paused webhook."""
    webhook = _locked(actor, webhook)
    if webhook.paused_at is not None:
        raise ClubError(_("The webhook is paused. Resume it first."), code="paused")
    return sending.queue_test(webhook)


@transaction.atomic
def send_again(*, actor: User, webhook: Webhook, delivery_id: int) -> WebhookDelivery:
    """Try a delivery again that was given up. Raises ClubError, PermissionDenied, WebhookDelivery.DoesNotExist."""
    webhook = _locked(actor, webhook)
    delivery = WebhookDelivery.objects.select_for_update().get(webhook=webhook, pk=delivery_id)
    delivery.webhook = webhook
    return sending.queue_again(delivery)


@transaction.atomic
def delete_webhook(*, actor: User, webhook: Webhook) -> None:
    """Delete it with the list of its deliveries."""
    webhook = _locked(actor, webhook)
    _log(actor, webhook, "webhook.deleted", before={"name": webhook.name, "host": host_of(webhook.address)})
    webhook.delete()


def _locked(actor: User, webhook: Webhook) -> Webhook:
    webhook = Webhook.objects.select_for_update(of=("self",)).select_related("club").get(pk=webhook.pk)
    require(actor, webhook.club, Action.MANAGE_CLUB)
    return webhook


def _refuse(club: Club, data: WebhookInput, but: Webhook | None = None) -> None:
    if not data.name.strip() or len(data.name.strip()) > MAX_NAME:
        raise ClubError(_("Give it a name, such as that of the program it goes to."), code="name")
    if not data.topics:
        raise ClubError(_("Choose at least one thing to send."), code="topics")
    if problem := address_problem(data.address):
        raise ClubError(problem, code="address")
    same = Webhook.objects.filter(club=club, address=data.address)
    if (same if but is None else same.exclude(pk=but.pk)).exists():
        raise ClubError(_("The club already has a webhook with this address."), code="address")


def _topics(webhook: Webhook) -> set[Topic]:
    return set(map(Topic, WebhookTopic.objects.filter(webhook=webhook).values_list("topic", flat=True)))


def _choose(webhook: Webhook, data: WebhookInput) -> None:
    """Make its topics those of the input."""
    now = _topics(webhook)
    WebhookTopic.objects.filter(webhook=webhook).exclude(topic__in=data.topics).delete()
    WebhookTopic.objects.bulk_create(WebhookTopic(webhook=webhook, topic=topic) for topic in sorted(data.topics - now))


def _logged(data: WebhookInput) -> dict[str, object]:
    """For the log: the host without the rest of the address, in which there may be a key."""
    return {"name": data.name.strip(), "host": host_of(data.address), "topics": sorted(data.topics)}


def _log(
    actor: User,
    webhook: Webhook,
    verb: str,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    log_action(
        actor=actor, verb=verb, target=webhook, scope=f"club:{webhook.club_id}", before=before, after=after or {}
    )
