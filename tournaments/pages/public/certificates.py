"""Where anybody checks a certificate by its code."""

import re
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from limits.web import limited_by_key
from tournaments.queries.certificates import certificate_of
from tournaments.wording.prize_sheet import certificate_in_words

_TEMPLATE = "tournaments/public/certificate.html"


def check_certificate(request: HttpRequest) -> HttpResponse:
    """Where the code of a certificate is typed."""
    typed = request.GET.get("code", "")[:60]
    parts = re.findall(r"[^\W_]+", typed)  # with spaces or any dashes between them
    code = "-".join(parts) if len(parts) == 3 else "".join(typed.split())
    if code and "/" not in code:
        return redirect("tournaments:certificate", key=code)
    return render(request, _TEMPLATE, {"code": code})


@limited_by_key
def certificate(request: HttpRequest, key: str) -> HttpResponse:
    """What the certificate with this code says, or that there is none."""
    genuine = certificate_of(key)
    if genuine is None:
        return render(request, _TEMPLATE, {"code": key[:60]}, status=HTTPStatus.NOT_FOUND)
    context = {"code": genuine.code, "certificate": genuine, "words": certificate_in_words(genuine)}
    return render(request, _TEMPLATE, context)
