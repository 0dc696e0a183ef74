"""``manage.py recompute_ratings [POOL…] [--check | --rebuild]``."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.models import RatingPool
from ratings.services.recompute import PoolBusyError, check_pool, recompute_pool


class Command(BaseCommand):
    """Bring rating pools up to date, or prove that they are."""

    help = "Recompute rating lists: all, or those named by their slug."

    def add_arguments(self, parser: CommandParser) -> None:
        """Pools, and what to do with them."""
        parser.add_argument(
            "pools", nargs="*", metavar="POOL", help="slug of a rating list; all of them if none is named"
        )
        group = parser.add_mutually_exclusive_group()
        group.add_argument(
            "--check",
            action="store_true",
            help="recompute from scratch, change nothing, list the differences, exit 1 if there are any",
        )
        group.add_argument(
            "--rebuild", action="store_true", help="recompute from scratch and replace the stored ratings"
        )

    def handle(self, *, pools: list[str], check: bool, rebuild: bool, **_options: object) -> None:
        """Run over the pools by name."""
        by_slug = {pool.slug: pool for pool in RatingPool.objects.order_by("slug")}
        unknown = [slug for slug in pools if slug not in by_slug]
        if unknown:
            known = ", ".join(by_slug) or "none"
            raise CommandError(f"no such rating list: {', '.join(unknown)} (known: {known})", returncode=2)
        chosen = [by_slug[slug] for slug in dict.fromkeys(pools)] or list(by_slug.values())
        if check:
            self._check(chosen)
            return
        for pool in chosen:
            run = recompute_pool(pool_id=pool.pk, from_nothing=rebuild)
            if run is None:
                self.stdout.write(f"{pool.slug}: up to date at ledger version {pool.ledger_version}")
            else:
                figures = f"{run.events} events, {run.games} games rated in {run.seconds:.2f} s"
                self.stdout.write(f"{pool.slug}: ledger version {run.ledger_version}, {figures}")

    def _check(self, pools: list[RatingPool]) -> None:
        wrong = 0
        for pool in pools:
            try:
                differences = check_pool(pool_id=pool.pk)
            except PoolBusyError as error:
                raise CommandError(f"{pool.slug}: {error}") from error
            wrong += bool(differences)
            for difference in differences:
                self.stdout.write(f"{pool.slug}: {difference}")
            outcome = f"{len(differences)} differences" if differences else "equal when recomputed from scratch"
            self.stdout.write(f"{pool.slug}: {outcome}")
        if wrong:
            raise CommandError(f"{wrong} of {len(pools)} rating lists differ when recomputed from scratch")
