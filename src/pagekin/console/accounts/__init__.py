"""Accounts: the first administrator, logging in and out, passwords, and the people of a console."""
