"""The store's tables, from the first release on."""
