"""Precision, recall and F1 of a crawler's output against the targets of a page class."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bench.sitefiles import SiteFiles


@dataclass(frozen=True, slots=True)
class Score:
    """How good an output is: counts of pages, and what follows from them."""

    hits: int
    found: int
    targets: int

    @property
    def precision(self) -> float:
        """The share of what was found that is a target; nothing found earns nothing."""
        return self.hits / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of the targets that was found."""
        return self.hits / self.targets if self.targets else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.found + self.targets
        return 2 * self.hits / both if both else 0.0


def score(
    found: Iterable[str], targets: frozenset[str], dontcare: frozenset[str] = frozenset()
) -> Score:
    """Compare what was found with the targets; `dontcare` pages count neither way."""
    counted = frozenset(found) - dontcare
    wanted = targets - dontcare
    return Score(len(counted & wanted), len(counted), len(wanted))


def pages_of(urls: Iterable[str], site: SiteFiles, origin: str) -> frozenset[str]:
    """Name the pages behind output URLs; one that leads to none of them stays as it is: a miss."""
    pages = set()
    for url in urls:
        here = "{0.scheme}://{0.netloc}".format(urlsplit(url)) == origin
        page = site.page_of(urlsplit(url).path) if here else None
        pages.add(page or url)
    return frozenset(pages)


def read_urls(output: Path) -> list[str]:
    """Read the URLs of a crawl's JSON Lines; a crawl that wrote no file found nothing."""
    if not output.is_file():
        return []
    lines = output.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["url"] for line in lines if line]
