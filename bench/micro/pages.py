"""Real pages of a wanted size, each with the sample of its class."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from bench.corpus import Case

_LOOKED_AT = 200
ORIGIN = "http://127.0.0.1"


@dataclass(frozen=True, slots=True)
class RealPage:
    """A target page of the corpus as it came, and its class' sample."""

    case: str
    url: str
    body: bytes
    sample: bytes
    elements: int


def real_pages(cases: list[Case], low: int, high: int, per_case: int) -> list[RealPage]:
    """Choose pages with `low` to `high` elements, a few of each class; the same ones every time."""
    return [page for case in cases for page in _of_case(case, low, high, per_case)]


def bare_parse(body: bytes) -> etree._Element:
    """Parse with nothing but lxml."""
    return etree.fromstring(body, etree.HTMLParser())


def _of_case(case: Case, low: int, high: int, wanted: int) -> Iterator[RealPage]:
    targets = sorted(case.targets - {case.sample})
    drawn = random.Random(case.name).sample(targets, min(_LOOKED_AT, len(targets)))
    sample = (case.site.root / case.sample).read_bytes()
    for page in drawn:
        body = (case.site.root / page).read_bytes()
        elements = sum(1 for _ in bare_parse(body).iter("*")) if body else 0
        if low <= elements <= high:
            yield RealPage(case.name, ORIGIN + case.url_path(page), body, sample, elements)
            wanted -= 1
        if not wanted:
            return
