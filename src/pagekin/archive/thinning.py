"""Frees room: files that nothing refers to are deleted, and of little-used files the used part is copied.

A copy is written beside the old file and made safe; then the store switches its positions; only then is
the old file deleted. Whenever this is interrupted, the store's positions are right; what is left over is
used by nobody, and the next thinning frees it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pagekin.archive.archive_errors import writing_to
from pagekin.archive.position import Position
from pagekin.archive.warc_files import (
    UNFINISHED,
    archive_files,
    forget,
    no_writers,
    sync_directory,
)
from pagekin.archive.warc_reader import WarcReader
from pagekin.archive.warc_writer import create
from pagekin.errors import DamagedError

_WORTHWHILE = 0.5  # a file is copied if a smaller share of it is used


@dataclass(frozen=True, slots=True)
class ThinnedFiles:
    """What a thinning did."""

    deleted: tuple[str, ...] = ()
    copied: Mapping[str, str] = field(default_factory=dict)  # old file → new file
    kept: Mapping[str, str] = field(default_factory=dict)  # file that could not be copied → why
    freed: int = 0  # bytes


def thin(
    directory: Path,
    used: Callable[[str], Iterable[Position]],
    switch: Callable[[Mapping[Position, Position]], None],
) -> ThinnedFiles:
    """Free the room of what is not used any more.

    `used` returns the positions of a file that are still referred to. A body that a revisit refers to is
    used as long as the revisit is: if any position of a digest is used, so is the whole one.
    `switch` gets old positions with their new ones and returns once the store has committed them.
    Nobody may write meanwhile; ArchiveBusyError is raised if somebody does.
    """
    if not directory.is_dir():
        return ThinnedFiles()
    deleted, copied, kept, freed = [], {}, {}, 0
    with no_writers(directory):
        for name in archive_files(directory):
            path = directory / name
            positions = sorted(set(used(name)))
            size = path.stat().st_size
            if not positions:
                deleted.append(name)
                freed += size
            elif is_worthwhile(positions, size):
                try:
                    new = copied_to(directory, WarcReader(directory), positions, switch)
                except DamagedError as error:
                    kept[name] = str(error)
                    continue
                copied[name] = new.name
                freed += size - new.stat().st_size
            else:
                continue
            with writing_to(path):
                forget(path)
                sync_directory(directory)
    return ThinnedFiles(tuple(deleted), copied, kept, freed)


def is_worthwhile(positions: Iterable[Position], size: int) -> bool:
    """Whether so little of a file is used that it should be copied."""
    return sum(position.length for position in positions) < size * _WORTHWHILE


def copied_to(
    directory: Path,
    reader: WarcReader,
    positions: list[Position],
    switch: Callable[[Mapping[Position, Position]], None],
) -> Path:
    """Copy what is used of a file to a new one in a folder, let the store switch to it; return its path."""
    first, _ = reader.checked(positions[0])
    # The records keep the name of the file that they were written to.
    writer = create(directory, unfinished=True, warcinfo=first.headers["warc-warcinfo-id"])
    try:
        path = directory / writer.path.name.removesuffix(UNFINISHED)
        moved = {}
        for position in positions:
            _, data = reader.checked(position)
            moved[position] = replace(position, file=path.name, offset=writer.append(data))
        writer.sync()
        with writing_to(path):
            writer.rename(path)
            sync_directory(directory)
    except BaseException:
        forget(writer.path)
        raise
    finally:
        writer.leave()
    switch(moved)
    return path
