"""Forms that anybody may send, kept from robots without a third party: a field that people do not see, and the time to fill it in."""

import time
from typing import Any

from django import forms
from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

#: Nobody reads and sends a form faster than this; programs do.
SECONDS = 2
_SALT = "limits.forms"


def stamp(at: float | None = None) -> str:
    """When a form was shown, signed."""
    return Signer(salt=_SALT).sign(str(int(time.time() if at is None else at)))


class NotARobotForm(forms.Form):
    """A form with a field that only programs fill in, and the moment at which it was shown."""

    website = forms.CharField(
        label=gettext_lazy("Leave this field empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("shown", stamp())

    def clean(self) -> dict[str, Any]:
        """Refuse what a program sends; a person who was very quick sends the form once more."""
        data = super().clean() or self.cleaned_data
        if data.get("website"):
            raise forms.ValidationError(_("Leave the last field empty, and send the form again."), code="robot")
        try:
            shown = int(Signer(salt=_SALT).unsign(data.get("shown", "")))
        except (BadSignature, ValueError):
            shown = None
        if shown is None or time.time() - shown < SECONDS:
            raise forms.ValidationError(_("That was very quick. Please send the form again."), code="quick")
        return data


class ContactForm(NotARobotForm):
    """A message to the directors."""

    name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=gettext_lazy("Your email"),
        required=False,
        help_text=gettext_lazy("Only the directors see it. Without it they cannot reply."),
    )
    text = forms.CharField(label=gettext_lazy("Message"), max_length=4000, widget=forms.Textarea(attrs={"rows": 6}))
    field_order = ("name", "email", "text", "website", "shown")
