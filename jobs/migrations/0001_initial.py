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
                    name='Heartbeat',
                    fields=[
                        ('worker', models.CharField(max_length=120, primary_key=True, serialize=False)),
                        ('seen_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='PeriodicTask',
                    fields=[
                        ('name', models.CharField(max_length=120, primary_key=True, serialize=False)),
                        ('sent_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Job',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(help_text='Task name and ids; while queued, a second request is the same job.', max_length=200)),
                        ('task', models.CharField(max_length=120)),
                        ('ids', models.JSONField()),
                        ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='queued', max_length=10)),
                        ('attempts', models.PositiveIntegerField(default=0)),
                        ('due_at', models.DateTimeField(default=django.utils.timezone.now, help_text='Not before this; while running, when the lease ends.')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('error', models.TextField(blank=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['state', 'due_at'], name='job_state_due')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'queued')), fields=('key',), name='job_queued_once'), models.UniqueConstraint(condition=models.Q(('state', 'running')), fields=('key',), name='job_running_once'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('state__in', ['done', 'failed'])), models.Q(('finished_at__isnull', True), ('state__in', ['queued', 'running'])), _connector='OR'), name='job_finished_when_ended')],
                    },
                ),
            ],
        ),
    ]
