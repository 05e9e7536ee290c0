"""Real crawls of the demo shop, killed (kill -9) again and again at random moments and continued.

The sample that the tests can afford; `python -m bench.disturbed` does it hundreds of times, and disturbs work in
other ways, too.
"""

import random
import signal
from hashlib import sha256

from forked import start_command
from pagekin.archive import FolderArchive
from pagekin.store.opening import open_store
from pagekin.store.reading.crawl_pages import links_of, pages_of, position_of
from pagekin.store.reading.record_sets import records_of

FAST = {"PAGEKIN_DELAY": "0", "PAGEKIN_RETRIES": "0", "PAGEKIN_AUTOTHROTTLE": "no"}


def environment(place):
    """Give the variables that name a place."""
    return {"PAGEKIN_DATA": str(place.directory), "PAGEKIN_DATABASE_URL": place.url}


def crawl_with_kills(crawler_file, place, kills, seed, longest=2.0):
    """Crawl, killing it at most so many times; give how often it was killed.

    With --resume, so that a crawl that was killed after its end, while its targets were written, is not
    followed by another.
    """
    output = f"pages-{place.directory.name}.jsonl"
    command = ["crawl", str(crawler_file), "--resume", "-o", output]
    return run_with_kills(command, place, crawler_file.parent, kills, seed, longest)


def run_with_kills(command, place, folder, kills, seed, longest=2.0):
    """Run a command until it comes to its end, killing it at most so many times; give how often.

    The moment of each is anywhere from before it begins to `longest` seconds later, so that it is killed
    while it begins, is continued, works, ends and tidies up.
    """
    dice = random.Random(seed)
    killed = 0
    while True:
        process = start_command(command, folder, **FAST, **environment(place))
        if killed < kills:
            process.join(dice.uniform(0.05, longest))
            process.kill()
        process.join()
        if process.exitcode == 0:
            return killed
        if process.exitcode != -signal.SIGKILL:
            raise RuntimeError(f"{command[0]} ended with exit code {process.exitcode}")
        killed += 1


def snapshot(place, crawl=None):
    """Give all that a crawl (by default the last) has stored and archived, to compare it with another."""
    store = open_store(place)
    archive = FolderArchive(place.archive)
    with store.connection() as connection:
        crawl = crawl or connection.rows("SELECT max(id) FROM pagekin_crawl")[0][0]
        state = connection.rows("SELECT state FROM pagekin_crawl WHERE id = %s", crawl)[0][0]
        pages, records, bodies = [], {}, {}
        for page in pages_of(connection, crawl):
            pages.append((page.url, page.kind, page.status, page.why, page.depth, page.score))
            pages[-1] += (page.found_on, page.title)
            if page.version is not None:
                records[page.url] = records_of(connection, page.records)
                exchange = archive.read(position_of(connection, page.version))
                bodies[page.url] = exchange.url, sha256(exchange.body).hexdigest()
        links = sorted((li.page, li.to, li.anchor, li.kind) for li in links_of(connection, crawl))
    return {
        "state": state,
        "pages": sorted(pages),
        "records": records,
        "links": links,
        "archive": bodies,
    }
