"""The harness itself, run with a stand-in for pagekin that follows every link."""

import json
import sys
from dataclasses import replace

import pytest
from bench.corpus import Case
from bench.jobs import Job
from bench.measure import Bench
from bench.process import measure
from bench.rivals.commands import Rival
from bench.shuffled import differences
from bench.table import heading, row, summary

STAND_IN = """
import json, re, sys, urllib.parse, urllib.request
command, *rest = sys.argv[1:]
output = rest[rest.index("-o") + 1]
if command == "learn":
    if "--entry" not in rest:
        sys.exit("pagekin: where to begin?")
    urllib.request.urlopen(rest[0]).close()
    learned = {"entry": rest[rest.index("--entry") + 1], "learned": {"at": str(id(rest))}}
    open(output, "w").write(json.dumps(learned))
else:
    todo = [json.load(open(rest[0]))["entry"]]
    for url in todo:
        try:
            body = urllib.request.urlopen(url).read().decode()
        except urllib.error.HTTPError:
            continue
        links = [urllib.parse.urljoin(url, link) for link in re.findall('href="?([^" >]*)', body)]
        todo += [link for link in dict.fromkeys(links) if "127.0.0.1" in link and link not in todo]
    with open(output, "w") as lines:
        lines.writelines(json.dumps({"url": url}) + "\\n" for url in todo if "/p/" in url)
"""


@pytest.fixture
def case(shop):
    targets = frozenset({"p/1/index.html", "p/2/index.html", "p/3/index.html"})
    return Case("shop", "captures", shop, "index.html", "p/1/index.html", targets, frozenset(), 5)


@pytest.fixture
def bench(tmp_path):
    script = tmp_path / "pagekin.py"
    script.write_text(STAND_IN)
    return Bench((sys.executable, str(script)), time_limit=300, folder=tmp_path / "jobs")


def test_a_job_is_learned_crawled_and_scored_with_downloads_counted_at_the_server(bench, case):
    result = bench.run(Job(case, "auto", "entry", (case.sample,)))
    assert result.ended == "ok"
    # The broken link and the page above the products come home too, as the stand-in knows no better.
    assert (result.score.hits, result.score.found, result.score.targets) == (3, 5, 3)
    assert result.learn.downloads == 1
    assert result.crawl.statuses == {200: 5, 404: 2}
    assert result.crawl.pages == 5
    assert result.crawl.peak_mb > 1
    assert result.crawl.cpu_ms_per_page > 0
    assert result.key == "shop/auto/entry"


def test_what_was_hidden_while_learning_is_looked_for_while_crawling(bench, case):
    job = Job(case, "auto", "hidden", (case.sample,), hidden=frozenset({"p/3/index.html"}))
    result = bench.run(job)
    assert (result.unseen.hits, result.unseen.targets) == (1, 1)
    assert "1 of 1 hidden targets found" in row(result)


def test_a_command_that_fails_scores_nothing_and_says_why(bench, case):
    result = bench.run(Job(case, "auto", "no-entry", (case.sample,), entry=False))
    assert (result.ended, result.detail) == ("learn: exit 1", "pagekin: where to begin?")
    assert (result.f1, result.crawl) == (0, None)
    assert "where to begin" in row(result)


def test_a_command_that_takes_too_long_is_ended(tmp_path):
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    used = measure(sleep, limit=0.3, log=tmp_path / "log")
    assert used.ended == "timeout"
    assert used.wall_seconds < 300


def test_settings_of_the_caller_do_not_reach_what_is_measured(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGEKIN_DELAY", "9")
    show = [sys.executable, "-c", "import os; print([k for k in os.environ if 'PAGEKIN' in k])"]
    assert measure(show, limit=300, log=tmp_path / "log").ended == "ok"
    assert (tmp_path / "log").read_text() == "['PAGEKIN_DATA']\n"


def test_the_rival_fetches_the_whole_site_and_is_scored_for_each_case_on_it(bench, case):
    (result,) = bench.run_rival(Rival("crawlspider"), [case])
    assert result.ended == "ok"
    assert (result.score.hits, result.score.found) == (3, 5)
    assert result.learn is None


def test_a_rival_that_is_not_installed_is_named():
    assert "apt-get install no-such-program" in Rival("x", needs="no-such-program").missing
    assert Rival("crawlspider").missing == ""


def test_the_table_has_a_cell_for_each_column_and_the_summary_a_line_for_each_strategy(bench, case):
    results = [bench.run(Job(case, name, "entry", (case.sample,))) for name in ("auto", "indesit")]
    assert heading().split()[:4] == ["case", "strategy", "variant", "P"]
    assert row(results[0]).split()[3:6] == ["0.600", "1.000", "0.750"]
    lines = summary(results)
    assert [line.split(":")[0] for line in lines] == ["auto entry", "indesit entry"]
    assert "mean F1 0.750; 1 below .90" in lines[0]


def test_the_other_samples_of_all_classes_are_summed_up_together(bench, case):
    result = bench.run(Job(case, "auto", "entry", (case.sample,)))
    others = [replace(result, variant=f"entry+sample{n}") for n in range(5)]
    (line,) = summary(others)
    assert line.startswith("auto entry+other samples: 5 rows, mean F1 0.750")


def test_crawlers_learned_in_another_order_are_compared_but_for_their_times(bench, case):
    files = bench.learned_files(Job(case, "auto", "entry", (case.sample,)), 2, longest_delay=0.001)
    assert differences(files) == ""
    files[1].write_text(json.dumps({"entry": "another"}))
    assert differences(files) == "different: shop.auto.entry.run1"
    files[0].unlink()
    assert differences(files) == "no crawler in shop.auto.entry.run0"
