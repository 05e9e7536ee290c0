"""What reaches the disk, and in which order: calls of the system are noted and carried out."""

import os
from pathlib import Path


class DiskDiary:
    """The files that were synced, with the size they had then, and the names that were given or taken away."""

    def __init__(self, monkeypatch):
        self.events = []  # (what, path, size)
        self._note_fsync(monkeypatch)
        for owner, name in ((os, "link"), (Path, "replace"), (Path, "rename"), (Path, "unlink")):
            self._note_name(monkeypatch, owner, name)

    def synced(self, path):
        """Give the size that a file had when it was last synced; None if it never was."""
        sizes = [size for what, at, size in self.events if what == "sync" and at == str(path)]
        return sizes[-1] if sizes else None

    def order(self, *wanted):
        """Give the places in the diary of the first of each (what, path), to be compared."""
        names = [(what, path) for what, path, _ in self.events]
        return [names.index((what, str(path))) for what, path in wanted]

    def _note_fsync(self, monkeypatch):
        fsync = os.fsync

        def noted(descriptor):
            path = str(Path(f"/proc/self/fd/{descriptor}").readlink())
            self.events.append(("sync", path, os.fstat(descriptor).st_size))
            fsync(descriptor)

        monkeypatch.setattr(os, "fsync", noted)

    def _note_name(self, monkeypatch, owner, name):
        real = getattr(owner, name)

        def noted(path, *more, **options):
            size = os.path.getsize(path) if os.path.exists(path) else None  # noqa: PTH110, PTH202 - not of Path, which is noted
            self.events.append((name, str(path), size))
            return real(path, *more, **options)

        monkeypatch.setattr(owner, name, noted)
