"""Measure tables on real pages: `python -m bench.tables --help`."""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from bench.corpus import CorpusError, Places
from bench.extraction.rivals import RIVALS, rival
from bench.extraction.tasks import captures_tasks, swde_tasks
from bench.tables.attributes import attributes_told, disguised_told, rival_line, summary
from bench.tables.demo_shop import demo_told
from bench.tables.main_tables import is_set_aside
from bench.tables.structured_shops import shop_summary, shop_told, shops_in


def main(arguments: Sequence[str]) -> int:
    """Learn by itself, write the main tables, say how good they are."""
    options = _options(arguments)
    try:
        places = Places.from_environment()
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    if options.part in {None, "attributes"}:
        tasks = [*swde_tasks(places.pages), *captures_tasks(places.pages, places.truth)]
        work = disguised_told if options.disguised else attributes_told
        chosen = [task for task in tasks if _chosen(task.name, options)]
        told = list(_run(work, chosen, options))
        print(*summary(told), sep="\n")
        for name in RIVALS if options.rivals else ():
            print(rival_line(name, [rival(task, name) for task in chosen]), flush=True)
    if options.part in {None, "shops"} and options.shops:
        shops = [shop for shop in shops_in(options.shops) if _chosen(shop.name, options)]
        found = list(_run(shop_told, shops, options))
        print(*shop_summary(found), sep="\n")
    if options.part in {None, "demo"}:
        print(*demo_told().lines(), sep="\n")
    return 0


def _run(
    work: Callable[[Any], Any], ones: Sequence[object], options: argparse.Namespace
) -> Iterator[Any]:
    with ProcessPoolExecutor(options.processes) as pool:
        for result in pool.map(work, ones):
            print(*result.lines(faults=options.faults), sep="\n", flush=True)
            yield result


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("--part", choices=["attributes", "shops", "demo"], help="only this part")
    parser.add_argument(
        "--shops", type=Path, help="a directory with a directory of product pages for each shop"
    )
    parser.add_argument("--sites", default="", help="only sites that match this")
    parser.add_argument(
        "--aside", choices=["no", "only"], help="without the sites set aside, or only those"
    )
    parser.add_argument(
        "--disguised",
        action="store_true",
        help="attributes on pages whose classes and ids say nothing",
    )
    parser.add_argument(
        "--rivals", action="store_true", help="attributes also by rivals that are shown one page"
    )
    parser.add_argument("--faults", action="store_true", help="show what is wrong, and the headers")
    parser.add_argument("--processes", type=int, default=2, help="[%(default)s]")
    return parser.parse_args(arguments)


def _chosen(site: str, options: argparse.Namespace) -> bool:
    if options.aside and is_set_aside(site) != (options.aside == "only"):
        return False
    return bool(re.search(options.sites, site))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
