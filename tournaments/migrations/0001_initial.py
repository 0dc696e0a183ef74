import core.exact_json
import django.db.models.deletion
import django.db.models.lookups
import django.utils.timezone
import games.registry
import tournaments.models.archive
import tournaments.models.photos
import tournaments.settings.division
import tournaments.settings.fields
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('games', '0001_initial'),
        ('lexicon', '0001_initial'),
        ('ratings', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('game', 'game'), ('bye', 'bye'), ('forfeit', 'forfeit')], default='game', max_length=10)),
                ('table_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table')),
                ('sheet_returned_at', models.DateTimeField(blank=True, null=True)),
                ('first_chance', models.FloatField(blank=True, null=True)),
                ('broken_rules', models.CharField(blank=True, default='', max_length=200)),
                ('broken_reason', models.CharField(blank=True, default='', max_length=300)),
                ('spread', models.SmallIntegerField(blank=True, null=True)),
                ('starter_known', models.BooleanField(default=True)),
                ('drawn_tiles', models.CharField(blank=True, default='', max_length=100)),
                ('record_visibility', models.CharField(choices=[('public', 'public: everyone, and in lists'), ('unlisted', 'unlisted: anyone with the link'), ('private', 'private: the players and officials')], default='public', max_length=10)),
            ],
            options={
                'ordering': ['round', models.OrderBy(models.F('table_number'), nulls_last=True), 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(default='A', max_length=60, verbose_name='name')),
                ('slug', models.SlugField(max_length=60)),
                ('position', models.PositiveSmallIntegerField(default=1)),
                ('game', models.CharField(choices=games.registry.game_choices, default='crossword', max_length=12, verbose_name='game')),
                ('rules_slug', models.SlugField(default='tournament', max_length=40, verbose_name='rules')),
                ('settings', tournaments.settings.fields.DataclassField(dataclass=tournaments.settings.division.DivisionSettings)),
                ('lexicon_version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lexicon.lexiconversion', verbose_name='dictionary')),
                ('rating_pool', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.ratingpool', verbose_name='rating list')),
            ],
            options={
                'ordering': ['event', 'position'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating')),
                ('career_games', models.PositiveIntegerField(blank=True, null=True, verbose_name='games so far')),
                ('status', models.CharField(choices=[('active', 'playing'), ('withdrawn', 'withdrawn')], default='active', max_length=10)),
                ('withdrawn_after', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='withdrawn after round')),
                ('missed_spread', models.SmallIntegerField(blank=True, null=True, verbose_name='spread of each round missed')),
                ('joined_round', models.PositiveSmallIntegerField(default=1, verbose_name='plays from round')),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fixed table')),
                ('player_class', models.CharField(blank=True, max_length=30, verbose_name='class')),
                ('team', models.CharField(blank=True, max_length=30, verbose_name='team')),
                ('club', models.CharField(blank=True, max_length=30, verbose_name='club')),
                ('handicap', models.CharField(choices=[('even', 'none: words of 3, last card 4'), ('beginner', 'beginner: words of 2, last card 3'), ('strong', 'strong player: words of 4, last card 5')], default='even', max_length=10, verbose_name='handicap')),
                ('seed', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seed')),
                ('seed_reason', models.CharField(blank=True, max_length=200, verbose_name='reason for the seed')),
                ('handicap_points', models.PositiveSmallIntegerField(default=0, verbose_name='handicap points')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.division')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='clubs.player')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['division', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Arrival',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='arrival', to='tournaments.entry')),
            ],
        ),
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='round')),
                ('kind', models.CharField(choices=[('bye', 'a bye'), ('absent', 'nothing'), ('forfeit', 'a forfeit')], max_length=10, verbose_name='counts as')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='tournaments.entry')),
            ],
            options={
                'ordering': ['entry', 'round_number'],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='address')),
                ('starts_on', models.DateField(verbose_name='date')),
                ('state', models.CharField(choices=[('draft', 'in preparation'), ('running', 'running'), ('finished', 'finished')], default='draft', max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('table_links', models.BooleanField(default=False, help_text="Each slip gets a link and a code for the whole table. Reports made with it are confirmed by an official, or by both players' personal links.", verbose_name='shared table links')),
                ('private', models.BooleanField(default=False, verbose_name='for officials only')),
                ('visibility', models.CharField(choices=[('auto', 'Draft until round 1 is published, then public'), ('draft', 'Draft: officials only'), ('unlisted', 'Unlisted: anyone who has the address'), ('link', 'Private: anyone who has the private link'), ('members', 'Private: members of the club'), ('public', 'Public')], default='auto', max_length=10, verbose_name='who can see the event')),
                ('about', models.TextField(blank=True, default='', max_length=10000, verbose_name='text')),
                ('place', models.CharField(blank=True, default='', max_length=200, verbose_name='place')),
                ('map_url', models.URLField(blank=True, default='', max_length=500, verbose_name='map link')),
                ('fees', models.CharField(blank=True, default='', max_length=300, verbose_name='fees')),
                ('time_zone', models.CharField(blank=True, default='', max_length=60, verbose_name='time zone')),
                ('hide_entries', models.BooleanField(default=False, verbose_name='hide the players until round 1 is published')),
                ('identity', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('on_laptop_since', models.DateTimeField(blank=True, editable=False, null=True)),
                ('clock_until', models.BigIntegerField(editable=False, help_text='While clocks are open: when the last running one ends, in milliseconds since 1970, 0 if none runs.', null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='clubs.club')),
                ('what_if_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='what_ifs', to='tournaments.event')),
            ],
            options={
                'ordering': ['-starts_on', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='division',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.event'),
        ),
        migrations.CreateModel(
            name='CheckIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('self_open', models.BooleanField(default=True, verbose_name='players check themselves in by their personal link')),
                ('waits', models.BooleanField(default=False, help_text='Otherwise the page of round 1 only says who is not here yet.', verbose_name='round 1 waits until everyone is here')),
                ('forfeit_minutes', models.PositiveSmallIntegerField(blank=True, help_text='So many minutes into a round you are told who is not at the table, and can forfeit the game with one tap. Leave empty to do without.', null=True, verbose_name='forfeit timer in minutes')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_in', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='ArchiveUpload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.FileField(max_length=60, storage=tournaments.models.archive.archive_storage, upload_to=tournaments.models.archive.archive_name)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('sent_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.event')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='EventBackup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(max_length=80)),
                ('data', models.JSONField(encoder=core.exact_json.ExactEncoder)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='backups', to='tournaments.event')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='EventCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_version', models.PositiveIntegerField()),
                ('auditor', models.CharField(max_length=20)),
                ('checked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('differences', models.JSONField(default=list)),
                ('unchecked', models.JSONField(default=list)),
                ('seals', models.JSONField(default=dict)),
                ('last_report', models.PositiveBigIntegerField(default=0)),
                ('last_ruling', models.PositiveBigIntegerField(default=0)),
                ('release', models.PositiveBigIntegerField(default=0)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_of_figures', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='EventLaptop',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('key_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
                ('ended_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='laptops', to='tournaments.event')),
                ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='EventLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('key_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='private_links', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='EventOrigin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('site', models.CharField(max_length=200)),
                ('key', models.CharField(blank=True, default='', max_length=64)),
                ('ids', models.JSONField(default=dict)),
                ('brought_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('brought_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='origin', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='EventPrize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(default=1)),
                ('shown', models.PositiveSmallIntegerField(default=0)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('value', models.CharField(blank=True, max_length=60, verbose_name='value')),
                ('amount', models.PositiveIntegerField(default=0, verbose_name='money')),
                ('kind', models.CharField(default='rank', max_length=20)),
                ('place', models.SmallIntegerField(default=1)),
                ('first_round', models.PositiveSmallIntegerField(default=1)),
                ('last_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('player_class', models.CharField(blank=True, max_length=30)),
                ('team', models.CharField(blank=True, max_length=30)),
                ('exclusive', models.CharField(blank=True, max_length=30)),
                ('count', models.PositiveSmallIntegerField(default=6)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.division')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.event')),
                ('winners', models.ManyToManyField(blank=True, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['event', 'position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='EventRoleLink',
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
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_links', to='tournaments.event')),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='EventGrant',
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
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='tournaments.event')),
                ('given_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='grants', to='tournaments.eventrolelink')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='GameCollection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('public', models.BooleanField(default=False, verbose_name='everyone may see it')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='collections', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['owner', 'name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='HallScreens',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('shows', models.CharField(choices=[('turn', 'pairings and standings in turn'), ('pairings', 'pairings and results by table'), ('names', 'tables by name'), ('standings', 'standings'), ('clock', 'the round clock'), ('text', 'a text')], default='turn', max_length=10, verbose_name='screens show')),
                ('seconds', models.PositiveSmallIntegerField(default=15, verbose_name='seconds for each page')),
                ('text', models.CharField(blank=True, default='', max_length=200, verbose_name='text')),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.division')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='screens', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='HeldReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_score', models.SmallIntegerField(blank=True, null=True)),
                ('second_score', models.SmallIntegerField(blank=True, null=True)),
                ('tally', models.CharField(blank=True, default='', max_length=240)),
                ('lost_on_time', models.CharField(blank=True, choices=[('first', 'first player lost on time'), ('second', 'second player lost on time')], default='', max_length=6)),
                ('led_before', models.CharField(blank=True, choices=[('first', 'first player'), ('second', 'second player'), ('third', 'third player'), ('fourth', 'fourth player'), ('level', 'nobody: it was level then too')], default='', max_length=6)),
                ('place', models.CharField(max_length=300)),
                ('channel', models.CharField(choices=[('link', 'personal link'), ('table', 'table link'), ('official', "official's entry"), ('api', 'API'), ('import', 'import')], max_length=10)),
                ('side', models.CharField(choices=[('first', 'first player'), ('second', 'second player'), ('third', 'third player'), ('fourth', 'fourth player'), ('fifth', 'fifth player'), ('sixth', 'sixth player'), ('seventh', 'seventh player'), ('eighth', 'eighth player'), ('official', 'official')], max_length=10)),
                ('client_token', models.CharField(max_length=40)),
                ('kind', models.CharField(blank=True, default='', max_length=20)),
                ('record', models.BinaryField(default=b'', max_length=131072)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('decided', models.CharField(blank=True, choices=[('taken', 'taken'), ('left', 'left')], default='', max_length=10)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='held_reports', to='tournaments.event')),
                ('pairing', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='held_reports', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='HeldPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.FileField(max_length=60, storage=tournaments.models.photos.photo_storage, upload_to=tournaments.models.photos.photo_name)),
                ('sha256', models.CharField(max_length=64)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='tournaments.heldreport')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PairBlock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('weak', models.BooleanField(default=False, verbose_name='if possible')),
                ('until', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='up to round')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='tournaments.division')),
                ('high', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('low', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['division', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='MoveComment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('move', models.PositiveSmallIntegerField(default=0)),
                ('text', models.CharField(max_length=1000, verbose_name='comment')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pairing', 'move', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='CollectedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('added_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='tournaments.gamecollection')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['collection', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='AtTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='at_table', to='tournaments.pairing')),
            ],
        ),
        migrations.CreateModel(
            name='PairingRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('system', models.CharField(max_length=40)),
                ('seed', models.BigIntegerField()),
                ('engine_version', models.CharField(max_length=20)),
                ('fingerprint', models.CharField(max_length=64)),
                ('snapshot', models.JSONField()),
                ('plan', models.JSONField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_runs', to='tournaments.division')),
            ],
        ),
        migrations.CreateModel(
            name='PairingRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'calculating'), ('done', 'done'), ('failed', 'failed'), ('dropped', 'no longer needed')], default='waiting', max_length=10)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=1)),
                ('error', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('round_number', models.PositiveSmallIntegerField()),
                ('system', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('based_on', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('despite_missing', models.BooleanField(default=False)),
                ('draft_version', models.PositiveIntegerField(default=0)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_requests', to='tournaments.division')),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.pairingrun')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='PairLock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='locks', to='tournaments.division')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('second', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['division', 'round_number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PersonalLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('key_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='personal_links', to='tournaments.entry')),
            ],
        ),
        migrations.AddField(
            model_name='heldreport',
            name='link',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.personallink'),
        ),
        migrations.CreateModel(
            name='PlannedRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='round')),
                ('system', models.CharField(blank=True, max_length=40, verbose_name='pairing system')),
                ('options', models.JSONField(blank=True, default=dict)),
                ('lag', models.PositiveSmallIntegerField(default=0)),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='planned_rounds', to='tournaments.division')),
            ],
            options={
                'ordering': ['division', 'number'],
            },
        ),
        migrations.CreateModel(
            name='PlayerNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('late', 'comes late'), ('bye', 'asks for a bye'), ('withdrawn', 'has withdrawn')], max_length=10)),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes late')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='round')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answer', models.CharField(blank=True, choices=[('seen', 'seen'), ('granted', 'granted'), ('refused', 'refused')], default='', max_length=10)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='tournaments.entry')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PrizeFund',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(blank=True, default='', max_length=3, verbose_name='currency')),
                ('fee', models.PositiveIntegerField(default=0, verbose_name='entry fee')),
                ('added', models.PositiveIntegerField(default=0, verbose_name='added money')),
                ('costs', models.PositiveIntegerField(default=0, verbose_name='costs')),
                ('sharing', models.CharField(choices=[('sum', 'Equal shares of the prizes of all the places they take'), ('each', 'Each of them the best of these prizes in full')], default='sum', max_length=4, verbose_name='players who are level get')),
                ('unit', models.PositiveIntegerField(default=1, verbose_name='shares are rounded down to')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prize_fund', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='RatingSnapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=120)),
                ('as_of', models.DateField()),
                ('ratings', models.JSONField(default=dict)),
                ('listed', models.JSONField(default=dict)),
                ('taken_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('division', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating_snapshot', to='tournaments.division')),
                ('official_list', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.officiallist')),
                ('pool', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.ratingpool')),
                ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ResultRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_score', models.SmallIntegerField(blank=True, null=True)),
                ('second_score', models.SmallIntegerField(blank=True, null=True)),
                ('tally', models.CharField(blank=True, default='', max_length=240)),
                ('lost_on_time', models.CharField(blank=True, choices=[('first', 'first player lost on time'), ('second', 'second player lost on time')], default='', max_length=6)),
                ('led_before', models.CharField(blank=True, choices=[('first', 'first player'), ('second', 'second player'), ('third', 'third player'), ('fourth', 'fourth player'), ('level', 'nobody: it was level then too')], default='', max_length=6)),
                ('kind', models.CharField(choices=[('played', 'played'), ('bye', 'bye'), ('forfeit_win', 'second player forfeits'), ('forfeit_loss', 'first player forfeits'), ('double_forfeit', 'both forfeit'), ('void', 'void: does not count'), ('undone', 'undone')], max_length=20)),
                ('spread', models.SmallIntegerField(blank=True, null=True)),
                ('reason', models.TextField(max_length=2000, verbose_name='reason')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('official', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pairing', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_score', models.SmallIntegerField(blank=True, null=True)),
                ('second_score', models.SmallIntegerField(blank=True, null=True)),
                ('tally', models.CharField(blank=True, default='', max_length=240)),
                ('lost_on_time', models.CharField(blank=True, choices=[('first', 'first player lost on time'), ('second', 'second player lost on time')], default='', max_length=6)),
                ('led_before', models.CharField(blank=True, choices=[('first', 'first player'), ('second', 'second player'), ('third', 'third player'), ('fourth', 'fourth player'), ('level', 'nobody: it was level then too')], default='', max_length=6)),
                ('state', models.CharField(choices=[('pending', 'waiting for the other player'), ('confirmed', 'confirmed'), ('conflict', 'the reports differ')], max_length=10)),
                ('kind', models.CharField(choices=[('played', 'played'), ('bye', 'bye'), ('forfeit_win', 'second player forfeits'), ('forfeit_loss', 'first player forfeits'), ('double_forfeit', 'both forfeit'), ('void', 'void: does not count')], max_length=20)),
                ('spread', models.SmallIntegerField(blank=True, help_text="The first player's spread of a bye or forfeit, where it is not the division's.", null=True)),
                ('open_questions', models.PositiveSmallIntegerField(default=0, help_text='How many contradictions wait for an official or a corrected report (OpenQuestion).')),
                ('version', models.PositiveIntegerField(default=1)),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('pairing', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='result', to='tournaments.pairing')),
                ('record', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.gamerecord')),
                ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.resultruling')),
            ],
        ),
        migrations.CreateModel(
            name='ResultsKiosk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('key_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kiosks', to='tournaments.event')),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('closed', 'closed')], default='draft', max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('chance_system', models.CharField(blank=True, default='', max_length=40)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.division')),
                ('run', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.pairingrun')),
            ],
            options={
                'ordering': ['division', 'number'],
            },
        ),
        migrations.AddField(
            model_name='pairing',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round'),
        ),
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(null=True)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('division', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='clocks', to='tournaments.division')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clocks', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='ClockMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('act', models.CharField(choices=[('start', 'started'), ('pause', 'paused'), ('resume', 'resumed'), ('extend', 'extended'), ('stop', 'stopped')], max_length=10)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('seconds', models.PositiveIntegerField(default=0)),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('clock', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='tournaments.roundclock')),
            ],
            options={
                'ordering': ['clock', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ScheduleItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='round')),
                ('title', models.CharField(blank=True, default='', max_length=80, verbose_name='title')),
                ('starts_at', models.DateTimeField(verbose_name='starts')),
                ('minutes', models.PositiveSmallIntegerField(verbose_name='minutes')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='schedule', to='tournaments.event')),
            ],
            options={
                'ordering': ['starts_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.entry')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.pairing')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.round')),
            ],
            options={
                'ordering': ['pairing', 'position'],
            },
        ),
        migrations.CreateModel(
            name='SlipLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('key_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('code', models.CharField(blank=True, default='', max_length=5)),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='slip_links', to='tournaments.pairing')),
            ],
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_score', models.SmallIntegerField(blank=True, null=True)),
                ('second_score', models.SmallIntegerField(blank=True, null=True)),
                ('tally', models.CharField(blank=True, default='', max_length=240)),
                ('lost_on_time', models.CharField(blank=True, choices=[('first', 'first player lost on time'), ('second', 'second player lost on time')], default='', max_length=6)),
                ('led_before', models.CharField(blank=True, choices=[('first', 'first player'), ('second', 'second player'), ('third', 'third player'), ('fourth', 'fourth player'), ('level', 'nobody: it was level then too')], default='', max_length=6)),
                ('channel', models.CharField(choices=[('link', 'personal link'), ('table', 'table link'), ('official', "official's entry"), ('api', 'API'), ('import', 'import')], max_length=10)),
                ('side', models.CharField(choices=[('first', 'first player'), ('second', 'second player'), ('third', 'third player'), ('fourth', 'fourth player'), ('fifth', 'fifth player'), ('sixth', 'sixth player'), ('seventh', 'seventh player'), ('eighth', 'eighth player'), ('official', 'official')], max_length=10)),
                ('client_token', models.CharField(help_text='Made by the form; the same token again is the same submission.', max_length=40)),
                ('kind', models.CharField(choices=[('played', 'played'), ('bye', 'bye'), ('forfeit_win', 'second player forfeits'), ('forfeit_loss', 'first player forfeits'), ('double_forfeit', 'both forfeit'), ('void', 'void: does not count'), ('undone', 'undone')], default='played', max_length=20)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.personallink')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='tournaments.pairing')),
                ('record', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.gamerecord')),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='tournaments.submission')),
            ],
            options={
                'ordering': ['pairing', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SheetPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('file', models.FileField(max_length=60, storage=tournaments.models.photos.photo_storage, upload_to=tournaments.models.photos.photo_name)),
                ('sha256', models.CharField(max_length=64)),
                ('sent_sha256', models.CharField(blank=True, help_text='Of the bytes that were sent: again, nothing is unpacked.', max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='photos', to='tournaments.submission')),
            ],
            options={
                'ordering': ['submission', 'number'],
            },
        ),
        migrations.CreateModel(
            name='SheetMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('choices', models.JSONField(default=dict)),
                ('undecided', models.PositiveSmallIntegerField()),
                ('side', models.CharField(choices=[('first', 'first player'), ('second', 'second player'), ('third', 'third player'), ('fourth', 'fourth player'), ('fifth', 'fifth player'), ('sixth', 'sixth player'), ('seventh', 'seventh player'), ('eighth', 'eighth player'), ('official', 'official')], max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='tournaments.pairing')),
                ('record', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merge', to='games.gamerecord')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.submission')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.submission')),
            ],
            options={
                'ordering': ['pairing', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='resultruling',
            name='after_submission',
            field=models.ForeignKey(blank=True, help_text='The last report that the official could know; later ones came after the decision.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.submission'),
        ),
        migrations.CreateModel(
            name='OpenQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=40)),
                ('finding', models.JSONField()),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled', models.CharField(blank=True, choices=[('ruling', 'by a ruling'), ('corrected', 'by a corrected report')], default='', max_length=10)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='tournaments.pairing')),
                ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.resultruling')),
                ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.submission')),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='tournaments.submission')),
            ],
            options={
                'ordering': ['pairing', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='heldreport',
            name='submission',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.submission'),
        ),
        migrations.CreateModel(
            name='TableClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stream', models.PositiveSmallIntegerField()),
                ('table_number', models.PositiveSmallIntegerField(null=True, verbose_name='table')),
                ('claimed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('division', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.division')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_claims', to='tournaments.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['event', 'stream'],
            },
        ),
        migrations.CreateModel(
            name='TableTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('minutes', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(null=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='extra_times', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pairing', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('until', models.DateField(blank=True, null=True, verbose_name='last day')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bans', to='clubs.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bans', to='clubs.player')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='ban_once_per_club'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='ban_has_reason')],
            },
        ),
        migrations.CreateModel(
            name='ContentionRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'calculating'), ('done', 'done'), ('failed', 'failed'), ('dropped', 'no longer needed')], default='waiting', max_length=10)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=1)),
                ('error', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('fingerprint', models.CharField(max_length=64)),
                ('seed', models.BigIntegerField()),
                ('simulations', models.PositiveIntegerField()),
                ('result', models.JSONField(blank=True, null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contention_runs', to='tournaments.division')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(fields=('division', 'fingerprint'), name='contention_run_once_per_facts'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'dropped'])), name='contention_run_known_state'), models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='contention_run_done_within_total'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state__in', ['waiting', 'running'])), models.Q(models.Q(('state__in', ['waiting', 'running']), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='contention_run_finished_when_ended'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), ('result__isnull', False), _connector='OR'), name='contention_run_done_has_result')],
            },
        ),
        migrations.CreateModel(
            name='AutoPairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(blank=True, max_length=40, verbose_name='pairing system')),
                ('switched_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('drafted_round', models.PositiveSmallIntegerField(null=True)),
                ('failed_round', models.PositiveSmallIntegerField(null=True)),
                ('error', models.TextField(blank=True)),
                ('switched_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('division', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='auto_pairing', to='tournaments.division')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('drafted_round__isnull', True), models.Q(('drafted_round__gte', 2), ('drafted_round__lte', 60)), _connector='OR'), name='auto_pairing_drafted_in_range'), models.CheckConstraint(condition=models.Q(models.Q(('error', ''), ('failed_round__isnull', True)), models.Q(models.Q(('error', ''), _negated=True), ('failed_round__gte', 2), ('failed_round__lte', 60)), _connector='OR'), name='auto_pairing_error_of_a_round')],
            },
        ),
        migrations.CreateModel(
            name='DivisionPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='further_pools', to='tournaments.division')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.ratingpool')),
            ],
            options={
                'ordering': ['division', 'pool'],
                'constraints': [models.UniqueConstraint(fields=('division', 'pool'), name='division_pool_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='entry_number_once_per_division'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('division', 'player'), name='entry_player_once_per_division'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entry_number_positive'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='entry_has_name'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'active'), ('withdrawn_after__isnull', True)), models.Q(('status', 'withdrawn'), ('withdrawn_after__isnull', False)), _connector='OR'), name='entry_withdrawn_has_round'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('missed_spread__isnull', True), models.Q(('missed_spread__gte', -1500), ('missed_spread__lte', 1500), ('status', 'withdrawn')), _connector='OR'), name='entry_missed_spread_of_withdrawn'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('joined_round__gte', 1), ('joined_round__lte', 60)), name='entry_joined_round_in_range'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('fixed_table__isnull', True), models.Q(('fixed_table__gte', 1), ('fixed_table__lte', 9999)), _connector='OR'), name='entry_fixed_table_in_range'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('handicap__in', ['even', 'beginner', 'strong'])), name='entry_known_handicap'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('division', 'seed'), name='entry_seed_once_per_division'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('seed__isnull', True), ('seed_reason', '')), models.Q(('seed__gte', 1), models.Q(('seed_reason', ''), _negated=True)), _connector='OR'), name='entry_seed_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('handicap_points__lte', 500)), name='entry_handicap_points_in_range'),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.UniqueConstraint(fields=('entry', 'round_number'), name='absence_once_per_round'),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__gte', 1), ('round_number__lte', 60)), name='absence_round_in_range'),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['bye', 'absent', 'forfeit'])), name='absence_known_kind'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('what_if_of__isnull', True), models.Q(('state', 'finished'), _negated=True), _connector='OR'), name='event_what_if_never_finished'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('what_if_of__isnull', True), models.Q(('what_if_of', models.F('pk')), _negated=True), _connector='OR'), name='event_what_if_of_another'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('private', False), models.Q(('state', 'finished'), _negated=True), _connector='OR'), name='event_private_never_finished'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('on_laptop_since__isnull', True), models.Q(models.Q(('state', 'finished'), _negated=True), ('what_if_of__isnull', True)), _connector='OR'), name='event_on_laptop_not_finished'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'running', 'finished'])), name='event_known_state'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['auto', 'draft', 'unlisted', 'link', 'members', 'public'])), name='event_known_visibility'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='event_has_name'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('slug', ''), _negated=True), name='event_has_slug'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('event', 'slug'), name='division_slug_once_per_event'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('game__in', ['crossword', 'wordbasket'])), name='division_known_game'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', 'crossword'), models.Q(('rules_slug__in', ['word-basket']), _negated=True)), models.Q(('game', 'wordbasket'), ('rules_slug', 'word-basket')), _connector='OR'), name='division_rules_of_its_game'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__has_keys', ['best_of', 'bye_half_wins', 'bye_spread', 'challenge_points', 'challenge_points_go', 'challenge_points_per_word', 'challenge_rule', 'forfeit_spread', 'handicap_by', 'handicap_cap', 'handicap_percent', 'late_rounds', 'loss_points', 'max_repeats', 'meeting_games', 'play_type', 'player_minutes', 'rate_games', 'round_minutes', 'rounds_planned', 'rule_options', 'seed', 'show_chances', 'show_contention', 'spread_cap', 'spread_caps', 'standings_order', 'table_numbers', 'table_size', 'tie_points', 'win_points'])), name='division_settings_complete'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__rounds_planned__gte', 1), ('settings__rounds_planned__lte', 60)), name='division_settings_rounds_planned'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__round_minutes__gte', 1), ('settings__round_minutes__lte', 600)), name='division_settings_round_minutes'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__player_minutes__gte', 1), ('settings__player_minutes__lte', 600)), name='division_settings_player_minutes'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__in', ['crossword'])), models.Q(('settings__challenge_rule', 'rules')), models.Q(('settings__challenge_rule', 'double')), _connector='OR'), name='division_settings_challenge_rule'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__challenge_points__gte', 1), ('settings__challenge_points__lte', 100), models.Q(models.Q(('game__in', ['crossword'])), models.Q(('settings__challenge_points', 5)), _connector='OR')), name='division_settings_challenge_points'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__challenge_points_go__in', ['challenged', 'challenger']), models.Q(models.Q(('game__in', ['crossword'])), models.Q(('settings__challenge_points_go', 'challenged')), _connector='OR')), name='division_settings_challenge_points_go'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__challenge_points_per_word__in', [True, False]), models.Q(models.Q(('game__in', ['crossword'])), models.Q(('settings__challenge_points_per_word', False)), _connector='OR')), name='division_settings_challenge_points_per_word'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__table_size__in', [2, 3, 4, 5, 6, 7, 8]), models.Q(models.Q(('game', 'crossword'), ('settings__table_size__gte', 2), ('settings__table_size__lte', 4)), models.Q(('game', 'wordbasket'), ('settings__table_size__gte', 2), ('settings__table_size__lte', 8)), _connector='OR')), name='division_settings_table_size'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', 'crossword'), ('settings__meeting_games__gte', 1), ('settings__meeting_games__lte', 9)), models.Q(('game', 'wordbasket'), ('settings__meeting_games__gte', 1), ('settings__meeting_games__lte', 1)), _connector='OR'), name='division_settings_meeting_games'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__best_of__in', [1, 3, 5, 7, 9]), models.Q(models.Q(('game', 'crossword'), ('settings__best_of__gte', 1), ('settings__best_of__lte', 1)), models.Q(('game', 'wordbasket'), ('settings__best_of__gte', 1), ('settings__best_of__lte', 9)), _connector='OR')), name='division_settings_best_of'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__bye_spread__gte', 0), ('settings__bye_spread__lte', 1500)), name='division_settings_bye_spread'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__forfeit_spread__gte', -1500), ('settings__forfeit_spread__lte', 0)), name='division_settings_forfeit_spread'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__max_repeats', None), models.Q(('settings__max_repeats__gte', 0), ('settings__max_repeats__lte', 60)), _connector='OR'), name='division_settings_max_repeats'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__late_rounds__in', ['nothing', 'bye', 'forfeit'])), name='division_settings_late_rounds'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__win_points__gte', 1), ('settings__win_points__lte', 100)), name='division_settings_win_points'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__tie_points__gte', 0), ('settings__tie_points__lte', 100)), name='division_settings_tie_points'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__loss_points__gte', 0), ('settings__loss_points__lte', 100)), name='division_settings_loss_points'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__spread_cap', None), models.Q(('settings__spread_cap__gte', 1), ('settings__spread_cap__lte', 1500)), _connector='OR'), name='division_settings_spread_cap'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__standings_order__regex', '^[a-z_]+( [a-z_]+)*$')), name='division_settings_standings_order'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__bye_half_wins__in', [2, 1, 0])), name='division_settings_bye_half_wins'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__show_contention__in', [True, False])), name='division_settings_show_contention'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__handicap_by__in', ['none', 'points', 'rating']), models.Q(models.Q(('game__in', ['crossword'])), models.Q(('settings__handicap_by', 'none')), _connector='OR')), name='division_settings_handicap_by'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__handicap_percent__gte', 1), ('settings__handicap_percent__lte', 100), models.Q(models.Q(('game__in', ['crossword'])), models.Q(('settings__handicap_percent', 10)), _connector='OR')), name='division_settings_handicap_percent'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('settings__handicap_cap', None), models.Q(('settings__handicap_cap__gte', 1), ('settings__handicap_cap__lte', 500)), _connector='OR'), models.Q(models.Q(('game__in', ['crossword'])), models.Q(('settings__handicap_cap', None)), _connector='OR')), name='division_settings_handicap_cap'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__play_type__in', ['tournament', 'club'])), name='division_settings_play_type'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__rate_games__in', [True, False])), name='division_settings_rate_games'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__show_chances__in', [True, False])), name='division_settings_show_chances'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__seed__gte', 0), ('settings__seed__lte', 9007199254740991)), name='division_settings_seed'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(django.db.models.lookups.GreaterThan(models.F('settings__win_points'), models.F('settings__loss_points')), django.db.models.lookups.GreaterThanOrEqual(models.F('settings__win_points'), models.F('settings__tie_points')), django.db.models.lookups.GreaterThanOrEqual(models.F('settings__tie_points'), models.F('settings__loss_points'))), name='division_worth_in_order'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('settings__meeting_games', 1), ('settings__table_size', 2), _connector='OR'), name='division_rounds_in_a_row_fit'),
        ),
        migrations.AddConstraint(
            model_name='checkin',
            constraint=models.CheckConstraint(condition=models.Q(('forfeit_minutes__isnull', True), models.Q(('forfeit_minutes__gte', 1), ('forfeit_minutes__lte', 120)), _connector='OR'), name='check_in_forfeit_minutes_in_range'),
        ),
        migrations.AddConstraint(
            model_name='eventbackup',
            constraint=models.CheckConstraint(condition=models.Q(('why', ''), _negated=True), name='backup_says_why'),
        ),
        migrations.AddConstraint(
            model_name='eventcheck',
            constraint=models.CheckConstraint(condition=models.Q(('auditor', ''), _negated=True), name='event_check_names_auditor'),
        ),
        migrations.AddConstraint(
            model_name='eventlaptop',
            constraint=models.UniqueConstraint(fields=('key_hash',), name='event_laptop_key_once'),
        ),
        migrations.AddConstraint(
            model_name='eventlaptop',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('event',), name='event_laptop_one_running_per_event'),
        ),
        migrations.AddConstraint(
            model_name='eventlaptop',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at__isnull', False), ('reason', ''), _connector='OR'), name='event_laptop_running_without_reason'),
        ),
        migrations.AddConstraint(
            model_name='eventlink',
            constraint=models.UniqueConstraint(fields=('key_hash',), name='event_link_key_once'),
        ),
        migrations.AddConstraint(
            model_name='eventlink',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('event',), name='event_link_one_live_per_event'),
        ),
        migrations.AddConstraint(
            model_name='eventorigin',
            constraint=models.CheckConstraint(condition=models.Q(('site', ''), _negated=True), name='event_origin_names_site'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['rank', 'spread', 'round_record', 'last_hour', 'lower_half_record', 'high_game', 'high_win', 'high_loss', 'low_win', 'low_loss', 'high_play', 'high_word', 'over_seed', 'under_seed', 'upset', 'tough_luck', 'team_total', 'handicap', 'handicap_rank', 'given'])), name='prize_known_kind'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='prize_has_name'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0), ('amount__lte', 1000000000)), name='prize_money_in_range'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('place', 0), _negated=True), ('place__gte', -999), ('place__lte', 999)), name='prize_place_in_range'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(('count__gte', 1)), name='prize_count_positive'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(('first_round__gte', 1), ('first_round__lte', 60), models.Q(('last_round__isnull', True), models.Q(('last_round__gte', models.F('first_round')), ('last_round__lte', 60)), _connector='OR')), name='prize_rounds_in_order'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['rank', 'lower_half_record', 'handicap_rank']), _negated=True), ('division__isnull', False), _connector='OR'), name='prize_place_in_a_division'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['team_total']), _negated=True), ('exclusive', ''), _connector='OR'), name='prize_team_excludes_nobody'),
        ),
        migrations.AddConstraint(
            model_name='eventprize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['given']), _negated=True), ('place', 1), _connector='OR'), name='prize_given_without_place'),
        ),
        migrations.AddConstraint(
            model_name='eventrolelink',
            constraint=models.CheckConstraint(condition=models.Q(('first_day__isnull', True), ('last_day__isnull', True), models.Q(('ends_at__gt', models.F('starts_at')), ('last_day__gte', models.F('first_day'))), _connector='OR'), name='eventrolelink_days_in_order'),
        ),
        migrations.AddConstraint(
            model_name='eventrolelink',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_day__isnull', True), ('starts_at__isnull', True)), models.Q(('first_day__isnull', False), ('starts_at__isnull', False)), _connector='OR'), name='eventrolelink_first_day_whole'),
        ),
        migrations.AddConstraint(
            model_name='eventrolelink',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('last_day__isnull', True)), models.Q(('ends_at__isnull', False), ('last_day__isnull', False)), _connector='OR'), name='eventrolelink_last_day_whole'),
        ),
        migrations.AddConstraint(
            model_name='eventrolelink',
            constraint=models.CheckConstraint(condition=models.Q(('tables', ''), models.Q(('role', 'scorer'), ('tables__regex', '^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$')), _connector='OR'), name='eventrolelink_tables_of_scorers'),
        ),
        migrations.AddConstraint(
            model_name='eventrolelink',
            constraint=models.CheckConstraint(condition=models.Q(('most_uses__isnull', True), models.Q(('most_uses__gte', 1), ('uses__lte', models.F('most_uses'))), _connector='OR'), name='eventrolelink_not_used_too_often'),
        ),
        migrations.AddConstraint(
            model_name='eventrolelink',
            constraint=models.UniqueConstraint(fields=('key_hash',), name='eventrolelink_key_once'),
        ),
        migrations.AddConstraint(
            model_name='eventrolelink',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['director', 'assistant', 'scorer', 'word_judge', 'check_in'])), name='eventrolelink_known_role'),
        ),
        migrations.AddConstraint(
            model_name='eventgrant',
            constraint=models.CheckConstraint(condition=models.Q(('first_day__isnull', True), ('last_day__isnull', True), models.Q(('ends_at__gt', models.F('starts_at')), ('last_day__gte', models.F('first_day'))), _connector='OR'), name='eventgrant_days_in_order'),
        ),
        migrations.AddConstraint(
            model_name='eventgrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_day__isnull', True), ('starts_at__isnull', True)), models.Q(('first_day__isnull', False), ('starts_at__isnull', False)), _connector='OR'), name='eventgrant_first_day_whole'),
        ),
        migrations.AddConstraint(
            model_name='eventgrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('last_day__isnull', True)), models.Q(('ends_at__isnull', False), ('last_day__isnull', False)), _connector='OR'), name='eventgrant_last_day_whole'),
        ),
        migrations.AddConstraint(
            model_name='eventgrant',
            constraint=models.CheckConstraint(condition=models.Q(('tables', ''), models.Q(('role', 'scorer'), ('tables__regex', '^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$')), _connector='OR'), name='eventgrant_tables_of_scorers'),
        ),
        migrations.AddConstraint(
            model_name='eventgrant',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['director', 'assistant', 'scorer', 'word_judge', 'check_in'])), name='eventgrant_known_role'),
        ),
        migrations.AddConstraint(
            model_name='eventgrant',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), ('link__isnull', True)), fields=('event', 'user', 'role'), name='eventgrant_by_name_once'),
        ),
        migrations.AddConstraint(
            model_name='eventgrant',
            constraint=models.UniqueConstraint(condition=models.Q(('link__isnull', False)), fields=('link', 'user'), name='eventgrant_by_link_once'),
        ),
        migrations.AddConstraint(
            model_name='gamecollection',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='collection_has_name'),
        ),
        migrations.AddConstraint(
            model_name='gamecollection',
            constraint=models.UniqueConstraint(fields=('owner', 'name'), name='collection_name_once_per_owner'),
        ),
        migrations.AddConstraint(
            model_name='hallscreens',
            constraint=models.CheckConstraint(condition=models.Q(('shows__in', ['turn', 'pairings', 'names', 'standings', 'clock', 'text'])), name='screens_known_shows'),
        ),
        migrations.AddConstraint(
            model_name='hallscreens',
            constraint=models.CheckConstraint(condition=models.Q(('seconds__gte', 5), ('seconds__lte', 120)), name='screens_seconds_in_range'),
        ),
        migrations.AddConstraint(
            model_name='hallscreens',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('shows', 'text'), _negated=True), models.Q(('text', ''), _negated=True), _connector='OR'), name='screens_text_is_there'),
        ),
        migrations.AddConstraint(
            model_name='heldphoto',
            constraint=models.UniqueConstraint(fields=('report', 'sha256'), name='held_photo_once_per_report'),
        ),
        migrations.AddConstraint(
            model_name='pairblock',
            constraint=models.UniqueConstraint(fields=('low', 'high'), name='pair_block_once'),
        ),
        migrations.AddConstraint(
            model_name='pairblock',
            constraint=models.CheckConstraint(condition=models.Q(('until__isnull', True), models.Q(('until__gte', 1), ('until__lte', 60)), _connector='OR'), name='pair_block_until_in_range'),
        ),
        migrations.AddConstraint(
            model_name='pairblock',
            constraint=models.CheckConstraint(condition=models.Q(('low__lt', models.F('high'))), name='pair_block_two_players_in_order'),
        ),
        migrations.AddConstraint(
            model_name='pairblock',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='pair_block_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='movecomment',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='comment_has_text'),
        ),
        migrations.AddConstraint(
            model_name='movecomment',
            constraint=models.CheckConstraint(condition=models.Q(('move__gte', 0), ('move__lte', 9999)), name='comment_move_in_range'),
        ),
        migrations.AddConstraint(
            model_name='collectedgame',
            constraint=models.UniqueConstraint(fields=('collection', 'pairing'), name='collected_game_once_per_collection'),
        ),
        migrations.AddConstraint(
            model_name='attable',
            constraint=models.UniqueConstraint(fields=('pairing', 'entry'), name='at_table_once_per_game'),
        ),
        migrations.AddConstraint(
            model_name='pairingrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('division', 'round_number'), name='pairing_request_one_open_per_round'),
        ),
        migrations.AddConstraint(
            model_name='pairingrequest',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'dropped'])), name='pairing_request_known_state'),
        ),
        migrations.AddConstraint(
            model_name='pairingrequest',
            constraint=models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='pairing_request_done_within_total'),
        ),
        migrations.AddConstraint(
            model_name='pairingrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state__in', ['waiting', 'running'])), models.Q(models.Q(('state__in', ['waiting', 'running']), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='pairing_request_finished_when_ended'),
        ),
        migrations.AddConstraint(
            model_name='pairingrequest',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__gte', 1), ('round_number__lte', 60)), name='pairing_request_round_in_range'),
        ),
        migrations.AddConstraint(
            model_name='pairlock',
            constraint=models.UniqueConstraint(fields=('round_number', 'first'), name='pair_lock_first_once_per_round'),
        ),
        migrations.AddConstraint(
            model_name='pairlock',
            constraint=models.UniqueConstraint(fields=('round_number', 'second'), name='pair_lock_second_once_per_round'),
        ),
        migrations.AddConstraint(
            model_name='pairlock',
            constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='pair_lock_two_players'),
        ),
        migrations.AddConstraint(
            model_name='pairlock',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__gte', 1), ('round_number__lte', 60)), name='pair_lock_round_in_range'),
        ),
        migrations.AddConstraint(
            model_name='personallink',
            constraint=models.UniqueConstraint(fields=('key_hash',), name='personal_link_key_once'),
        ),
        migrations.AddConstraint(
            model_name='personallink',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('entry',), name='personal_link_one_live_per_entry'),
        ),
        migrations.AddConstraint(
            model_name='plannedround',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='planned_round_once'),
        ),
        migrations.AddConstraint(
            model_name='plannedround',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 60)), name='planned_round_number_in_range'),
        ),
        migrations.AddConstraint(
            model_name='plannedround',
            constraint=models.CheckConstraint(condition=models.Q(('lag__lt', models.F('number'))), name='planned_round_lag_before_round'),
        ),
        migrations.AddConstraint(
            model_name='plannedround',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('system', ''), _negated=True), ('lag', 0), _connector='OR'), name='planned_round_open_without_lag'),
        ),
        migrations.AddConstraint(
            model_name='plannedround',
            constraint=models.CheckConstraint(condition=models.Q(('minutes__isnull', True), models.Q(('minutes__gte', 1), ('minutes__lte', 600)), _connector='OR'), name='planned_round_minutes_in_range'),
        ),
        migrations.AddConstraint(
            model_name='playernotice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'late'), ('minutes__gte', 1), ('minutes__isnull', False), ('minutes__lte', 120), ('round_number__isnull', True)), models.Q(('kind', 'bye'), ('minutes__isnull', True), ('round_number__gte', 1), ('round_number__isnull', False), ('round_number__lte', 60)), models.Q(('kind', 'withdrawn'), ('minutes__isnull', True), ('round_number__isnull', False), ('round_number__lte', 60)), _connector='OR'), name='player_notice_fits_kind'),
        ),
        migrations.AddConstraint(
            model_name='playernotice',
            constraint=models.CheckConstraint(condition=models.Q(('answer__in', ['', 'seen']), models.Q(('answer__in', ['granted', 'refused']), ('kind', 'bye')), _connector='OR'), name='player_notice_answer_fits_kind'),
        ),
        migrations.AddConstraint(
            model_name='playernotice',
            constraint=models.UniqueConstraint(condition=models.Q(('answer', ''), models.Q(('kind', 'bye'), _negated=True)), fields=('entry', 'kind'), name='player_notice_one_open_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='playernotice',
            constraint=models.UniqueConstraint(condition=models.Q(('answer', ''), ('kind', 'bye')), fields=('entry', 'round_number'), name='player_notice_one_open_bye_per_round'),
        ),
        migrations.AddConstraint(
            model_name='prizefund',
            constraint=models.CheckConstraint(condition=models.Q(('sharing__in', ['sum', 'each'])), name='prize_fund_known_sharing'),
        ),
        migrations.AddConstraint(
            model_name='prizefund',
            constraint=models.CheckConstraint(condition=models.Q(('fee__gte', 0), ('fee__lte', 1000000000)), name='prize_fund_fee_in_range'),
        ),
        migrations.AddConstraint(
            model_name='prizefund',
            constraint=models.CheckConstraint(condition=models.Q(('added__gte', 0), ('added__lte', 1000000000)), name='prize_fund_added_in_range'),
        ),
        migrations.AddConstraint(
            model_name='prizefund',
            constraint=models.CheckConstraint(condition=models.Q(('costs__gte', 0), ('costs__lte', 1000000000)), name='prize_fund_costs_in_range'),
        ),
        migrations.AddConstraint(
            model_name='prizefund',
            constraint=models.CheckConstraint(condition=models.Q(('unit__gte', 1), ('unit__lte', 1000000000)), name='prize_fund_unit_in_range'),
        ),
        migrations.AddConstraint(
            model_name='ratingsnapshot',
            constraint=models.CheckConstraint(condition=models.Q(('source', ''), _negated=True), name='rating_snapshot_has_source'),
        ),
        migrations.AddConstraint(
            model_name='ratingsnapshot',
            constraint=models.CheckConstraint(condition=models.Q(('official_list__isnull', True), ('pool__isnull', False), _connector='OR'), name='rating_snapshot_list_of_pool'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['pending', 'confirmed', 'conflict'])), name='result_known_state'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'played'), models.Q(models.Q(('first_score__isnull', False), ('second_score__isnull', False)), models.Q(('first_score__isnull', True), ('second_score__isnull', True), models.Q(('tally', ''), _negated=True)), _connector='OR')), models.Q(models.Q(('kind', 'played'), _negated=True), ('first_score__isnull', True), ('second_score__isnull', True), ('tally', '')), _connector='OR'), name='result_scores_iff_played'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('tally', ''), ('tally__regex', '^(((([1-9][0-9]?|x)-)+0(-([1-9][0-9]?|x))*|0(-([1-9][0-9]?|x))+)( ((([1-9][0-9]?|x)-)+0(-([1-9][0-9]?|x))*|0(-([1-9][0-9]?|x))+)){0,8}|(-?[0-9]{1,4}|x)(/(-?[0-9]{1,4}|x)){2,3})$'), _connector='OR'), name='result_tally_form'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('lost_on_time', ''), models.Q(('lost_on_time__in', ['first', 'second']), ('first_score__isnull', False), ('kind', 'played'), ('tally', '')), _connector='OR'), name='result_time_of_two'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('led_before', ''), models.Q(('kind', 'played'), ('lost_on_time', ''), models.Q(models.Q(('first_score__isnull', False), ('led_before__in', ['first', 'second', 'level']), ('second_score', models.F('first_score')), ('tally', '')), models.Q(('led_before__in', ['first', 'second', 'third', 'fourth', 'level']), ('tally__regex', '^(.*/)?(-?[0-9]+)/(.*/)?\\2(/.*)?$')), _connector='OR')), _connector='OR'), name='result_led_at_equal_totals'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_score__isnull', True), models.Q(('first_score__gte', -1500), ('first_score__lte', 1500)), _connector='OR'), models.Q(('second_score__isnull', True), models.Q(('second_score__gte', -1500), ('second_score__lte', 1500)), _connector='OR')), name='result_scores_in_range'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['played', 'bye', 'forfeit_win', 'forfeit_loss', 'double_forfeit', 'void'])), name='result_known_kind'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('spread__isnull', True), models.Q(('kind__in', ['bye', 'forfeit_win', 'forfeit_loss', 'double_forfeit']), ('spread__gte', -1500), ('spread__lte', 1500)), _connector='OR'), name='result_spread_of_no_game'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('confirmed_at__isnull', False), ('state', 'confirmed')), models.Q(models.Q(('state', 'confirmed'), _negated=True), ('confirmed_at__isnull', True)), _connector='OR'), name='result_confirmed_has_time'),
        ),
        migrations.AddConstraint(
            model_name='resultskiosk',
            constraint=models.UniqueConstraint(fields=('key_hash',), name='kiosk_key_once'),
        ),
        migrations.AddConstraint(
            model_name='resultskiosk',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('event',), name='kiosk_one_open_per_event'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='round_number_once_per_division'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 60)), name='round_number_in_range'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'published', 'closed'])), name='round_known_state'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'table_number'), name='pairing_table_once_per_round'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'game'), ('table_number__gte', 1), ('table_number__isnull', False)), models.Q(('kind__in', ['bye', 'forfeit']), ('table_number__isnull', True)), _connector='OR'), name='pairing_game_has_table'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'game'), ('sheet_returned_at__isnull', True), _connector='OR'), name='pairing_sheet_is_of_a_game'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('first_chance__isnull', True), models.Q(('first_chance__gte', 0), ('first_chance__lte', 1), ('kind', 'game')), _connector='OR'), name='pairing_chance_of_a_game'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('broken_reason', ''), ('broken_rules', '')), models.Q(models.Q(('broken_rules', ''), _negated=True), models.Q(('broken_reason', ''), _negated=True)), _connector='OR'), name='pairing_broken_rules_with_reason'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('spread__isnull', True), models.Q(('kind__in', ['bye', 'forfeit']), ('spread__gte', -1500), ('spread__lte', 1500)), _connector='OR'), name='pairing_spread_of_no_game'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('starter_known', True), ('kind', 'game'), _connector='OR'), name='pairing_starter_of_a_game'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('record_visibility__in', ['public', 'unlisted', 'private'])), name='pairing_known_record_visibility'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('drawn_tiles', ''), models.Q(('kind', 'game'), ('starter_known', True)), _connector='OR'), name='pairing_drawn_tiles_tell_the_first'),
        ),
        migrations.AddConstraint(
            model_name='roundclock',
            constraint=models.UniqueConstraint(condition=models.Q(('division__isnull', True), ('stopped_at__isnull', True)), fields=('event',), name='clock_one_open_per_event'),
        ),
        migrations.AddConstraint(
            model_name='roundclock',
            constraint=models.UniqueConstraint(condition=models.Q(('division__isnull', False), ('stopped_at__isnull', True)), fields=('division',), name='clock_one_open_per_division'),
        ),
        migrations.AddConstraint(
            model_name='roundclock',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('division__isnull', True), ('round_number__isnull', True)), models.Q(('division__isnull', False), ('round_number__gte', 1), ('round_number__lte', 60)), _connector='OR'), name='clock_of_event_or_round'),
        ),
        migrations.AddConstraint(
            model_name='clockmark',
            constraint=models.UniqueConstraint(fields=('clock', 'number'), name='clock_mark_number_once'),
        ),
        migrations.AddConstraint(
            model_name='clockmark',
            constraint=models.UniqueConstraint(condition=models.Q(('act', 'stop')), fields=('clock',), name='clock_mark_stops_once'),
        ),
        migrations.AddConstraint(
            model_name='clockmark',
            constraint=models.CheckConstraint(condition=models.Q(('act__in', ['start', 'pause', 'resume', 'extend', 'stop'])), name='clock_mark_known_act'),
        ),
        migrations.AddConstraint(
            model_name='clockmark',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act', 'start'), ('number', 1)), models.Q(models.Q(('act', 'start'), _negated=True), ('number__gte', 2)), _connector='OR'), name='clock_mark_begins_with_start'),
        ),
        migrations.AddConstraint(
            model_name='clockmark',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act__in', ['start', 'extend']), ('seconds__gte', 60), ('seconds__lte', 36000)), models.Q(models.Q(('act__in', ['start', 'extend']), _negated=True), ('seconds', 0)), _connector='OR'), name='clock_mark_seconds_fit_act'),
        ),
        migrations.AddConstraint(
            model_name='clockmark',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act', 'extend'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='clock_mark_extension_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='scheduleitem',
            constraint=models.UniqueConstraint(fields=('event', 'round_number'), name='schedule_round_once_per_event'),
        ),
        migrations.AddConstraint(
            model_name='scheduleitem',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__isnull', True), models.Q(('round_number__gte', 1), ('round_number__lte', 60)), _connector='OR'), name='schedule_round_in_range'),
        ),
        migrations.AddConstraint(
            model_name='scheduleitem',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__isnull', False), models.Q(('title', ''), _negated=True), _connector='OR'), name='schedule_item_has_name'),
        ),
        migrations.AddConstraint(
            model_name='scheduleitem',
            constraint=models.CheckConstraint(condition=models.Q(('minutes__gte', 1), ('minutes__lte', 1440)), name='schedule_minutes_in_range'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='seat_entry_once_per_round'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('pairing', 'position'), name='seat_position_once_per_pairing'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 8)), name='seat_position_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='sliplink',
            constraint=models.UniqueConstraint(fields=('key_hash',), name='slip_link_key_once'),
        ),
        migrations.AddConstraint(
            model_name='sliplink',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('pairing',), name='slip_link_one_live_per_pairing'),
        ),
        migrations.AddConstraint(
            model_name='sliplink',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), models.Q(('code', ''), _negated=True)), fields=('code',), name='slip_link_code_once'),
        ),
        migrations.AddConstraint(
            model_name='sliplink',
            constraint=models.CheckConstraint(condition=models.Q(('code', ''), ('code__regex', '^[ABCDEFGHJKLMNPQRSTUVWXYZ23456789]{5}$'), _connector='OR'), name='slip_link_code_form'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('link__isnull', True), ('channel__in', ['link', 'api']), _connector='OR'), name='submission_link_by_its_channel'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.UniqueConstraint(fields=('pairing', 'client_token'), name='submission_token_once_per_pairing'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'played'), models.Q(models.Q(('first_score__isnull', False), ('second_score__isnull', False)), models.Q(('first_score__isnull', True), ('second_score__isnull', True), models.Q(('tally', ''), _negated=True)), _connector='OR')), models.Q(models.Q(('kind', 'played'), _negated=True), ('first_score__isnull', True), ('second_score__isnull', True), ('tally', '')), _connector='OR'), name='submission_scores_iff_played'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('tally', ''), ('tally__regex', '^(((([1-9][0-9]?|x)-)+0(-([1-9][0-9]?|x))*|0(-([1-9][0-9]?|x))+)( ((([1-9][0-9]?|x)-)+0(-([1-9][0-9]?|x))*|0(-([1-9][0-9]?|x))+)){0,8}|(-?[0-9]{1,4}|x)(/(-?[0-9]{1,4}|x)){2,3})$'), _connector='OR'), name='submission_tally_form'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('lost_on_time', ''), models.Q(('lost_on_time__in', ['first', 'second']), ('first_score__isnull', False), ('kind', 'played'), ('tally', '')), _connector='OR'), name='submission_time_of_two'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('led_before', ''), models.Q(('kind', 'played'), ('lost_on_time', ''), models.Q(models.Q(('first_score__isnull', False), ('led_before__in', ['first', 'second', 'level']), ('second_score', models.F('first_score')), ('tally', '')), models.Q(('led_before__in', ['first', 'second', 'third', 'fourth', 'level']), ('tally__regex', '^(.*/)?(-?[0-9]+)/(.*/)?\\2(/.*)?$')), _connector='OR')), _connector='OR'), name='submission_led_at_equal_totals'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_score__isnull', True), models.Q(('first_score__gte', -1500), ('first_score__lte', 1500)), _connector='OR'), models.Q(('second_score__isnull', True), models.Q(('second_score__gte', -1500), ('second_score__lte', 1500)), _connector='OR')), name='submission_scores_in_range'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['played', 'bye', 'forfeit_win', 'forfeit_loss', 'double_forfeit', 'void', 'undone'])), name='submission_known_kind'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'undone'), _negated=True), models.Q(('record__isnull', True), ('side', 'official'), ('supersedes__isnull', False)), _connector='OR'), name='submission_official_undoes'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'official'])), name='submission_known_side'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('channel__in', ['link', 'table', 'official', 'api', 'import'])), name='submission_known_channel'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('client_token', ''), _negated=True), name='submission_has_token'),
        ),
        migrations.AddConstraint(
            model_name='sheetphoto',
            constraint=models.UniqueConstraint(fields=('submission', 'number'), name='photo_number_once_per_report'),
        ),
        migrations.AddConstraint(
            model_name='sheetphoto',
            constraint=models.UniqueConstraint(fields=('submission', 'sha256'), name='photo_once_per_report'),
        ),
        migrations.AddConstraint(
            model_name='sheetphoto',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 3)), name='photo_number_within_limit'),
        ),
        migrations.AddConstraint(
            model_name='sheetmerge',
            constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='merge_of_two_reports'),
        ),
        migrations.AddConstraint(
            model_name='sheetmerge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('record__isnull', False), ('undecided', 0)), models.Q(('record__isnull', True), ('undecided__gt', 0)), _connector='OR'), name='merge_has_record_when_decided'),
        ),
        migrations.AddConstraint(
            model_name='sheetmerge',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'official'])), name='merge_known_side'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='ruling_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'played'), models.Q(models.Q(('first_score__isnull', False), ('second_score__isnull', False)), models.Q(('first_score__isnull', True), ('second_score__isnull', True), models.Q(('tally', ''), _negated=True)), _connector='OR')), models.Q(models.Q(('kind', 'played'), _negated=True), ('first_score__isnull', True), ('second_score__isnull', True), ('tally', '')), _connector='OR'), name='ruling_scores_iff_played'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(('tally', ''), ('tally__regex', '^(((([1-9][0-9]?|x)-)+0(-([1-9][0-9]?|x))*|0(-([1-9][0-9]?|x))+)( ((([1-9][0-9]?|x)-)+0(-([1-9][0-9]?|x))*|0(-([1-9][0-9]?|x))+)){0,8}|(-?[0-9]{1,4}|x)(/(-?[0-9]{1,4}|x)){2,3})$'), _connector='OR'), name='ruling_tally_form'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(('lost_on_time', ''), models.Q(('lost_on_time__in', ['first', 'second']), ('first_score__isnull', False), ('kind', 'played'), ('tally', '')), _connector='OR'), name='ruling_time_of_two'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(('led_before', ''), models.Q(('kind', 'played'), ('lost_on_time', ''), models.Q(models.Q(('first_score__isnull', False), ('led_before__in', ['first', 'second', 'level']), ('second_score', models.F('first_score')), ('tally', '')), models.Q(('led_before__in', ['first', 'second', 'third', 'fourth', 'level']), ('tally__regex', '^(.*/)?(-?[0-9]+)/(.*/)?\\2(/.*)?$')), _connector='OR')), _connector='OR'), name='ruling_led_at_equal_totals'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_score__isnull', True), models.Q(('first_score__gte', -1500), ('first_score__lte', 1500)), _connector='OR'), models.Q(('second_score__isnull', True), models.Q(('second_score__gte', -1500), ('second_score__lte', 1500)), _connector='OR')), name='ruling_scores_in_range'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['played', 'bye', 'forfeit_win', 'forfeit_loss', 'double_forfeit', 'void', 'undone'])), name='ruling_known_kind'),
        ),
        migrations.AddConstraint(
            model_name='resultruling',
            constraint=models.CheckConstraint(condition=models.Q(('spread__isnull', True), models.Q(('kind__in', ['bye', 'forfeit_win', 'forfeit_loss', 'double_forfeit']), ('spread__gte', -1500), ('spread__lte', 1500)), _connector='OR'), name='ruling_spread_of_no_game'),
        ),
        migrations.AddConstraint(
            model_name='openquestion',
            constraint=models.UniqueConstraint(condition=models.Q(('other__isnull', True)), fields=('submission', 'code'), name='question_once_per_report'),
        ),
        migrations.AddConstraint(
            model_name='openquestion',
            constraint=models.UniqueConstraint(condition=models.Q(('other__isnull', False)), fields=('submission', 'other', 'code'), name='question_once_per_two'),
        ),
        migrations.AddConstraint(
            model_name='openquestion',
            constraint=models.CheckConstraint(condition=models.Q(('code', ''), _negated=True), name='question_has_code'),
        ),
        migrations.AddConstraint(
            model_name='openquestion',
            constraint=models.CheckConstraint(condition=models.Q(('other', models.F('submission')), _negated=True), name='question_of_two_reports'),
        ),
        migrations.AddConstraint(
            model_name='openquestion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ruling__isnull', True), ('settled', ''), ('settled_at__isnull', True)), models.Q(('settled__in', ['ruling', 'corrected']), ('settled_at__isnull', False)), _connector='OR'), name='question_settled_when_it_says_so'),
        ),
        migrations.AddConstraint(
            model_name='openquestion',
            constraint=models.CheckConstraint(condition=models.Q(('settled', 'ruling'), ('ruling__isnull', True), _connector='OR'), name='question_ruling_settles_it'),
        ),
        migrations.AddConstraint(
            model_name='heldreport',
            constraint=models.UniqueConstraint(fields=('pairing', 'client_token'), name='held_report_token_once_per_pairing'),
        ),
        migrations.AddConstraint(
            model_name='heldreport',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'official'])), name='held_report_known_side'),
        ),
        migrations.AddConstraint(
            model_name='heldreport',
            constraint=models.CheckConstraint(condition=models.Q(('channel__in', ['link', 'table', 'official', 'api', 'import'])), name='held_report_known_channel'),
        ),
        migrations.AddConstraint(
            model_name='heldreport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided', ''), ('decided_at__isnull', True)), models.Q(('decided__in', ['taken', 'left']), ('decided_at__isnull', False)), _connector='OR'), name='held_report_decided_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='heldreport',
            constraint=models.CheckConstraint(condition=models.Q(('decided', 'taken'), ('submission__isnull', True), _connector='OR'), name='held_report_taken_becomes_report'),
        ),
        migrations.AddConstraint(
            model_name='heldreport',
            constraint=models.CheckConstraint(condition=models.Q(('client_token', ''), _negated=True), name='held_report_has_token'),
        ),
        migrations.AddConstraint(
            model_name='tableclaim',
            constraint=models.UniqueConstraint(fields=('event', 'user'), name='table_claim_once_per_user'),
        ),
        migrations.AddConstraint(
            model_name='tableclaim',
            constraint=models.UniqueConstraint(fields=('event', 'stream'), name='table_claim_stream_once'),
        ),
        migrations.AddConstraint(
            model_name='tableclaim',
            constraint=models.UniqueConstraint(fields=('division', 'table_number'), name='table_claim_once_per_table'),
        ),
        migrations.AddConstraint(
            model_name='tableclaim',
            constraint=models.CheckConstraint(condition=models.Q(('stream__gte', 1), ('stream__lte', 32767)), name='table_claim_stream_positive'),
        ),
        migrations.AddConstraint(
            model_name='tableclaim',
            constraint=models.CheckConstraint(condition=models.Q(('table_number__isnull', True), models.Q(('table_number__gte', 1), ('table_number__lte', 9999)), _connector='OR'), name='table_claim_table_in_range'),
        ),
        migrations.AddConstraint(
            model_name='tableclaim',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('division__isnull', True), ('table_number__isnull', True)), models.Q(('division__isnull', False), ('table_number__isnull', False)), _connector='OR'), name='table_claim_of_a_division'),
        ),
        migrations.AddConstraint(
            model_name='tabletime',
            constraint=models.CheckConstraint(condition=models.Q(('minutes__gte', 1), ('minutes__lte', 600)), name='table_time_minutes_in_range'),
        ),
        migrations.AddConstraint(
            model_name='tabletime',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='table_time_has_reason'),
        ),
    ]
