"""Background work of dictionaries."""

from celery import shared_task

from lexicon.services import installing, uploads


@shared_task(name="lexicon.install")
def install(installation_id: int) -> None:
    """Install a free dictionary that somebody asked for."""
    installing.install(installation_id=installation_id)


@shared_task(name="lexicon.check_upload")
def check_upload(upload_id: int) -> None:
    """The dry run of an uploaded list."""
    uploads.check_upload(upload_id=upload_id)


@shared_task(name="lexicon.compile_upload")
def compile_upload(upload_id: int) -> None:
    """Compile a list and put it in force."""
    uploads.compile_upload(upload_id=upload_id)
