"""Forms of messages: the director's news, and what somebody wants to be told."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from messaging.kinds import TOPICS, Topic, Words
from messaging.models import MAX_ENDPOINT, MAX_NEWS


class NewsForm(forms.Form):
    """A text for everybody at the event."""

    text = forms.CharField(
        label=gettext_lazy("News"),
        max_length=MAX_NEWS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Shown on the event's page, and sent to everybody who asked for news."),
    )


class TopicsForm(forms.Form):
    """What to be told about."""

    topics = forms.MultipleChoiceField(
        label=gettext_lazy("Tell me about"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose what you want to be told about.")},
    )

    def __init__(self, *args: Any, offered: Mapping[Topic, Words] = TOPICS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        topics = self.fields["topics"]
        assert isinstance(topics, forms.MultipleChoiceField)
        topics.choices = [(topic.value, label) for topic, label in offered.items()]


class MailForm(TopicsForm):
    """Messages by email."""

    email = forms.EmailField(
        label=gettext_lazy("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    field_order = ("email", "topics")


class DeviceForm(TopicsForm):
    """Messages on this device: a script fills in what the browser gives out."""

    endpoint = forms.URLField(max_length=MAX_ENDPOINT, assume_scheme="https", widget=forms.HiddenInput)
    key = forms.RegexField(r"^[A-Za-z0-9_=-]{80,100}$", widget=forms.HiddenInput)
    secret = forms.RegexField(r"^[A-Za-z0-9_=-]{20,40}$", widget=forms.HiddenInput)
    name = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)

    prefix = "device"
