"""Background work of dictionaries."""

from celery import shared_task


@shared_task(name="lexicon.check_upload")
def check_upload(upload_id: int) -> None:
    """The dry run of an uploaded list."""
    from lexicon.services.uploads import check_upload as check

    check(upload_id=upload_id)


@shared_task(name="lexicon.compile_upload")
def compile_upload(upload_id: int) -> None:
    """Compile a list and put it in force."""
    from lexicon.services.uploads import compile_upload as compile_it

    compile_it(upload_id=upload_id)
