"""Several classes of pages in one crawl, and crawls of a whole site."""

import json

import pytest


@pytest.fixture
def two_classes(once, shop):
    """A shop with articles, too; p.json finds its products, a.json its articles, each with a wrapper."""
    titles = ["Tea", "Cups", "Water", "Fire", "Leaves", "Pots", "Spoons", "Milk"]
    items = "".join(f'<li><a href="/a/{title.lower()}">{title}</a></li>' for title in titles)
    shop.routes["/blog"] = f"<html><body><h1>Blog</h1><ul>{items}</ul></body></html>".encode()
    for number, title in enumerate(titles):
        shop.routes[f"/a/{title.lower()}"] = (
            f"<html><body><article><h2>{title}</h2><address>by {title[::-1]}</address>"
            f"<div>{'very ' * number}nice to read</div></article></body></html>"
        ).encode()
    home = shop.routes["/"].decode().replace("</body>", '<a href="/blog">Blog</a></body>')
    shop.routes["/"] = home.encode()
    for name, sample in (("p", "/p?id=1"), ("a", "/a/tea")):
        arguments = (f"{shop.url}{sample}", "--entry", f"{shop.url}/", "--crawler", f"{name}.json")
        code, _, err = once("get", *arguments, "-O", f"{name}.jsonl")
        assert code == 0, err
    return shop


def records(path):
    return sorted(path.read_text().splitlines())


def test_each_page_is_mined_by_the_class_that_it_belongs_to(run, two_classes, tmp_path):
    two_classes.requests.clear()
    code, out, err = run("crawl", "p.json", "a.json", "-o", "both.jsonl", "--json")
    assert code == 0, err
    assert json.loads(out)["targets"] == 20
    assert len(two_classes.requests) == len(set(two_classes.requests))  # nothing is fetched twice
    code, _, err = run("records", json.loads(out)["crawl"], "-O", "both-records.jsonl")
    assert code == 0, err
    both = {json.loads(line)["url"] for line in records(tmp_path / "both-records.jsonl")}
    alone = {
        json.loads(line)["url"]
        for name in ("p", "a")
        for line in records(tmp_path / f"{name}.jsonl")
    }
    assert both == alone


def test_of_crawls_with_several_classes_the_last_ones_are_kept(run, two_classes):
    arguments = ("p.json", "a.json", "--keep-crawls", "1", "-o", "both.jsonl", "--json")
    first, second = (json.loads(run("crawl", *arguments)[1])["crawl"] for _ in range(2))
    assert run("records", second, "-O", "kept.jsonl")[0] == 0
    code, _, err = run("records", first, "-O", "gone.jsonl")
    assert code == 2
    assert f"there is no crawl {first}" in err


def test_several_crawlers_are_continued_together_and_given_once_more_when_they_are_done(
    run, two_classes, tmp_path
):
    both = ("p.json", "a.json", "--resume", "-o", "both.jsonl", "--json")
    code, out, err = run("crawl", *both, "--max-pages", 9)
    assert "never came to an end together" in err
    assert json.loads(out)["stopped"]
    _, out, err = run("crawl", *both)
    crawl = json.loads(out)["crawl"]
    assert f"continuing crawl {crawl}" in err
    two_classes.requests.clear()
    first = records(tmp_path / "both.jsonl")
    code, out, err = run("crawl", *both)
    assert (code, json.loads(out)["crawl"], json.loads(out)["targets"]) == (0, crawl, 20)
    assert f"crawl {crawl} came to its end" in err
    assert two_classes.requests == []
    assert records(tmp_path / "both.jsonl") == first


def test_a_whole_site_is_crawled_without_any_crawler_file(run, two_classes, tmp_path):
    two_classes.requests.clear()
    code, out, err = run("crawl", "--whole-site", f"{two_classes.url}/", "--json", "-o", "w.jsonl")
    assert code == 0, err
    assert json.loads(out)["pages"] == len(two_classes.routes)
    assert {path for path in two_classes.requests if path != "/robots.txt"} == set(
        two_classes.routes
    )


def test_a_whole_site_with_the_class_of_its_products(run, two_classes):
    code, out, err = run(
        "crawl", "p.json", "--whole-site", f"{two_classes.url}/", "--json", "-o", "w.jsonl"
    )
    assert code == 0, err
    assert json.loads(out)["targets"] == 12
    assert json.loads(out)["pages"] == len(two_classes.routes)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "there is nothing to crawl"),
        (["p.json", "p.json"], "the same crawler twice"),
        (["p.json", "--whole-site", "https://elsewhere.example/"], "at once"),
    ],
)
def test_what_cannot_go_together_is_said_before_the_work(run, two_classes, arguments, complaint):
    two_classes.requests.clear()
    code, _, err = run("crawl", *arguments)
    assert code == 2
    assert complaint in err
    assert two_classes.requests == []
