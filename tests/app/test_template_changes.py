"""The demo shop when its template changes: what is healed, what is proposed, and that nothing is told that is not so."""

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from demo_crawlers import PARTS, demo_crawler
from pagekin.cli import _run
from pagekin.demo import DRASTIC_CHANGE_DAY, SLIGHT_CHANGE_DAY, Shop, ShopPageKind, serve, truth
from pagekin.monitor.event_rows import events_of
from pagekin.monitor.repair_proposals import proposals_of
from pagekin.navigation import TARGET, Navigation, Step
from pagekin.navigation.crawler_file import dumps, read
from pagekin.store.opening import open_store
from pagekin.store.states import EventKind, EventState, ProposalState

SHOWN = ("name", "sku", "price")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, monkeypatch):
    if request.param == "postgresql":
        monkeypatch.setenv("PAGEKIN_DATABASE_URL", request.getfixturevalue("postgres_url"))


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in {"DELAY": "0", "RETRIES": "0", "AUTOTHROTTLE": "no"}.items():
        monkeypatch.setenv(f"PAGEKIN_{name}", value)

    def run(*arguments):
        code = _run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def server():
    with serve(Shop(products=100, day=SLIGHT_CHANGE_DAY - 1)) as running:
        yield running


@pytest.fixture
def file(server, tmp_path):
    """A crawler of the products on two pages of lists, so that a crawl takes little time."""
    crawler = demo_crawler(server)
    lists = [known.path for known in truth(server.shop) if known.kind is ShopPageKind.LISTING]
    starts = tuple(server.url.rstrip("/") + path for path in lists[:2])
    steps = tuple(Step(start, TARGET, shape="/p/…") for start in starts)
    crawler = replace(
        crawler, entry=starts[0], navigation=Navigation(starts, steps, PARTS, ("/p/…",))
    )
    path = tmp_path / "crawler.json"
    path.write_text(dumps(crawler), encoding="utf-8")
    return path


def crawl(run, file):
    code, out, err = run("crawl", str(file), "-o", "pages.jsonl", "--json")
    return code, json.loads(out) if out else None, err


def last_crawl():
    with open_store().connection() as connection:
        return connection.rows("SELECT max(id), max(crawler_id) FROM pagekin_crawl")[0]


def events():
    number, _ = last_crawl()
    with open_store().connection() as connection:
        return list(events_of(connection, number))


def told(kinds=frozenset(EventKind) - {EventKind.TEMPLATE}):
    """Return what the last crawl told of fields and pages, one for each page."""
    return {
        (one.event.kind.value, one.event.name, urlsplit(place.url).path, place.old, place.new)
        for one in events()
        if one.state is EventState.TOLD and one.event.kind in kinds
        for place in one.event.places
    }


def values(server, day):
    return {
        known.path: known.values
        for known in truth(server.shop.on(day))
        if known.kind is ShopPageKind.PRODUCT
    }


def expected(server, before, after, seen):
    """Tell from the truth what happened to the fields of the products that were seen."""
    old, new = values(server, before), values(server, after)
    return {
        ("changed", f"product.{name}", path, old[path][name], new[path][name])
        for path in seen
        if path in old and path in new
        for name in SHOWN
        if old[path][name] != new[path][name]
    }


def targets():
    lines = Path("pages.jsonl").read_text(encoding="utf-8").splitlines()
    return {urlsplit(json.loads(line)["url"]).path for line in lines}


def test_a_slight_change_is_healed_and_a_drastic_one_waits_for_a_person(
    database, run, server, file
):
    wrapper = read(file).wrapper
    assert crawl(run, file)[0] == 0
    server.day = SLIGHT_CHANGE_DAY
    code, summary, err = crawl(run, file)
    assert code == 0
    assert summary["template_changed"]["healed"]
    assert "follows the changed template" in err
    assert read(file).wrapper.version == wrapper.version + 1
    slight = [one for one in events() if one.event.kind is EventKind.TEMPLATE]
    assert [one.state for one in slight] == [EventState.TOLD]
    day = SLIGHT_CHANGE_DAY
    fields = {one for one in told() if one[1]}
    assert fields == expected(server, day - 1, day, targets())

    server.day = DRASTIC_CHANGE_DAY - 1
    assert crawl(run, file)[0] == 0
    before = targets()
    assert len(before) > 9
    server.day = DRASTIC_CHANGE_DAY
    code, _, err = crawl(run, file)
    assert code == 3
    assert "the template has changed" in err
    assert len(told({EventKind.TEMPLATE})) == len(before & values(server, 61).keys())
    assert told() == {one for one in told() if one[0] in {"new", "vanished"}}
    assert {one[2] for one in told()}.isdisjoint(before & values(server, 61).keys())

    crawl(run, file)  # while nobody has decided, it is not told again
    assert not told()
    assert {one.state for one in events()} == {EventState.EXPLAINED}

    text = file.read_text(encoding="utf-8")
    assert run("repair", str(file))[0] == 1
    assert file.read_text(encoding="utf-8") == text
    code, _, err = run("repair", str(file), "--apply")
    assert code == 0
    assert file.read_text(encoding="utf-8") != text
    code, out, _ = run("records", "-O", "-:jsonl", "--nested")
    records = {urlsplit(one["page"]).path: one for one in map(json.loads, out.splitlines())}
    now = values(server, DRASTIC_CHANGE_DAY)
    assert records.keys() >= before & now.keys()
    for path, record in records.items():
        got = {name: record["fields"][name]["text"] for name in SHOWN}
        assert got == {name: now[path][name] for name in SHOWN}
    with open_store().connection() as connection:
        states = [one.state for one in proposals_of(connection, last_crawl()[1])]
    assert states == [ProposalState.ACCEPTED, ProposalState.HEALED]
    code, summary, _ = crawl(run, file)
    assert code == 0
    assert targets() == records.keys()
    assert summary["changes"] == {"unchanged": len(records)}


def test_what_was_turned_down_is_not_proposed_again(run, server, file):
    server.day = DRASTIC_CHANGE_DAY - 1
    assert crawl(run, file)[0] == 0
    text = file.read_text(encoding="utf-8")
    server.day = DRASTIC_CHANGE_DAY
    crawl(run, file)
    assert run("repair", str(file), "--reject")[0] == 0
    crawl(run, file)
    assert not told({EventKind.TEMPLATE})
    assert file.read_text(encoding="utf-8") == text
    with open_store().connection() as connection:
        states = [one.state for one in proposals_of(connection, last_crawl()[1])]
    assert states == [ProposalState.REJECTED]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 3, "the store has no two crawls"),
        (("--reject",), 3, "the store has no two crawls"),
        (("pages/",), 2, "--known has their earlier records"),
        (("--known", "known.jsonl"), 2, "PAGES are missing"),
        (("pages/", "--known", "known.jsonl", "--reject"), 2, "--reject is for the proposal"),
    ],
)
def test_a_repair_that_cannot_be_says_why(run, file, arguments, code, message):
    got, _, err = run("repair", str(file), *arguments)
    assert got == code
    assert message in err
