"""Use cases of rounds: draft, edit, publish, unpublish."""
