"""Telling people: what is news in the answers to their alerts, and one digest for each of them."""
