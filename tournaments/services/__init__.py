"""Use cases of events. One function = one transaction; every one checks who acts, locks the event, re-checks, writes, logs."""
