"""Telling people: mail, webhooks, and whatever apprise can reach."""
