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
                    name='ClubNight',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='club_night', to='tournaments.event')),
                    ],
                ),
                migrations.CreateModel(
                    name='NightPlan',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('template', models.CharField(blank=True, default='', max_length=40, verbose_name='template')),
                        ('first_on', models.DateField(verbose_name='first club night')),
                        ('repeats', models.CharField(choices=[('week', 'every week'), ('fortnight', 'every two weeks'), ('month', 'every month, on the same week and weekday')], default='week', max_length=10, verbose_name='repeats')),
                        ('starts_at', models.TimeField(verbose_name='starts')),
                        ('minutes', models.PositiveSmallIntegerField(default=180, verbose_name='minutes')),
                        ('skipped', models.JSONField(blank=True, default=list)),
                        ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='night_plan', to='clubs.club')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='night_plan_has_name'), models.CheckConstraint(condition=models.Q(('repeats__in', ['week', 'fortnight', 'month'])), name='night_plan_known_repeats'), models.CheckConstraint(condition=models.Q(('minutes__gte', 15), ('minutes__lte', 1440)), name='night_plan_minutes_in_range')],
                    },
                ),
                migrations.CreateModel(
                    name='RollMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('full', 'full member'), ('reduced', 'reduced fee'), ('junior', 'junior'), ('family', 'family'), ('honorary', 'honorary member'), ('guest', 'guest')], default='full', max_length=10, verbose_name='kind')),
                        ('joined_on', models.DateField(blank=True, null=True, verbose_name='joined')),
                        ('left_on', models.DateField(blank=True, null=True, verbose_name='left')),
                        ('dues_until', models.DateField(blank=True, null=True, verbose_name='dues paid until')),
                        ('note', models.CharField(blank=True, default='', max_length=200, verbose_name='note')),
                        ('office', models.CharField(blank=True, default='', max_length=60, verbose_name='office')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roll', to='clubs.club')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roll', to='clubs.player')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='roll_member_once_per_club'), models.CheckConstraint(condition=models.Q(('kind__in', ['full', 'reduced', 'junior', 'family', 'honorary', 'guest'])), name='roll_member_known_kind'), models.CheckConstraint(condition=models.Q(('joined_on__isnull', True), ('left_on__isnull', True), ('left_on__gte', models.F('joined_on')), _connector='OR'), name='roll_member_joined_before_leaving')],
                    },
                ),
            ],
        ),
    ]
