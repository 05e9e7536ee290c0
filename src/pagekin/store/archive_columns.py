"""The columns that say where the archive has a page version, and the position that they stand for."""

from pagekin.archive.position import Position

POSITION = (
    "version.archive_file, version.archive_offset, version.archive_length, "
    "version.archive_digest, coalesce(version.archive_id, 0)"
)
"""What to select of a page version, for `position_from`."""


def position_from(
    file: str | None, offset: int | None, length: int | None, digest: str | None, archive: int
) -> Position | None:
    """Return the position that the columns tell; None if the archive never had the page."""
    if file is None or offset is None or length is None or digest is None:
        return None
    return Position(file, offset, length, digest, archive=archive)
