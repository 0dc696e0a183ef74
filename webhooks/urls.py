"""Addresses of a club's webhooks."""

from django.urls import URLPattern

from clubs.access import page
from clubs.permissions import Action
from webhooks.pages import webhooks

_webhooks = "clubs/<slug:club>/webhooks/"
_webhook = f"{_webhooks}<int:webhook>/"
MANAGE = Action.MANAGE_CLUB

urlpatterns: list[URLPattern] = [
    page(_webhooks, webhooks.webhook_list, "webhooks", MANAGE),
    page(f"{_webhooks}new/", webhooks.new_webhook, "new_webhook", MANAGE, "GET POST"),
    page(_webhook, webhooks.webhook, "webhook", MANAGE, "GET POST"),
    page(f"{_webhook}act/", webhooks.act, "webhook_act", MANAGE, "POST"),
    page(f"{_webhook}deliveries/<int:delivery>/again/", webhooks.again, "webhook_again", MANAGE, "POST"),
]
