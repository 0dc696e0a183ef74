"""Run the whole site on one machine: prepare the data, then keep a web server, a Celery worker and beat alive."""

import argparse
import os
import signal
import socket
import sys
import time
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from jobs.bring_over import is_older
from jobs.supervisor import Child, ChildKeepsDying, Supervisor

#: Beside what production has too.
GUNICORN = [
    "--config",
    str(Path(settings.BASE_DIR) / "deploy" / "gunicorn.conf.py"),
    "--graceful-timeout",
    "5",
    "--log-level",
    "warning",
]
#: One machine, one worker: nobody to gossip with. One process: where Celery keeps a child for the work and that one is killed (no memory),
#: the next child gets no work, and nobody notices. So the worker itself ends, and is started again.
CELERY = [
    "--pool",
    "solo",
    "--without-gossip",
    "--without-mingle",
    "--without-heartbeat",
    "--loglevel",
    "WARNING",
]


class Command(BaseCommand):
    """``manage.py serve``: migrate, seed an empty site, start web, worker and beat, stop all on Ctrl-C."""

    help = "Prepare the data folder, then run web server and Celery worker until Ctrl-C."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Address, and whether an empty site gets the demo."""
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument("--no-demo", action="store_true", help="leave an empty site empty")

    def handle(self, *_args: object, **options: object) -> None:
        """Prepare, then supervise; returns when stopped by a signal."""
        data = Path(settings.WORDHALL_DATA)
        host, port = str(options["host"]), int(str(options["port"]))
        if _answers(host, port):
            raise CommandError(f"Port {port} is taken. Name another: PORT=8001 script/run")
        if is_older(connection):
            raise CommandError(
                "The database was made by an older commit. Bring it over: .venv/bin/python manage.py bring_over"
            )
        call_command("migrate", interactive=False, verbosity=0)
        if not options["no_demo"]:
            call_command("seed_demo", only_if_empty=True)
        call_command("demo_logins", replace_only=True)
        supervisor = Supervisor([self._worker(), self._beat(), self._web(host, port)], log=self.stdout.write)
        # SIGINT too: a shell that starts us in the background has it ignored
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        supervisor.start()
        try:
            self._announce(supervisor, host, port)
            supervisor.watch()
        except ChildKeepsDying as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self.stdout.write("\nStopping…")
        finally:
            supervisor.stop()
            self.stdout.write("Stopped. Your data stays in " + str(data))

    @staticmethod
    def _stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    @staticmethod
    def _web(host: str, port: int) -> Child:
        workers = os.environ.get("WEB_CONCURRENCY", "2")
        return Child(
            "web",
            [
                sys.executable,
                "-m",
                "gunicorn",
                "config.wsgi",
                "--bind",
                f"{host}:{port}",
                "--workers",
                workers,
                *GUNICORN,
            ],
            vital=True,
            environment={"PROMETHEUS_MULTIPROC_DIR": str(Path(settings.WORDHALL_DATA) / "metrics")},
        )

    @staticmethod
    def _worker() -> Child:
        return Child(
            "worker",
            [sys.executable, "-m", "celery", "-A", "config", "--quiet", "worker", *CELERY],
        )

    @staticmethod
    def _beat() -> Child:
        """Sends the sweep. Not a child of the worker, which would not start it again."""
        return Child(
            "beat", [sys.executable, "-m", "celery", "-A", "config", "--quiet", "beat", "--loglevel", "WARNING"]
        )

    def _announce(self, supervisor: Supervisor, host: str, port: int) -> None:
        """Print the address once the site answers; tell at once when a process cannot start."""
        visible_host = "localhost" if host in {"0.0.0.0", "127.0.0.1"} else host  # noqa: S104 - compared, not bound
        address = f"http://{visible_host}:{port}/"
        for _attempt in range(600):
            supervisor.check()
            if _answers(host, port):
                break
            time.sleep(0.1)
        self.stdout.write(self.style.SUCCESS(f"\nWordhall is running at {address}"))
        call_command("demo_logins", site=address.rstrip("/"))
        self.stdout.write("Press Ctrl-C to stop.\n")
        self.stdout.flush()


def _answers(host: str, port: int) -> bool:
    """Whether something accepts connections there."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False
