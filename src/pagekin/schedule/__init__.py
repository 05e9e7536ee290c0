"""When to look again: schedules in local time, and the times at which they are due."""
