import core.create_tables
import django.db.models.deletion
import django.utils.timezone
import uuid
import webhooks.kinds
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='Webhook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('address', models.CharField(max_length=500, verbose_name='address')),
                        ('nonce', models.CharField(editable=False, max_length=32)),
                        ('secret_hash', models.CharField(editable=False, max_length=64)),
                        ('failures', models.PositiveIntegerField(default=0)),
                        ('paused_at', models.DateTimeField(blank=True, null=True)),
                        ('paused_why', models.CharField(blank=True, choices=[('by_hand', 'paused by a director'), ('failures', 'paused after too many failures'), ('gone', 'paused: the server says the address is gone')], default='', max_length=10)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='clubs.club')),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='webhook_has_name'), models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='webhook_has_address'), models.UniqueConstraint(fields=('club', 'address'), name='webhook_address_once_per_club'), models.CheckConstraint(condition=models.Q(models.Q(('paused_at__isnull', True), ('paused_why', '')), models.Q(('paused_at__isnull', False), ('paused_why__in', ['by_hand', 'failures', 'gone'])), _connector='OR'), name='webhook_pause_has_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='WebhookDelivery',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('topic', models.CharField(choices=[('round.published', 'a round is published'), ('round.changed', 'pairings of a published round change'), ('round.unpublished', 'a round is unpublished'), ('result.confirmed', 'a result is confirmed'), ('result.corrected', 'a confirmed result is corrected'), ('event.finished', 'an event is finished'), ('event.reopened', 'an event is reopened'), ('news.posted', 'event news is posted'), ('ratings.updated', 'ratings are updated'), ('ratings.list_published', 'a rating list is published'), ('test', 'test')], max_length=30)),
                        ('about', models.JSONField(default=dict)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Being sent'), ('sent', 'Sent'), ('failed', 'Not delivered'), ('dropped', 'No longer public, not sent')], default='waiting', max_length=10)),
                        ('tries', models.PositiveSmallIntegerField(default=0)),
                        ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('status_code', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('trouble', models.CharField(blank=True, choices=[('private', 'The address is on a private network; nothing is sent there.'), ('certificate', 'The address has no valid certificate.'), ('time', 'No answer in time.'), ('connection', 'No connection.'), ('redirect', 'The address redirects. Enter the address that it leads to.'), ('address', 'Nothing can be sent to this address. Correct it.'), ('key', "The server's key was changed. Make a new secret.")], default='', max_length=20)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('sent_at', models.DateTimeField(blank=True, null=True)),
                        ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='webhooks.webhook')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'indexes': [models.Index(fields=['state', 'due_at'], name='webhook_delivery_due')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('topic__in', [webhooks.kinds.Topic['EVENT_FINISHED'], webhooks.kinds.Topic['EVENT_REOPENED'], webhooks.kinds.Topic['NEWS_POSTED'], webhooks.kinds.Topic['LIST_PUBLISHED'], webhooks.kinds.Topic['RATINGS_UPDATED'], webhooks.kinds.Topic['RESULT_CONFIRMED'], webhooks.kinds.Topic['RESULT_CORRECTED'], webhooks.kinds.Topic['ROUND_CHANGED'], webhooks.kinds.Topic['ROUND_PUBLISHED'], webhooks.kinds.Topic['ROUND_UNPUBLISHED'], 'test'])), name='webhook_delivery_known_topic'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'sending', 'sent', 'failed', 'dropped'])), name='webhook_delivery_known_state'), models.CheckConstraint(condition=models.Q(('trouble__in', ['', 'private', 'certificate', 'time', 'connection', 'redirect', 'address', 'key'])), name='webhook_delivery_known_trouble'), models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('state', 'sent')), models.Q(models.Q(('state', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='webhook_delivery_sent_has_time')],
                    },
                ),
                migrations.CreateModel(
                    name='WebhookTopic',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('topic', models.CharField(choices=[('round.published', 'a round is published'), ('round.changed', 'pairings of a published round change'), ('round.unpublished', 'a round is unpublished'), ('result.confirmed', 'a result is confirmed'), ('result.corrected', 'a confirmed result is corrected'), ('event.finished', 'an event is finished'), ('event.reopened', 'an event is reopened'), ('news.posted', 'event news is posted'), ('ratings.updated', 'ratings are updated'), ('ratings.list_published', 'a rating list is published')], max_length=30)),
                        ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='topics', to='webhooks.webhook')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('webhook', 'topic'), name='webhook_topic_once'), models.CheckConstraint(condition=models.Q(('topic__in', [webhooks.kinds.Topic['EVENT_FINISHED'], webhooks.kinds.Topic['EVENT_REOPENED'], webhooks.kinds.Topic['NEWS_POSTED'], webhooks.kinds.Topic['LIST_PUBLISHED'], webhooks.kinds.Topic['RATINGS_UPDATED'], webhooks.kinds.Topic['RESULT_CONFIRMED'], webhooks.kinds.Topic['RESULT_CORRECTED'], webhooks.kinds.Topic['ROUND_CHANGED'], webhooks.kinds.Topic['ROUND_PUBLISHED'], webhooks.kinds.Topic['ROUND_UNPUBLISHED']])), name='webhook_known_topic')],
                    },
                ),
            ],
        ),
    ]
