import clubs.names
import core.create_tables
import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
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
                    name='Lexicon',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(max_length=60, unique=True, verbose_name='address')),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('language', models.CharField(help_text='its alphabet, such as en', max_length=10, verbose_name='language')),
                        ('visibility', models.CharField(choices=[('public', 'Everybody'), ('club', 'Club members'), ('private', "The club's dictionary managers")], default='public', max_length=10, verbose_name='visible to')),
                        ('is_official', models.BooleanField(default=False, verbose_name='official tournament word list')),
                        ('is_free', models.BooleanField(default=False, help_text='its licence allows anyone to download it', verbose_name='free to redistribute')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='lexicons', to='clubs.club')),
                    ],
                    options={
                        'verbose_name': 'dictionary',
                        'verbose_name_plural': 'dictionaries',
                        'ordering': [clubs.names.NameKey(models.F('name')), clubs.names.Plainly(models.F('name'))],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='lexicon_has_name'), models.CheckConstraint(condition=models.Q(('visibility__in', ['public', 'club', 'private'])), name='lexicon_known_visibility'), models.CheckConstraint(condition=models.Q(('club__isnull', False), ('visibility', 'public'), _connector='OR'), name='lexicon_without_club_is_public'), models.CheckConstraint(condition=models.Q(('club__isnull', True), ('is_free', False), _connector='OR'), name='lexicon_of_club_is_not_free')],
                    },
                ),
                migrations.CreateModel(
                    name='LexiconVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('label', models.CharField(max_length=60, verbose_name='edition')),
                        ('checksum', models.CharField(db_index=True, help_text='SHA-256 of the sorted words, one per line', max_length=64, verbose_name='checksum')),
                        ('word_count', models.PositiveIntegerField(verbose_name='words')),
                        ('file_name', models.CharField(max_length=100, verbose_name='file')),
                        ('definitions_file', models.CharField(blank=True, help_text='empty if the list has none', max_length=100, verbose_name='definitions file')),
                        ('definition_count', models.PositiveIntegerField(default=0, verbose_name='definitions')),
                        ('source', models.TextField(blank=True, verbose_name='source')),
                        ('notice', models.TextField(blank=True, help_text='copyright notice that must be shown prominently', verbose_name='notice')),
                        ('licence', models.TextField(blank=True, help_text='full text, shown with the dictionary', verbose_name='licence')),
                        ('valid_from', models.DateField(blank=True, null=True, verbose_name='in force from')),
                        ('valid_to', models.DateField(blank=True, null=True, verbose_name='in force until')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('lexicon', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='lexicon.lexicon')),
                    ],
                    options={
                        'verbose_name': 'edition',
                        'verbose_name_plural': 'editions',
                        'ordering': [clubs.names.NameKey(models.F('lexicon__name')), clubs.names.Plainly(models.F('lexicon__name')), models.OrderBy(models.F('valid_from'), descending=True, nulls_last=True), '-pk'],
                        'constraints': [models.UniqueConstraint(fields=('lexicon', 'label'), name='lexiconversion_label_once'), models.UniqueConstraint(fields=('lexicon', 'checksum'), name='lexiconversion_words_once'), models.UniqueConstraint(condition=models.Q(('valid_from__isnull', False)), fields=('lexicon', 'valid_from'), name='lexiconversion_one_begins_a_day'), models.CheckConstraint(condition=models.Q(('word_count__gt', 0)), name='lexiconversion_has_words'), models.CheckConstraint(condition=models.Q(models.Q(('definition_count', 0), ('definitions_file', '')), models.Q(models.Q(('definitions_file', ''), _negated=True), ('definition_count__gt', 0), ('definition_count__lte', models.F('word_count'))), _connector='OR'), name='lexiconversion_definitions_counted'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('checksum'), 64), name='lexiconversion_checksum_sha256'), models.CheckConstraint(condition=models.Q(models.Q(('label', ''), _negated=True), models.Q(('file_name', ''), _negated=True)), name='lexiconversion_named'), models.CheckConstraint(condition=models.Q(('valid_from__isnull', True), ('valid_to__isnull', True), ('valid_to__gte', models.F('valid_from')), _connector='OR'), name='lexiconversion_dates_in_order')],
                    },
                ),
                migrations.CreateModel(
                    name='Installation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(max_length=60)),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('fetching', 'downloading'), ('building', 'reading the words'), ('compiling', 'compiling'), ('indexing', 'indexing'), ('done', 'installed'), ('failed', 'not installed')], default='waiting', max_length=10)),
                        ('progress', models.PositiveSmallIntegerField(default=0)),
                        ('error', models.TextField(blank=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lexicon.lexiconversion')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'fetching', 'building', 'compiling', 'indexing', 'done', 'failed'])), name='installation_known_state'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), ('version__isnull', False)), models.Q(models.Q(('state', 'done'), _negated=True), ('version__isnull', True)), _connector='OR'), name='installation_done_has_version'), models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='installation_progress_in_range'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), _negated=True), models.Q(('error', ''), _negated=True), _connector='OR'), name='installation_failure_explained'), models.UniqueConstraint(condition=models.Q(('state__in', ['done', 'failed']), _negated=True), fields=('slug',), name='installation_once_at_a_time')],
                    },
                ),
                migrations.CreateModel(
                    name='Adjudication',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('verdict', 'adjudication'), ('appeal', 'appeal'), ('overruling', "director's decision")], default='verdict', max_length=10)),
                        ('scope', models.CharField(max_length=80)),
                        ('place', models.CharField(max_length=200, verbose_name='place')),
                        ('challenger', models.CharField(blank=True, max_length=80, verbose_name='challenger')),
                        ('words', models.JSONField(default=list, verbose_name='words')),
                        ('edition', models.CharField(max_length=200, verbose_name='dictionary')),
                        ('checksum', models.CharField(max_length=64, verbose_name='checksum')),
                        ('rule', models.CharField(max_length=30, verbose_name='challenge rule')),
                        ('acceptable', models.BooleanField(null=True, verbose_name='acceptable')),
                        ('rechecked', models.BooleanField(null=True)),
                        ('out_play', models.BooleanField(default=False, verbose_name='last play of the game')),
                        ('consequence', models.TextField(blank=True, verbose_name='consequence')),
                        ('outcome', models.JSONField(default=dict)),
                        ('reason', models.TextField(blank=True, max_length=2000, verbose_name='reason')),
                        ('client_token', models.CharField(max_length=40)),
                        ('is_offline', models.BooleanField(default=False, verbose_name='adjudicated offline')),
                        ('decided_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='decided')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to='clubs.club')),
                        ('official', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('refers_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='followed_by', to='lexicon.adjudication')),
                        ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to='lexicon.lexiconversion')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'indexes': [models.Index(fields=['scope'], name='lexicon_adjudication_scope')],
                        'constraints': [models.UniqueConstraint(fields=('club', 'client_token'), name='lexicon_adjudication_token_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['verdict', 'appeal', 'overruling'])), name='lexicon_adjudication_known_kind'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'verdict'), ('refers_to__isnull', True)), models.Q(models.Q(('kind', 'verdict'), _negated=True), ('refers_to__isnull', False)), _connector='OR'), name='lexicon_adjudication_follows_a_verdict'), models.CheckConstraint(condition=models.Q(models.Q(('acceptable__isnull', True), ('kind', 'appeal')), models.Q(models.Q(('kind', 'appeal'), _negated=True), ('acceptable__isnull', False)), _connector='OR'), name='lexicon_adjudication_decides_unless_appeal'), models.CheckConstraint(condition=models.Q(('kind', 'verdict'), models.Q(('reason', ''), _negated=True), _connector='OR'), name='lexicon_adjudication_has_reason'), models.CheckConstraint(condition=models.Q(('client_token', ''), _negated=True), name='lexicon_adjudication_has_token'), models.CheckConstraint(condition=models.Q(models.Q(('scope', ''), _negated=True), models.Q(('place', ''), _negated=True)), name='lexicon_adjudication_has_place'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('checksum'), 64), name='lexicon_adjudication_checksum_sha256'), models.CheckConstraint(condition=models.Q(('refers_to__isnull', True), models.Q(('refers_to', models.F('pk')), _negated=True), _connector='OR'), name='lexicon_adjudication_not_about_itself')],
                    },
                ),
                migrations.CreateModel(
                    name='Upload',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('language', models.CharField(max_length=10, verbose_name='language')),
                        ('label', models.CharField(max_length=60, verbose_name='edition')),
                        ('visibility', models.CharField(choices=[('public', 'Everybody'), ('club', 'Club members'), ('private', "The club's dictionary managers")], default='club', max_length=10)),
                        ('is_official', models.BooleanField(default=False)),
                        ('valid_from', models.DateField(blank=True, null=True)),
                        ('valid_to', models.DateField(blank=True, null=True)),
                        ('encoding', models.CharField(blank=True, max_length=20)),
                        ('extra', models.TextField(blank=True)),
                        ('blocked', models.TextField(blank=True)),
                        ('define', models.BooleanField(default=False)),
                        ('file_name', models.CharField(blank=True, max_length=200)),
                        ('size', models.PositiveIntegerField(default=0)),
                        ('state', models.CharField(choices=[('received', 'checking'), ('checked', 'checked'), ('compiling', 'compiling'), ('done', 'in force'), ('failed', 'rejected'), ('discarded', 'discarded')], default='received', max_length=10)),
                        ('progress', models.PositiveSmallIntegerField(default=0)),
                        ('report', models.JSONField(default=dict)),
                        ('error', models.TextField(blank=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('base', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lexicon.lexiconversion')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lexicon_uploads', to='clubs.club')),
                        ('lexicon', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='uploads', to='lexicon.lexicon')),
                        ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='uploads', to='lexicon.lexiconversion')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['received', 'checked', 'compiling', 'done', 'failed', 'discarded'])), name='lexiconupload_known_state'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), ('version__isnull', False)), models.Q(models.Q(('state', 'done'), _negated=True), ('version__isnull', True)), _connector='OR'), name='lexiconupload_done_has_version'), models.CheckConstraint(condition=models.Q(('visibility__in', ['club', 'private'])), name='lexiconupload_is_the_clubs'), models.CheckConstraint(condition=models.Q(('valid_from__isnull', True), ('valid_to__isnull', True), ('valid_to__gte', models.F('valid_from')), _connector='OR'), name='lexiconupload_dates_in_order'), models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='lexiconupload_progress_in_range'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), _negated=True), models.Q(('error', ''), _negated=True), _connector='OR'), name='lexiconupload_failure_explained')],
                    },
                ),
                migrations.CreateModel(
                    name='JudgeTablet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('nonce', models.CharField(max_length=32)),
                        ('key_hash', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('scope', models.CharField(max_length=80)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_tablets', to='clubs.club')),
                        ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('key_hash',), name='judgetablet_key_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('scope',), name='judgetablet_one_open_per_scope'), models.CheckConstraint(condition=models.Q(('scope', ''), _negated=True), name='judgetablet_has_scope')],
                    },
                ),
            ],
        ),
    ]
