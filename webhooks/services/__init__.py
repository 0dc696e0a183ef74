"""Use cases of webhooks: entered and changed by directors, told what happens, sent by jobs."""
