"""Which dictionary a club plays by."""

from datetime import date

from django.db.models import QuerySet

from clubs.models import Club
from lexicon.models import LexiconVersion
from lexicon.queries import edition_on
from lexicon.wordlists.shipped import DEFAULT
from tournaments.models import Division


def default_edition(club: Club, versions: QuerySet[LexiconVersion], day: date) -> LexiconVersion | None:
    """The edition that a new event of the club opens with: of its last event's dictionary, or of the site's default, the one in
    force on ``day``.
    """
    played = Division.objects.filter(event__club=club, lexicon_version__in=versions).order_by("-pk")
    last = played.values_list("lexicon_version__lexicon__slug", flat=True).first()
    editions = list(versions.filter(lexicon__slug=last or DEFAULT))
    return edition_on(editions, day) or next(iter(editions), None) or versions.first()
