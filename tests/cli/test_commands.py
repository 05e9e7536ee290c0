"""Learn, show, test, crawl: as a person at a terminal does it."""

import json
import os
import signal
import subprocess
import sys

import pytest


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def learned(run, shop, tmp_path):
    code, out, err = run(
        "learn",
        f"{shop.url}/p?id=1",
        "--entry",
        f"{shop.url}/",
        "--strategy",
        "gogetit",
        "-o",
        "crawler.json",
    )
    assert (code, out) == (0, "")
    return err


def test_learn_writes_a_crawler_and_says_what_it_learned(learned, shop, tmp_path):
    crawler = json.loads((tmp_path / "crawler.json").read_text())
    links = [step["links"] for step in crawler["navigation"]["steps"]]
    assert links == [f"{shop.url}/c/[a-zA-Z]+", rf"{shop.url}/p?id=\d+"]
    assert "12 targets among 16 pages" in learned
    assert rf"On pages step 1 follow links like {shop.url}/p?id=\d+ → targets." in learned
    assert [path.name for path in tmp_path.iterdir()] == ["crawler.json"]


def test_without_an_entry_the_root_of_the_site_is_the_entry(run, shop):
    code, out, _ = run("learn", f"{shop.url}/p?id=1")
    assert code == 0
    assert json.loads(out)["entry"] == f"{shop.url}/"


def test_crawl_lists_every_target_once(learned, run, shop, tmp_path):
    code, _, err = run("crawl", "crawler.json", "-o", "pages.jsonl")
    assert code == 0
    found = rows(tmp_path / "pages.jsonl")
    assert sorted(row["url"] for row in found) == sorted(
        f"{shop.url}/p?id={n}" for n in range(1, 13)
    )
    assert found[0] == {
        "url": f"{shop.url}/p?id=1",
        "title": "Product 1",
        "found_on": f"{shop.url}/c/cups",
    }
    assert "12 targets in 16 pages fetched" in err


def test_crawl_finds_pages_that_came_later(learned, run, shop):
    shop.routes["/c/tea"] += b'<p><a href="/p?id=99">new</a></p>'
    shop.routes["/p?id=99"] = shop.product(99)
    code, out, _ = run("crawl", "crawler.json")
    assert code == 0
    assert f"{shop.url}/p?id=99" in {json.loads(line)["url"] for line in out.splitlines()}


def test_crawl_keeps_the_pages_as_they_came(learned, run, shop, tmp_path):
    code, out, _ = run("crawl", "crawler.json", "--save", "kept")
    assert code == 0
    first = json.loads(out.splitlines()[0])
    assert (tmp_path / "kept" / first["file"]).read_bytes() == shop.product(1)
    assert len(list((tmp_path / "kept").glob("*.html"))) == 12
    code, out, _ = run("induce", "kept", "--sample", "kept/000001.html", "--field", "n=Product 1")
    (tmp_path / "w.json").write_text(out)
    code, out, _ = run("extract", "w.json", "kept")
    assert {json.loads(line)["url"] for line in out.splitlines()} == {
        f"{shop.url}/p?id={n}" for n in range(1, 13)
    }


def test_crawl_reports_what_failed_and_goes_on(learned, run, shop, tmp_path):
    del shop.routes["/p?id=5"]
    code, out, err = run("crawl", "crawler.json", "-o", "pages.jsonl", "--json")
    assert code == 0
    assert len(rows(tmp_path / "pages.jsonl")) == 11
    summary = json.loads(out)
    assert (summary["targets"], summary["failed"]) == (11, 1)
    assert summary["failures"][0]["url"] == f"{shop.url}/p?id=5"
    assert err == ""


def test_a_site_that_lost_most_is_noticed(learned, run, shop):
    shop.routes["/"] = b'<ul><li><a href="/c/tea">tea</a></li></ul>'
    code, _, err = run("crawl", "crawler.json")
    assert code == 0
    assert "far below the 12 expected: the site may have changed" in err


def test_a_site_that_lost_everything_is_nothing_found(learned, run, shop, tmp_path):
    shop.routes["/"] = b"<p>closed"
    (tmp_path / "pages.jsonl").write_text("yesterday\n")
    code, _, err = run("crawl", "crawler.json", "-o", "pages.jsonl")
    assert code == 3
    assert "the site may have changed" in err
    assert (tmp_path / "pages.jsonl").read_text() == "yesterday\n"


def test_show_prints_the_pattern_and_the_map(learned, run, shop):
    code, out, _ = run("show", "crawler.json", "--all")
    assert code == 0
    assert rf"follow links like {shop.url}/p?id=\d+ → targets." in out
    assert f"    {shop.url}/c/[a-zA-Z]+  (3 pages)" in out
    assert rf"      {shop.url}/p?id=\d+  (12 pages, 12 targets)" in out


def test_show_fits_into_ten_lines_unless_asked_for_more(learned, run, shop):
    code, out, _ = run("show", "crawler.json")
    assert code == 0
    assert len(out.splitlines()) <= 10
    assert rf"follow links like {shop.url}/p?id=\d+ → targets." in out
    assert "'pagekin show crawler.json --all'" in out


@pytest.mark.parametrize(
    ("path", "code", "reasons"),
    [
        (
            "/p?id=12",
            0,
            ["yes  URL: like the links to targets", "yes  page: similarity to the sample 1.000"],
        ),
        (
            "/c/tea",
            3,
            [
                "no   URL: like links to step 1, on the way",
                "no   page: similarity to the sample 0.",
            ],
        ),
        ("/p?id=400", 3, ["yes  URL", "no   page: cannot be fetched: "]),
        ("/other", 3, ["no   URL: no step follows links like /{word}"]),
    ],
)
def test_test_says_whether_and_why(learned, run, shop, path, code, reasons):
    result, out, _ = run("test", "crawler.json", shop.url + path)
    assert result == code
    for reason in reasons:
        assert reason in out


def test_test_knows_other_sites(learned, run):
    code, out, _ = run("test", "crawler.json", "http://127.0.0.1:9/p?id=1")
    assert code == 3
    assert "no   URL: not on the crawler's site" in out


def test_filters_keep_the_search_out(run, shop):
    code, out, _ = run("learn", f"{shop.url}/p?id=1", "--reject-regex", "/c/(cups|pots)")
    assert code == 0
    # Four on the shelf that is left, and the sample, which is named since nothing leads to it.
    assert json.loads(out)["learned"]["expected"] == 5
    assert "/c/cups" not in shop.requests


def test_robots_are_obeyed(run, shop):
    shop.routes["/robots.txt"] = (
        200,
        {"Content-Type": "text/plain"},
        b"User-agent: *\nDisallow: /c/pots",
    )
    code, out, _ = run("learn", f"{shop.url}/p?id=1")
    assert code == 0
    assert json.loads(out)["learned"]["expected"] == 8
    assert "/c/pots" not in shop.requests


def test_one_interrupt_ends_a_search_with_what_it_has(shop, tmp_path):
    """Ctrl-C while a server keeps silent: the crawler learned so far is written."""
    shop.routes["/c/tea"] += b'<a href="/far">far</a>'  # beyond all products
    shop.routes["/far"] = b'<a href="/silent">silent</a>'
    command = [sys.executable, "-m", "pagekin", "learn", f"{shop.url}/p?id=1", "-o", "crawler.json"]
    environ = os.environ | {"PAGEKIN_DELAY": "0"}
    answer = shop.answer

    def interrupt_at_silent(path):
        if path == "/silent":
            process.send_signal(signal.SIGINT)
            process.wait(300)
        return answer(path)

    shop.answer = interrupt_at_silent
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environ, stderr=subprocess.PIPE, text=True
    )
    _, err = process.communicate(timeout=1500)
    assert process.returncode == 0, err
    assert "stopped early: interrupted" in err
    assert not json.loads((tmp_path / "crawler.json").read_text())["learned"]["complete"]
