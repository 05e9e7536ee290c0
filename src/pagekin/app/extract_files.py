"""Extraction by files: each becomes a Parquet part, on all cores of this machine or on a cluster of Dask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pagekin.app.file_mining import MinedFile, files_of, mine_file
from pagekin.errors import PagekinError, UsageError
from pagekin.lazy import lazy_module
from pagekin.pool.process_pool import cores, shared_pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from pagekin.app.step_runner import StepRunner
    from pagekin.site import Stop

_TRIES = 3  # of a file whose worker died, by Dask
_LOST = "each process that read it died"


@dataclass(frozen=True, slots=True)
class FilesRequest:
    """What to extract, from which files, and where the parts go."""

    learned: str  # the content of a crawler's or a wrapper's file
    places: Sequence[str]
    folder: Path
    jobs: int = 0  # processes; 0: one for each core
    dask: str = ""  # the address of a scheduler; empty: this machine alone


def extract_files(request: FilesRequest, runner: StepRunner, stop: Stop) -> list[MinedFile]:
    """Extract the records of files, and return what came of each; an interruption keeps the parts so far."""
    sources = files_of(request.places)
    request.folder.mkdir(parents=True, exist_ok=True)
    mine = partial(_mine, request.learned, str(request.folder.absolute()))
    if request.dask:
        found = _by_dask(request.dask, mine, sources)
    elif (request.jobs or cores()) == 1 or len(sources) == 1:
        found = map(mine, sources)
    else:
        found = shared_pool(request.jobs or cores()).map(
            mine, sources, lambda source: MinedFile(source, reason=_LOST)
        )
    return list(runner.each(found, stop))


def _mine(learned: str, folder: str, source: str) -> MinedFile:
    """Mine a file; what is wrong with one does not keep others from being mined."""
    try:
        return mine_file(learned, source, folder)
    except PagekinError as error:
        return MinedFile(source, reason=str(error))
    except OSError as error:
        return MinedFile(source, reason=error.strerror or str(error))


def _by_dask(
    address: str, mine: Callable[[str], MinedFile], sources: Sequence[str]
) -> Iterator[MinedFile]:
    """Have files mined by the workers of a Dask scheduler, and yield what came of each as it ends."""
    try:
        distributed = lazy_module("distributed")
    except ModuleNotFoundError:
        raise UsageError("--dask takes Dask: pip install 'pagekin[dask]'") from None
    try:
        client: Any = distributed.Client(address, timeout=10)
    except OSError as error:
        raise UsageError(f"there is no Dask scheduler at {address}: {error}") from None
    with client:
        begun = client.map(mine, sources, pure=False, retries=_TRIES)
        names = {future.key: source for future, source in zip(begun, sources, strict=True)}
        for future in distributed.as_completed(begun):
            if future.status == "finished":
                yield future.result()
            else:
                yield MinedFile(names[future.key], reason=_LOST)
