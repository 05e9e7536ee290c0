"""The soak of disturbances: crawls, learning and `get` must end as if nothing had happened.

python -m bench.disturbed [--kills 200] [--outages 60] [--work NAME]... [--products 100] [--seed 1] [--results FILE]

Each round does one piece of work with a store and an archive of its own, and disturbs it a few times at random
moments: its process is killed (kill -9), the shop's server is away, the database is away (it crashes and comes
back), or the disk is full. What was killed, or gave up with a reason, is run again as a person would do it, until
it comes to its end. Then everything that it left (pages, records, links, archived contents, crawlers, output files,
the summary that it told) has to be what undisturbed work leaves, with a store in order, no second crawl and no
file beside. The table says what was disturbed, how, how often, and whether all was identical; 1 if it was not.

Outages last 1 to 60 seconds of the engine's own clock, which runs twenty times as fast here.

All of it takes an hour and more. With --results each round is written to a file as it ends, and what has happened
there already is not done again.
"""

import argparse
import contextlib
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol

from bench.disturbed_rounds import (
    DATABASE,
    DISK,
    KILL,
    SERVER,
    Round,
    append_round,
    read_rounds,
    table,
    times_disturbed,
)
from bench.disturbed_work import SPEED, TOLD, WORDS, start
from pagekin.demo import Shop, serve
from pagekin.demo.server import Server
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.upkeep.checking import check

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "store", "app"))
import postgres
from killed_crawls import snapshot

from demo_crawlers import blog_crawler, demo_crawler, write_crawler

_AT_MOST = 5  # disturbances of one piece of work
_AWAY = (1.0, 60.0)  # seconds, of the quick clock
_DISK = 96  # megabytes: more than all that a piece of work writes
_MOST_STARTS = 30  # of one piece of work: more than it can be disturbed
_FAULT = ("this is a fault of pagekin", "Traceback (most recent call last)")
_VOLATILE = ("seconds", "output")


class Trouble(Protocol):
    """Something that can be away for a while."""

    def begin(self) -> None:
        """Take it away."""
        ...

    def end(self) -> None:
        """Bring it back."""
        ...


class ShopServer:
    """The demo shop, which comes back at the same address."""

    def __init__(self, shop: Shop) -> None:
        self._shop, self._port = shop, 0
        self.end()
        self.url = self.server.url
        self._port = int(self.url.rstrip("/").rpartition(":")[2])

    def begin(self) -> None:
        """Close the port and all connections."""
        self._serving.close()

    def end(self) -> None:
        """Listen again."""
        self._serving = contextlib.ExitStack()
        self.server: Server = self._serving.enter_context(
            serve(self._shop, port=self._port, log=False)
        )


class Database:
    """A PostgreSQL server, which crashes and is started again."""

    def __init__(self, server: Any) -> None:
        self.begin, self.end = server.stop, server.start


class FullDisk:
    """A file system in memory that is filled up and emptied."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    def begin(self) -> None:
        """Fill it to the last byte."""
        with self._ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(4096)):
                pass

    def end(self) -> None:
        """Give the room back."""
        self._ballast.unlink(missing_ok=True)


class Away:
    """A trouble with a length; it ends by itself."""

    def __init__(self, trouble: Trouble) -> None:
        self._trouble = trouble
        self._timer: threading.Timer | None = None

    def happen(self, seconds: float) -> None:
        """Begin the trouble, once the last one is over."""
        self.wait()
        self._trouble.begin()
        self._timer = threading.Timer(seconds, self._trouble.end)
        self._timer.start()

    def wait(self) -> None:
        """Wait until it is over."""
        if self._timer:
            self._timer.join()


@dataclass(frozen=True, slots=True)
class Work:
    """What is disturbed: a command, the database it runs on, and its share of the kills."""

    name: str
    arguments: Sequence[str]
    on_postgresql: bool
    share: int

    @property
    def troubles(self) -> list[str]:
        """What may go away."""
        return [SERVER, DISK, *([DATABASE] if self.on_postgresql else [])]


@dataclass
class Soak:
    """The shop, the troubles, and what undisturbed work comes to."""

    folder: Path
    troubles: dict[str, Away]
    new_database: Callable[[], str] | None
    dice: random.Random
    wanted: dict[str, dict[str, Any]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    gave_up: int = 0
    _places: int = 0

    def prepare(self, work: Work) -> None:
        """Do the work undisturbed."""
        place, began = self._place(work), time.perf_counter()
        if problems := self._run(work, place, []):
            raise SystemExit(f"{work.name}, undisturbed: {problems}")
        self.wanted[work.name] = self._outcome(place)
        self.seconds[work.name] = time.perf_counter() - began
        shutil.rmtree(place.directory.parent)

    def round(self, work: Work, planned: list[str]) -> Round:
        """Do the work, disturbed as planned as long as it lasts, and compare; leave in the plan what was not needed."""
        place, happened, before = self._place(work), Counter[str](), self.gave_up
        problems = self._run(work, place, planned, happened)
        problems = problems or self._differences(work, place)
        words = ", ".join(f"{times} × {how}" for how, times in happened.items()) or "undisturbed"
        for problem in problems:
            print(f"DIFFERENT: {work.name} ({words}): {problem}", flush=True)
        if problems:
            kept = Path(f"{self.folder}-different-{self._places}")
            shutil.copytree(place.directory.parent, kept)
            shutil.copytree(self._said(place.directory.parent), kept / "said")
        shutil.rmtree(place.directory.parent)
        return Round(work.name, dict(happened), self.gave_up - before, problems)

    def _differences(self, work: Work, place: StoreLocation) -> list[str]:
        found, wanted = self._outcome(place), self.wanted[work.name]
        return [
            f"{part}: {difference(wanted.get(part), found.get(part))}"
            for part in wanted | found
            if found.get(part) != wanted.get(part)
        ]

    def calm(self) -> None:
        """Wait until all troubles are over."""
        for trouble in self.troubles.values():
            trouble.wait()

    def _place(self, work: Work) -> StoreLocation:
        self._places += 1
        folder = self.folder / "disk" / str(self._places)
        (folder / "work").mkdir(parents=True)
        self._said(folder).mkdir(parents=True)
        url = self.new_database() if work.on_postgresql and self.new_database else ""
        return StoreLocation(folder / "data", url)

    def _said(self, folder: Path) -> Path:
        """Return where words go: not on the disk that may be full."""
        return self.folder / "said" / folder.name

    def _run(
        self,
        work: Work,
        place: StoreLocation,
        planned: list[str],
        happened: Counter[str] | None = None,
    ) -> list[str]:
        """Run the command until it is done; return what it should not have said or done."""
        happened = Counter() if happened is None else happened
        folder = place.directory.parent
        words = self._said(folder) / WORDS
        for _ in range(_MOST_STARTS):
            process = start([*work.arguments], place, folder / "work", words.parent)
            try:
                self._disturb(process, work, planned, happened)
            finally:
                process.kill()
            code = process.exitcode
            if code == 1:
                self.gave_up += 1
                self.calm()
            if code not in {1, -signal.SIGKILL}:  # given up with a reason, or killed: once more
                break
        self.calm()
        if code != 0:
            return [f"exit code {code}: {_text(words)[-300:]}"]
        return [f"it said {fault!r}" for fault in _FAULT if fault in _text(words)]

    def _disturb(
        self, process: BaseProcess, work: Work, planned: list[str], happened: Counter[str]
    ) -> None:
        """Let happen what is planned for as long as a process lives, and wait for its end."""
        while planned:
            process.join(self.dice.uniform(0, self.seconds[work.name] / 3))
            if not process.is_alive():
                break
            how = planned.pop()
            happened[how] += 1
            if how == KILL:
                process.kill()
            else:
                self.troubles[how].happen(self.dice.uniform(*_AWAY) / SPEED)
        process.join()

    def _outcome(self, place: StoreLocation) -> dict[str, Any]:
        told = _summary(_text(self._said(place.directory.parent) / TOLD))
        if "crawl" in told:
            told["crawl"] = _which(place, told["crawl"])
        return {"told": told} | outcome(place)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _summary(told: str) -> dict[str, Any]:
    """Return what a command told as JSON, but for what is never the same."""
    content = json.loads(told.strip().splitlines()[-1])
    return {name: in_order(value) for name, value in content.items() if name not in _VOLATILE}


def in_order(told: Any) -> Any:
    """Return what was told with all its lists sorted, as pages come in any order."""
    if isinstance(told, dict):
        return {name: in_order(value) for name, value in told.items()}
    return sorted(map(in_order, told), key=repr) if isinstance(told, list) else told


def _which(place: StoreLocation, crawl: Any) -> Any:
    """Return which of all crawls a number is of: PostgreSQL gives no number again that a killed process had taken."""
    with open_store(place).connection() as connection:
        crawls = [
            number for (number,) in connection.rows("SELECT id FROM pagekin_crawl ORDER BY id")
        ]
    return crawls.index(crawl) if crawl in crawls else f"{crawl}, which there is not"


def outcome(place: StoreLocation) -> dict[str, Any]:
    """Return all that work left in the store, the archive and files."""
    folder, store = place.directory.parent, open_store(place)
    with store.connection() as connection:
        crawls = connection.rows("SELECT id FROM pagekin_crawl ORDER BY id")
    return {
        "problems": list(check(store).problems),
        **{
            f"crawl {number}, {part}": value
            for number, (crawl,) in enumerate(crawls)
            for part, value in snapshot(place, crawl).items()
        },
        "crawls": len(crawls),
        "files": sorted(path.name for path in (folder / "work").iterdir()),
        **{path.name: _content(path) for path in sorted((folder / "work").iterdir())},
    }


def _content(path: Path) -> list[str]:
    """Return the lines of a file, sorted, as pages come in any order; a crawler without its moment."""
    if path.suffix == ".json":
        content = json.loads(path.read_text(encoding="utf-8"))
        content["learned"]["at"] = ""
        return json.dumps(content, indent=1).splitlines()
    return sorted(path.read_text(encoding="utf-8").splitlines())


def difference(wanted: Any, found: Any) -> str:
    """Show some of what is missing and some of what is there instead."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        wanted, found = list(wanted.items()), list(found.items())
    if not isinstance(wanted, list) or not isinstance(found, list):
        return f"{found!r} instead of {wanted!r}"
    missing = [one for one in wanted if one not in found]
    more = [one for one in found if one not in wanted]
    if not missing and not more:
        return "in another order" if len(wanted) == len(found) else f"{len(found)} of {len(wanted)}"
    return f"{len(missing)} missing, {len(more)} more, {missing[:2]!r} against {more[:2]!r}"[:500]


def works(server: Server, folder: Path, chosen: Sequence[str]) -> list[Work]:
    """Return all work that may be disturbed, or what was chosen."""
    products = str(write_crawler(demo_crawler(server), folder / "products.json"))
    posts = str(write_crawler(blog_crawler(server), folder / "posts.json"))
    sample = demo_crawler(server).samples[0]
    crawl = ("crawl", products, "--resume", "--json", "-o", "pages.jsonl")
    joint = ("crawl", products, posts, "--json", "-o", "pages.jsonl")  # goes on by itself
    learn = ("learn", sample, "--json", "-o", "learned.json")
    get = ("get", sample, "--json", "-O", "products.csv", "--crawler", "learned.json")
    made = [
        Work("crawl, SQLite", crawl, on_postgresql=False, share=6),
        Work("crawl, PostgreSQL", crawl, on_postgresql=True, share=5),
        Work("joint crawl, SQLite", joint, on_postgresql=False, share=4),
        Work("joint crawl, PostgreSQL", joint, on_postgresql=True, share=2),
        Work("learn, SQLite", learn, on_postgresql=False, share=3),
        Work("get, SQLite", get, on_postgresql=False, share=3),
        Work("get, PostgreSQL", get, on_postgresql=True, share=1),
    ]
    return [work for work in made if not chosen or any(name in work.name for name in chosen)]


def plan(chosen: Sequence[Work], kills: int, outages: int, dice: random.Random) -> dict[str, list]:
    """Deal kills by share, and outages evenly over all that can go away."""
    hands: dict[str, list[str]] = {work.name: [] for work in chosen}
    turns = [work for work in chosen for _ in range(work.share)]
    dice.shuffle(turns)
    for number in range(kills):
        hands[turns[number % len(turns)].name].append(KILL)
    pairs = [(work.name, how) for work in chosen for how in work.troubles]
    dice.shuffle(pairs)
    for number in range(outages):
        name, how = pairs[number % len(pairs)]
        hands[name].append(how)
    return hands


@contextlib.contextmanager
def disk(folder: Path) -> Iterator[FullDisk | None]:
    """Mount a small file system; None where that is not allowed."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}m", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield FullDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def main(arguments: list[str]) -> int:
    """Disturb, compare, count."""
    parser = argparse.ArgumentParser(prog="python -m bench.disturbed", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="in all [%(default)s]")
    parser.add_argument("--outages", type=int, default=60, help="in all [%(default)s]")
    parser.add_argument("--work", action="append", default=[], help="only work with this name")
    parser.add_argument("--products", type=int, default=100, help="of the shop [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="for the moments [%(default)s]")
    parser.add_argument("--results", type=Path, help="write each round here, and go on from there")
    options = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pagekin-soak-")))
        shop = ShopServer(Shop(products=options.products))
        stack.callback(shop.begin)
        troubles: dict[str, Away] = {SERVER: Away(shop)}
        if full := stack.enter_context(disk(folder / "disk")):
            troubles[DISK] = Away(full)
        chosen = works(shop.server, folder, options.work)
        server = None
        if any(work.on_postgresql for work in chosen):
            server = stack.enter_context(postgres.server())
        if hasattr(server, "stop"):
            troubles[DATABASE] = Away(Database(server))
        rounds = read_rounds(options.results) if options.results else []
        dice = random.Random(f"{options.seed} {len(rounds)}")
        soak = Soak(folder, troubles, server and server.database, dice)
        chosen = [work for work in chosen if server or not work.on_postgresql]
        stack.callback(soak.calm)
        for how in {how for work in chosen for how in work.troubles} - set(troubles):
            print(f"left out: {how} (a disk needs root, a database Debian's PostgreSQL)")
        hands = plan(chosen, options.kills, options.outages, random.Random(options.seed))
        for (work, how), times in times_disturbed(rounds).items():
            hands[work] = _without(hands.get(work, []), how, times)
        try:
            for one in disturbed(soak, chosen, hands):
                rounds.append(one)
                if options.results:
                    append_round(options.results, one)
        finally:
            print(table(rounds, [work.name for work in chosen]))  # also of what was ended early
        return 1 if any(one.problems for one in rounds) else 0


def _without(hand: list[str], how: str, times: int) -> list[str]:
    """Take away what has happened so often already."""
    left = max(hand.count(how) - times, 0)
    return [*(other for other in hand if other != how), *[how] * left]


def disturbed(soak: Soak, chosen: Sequence[Work], hands: dict[str, list[str]]) -> Iterator[Round]:
    """Do rounds in any order until all that was planned has happened."""
    for work in chosen:
        hands[work.name] = [how for how in hands[work.name] if how in {KILL, *soak.troubles}]
        soak.dice.shuffle(hands[work.name])
        if hands[work.name]:
            soak.prepare(work)
    while left := [work for work in chosen if hands[work.name]]:
        work = soak.dice.choice(left)
        hand = hands[work.name]
        some = [hand.pop() for _ in range(min(len(hand), soak.dice.randint(1, _AT_MOST)))]
        yield soak.round(work, some)
        hand += some
        waiting = sum(map(len, hands.values()))
        print(f"{work.name}: round ended, {waiting} disturbances are left", flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # nothing stays mounted or running
    sys.exit(main(sys.argv[1:]))
