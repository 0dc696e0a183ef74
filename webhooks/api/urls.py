"""Addresses of webhooks under ``/api/v1/``."""

from clubs.access import Needs
from clubs.api.addresses import api
from clubs.permissions import Action
from clubs.scopes import Scope
from webhooks.api import views

_LOOK = Needs(Action.MANAGE_CLUB, Scope.READ)
_MANAGE = Needs(Action.MANAGE_CLUB, Scope.CLUBS)
_all = "clubs/<slug:club>/webhooks/"
_one = f"{_all}<int:webhook>/"

urlpatterns = [
    api(_all, views.WebhooksView, "webhooks", get=_LOOK, post=_MANAGE),
    api(_one, views.WebhookView, "webhook", get=_LOOK, put=_MANAGE, delete=_MANAGE),
    api(f"{_one}secret/", views.SecretView, "webhook_secret", post=_MANAGE),
    api(f"{_one}test/", views.TestView, "webhook_test", post=_MANAGE),
    api(f"{_one}pause/", views.PauseView, "webhook_pause", post=_MANAGE),
    api(f"{_one}resume/", views.ResumeView, "webhook_resume", post=_MANAGE),
    api(f"{_one}deliveries/", views.DeliveriesView, "webhook_deliveries", get=_LOOK),
    api(f"{_one}deliveries/<int:delivery>/again/", views.AgainView, "webhook_again", post=_MANAGE),
]
