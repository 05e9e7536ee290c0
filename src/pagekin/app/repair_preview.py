"""A proposed repair as people can judge it: on a page that has changed, the values before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.app.crawl_differences import ArchivedVersions
from pagekin.app.template_repair import CameAgain, came_again
from pagekin.monitor.repair_proposals import Proposal, proposal_numbered
from pagekin.navigation.crawler_file import loads
from pagekin.store.reading.crawls import baseline_of, crawl_numbered
from pagekin.store.reading.record_sets import records_of
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.identity import bundles_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pagekin.store.database import Connection
    from pagekin.store.opening import Store
    from pagekin.wrappers import Field, Wrapper
    from pagekin.wrappers.record import Record

_LOOKED_AT = 5  # pages, until one is in the archive


@dataclass(frozen=True, slots=True)
class FieldPreview:
    """A field on the page: its value in the crawl before, by the old rules now, and by the new ones."""

    name: str
    before: str
    now: str
    repaired: str
    old_place: str
    new_place: str

    @property
    def has_moved(self) -> bool:
        """Whether the repair finds it elsewhere than before."""
        return self.old_place != self.new_place


@dataclass(frozen=True, slots=True)
class RepairPreview:
    """What a repair does; without a page in the archive only the places are known."""

    evidence: tuple[str, ...]
    url: str
    fields: tuple[FieldPreview, ...]
    other_pages: bool  # whether pages are recognised by other signs than before


def repair_preview(store: Store, connection: Connection, number: int) -> RepairPreview:
    """Apply the old rules and the new ones to a page that has changed."""
    proposal = proposal_numbered(connection, number)
    old, new = loads(proposal.before), loads(proposal.content)
    url, texts = _on_a_page(store, connection, proposal, old.wrapper, new.wrapper)
    before, now, repaired = texts
    places = dict(_places(old.wrapper)), dict(_places(new.wrapper))
    names = dict.fromkeys((*places[0], *places[1]))
    fields = tuple(
        FieldPreview(
            name,
            before.get(name, ""),
            now.get(name, ""),
            repaired.get(name, ""),
            *(known.get(name, "") for known in places),
        )
        for name in names
    )
    evidence = tuple(filter(None, (part.strip() for part in proposal.evidence.split(";"))))
    return RepairPreview(evidence, url, fields, old.membership != new.membership)


def _on_a_page(
    store: Store,
    connection: Connection,
    proposal: Proposal,
    old: Wrapper | None,
    new: Wrapper | None,
) -> tuple[str, tuple[dict[str, str], dict[str, str], dict[str, str]]]:
    versions = ArchivedVersions(store, connection)
    for came, _ in zip(_came(connection, proposal), range(_LOOKED_AT), strict=False):
        page = versions.page(came.version, came.url)
        if page is not None and old is not None and new is not None:
            now, repaired = (_texts(Extractor(one).extract(page).records) for one in (old, new))
            return came.url, (_texts(records_of(connection, came.records)), now, repaired)
    return "", ({}, {}, {})


def _came(connection: Connection, proposal: Proposal) -> Iterable[CameAgain]:
    """Return the pages that came again with another content in the crawl that saw the change."""
    newer = crawl_numbered(connection, proposal.crawl)
    older = baseline_of(connection, newer) if newer else None
    return came_again(connection, older.id, proposal.crawl) if older else ()


def _places(wrapper: Wrapper | None) -> Iterator[tuple[str, str]]:
    for path, bundle in bundles_of(wrapper) if wrapper else ():
        inner = f"{bundle.name}." if len(path) > 1 else ""
        for field in bundle.fields:
            yield inner + field.name, _place(field)


def _place(field: Field) -> str:
    return field.locators[0].path if field.locators else ""


def _texts(records: Iterable[Record], around: str = "") -> dict[str, str]:
    """Return the first text of each field, of the first record that has one."""
    found: dict[str, str] = {}
    for record in records:
        for name in record.fields:
            text = record.first_text(name)
            if text:
                found.setdefault(around + name, text)
        for inner in record.nested:
            for name, text in _texts((inner,), f"{inner.bundle}.").items():
                found.setdefault(name, text)
    return found
