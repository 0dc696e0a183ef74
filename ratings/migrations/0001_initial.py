import clubs.names
import core.create_tables
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import ratings.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('lexicon', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='RatingPool',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('slug', models.SlugField(max_length=60, unique=True, verbose_name='address')),
                        ('system', models.CharField(choices=ratings.labels.system_choices, default='naspa', max_length=20, verbose_name='rating system')),
                        ('params', models.JSONField(blank=True, default=dict, verbose_name='changed parameters')),
                        ('game', models.CharField(blank=True, choices=[('', 'any game'), ('crossword', 'crossword game'), ('wordbasket', 'Word Basket')], default='', max_length=12, verbose_name='game')),
                        ('setting', models.CharField(blank=True, choices=[('', 'tournaments and club play'), ('tournament', 'tournaments only'), ('club', 'club play only')], default='', max_length=12, verbose_name='play type')),
                        ('rules', models.JSONField(blank=True, default=list, verbose_name='rules')),
                        ('ledger_version', models.PositiveBigIntegerField(default=0, editable=False)),
                        ('computed_version', models.PositiveBigIntegerField(default=0, editable=False)),
                        ('dirty_from', models.DateField(blank=True, editable=False, null=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rating_pools', to='clubs.club')),
                        ('lexicons', models.ManyToManyField(blank=True, related_name='+', to='lexicon.lexicon', verbose_name='dictionaries')),
                    ],
                    options={
                        'ordering': [clubs.names.NameKey(models.F('name')), clubs.names.Plainly(models.F('name'))],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='rating_pool_has_name'), models.CheckConstraint(condition=models.Q(('system', ''), _negated=True), name='rating_pool_names_system'), models.CheckConstraint(condition=models.Q(('game__in', ['', 'crossword', 'wordbasket'])), name='rating_pool_known_game'), models.CheckConstraint(condition=models.Q(('setting__in', ['', 'tournament', 'club'])), name='rating_pool_known_setting'), models.CheckConstraint(condition=models.Q(('computed_version__lte', models.F('ledger_version'))), name='rating_pool_not_ahead_of_ledger')],
                    },
                ),
                migrations.CreateModel(
                    name='RatedEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=80)),
                        ('name', models.CharField(max_length=200, verbose_name='name')),
                        ('date', models.DateField(verbose_name='date')),
                        ('rounds', models.PositiveSmallIntegerField(verbose_name='planned rounds')),
                        ('final', models.BooleanField(default=False, verbose_name='final')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='ratings.ratingpool')),
                    ],
                    options={
                        'ordering': ['date', 'pk'],
                        'indexes': [models.Index(fields=['pool', 'date', 'id'], name='rated_event_replay_order')],
                        'constraints': [models.UniqueConstraint(fields=('pool', 'key'), name='rated_event_key_once_per_pool'), models.CheckConstraint(condition=models.Q(models.Q(('key', ''), _negated=True), models.Q(('name', ''), _negated=True)), name='rated_event_has_key_and_name'), models.CheckConstraint(condition=models.Q(('rounds__gte', 1), ('rounds__lte', 1000)), name='rated_event_rounds_in_bounds')],
                    },
                ),
                migrations.CreateModel(
                    name='PoolCheck',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'calculating'), ('done', 'done'), ('failed', 'failed'), ('dropped', 'no longer needed')], default='waiting', max_length=10)),
                        ('done', models.PositiveIntegerField(default=0)),
                        ('total', models.PositiveIntegerField(default=1)),
                        ('error', models.TextField(blank=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('kind', models.CharField(choices=[('check', 'Check'), ('recompute', 'Recompute')], max_length=10)),
                        ('events', models.PositiveIntegerField(default=0)),
                        ('games', models.PositiveIntegerField(default=0)),
                        ('found', models.PositiveIntegerField(default=0)),
                        ('differences', models.JSONField(default=list)),
                        ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='checks', to='ratings.ratingpool')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('finished_at__isnull', True)), fields=('pool',), name='pool_check_one_open_per_pool'), models.CheckConstraint(condition=models.Q(('kind__in', ['check', 'recompute'])), name='pool_check_known_kind'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'dropped'])), name='pool_check_known_state'), models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='pool_check_done_within_total'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state__in', ['waiting', 'running'])), models.Q(models.Q(('state__in', ['waiting', 'running']), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='pool_check_finished_when_ended')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayerRating',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('rating', models.SmallIntegerField(null=True)),
                        ('career_games', models.PositiveIntegerField(null=True)),
                        ('pool_games', models.PositiveIntegerField(default=0)),
                        ('deviation', models.FloatField(null=True)),
                        ('state', models.JSONField(default=list)),
                        ('provisional', models.BooleanField(default=False)),
                        ('live_rating', models.SmallIntegerField(null=True)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='clubs.player')),
                        ('last_event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.ratedevent')),
                        ('live_event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.ratedevent')),
                        ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='ratings.ratingpool')),
                    ],
                    options={
                        'indexes': [models.Index(fields=['pool', 'provisional', '-rating'], name='player_rating_list_order')],
                        'constraints': [models.UniqueConstraint(fields=('pool', 'player'), name='player_rating_once_per_pool'), models.CheckConstraint(condition=models.Q(('rating__isnull', False), ('live_rating__isnull', False), _connector='OR'), name='player_rating_says_something'), models.CheckConstraint(condition=models.Q(models.Q(('live_event__isnull', True), ('live_rating__isnull', True)), models.Q(('live_event__isnull', False), ('live_rating__isnull', False)), _connector='OR'), name='player_rating_live_has_event')],
                    },
                ),
                migrations.CreateModel(
                    name='OpeningRating',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating')),
                        ('games', models.PositiveIntegerField(blank=True, null=True, verbose_name='career games')),
                        ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                        ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='openings', to='ratings.ratingpool')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('pool', 'player'), name='opening_rating_once_per_player'), models.CheckConstraint(condition=models.Q(('rating__gte', 1), ('rating__lte', 9999)), name='opening_rating_in_bounds'), models.CheckConstraint(condition=models.Q(('rating__isnull', False), ('games__isnull', False), _connector='OR'), name='opening_rating_says_something')],
                    },
                ),
                migrations.CreateModel(
                    name='OfficialList',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('effective', models.DateField(verbose_name='valid from')),
                        ('ledger_version', models.PositiveBigIntegerField()),
                        ('system', models.CharField(max_length=20)),
                        ('params', models.JSONField(default=dict)),
                        ('engine_version', models.CharField(max_length=20)),
                        ('content_hash', models.CharField(max_length=64)),
                        ('published_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('published_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='official_lists', to='ratings.ratingpool')),
                    ],
                    options={
                        'ordering': ['-effective', '-pk'],
                        'constraints': [models.UniqueConstraint(fields=('pool', 'effective'), name='official_list_once_a_day'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='official_list_has_name')],
                    },
                ),
                migrations.CreateModel(
                    name='LinkBook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField(null=True)),
                        ('swept', models.DateField(null=True)),
                        ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='link_books', to='ratings.ratingpool')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('pool', 'day'), name='link_book_once_per_day'), models.UniqueConstraint(condition=models.Q(('day', None)), fields=('pool',), name='link_book_one_live')],
                    },
                ),
                migrations.CreateModel(
                    name='RatingRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('ledger_version', models.PositiveBigIntegerField()),
                        ('replayed_from', models.DateField(null=True)),
                        ('system', models.CharField(max_length=20)),
                        ('params', models.JSONField(default=dict)),
                        ('engine_version', models.CharField(max_length=20)),
                        ('events', models.PositiveIntegerField()),
                        ('games', models.PositiveIntegerField()),
                        ('seconds', models.FloatField()),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='ratings.ratingpool')),
                    ],
                    options={
                        'ordering': ['-pk'],
                    },
                ),
            ],
        ),
        migrations.AddField(
            model_name='ratingpool',
            name='current_run',
            field=models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='current_of', to='ratings.ratingrun'),
        ),
        core.create_tables.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='RatingChange',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('old_rating', models.SmallIntegerField(null=True)),
                        ('new_rating', models.SmallIntegerField()),
                        ('old_games', models.PositiveIntegerField(null=True)),
                        ('new_games', models.PositiveIntegerField(null=True)),
                        ('games', models.PositiveSmallIntegerField()),
                        ('half_wins', models.PositiveSmallIntegerField()),
                        ('expected', models.FloatField()),
                        ('spread', models.IntegerField()),
                        ('old_deviation', models.FloatField(null=True)),
                        ('new_deviation', models.FloatField(null=True)),
                        ('state', models.JSONField(default=list)),
                        ('detail', models.JSONField()),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ratings.ratedevent')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='clubs.player')),
                        ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ratings.ratingrun')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('event', 'player'), name='rating_change_once_per_event'), models.CheckConstraint(condition=models.Q(('games__gte', 1)), name='rating_change_has_games'), models.CheckConstraint(condition=models.Q(('half_wins__lte', django.db.models.expressions.CombinedExpression(models.F('games'), '*', models.Value(2)))), name='rating_change_wins_within_games'), models.CheckConstraint(condition=models.Q(('expected__gte', 0), ('expected__lte', models.F('games'))), name='rating_change_expected_within_games'), models.CheckConstraint(condition=models.Q(models.Q(('new_deviation__gte', 0), models.Q(('old_deviation__isnull', True), ('old_deviation__gte', 0), _connector='OR')), models.Q(('new_deviation__isnull', True), ('old_deviation__isnull', True)), _connector='OR'), name='rating_change_deviation_not_negative')],
                    },
                ),
                migrations.CreateModel(
                    name='LinkLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveIntegerField(null=True)),
                        ('own', models.JSONField()),
                        ('links', models.BinaryField()),
                        ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='ratings.linkbook')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('book', 'player'), name='link_line_once_per_player'), models.UniqueConstraint(fields=('book', 'place'), name='link_line_once_per_place')],
                    },
                ),
                migrations.CreateModel(
                    name='OfficialRating',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('rank', models.PositiveIntegerField(null=True)),
                        ('rating', models.SmallIntegerField()),
                        ('games', models.PositiveIntegerField(null=True)),
                        ('deviation', models.FloatField(null=True)),
                        ('provisional', models.BooleanField()),
                        ('last_date', models.DateField(null=True)),
                        ('official_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='ratings.officiallist')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                    ],
                    options={
                        'ordering': [models.OrderBy(models.F('rank'), nulls_last=True), 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('official_list', 'player'), name='official_rating_once_per_list'), models.CheckConstraint(condition=models.Q(models.Q(('rank__gte', 1), ('rank__isnull', False)), models.Q(('provisional', True), ('rank__isnull', True)), _connector='OR'), name='official_rating_has_rank')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayerMerge',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reason', models.CharField(max_length=300, verbose_name='reason')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                        ('duplicate', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='clubs.player')),
                        ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merged_duplicates', to='clubs.player')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('duplicate',), name='player_merge_once_at_a_time'), models.CheckConstraint(condition=models.Q(('duplicate', models.F('kept')), _negated=True), name='player_merge_two_players'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='player_merge_has_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='RatedResult',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game_key', models.CharField(max_length=80)),
                        ('revision', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('result', 'result'), ('void', 'voided')], max_length=6)),
                        ('round', models.PositiveSmallIntegerField(null=True)),
                        ('player_score', models.SmallIntegerField(null=True)),
                        ('opponent_score', models.SmallIntegerField(null=True)),
                        ('first_known', models.BooleanField(default=True)),
                        ('seats', models.PositiveSmallIntegerField(default=2)),
                        ('tie_won_by', models.CharField(blank=True, choices=[('player', 'player'), ('opponent', 'opponent')], default='', max_length=8)),
                        ('source', models.CharField(blank=True, max_length=40)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='ratings.ratedevent')),
                        ('opponent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                        ('voids', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='voided_by', to='ratings.ratedresult')),
                    ],
                    options={
                        'ordering': ['event', 'game_key', 'revision'],
                        'base_manager_name': 'objects',
                        'constraints': [models.UniqueConstraint(fields=('event', 'game_key', 'revision'), name='rated_result_one_row_per_revision'), models.CheckConstraint(condition=models.Q(models.Q(('game_key', ''), _negated=True), ('revision__gte', 1)), name='rated_result_has_key_and_revision'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'result'), ('opponent__isnull', False), ('opponent_score__isnull', False), ('player__isnull', False), ('player_score__isnull', False), ('round__isnull', False), ('voids__isnull', True)), models.Q(models.Q(('reason', ''), _negated=True), ('kind', 'void'), ('opponent__isnull', True), ('opponent_score__isnull', True), ('player__isnull', True), ('player_score__isnull', True), ('round__isnull', True), ('voids__isnull', False)), _connector='OR'), name='rated_result_is_game_or_void'), models.CheckConstraint(condition=models.Q(('seats__gte', 2), ('seats__lte', 8)), name='rated_result_seats_in_bounds'), models.CheckConstraint(condition=models.Q(('player', models.F('opponent')), _negated=True), name='rated_result_two_players'), models.CheckConstraint(condition=models.Q(('tie_won_by', ''), models.Q(('kind', 'result'), ('player_score', models.F('opponent_score')), ('tie_won_by__in', ['player', 'opponent'])), _connector='OR'), name='rated_result_tie_won_at_equal_scores'), models.CheckConstraint(condition=models.Q(('round__gte', 1), ('round__lte', 1000)), name='rated_result_round_in_bounds'), models.CheckConstraint(condition=models.Q(('opponent_score__gte', -1500), ('opponent_score__lte', 5000), ('player_score__gte', -1500), ('player_score__lte', 5000)), name='rated_result_scores_in_bounds'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'void'), ('revision', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('revision'), '/', models.Value(2)), '*', models.Value(2)))), models.Q(models.Q(('revision', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('revision'), '/', models.Value(2)), '*', models.Value(2))), _negated=True), ('kind', 'result')), _connector='OR'), name='rated_result_void_after_result')],
                    },
                ),
            ],
        ),
    ]
