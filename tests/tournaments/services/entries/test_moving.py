"""Moving a player between divisions: before play the entry is made anew; during play results stay, and count there by choice."""

import pytest
from django.test import Client

from clubs.models import User
from tests import factories
from tournaments.errors import TournamentError
from tournaments.models import Division, Entry, Result
from tournaments.queries.standings import standings_of
from tournaments.services.entries.moving import move_entry
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import add_division

pytestmark = pytest.mark.django_db


def move(entry: Entry, to: Division, director: User, **more: str) -> str:
    """Send the form of the player's page; the page after it."""
    client = Client()
    client.force_login(director)
    address = f"/e/{entry.division.event.slug}/{entry.division.slug}/manage/roster/{entry.pk}/move/"
    answer = client.post(address, {"to": str(to.pk), "reason": "Too strong.", **more}, follow=True)
    return answer.content.decode()


def test_moving_before_and_during_play(division: Division, director: User) -> None:
    other = add_division(actor=director, event=division.event, data=factories.division_data(name="B", rounds_planned=4))
    entries = factories.entries(division, director, 6)
    factories.change(division, late_rounds="nothing")
    assert "plays in Division B from round 1" in move(entries[5], other, director)
    assert not Entry.objects.filter(pk=entries[5].pk).exists()
    assert Entry.objects.get(player=entries[5].player_id).division_id == other.pk
    fay = Entry.objects.get(player=entries[5].player_id)
    assert "Choose a valid" in move(fay, other, director) or "Select a valid choice" in move(fay, other, director)
    move(entries[4], other, director)
    first = factories.publish(division, director, 1)
    factories.play(first)
    factories.play(factories.publish(other, director, 1))
    winner = Entry.objects.get(pk=factories.games(first)[0].first.entry_id)
    before = {line.entry_id: line.row.points for line in standings_of(division)}
    page = move(winner, other, director, count_results="on")
    assert "plays in Division B from round 2" in page
    winner.refresh_from_db()
    assert winner.status == Entry.Status.WITHDRAWN
    assert {line.entry_id: line.row.points for line in standings_of(division)} == before, "opponents keep their results"
    new = Entry.objects.get(division=other, player=winner.player_id)
    assert Result.objects.get(pairing__seats__entry=new).spread == 50
    [line] = [line for line in standings_of(other) if line.entry_id == new.pk]
    assert (line.row.wins, line.row.spread) == (1, 50)


def test_a_tie_counts_as_missed_and_nobody_is_entered_twice(division: Division, director: User) -> None:
    other = add_division(actor=director, event=division.event, data=factories.division_data(name="B", rounds_planned=4))
    factories.change(other, late_rounds="bye")
    rows = [RosterRow(name=name, line=line) for line, name in enumerate(("Yan", "Zoe"), start=1)]
    import_roster(actor=director, division=other, rows=rows)
    factories.play(factories.publish(other, director, 1))
    first = factories.start(division, director, 2)
    factories.play(first, lead=0)
    tied = Entry.objects.get(pk=factories.games(first)[0].first.entry_id)
    with pytest.raises(TournamentError, match="Choose another division of this event"):
        move_entry(actor=director, entry=tied, to=division)
    new = move_entry(actor=director, entry=tied, to=other, count_results=True)
    results = Result.objects.filter(pairing__seats__entry=new)
    assert list(results.values_list("kind", "spread")) == [("bye", None)], "as for any late entry"
    with pytest.raises(TournamentError, match="is already entered there"):
        move_entry(actor=director, entry=tied, to=other)
