"""Dates, times of day and durations."""
