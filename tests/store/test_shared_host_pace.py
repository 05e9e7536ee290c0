"""Processes that ask one host share its pace through their PostgreSQL store, wherever they run."""

import asyncio
import subprocess
import sys
import time

import psycopg
import pytest

from pagekin.store import host_pace
from pagekin.store.host_pace import DatabaseSharing, shared_host_pace
from pagekin.store.location import StoreLocation

HOST = "shop.example:8080"
STAY = """
import sys
from pagekin.store import host_pace
host_pace.LOOK_AGAIN = 0.02
sharing = host_pace.DatabaseSharing(sys.argv[1])
sharing.count(sys.argv[2])
print("here", flush=True)
sys.stdin.read()
"""
FETCH = """
import asyncio, sys
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.store import host_pace
from pagekin.urls import Scope

host_pace.LOOK_AGAIN = 0.02
settings = Settings(delay=0, concurrency=4, obey_robots=False, autothrottle=False)

async def main(database, url):
    sharing = host_pace.DatabaseSharing(database)
    async with open_site(Scope.around(url), settings, sharing=sharing) as site:
        await site.fetch(url + "come")
        while sharing.count(url.split("/")[2]) < 2:
            await asyncio.sleep(0.01)
        print("here", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await asyncio.gather(*(site.fetch(f"{url}{n}") for n in range(40)))
    sharing.close()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def _look_often(monkeypatch):
    monkeypatch.setattr(host_pace, "LOOK_AGAIN", 0.02)


@pytest.fixture
def here(postgres_url):
    sharing = DatabaseSharing(postgres_url)
    yield sharing
    sharing.close()


def stay(url, host=HOST):
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", STAY, url, host]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)


def becomes(sharing, wanted, host=HOST) -> bool:
    """Wait until a host is asked by so many; they are counted in the background."""
    until = time.monotonic() + 1500
    while sharing.count(host) != wanted:
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_processes_at_one_host_see_each_other_until_they_end_even_if_killed(here, postgres_url):
    assert here.count(HOST) == 1
    with stay(postgres_url) as one, stay(postgres_url, "other.example") as other:
        assert (one.stdout.readline(), other.stdout.readline()) == ("here\n", "here\n")
        assert becomes(here, 2)
        assert becomes(here, 2, "other.example")
        one.kill()
        one.wait()
        assert becomes(here, 1)
        other.stdin.close()
    assert becomes(here, 1, "other.example")


def test_several_in_one_process_count_each_for_itself(here, postgres_url):
    other = DatabaseSharing(postgres_url)
    other.count(HOST)
    assert becomes(here, 2)
    other.close()
    assert becomes(here, 1)


def test_a_database_that_goes_away_is_come_back_to(postgres_url):
    sharing = DatabaseSharing(postgres_url)
    other = DatabaseSharing(postgres_url)
    assert other.count(HOST) == 1
    assert becomes(sharing, 2)
    with psycopg.connect(postgres_url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert becomes(sharing, 2)  # both have come back
    sharing.close()
    other.close()


def test_nothing_listens_there(unused_port_url):
    sharing = DatabaseSharing(unused_port_url)
    began = time.monotonic()
    assert [sharing.count(HOST) for _ in range(100)] == [1] * 100
    assert time.monotonic() - began < 120  # to wait a second or two for each would take longer
    sharing.close()


@pytest.fixture
def unused_port_url():
    return "postgresql://nobody@127.0.0.1:1/none"


def test_only_a_store_on_postgresql_shares(tmp_path, postgres_url):
    with shared_host_pace(StoreLocation(tmp_path)) as nobody:
        assert nobody is None
    with shared_host_pace(StoreLocation(tmp_path, postgres_url)) as sharing:
        assert sharing.count(HOST) == 1


async def _serve_counting(most: list[int]):
    under_way = 0

    async def talk(reader, writer):
        nonlocal under_way
        while await reader.readline():
            while (await reader.readline()).strip():
                pass
            under_way += 1
            most.append(under_way)
            await asyncio.sleep(0.02)
            under_way -= 1
            writer.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi"
            )
        writer.close()

    return await asyncio.start_server(talk, "127.0.0.1", 0)


def test_two_processes_have_no_more_connections_than_one_may_have(postgres_url):
    most = []

    async def run():
        async with await _serve_counting(most) as listener:
            url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"
            pipe = asyncio.subprocess.PIPE
            command = (sys.executable, "-c", FETCH, postgres_url, url)
            both = [
                await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
                for _ in range(2)
            ]
            for process in both:
                assert await process.stdout.readline() == b"here\n"
            await asyncio.gather(*(process.communicate(b"\n") for process in both))

    asyncio.run(run())
    assert len(most) == 2 + 2 * 40
    assert max(most) <= 4
