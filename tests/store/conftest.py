"""Makes what lies here importable for all tests of the store; the stores themselves are those of all tests."""
