"""Records out of the store: written again, mined anew after the wrapper was edited; crawlers' versions."""

import csv
import json

import pytest

from pagekin.store.opening import open_store


@pytest.fixture
def crawled(once, shop):
    """A shop that was got once: its crawler is in c.json, its records in r.csv."""
    code, _, err = once("get", f"{shop.url}/p?id=1", "-O", "r.csv", "--crawler", "c.json")
    assert code == 0, err
    return shop


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_records_of_a_crawl_are_written_again_without_fetching(run, crawled, tmp_path):
    asked = len(crawled.requests)
    code, _, err = run("records", "-O", "again.csv")
    assert code == 0, err
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "r.csv").read_bytes()
    assert len(crawled.requests) == asked
    assert "12 records" in err


@pytest.mark.parametrize("ending", ["jsonl", "json", "xml"])
def test_every_format_will_do(run, crawled, tmp_path, ending):
    assert run("records", "-O", f"again.{ending}")[0] == 0
    assert (tmp_path / f"again.{ending}").stat().st_size > 0


def test_there_is_no_such_crawl(run, crawled):
    code, _, err = run("records", "99")
    assert code == 2
    assert "there is no crawl 99" in err


def test_a_crawl_without_a_wrapper_has_no_records_until_it_is_mined(run, shop, tmp_path):
    assert run("learn", f"{shop.url}/p?id=1", "-o", "c.json")[0] == 0
    assert run("crawl", "c.json", "-o", "p.jsonl", "--save", "pages")[0] == 0
    code, _, err = run("records")
    assert code == 3
    assert "pagekin mine CRAWLER.json" in err
    assert run("induce", "pages", "-o", "w.json")[0] == 0
    crawler = json.loads((tmp_path / "c.json").read_text())
    crawler["wrapper"] = json.loads((tmp_path / "w.json").read_text())
    (tmp_path / "c.json").write_text(json.dumps(crawler))
    asked = len(shop.requests)
    code, out, err = run("mine", "c.json", "--json")
    assert code == 0, err
    assert [one["with_records"] for one in json.loads(out)["crawls"]] == [12]
    assert run("records", "-O", "r.csv")[0] == 0
    assert len(rows(tmp_path / "r.csv")) == 12
    assert len(shop.requests) == asked


def test_a_renamed_field_reaches_all_kept_crawls_and_is_no_change(run, crawled, tmp_path):
    assert run("crawl", "c.json", "-o", "p.jsonl")[0] == 0
    name = json.loads(run("fields", "c.json", "--json")[1])["fields"][0]["name"]
    assert run("fields", "c.json", "--rename", f"{name}=renamed")[0] == 0
    code, out, err = run("mine", "c.json", "--json")
    assert code == 0, err
    numbers = [one["crawl"] for one in json.loads(out)["crawls"]]
    assert len(numbers) == 2
    for number in numbers:
        assert run("records", str(number), "-O", f"{number}.csv")[0] == 0
        assert "renamed" in rows(tmp_path / f"{number}.csv")[0]
    assert "12 unchanged" in run("changes")[2]


def test_a_crawl_with_a_new_field_says_that_earlier_crawls_lack_it(run, crawled, tmp_path):
    name = json.loads(run("fields", "c.json", "--json")[1])["fields"][0]["name"]
    whole = (tmp_path / "c.json").read_text()
    assert run("fields", "c.json", "--drop", name)[0] == 0
    assert "earlier crawls" not in run("crawl", "c.json", "-o", "p.jsonl")[2]
    (tmp_path / "c.json").write_text(whole)
    assert f"earlier crawls do not have {name};" in run("crawl", "c.json", "-o", "p.jsonl")[2]


def test_a_crawler_without_a_wrapper_mines_nothing(run, shop):
    assert run("learn", f"{shop.url}/p?id=1", "-o", "c.json")[0] == 0
    code, _, err = run("mine", "c.json")
    assert code == 2
    assert "no wrapper yet" in err


def test_an_imported_crawl_is_mined(run, crawled, tmp_path, monkeypatch):
    """Into another store, as if somebody else had made the crawl."""
    files = list(open_store().location.archive.glob("*.warc.gz"))
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "elsewhere"))
    code, out, err = run("import", *files, "--json")
    assert code == 0, err
    number = str(json.loads(out)["crawl"])
    code, out, err = run("mine", "c.json", "--crawl", number, "--json")
    assert code == 0, err
    assert json.loads(out)["crawls"][0]["with_records"] >= 12
    assert run("records", number, "-O", "imported.csv")[0] == 0
    mined = {row["url"]: row for row in rows(tmp_path / "imported.csv")}
    for row in rows(tmp_path / "r.csv"):
        assert mined[row["url"]] == row


def test_crawlers_and_their_versions_are_listed_compared_restored_and_deleted(
    run, crawled, tmp_path
):
    first = (tmp_path / "c.json").read_text()
    name = json.loads(run("fields", "c.json", "--json")[1])["fields"][0]["name"]
    assert run("fields", "c.json", "--rename", f"{name}=renamed")[0] == 0
    assert run("crawl", "c.json", "-o", "p.jsonl")[0] == 0
    code, out, _ = run("crawlers", "list", "--json")
    assert code == 0
    (listed,) = [json.loads(line) for line in out.splitlines()]
    assert listed["crawler"] == json.loads(first)["id"]
    assert listed["name"] in run("crawlers")[1]
    out = run("crawlers", "versions", listed["crawler"], "--json")[1]
    numbers = [json.loads(line)["version"] for line in out.splitlines()]
    code, out, err = run("crawlers", "compare", listed["crawler"], *map(str, numbers[-2:]))
    assert code == 0
    assert "renamed" in out
    assert "wrapper" in err
    assert (
        run("crawlers", "restore", listed["crawler"][:6], str(numbers[-2]), "-o", "old.json")[0]
        == 0
    )
    assert (tmp_path / "old.json").read_text() == first
    assert run("crawlers", "delete", listed["crawler"], "--yes")[0] == 0
    assert run("crawlers", "list")[0] == 3
    assert run("crawls")[0] == 3
    assert (tmp_path / "c.json").exists()


@pytest.mark.parametrize("arguments", [["versions", "nobody"], ["restore", "nobody", "1"]])
def test_there_is_no_such_crawler(run, crawled, arguments):
    code, _, err = run("crawlers", *arguments)
    assert code == 2
    assert "there is no crawler 'nobody'" in err


def test_crawl_appends_rows_with_a_small_o_and_starts_anew_with_a_big_one(run, crawled, tmp_path):
    once = len(rows(tmp_path / "r.csv"))
    for option, times in (("-O", 1), ("-o", 2), ("-O", 1)):
        assert run("crawl", "c.json", option, "weekly.csv")[0] == 0
        assert len(rows(tmp_path / "weekly.csv")) == times * once
    code, _, err = run("crawl", "c.json", "-o", "a.csv", "-O", "b.csv")
    assert code == 2
    assert "append or overwrite" in err
