"""From `pagekin serve` to a table and an alert, in a real browser on the demo shop; stopped and killed on the way."""

import asyncio
import contextlib
import shutil
import threading

import psutil
import pytest
from console_clients import PASSWORD
from console_server import PATIENCE, browser_page, served_console

from chromium import needs_chromium
from pagekin.demo import Shop, ShopPageKind, truth
from pagekin.navigation.crawler_file import read
from pagekin.store.opening import open_store
from pagekin.store.reading.subscribers import subscriptions_of
from pagekin.store.reading.watches import all_watches
from watched_shop import watched_shop

PRODUCTS = 100


@pytest.fixture(scope="module")
def data(empty_console_data, tmp_path_factory):
    directory = tmp_path_factory.mktemp("served") / "data"
    shutil.copytree(empty_console_data, directory)
    return directory


@pytest.fixture(scope="module")
def served(data):
    with served_console(data) as console:
        yield console


@pytest.fixture(scope="module")
def cookies(served):
    """The cookies of the first administrator, who has opened the link of the terminal."""

    async def welcome():
        async with browser_page(served.url) as seen:
            page = seen.page
            await page.goto(served.link)
            await seen.picture("welcome")
            await page.get_by_label("Your name").fill("ada")
            await page.get_by_label("Your mail address").fill("ada@example.org")
            await page.get_by_label("Password", exact=True).fill(PASSWORD)
            await page.get_by_label("The same password again").fill(PASSWORD)
            await page.get_by_role("button", name="Begin").click()
            await page.wait_for_url(served.url)
            assert (seen.foreign, seen.complaints) == ([], [])
            return await page.context.cookies()

    return asyncio.run(welcome())


async def begin(page, url, address):
    await page.goto(url)
    await page.get_by_label("The address of one page").fill(address)
    await page.get_by_role("button", name="Find pages like this one").click()
    await page.wait_for_url("**/looking/")


@needs_chromium
def test_from_an_address_to_a_table_and_an_alert(served, cookies, data, demo_shop):
    known = next(one for one in truth(Shop(PRODUCTS)) if one.kind is ShopPageKind.PRODUCT)
    sample = demo_shop.url.rstrip("/") + known.path

    async def walk():
        async with browser_page(served.url, cookies) as seen:
            page = seen.page
            await begin(page, served.url, sample)
            await seen.picture("looking")
            await page.wait_for_url("**/pages/")
            await page.get_by_role(
                "heading", name=f"I found {PRODUCTS} pages like yours"
            ).wait_for()
            await seen.picture("pages")
            await page.get_by_role("link", name="These are the pages I mean").click()
            await page.wait_for_url("**/fields/")
            await seen.picture("fields")
            await page.get_by_role("textbox", name="Name of price").fill("our price")
            await page.get_by_role("checkbox", name="Leave out description").check()
            await page.get_by_role("button", name="Save and go on").click()
            await page.wait_for_url("**/schedule/")
            assert await page.get_by_label("Field", exact=True).input_value() == "our price"
            await seen.picture("schedule")
            await page.get_by_role("button", name="Begin").click()
            await page.wait_for_url("**/done/")
            await page.get_by_text("The table is ready").wait_for()
            assert f"of about {PRODUCTS} pages like yours" in await page.inner_text("main")
            await seen.picture("done")
            assert (seen.foreign, seen.complaints) == ([], [])
            return page.url.rstrip("/").split("/")[-2]

    name = asyncio.run(walk())
    crawler = read(data / "crawlers" / f"{name}.json")
    names = [field.name for field in crawler.wrapper.bundles[0].fields]
    assert "our price" in names
    assert "description" not in names
    with open_store(data).connection() as connection:
        (watch,) = all_watches(connection)
        (told,) = subscriptions_of(connection, watch.id)
    assert (watch.name, watch.schedule) == (name, "every 1d")
    assert told.query.question.text == "`our price` fell by more than 10%"


class HeldShop:
    """A shop whose product pages are not answered until they are let go."""

    def __init__(self, shop):
        self.asked, self.let_go = threading.Event(), threading.Event()
        self.sample = f"{shop.url}/p?id=1"
        shop.before_answer = self._hold

    def _hold(self, path):
        if path.startswith("/p?") and path != "/p?id=1":
            self.asked.set()
            self.let_go.wait(PATIENCE)


@pytest.fixture
def held_shop():
    with contextlib.ExitStack() as stack:
        held = HeldShop(stack.enter_context(watched_shop()))
        stack.callback(held.let_go.set)
        yield held


def stopped(page):
    """What a page shows after a search that was stopped."""
    early = page.get_by_text("The search was stopped early")
    return early.or_(page.get_by_role("button", name="Go on looking"))


@needs_chromium
def test_the_stop_button_ends_the_search_with_what_was_found(served, cookies, held_shop):
    async def stop():
        async with browser_page(served.url, cookies) as seen:
            page = seen.page
            await begin(page, f"{served.url}new/", held_shop.sample)
            await asyncio.to_thread(held_shop.asked.wait)
            async with page.expect_response("**/stop/") as answer:
                await page.get_by_role("button", name="Stop").click()
            assert "Stopping …" in await (await answer.value).text()
            # Once the worker has heard, the button is there again, or the search has ended already, on whatever page
            # shows the job: were the shop let go before, it might be quicker.
            other = await page.context.new_page()
            other.set_default_timeout(1000 * PATIENCE)
            await other.goto(page.url)
            await other.get_by_role("button", name="Stop").or_(stopped(other)).first.wait_for()
            held_shop.let_go.set()
            await stopped(page).first.wait_for()
            assert (seen.foreign, seen.complaints) == ([], [])

    asyncio.run(stop())


@needs_chromium
def test_a_job_whose_worker_was_killed_is_gone_on_with(served, cookies, held_shop):
    async def kill():
        async with browser_page(served.url, cookies) as seen:
            page = seen.page
            await begin(page, f"{served.url}new/", held_shop.sample)
            await asyncio.to_thread(held_shop.asked.wait)
            for worker in psutil.Process(served.process.pid).children():
                worker.kill()
            held_shop.let_go.set()
            await page.wait_for_url("**/pages/")
            return await page.inner_text("h1")

    assert asyncio.run(kill()) == "I found 6 pages like yours"
