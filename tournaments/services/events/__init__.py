"""Use cases of events and divisions: created, changed, backed up, restored, deleted."""
