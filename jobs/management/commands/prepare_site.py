"""``manage.py prepare_site``: what must be done before web, worker and beat of a version start for the first time."""

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Safe to repeat at every start; one at a time."""

    help = (
        "Bring the database up to date, collect the files of pages, install the dictionaries of DICTIONARIES, and make the first "
        "operator and club (FIRST_ADMIN, FIRST_CLUB) of an empty site. Safe to repeat."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        """Do all of it; a dictionary that cannot be had is named and does not hold up the site."""
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write("The database is up to date.")
        call_command("collectstatic", interactive=False, verbosity=0)
        for slug in settings.DICTIONARIES:
            try:
                call_command("install_lexicon", slug, stdout=self.stdout)
            except CommandError as error:
                self.stderr.write(f"The dictionary {slug} is not installed: {error}")
        call_command("create_admin", from_environment=True, stdout=self.stdout)
        self.stdout.write("Ready.")
        self.stdout.flush()
