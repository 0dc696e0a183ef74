import clubs.models
import clubs.names
import core.create_tables
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='Club',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('slug', models.SlugField(max_length=60, unique=True, verbose_name='address')),
                        ('about', models.TextField(blank=True, max_length=10000, verbose_name='about')),
                        ('place', models.CharField(blank=True, default='', max_length=200, verbose_name='place')),
                        ('map_url', models.URLField(blank=True, default='', max_length=500, verbose_name='map link')),
                        ('languages', models.CharField(blank=True, default='', max_length=120, verbose_name='languages')),
                        ('page_language', models.CharField(blank=True, default='', max_length=20, verbose_name="language of the club's pages")),
                        ('time_zone', models.CharField(blank=True, default='', max_length=60, verbose_name='time zone')),
                        ('takes_messages', models.BooleanField(default=True, verbose_name='visitors can write to the club')),
                        ('roll_readers', models.CharField(choices=[('directors', "only the club's directors"), ('members', 'members who are signed in'), ('everybody', 'everybody')], default='members', max_length=10, verbose_name='who can see the members')),
                        ('photo', models.FileField(blank=True, max_length=60, storage=clubs.models.photo_storage, upload_to=clubs.models.photo_name)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'ordering': [clubs.names.NameKey(models.F('name')), clubs.names.Plainly(models.F('name'))],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_name')],
                    },
                ),
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                        ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                        ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                        ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                        ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                        ('language', models.CharField(blank=True, help_text='Pages and emails are in this language; if empty, in the language of the next sign-in.', max_length=20, verbose_name='language')),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'verbose_name': 'user',
                        'verbose_name_plural': 'users',
                        'abstract': False,
                        'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='user_name_once_in_any_case', violation_error_message='A user with that username already exists.')],
                    },
                    managers=[
                        ('objects', clubs.models.Users()),
                    ],
                ),
                migrations.CreateModel(
                    name='ApiToken',
                    fields=[
                        ('token_key', models.CharField(db_index=True, max_length=25)),
                        ('created', models.DateTimeField(auto_now_add=True)),
                        ('expiry', models.DateTimeField(blank=True, null=True)),
                        ('id', models.BigAutoField(primary_key=True, serialize=False)),
                        ('digest', models.CharField(max_length=128, unique=True)),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('scopes', models.CharField(max_length=300, verbose_name='scopes')),
                        ('is_sign_in', models.BooleanField(default=False)),
                        ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='apitoken_has_name'), models.CheckConstraint(condition=models.Q(('scopes', ''), _negated=True), name='apitoken_has_scope')],
                    },
                ),
                migrations.CreateModel(
                    name='ClubMessage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('email', models.EmailField(blank=True, default='', max_length=254, verbose_name='email')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('text', models.TextField(max_length=4000, verbose_name='message')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='clubs.club')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'abstract': False,
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('text', ''), _negated=True)), name='club_message_is_complete')],
                    },
                ),
                migrations.CreateModel(
                    name='ClubRoleLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('nonce', models.CharField(max_length=32)),
                        ('key_hash', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('role', models.CharField(choices=[('director', 'Director'), ('assistant', 'Assistant'), ('scorer', 'Scorer'), ('word_judge', 'Word judge'), ('check_in', 'Check-in desk'), ('officer', 'Officer'), ('ratings_officer', 'Ratings officer'), ('member', 'Member')], max_length=20, verbose_name='role')),
                        ('first_day', models.DateField(blank=True, null=True, verbose_name='first day')),
                        ('last_day', models.DateField(blank=True, null=True, verbose_name='last day')),
                        ('starts_at', models.DateTimeField(blank=True, null=True)),
                        ('ends_at', models.DateTimeField(blank=True, null=True)),
                        ('tables', models.CharField(blank=True, default='', max_length=100, verbose_name='tables')),
                        ('most_uses', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('uses', models.PositiveSmallIntegerField(default=0)),
                        ('closes_on', models.DateField()),
                        ('closes_at', models.DateTimeField()),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_links', to='clubs.club')),
                        ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'abstract': False,
                        'constraints': [models.CheckConstraint(condition=models.Q(('first_day__isnull', True), ('last_day__isnull', True), models.Q(('ends_at__gt', models.F('starts_at')), ('last_day__gte', models.F('first_day'))), _connector='OR'), name='clubrolelink_days_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('first_day__isnull', True), ('starts_at__isnull', True)), models.Q(('first_day__isnull', False), ('starts_at__isnull', False)), _connector='OR'), name='clubrolelink_first_day_whole'), models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('last_day__isnull', True)), models.Q(('ends_at__isnull', False), ('last_day__isnull', False)), _connector='OR'), name='clubrolelink_last_day_whole'), models.CheckConstraint(condition=models.Q(('tables', ''), models.Q(('role', 'scorer'), ('tables__regex', '^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$')), _connector='OR'), name='clubrolelink_tables_of_scorers'), models.CheckConstraint(condition=models.Q(('most_uses__isnull', True), models.Q(('most_uses__gte', 1), ('uses__lte', models.F('most_uses'))), _connector='OR'), name='clubrolelink_not_used_too_often'), models.UniqueConstraint(fields=('key_hash',), name='clubrolelink_key_once'), models.CheckConstraint(condition=models.Q(('role__in', ['director', 'assistant', 'scorer', 'word_judge', 'check_in', 'officer', 'ratings_officer', 'member'])), name='clubrolelink_known_role')],
                    },
                ),
                migrations.CreateModel(
                    name='ClubGrant',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('director', 'Director'), ('assistant', 'Assistant'), ('scorer', 'Scorer'), ('word_judge', 'Word judge'), ('check_in', 'Check-in desk'), ('officer', 'Officer'), ('ratings_officer', 'Ratings officer'), ('member', 'Member')], max_length=20, verbose_name='role')),
                        ('first_day', models.DateField(blank=True, null=True, verbose_name='first day')),
                        ('last_day', models.DateField(blank=True, null=True, verbose_name='last day')),
                        ('starts_at', models.DateTimeField(blank=True, null=True)),
                        ('ends_at', models.DateTimeField(blank=True, null=True)),
                        ('tables', models.CharField(blank=True, default='', max_length=100, verbose_name='tables')),
                        ('given_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='clubs.club')),
                        ('given_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                        ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='grants', to='clubs.clubrolelink')),
                    ],
                    options={
                        'abstract': False,
                        'constraints': [models.CheckConstraint(condition=models.Q(('first_day__isnull', True), ('last_day__isnull', True), models.Q(('ends_at__gt', models.F('starts_at')), ('last_day__gte', models.F('first_day'))), _connector='OR'), name='clubgrant_days_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('first_day__isnull', True), ('starts_at__isnull', True)), models.Q(('first_day__isnull', False), ('starts_at__isnull', False)), _connector='OR'), name='clubgrant_first_day_whole'), models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('last_day__isnull', True)), models.Q(('ends_at__isnull', False), ('last_day__isnull', False)), _connector='OR'), name='clubgrant_last_day_whole'), models.CheckConstraint(condition=models.Q(('tables', ''), models.Q(('role', 'scorer'), ('tables__regex', '^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$')), _connector='OR'), name='clubgrant_tables_of_scorers'), models.CheckConstraint(condition=models.Q(('role__in', ['director', 'assistant', 'scorer', 'word_judge', 'check_in', 'officer', 'ratings_officer', 'member'])), name='clubgrant_known_role'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), ('link__isnull', True)), fields=('club', 'user', 'role'), name='clubgrant_by_name_once'), models.UniqueConstraint(condition=models.Q(('link__isnull', False)), fields=('link', 'user'), name='clubgrant_by_link_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Erasure',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player_number', models.BigIntegerField(blank=True, null=True, unique=True)),
                        ('user_number', models.BigIntegerField(blank=True, null=True, unique=True)),
                        ('pseudonym', models.CharField(max_length=80)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('pseudonym', ''), _negated=True), name='erasure_has_pseudonym'), models.CheckConstraint(condition=models.Q(('player_number__isnull', False), ('user_number__isnull', False), _connector='OR'), name='erasure_of_somebody')],
                    },
                ),
                migrations.CreateModel(
                    name='Membership',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('director', 'Director'), ('assistant', 'Assistant'), ('scorer', 'Scorer'), ('word_judge', 'Word judge'), ('check_in', 'Check-in desk'), ('officer', 'Officer'), ('ratings_officer', 'Ratings officer'), ('member', 'Member')], default='member', max_length=20, verbose_name='role')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='clubs.club')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'club'), name='membership_once_per_club'), models.CheckConstraint(condition=models.Q(('role__in', ['director', 'assistant', 'scorer', 'word_judge', 'check_in', 'officer', 'ratings_officer', 'member'])), name='membership_known_role')],
                    },
                ),
            ],
        ),
        migrations.AddField(
            model_name='club',
            name='members',
            field=models.ManyToManyField(related_name='clubs', through='clubs.Membership', to=settings.AUTH_USER_MODEL),
        ),
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='Player',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('external_id', models.CharField(blank=True, max_length=30, verbose_name='federation id')),
                        ('country', models.CharField(blank=True, help_text='ISO 3166 code, two letters', max_length=2, verbose_name='country')),
                        ('photo', models.FileField(blank=True, help_text='for name badges', max_length=60, storage=clubs.models.photo_storage, upload_to=clubs.models.photo_name)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('home_club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='clubs.club')),
                        ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['name'],
                        'indexes': [models.Index(fields=['home_club', 'name'], name='player_club_name')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_name'), models.UniqueConstraint(condition=models.Q(('external_id', ''), _negated=True), fields=('home_club', 'external_id'), name='player_external_id_once_per_club')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayerAlias',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('spelling', models.CharField(max_length=160, verbose_name='spelling')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='player_aliases', to='clubs.club')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='aliases', to='clubs.player')),
                    ],
                    options={
                        'verbose_name_plural': 'player aliases',
                        'constraints': [models.UniqueConstraint(fields=('club', 'spelling'), name='player_alias_once_per_club'), models.CheckConstraint(condition=models.Q(('spelling', ''), _negated=True), name='player_alias_has_spelling')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayerClaim',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('note', models.CharField(blank=True, max_length=300, verbose_name='note')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('accepted', models.BooleanField(null=True)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='clubs.player')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('decided_at__isnull', True)), fields=('user', 'player'), name='player_claim_open_once'), models.CheckConstraint(condition=models.Q(models.Q(('accepted__isnull', True), ('decided_at__isnull', True)), models.Q(('accepted__isnull', False), ('decided_at__isnull', False)), _connector='OR'), name='player_claim_decided_whole')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayerInvitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('nonce', models.CharField(max_length=32)),
                        ('key_hash', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='clubs.player')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('key_hash',), name='player_invitation_key_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('player',), name='player_invitation_one_live_per_player')],
                    },
                ),
                migrations.CreateModel(
                    name='SiteText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.SlugField(max_length=20)),
                        ('language', models.CharField(max_length=20)),
                        ('text', models.TextField(max_length=40000)),
                        ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('key', 'language'), name='site_text_once_per_language'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='site_text_not_empty')],
                    },
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('roll_readers__in', ['directors', 'members', 'everybody'])), name='club_known_roll_readers'),
        ),
    ]
