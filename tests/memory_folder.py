"""A folder in memory: there nobody waits for a disk, and that is what most tests of stores would do."""

import shutil
from pathlib import Path


def memory_folder():
    """Return a folder in memory with room for all that tests write; None where there is none."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > 4 << 30 else None
