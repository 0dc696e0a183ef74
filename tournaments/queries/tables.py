"""Which tables of the hall other divisions of the event sit at."""

from django.db.models import Max

from tournaments.models import Division, Entry, Pairing, Round


def tables_elsewhere(division: Division) -> frozenset[int]:
    """Tables of other divisions of the event: set aside for them, fixed for their players, in their last round. Three queries."""
    others = Division.objects.filter(event=division.event_id).exclude(pk=division.pk)
    rows = list(others.annotate(last=Max("rounds__number")).values_list("pk", "last", "table_numbers"))
    last = {pk: number for pk, number, _tables in rows}
    found = {table for _pk, _number, tables in rows for table in tables}
    fixed = Entry.objects.filter(division__in=last, status=Entry.Status.ACTIVE, fixed_table__isnull=False)
    found.update(table for table in fixed.values_list("fixed_table", flat=True) if table is not None)
    seated = Pairing.objects.filter(round__division__in=last, kind=Pairing.Kind.GAME)
    games = seated.values_list("round__division", "round__number", "table_number")
    found.update(table for pk, number, table in games if table is not None and number == last[pk])
    return frozenset(found)


def table_clashes(round_: Round) -> list[int]:
    """Tables of the round where another division sits in its last round: only a fixed table can come to that."""
    own = set(Pairing.objects.filter(round=round_, kind=Pairing.Kind.GAME).values_list("table_number", flat=True))
    return sorted(table for table in own & tables_elsewhere(round_.division) if table is not None)
