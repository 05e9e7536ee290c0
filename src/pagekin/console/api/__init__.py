"""The console for programs: the same things as JSON, for who has a token."""
