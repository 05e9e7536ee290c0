"""The cost of a page fetched by pagekin's engine, politeness and all, beside bare aiohttp."""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.corpus import REPOSITORY, Case
from bench.micro.figures import Figure
from bench.server import SiteServer

_PAGES = 1000
OF_BARE = 1.5


def engine(case: Case, rounds: int = 3) -> Figure:
    """Download the same pages with both, in turns, each in a process of its own."""
    targets = sorted(case.targets)
    drawn = random.Random(case.name).sample(targets, min(_PAGES, len(targets)))
    with SiteServer(case.site) as server, tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump([server.origin + case.url_path(page) for page in drawn], file)
        file.flush()
        times = [(_client("pagekin", file.name), _client("bare", file.name)) for _ in range(rounds)]
    ours, bare = map(min, zip(*times, strict=True))
    return Figure(
        "engine, robots and all",
        ours,
        "ms a page",
        "bare aiohttp",
        bare,
        ratio=ours / bare,
        ratio_means="the time of the rival",
        ratio_at_most=OF_BARE,
    )


def _client(kind: str, urls: str) -> float:
    command = [sys.executable, str(Path(__file__).with_name("engine_client.py")), kind, urls]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=REPOSITORY).stdout
    return float(answer)
