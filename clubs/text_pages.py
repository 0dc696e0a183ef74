"""The privacy notice, the retention periods and the legal notice, which operators may rewrite."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs import text_services as services
from clubs.access import signed_in
from clubs.forms import SiteTextForm
from clubs.permissions import sees_all
from clubs.services import ClubError
from clubs.text_wording import SITE_TEXTS, SiteTextKind
from core.markdown import markdown


def text_page(request: HttpRequest, key: str) -> HttpResponse:
    """One of the site's texts."""
    kind = _kind(key)
    context = {
        "kind": kind,
        "text": markdown(services.text_of(key)),
        "others": [other for other in SITE_TEXTS.values() if other is not kind],
        "may_edit": sees_all(request.user),
    }
    return render(request, "clubs/site_text.html", context)


def edit_text(request: HttpRequest, key: str) -> HttpResponse:
    """Operators write another text."""
    kind, user = _kind(key), signed_in(request)
    if not sees_all(user):
        raise PermissionDenied("only operators change the site's texts")
    form = SiteTextForm(request.POST or None, initial={"text": services.text_of(key)})
    if request.method == "POST" and form.is_valid():
        try:
            services.save_text(actor=user, key=key, text=form.cleaned_data["text"])
        except ClubError as error:
            form.add_error("text", str(error))
        else:
            messages.success(request, _("Text saved."))
            return redirect("clubs:text", key)
    return render(request, "clubs/edit_text.html", {"kind": kind, "form": form}, status=422 if form.errors else 200)


def _kind(key: str) -> SiteTextKind:
    if key not in SITE_TEXTS:
        raise Http404
    return SITE_TEXTS[key]
