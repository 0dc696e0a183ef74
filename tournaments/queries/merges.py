"""Where the merging of a game's two scoresheets stands."""

from collections.abc import Collection

from tournaments.models import Pairing, SheetMerge


def current_merge(pairing: Pairing, reports: Collection[int]) -> SheetMerge | None:
    """The latest merge of two of these reports (ids), which are those that count; None without one. One query."""
    merges = SheetMerge.objects.filter(pairing=pairing, first__in=reports, second__in=reports)
    return merges.select_related("record").order_by("-pk").first()
