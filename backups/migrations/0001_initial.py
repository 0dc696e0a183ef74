from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='SiteBackup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text='When it was begun: the site is in it as it was then.', verbose_name='written')),
                ('seconds', models.FloatField(help_text='How long writing and checking took.', verbose_name='seconds')),
                ('result', models.CharField(choices=[('whole', 'Complete'), ('failed', 'Failed')], max_length=10, verbose_name='result')),
                ('file', models.CharField(blank=True, max_length=500, verbose_name='file')),
                ('size', models.BigIntegerField(default=0, verbose_name='bytes')),
                ('rows', models.BigIntegerField(default=0, verbose_name='rows')),
                ('files', models.PositiveIntegerField(default=0, help_text='From the data folder.', verbose_name='files')),
                ('error', models.TextField(blank=True, verbose_name='error')),
            ],
            options={
                'verbose_name': 'site backup',
                'verbose_name_plural': 'site backups',
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('error', ''), ('result', 'whole'), models.Q(('file', ''), _negated=True)), models.Q(('file', ''), ('result', 'failed'), models.Q(('error', ''), _negated=True)), _connector='OR'), name='site_backup_is_a_file_or_an_error'), models.CheckConstraint(condition=models.Q(('rows__gte', 0), ('seconds__gte', 0), ('size__gte', 0)), name='site_backup_not_negative')],
            },
        ),
    ]
