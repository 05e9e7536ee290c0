"""Micro-benchmarks: the parts of the work on one page, each beside a named rival on the same pages."""
