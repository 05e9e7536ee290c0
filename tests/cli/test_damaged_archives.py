"""Archives that lost something: it is said, nothing is told from memory alone, and a crawl makes it good."""

import json
import os
import random
import shutil
from pathlib import Path

import pytest

PRODUCTS = 12


@pytest.fixture
def tagged(shop):
    """The shop with pages that hardly compress, and a server that answers 304 to whoever has them."""
    for number in range(1, PRODUCTS + 1):
        shop.routes[f"/p?id={number}"] = shop.product(
            f"{number} {random.Random(number).randbytes(1000).hex()}"
        )
    answer, shop.spared = shop.answer, []

    def conditional(path):
        status, headers, body = answer(path)
        tag = f'"{len(body)}-{path}"'
        if shop.headers.get("If-None-Match") == tag:
            shop.spared.append(path)
            return 304, {"ETag": tag}, b""
        return status, headers | {"ETag": tag}, body

    shop.answer = conditional
    return shop


@pytest.fixture
def crawler(once, tagged):
    """A crawler that has crawled the shop once."""
    learn = ("learn", f"{tagged.url}/p?id=1", "--entry", f"{tagged.url}/", "--strategy", "gogetit")
    assert once(*learn, "-o", "crawler.json")[0] == 0
    assert once("crawl", "crawler.json", "-o", "first.jsonl")[0] == 0
    tagged.requests.clear()
    return Path("crawler.json")


def cut(data):
    """Cut the archive in the middle, as a bad disk or a copy that was broken off does."""
    [file] = (data / "archive").glob("*.warc.gz")
    os.truncate(file, file.stat().st_size // 2)


def overwrite(data, number=8):
    """Overwrite some bytes in the middle of the archive."""
    [file] = (data / "archive").glob("*.warc.gz")
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        there = opened.read(number)
        opened.seek(-number, os.SEEK_CUR)
        opened.write(bytes(255 - byte for byte in there))


def remove(data):
    shutil.rmtree(data / "archive")


@pytest.mark.parametrize("damage", [cut, overwrite, remove])
def test_what_the_archive_lost_is_fetched_again_and_all_of_it_can_be_saved(
    run, tagged, crawler, data, damage
):
    damage(data)
    assert run("store", "check")[0] == 1
    code, out, err = run("crawl", crawler, "--save", "pages", "-o", "second.jsonl", "--json")
    assert code == 0, err
    assert json.loads(out)["changes"] == {"unchanged": PRODUCTS}
    assert len(list(Path("pages").glob("*.html"))) == PRODUCTS
    saved = {Path("pages", row["file"]).read_bytes() for row in rows("second.jsonl")}
    assert saved == {tagged.routes[f"/p?id={number}"] for number in range(1, PRODUCTS + 1)}
    assert run("store", "check")[0] == 0


def test_what_the_archive_still_has_is_not_sent_again(run, tagged, crawler, data):
    overwrite(data)
    tagged.spared.clear()
    assert run("crawl", crawler)[0] == 0
    assert len(set(tagged.requests) - {"/robots.txt"} - set(tagged.spared)) == 1


@pytest.mark.parametrize("damage", [cut, overwrite, remove])
def test_pages_that_cannot_be_saved_are_counted_and_the_exit_code_is_1(
    run, tagged, crawler, data, damage
):
    damage(data)
    code, out, err = run(
        "crawl", crawler, "--resume", "--save", "pages", "-o", "again.jsonl", "--json"
    )
    missing = json.loads(out)["not_saved"]
    assert code == 1
    assert missing == PRODUCTS - len(list(Path("pages").glob("*.html"))) > 0
    assert f"lost {missing} of {PRODUCTS} pages" in err
    assert "the next crawl fetches again" in err
    assert len(rows("again.jsonl")) == PRODUCTS  # what is known of them is not lost


def test_a_check_names_the_page_that_was_overwritten(run, tagged, crawler, data):
    overwrite(data)
    code, _, err = run("store", "check")
    assert code == 1
    assert "does not have 1 of" in err
    assert f"such as {tagged.url}/" in err
    assert run("store", "check", "--quick")[0] == 0  # which does not read what is there


def test_a_cut_file_is_found_without_reading_it(run, crawler, data):
    cut(data)
    code, _, err = run("store", "check", "--quick")
    assert code == 1
    assert "has lost its end" in err


@pytest.mark.parametrize("damage", [cut, overwrite, remove])
def test_a_page_that_is_lost_is_no_page(run, tagged, crawler, data, damage):
    damage(data)
    lost = [
        number
        for number in range(1, PRODUCTS + 1)
        if run("page", f"{tagged.url}/p?id={number}", "-o", "page.html")[0] != 0
    ]
    assert lost
    code, _, err = run("page", f"{tagged.url}/p?id={lost[0]}")
    assert code == 1
    assert "the next crawl fetches" in err


def test_a_damaged_file_is_told_before_the_work(run, crawler, data):
    cut(data)
    assert "is damaged" in run("crawl", crawler)[2]


def test_nothing_is_mined_if_any_page_of_any_crawl_is_lost(run, tagged, data):
    get = ("get", f"{tagged.url}/p?id=1", "-O", "r.csv", "--crawler", "c.json")
    assert run(*get, "--strategy", "gogetit")[0] == 0
    crawl = json.loads(run("crawls", "--json")[1].splitlines()[-1])["crawl"]
    overwrite(data)  # of the first crawl; the second has another content
    for number in range(1, PRODUCTS + 1):
        tagged.routes[f"/p?id={number}"] = tagged.product(f"{number} {os.urandom(999).hex()}")
    assert run("crawl", "c.json")[0] == 0
    before = run("records", crawl, "-o", "-")[1]
    renamed = json.loads(Path("c.json").read_text())
    renamed["wrapper"]["bundles"][0]["fields"][0]["name"] = "another"
    Path("c.json").write_text(json.dumps(renamed))
    code, _, err = run("mine", "c.json")
    assert code == 1
    assert f"nothing was mined: of crawl {crawl} the archive has lost 1 of {PRODUCTS} pages" in err
    assert f"--crawl {crawl + 1}" in err
    assert run("records", crawl, "-o", "-")[1] == before
    assert run("mine", "c.json", "--crawl", crawl + 1)[0] == 0


def test_an_import_without_all_pages_is_told(run, tagged, crawler, data, monkeypatch, tmp_path):
    overwrite(data)
    [file] = (data / "archive").glob("*.warc.gz")
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "elsewhere"))
    code, out, err = run("import", file, "--json")
    assert (code, json.loads(out)["lost"]) == (1, 1)
    assert "1 record of the files could not be read" in err


def rows(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
