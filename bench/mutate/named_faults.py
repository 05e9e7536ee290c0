"""Faults that would harm people, which no test once noticed: they are tried in every run, whatever the sample."""

from dataclasses import dataclass
from pathlib import Path

from bench.mutate.faults import Fault, replacement


@dataclass(frozen=True, slots=True)
class NamedFault:
    """A piece of a file by its text, what stands there instead, and the harm that it does."""

    harm: str
    file: str  # below src/pagekin
    was: str
    instead: str

    def fault(self) -> Fault | None:
        """Return the fault, None if the file has changed so that it has no place there."""
        return replacement(Path(self.file), self.was, self.instead, self.harm)

    def is_outdated(self) -> bool:
        """Whether the fault has no place any more."""
        return self.fault() is None


NAMED_FAULTS = (
    NamedFault(
        "what was rolled back is taken for stored",
        "store/writing/transactions.py",
        "self._recorder.forget()",
        "pass",
    ),
    NamedFault(
        "a lease of somebody else is given back",
        "store/writing/durable_frontier.py",
        '"UPDATE pagekin_frontier SET owner = 0 WHERE crawl_id = %s AND owner = %s "\n'
        '            "AND page_id {} RETURNING id"',
        '"UPDATE pagekin_frontier SET owner = 0 WHERE crawl_id = %s AND owner >= 0 * %s "\n'
        '            "AND page_id {} RETURNING id"',
    ),
    NamedFault(
        "leases of others are renewed",
        "store/writing/durable_frontier.py",
        '"UPDATE pagekin_frontier SET until = until + %s WHERE crawl_id = %s AND owner = %s"',
        '"UPDATE pagekin_frontier SET until = until + %s WHERE crawl_id = %s AND owner >= 0 * %s"',
    ),
    NamedFault(
        "a page that somebody works on is moved",
        "store/writing/durable_frontier.py",
        '"WHERE crawl_id = %s AND page_id = %s AND owner = 0",',
        '"WHERE crawl_id = %s AND page_id = %s",',
    ),
    NamedFault(
        "secrets are encrypted with a key that may not have reached the disk",
        "store/secret_cipher.py",
        "os.fsync(file.fileno())",
        "pass",
    ),
    NamedFault(
        "a backup is called done without having reached the disk",
        "store/upkeep/backup.py",
        "os.fsync(written.fileno())",
        "pass",
    ),
    NamedFault(
        "an archive file is called safe without having reached the disk",
        "archive/warc_writer.py",
        "os.fsync(self._descriptor)",
        "pass",
    ),
    NamedFault(
        "a recovered archive file is called safe without having reached the disk",
        "archive/recovery.py",
        "os.fsync(descriptor)",
        "pass",
    ),
    NamedFault(
        "a new archive file may lose its name in a power cut",
        "archive/warc_files.py",
        "os.fsync(descriptor)",
        "pass",
    ),
    NamedFault(
        "behind a proxy only the first address of a host is checked",
        "fetch/address_filter.py",
        "for result in found)\n        return next(filter(None, refusals), None)",
        "for result in found[:1])\n        return next(filter(None, refusals), None)",
    ),
    NamedFault(
        "after a refusal all requests go ahead",
        "fetch/pace.py",
        "1 if self._pause else max(",
        "max(",
    ),
    NamedFault(
        "any canonical link is believed",
        "crawl/page_fingerprint.py",
        "believed = elsewhere.believed or elsewhere.at in self._known",
        "believed = True",
    ),
    NamedFault(
        "every failure counts as gone",
        "crawl/traversal.py",
        "            if page.status in _GONE:\n",
        "            if True:\n",
    ),
    NamedFault(
        "every failure of a page that was looked at ahead counts as gone",
        "crawl/traversal.py",
        "elif isinstance(page, Failure) and page.status in _GONE:",
        "elif isinstance(page, Failure):",
    ),
    NamedFault(
        "$1,234.567 is read as 1234.567",
        "values/money/amounts.py",
        "most = 6 if per_unit else 3 if thousandths else 2",
        "most = 6 if per_unit else 3",
    ),
    NamedFault(
        "a doubtful repair is applied",
        "wrappers/repair/field_repair.py",
        "is_applied = self.outcome is not RepairOutcome.DOUBTFUL",
        "is_applied = True",
    ),
    NamedFault(
        "a repair that finds other values than the known ones is no longer doubtful",
        "wrappers/repair/field_repair.py",
        "if best.agreed < _SURE * case.checked:",
        "if False:",
    ),
    NamedFault(
        "a drastic repair is applied unseen",
        "wrappers/repair/wrapper_repair.py",
        "return 2 * sum(field.moved for field in inside) >= len(inside) > 0",
        "return False",
    ),
    NamedFault(
        "an output file takes the place of the old one without having reached the disk",
        "output/atomic_files.py",
        "os.fsync(stream.fileno())",
        "pass",
    ),
)
