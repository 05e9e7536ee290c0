"""A console with one of everything in it, and an address for each of its views.

The shop is the smallest there is: what takes time is the console, not the crawls.
"""

import re
import time
from dataclasses import replace

from console_clients import ADMINISTRATOR, USER, Console, enter_account
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.db import connections
from django.utils.http import urlsafe_base64_encode

from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.run import WatchLoop
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.app.watch import WatchRequest, watch
from pagekin.console.accounts.invitations import invite
from pagekin.console.asking.report_rows import feed_token
from pagekin.console.current_store import current_store
from pagekin.console.finding.find_jobs import FIND, LOOK_AROUND
from pagekin.console.jobs.job_table import JobWork, job_kind
from pagekin.console.models import Job, JobState, Report
from pagekin.console.url_table import ROUTES
from pagekin.monitor.repair_proposals import Proposal, propose
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import Settings
from pagekin.store.models import Channel, Crawl, Delivery, Person, SavedQuery
from pagekin.store.states import ProposalState

CRAWLER = "shop"
CHANGED = "price has changed"
SETTINGS = Settings(delay=0.0, retries=0)
_QUERIES = {  # what else there is to see at an address
    "ask": ["", "q=price+%3E", "q=price+has+changed"],
    "answer": ["fixed=broken-links", "fixed=changed-fields"],
    "own-sql": [""],
    "export": ["q=price+has+changed&as=csv"],
    "site-records": ["how=contains&text=zzz", "sort=1&way=down"],
    "site-versions": ["", "older=1&newer=1"],
    "site-settings": [""],
    "feed": ["", "as=rss"],
}


class FurnishedConsole(Console):
    """A console in which each view has something to show."""

    def __init__(self, data, shop, text="Teapots", urls=()):
        super().__init__(data)
        self.shop = shop
        self.text = text  # stands wherever a person or a page can put a text
        self.urls = urls or [f"{shop.url}/p?id={number}" for number in (1, 2)]  # of pages found

    def furnish(self):
        """Crawl the shop on two days, and have people do one of everything."""
        enter_account(ADMINISTRATOR, administrator=True)
        enter_account(USER, administrator=False)
        self._crawl_twice()
        self._ask()
        self._find()
        self._propose_a_repair()
        connections.close_all()

    def _crawl_twice(self):
        """Crawl by a watch, which tells what changed to somebody whom no mail can reach."""
        folder = self.data / "crawlers"
        folder.mkdir(exist_ok=True)
        file = self.shop.write_crawler(folder)
        wanted = WatchRequest(
            str(file),
            name=CRAWLER,
            every="1d",
            person=ADMINISTRATOR,
            alerts=(CHANGED,),
            receivers=(f"mailto:{ADMINISTRATOR}@example.org",),
        )
        with open_workspace(self.data) as workspace:
            crawl(workspace, CrawlRequest((self.shop.crawler(),), SETTINGS), QuietRunner())
            self.shop.prices |= {1: 99, 2: 98}
            self.shop.gone = {3}
            watch(workspace.store, wanted, time.time(), "UTC")
            loop = WatchLoop(workspace, lambda *_: SETTINGS, SETTINGS, QuietRunner(), time.time)
            loop.run(once=True)
            assert Crawl.objects.finished().filter(site__name=self.shop.host).count() == 2

    def _ask(self):
        """Save a question, subscribe to it, and have a report, a receiver, a token and an export."""
        client = self.client(ADMINISTRATOR)
        asked = {"q": CHANGED, "title": self.text, "shared": "yes"}
        assert client.post("/queries/save/", asked).status_code == 302
        about = {"title": self.text, "site": "", "question": ["changed-fields"], "shared": "yes"}
        assert client.post("/reports/new/", about).status_code == 302
        assert client.post("/me/tokens/", {"name": self.text[:40]}).status_code in {200, 302}
        assert client.post(f"/sites/{self.site}/export/", {"suffix": "csv"}).status_code == 302
        self._carry_out(Job.objects.get(kind="export"))

    def _find(self):
        """Have looked for pages, and for the kinds of pages of the site."""
        pages = [{"url": url, "title": self.text} for url in self.urls]
        found = {"known": 2, "expected": 6, "pages": pages, "doubtful": pages, "learning": 1}
        kinds = [{"pages": 6, "shapes": [self.text], "signs": [], "examples": self.urls}]
        seen = [{"shape": self.text, "known": 6, "looked_at": 3, "targets": 2}]
        common = {"made_at": time.time(), "notices": [self.text], "who": ADMINISTRATOR}
        common |= {"counts": {"pages": 9, "found": 6, "kinds": seen}}
        done = {"state": JobState.DONE, "result": found, "request": {"samples": self.urls}}
        Job.objects.create(kind=FIND, about=CRAWLER, **done, **common)
        running = {"state": JobState.RUNNING, "request": {"samples": [self.text]}}
        Job.objects.create(kind=FIND, about="other", step="learning", **running, **common)
        looked = {"state": JobState.DONE, "result": {"kinds": kinds}}
        request = {"entry": f"{self.shop.url}/"}
        Job.objects.create(kind=LOOK_AROUND, about=self.site, request=request, **looked, **common)

    def _propose_a_repair(self):
        """Have a repair wait that finds the price elsewhere."""
        before = self.shop.crawler()
        fields = before.wrapper.bundles[0].fields
        moved = replace(fields[2], locators=(replace(fields[2].locators[0], path=".//p[1]"),))
        bundle = replace(before.wrapper.bundles[0], fields=(*fields[:2], moved))
        after = replace(before, wrapper=replace(before.wrapper, version=2, bundles=(bundle,)))
        last = Crawl.objects.order_by("-pk").first()
        made = Proposal(
            0, last.crawler_id, last.pk, ProposalState.OPEN, dumps(after), dumps(before),
            "f", "f", drastic=True, evidence=f"{self.text}; it looks different", made_at=time.time(),
        )  # fmt: skip
        with current_store().connection() as connection:
            propose(connection, made)

    def crawl_once_more(self):
        """Crawl the shop as it is now."""
        with open_workspace(self.data) as workspace:
            crawl(workspace, CrawlRequest((self.shop.crawler(),), SETTINGS), QuietRunner())

    @property
    def site(self):
        return Crawl.objects.order_by("-pk").first().site.name

    def carry_out_jobs(self):
        """Do what waits for a worker, in this process."""
        for job in Job.objects.filter(state=JobState.WAITING):
            self._carry_out(job)

    def _carry_out(self, job):
        with open_workspace(self.data) as workspace:
            work = JobWork(job.about, job.request, job.who, workspace, QuietRunner())
            job.result = job_kind(job.kind).work(work)
        job.state, job.ended_at = JobState.DONE, time.time()
        job.save()

    def addresses(self):
        """Yield the name and an address of every view that can be looked at, some with several."""
        for route in ROUTES.values():
            if "GET" not in route.methods:
                continue
            parts = {part: self._part(route, part) for part in re.findall(r":(\w+)>", route.path)}
            address = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route.path).format(**parts)
            for query in self._queries(route.name):
                yield route.name, f"{address}?{query}" if query else address

    def _queries(self, name):
        page = f"{self.shop.url}/p?id=1".replace("?", "%3F").replace("=", "%3D")
        about = {
            "verify": [f"result={page}"],
            "verify-copy": [f"result={page}"],
            "links": ["", f"url={page}", f"from={self.shop.url}/&to={page}"],
            "history": ["", "field=price&key=AB-1"],
        }
        return about.get(name) or _QUERIES.get(name, [""])

    def _part(self, route, part):
        """Give what stands for a variable part of an address."""
        if part == "page":
            return "0"
        if part == "name":
            return self.site if route.path.startswith("sites/") else CRAWLER
        account = get_user_model().objects.get(username=USER)
        if part == "account":
            return urlsafe_base64_encode(str(account.pk).encode())
        if part == "token":
            tokens = {
                "feed": lambda: feed_token(Report.objects.first()),
                "welcome": lambda: invite("zoe").split("/")[-2],
                "reset-confirm": lambda: default_token_generator.make_token(account),
            }
            return tokens[route.name]()
        found = {
            "jobs": Job.objects.filter(kind=FIND).last,
            "new": Job.objects.filter(kind=LOOK_AROUND).first,
            "sites": Job.objects.filter(kind="export").first,
            "queries": SavedQuery.objects.filter(title=self.text).first,
            "reports": Report.objects.first,
            "messages": Delivery.objects.first,
            "people": Person.objects.filter(name=USER).first,
            "me": Channel.objects.first,
        }
        return str(found[route.path.partition("/")[0]]().pk)


def every_view_named():
    """Give the names of all views that can be looked at."""
    return {route.name for route in ROUTES.values() if "GET" in route.methods}
