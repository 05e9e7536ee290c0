"""When to look again: schedules in local time, and the times at which they are due."""

from pagekin.schedule.due_times import Schedule, read_cron, read_duration, read_schedule
from pagekin.schedule.local_clock import (
    local_time,
    moment_after,
    moment_of,
    read_local_time,
    time_zone,
)
from pagekin.schedule.timetable import DueTime, Timetable, end_of_quiet, next_opening

__all__ = [
    "DueTime",
    "Schedule",
    "Timetable",
    "end_of_quiet",
    "local_time",
    "moment_after",
    "moment_of",
    "next_opening",
    "read_cron",
    "read_duration",
    "read_local_time",
    "read_schedule",
    "time_zone",
]
