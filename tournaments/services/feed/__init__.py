"""Use cases of events that another program runs: its file is read again and again, and what it says is entered here."""
