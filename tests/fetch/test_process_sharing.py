"""Processes that ask one host at the same time are together no ruder than one."""

import asyncio
import os
import subprocess
import sys

import pytest
from loopback import Answer, serving

from pagekin.fetch import process_sharing
from pagekin.fetch.process_sharing import FolderSharing

HOST = "shop.example"
STAY = """
import sys, pathlib
from pagekin.fetch.process_sharing import FolderSharing
sharing = FolderSharing(pathlib.Path(sys.argv[1]))
print(sharing.count(sys.argv[2]), flush=True)
sys.stdin.read()
"""
FETCH = """
import asyncio, sys
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.urls import Scope

async def main(url):
    settings = Settings(delay=0.0, concurrency=4, obey_robots=False, autothrottle=False)
    async with open_site(Scope.around(url), settings) as site:
        await site.fetch(url + "come")
        print("here", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await asyncio.gather(*(site.fetch(f"{url}{n}") for n in range(40)))

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(autouse=True)
def _look_each_time(monkeypatch):
    monkeypatch.setattr(process_sharing, "LOOK_AGAIN", 0.0)


@pytest.fixture
def here(tmp_path):
    own = FolderSharing(tmp_path / "hosts")
    yield own
    own.close()


def stay(folder, host=HOST):
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", STAY, str(folder), host]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)


def test_who_is_alone_has_no_neighbours_and_leaves_nothing_behind(here, tmp_path):
    assert [here.count(HOST), here.count("other.example")] == [1, 1]
    here.close()
    assert list((tmp_path / "hosts").iterdir()) == []


def test_processes_at_one_host_see_each_other_until_they_end_even_if_killed(here, tmp_path):
    assert here.count(HOST) == 1
    with stay(tmp_path / "hosts") as one, stay(tmp_path / "hosts", "other.example") as other:
        assert (one.stdout.readline(), other.stdout.readline()) == ("2\n", "1\n")
        assert here.count(HOST) == 2
        one.kill()
        one.wait()
        assert here.count(HOST) == 1
        other.stdin.close()


def test_it_is_looked_only_now_and_then(here, tmp_path, monkeypatch):
    monkeypatch.setattr(process_sharing, "LOOK_AGAIN", 1000.0)
    assert here.count(HOST) == 1
    newcomer = FolderSharing(tmp_path / "hosts")
    assert (newcomer.count(HOST), here.count(HOST)) == (2, 1)
    newcomer.close()


def test_no_more_files_are_open_than_need_be(here, tmp_path):
    for number in range(200):
        assert here.count(f"{number}.example") == 1
    assert len(list((tmp_path / "hosts").iterdir())) == 64


def test_a_folder_that_is_not_ours_is_not_used(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "hosts").symlink_to(tmp_path / "theirs")
    assert FolderSharing(tmp_path / "hosts").count(HOST) == 1
    assert list((tmp_path / "theirs").iterdir()) == []
    (tmp_path / "file").touch()
    assert FolderSharing(tmp_path / "file").count(HOST) == 1


async def test_two_processes_have_no_more_connections_than_one_may_have(tmp_path):
    under_way, most = 0, 0

    async def answer(_asked, _writer):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.02)
        under_way -= 1
        return Answer()

    async with serving({"/come": Answer(), **{f"/{n}": answer for n in range(40)}}) as server:
        pipe = asyncio.subprocess.PIPE
        environment = {**os.environ, "TMPDIR": str(tmp_path)}
        command = (sys.executable, "-c", FETCH.replace("import asyncio", LOOKING), server.url())
        both = [
            await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=environment)
            for _ in range(2)
        ]
        for process in both:
            assert await process.stdout.readline() == b"here\n"
        await asyncio.gather(*(process.communicate(b"\n") for process in both))
        assert len(server.log) == 2 + 2 * 40
    assert most <= 4


LOOKING = """from pagekin.fetch import process_sharing
process_sharing.LOOK_AGAIN = 0.0
import asyncio"""
