"""Telephone numbers and e-mail addresses."""
