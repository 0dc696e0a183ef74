"""Use cases of messages: news, who is told what, sending."""
