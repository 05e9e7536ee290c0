"""The targets of a page class: read from a list, or worked out from the rule that a case states."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.reach import parse
from bench.sitefiles import SiteFiles


@dataclass(frozen=True, slots=True)
class Truth:
    """The pages to be found, and those that count neither for nor against."""

    targets: frozenset[str]
    dontcare: frozenset[str]


def listed_truth(folder: Path, name: str) -> Truth | None:
    """Read `NAME.txt` and `NAME.dontcare.txt`; None when the class has no list."""
    file = folder / f"{name}.txt"
    if not file.is_file():
        return None
    dontcare = folder / f"{name}.dontcare.txt"
    return Truth(_lines(file), _lines(dontcare) if dontcare.is_file() else frozenset())


def ruled_truth(
    rule: Mapping[str, Any], site: SiteFiles, pages: Collection[str], cache: Path | None = None
) -> Truth:
    """Apply target_regex, target_xpath, exclude and their dontcare twins to some pages."""
    if cache is None:
        return _ruled(rule, site, pages)
    known_by = json.dumps([rule, sorted(pages)], sort_keys=True)
    stamp = f"{site}\n{site.root.stat().st_mtime_ns}\n{known_by}"
    file = cache / f"truth-{hashlib.sha256(stamp.encode()).hexdigest()[:20]}.json"
    if file.is_file():
        known = json.loads(file.read_text(encoding="utf-8"))
        return Truth(frozenset(known["targets"]), frozenset(known["dontcare"]))
    truth = _ruled(rule, site, pages)
    cache.mkdir(parents=True, exist_ok=True)
    lists = {"targets": sorted(truth.targets), "dontcare": sorted(truth.dontcare)}
    file.write_text(json.dumps(lists), encoding="utf-8")
    return truth


def _ruled(rule: Mapping[str, Any], site: SiteFiles, pages: Collection[str]) -> Truth:
    excluded = frozenset(rule.get("exclude", ()))
    targets = _having(rule, "target", site, pages) - excluded
    dontcare = frozenset[str]()
    if "dontcare_regex" in rule or "dontcare_xpath" in rule:
        dontcare = _having(rule, "dontcare", site, pages)
    return Truth(targets, dontcare - targets)


def _having(
    rule: Mapping[str, Any], kind: str, site: SiteFiles, pages: Collection[str]
) -> frozenset[str]:
    named = re.compile(rule.get(f"{kind}_regex", ".*"))
    xpath = rule.get(f"{kind}_xpath")
    found = [page for page in pages if named.fullmatch(page)]
    if xpath is None:
        return frozenset(found)
    trees = ((page, parse((site.root / page).read_bytes())) for page in found)
    return frozenset(page for page, tree in trees if tree is not None and tree.xpath(xpath))


def _lines(file: Path) -> frozenset[str]:
    return frozenset(line for line in file.read_text(encoding="utf-8").splitlines() if line)
