"""What a token may be used for. Tokens that are there already go on doing what they did: everything their user may."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

#: Every scope there was when scopes came.
EVERYTHING = (
    "account clubs:write dictionaries:write events:write ratings:write read results:write rosters:write rounds:write "
    "rulings:write words:look-up"
)
NAME = "Made before tokens had names"


def grant_everything(apps, schema_editor):
    tokens = apps.get_model("knox", "AuthToken").objects.using(schema_editor.connection.alias)
    grants = apps.get_model("clubs", "ApiToken").objects.using(schema_editor.connection.alias)
    model = grants.model
    grants.bulk_create(
        (model(token_id=digest, name=NAME, scopes=EVERYTHING) for digest in tokens.values_list("pk", flat=True)),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial"), ("knox", "0009_extend_authtoken_field")]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("scopes", models.CharField(max_length=300, verbose_name="scopes")),
                ("is_sign_in", models.BooleanField(default=False)),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grant",
                        to=settings.KNOX_TOKEN_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="apitoken_has_name"),
                    models.CheckConstraint(condition=models.Q(("scopes", ""), _negated=True), name="apitoken_has_scope"),
                ],
            },
        ),
        migrations.RunPython(grant_everything, migrations.RunPython.noop, elidable=True),
    ]
