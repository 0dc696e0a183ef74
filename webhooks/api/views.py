"""Webhooks over HTTP: entered, changed, tried, paused, and what was sent to them."""

from typing import Any

from django.http import Http404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from core.api.bodies import sent
from core.api.fields import ShownSerializer
from core.api.operations import operation
from core.api.paged import PagedView
from core.api.rows import RowSerializer
from core.outgoing import MAX_ADDRESS
from webhooks import queries
from webhooks.access import WebhookPath
from webhooks.engine.signing import secret_text
from webhooks.inputs import WebhookInput
from webhooks.kinds import topic_choices
from webhooks.models import MAX_NAME, Webhook, WebhookDelivery
from webhooks.queries import WebhookLine
from webhooks.services import webhooks as services


class WebhookLineSerializer(RowSerializer[WebhookLine]):
    """A webhook; its secret cannot be read again."""

    names = "id name address topics paused failures needs_secret created_at"
    choices = {"paused": ["", *Webhook.Why.values]}
    help = {
        "paused": "Why nothing is sent; empty while deliveries are sent.",
        "failures": "Tries in a row that failed.",
        "needs_secret": "The server's key was changed: make a new secret.",
    }


class CreatedWebhookSerializer(WebhookLineSerializer):
    """A webhook with its secret, which is shown this once."""

    secret = serializers.CharField(read_only=True, help_text="Deliveries are signed with it.")


class NewWebhookSerializer(serializers.Serializer[None]):
    """What a director says about a webhook."""

    name = serializers.CharField(max_length=MAX_NAME)
    address = serializers.CharField(max_length=MAX_ADDRESS, help_text="The whole address, beginning with https://.")
    topics = serializers.MultipleChoiceField(choices=topic_choices(), allow_empty=False)

    def to_input(self) -> WebhookInput:
        """The frozen input; call after ``is_valid()``."""
        return WebhookInput.of(self.validated_data)


class WebhookDeliverySerializer(ShownSerializer[WebhookDelivery]):
    """A delivery. ``number`` is its ``webhook-id``, the same at every try."""

    class Meta:
        model = WebhookDelivery
        fields = (
            "id",
            "number",
            "topic",
            "state",
            "tries",
            "due_at",
            "status_code",
            "trouble",
            "created_at",
            "sent_at",
        )
        read_only_fields = fields


def _shown(webhook: Webhook) -> Response:
    return Response(WebhookLineSerializer(queries.line_of(webhook)).data)


def _with_secret(webhook: Webhook, secret: bytes, code: int) -> Response:
    body: dict[str, Any] = {**WebhookLineSerializer(queries.line_of(webhook)).data, "secret": secret_text(secret)}
    return Response(body, status=code, headers={"Cache-Control": "no-store"})


class WebhooksView(PagedView):
    """The webhooks of a club."""

    serializer_class = WebhookLineSerializer

    @operation("webhooks", "webhooks", gives=WebhookLineSerializer(many=True))
    def get(self, request: Request, club: str) -> Response:
        """The club's webhooks."""
        return self.page(queries.webhooks_of(reached(request, ClubPath(club))))

    @operation("add_webhook", "webhooks", takes=NewWebhookSerializer, gives=CreatedWebhookSerializer, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Enter a webhook. Its secret is in this answer only."""
        this_club = reached(request, ClubPath(club))
        data = sent(request, NewWebhookSerializer)
        made, secret = services.add_webhook(actor=signed_in(request), club=this_club, data=data.to_input())
        return _with_secret(made, secret, status.HTTP_201_CREATED)


class WebhookView(APIView):
    """One webhook."""

    @operation("webhook", "webhooks", gives=WebhookLineSerializer)
    def get(self, request: Request, club: str, webhook: int) -> Response:
        """A webhook."""
        return _shown(reached(request, WebhookPath(club, webhook)))

    @operation("change_webhook", "webhooks", takes=NewWebhookSerializer, gives=WebhookLineSerializer)
    def put(self, request: Request, club: str, webhook: int) -> Response:
        """Give it this name, address and topics; its secret stays."""
        this = reached(request, WebhookPath(club, webhook))
        data = sent(request, NewWebhookSerializer)
        return _shown(services.change_webhook(actor=signed_in(request), webhook=this, data=data.to_input()))

    @operation("delete_webhook", "webhooks")
    def delete(self, request: Request, club: str, webhook: int) -> Response:
        """Delete it with the list of its deliveries."""
        services.delete_webhook(actor=signed_in(request), webhook=reached(request, WebhookPath(club, webhook)))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SecretView(APIView):
    """The secret of a webhook."""

    @operation("renew_webhook_secret", "webhooks", gives=CreatedWebhookSerializer)
    def post(self, request: Request, club: str, webhook: int) -> Response:
        """Make a new secret, which is in this answer only; the one before signs nothing more."""
        this = reached(request, WebhookPath(club, webhook))
        made, secret = services.renew_secret(actor=signed_in(request), webhook=this)
        return _with_secret(made, secret, status.HTTP_200_OK)


class TestView(APIView):
    """Trying a webhook."""

    @operation("test_webhook", "webhooks", gives=WebhookDeliverySerializer, status=202)
    def post(self, request: Request, club: str, webhook: int) -> Response:
        """Send a test; the list of deliveries says how it went."""
        this = reached(request, WebhookPath(club, webhook))
        delivery = services.send_test(actor=signed_in(request), webhook=this)
        return Response(WebhookDeliverySerializer(delivery).data, status=status.HTTP_202_ACCEPTED)


class PauseView(APIView):
    """Pausing a webhook."""

    @operation("pause_webhook", "webhooks", gives=WebhookLineSerializer)
    def post(self, request: Request, club: str, webhook: int) -> Response:
        """Send nothing until it is resumed; what happens until then is never sent."""
        this = reached(request, WebhookPath(club, webhook))
        return _shown(services.pause_webhook(actor=signed_in(request), webhook=this))


class ResumeView(APIView):
    """Resuming a webhook."""

    @operation("resume_webhook", "webhooks", gives=WebhookLineSerializer)
    def post(self, request: Request, club: str, webhook: int) -> Response:
        """Send again, beginning with what waited when it was paused."""
        this = reached(request, WebhookPath(club, webhook))
        return _shown(services.resume_webhook(actor=signed_in(request), webhook=this))


class DeliveriesView(PagedView):
    """What was sent to a webhook."""

    serializer_class = WebhookDeliverySerializer

    @operation("webhook_deliveries", "webhooks", gives=WebhookDeliverySerializer(many=True))
    def get(self, request: Request, club: str, webhook: int) -> Response:
        """The deliveries of the last 30 days, newest first."""
        return self.page(queries.deliveries_of(reached(request, WebhookPath(club, webhook))))


class AgainView(APIView):
    """Sending a delivery again."""

    @operation("send_webhook_delivery_again", "webhooks", gives=WebhookDeliverySerializer, status=202)
    def post(self, request: Request, club: str, webhook: int, delivery: int) -> Response:
        """Try a delivery again that was given up."""
        this = reached(request, WebhookPath(club, webhook))
        try:
            queued = services.send_again(actor=signed_in(request), webhook=this, delivery_id=delivery)
        except WebhookDelivery.DoesNotExist:
            raise Http404 from None
        return Response(WebhookDeliverySerializer(queued).data, status=status.HTTP_202_ACCEPTED)
