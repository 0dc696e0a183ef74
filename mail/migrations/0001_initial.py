import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.EmailField(max_length=254, verbose_name='to')),
                ('kind', models.CharField(help_text='The name of its template.', max_length=60, verbose_name='kind')),
                ('key', models.CharField(max_length=200, unique=True, verbose_name='purpose')),
                ('subject', models.CharField(max_length=300, verbose_name='subject')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('html', models.TextField(blank=True, verbose_name='HTML')),
                ('unsubscribe', models.CharField(blank=True, help_text='Where the reader ends mails of this kind.', max_length=500)),
                ('language', models.CharField(max_length=20, verbose_name='language')),
                ('state', models.CharField(choices=[('kept', 'Kept: this site has no mail server'), ('waiting', 'Waiting'), ('sending', 'Being sent'), ('sent', 'Sent'), ('failed', 'Not delivered')], max_length=10, verbose_name='state')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now, help_text='While being sent: when to give up waiting for it.')),
                ('error', models.TextField(blank=True, verbose_name='error')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='written')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['state', 'due_at'], name='mail_state_due'), models.Index(fields=['to'], name='mail_to')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('to', ''), _negated=True), models.Q(('key', ''), _negated=True), models.Q(('kind', ''), _negated=True), models.Q(('subject', ''), _negated=True)), name='mail_is_complete'), models.CheckConstraint(condition=models.Q(('state__in', ['kept', 'waiting', 'sending', 'sent', 'failed'])), name='mail_known_state'), models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('state', 'sent')), models.Q(models.Q(('state', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='mail_sent_has_time')],
            },
        ),
    ]
