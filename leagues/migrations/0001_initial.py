import clubs.names
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
                    name='LeagueDivision',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('slug', models.SlugField(max_length=60)),
                        ('position', models.PositiveSmallIntegerField()),
                        ('exchange', models.PositiveSmallIntegerField(default=0, verbose_name='promotion and relegation places')),
                    ],
                    options={
                        'ordering': ['season', 'position'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='league_division_has_name'), models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 20)), name='league_division_position_in_range'), models.CheckConstraint(condition=models.Q(('exchange', 0), models.Q(('exchange__lte', 50), ('position__gt', 1)), _connector='OR'), name='league_division_exchange_with_above')],
                    },
                ),
                migrations.CreateModel(
                    name='League',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('slug', models.SlugField(max_length=60, verbose_name='address')),
                        ('about', models.TextField(blank=True, max_length=2000, verbose_name='about')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues', to='clubs.club')),
                    ],
                    options={
                        'ordering': [clubs.names.NameKey(models.F('name')), clubs.names.Plainly(models.F('name')), 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('club', 'slug'), name='league_slug_once_per_club'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='league_has_name'), models.CheckConstraint(condition=models.Q(('slug', ''), _negated=True), name='league_has_slug')],
                    },
                ),
                migrations.CreateModel(
                    name='CountingEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('event_division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='counted_in', to='tournaments.division')),
                        ('league_division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='counting_events', to='leagues.leaguedivision')),
                    ],
                    options={
                        'ordering': ['league_division', 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('league_division', 'event_division'), name='counting_event_once')],
                    },
                ),
                migrations.CreateModel(
                    name='LeagueSeason',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('starts_on', models.DateField(verbose_name='first day')),
                        ('ends_on', models.DateField(blank=True, null=True, verbose_name='last day')),
                        ('state', models.CharField(choices=[('draft', 'in preparation'), ('running', 'running'), ('finished', 'finished')], default='draft', max_length=10)),
                        ('open_to_all', models.BooleanField(default=True, verbose_name='open to all')),
                        ('best_events', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='best events that count')),
                        ('min_games', models.PositiveSmallIntegerField(default=1, verbose_name='games needed to be ranked')),
                        ('win_points', models.PositiveSmallIntegerField(default=2, verbose_name='points for a win')),
                        ('tie_points', models.PositiveSmallIntegerField(default=1, verbose_name='points for a tie')),
                        ('loss_points', models.PositiveSmallIntegerField(default=0, verbose_name='points for a loss')),
                        ('bye_half_wins', models.PositiveSmallIntegerField(default=2, verbose_name='a bye counts')),
                        ('standings_order', models.CharField(default='points spread', max_length=200)),
                        ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='leagues.league')),
                    ],
                    options={
                        'ordering': ['league', '-number'],
                        'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='league_season_number_once'), models.UniqueConstraint(condition=models.Q(('state', 'finished'), _negated=True), fields=('league',), name='league_season_one_unfinished'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='league_season_number_positive'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='league_season_has_name'), models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'running', 'finished'])), name='league_season_known_state'), models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='league_season_days_in_order'), models.CheckConstraint(condition=models.Q(('best_events__isnull', True), ('best_events__gte', 1), _connector='OR'), name='league_season_best_positive'), models.CheckConstraint(condition=models.Q(('loss_points__gte', 0), ('tie_points__gte', models.F('loss_points')), ('win_points__gt', models.F('loss_points')), ('win_points__gte', models.F('tie_points')), ('win_points__lte', 100)), name='league_season_points_in_order'), models.CheckConstraint(condition=models.Q(('bye_half_wins__lte', 2)), name='league_season_bye_at_most_a_win'), models.CheckConstraint(condition=models.Q(('standings_order__regex', '^[a-z_]+( [a-z_]+)*$')), name='league_season_order_form')],
                    },
                ),
            ],
        ),
        migrations.AddField(
            model_name='leaguedivision',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='leagues.leagueseason'),
        ),
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='SeasonCheck',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seal', models.CharField(max_length=64)),
                        ('auditor', models.CharField(max_length=20)),
                        ('checked_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('differences', models.PositiveIntegerField(default=0)),
                        ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_of_tables', to='leagues.leagueseason')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('auditor', ''), _negated=True), name='season_check_names_auditor'), models.CheckConstraint(condition=models.Q(('seal', ''), _negated=True), name='season_check_has_seal')],
                    },
                ),
                migrations.CreateModel(
                    name='SeasonPlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('came', models.CharField(choices=[('new', 'new'), ('stay', 'stays'), ('up', 'promoted'), ('down', 'relegated'), ('out', 'not continuing')], default='new', max_length=4)),
                        ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                        ('division', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='season_players', to='leagues.leaguedivision')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='league_places', to='clubs.player')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='season_players', to='leagues.leagueseason')),
                    ],
                    options={
                        'ordering': ['season', 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='season_player_once_per_season'), models.CheckConstraint(condition=models.Q(('came__in', ['new', 'stay', 'up', 'down', 'out'])), name='season_player_known_move'), models.CheckConstraint(condition=models.Q(models.Q(('came', 'out'), ('division__isnull', True)), models.Q(models.Q(('came', 'out'), _negated=True), ('division__isnull', False)), _connector='OR'), name='season_player_out_has_no_division')],
                    },
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name='leaguedivision',
            constraint=models.UniqueConstraint(fields=('season', 'slug'), name='league_division_slug_once'),
        ),
        migrations.AddConstraint(
            model_name='leaguedivision',
            constraint=models.UniqueConstraint(fields=('season', 'position'), name='league_division_position_once'),
        ),
    ]
