import core.create_tables
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='DivisionPlaces',
                    fields=[
                        ('division', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='places', serialize=False, to='tournaments.division')),
                        ('capacity', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='places')),
                        ('rating_min', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest rating')),
                        ('rating_max', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='highest rating')),
                        ('fee', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, verbose_name='fee')),
                        ('classes', models.CharField(blank=True, default='', max_length=300, verbose_name='classes')),
                        ('last_position', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('capacity__isnull', True), ('capacity__lte', 2000), _connector='OR'), name='places_capacity_in_range'), models.CheckConstraint(condition=models.Q(('rating_min__isnull', True), ('rating_max__isnull', True), ('rating_min__lte', models.F('rating_max')), _connector='OR'), name='places_ratings_in_order'), models.CheckConstraint(condition=models.Q(('fee__isnull', True), ('fee__gte', 0), _connector='OR'), name='places_fee_not_negative')],
                    },
                ),
                migrations.CreateModel(
                    name='RegistrationGroup',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('client_token', models.UUIDField()),
                        ('email', models.EmailField(blank=True, default='', max_length=254, verbose_name='email')),
                        ('phone', models.CharField(blank=True, default='', max_length=40, verbose_name='phone')),
                        ('note', models.CharField(blank=True, default='', max_length=2000, verbose_name='message to the director')),
                        ('together', models.BooleanField(default=False, verbose_name='together or not at all')),
                        ('language', models.CharField(blank=True, default='', max_length=20)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registration_groups', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('event', 'client_token'), name='registration_group_token_once_per_event')],
                    },
                ),
                migrations.CreateModel(
                    name='Registration',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('position', models.PositiveIntegerField()),
                        ('state', models.CharField(choices=[('waiting', 'on the waiting list'), ('applied', 'awaiting approval'), ('to_correct', 'returned for correction'), ('offered', 'offered a place'), ('entered', 'registered'), ('refused', 'refused'), ('cancelled', 'cancelled')], default='waiting', max_length=12)),
                        ('offered_until', models.DateTimeField(blank=True, null=True)),
                        ('approved', models.BooleanField(default=False)),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('name_key', models.CharField(editable=False, help_text='The name as it is compared.', max_length=80)),
                        ('rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating')),
                        ('club', models.CharField(blank=True, default='', max_length=30, verbose_name='club')),
                        ('federation_id', models.CharField(blank=True, default='', max_length=30, verbose_name='federation id')),
                        ('player_class', models.CharField(blank=True, default='', max_length=30, verbose_name='class')),
                        ('title', models.CharField(blank=True, default='', max_length=30, verbose_name='title')),
                        ('pronouns', models.CharField(blank=True, default='', max_length=30, verbose_name='pronouns')),
                        ('minor', models.BooleanField(default=False, verbose_name='under 18')),
                        ('pairing_request', models.CharField(blank=True, choices=[('', 'no request'), ('not_against', 'not against this player'), ('same_travel', 'travels with this player: not in the same game if possible')], default='', max_length=12, verbose_name='pairing request')),
                        ('pairing_request_player', models.CharField(blank=True, default='', max_length=80, verbose_name='which player')),
                        ('pairing_request_granted', models.BooleanField(default=False)),
                        ('marked', models.JSONField(default=list)),
                        ('answer', models.CharField(blank=True, default='', max_length=2000)),
                        ('fee_mark', models.CharField(choices=[('owed', 'owed'), ('paid', 'paid'), ('complimentary', 'complimentary')], default='owed', max_length=15, verbose_name='fee')),
                        ('fee_note', models.CharField(blank=True, default='', max_length=200, verbose_name='note')),
                        ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='tournaments.division')),
                        ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registrations', to='clubs.player')),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='registration.registrationgroup')),
                    ],
                    options={
                        'ordering': ['division', 'position'],
                        'indexes': [models.Index(fields=['state', 'offered_until'], name='registration_offers')],
                        'constraints': [models.UniqueConstraint(fields=('division', 'position'), name='registration_position_once_per_division'), models.UniqueConstraint(condition=models.Q(('state__in', ['refused', 'cancelled']), _negated=True), fields=('division', 'name_key'), name='registration_name_once_per_division'), models.UniqueConstraint(condition=models.Q(('player__isnull', False), ('state', 'entered')), fields=('division', 'player'), name='registration_player_once_per_division'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'applied', 'to_correct', 'offered', 'entered', 'refused', 'cancelled'])), name='registration_known_state'), models.CheckConstraint(condition=models.Q(models.Q(('offered_until__isnull', False), ('state', 'offered')), models.Q(models.Q(('state', 'offered'), _negated=True), ('offered_until__isnull', True)), _connector='OR'), name='registration_offer_has_end'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('name_key', ''), _negated=True)), name='registration_has_name'), models.CheckConstraint(condition=models.Q(('fee_mark__in', ['owed', 'paid', 'complimentary'])), name='registration_known_fee_mark'), models.CheckConstraint(condition=models.Q(models.Q(('pairing_request', ''), ('pairing_request_player', '')), models.Q(('pairing_request__in', ['not_against', 'same_travel']), models.Q(('pairing_request_player', ''), _negated=True)), _connector='OR'), name='registration_request_names_a_player')],
                    },
                ),
                migrations.CreateModel(
                    name='RegistrationLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('nonce', models.CharField(max_length=32)),
                        ('key_hash', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='registration.registrationgroup')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('key_hash',), name='registration_link_key_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('group',), name='registration_link_one_live_per_group')],
                    },
                ),
                migrations.CreateModel(
                    name='RegistrationSettings',
                    fields=[
                        ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='registration', serialize=False, to='tournaments.event')),
                        ('is_open', models.BooleanField(default=False, verbose_name='registration is open')),
                        ('opens_at', models.DateTimeField(blank=True, null=True, verbose_name='opens')),
                        ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='closes')),
                        ('late_entries', models.BooleanField(default=False, verbose_name='late entries')),
                        ('approval', models.BooleanField(default=False, verbose_name='approve each registration')),
                        ('members_only', models.BooleanField(default=False, verbose_name='club players only')),
                        ('offer_hours', models.PositiveSmallIntegerField(default=48, verbose_name='hours to answer an offer')),
                        ('initials_of_minors', models.BooleanField(default=True, verbose_name='show minors by their initials')),
                        ('accepts_pairing_requests', models.BooleanField(default=False, verbose_name='take pairing requests')),
                        ('fields', models.JSONField(default=dict)),
                        ('consent', models.CharField(blank=True, default='', max_length=2000, verbose_name='what players agree to')),
                        ('currency', models.CharField(blank=True, default='', max_length=3, verbose_name='currency')),
                        ('confirm_asked_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('opens_at__isnull', True), ('closes_at__isnull', True), ('opens_at__lt', models.F('closes_at')), _connector='OR'), name='registration_opens_before_it_closes'), models.CheckConstraint(condition=models.Q(('offer_hours__lte', 336)), name='registration_offer_hours_in_range')],
                    },
                ),
                migrations.CreateModel(
                    name='ContactMessage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('email', models.EmailField(blank=True, default='', max_length=254, verbose_name='email')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('text', models.CharField(max_length=10000, verbose_name='message')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contact_messages', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'abstract': False,
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('text', ''), _negated=True)), name='contact_message_is_complete')],
                    },
                ),
            ],
        ),
    ]
