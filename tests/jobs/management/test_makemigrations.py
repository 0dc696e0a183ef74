"""A migration declares constraints with their tables and makes tables in one step, without changing what they say."""

import pytest
from django.db import connection, models
from django.db.migrations.operations import AddConstraint, AddField, CreateModel
from django.db.migrations.state import ProjectState
from django.db.migrations.writer import MigrationWriter
from django.db.models import Q

from core.create_tables import CreateTables
from jobs.management.commands.makemigrations import folded, grouped


def club() -> CreateModel:
    return CreateModel("Club", [("id", models.AutoField(primary_key=True)), ("size", models.IntegerField())])


def player() -> CreateModel:
    club_of = models.ForeignKey("toys.club", models.CASCADE)
    return CreateModel("Player", [("id", models.AutoField(primary_key=True)), ("club", club_of)])


def test_constraints_stand_with_their_tables_unless_they_need_a_later_field() -> None:
    captain = AddField("club", "captain", models.ForeignKey("toys.player", models.CASCADE, null=True))
    positive = models.CheckConstraint(condition=Q(size__gte=0), name="size_positive")
    one_captain = models.UniqueConstraint(fields=["captain"], name="captain_once")
    one_club = models.UniqueConstraint(fields=["club"], name="player_once")
    operations = [club(), player(), captain]
    operations += [
        AddConstraint("club", positive),
        AddConstraint("club", one_captain),
        AddConstraint("player", one_club),
    ]

    first, second, *rest = folded(operations, "toys")

    assert isinstance(first, CreateModel)
    assert isinstance(second, CreateModel)
    assert (first.name, first.options) == ("Club", {"constraints": [positive]})
    assert (second.name, second.options) == ("Player", {"constraints": [one_club]})
    assert rest[0] is captain
    assert [one.constraint.name for one in rest[1:] if isinstance(one, AddConstraint)] == ["captain_once"]


def test_a_constraint_of_a_table_in_another_migration_stays() -> None:
    alone = AddConstraint("club", models.UniqueConstraint(fields=["size"], name="size_once"))
    assert folded([alone], "jobs") == [alone]


def test_tables_in_a_row_are_one_step() -> None:
    first, second, third = club(), player(), CreateModel("Hall", [])
    captain = AddField("club", "captain", models.ForeignKey("toys.player", models.CASCADE, null=True))
    step, field, alone = grouped([first, second, captain, third])
    assert isinstance(step, CreateTables)
    assert step.operations == [first, second]
    assert (field, alone) == (captain, third)
    text, _imports = MigrationWriter.serialize(step)
    assert text.startswith("core.create_tables.CreateTables(")
    assert text.index("'Club'") < text.index("'Player'")


def test_the_step_leads_to_the_same_models_as_one_table_after_the_other() -> None:
    at_once, one_by_one = ProjectState(), ProjectState()
    _ = at_once.apps, one_by_one.apps
    CreateTables([club(), player()]).state_forwards("toys", at_once)
    for operation in (club(), player()):
        operation.state_forwards("toys", one_by_one)
    assert "apps" not in vars(at_once), "nothing is rendered before it is asked for"
    assert at_once == one_by_one
    names = {model._meta.label for model in at_once.apps.get_models()}
    assert names == {model._meta.label for model in one_by_one.apps.get_models()} == {"toys.Club", "toys.Player"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_step_makes_the_tables_and_drops_them() -> None:
    step, before, after = CreateTables([club(), player()]), ProjectState(), ProjectState()
    step.state_forwards("toys", after)
    tables = {"toys_club", "toys_player"}
    with connection.schema_editor() as editor:
        step.database_forwards("toys", editor, before, after)
    assert tables <= set(connection.introspection.table_names())
    with connection.schema_editor() as editor:
        step.database_backwards("toys", editor, after, before)
    assert not tables & set(connection.introspection.table_names())
    assert step.describe() == "Create tables Club, Player"
