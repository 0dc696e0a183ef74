"""How good the free lists are: measured figures (``lexicon/data/quality.toml``), and in words what each lacks.

``manage.py measure_lexicon`` writes the figures; a list is known by the checksum of its words, so other words have none.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lexicon.engine.measuring import Measure
from lexicon.wordlists.packaged import PACKAGED, PackagedList
from lexicon.wordlists.shipped import DATA, SHIPPED, ShippedList

FIGURES = DATA / "quality.toml"

#: What a list lacks by the way it was made, by its slug.
LACKS: Mapping[str, object] = MappingProxyType(
    {
        "es": gettext_lazy("most plurals and verb forms: CASAS, GATOS, NIÑOS and COMES are not in it"),
        "es-forms": gettext_lazy("diminutives, and verbs with attached pronouns"),
        "eu": gettext_lazy("declined forms: nouns and adjectives are there in their base form only"),
        "fi": gettext_lazy("inflected forms and most compounds: it has headwords only"),
        "hu": gettext_lazy("most inflected forms"),
        "tr": gettext_lazy("inflected forms: it has headwords only, verbs with -MAK or -MEK"),
        "ru": gettext_lazy("verbs and adjectives: it has nouns in the nominative singular only"),
        "gu": gettext_lazy("words with ઍ, ઑ, ઐ, ઔ, ઙ or a single ઞ, which are not on any tile"),
    }
)


#: Lists whose second list was made from the same source.
SAME_SOURCE = frozenset({"el", "eu", "nl", "no", "pl", "ro", "sk", "sl"})


@dataclass(frozen=True, slots=True)
class Quality:
    """A list beside a second one: ``against`` names that. ``measured`` is missing where there is nothing independent."""

    slug: str
    against: str = ""
    measured: Measure | None = None

    def lines(self) -> list[str]:
        """The figures, and what the list lacks, as sentences."""
        lines = []
        if one := self.measured:
            figures = {
                "name": self.against,
                "precision": round(100 * one.precision),
                "recall": round(100 * one.recall),
            }
            lines.append(
                _(
                    "Compared with %(name)s: %(precision)d%% of its words are in that list, and it has %(recall)d%% of that "
                    "list's words."
                )
                % figures
            )
        else:
            lines.append(_("Not compared with another word list: none is known for this language."))
        if self.slug in SAME_SOURCE:
            lines.append(_("Both come from the same source, so the comparison means little."))
        if self.slug in LACKS:
            lines.append(_("It lacks %(what)s.") % {"what": LACKS[self.slug]})
        return lines


@cache
def _by_checksum() -> Mapping[str, Quality]:
    figures = tomllib.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.is_file() else {}
    lists: dict[str, PackagedList | ShippedList] = {**PACKAGED, **SHIPPED}
    slugs = {one.checksum: slug for slug, one in lists.items()}
    known = {checksum: Quality(slug) for checksum, slug in slugs.items()}
    for slug, row in figures.items():
        checksum = row["checksum"]
        known[checksum] = Quality(slug, row["against"], Measure(row["words"], row["second"], row["both"]))
    return known


def quality_of(checksum: str) -> list[str]:
    """What is known of a list by the checksum of its words, as sentences; none for a list that is not one of ours."""
    known = _by_checksum().get(checksum)
    return known.lines() if known else []


def write_figures(slug: str, checksum: str, against: str, measured: Measure) -> None:
    """Enter a list's figures in the data file."""
    figures = tomllib.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.is_file() else {}
    row = {"against": against, "checksum": checksum}
    counts = {"words": measured.words, "second": measured.second, "both": measured.both}
    figures[slug] = {**row, **counts}
    parts = [
        "# Written by manage.py measure_lexicon: words of three tiles or more in the list, in the second list, in both.\n"
    ]
    for name, values in sorted(figures.items()):
        lines = [
            f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}" for key, value in values.items()
        ]
        parts.append("\n".join([f"[{name}]", *lines, ""]))
    FIGURES.write_text("\n".join(parts), encoding="utf-8")
    _by_checksum.cache_clear()
