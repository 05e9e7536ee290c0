"""Logging in: by a password with every request, or by a form and the session it begins."""
