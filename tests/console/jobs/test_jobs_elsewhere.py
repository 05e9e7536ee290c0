"""Jobs of a console that a worker with another data directory carries out: nothing is shared but the database."""

import time

import pytest
from console_clients import ADMINISTRATOR, Console, enter_account
from django.db import connections

from pagekin.app.status import workers_table
from pagekin.console.crawler_files import crawler_file
from pagekin.console.current_store import current_store, open_here
from pagekin.console.jobs.job_files import bring_back, receive, send_back, this_place
from pagekin.console.jobs.job_rows import keep_job, take_job
from pagekin.console.jobs.job_status import jobs_under_way
from pagekin.console.jobs.job_table import start_job
from pagekin.console.jobs.worker import jobs_besides
from pagekin.console.models import Job, JobFile, JobState
from pagekin.console.serving import open_console
from pagekin.console.setup import ConsoleSetting
from pagekin.store.models import Crawl
from pagekin.store.opening import open_store
from watched_shop import watched_shop


class TwoMachines:
    """A console and a worker, each with a data directory of its own, on one database; one of them is at hand."""

    def __init__(self, folder, url, monkeypatch):
        self._folder, self._monkeypatch = folder, monkeypatch
        self._settings = {
            "PAGEKIN_DATABASE_URL": url,
            "PAGEKIN_ARCHIVE_URL": (folder / "archive").as_uri(),
        }

    def be(self, name):
        (self._folder / name).mkdir(exist_ok=True)
        for variable, value in self._settings.items():
            self._monkeypatch.setenv(variable, value)
        self._monkeypatch.setenv("PAGEKIN_DATA", str(self._folder / name))
        open_here(open_store())

    def work_elsewhere(self):
        """Have the worker take one job, and be the console again."""
        self.be("worker")
        took_one = jobs_besides(lambda: False, "elsewhere:1")()
        self.be("console")
        return took_one


@pytest.fixture(scope="module")
def _two_machines(postgres_server, tmp_path_factory):
    """One database for all tests here: to make its tables takes a while."""
    with pytest.MonkeyPatch.context() as patch:
        made = TwoMachines(tmp_path_factory.mktemp("machines"), postgres_server.database(), patch)
        made.be("console")
        assert jobs_under_way(current_store()) == []  # where there is no console, there are no jobs
        assert not made.work_elsewhere()
        open_console(ConsoleSetting())
        enter_account(ADMINISTRATOR, administrator=True)
        yield made


@pytest.fixture
def machines(_two_machines):
    _two_machines.be("console")
    yield _two_machines
    Job.objects.all().delete()
    connections.close_all()


@pytest.fixture
def client(machines):
    return Console(current_store().location.directory).client(ADMINISTRATOR)


def test_a_crawler_is_found_run_and_its_table_downloaded_though_the_work_is_done_elsewhere(
    machines, client, monkeypatch
):
    monkeypatch.setenv("PAGEKIN_DELAY", "0")
    with watched_shop() as shop:
        shop.prices = {number: 10 + number for number in range(1, 13)}
        client.post("/new/", {"address": f"{shop.url}/p?id=1", "what": "like"})
        job = Job.objects.get()
        assert machines.work_elsewhere()
        job.refresh_from_db()
        assert (job.state, job.worker) == (JobState.DONE, "elsewhere:1"), job.notices
        assert crawler_file(job.about).read().wrapper
        once = {"schedule": "once", "telling": "nothing", "mail": ""}
        assert client.post(f"/crawlers/{job.about}/schedule/", once).status_code == 302
        assert machines.work_elsewhere()
    crawl = Crawl.objects.order_by("-pk").first()
    assert (crawl.state, crawl.purpose) == ("finished", "crawl")
    there = client.post(f"/sites/{shop.host}/export/", {"suffix": "csv"}).headers["Location"]
    assert machines.work_elsewhere()
    table = b"".join(client.get(f"{there}file/")).decode()
    assert len(table.splitlines()) == 13
    assert not JobFile.objects.exists()


def test_progress_and_what_was_said_are_seen_from_any_machine(machines, client):
    client.post("/new/", {"address": "http://shop.example/p/1", "what": "like"})
    machines.be("worker")
    job = take_job("elsewhere:1", time.time())
    keep_job(job, time.time(), step="learning", counts={"pages": 7, "found": 3}, notices=["Hm."])
    machines.be("console")
    page = client.get(f"/jobs/{job.pk}/").content.decode()
    assert "Hm." in page
    with current_store().connection() as connection:
        table = workers_table(connection, time.time(), jobs_under_way(current_store()))
    [row] = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert row["at work on"] == f"job {job.pk}, looking for pages like yours: {job.about}"
    assert (row["worker"], row["pages"], row["said last"]) == ("elsewhere:1", 7, "Hm.")


def test_what_somebody_changes_meanwhile_stays(machines, client):
    file = current_store().location.directory / "crawlers" / "shop.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text("as sent")
    for now_here in ("as sent", "changed here"):
        job = start_job("crawl", "shop", {"fresh": now_here}, "ada", file)
        assert job.place == this_place()
        machines.be("worker")
        receive(job)
        (current_store().location.directory / "crawlers" / "shop.json").write_text("repaired")
        send_back(job, [])
        machines.be("console")
        file.write_text(now_here)
        Job.objects.filter(pk=job.pk).update(state=JobState.DONE)
        bring_back()
        assert file.read_text() == ("repaired" if now_here == "as sent" else "changed here")
        file.write_text("as sent")


def test_what_people_of_other_machines_ask_for_is_fetched_as_for_them_wherever_it_is(
    machines, client, monkeypatch
):
    monkeypatch.setenv("PAGEKIN_ONLY_PUBLIC", "true")
    with watched_shop() as shop:
        client.post("/new/", {"address": f"{shop.url}/p?id=1", "what": "like"})
        monkeypatch.delenv("PAGEKIN_ONLY_PUBLIC")  # the worker knows nothing of it
        assert machines.work_elsewhere()
        assert shop.requests == []
    assert Job.objects.get().state == JobState.FAILED
