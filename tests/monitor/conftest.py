"""Makes what lies here importable for all tests of monitoring."""
