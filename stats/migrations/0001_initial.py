import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='RecordFigures',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='figures', serialize=False, to='games.gamerecord')),
                ('seats', models.JSONField(default=list)),
            ],
            options={
                'verbose_name_plural': 'record figures',
            },
        ),
    ]
