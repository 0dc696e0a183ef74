import core.create_tables
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('mail', '0001_initial'),
        ('registration', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='Address',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('channel', models.CharField(choices=[('mail', 'email'), ('push', 'notification')], max_length=4)),
                        ('to', models.CharField(max_length=1000)),
                        ('mark', models.CharField(editable=False, max_length=64)),
                        ('push_key', models.CharField(blank=True, default='', help_text="The browser's public key.", max_length=120)),
                        ('push_secret', models.CharField(blank=True, default='', max_length=60)),
                        ('device', models.CharField(blank=True, default='', max_length=60)),
                        ('language', models.CharField(blank=True, default='', max_length=20)),
                        ('refused_at', models.DateTimeField(blank=True, null=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='tournaments.event')),
                        ('group', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='registration.registrationgroup')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='clubs.player')),
                        ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'indexes': [models.Index(fields=['mark'], name='address_mark')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', False), ('group__isnull', True), ('player__isnull', False), ('user__isnull', True)), models.Q(('event__isnull', True), ('group__isnull', False), ('player__isnull', True), ('user__isnull', True)), models.Q(('event__isnull', True), ('group__isnull', True), ('player__isnull', True), ('user__isnull', False)), _connector='OR'), name='address_has_one_owner'), models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('event', 'player', 'channel', 'mark'), name='address_once_per_player'), models.UniqueConstraint(condition=models.Q(('group__isnull', False)), fields=('group', 'channel', 'mark'), name='address_once_per_group'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'channel', 'mark'), name='address_once_per_user'), models.CheckConstraint(condition=models.Q(models.Q(('channel', 'mail'), ('push_key', ''), ('push_secret', '')), models.Q(('channel', 'push'), models.Q(('push_key', ''), _negated=True), models.Q(('push_secret', ''), _negated=True)), _connector='OR'), name='address_push_has_keys'), models.CheckConstraint(condition=models.Q(models.Q(('to', ''), _negated=True), models.Q(('mark', ''), _negated=True)), name='address_is_complete')],
                    },
                ),
                migrations.CreateModel(
                    name='Message',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('event-news', 'event news'), ('round-published', 'round published'), ('round-unpublished', 'round unpublished'), ('round-changed', 'table changed'), ('game-paired', 'game from the queue'), ('result-disputed', 'result disputed'), ('result-to-settle', 'disputed result to settle'), ('check-in-open', 'check-in open'), ('registration-promoted', 'moved up from the waiting list'), ('registration-offered', 'place offered from the waiting list'), ('registration-ended', 'offer expired'), ('registration-received', 'registration received'), ('registration-accepted', 'registration accepted'), ('registration-refused', 'registration refused'), ('registration-sent-back', 'registration sent back'), ('registration-confirm', 'asked to confirm the details'), ('registration-cancelled', 'registration cancelled')], max_length=30)),
                        ('about', models.CharField(max_length=100)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('data', models.JSONField(default=dict)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('spread_at', models.DateTimeField(blank=True, null=True)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='told_messages', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'indexes': [models.Index(fields=['about'], name='message_about')],
                        'constraints': [models.UniqueConstraint(fields=('kind', 'about', 'version'), name='message_told_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['check-in-open', 'event-news', 'game-paired', 'registration-accepted', 'registration-cancelled', 'registration-confirm', 'registration-ended', 'registration-offered', 'registration-promoted', 'registration-received', 'registration-refused', 'registration-sent-back', 'result-disputed', 'result-to-settle', 'round-changed', 'round-published', 'round-unpublished'])), name='message_known_kind'), models.CheckConstraint(condition=models.Q(models.Q(('about', ''), _negated=True), ('version__gte', 1)), name='message_is_about_something')],
                    },
                ),
                migrations.CreateModel(
                    name='Delivery',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('person', models.CharField(blank=True, default='', max_length=40)),
                        ('channel', models.CharField(choices=[('mail', 'email'), ('push', 'notification')], max_length=4)),
                        ('mark', models.CharField(max_length=64)),
                        ('title', models.CharField(blank=True, default='', max_length=300)),
                        ('text', models.CharField(blank=True, default='', max_length=2000)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('sent', 'Sent'), ('failed', 'Not delivered')], default='waiting', max_length=10)),
                        ('tries', models.PositiveSmallIntegerField(default=0)),
                        ('error', models.CharField(blank=True, default='', max_length=300)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('sent_at', models.DateTimeField(blank=True, null=True)),
                        ('address', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='deliveries', to='messaging.address')),
                        ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                        ('mail', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='delivery', to='mail.mail')),
                        ('registration', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='registration.registration')),
                        ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='messaging.message')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.UniqueConstraint(fields=('message', 'person', 'channel', 'mark'), name='delivery_sent_once'), models.CheckConstraint(condition=models.Q(('channel__in', ['mail', 'push'])), name='delivery_known_channel'), models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('state', 'sent')), models.Q(('sent_at__isnull', True), ('state__in', ['waiting', 'failed'])), _connector='OR'), name='delivery_sent_has_time')],
                    },
                ),
                migrations.CreateModel(
                    name='News',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.CharField(max_length=2000, verbose_name='news')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='news', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='news_has_text')],
                    },
                ),
                migrations.CreateModel(
                    name='PushKey',
                    fields=[
                        ('number', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                        ('private_pem', models.TextField()),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('number', 1)), name='push_key_is_one'), models.CheckConstraint(condition=models.Q(('private_pem', ''), _negated=True), name='push_key_is_there')],
                    },
                ),
                migrations.CreateModel(
                    name='Subscription',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('topic', models.CharField(choices=[('table', 'My table in each round, and when it changes'), ('result', 'A result of mine is disputed'), ('check_in', 'Check-in is open'), ('place', 'My registration, and places offered from the waiting list'), ('news', 'Event news'), ('desk', 'A disputed result at an event that I direct')], max_length=10)),
                        ('address', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='messaging.address')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('address', 'topic'), name='subscription_topic_once'), models.CheckConstraint(condition=models.Q(('topic__in', ['check_in', 'desk', 'news', 'place', 'result', 'table'])), name='subscription_known_topic')],
                    },
                ),
                migrations.CreateModel(
                    name='UnsubscribeLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('nonce', models.CharField(max_length=32)),
                        ('key_hash', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('address', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='messaging.address')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('key_hash',), name='unsubscribe_link_key_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('address',), name='unsubscribe_link_one_live_per_address')],
                    },
                ),
            ],
        ),
    ]
