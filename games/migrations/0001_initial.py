import core.create_tables
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('lexicon', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='GameRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('uuid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('original', models.BinaryField(max_length=131072)),
                        ('sha256', models.CharField(db_index=True, max_length=64)),
                        ('format', models.CharField(choices=[('gcg', 'Gcg'), ('moves', 'Moves'), ('json', 'Json'), ('wordbasket', 'Wordbasket')], max_length=12)),
                        ('rules_slug', models.SlugField(max_length=40)),
                        ('rule_options', models.JSONField(default=dict)),
                        ('engine_version', models.CharField(max_length=20)),
                        ('verdict', models.CharField(choices=[('ok', 'Ok'), ('note', 'Note'), ('discrepancy', 'Discrepancy'), ('error', 'Error')], max_length=12)),
                        ('summary', models.JSONField()),
                        ('findings', models.JSONField()),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('lexicon_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lexicon.lexiconversion')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('verdict__in', ['ok', 'note', 'discrepancy', 'error'])), name='record_known_verdict'), models.CheckConstraint(condition=models.Q(('format__in', ['gcg', 'moves', 'json', 'wordbasket'])), name='record_known_format')],
                    },
                ),
                migrations.CreateModel(
                    name='RecordAnalysis',
                    fields=[
                        ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysis', serialize=False, to='games.gamerecord')),
                        ('analysis_version', models.CharField(max_length=20)),
                        ('turns', models.JSONField(default=list)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('lexicon_version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='lexicon.lexiconversion')),
                    ],
                    options={
                        'verbose_name_plural': 'record analyses',
                    },
                ),
            ],
        ),
    ]
