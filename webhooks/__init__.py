"""Webhooks: other programs are told of a club's public facts, at addresses that its directors enter."""
