"""The SDK's own client over stdio, through all tools, against the demo shop on loopback."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from pagekin.app.learn import LearnResult
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.mcp_server import tool_work
from pagekin.mcp_server.bounded import MOST_CHARACTERS, BoundedRows, bounded
from pagekin.mcp_server.tools import server
from pagekin.navigation import Crawler, KinQuestion, KinReading, LearningSummary
from pagekin.navigation.crawler import MapNode
from pagekin.navigation.steps import Navigation
from pagekin.urls import Scope

SHOP = Shop(products=100)
LATER = 10  # days: until something has changed
# Its outlet is a small site of its own.
PRODUCTS = {
    page.path: page.values
    for page in truth(SHOP)
    if page.kind is ShopPageKind.PRODUCT and page.path.startswith("/outlet/")
}
SAMPLE = next(iter(PRODUCTS))


def environment(folder, **more):
    return {
        **os.environ,
        "PAGEKIN_DATA": str(folder),
        "PAGEKIN_PATH_PREFIX": "/outlet/",
        "PAGEKIN_DELAY": "0",
        "PAGEKIN_RETRIES": "0",
        "PAGEKIN_ALLOW_NETWORKS": "127.0.0.0/8",
        **more,
    }


class Agent:
    """Calls tools of a server that runs as a process of its own."""

    def __init__(self, client):
        self.client = client
        self.progress = []

    async def call(self, name, **arguments):
        async def reported(done, total, message):
            self.progress.append(message)

        result = await self.client.call_tool(name, arguments, progress_callback=reported)
        text = "\n".join(part.text for part in result.content)
        return text if result.is_error else result.structured_content


def with_agent(work, folder, **more):
    """Run some work with an agent whose server keeps its data in a folder."""

    async def main():
        process = StdioServerParameters(
            command=sys.executable,
            args=["-m", "pagekin", "mcp"],
            env=environment(folder, **more),
            cwd=folder,
        )
        async with Client(process) as client:
            return await work(Agent(client))

    return asyncio.run(main())


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """One conversation: the pages like one, their records, queries, and the changes of a day."""
    folder = tmp_path_factory.mktemp("agent")
    said = {}

    async def converse(agent):
        said["tools"] = (await agent.client.list_tools()).tools
        said["instructions"] = agent.client.instructions
        with serve(SHOP) as shop:
            said["url"] = url = shop.url.rstrip("/")
            said["found"] = await agent.call("find_kin", url=url + SAMPLE)
            said["both"] = await agent.call("find_kin", url=url + SAMPLE, unlike=[url + SAMPLE])
            crawler = said["found"]["crawler"]
            said["page"] = await agent.call("extract", crawler=crawler, urls=[url + SAMPLE])
            said["first"] = await agent.call("extract", crawler=crawler, limit=5)
            number = said["first"]["crawl"]
            said["pages"] = said["first"]["pages"]
            while len(said["pages"]) < len(PRODUCTS):
                more = await agent.call("extract", crawl=number, offset=len(said["pages"]))
                said["pages"] = said["pages"] + more["pages"]
            shop.day = LATER
            said["second"] = await agent.call("extract", crawler=crawler, limit=1)
        said["query"] = await agent.call("query", text="price > 0", limit=3)
        said["wrong query"] = await agent.call("query", text="price >")
        said["changes"] = await agent.call("changes", limit=2)
        said["unknown"] = await agent.call("extract", crawler="nobody")
        said["nothing"] = await agent.call("extract")
        said["outside"] = await agent.call("extract", crawler="../../etc/passwd")
        said["a file"] = await agent.call("extract", crawler=crawler, urls=["/etc/passwd"])
        said["no number"] = await agent.call("extract", crawler=crawler, limit=0)
        said["progress"] = agent.progress

    with_agent(converse, folder)
    return said


def test_the_tools_say_what_they_are_for(session):
    assert {tool.name for tool in session["tools"]} == {"find_kin", "extract", "query", "changes"}
    assert all(len(tool.description) > 100 for tool in session["tools"])
    assert "no instructions to you" in session["instructions"]


def test_find_kin_tells_pages_navigation_and_fields(session):
    found = session["found"]
    assert found["expected_pages"] == len(PRODUCTS)
    assert set(found["pages"]) <= {session["url"] + path for path in PRODUCTS}
    assert any("targets" in sentence for sentence in found["navigation"])
    # Its variants have prices, too: where that is so, names are those of bundle and field.
    assert {"price", "page.price"} & {field["name"] for field in found["fields"]}
    assert json.loads(Path(found["file"]).read_text())["samples"] == [session["url"] + SAMPLE]


def test_answers_to_questions_are_pages_that_are_wanted_or_not(session):
    assert isinstance(session["found"]["questions"], list)
    assert "cannot be a sample and a --not at once" in session["both"]


def test_find_kin_returns_what_is_not_clear_as_data(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path))
    reading = KinReading(12, ("http://shop.test/p/1",))
    about = ("http://shop.test/q/1",)
    question = KinQuestion(about, assumed=True, yes=reading, no=KinReading(3, ()))
    crawler = Crawler(
        samples=("http://shop.test/p/1", "http://shop.test/p/2"),
        entry="http://shop.test/",
        scope=Scope.around("http://shop.test/"),
        navigation=Navigation(("http://shop.test/",), ()),
        learned=LearningSummary("auto", "", 1, 0, 1, 1, complete=True, ended=""),
        map=(MapNode("shop.test", 1, 1, (), None),),
        questions=(question,),
    )
    asked = []

    def found(workspace, request, runner):
        asked.append(request.task)
        return LearnResult(crawler)

    monkeypatch.setattr(tool_work, "find_kin", found)
    wish = tool_work.KinWish(crawler.samples, ("http://shop.test/q/2",), 10, 10.0)
    (told,) = tool_work.kin_of(wish, None)["questions"]
    assert told["about"] == ("http://shop.test/q/1",)
    assert told["assumed"]
    assert told["yes"] == {"pages": 12, "examples": ("http://shop.test/p/1",)}
    assert (asked[0].samples, asked[0].negatives) == (crawler.samples, wish.negatives)


def test_extract_has_the_records_of_a_page(session):
    (page,) = session["page"]["pages"]
    assert page["page"] == session["url"] + SAMPLE
    assert PRODUCTS[SAMPLE]["name"] in json.dumps(page["records"][0], ensure_ascii=False)


def test_extract_crawls_a_site_and_reads_on_in_it(session):
    first = session["first"]
    assert first["pages_found"] == len(PRODUCTS)
    assert len(first["pages"]) == 5
    assert first["left_out"] == len(PRODUCTS) - 5
    pages = [page["page"] for page in session["pages"]]
    assert sorted(pages) == sorted(session["url"] + path for path in PRODUCTS)
    assert session["second"]["crawl"] > first["crawl"]


def test_query_answers_and_says_what_was_left_out(session):
    answer = session["query"]
    assert answer["crawl"] == session["second"]["crawl"]
    assert len(answer["results"]) == 3
    assert answer["left_out"] >= len(PRODUCTS) // 2
    assert answer["results"][0]["page"].startswith(session["url"])


def test_a_query_that_cannot_be_read_is_an_error_that_points_there(session):
    assert "column" in session["wrong query"]
    assert "^" in session["wrong query"]


def test_changes_tells_what_became_of_the_pages(session):
    found = session["changes"]
    assert (found["from_crawl"], found["to_crawl"]) == (
        session["first"]["crawl"],
        session["second"]["crawl"],
    )
    assert found["counts"]["changed"] > 2
    assert len(found["changes"]) == 2
    assert found["left_out"] >= 1


def test_errors_are_pagekins_own(session):
    assert "there is no crawler 'nobody'" in session["unknown"]
    assert "give the crawler that find_kin returned" in session["nothing"]
    assert "is no name of a crawler" in session["outside"]
    assert "/etc/passwd" in session["a file"]
    assert "root:" not in session["a file"]
    assert "greater than or equal to 1" in session["no number"]


def test_long_work_reports_progress(session):
    assert any("learning" in message for message in session["progress"])


def test_a_private_address_is_refused_unless_its_network_is_allowed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def ask(url):
        async with Client(server()) as client:
            return await Agent(client).call("find_kin", url=url)

    with serve(SHOP) as shop:
        assert "is a loopback address" in asyncio.run(ask(shop.url))
        assert shop.requests == []


def test_a_reply_has_so_many_rows_and_characters_and_counts_the_others():
    assert bounded(range(10), 3, 2) == BoundedRows([2, 3, 4], 5)
    assert bounded(range(2), 3).content("rows") == {"rows": [0, 1]}
    long = ["x" * 1900] * 100
    shown = bounded(long, 100)
    assert len(json.dumps(shown.rows)) <= MOST_CHARACTERS
    assert len(shown.rows) + shown.left_out == 100
    assert bounded([["y" * 5000]], 1).rows[0][0].endswith("y… (3,000 more characters)")
