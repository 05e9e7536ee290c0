"""The pages of a site: what they show of a crawled shop, and what can be done there."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from console_clients import ADMINISTRATOR, USER
from django.urls import reverse

from demo_crawlers import demo_crawler
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.sites.crawler_settings import own_settings
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.app.watch import WatchRequest, watch
from pagekin.console.current_store import current_store
from pagekin.console.jobs.job_table import JobWork, job_kind
from pagekin.console.models import Audit, Job, JobState
from pagekin.console.pages.settings_form import GROUPS, OF_THE_MACHINE
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import TABLE, Settings
from pagekin.store.models import Crawl, Crawler, CrawlFigures, Site, Value, Watch
from pagekin.store.states import CrawlState, WatchState

FOUND = 80  # of the shop's products: those that lists lead to


@pytest.fixture
def site(console):
    return Site.objects.get().name


@pytest.fixture
def admin(console):
    return console.client(ADMINISTRATOR)


def url(view, site, **given):
    return reverse(view, kwargs={"name": site, **given})


def text_of(response):
    assert response.status_code == 200, response.content.decode("utf-8-sig")
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode("utf-8-sig")).split())


def carry_out(job):
    """Do what a worker does, in this process."""
    with open_workspace() as workspace:
        work = JobWork(job.about, job.request, job.who, workspace, QuietRunner())
        job.result = job_kind(job.kind).work(work)
    job.state = JobState.DONE
    job.save()
    return job.result


def test_the_overview_has_the_crawls_with_what_they_found(admin, site):
    shown = text_of(admin.get(url("site", site)))
    assert f"{FOUND} pages like yours" in shown
    assert "Finished" in shown
    assert "Nobody looks at this site by itself" in shown


def test_a_crawl_without_figures_yet_is_in_the_time_line(admin, site):
    CrawlFigures.objects.all().delete()
    assert "Finished" in text_of(admin.get(url("site", site)))


def test_users_see_what_was_found_and_cannot_change_anything(console, site):
    user = console.client(USER)
    for view in (
        "site",
        "site-records",
        "site-changes",
        "site-errors",
        "site-map",
        "site-template",
    ):
        page = user.get(url(view, site)).content.decode("utf-8-sig")
        assert "Crawl now" not in page
        assert url("site-settings", site) not in page
        assert url("site-versions", site) not in page


def test_a_crawl_is_started_once_and_carried_out(admin, site, monkeypatch):
    monkeypatch.setenv("PAGEKIN_DELAY", "0")
    for _ in range(2):
        assert admin.post(url("site-crawl", site)).status_code == 302
    [job] = Job.objects.all()
    assert "Pause" in text_of(admin.get(url("site", site)))
    result = carry_out(job)
    assert result["found"] == FOUND
    assert Crawl.objects.filter(state=CrawlState.FINISHED).count() == 2
    assert Audit.objects.filter(what="started a crawl").count() == 2
    assert "Crawl now" in text_of(admin.get(url("site", site)))


def test_a_crawl_under_way_can_be_paused(admin, site):
    admin.post(url("site-crawl", site))
    admin.post(url("site-pause", site))
    assert Job.objects.get().stop
    Job.objects.all().update(state=JobState.STOPPED)
    assert admin.post(url("site-pause", site)).status_code == 404


def test_an_interrupted_crawl_is_continued_or_begun_anew(admin, site):
    Crawl.objects.update(state=CrawlState.RUNNING)
    shown = text_of(admin.get(url("site", site)))
    assert "was interrupted" in shown
    assert "Continue the crawl" in shown
    admin.post(url("site-crawl", site), {"fresh": "yes"})
    assert Job.objects.get().request["fresh"] is True


def test_a_crawler_without_a_file_gets_one_when_it_is_run(console, admin, site):
    file = console.data / "crawlers" / "shop.json"
    content = file.read_text(encoding="utf-8")
    file.unlink()
    admin.post(url("site-crawl", site))
    written = Path(Job.objects.get().request["file"])
    assert written.parent == console.data / "crawlers"
    assert json.loads(written.read_text(encoding="utf-8")) == json.loads(content)


def test_watches_are_paused_resumed_stopped_run_and_deleted(console, admin, site):
    file = console.data / "crawlers" / "shop.json"
    watch(current_store(), WatchRequest(str(file), every="6h"), 0.0, "UTC")
    assert "every 6 hours" in text_of(admin.get(url("site", site)))
    for action, state in (
        ("pause", WatchState.PAUSED),
        ("resume", WatchState.ACTIVE),
        ("now", WatchState.ACTIVE),
        ("stop", WatchState.STOPPED),
    ):
        answer = admin.post(url("site-watch", site), {"watch": "shop", "action": action})
        assert answer.status_code == 302
        assert Watch.objects.get().state == state
    assert "It is stopped" in text_of(admin.get(url("site", site)))
    assert (
        admin.post(url("site-watch", site), {"watch": "shop", "action": "eat"}).status_code == 400
    )
    assert admin.post(url("site-watch", site), {"watch": "x", "action": "now"}).status_code == 404
    admin.post(url("site-watch", site), {"watch": "shop", "action": "delete"})
    assert not Watch.objects.exists()


def rows_in(response):
    table = response.content.decode("utf-8-sig").partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [
            re.sub(r"<[^>]+>", "", cell).strip()
            for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    ]


def number(price):
    return float(re.sub(r"[^\d.]", "", price))


def test_records_come_page_by_page(admin, site):
    first = admin.get(url("site-records", site))
    assert f"1 to 50 of {FOUND} records" in text_of(first)
    second = admin.get(url("site-records", site), {"page": 2})
    rows = rows_in(first) + rows_in(second)
    assert len({row[0] for row in rows}) == FOUND
    assert rows_in(admin.get(url("site-records", site), {"page": "x"})) == rows_in(first)
    assert rows_in(admin.get(url("site-records", site), {"page": 10**30})) == rows_in(first)
    assert rows_in(admin.get(url("site-records", site), {"page": 300})) == []


def test_records_are_sorted_and_filtered(admin, site):
    page = admin.get(url("site-records", site))
    fields = {
        name: number
        for number, name in re.findall(
            r'<option value="(\d+)">(\w+)<', page.content.decode("utf-8-sig")
        )
    }
    up = admin.get(url("site-records", site), {"sort": fields["price"], "way": "up"})
    prices = [number(row[3]) for row in rows_in(up)]
    assert prices == sorted(prices)
    assert 'aria-sort="ascending"' in up.content.decode("utf-8-sig")
    down = admin.get(url("site-records", site), {"sort": fields["price"], "way": "down"})
    assert number(rows_in(down)[0][3]) >= prices[-1]
    dear = {"field": fields["price"], "how": "at least", "text": "500"}
    found = rows_in(admin.get(url("site-records", site), dear))
    assert found
    assert all(number(row[3]) >= 500 for row in found)
    assert len(found) == sum(number(text) >= 500 for text in _all_prices())
    wrong = admin.get(url("site-records", site), {**dear, "text": "much"})
    assert "A number is needed" in text_of(wrong)
    kettles = admin.get(
        url("site-records", site), {"field": fields["name"], "how": "contains", "text": "KETTLE"}
    )
    assert all("Kettle" in row[1] for row in rows_in(kettles))


def _all_prices():
    return Value.objects.filter(field__name="price").values_list("text", flat=True)


@pytest.mark.parametrize("suffix", ["csv", "json", "xlsx"])
def test_records_are_exported_by_a_worker_and_downloaded(console, site, suffix):
    user = console.client(USER)
    answer = user.post(url("site-export", site), {"suffix": suffix})
    assert answer.status_code == 302
    job = Job.objects.get()
    place = answer.headers["Location"]
    assert "Writing the records" in text_of(user.get(place))
    assert user.get(f"{place}file/").status_code == 404
    carry_out(job)
    assert f"{FOUND} records written" in text_of(user.get(place))
    sent = user.get(f"{place}file/")
    content = b"".join(sent.streaming_content)
    assert f".{suffix}" in sent.headers["Content-Disposition"]
    if suffix == "csv":
        assert len(list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))) == FOUND
    elif suffix == "json":
        assert len(json.loads(content)) == FOUND
    else:
        assert content[:2] == b"PK"


def test_exports_of_others_are_for_administrators(console, site):
    console.client(ADMINISTRATOR).post(url("site-export", site), {"suffix": "csv"})
    place = url("site-export-page", site, number=Job.objects.get().pk)
    assert console.client(USER).get(place).status_code == 404
    assert console.client(USER).post(url("site-export", site), {"suffix": "exe"}).status_code == 400


def test_the_second_crawl_shows_what_changed_and_old_crawls_stay(console, admin, site, demo_shop):
    first = Crawl.objects.get(state=CrawlState.FINISHED).pk
    demo_shop.day = 3
    try:
        _crawl_again(demo_crawler(demo_shop))
    finally:
        demo_shop.day = 1
    shown = text_of(admin.get(url("site-changes", site)))
    assert "Changed price" in shown
    only_new = text_of(admin.get(url("site-changes", site), {"kind": "new"}))
    assert "Changed price" not in only_new
    assert "New" in only_new
    assert "Nothing happened" in text_of(admin.get(url("site-changes", site), {"crawl": first}))
    overview = admin.get(url("site", site)).content.decode("utf-8-sig")
    assert "1 new" in overview
    assert overview.count('<svg class="graph"') == 3
    assert admin.get(url("site-changes", site), {"crawl": 10**9}).status_code == 404


def _crawl_again(crawler):
    with open_workspace() as workspace:
        crawl(workspace, CrawlRequest((crawler,), Settings(delay=0.0)), QuietRunner())


def test_pages_that_did_not_come_are_listed_with_the_reason(admin, site):
    shown = text_of(admin.get(url("site-errors", site)))
    assert "404 Not Found" in shown or "All pages came" in shown


def test_the_map_is_a_picture_with_a_card_for_each_kind(admin, site):
    page = admin.get(url("site-map", site)).content.decode("utf-8-sig")
    assert '<svg class="map"' in page
    assert 'class="card target"' in page


def test_every_setting_is_in_one_group_or_of_the_machine():
    named = [name for _, _, names in GROUPS for name in names]
    assert len(named) == len(set(named))
    assert {*named} | OF_THE_MACHINE == TABLE.keys()
    assert not {*named} & OF_THE_MACHINE


def test_settings_are_kept_beside_the_crawler_and_checked_as_in_the_file(console, admin, site):
    file = console.data / "crawlers" / "shop.json"
    place = url("site-settings", site)
    given = {"part": "settings", "delay": "2.5", "obey_robots": "no", "exclude": "/cart/*\n*.pdf"}
    assert admin.post(place, given).status_code == 302
    assert own_settings(file) == {"delay": 2.5, "obey_robots": False, "exclude": "/cart/*, *.pdf"}
    assert 'value="2.5"' in admin.get(place).content.decode("utf-8-sig")
    wrong = admin.post(place, {**given, "retries": "-1", "reject_regex": "("})
    assert wrong.status_code == 400
    page = wrong.content.decode("utf-8-sig")
    assert "is too small; the least is 0" in page
    assert "is not a regular expression" in page
    assert own_settings(file)["delay"] == 2.5
    admin.post(place, {"part": "settings"})
    assert own_settings(file) == {}


def test_what_the_machine_decides_cannot_be_set_in_a_browser(console, admin, site):
    file = console.data / "crawlers" / "shop.json"
    file.with_suffix(".toml").write_text('words = "/etc/words"\n', encoding="utf-8")
    given = dict.fromkeys(OF_THE_MACHINE, "1")
    admin.post(url("site-settings", site), {"part": "settings", "delay": "3", **given})
    assert own_settings(file) == {"delay": 3.0, "words": "/etc/words"}


@pytest.mark.parametrize("name", ["seeds", "login_url"])
def test_no_page_of_another_host_is_named_in_a_browser(console, admin, site, name):
    place = url("site-settings", site)
    for other in ("http://169.254.169.254/", f"http://{site}.evil.test/", f"http://x@{site}/"):
        given = {"part": "settings", name: f"http://{site}/ok {other}"}
        answer = admin.post(place, given)
        assert answer.status_code == 400
        assert f"is not on {site}" in answer.content.decode("utf-8-sig")
    assert admin.post(place, {"part": "settings", name: f"http://{site}/ok"}).status_code == 302


def test_a_schedule_is_made_and_changed(admin, site):
    place = url("site-settings", site)
    answer = admin.post(place, {"part": "schedule", "every": "6h", "window": "22:00-06:00"})
    assert answer.status_code == 302
    kept = Watch.objects.get()
    assert (kept.schedule, kept.window) == ("every 6h", "22:00-06:00")
    admin.post(
        place, {"part": "schedule", "cron": "30 2 * * MON-FRI", "time_zone": "Europe/Berlin"}
    )
    kept = Watch.objects.get()
    assert (kept.schedule, kept.window) == ("30 2 * * MON-FRI", "")
    assert kept.time_zone == "Europe/Berlin"
    for wrong in ({"every": "soon"}, {"every": "1d", "cron": "1 1 * * *"}, {"time_zone": "Mars"}):
        assert admin.post(place, {"part": "schedule", **wrong}).status_code == 400


def test_a_login_is_kept_for_this_site_only_and_never_shown(admin, site):
    place = url("site-settings", site)
    given = {"part": "login", "kind": "form", "user": "ann", "password": "s3cret!"}
    assert admin.post(place, {**given, "url": "http://other.test/log-in"}).status_code == 400
    assert admin.post(place, {**given, "url": f"http://{site}/log-in"}).status_code == 302
    page = admin.get(place).content.decode("utf-8-sig")
    assert "One is kept, encrypted: form" in page
    assert "s3cret" not in page
    assert "ann" not in re.sub(r"[^\w]", " ", page).split()
    admin.post(place, {"part": "forget"})
    assert "One is kept" not in admin.get(place).content.decode("utf-8-sig")


def test_versions_are_compared_and_brought_back(console, admin, site, demo_shop):
    file = console.data / "crawlers" / "shop.json"
    before = file.read_text(encoding="utf-8")
    changed = replace(demo_crawler(demo_shop), wrapper=None)
    file.write_text(dumps(changed), encoding="utf-8")
    assert "was changed since the last crawl" in text_of(admin.get(url("site-versions", site)))
    _crawl_again(changed)
    compared = admin.get(url("site-versions", site), {"older": 1, "newer": 2})
    assert "They differ in wrapper" in text_of(compared)
    assert 'class="removed"' in compared.content.decode("utf-8-sig")
    assert admin.post(url("site-restore", site), {"version": 1}).status_code == 302
    assert file.read_text(encoding="utf-8") == before
    assert admin.post(url("site-restore", site), {"version": 9}).status_code == 400
    assert admin.get(url("site-versions", site), {"older": 1, "newer": 9}).status_code == 400


def test_each_crawler_of_a_site_has_pages_of_its_own(admin, site):
    known = Crawler.objects.get()
    other = Crawler.objects.create(site=known.site, uid="other", name=f"http://{site}/blog/1")
    shown = admin.get(url("site", site), {"of": other.pk})
    assert "None yet" in text_of(shown)
    assert f"?of={other.pk}" in shown.content.decode("utf-8-sig")
    assert f"{FOUND} pages like yours" in text_of(admin.get(url("site", site)))
    assert admin.get(url("site", site), {"of": 10**9}).status_code == 404
