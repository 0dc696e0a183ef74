"""Runs a command as a person does."""

from io import StringIO

from django.core.management import call_command


def run_command(command: str, *arguments: str) -> tuple[str, int]:
    """Output and exit status, without a database: the tests have no access to one."""
    out = StringIO()
    try:
        call_command(command, *arguments, stdout=out)
    except SystemExit as stop:
        return out.getvalue(), int(stop.code or 0)
    return out.getvalue(), 0
