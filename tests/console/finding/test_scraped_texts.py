"""Texts of pages in the console: whatever they hold, they stay texts."""

import html
import json

import pytest
from console_clients import ADMINISTRATOR, USER
from lxml.html import fromstring

from pagekin.console.crawler_files import crawler_path
from pagekin.console.finding.find_jobs import FIND, LOOK_AROUND
from pagekin.console.models import Audit, Job, JobState
from pagekin.store.models import Crawl, Event, Site
from pagekin.store.states import EventKind

PAYLOADS = (
    "<script>ran()</script>",
    '"><img src=x onerror=ran()>',
    "'><svg onload=ran()>",
    "</title></textarea></select><iframe src=javascript:ran()>",
    "{{ 7|add:7 }}{% debug %}",
    "<b id=injected>x</b>",
)
ADDRESSES = (
    "javascript:ran()",
    "data:text/html,<script>ran()</script>",
    'http://x.test/"onclick="ran()',
)
TEXT = " ".join(PAYLOADS)
SHOP_STEPS = ("looking/", "pages/", "fields/", "schedule/", "done/")


@pytest.fixture
def hostile(console):
    """A console in which every text that comes from pages is hostile."""
    pages = [{"url": url, "title": TEXT} for url in ADDRESSES]
    result = {"known": 3, "expected": 3, "pages": pages, "doubtful": pages, "learning": 1}
    common = {"made_at": 0, "step": TEXT, "notices": [TEXT], "who": TEXT}
    Job.objects.create(
        kind=FIND,
        about="shop",
        request={"samples": list(ADDRESSES)},
        state=JobState.DONE,
        result=result,
        **common,
    )
    Job.objects.create(
        kind=FIND, about="broken", request={"samples": [TEXT]}, state=JobState.FAILED, **common
    )
    kinds = [{"pages": 1, "shapes": [TEXT], "signs": [TEXT], "examples": list(ADDRESSES)}]
    looked = Job.objects.create(
        kind=LOOK_AROUND,
        about="x",
        request={"entry": ADDRESSES[2]},
        state=JobState.DONE,
        result={"kinds": kinds},
        **common,
    )
    Audit.objects.create(at=0, who=TEXT, what=TEXT, about=TEXT)
    Site.objects.create(name=TEXT)
    content = json.loads(crawler_path("shop").read_text(encoding="utf-8"))
    fields = content["wrapper"]["bundles"][0]["fields"]
    for number, field in enumerate(fields):
        field["name"] = f"{TEXT} {number}"
    crawler_path("shop").write_text(json.dumps(content), encoding="utf-8")
    Event.objects.create(
        crawl=Crawl.objects.first(),
        kind=EventKind.CHANGED,
        name=TEXT,
        old=TEXT,
        new=TEXT,
        pages=1,
        detail=TEXT,
        digest="d",
    )
    return console, looked


def check(response, where):
    assert response.status_code == 200, where
    page = fromstring(response.content)
    assert not page.xpath("//*[@id='injected'] | //iframe | //img[@onerror] | //*[@onload]"), where
    for script in page.iter("script"):
        assert script.get("src", "").startswith("/static/"), where
        assert not script.text, where
    for element in page.iter("*"):
        for name, value in element.attrib.items():
            assert not name.startswith("on"), (where, name)
            if name in {"href", "src", "action", "hx-get", "hx-post"}:
                assert value.startswith(("/", "http://", "https://", "#", "?")) or not value, (
                    where,
                    value,
                )
    return page


def test_no_text_of_a_page_becomes_markup(hostile):
    console, looked = hostile
    client = console.client(ADMINISTRATOR)
    seen = 0
    paths = ["/", "/audit/", "/people/", "/new/", f"/new/kinds/{looked.pk}/"]
    paths += [f"/crawlers/shop/{step}" for step in SHOP_STEPS] + ["/crawlers/broken/looking/"]
    paths += [f"/jobs/{job.pk}/" for job in Job.objects.all()]
    for path in paths:
        response = client.get(path, follow=True)
        check(response, path)
        seen += html.escape(PAYLOADS[0]) in response.content.decode()
    assert seen >= 8  # else what is hostile was not shown at all


def test_neither_does_it_for_users(hostile):
    console, _ = hostile
    check(console.client(USER).get("/"), "/")
