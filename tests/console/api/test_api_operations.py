"""What programs get from the API: the same as people see, on a store with a crawl of the demo shop."""

from urllib.parse import urlsplit

import pytest
from api_programs import Program
from console_clients import ADMINISTRATOR, USER

from demo_crawlers import demo_crawler
from pagekin.console.models import Audit, Job
from pagekin.demo import ShopPageKind, truth


@pytest.fixture
def program(console):
    return Program.of(USER)


@pytest.fixture
def chief(console):
    return Program.of(ADMINISTRATOR)


@pytest.fixture
def prices(demo_shop):
    """The products of the shop: the price of each by its URL."""
    root = demo_shop.url.rstrip("/")
    return {
        root + known.path: known.values["price"].replace(",", "").lstrip("€")
        for known in truth(demo_shop.shop)
        if known.kind is ShopPageKind.PRODUCT and known.path.startswith("/p/")
    }


def test_sites_crawlers_and_crawls_are_listed(program, demo_shop):
    host = urlsplit(demo_shop.url).netloc
    (site,) = program.get("/sites")
    (listed,) = program.get("/crawlers")
    assert (site["name"], site["crawlers"]) == (host, 1)
    assert (listed["name"], listed["site"]) == ("shop", host)
    details = program.get("/crawlers/shop")
    assert details["file"]["id"] == demo_crawler(demo_shop).id
    assert [field["name"] for field in details["fields"]] == ["name", "sku", "price"]
    assert details["navigation"][0].startswith("Start from")
    (crawl,) = program.get("/crawls", site=host)["crawls"]
    assert crawl["number"] == site["last_crawl"]
    assert program.get(f"/crawls/{crawl['number']}")["outcomes"]["target"] > 50
    assert program.get("/crawls", before=crawl["number"]) == {"crawls": [], "next": None}


def test_records_come_part_by_part_each_page_once(program, prices):
    number = program.get("/sites")[0]["last_crawl"]
    pages, after = [], 0
    while after is not None:
        part = program.get(f"/crawls/{number}/records", after=after, limit=30)
        assert len(part["pages"]) <= 30
        pages += part["pages"]
        after = part["next"]
    found = {one["page"]: one["records"][0]["fields"]["price"]["amount"] for one in pages}
    assert len(found) == len(pages)
    assert {url: f"{found[url]:.2f}" for url in prices} == prices


def test_a_question_is_answered_as_on_the_command_line(program):
    status, found = program.ask("POST", "/query", {"text": "price > 0 show name", "limit": 3})
    assert status == 200
    assert len(found["rows"]) == 3
    assert found["is_cut"]
    assert {"page", "name"} <= set(found["columns"])
    status, wrong = program.ask("POST", "/query", {"text": "price >"})
    assert status == 400
    assert "column" in wrong["detail"]


def test_questions_are_kept_for_oneself_or_by_administrators_for_all(program, chief):
    status, own = program.ask("POST", "/queries", {"title": "dear", "text": "price > 50"})
    assert status == 201
    assert (
        program.ask("POST", "/queries", {"title": "all", "text": "price > 1", "shared": True})[0]
        == 403
    )
    status, shared = chief.ask(
        "POST", "/queries", {"title": "all", "text": "price > 1", "shared": True}
    )
    assert status == 201
    assert [one["title"] for one in program.get("/queries")] == ["all", "dear"]
    assert [one["title"] for one in chief.get("/queries")] == ["all"]
    assert program.get(f"/queries/{own['number']}/answer", limit=1)["rows"]
    assert program.ask("DELETE", f"/queries/{shared['number']}")[0] == 403
    assert program.ask("DELETE", f"/queries/{own['number']}")[0] == 200
    assert program.ask("GET", f"/queries/{own['number']}/answer")[0] == 404
    assert program.ask("POST", "/queries", {"title": "wrong", "text": "price >"})[0] == 400


def test_a_question_of_somebody_else_is_not_told(console, program):
    _, own = program.ask("POST", "/queries", {"title": "mine", "text": "price > 50"})
    console.client(ADMINISTRATOR).post("/people/2/role/", {"administrator": "yes"})
    console.client(ADMINISTRATOR).post("/people/2/role/", {"administrator": "no"})
    assert own["person"] == USER
    assert all(one["person"] != USER for one in Program.of(ADMINISTRATOR).get("/queries"))


def test_pages_are_looked_for_as_a_job(chief):
    status, job = chief.ask("POST", "/crawlers", {"samples": ["http://shop.test/p/1"]})
    assert (status, job["kind"], job["about"]) == (202, "find", "shop.test")
    assert Job.objects.get(pk=job["number"]).request["samples"] == ["http://shop.test/p/1"]
    assert chief.ask("POST", "/crawlers", {"samples": ["file:///etc/passwd"]})[0] == 400
    assert chief.ask("POST", "/crawlers", {"samples": []})[0] == 422


def test_a_crawl_is_begun_and_stopped_as_a_job(chief):
    status, job = chief.ask("POST", "/crawlers/shop/crawl", {"fresh": True})
    assert (status, job["state"], job["about"], job["who"]) == (
        202,
        "waiting",
        "shop",
        ADMINISTRATOR,
    )
    assert Job.objects.get(pk=job["number"]).request["file"].endswith("crawlers/shop.json")
    assert chief.get("/status")["open_jobs"] == 1
    assert chief.ask("POST", f"/jobs/{job['number']}/stop")[0] == 200
    assert Job.objects.get(pk=job["number"]).stop
    assert chief.get(f"/jobs/{job['number']}")["kind"] == "crawl-site"
    told = [one.what for one in Audit.objects.filter(who=ADMINISTRATOR).order_by("id")]
    assert told == ["started a crawl (by a program)", "stopped a job: crawl-site (by a program)"]


def test_watches_are_made_paused_resumed_run_and_deleted(chief, program):
    wanted = {
        "crawler": "shop",
        "name": "daily",
        "every": "6h",
        "alerts": ["price > 50"],
        "receivers": ["mailto:uwe@example.org"],
    }
    status, made = chief.ask("POST", "/watches", wanted)
    assert status == 201, made
    assert (status, made["name"], made["state"]) == (201, "daily", "active")
    assert made["next_run"]
    assert [one["name"] for one in program.get("/watches")] == ["daily"]
    assert program.get("/status")["watches"][0]["watch"] == "daily"
    assert chief.ask("POST", "/watches/daily/pause")[1]["state"] == "paused"
    assert chief.ask("POST", "/watches/daily/run")[0] == 400
    assert chief.ask("POST", "/watches/daily/resume")[1]["state"] == "active"
    assert chief.ask("POST", "/watches/daily/run")[0] == 200
    assert chief.ask("DELETE", "/watches/daily")[0] == 200
    assert program.get("/watches") == []
    assert chief.ask("POST", "/watches", {"crawler": "shop", "every": "now and then"})[0] == 400


def test_changes_and_events_of_a_first_crawl(program):
    number = program.get("/sites")[0]["last_crawl"]
    status, answer = program.ask("GET", f"/crawls/{number}/changes")
    assert status == 404, answer
    assert "is the first" in answer["detail"]
    assert program.get(f"/crawls/{number}/events")["crawl"] == number


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/crawls/0", 422),
        ("/crawls/99999999999999999999", 422),
        ("/crawls/12345", 404),
        ("/crawlers/..store", 400),
        ("/crawlers/nobody", 404),
        ("/crawls/1/records?limit=1001", 422),
        ("/crawls?site=%00", 422),
        ("/nothing", 404),
    ],
)
def test_what_is_not_there_or_does_not_fit_is_told(program, path, status):
    got, answer = program.ask("GET", path)
    assert got == status
    assert answer["detail"]
