"""Crawls that are stored: interrupted and continued, repeated at little cost, read back as they were."""

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from forked import start_command
from pagekin.store.opening import open_store

PRODUCTS = [f"/p?id={number}" for number in range(1, 13)]


@pytest.fixture
def crawler(once, shop):
    """A crawler of the small shop; what was asked of the shop while learning is forgotten."""
    code, *_ = once(
        *("learn", f"{shop.url}/p?id=1", "--entry", f"{shop.url}/"),
        *("--strategy", "gogetit", "-o", "crawler.json"),
    )
    assert code == 0
    shop.requests.clear()
    return Path("crawler.json")


def rows(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def found(shop, path):
    """Give the paths of the targets in an output, as often as they stand there."""
    return sorted(row["url"].removeprefix(shop.url) for row in rows(path))


def interrupted(shop, arguments, at, number=signal.SIGINT, when=lambda: True):
    """Run a command and send its process a signal when it asks for a page; give its exit code and words."""
    answer = shop.answer

    def has_ended(patience):  # `join` and `is_alive` read how it ended, which only one thread may
        return bool(wait([process.sentinel], patience))

    def then_interrupt(path):
        if path == at and not has_ended(0):
            patience = time.monotonic() + 1500
            while not when() and time.monotonic() < patience:
                time.sleep(0.01)
            os.kill(process.pid, number)
            has_ended(300)
        return answer(path)

    variables = {"PAGEKIN_CONCURRENCY": "1", "PAGEKIN_TIMEOUT": "1500"}
    process = start_command(arguments, Path.cwd(), words="words.txt", **variables)
    shop.answer = then_interrupt
    process.join(1500)
    shop.answer = answer
    return process.exitcode, Path("words.txt").read_text(encoding="utf-8")


def stored_in(data, shop):
    """Give the paths of the pages of all crawls."""
    with open_store(data).connection() as connection:
        rows = connection.rows(
            "SELECT page.url FROM pagekin_crawl_page seen "
            "JOIN pagekin_page page ON page.id = seen.page_id"
        )
    return {url.removeprefix(shop.url) for (url,) in rows}


def test_an_interrupted_crawl_gives_what_it_found_and_is_continued(run, shop, crawler):
    code, words = interrupted(shop, ["crawl", crawler, "-o", "pages.jsonl"], "/p?id=7")
    assert code == 1, words
    assert "stopped early: interrupted" in words
    assert "pagekin crawl crawler.json --resume -o pages.jsonl" in words
    some = found(shop, "pages.jsonl")
    assert 0 < len(some) < 12
    code, out, err = run("crawl", crawler, "--resume", "-o", "pages.jsonl", "--json")
    assert code == 0
    assert "continuing crawl 2" in err
    assert found(shop, "pages.jsonl") == sorted(PRODUCTS)
    assert json.loads(out)["pages"] == 16
    asked = Counter(shop.requests)
    assert {asked[path.removeprefix(shop.url)] for path in some} == {1}


def test_a_killed_crawl_is_continued_when_its_crawler_is_run_again(run, shop, crawler):
    code, _ = interrupted(shop, ["crawl", crawler, "-o", "p.jsonl"], "/p?id=9", signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert not Path("p.jsonl").exists()
    assert run("crawl", crawler, "-o", "p.jsonl")[0] == 0
    assert found(shop, "p.jsonl") == sorted(PRODUCTS)


def test_a_crawl_of_so_many_pages_is_continued_the_next_time(run, shop, crawler):
    code, out, err = run("crawl", crawler, "--max-pages", "9", "-o", "p.jsonl", "--json")
    assert code == 0, err
    assert json.loads(out)["stopped"] == "9 pages fetched (--max-pages)"
    assert json.loads(out)["pages"] == 9
    assert run("crawl", crawler, "-o", "p.jsonl")[0] == 0
    assert found(shop, "p.jsonl") == sorted(PRODUCTS)


def test_fresh_begins_anew(run, shop, crawler):
    interrupted(shop, ["crawl", crawler], "/p?id=9", signal.SIGKILL)
    shop.requests.clear()
    assert run("crawl", crawler, "--fresh", "-o", "p.jsonl")[0] == 0
    assert found(shop, "p.jsonl") == sorted(PRODUCTS)
    assert set(PRODUCTS) <= set(shop.requests)
    _, out, _ = run("crawls", "--json")
    states = [json.loads(line)["state"] for line in out.splitlines()]
    assert states == ["finished", "given up", "finished"]  # learning, given up, anew


def changed(crawler):
    """Edit a crawler's file, as a person may; give the new one."""
    content = json.loads(crawler.read_text(encoding="utf-8"))
    content["learned"]["targets"] += 1
    edited = Path("edited.json")
    edited.write_text(json.dumps(content), encoding="utf-8")
    return edited


def test_what_was_interrupted_is_given_up_aloud_when_the_crawler_was_changed(run, shop, crawler):
    interrupted(shop, ["crawl", crawler], "/p?id=9", signal.SIGKILL)
    code, _, err = run("crawl", changed(crawler), "--resume", "-o", "p.jsonl")
    assert code == 0
    assert "crawl 2, which was interrupted, is given up: the crawler or the limits" in err
    assert found(shop, "p.jsonl") == sorted(PRODUCTS)
    _, out, _ = run("crawls", "--json")
    states = {json.loads(line)["crawl"]: json.loads(line)["state"] for line in out.splitlines()}
    assert states == {1: "finished", 2: "given up", 3: "finished"}


def test_resume_tells_of_a_crawl_that_it_cannot_continue(run, shop, crawler):
    assert run("crawl", crawler)[0] == 0
    interrupted(shop, ["crawl", crawler], "/p?id=9", signal.SIGKILL)
    code, _, err = run("crawl", changed(crawler), "--resume", "-o", "p.jsonl")
    assert code == 0
    assert "crawl 3, which was interrupted, was one of another version of the crawler" in err
    assert "crawl 2 came to its end; here is what it found" in err


def test_with_nothing_to_continue_resume_gives_the_last_crawl_once_more(run, shop, crawler):
    code, _, err = run("crawl", crawler, "--resume", "-o", "first.jsonl")
    assert code == 0
    assert "this is the first crawl" in err
    shop.requests.clear()
    code, _, err = run("crawl", crawler, "--resume", "-o", "again.jsonl")
    assert code == 0
    assert "there is nothing to continue" in err
    assert shop.requests == []
    assert rows("again.jsonl") == rows("first.jsonl")


def test_resume_and_fresh_at_once_is_no_wish(run, crawler):
    assert run("crawl", crawler, "--resume", "--fresh")[0] == 2


def test_a_repeated_crawl_tells_what_changed_and_keeps_each_content_once(run, shop, crawler, data):
    assert run("crawl", crawler)[0] == 0
    shop.routes["/p?id=2"] = shop.product("2, now cheaper")
    del shop.routes["/p?id=3"]
    shop.routes["/c/tea"] += b'<p><a href="/p?id=99">new</a></p>'
    shop.routes["/p?id=99"] = shop.product(99)
    code, out, err = run("crawl", crawler, "-o", "p.jsonl", "--json")
    assert code == 0
    assert json.loads(out)["changes"] == {"unchanged": 10, "changed": 1, "vanished": 1, "new": 1}
    with open_store(data).connection() as connection:
        versions = connection.rows("SELECT count(*) FROM pagekin_page_version")[0][0]
    assert versions == 16 + 3  # learned and crawled; a product and a list changed, a product is new
    _, _, err = run("crawl", crawler)
    assert "since the crawl before: 12 unchanged" in err


def test_pages_saved_to_the_same_folder_are_those_of_the_last_crawl(run, shop, crawler, tmp_path):
    save = ("crawl", crawler, "-o", "pages.jsonl", "--save", "pages")
    assert run(*save)[0] == 0
    assert run("induce", "pages", "-o", "w.json")[0] == 0
    shop.routes["/c/cups"] = shop.routes["/c/cups"].replace(b'<a href="/p?id=1">1</a>', b"")
    assert run(*save)[0] == 0
    assert run("extract", "w.json", "pages", "-O", "r.jsonl")[0] == 0
    pages = {row["url"].removeprefix(shop.url) for row in rows("r.jsonl")}
    assert pages == set(PRODUCTS) - {"/p?id=1"}
    assert len(list(tmp_path.glob("pages/*.html"))) == 11


def test_targets_are_not_written_over_the_index_of_the_saved_pages(run, crawler):
    code, _, err = run("crawl", crawler, "-o", "pages/pages.jsonl", "--save", "pages")
    assert code == 2
    assert "pages/pages.jsonl is the index of the pages" in err


def test_what_has_not_changed_is_not_sent_again(run, shop, crawler):
    with_conditions = []
    answer = shop.answer

    def conditional(path):
        status, headers, body = answer(path)
        tag = f'"{len(body)}-{path}"'
        if shop.headers.get("If-None-Match") == tag:
            with_conditions.append(path)
            return 304, {"ETag": tag}, b""
        return status, headers | {"ETag": tag}, body

    shop.answer = conditional
    assert run("crawl", crawler, "-o", "1.jsonl")[0] == 0
    assert with_conditions == []
    code, out, _ = run("crawl", crawler, "-o", "2.jsonl", "--json")
    assert (code, json.loads(out)["changes"]) == (0, {"unchanged": 12})
    assert len(with_conditions) == 16
    assert rows("2.jsonl") == rows("1.jsonl")


def test_a_crawler_that_was_changed_looks_at_unchanged_pages_again(run, shop, crawler):
    """What is a target, and what is extracted, may be another matter now; nothing is sent for that."""
    run("crawl", crawler)
    content = json.loads(crawler.read_text())
    content["scope"]["reject"] = "/c/tea"
    crawler.write_text(json.dumps(content))
    code, out, _ = run("crawl", crawler, "--json", "-o", "p.jsonl")
    assert code == 0
    assert found(shop, "p.jsonl") == sorted(PRODUCTS[:8])
    assert json.loads(out)["changes"] == {"unchanged": 8, "no longer covered": 4}


def test_a_page_that_only_redirects_now_is_gone_even_if_its_content_is_the_same_there(
    run, shop, crawler
):
    run("crawl", crawler)
    shop.routes["/p?id=33"] = shop.routes["/p?id=3"]
    shop.routes["/p?id=3"] = "/p?id=33"
    _, out, _ = run("crawl", crawler, "-o", "p.jsonl", "--json")
    assert json.loads(out)["changes"] == {"unchanged": 11, "vanished": 1, "new": 1}
    assert "/p?id=33" in found(shop, "p.jsonl")
    assert "/p?id=3" not in found(shop, "p.jsonl")


def test_any_page_of_any_crawl_can_be_read_back(run, shop, crawler):
    was = shop.routes["/p?id=2"]
    squeezed = gzip.compress(shop.product("squeezed"))
    shop.routes["/p?id=3"] = (200, {"Content-Encoding": "gzip", "X-Kind": "tea"}, squeezed)
    run("crawl", crawler)
    shop.routes["/p?id=2"] = shop.product("2, now cheaper")
    run("crawl", crawler)
    url = f"{shop.url}/p?id=2"
    assert run("page", url, "--crawl", 2, "-o", "was.html")[0] == 0
    assert Path("was.html").read_bytes() == was
    assert run("page", url, "-o", "is.html")[0] == 0
    assert Path("is.html").read_bytes() == shop.product("2, now cheaper")
    run("page", f"{shop.url}/p?id=3", "--headers", "-o", "3.txt")
    head, body = Path("3.txt").read_bytes().split(b"\r\n\r\n", 1)
    assert head.startswith(b"HTTP/1.1 200")
    assert b"\r\nX-Kind: tea" in head
    assert body == shop.product("squeezed")
    run("page", f"{shop.url}/p?id=3", "--raw", "-o", "3.gz")
    assert Path("3.gz").read_bytes() == squeezed


@pytest.mark.parametrize(
    ("path", "crawl", "words"),
    [
        ("/never", [], "no crawl has seen"),
        ("/p?id=1", ["--crawl", "77"], "there is no crawl 77;"),
        ("/never", ["--crawl", "2"], "/never; nor has any other"),
        ("/p?id=5", ["--crawl", "2"], "/p?id=5: the server answers 404 Not Found"),
    ],
)
def test_a_page_that_is_not_there(run, shop, crawler, path, crawl, words):
    del shop.routes["/p?id=5"]
    run("crawl", crawler)
    code, out, err = run("page", shop.url + path, *crawl)
    assert (code, out) == (3, "")
    assert words in err


def test_crawls_are_listed(run, shop, crawler):
    run("crawl", crawler)
    interrupted(shop, ["crawl", crawler, "--fresh"], "/c/tea", signal.SIGKILL)
    code, out, _ = run("crawls")
    assert code == 0
    learned, whole, broken_off = out.splitlines()
    assert "finished     learn: 16 pages" in learned
    assert "finished     crawl: 12 targets in 16 pages" in whole
    assert "interrupted  crawl: " in broken_off
    assert run("crawls", "other.example")[0] == 3


def test_a_store_that_cannot_be_used_is_known_before_anything_is_fetched(run, shop, crawler, data):
    (data / "store.sqlite3").write_bytes(b"something else entirely")
    code, _, err = run("crawl", crawler)
    assert code == 1
    assert "is not a store of pagekin, or its beginning is damaged; it was left as it is" in err
    assert shop.requests == []
    assert (data / "store.sqlite3").read_bytes() == b"something else entirely"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_data_directory_that_cannot_be_written(run, shop, crawler, data):
    data.chmod(0o500)
    code, *_ = run("crawl", crawler)
    data.chmod(0o700)
    assert (code, shop.requests) == (1, [])


def test_a_data_directory_that_cannot_be_made(run, shop, crawler, data, monkeypatch):
    monkeypatch.setenv("PAGEKIN_DATA", str(data / "store.sqlite3" / "below-a-file"))
    code, _, err = run("crawl", crawler)
    assert (code, shop.requests) == (1, [])
    assert "cannot make the data directory" in err


def test_one_crawler_is_run_by_one_process_at_a_time(run, shop, crawler):
    answer = shop.answer

    def try_the_same(path):
        if path == "/c/pots":
            tried.append(start_command(["crawl", crawler], Path.cwd(), words="words.txt"))
            tried[-1].join(1500)
        return answer(path)

    tried = []
    shop.answer = try_the_same
    # The page comes after the other process has ended, however long that takes.
    assert run("crawl", crawler, "--timeout", "1500")[0] == 0
    assert tried[0].exitcode == 2
    assert "another process is at work with the crawler" in Path("words.txt").read_text()


def test_two_crawlers_work_side_by_side_on_one_store(run, shop, crawler, tmp_path, data):
    content = json.loads(crawler.read_text())
    content["samples"] = [f"{shop.url}/p?id=2"]
    content["id"] = "0123456789ab"
    Path("other.json").write_text(json.dumps(content))
    processes = [
        start_command(["crawl", name, "-o", f"{name}l"], tmp_path, words=f"{name}.txt")
        for name in ("crawler.json", "other.json")
    ]
    for process in processes:
        process.join(1500)
        assert process.exitcode == 0
    assert found(shop, "crawler.jsonl") == found(shop, "other.jsonl") == sorted(PRODUCTS)
    assert run("store", "check")[0] == 0


def test_an_entry_that_is_down_leaves_the_last_crawl_alone(run, shop, crawler):
    run("crawl", crawler)
    home = shop.routes.pop("/")
    code, _, err = run("crawl", crawler)
    assert code == 1
    assert "cannot fetch the entry" in err
    code, _, err = run("crawl", crawler, "-o", "p.jsonl")
    assert code == 1  # and not: everything has vanished
    shop.routes["/"] = home
    _, out, _ = run("crawl", crawler, "-o", "p.jsonl", "--json")
    assert json.loads(out)["changes"] == {"unchanged": 12}


def identical(one, other):
    """Compare two crawler files but for the time at which they were learned."""
    first, second = (json.loads(Path(path).read_text(encoding="utf-8")) for path in (one, other))
    first["learned"].pop("at")
    second["learned"].pop("at")
    return first == second


def test_learning_that_was_killed_fetches_only_the_rest(run, shop, data):
    learn = ["learn", f"{shop.url}/p?id=1", "-o", "killed.json"]
    under_way = {"/robots.txt", "/c/tea"}

    def all_kept():  # a page is kept a moment after it came
        return stored_in(data, shop) >= set(shop.requests) - under_way

    code, _ = interrupted(shop, learn, "/c/tea", signal.SIGKILL, all_kept)
    assert code == -signal.SIGKILL
    before = set(shop.requests)
    shop.requests.clear()
    code, _, err = run(*learn)
    assert code == 0
    assert "going on with what was interrupted" in err
    assert before.intersection(shop.requests) <= under_way
    shutil.rmtree(data)
    run("learn", f"{shop.url}/p?id=1", "-o", "undisturbed.json")
    assert identical("killed.json", "undisturbed.json")


def test_finished_learning_leaves_nothing_to_continue(run, shop):
    run("learn", f"{shop.url}/p?id=1", "-o", "1.json")
    shop.requests.clear()
    _, _, err = run("learn", f"{shop.url}/p?id=1", "-o", "2.json")
    assert "going on" not in err
    assert "/c/cups" in shop.requests


def test_get_that_was_killed_goes_on_where_it_was(run, shop):
    for number in range(1, 13):
        shop.routes[f"/p?id={number}"] = shop.product(f"{number} of {number * 7}")
    get = ["get", f"{shop.url}/p?id=1", "-O", "records.jsonl", "--strategy", "gogetit"]
    code, _ = interrupted(shop, get, "/p?id=11", signal.SIGKILL)
    assert code == -signal.SIGKILL
    shop.requests.clear()
    assert run(*get)[0] == 0
    assert len({row["url"] for row in rows("records.jsonl")}) == 12
    asked = Counter(shop.requests)
    assert asked["/c/cups"] == asked["/p?id=1"] == 0


KILLED_WHILE_WRITING = """
import os, signal, sys
from pagekin.app.storing import stored_records
from pagekin.cli import _run

real = stored_records.records_of_crawl

def some(*arguments):
    for number, found in enumerate(real(*arguments)):
        if number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        yield found

stored_records.records_of_crawl = some
_run(sys.argv[1:])
"""


def test_get_that_was_killed_while_it_wrote_only_writes_when_it_is_run_again(run, shop, tmp_path):
    for number in range(1, 13):
        shop.routes[f"/p?id={number}"] = shop.product(f"{number} of {number * 7}")
    get = ["get", f"{shop.url}/p?id=1", "-O", "records.jsonl", "--strategy", "gogetit"]
    for _ in range(2):
        command = [sys.executable, "-c", KILLED_WHILE_WRITING, *get]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    shop.requests.clear()
    code, _, err = run(*get)
    assert code == 0
    assert "came to its end already" in err
    assert len({row["url"] for row in rows("records.jsonl")}) == 12
    assert [one for one in shop.requests if one != "/robots.txt"] == []
    listed = [json.loads(line) for line in run("crawls", "--json")[1].splitlines()]
    assert [one["purpose"] for one in listed] == ["learn", "crawl"]
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []
    assert run(*get)[0] == 0  # it was brought to its end: this is another one
    assert "/c/cups" in shop.requests


def test_what_get_has_stored_is_what_the_next_crawl_compares_with(run, shop):
    for number in range(1, 13):
        shop.routes[f"/p?id={number}"] = shop.product(f"{number} of {number * 7}")
    get = ["get", f"{shop.url}/p?id=1", "-O", "records.jsonl", "--crawler", "shop.json"]
    assert run(*get)[0] == 0
    shop.routes["/p?id=5"] = shop.product("5 of a kind")
    code, out, _ = run("crawl", "shop.json", "-o", "p.jsonl", "--json")
    assert code == 0
    assert json.loads(out)["changes"] == {"unchanged": 11, "changed": 1}


def test_old_crawls_go_and_with_them_their_part_of_the_archive(run, shop, crawler, data):
    for day in range(3):
        for number in range(1, 13):
            shop.routes[f"/p?id={number}"] = shop.product(
                f"{number} on day {day} " + os.urandom(2000).hex()
            )
        assert run("crawl", crawler, "--keep-crawls", 2, "--fresh")[0] == 0
    _, out, _ = run("crawls", "--json")
    kept = [json.loads(line)["crawl"] for line in out.splitlines()]
    assert kept == [1, 3, 4]  # the learning, and the last two
    url = f"{shop.url}/p?id=2"
    for crawl, day in ((3, 1), (4, 2)):
        assert run("page", url, "--crawl", crawl, "-o", "p.html")[0] == 0
        assert f"on day {day}" in Path("p.html").read_text()
    assert run("page", url, "--crawl", 2)[0] == 3
    assert run("store", "check")[0] == 0
    used = sum(file.stat().st_size for file in (data / "archive").glob("*.warc.gz"))
    assert run("crawl", crawler, "--keep-crawls", 1)[0] == 0
    less = sum(file.stat().st_size for file in (data / "archive").glob("*.warc.gz"))
    assert less < 0.7 * used
    assert run("page", url, "--crawl", 5, "-o", "p.html")[0] == 0
    assert run("store", "check")[0] == 0


def test_warc_files_made_elsewhere_become_a_crawl(run, shop, crawler, data, monkeypatch, tmp_path):
    shop.routes["/p?id=3"] = "/p?id=2"
    run("crawl", crawler)
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "elsewhere"))
    code, out, err = run("import", *sorted((data / "archive").glob("*.warc.gz")), "--json")
    assert code == 0, err
    imported = json.loads(out)
    assert (imported["crawl"], imported["pages"]) == (1, 16)
    assert run("page", f"{shop.url}/p?id=2", "-o", "2.html")[0] == 0
    assert Path("2.html").read_bytes() == shop.routes["/p?id=2"]
    assert "import: 1" in run("crawls")[1]
    assert run("import", "nowhere.warc.gz")[0] == 2
    Path("empty.warc.gz").write_bytes(b"")
    assert run("import", "empty.warc.gz")[0] == 3


def test_learning_that_nobody_continued_for_a_day_is_given_up(run, shop, crawler, data):
    interrupted(shop, ["learn", f"{shop.url}/p?id=1", "-o", "c.json"], "/c/tea", signal.SIGKILL)
    with open_store(data).connection() as connection:
        connection.execute("UPDATE pagekin_crawl SET began_at = began_at - 100000")
    code, _, err = run("learn", f"{shop.url}/p?id=1", "-o", "c.json")
    assert code == 0
    assert "going on" not in err
    interrupted(shop, ["learn", f"{shop.url}/p?id=1", "-o", "c.json"], "/c/tea", signal.SIGKILL)
    with open_store(data).connection() as connection:
        connection.execute("UPDATE pagekin_crawl SET began_at = began_at - 100000")
    assert run("crawl", crawler)[0] == 0  # which tidies up
    assert "interrupted" not in run("crawls")[1]


def test_pages_that_hit_a_limit_are_told_by_every_command_that_reads_them(run, shop, crawler):
    deep = b"<div>" * 3000 + b"deep" + b"</div>" * 3000 + b"</body>"
    shop.routes["/p?id=5"] = shop.routes["/p?id=5"].replace(b"</body>", deep)
    for _ in range(2):  # the second time it is what it was, and is not looked at
        code, out, _ = run("crawl", crawler, "-o", "p.jsonl", "--json")
        [told] = json.loads(out)["in_part"]
        assert (code, told.startswith(f"{shop.url}/p?id=5: the page is cut off")) == (0, True)
    assert "1 read in part only, since they hit a limit, such as" in run("crawl", crawler)[2]
    assert "in part only: the page is cut off" in run("page", f"{shop.url}/p?id=5")[2]
    assert run("page", f"{shop.url}/p?id=4")[2] == ""
    assert "read in part only: the page is cut off" in run("test", crawler, f"{shop.url}/p?id=5")[1]
    shop.routes["/p?id=5"] = shop.product(5)
    _, out, _ = run("crawl", crawler, "-o", "p.jsonl", "--json")
    assert json.loads(out)["in_part"] == []


def test_what_was_left_out_as_a_trap_is_said_and_is_no_failure(run, shop, crawler):
    endless = f'<p><a href="/p?id={"1" * 4100}">endless</a></p></body>'.encode()
    shop.routes["/c/tea"] = shop.routes["/c/tea"].replace(b"</body>", endless)
    code, out, told = run("crawl", crawler, "-o", "pages.jsonl", "--json")
    summary = json.loads(out)
    assert (code, summary["targets"], summary["failed"]) == (0, 12, 0)
    assert [one["kind"] for one in summary["left_out"]] == ["trap"]
    code, _, told = run("crawl", crawler, "--resume", "-o", "pages.jsonl")
    assert "1 left out, such as" in told
    assert "more than 4000 characters" in told
    assert "failed" not in told
