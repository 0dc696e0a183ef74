from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
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
    ]
