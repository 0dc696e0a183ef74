"""Forms of accounts and clubs."""

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext_lazy as _

from clubs.models import Role, User
from clubs.services import ClubInput


class SignUpForm(UserCreationForm[User]):
    """Name and password; nothing else is needed to play."""

    class Meta:
        model = User
        fields = ("username",)


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("The word in the club's web address; empty: made from the name."),
    )
    about = forms.CharField(label=_("About"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def to_input(self) -> ClubInput:
        """The frozen input of ``create_club``; call after ``is_valid()``."""
        return ClubInput(**self.cleaned_data)


class MemberForm(forms.Form):
    """Give a registered user a role."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class TokenForm(forms.Form):
    """A new API token."""

    days = forms.TypedChoiceField(
        label=_("Valid for"), coerce=int, choices=[(1, _("one day")), (30, _("30 days")), (365, _("one year"))]
    )
