"""The guides for players and directors."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.guides import GUIDES, guide


def guide_page(request: HttpRequest, name: str) -> HttpResponse:
    """One guide in the reader's language."""
    if name not in GUIDES:
        raise Http404
    title, text = guide(name)
    return render(request, "clubs/guide.html", {"title": title, "text": text, "name": name})
