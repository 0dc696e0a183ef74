"""Which dictionary a club plays by."""

from datetime import date

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club
from games.game import Edition
from lexicon.models import LexiconVersion
from lexicon.names import language_name
from lexicon.queries import edition_on
from lexicon.wordlists.shipped import DEFAULT
from tournaments.errors import TournamentError
from tournaments.models import Division


def default_edition(club: Club, versions: QuerySet[LexiconVersion], day: date) -> LexiconVersion | None:
    """The edition that a new event of the club opens with: of its last event's dictionary, or of the site's default, the one in
    force on ``day``.
    """
    played = Division.objects.filter(event__club=club, lexicon_version__in=versions).order_by("-pk")
    last = played.values_list("lexicon_version__lexicon__slug", flat=True).first()
    editions = list(versions.filter(lexicon__slug=last or DEFAULT))
    return edition_on(editions, day) or next(iter(editions), None) or versions.first()


def dictionary_for(
    edition: Edition, club: Club, versions: QuerySet[LexiconVersion], day: date, chosen: LexiconVersion | None = None
) -> LexiconVersion:
    """The dictionary that goes with a language edition: ``chosen`` if it is of that language, else the one the club played by last,
    else the largest, in the edition in force on ``day``. Raises TournamentError when none of the language is installed.
    """
    if chosen is not None and chosen.lexicon.language == edition.language:
        return chosen
    fitting = versions.filter(lexicon__language=edition.language)
    played = Division.objects.filter(event__club=club, lexicon_version__in=fitting).order_by("-pk")
    slug = played.values_list("lexicon_version__lexicon__slug", flat=True).first()
    slug = slug or fitting.order_by("-word_count", "pk").values_list("lexicon__slug", flat=True).first()
    editions = list(fitting.filter(lexicon__slug=slug))
    version = edition_on(editions, day) or next(iter(editions), None)
    if version is None:
        problem = _(
            "No dictionary is installed for %(language)s. Install one, or choose tiles and dictionary yourself."
        )
        raise TournamentError(problem % {"language": language_name(edition.language)}, code="edition")
    return version
