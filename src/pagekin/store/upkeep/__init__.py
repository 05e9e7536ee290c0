"""Upkeep of a store: made, migrated, checked, backed up, thinned and compacted."""
