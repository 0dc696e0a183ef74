"""The form of a webhook."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.outgoing import MAX_ADDRESS
from webhooks.inputs import WebhookInput
from webhooks.kinds import topic_choices
from webhooks.models import MAX_NAME, Webhook


class WebhookForm(forms.Form):
    """Name, address, and what to send."""

    name = forms.CharField(
        label=_("Name"), max_length=MAX_NAME, help_text=_("For example, the name of the program it goes to.")
    )
    address = forms.CharField(
        label=_("Address"),
        max_length=MAX_ADDRESS,
        help_text=_("Address of that program, beginning with https://"),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    topics = forms.MultipleChoiceField(label=_("Send when"), choices=topic_choices, widget=forms.CheckboxSelectMultiple)

    @staticmethod
    def initial_of(webhook: Webhook) -> dict[str, Any]:
        """The form's values for a webhook. One query."""
        topics = [row.topic for row in webhook.topics.all()]
        return {"name": webhook.name, "address": webhook.address, "topics": topics}

    def to_input(self) -> WebhookInput:
        """The frozen input; call after ``is_valid()``."""
        return WebhookInput.of(self.cleaned_data)
