import core.create_tables
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='KeptAnswer',
                    fields=[
                        ('mark', models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ('sent', models.CharField(max_length=64)),
                        ('status', models.PositiveSmallIntegerField(help_text='Null while the request is being answered.', null=True)),
                        ('answer', models.BinaryField(default=b'')),
                        ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('status__isnull', True), models.Q(('status__gte', 200), ('status__lt', 300)), _connector='OR'), name='kept_answer_is_a_success')],
                    },
                ),
                migrations.CreateModel(
                    name='Tally',
                    fields=[
                        ('key', models.CharField(help_text='HMAC of the rate and who tried: nobody can be read from it.', max_length=64, primary_key=True, serialize=False)),
                        ('tries', models.PositiveIntegerField()),
                        ('ends_ms', models.BigIntegerField(db_index=True, help_text='When the period ends, in milliseconds since 1970.')),
                    ],
                    options={
                        'verbose_name_plural': 'tallies',
                        'constraints': [models.CheckConstraint(condition=models.Q(('tries__gte', 0)), name='tally_not_negative')],
                    },
                ),
            ],
        ),
    ]
