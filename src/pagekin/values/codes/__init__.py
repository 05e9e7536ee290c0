"""Identifiers: ISBN, GTIN, ISSN and the codes that shops give their things."""
