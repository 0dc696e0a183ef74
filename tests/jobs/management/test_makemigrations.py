"""A migration declares constraints with their tables, without changing what they say."""

from django.db import models
from django.db.migrations.operations import AddConstraint, AddField, CreateModel
from django.db.models import Q

from jobs.management.commands.makemigrations import folded


def test_constraints_stand_with_their_tables_unless_they_need_a_later_field() -> None:
    club = CreateModel("Club", [("size", models.IntegerField())])
    player = CreateModel("Player", [("club", models.ForeignKey("jobs.club", models.CASCADE))])
    captain = AddField("club", "captain", models.ForeignKey("jobs.player", models.CASCADE, null=True))
    positive = models.CheckConstraint(condition=Q(size__gte=0), name="size_positive")
    one_captain = models.UniqueConstraint(fields=["captain"], name="captain_once")
    one_club = models.UniqueConstraint(fields=["club"], name="player_once")
    operations = [club, player, captain]
    operations += [
        AddConstraint("club", positive),
        AddConstraint("club", one_captain),
        AddConstraint("player", one_club),
    ]

    first, second, *rest = folded(operations, "jobs")

    assert isinstance(first, CreateModel)
    assert isinstance(second, CreateModel)
    assert (first.name, first.options) == ("Club", {"constraints": [positive]})
    assert (second.name, second.options) == ("Player", {"constraints": [one_club]})
    assert rest[0] is captain
    assert [one.constraint.name for one in rest[1:] if isinstance(one, AddConstraint)] == ["captain_once"]


def test_a_constraint_of_a_table_in_another_migration_stays() -> None:
    alone = AddConstraint("club", models.UniqueConstraint(fields=["size"], name="size_once"))
    assert folded([alone], "jobs") == [alone]
