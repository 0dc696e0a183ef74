"""The dictionary pages: what there is, what it is not, and the notices owed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from lexicon.queries import kept_by, readable_by


def lexicon_list(request: HttpRequest) -> HttpResponse:
    """The dictionaries this visitor may see."""
    return render(request, "lexicon/list.html", {"lexicons": readable_by(request.user), "keeps": kept_by(request.user)})


def lexicon_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """One dictionary: editions, word counts, source, licence."""
    lexicon = get_object_or_404(readable_by(request.user), slug=slug)
    return render(request, "lexicon/detail.html", {"lexicon": lexicon, "versions": lexicon.versions.all()})
