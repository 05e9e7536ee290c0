"""Repair on real pages: every class and id renamed, the body wrapped, headings of another level.

`python -m bench.extraction.renamed --help`. Wrappers are learned by example from the first pages of
SWDE's sites; other pages are extracted, then changed as a new release of a site may change them, and
the repaired wrapper must give the same records again.
"""

import argparse
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.corpus import CorpusError, Places
from bench.extraction.methods import as_shown
from bench.extraction.tasks import Task, swde_tasks
from pagekin.dom.page import Page, parse_page
from pagekin.errors import PagekinError
from pagekin.wrappers import Wrapper, by_example
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example
from pagekin.wrappers.repair import DriftWatch, KnownRecords, RepairOutcome, repair
from pagekin.wrappers.repair.earlier_records import texts_by_name

_COMPARED = 40
_NAMES = re.compile(rb"(class|id)=([\"'])([^\"']*)\2", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Same:
    """How many of the fields' values on all pages are as they were, missing, or others."""

    same: int = 0
    missing: int = 0
    wrong: int = 0


def renamed(body: bytes) -> bytes:
    """Change a page as a new release of its template may."""
    body = _NAMES.sub(
        lambda match: (
            b'%s="%s"' % (match[1], b" ".join(name + b"-v2" for name in match[3].split()))
        ),
        body,
    )
    body = re.sub(rb"(<body[^>]*>)", rb'\1<div class="outer"><div>', body, count=1)
    return body.replace(b"<h1", b"<h2").replace(b"</h1", b"</h2")


def compare(wrapper: Wrapper, known: KnownRecords, pages: Sequence[Page]) -> Same:
    """Compare what a wrapper extracts with what is known."""
    extractor = Extractor(wrapper)
    same = missing = wrong = 0
    for page in pages:
        found = texts_by_name(extractor.extract(page).records)
        for name, texts in texts_by_name(known[page.url]).items():
            if found.get(name, ()) == texts:
                same += 1
            elif not found.get(name):
                missing += 1
            else:
                wrong += 1
    return Same(same, missing, wrong)


def measure(task: Task) -> Same:
    """Learn, change the pages, repair, compare, print."""
    learned = [parse_page(task.url(i), task.files[i].read_bytes()) for i in task.learn]
    examples = [
        Example(page, name, as_shown(learned[page], text, task.fold))
        for page, name, text in task.examples()
    ]
    wrapper = by_example.induce(learned, examples)
    numbers = list(task.apply)[:_COMPARED]
    bodies = {task.url(number): task.files[number].read_bytes() for number in numbers}
    extractor = Extractor(wrapper)
    known = {url: extractor.extract(parse_page(url, body)).records for url, body in bodies.items()}
    pages = [parse_page(url, renamed(body)) for url, body in bodies.items()]
    watch = DriftWatch(wrapper)
    for page in pages:
        watch.add(extractor.extract(page))
        watch.look(page)
    began = time.perf_counter()
    result = repair(wrapper, known, pages)
    seconds = time.perf_counter() - began
    before, after = compare(wrapper, known, pages), compare(result.wrapper, known, pages)
    outcomes = ", ".join(f"{len(result.of(o))} {o}" for o in RepairOutcome if result.of(o))
    print(
        f"{task.name:<24}{watch.drift().verdict:<18}{outcomes:<28}right before {before.same}, "
        f"after {after.same}; missing {after.missing}, wrong {after.wrong}; {seconds:.1f} s",
        flush=True,
    )
    return after


def main(arguments: Sequence[str]) -> int:
    """Measure the sites; 1 if more values are wrong after repair than may be."""
    parser = argparse.ArgumentParser(prog="python -m bench.extraction.renamed", description=__doc__)
    parser.add_argument("--sites", default="", help="only sites that match this")
    parser.add_argument("--only", choices=["seen", "unseen"], help="only those (not) kept aside")
    parser.add_argument(
        "--most-wrong", type=int, default=0, help="so many wrong values are known [%(default)s]"
    )
    options = parser.parse_args(arguments)
    try:
        places = Places.from_environment()
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    total = []
    for task in swde_tasks(places.pages):
        if options.only and task.unseen != (options.only == "unseen"):
            continue
        if re.search(options.sites, task.name):
            try:
                total.append(measure(task))
            except PagekinError as error:
                print(f"{task.name:<24}{error}")
    wrong, missing = sum(one.wrong for one in total), sum(one.missing for one in total)
    print(f"{sum(one.same for one in total):,} as before, {missing:,} missing, {wrong:,} wrong")
    return 1 if wrong > options.most_wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
