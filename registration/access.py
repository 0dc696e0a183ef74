"""What addresses of registration are about: an event, or the list of who takes part in it."""

from tournaments.access import EVENT, EventPath, PagesOf
from tournaments.models import Event
from tournaments.permissions import entries_hidden


class EntryListPath(EventPath):
    """An event whose players the address shows: for officials only while the event hides them."""

    def is_draft(self, subject: Event) -> bool:
        """See ``InEvent``."""
        return entries_hidden(subject)


of_entry_list = PagesOf(EVENT, EntryListPath)
