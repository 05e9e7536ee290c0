"""Runs of watches from the crawl to the mail, on a clock of the test's own."""

import json
import signal
import time
from dataclasses import replace

import pytest
import watching_process

from pagekin.app.background import BackgroundRunner
from pagekin.app.people import PersonRequest, change_person
from pagekin.app.run import WatchLoop
from pagekin.app.scheduling.scheduler import LEASE
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.app.watch import WatchRequest, change_state, watch
from pagekin.errors import StoreError
from pagekin.monitor.repair_proposals import Proposal, propose
from pagekin.settings import Settings, load
from pagekin.store.opening import open_store
from pagekin.store.reading.watches import all_watches, runs_of
from pagekin.store.states import ProposalState, RunState, RunStep, WatchState
from smtp_mailbox import mailbox
from watched_shop import PRODUCTS, watched_shop

NOW = 1_767_225_600.0  # the beginning of 2026
HOUR, DAY = 3600.0, 86400.0
FAST = {"delay": 0, "retries": 0, "autothrottle": "no", "max_outage": 0}


class Desk:
    """A watch of the shop, its people and their mailbox, at a time that the test sets."""

    def __init__(self, shop, box, file, store):
        self.shop, self.box, self.file = shop, box, file
        self.now = NOW
        self.place = store.location
        self.settings = Settings(**box.settings())
        self.runner = QuietRunner()
        self.lease = LEASE

    def watch(self, *alerts, person="anna", source=None, **more):
        with open_workspace(None, self.environ) as workspace:
            request = WatchRequest(
                str(self.file if source is None else source),
                every="1d",
                alerts=alerts,
                receivers=(f"mailto:{person}@shop.test",),
                person=person,
                **more,
            )
            return watch(workspace.store, request, self.now, "UTC")

    def person(self, name, **more):
        with open_workspace(None, self.environ) as workspace:
            change_person(workspace.store, PersonRequest(name, **more))

    def run(self, now=None):
        """Run what is due; give what has come to the mailbox by that."""
        self.now = self.now if now is None else now
        known = len(self.box.mails)
        with open_workspace(None, self.environ) as workspace:
            loop = WatchLoop(
                workspace,
                lambda watch, host: load({**watch.settings, **FAST}, {}, None, host),
                self.settings,
                self.runner,
                lambda: self.now,
                self.lease,
            )
            loop.run(once=True)
        return self.box.mails[known:]

    @property
    def environ(self):
        return {"PAGEKIN_DATA": str(self.place.directory), "PAGEKIN_DATABASE_URL": self.place.url}

    def runs(self):
        with self.connection() as connection:
            [one] = all_watches(connection)
            return [run for run in reversed(runs_of(connection, one.id)) if run.tries]

    def rows(self, sql):
        with self.connection() as connection:
            return connection.rows(sql)

    def connection(self):
        return open_store(self.place).connection()


@pytest.fixture
def desk(sqlite_store, tmp_path):
    with watched_shop() as shop, mailbox() as box:
        yield Desk(shop, box, shop.write_crawler(tmp_path), sqlite_store)


@pytest.fixture
def either_desk(store, tmp_path):
    with watched_shop() as shop, mailbox() as box:
        yield Desk(shop, box, shop.write_crawler(tmp_path), store)


def text_of(mail):
    return mail.get_body(("plain",)).get_content().replace("\r\n", "\n")


def subjects(mails):
    return [mail["Subject"] for mail in mails]


def test_an_alert_is_told_at_first_and_then_what_is_new(either_desk):
    desk = either_desk
    desk.watch("price > 14")
    [mail] = desk.run()
    assert mail["Subject"] == "shop: 2 results (price > 14)"
    assert mail["To"] == "anna@shop.test"
    assert f"{desk.shop.url}/p?id=5" in text_of(mail)
    assert "AB-6" in text_of(mail)
    assert "AB-4" not in text_of(mail)
    assert desk.run(NOW + DAY) == []
    desk.shop.prices[1], desk.shop.prices[6] = (
        99,
        60,
    )  # that of 6 was told, and is no other case now
    [mail] = desk.run(NOW + 2 * DAY)
    assert mail["Subject"] == "shop: 1 result (price > 14)"
    assert "€99.00" in text_of(mail)
    assert "2 more were so before" in text_of(mail)
    assert [run.due for run in desk.runs()] == [NOW, NOW + DAY, NOW + 2 * DAY]


def test_what_changed_is_told_each_time(desk):
    desk.watch("price fell by more than 10%")
    assert desk.run() == []
    for day, price in ((1, 9), (2, 7)):
        desk.shop.prices[1] = price
        [mail] = desk.run(NOW + day * DAY)
        assert mail["Subject"] == "shop: 1 result (price fell by more than 10%)"
        assert f"→ €{price}.00" in text_of(mail)
    assert desk.run(NOW + 3 * DAY) == []


def test_a_change_is_told_once_however_long_it_is_looked_back(desk):
    desk.watch("price fell by more than 10% since crawl 1")
    desk.run()
    desk.shop.prices[1] = 9
    assert len(desk.run(NOW + DAY)) == 1
    assert desk.run(NOW + 2 * DAY) == []
    desk.shop.prices[1] = 8
    assert len(desk.run(NOW + 3 * DAY)) == 1


def test_an_alert_that_is_new_to_a_watch_is_told_in_full(desk):
    desk.watch("price > 15")
    desk.run()
    desk.watch("price > 14")
    [mail] = desk.run(NOW + DAY)
    assert mail["Subject"] == "shop: 2 results (price > 14)"


def test_a_person_gets_one_mail_about_all_that_they_asked_and_nothing_of_others(desk):
    desk.watch("price > 14", "name contains 3")
    desk.watch("price > 15", person="bob")
    anna, bob = sorted(desk.run(), key=lambda mail: mail["To"])
    assert anna["Subject"] == "shop: 3 results (price > 14; name contains 3)"
    assert bob["Subject"] == "shop: 1 result (price > 15)"
    assert "name contains 3" not in text_of(bob)


def test_without_an_alert_all_events_are_told(desk):
    desk.watch()
    assert desk.run() == []
    desk.shop.prices[2] = 5
    [mail] = desk.run(NOW + DAY)
    assert mail["Subject"] == "shop: 1 event"
    assert "€12.00 → €5.00" in text_of(mail)


def test_what_two_crawls_have_to_agree_on_is_told_after_the_second(desk):
    desk.watch(confirm=2)
    desk.run()
    desk.shop.prices[2], desk.shop.prices[3] = 5, 6
    assert desk.run(NOW + DAY) == []
    desk.shop.prices[3] = 13  # as it was
    [mail] = desk.run(NOW + 2 * DAY)
    assert mail["Subject"] == "shop: 1 event"
    assert "€12.00 → €5.00" in text_of(mail)


def test_a_whole_site_is_watched_for_links_that_break(desk):
    desk.watch("newly-broken-links", source=desk.shop.url, check_links=True)
    assert desk.run() == []
    desk.shop.gone.add(3)
    for day in range(1, 4):
        for mail in desk.run(NOW + day * DAY):
            assert mail["Subject"] == f"{desk.shop.host}: 1 result (newly-broken-links)"
            assert f"{desk.shop.url}/p?id=3" in text_of(mail)
    assert len(desk.box.mails) == 1


def test_a_digest_has_the_whole_report_beside_it_and_nothing_in_it_is_markup(desk):
    desk.shop.names[6] = '<script>alert("x")</script>\u202e&lt;b&gt; =cmd|x'
    desk.settings = replace(desk.settings, console_url="https://pagekin.test/")
    desk.watch("price > 15 show name")
    [mail] = desk.run()
    [(number,)] = desk.rows("SELECT id FROM pagekin_delivery")
    link = f"https://pagekin.test/messages/{number}/"
    assert text_of(mail).endswith(f"\nIn the console: {link}\n")
    assert f'<a href="{link}"' in mail.get_body(("html",)).get_content()
    [report] = mail.iter_attachments()
    for page in (mail.get_body(("html",)).get_content(), report.get_content()):
        assert "<script" not in page
        assert "&lt;script&gt;" in page
        assert "\u202e" not in page
    assert report.get_filename() == "report.html"


def test_messages_wait_until_quiet_hours_are_over_and_come_as_one(desk):
    desk.settings = replace(desk.settings, console_url="https://pagekin.test")
    desk.person("anna", quiet="22:00-07:00", time_zone="UTC")
    desk.watch("price > 14")
    assert desk.run(NOW + HOUR) == []
    desk.shop.prices[1] = 77
    with open_workspace(None, desk.environ) as workspace:
        watch(workspace.store, WatchRequest(str(desk.file), every="1h"), desk.now, "UTC")
    assert desk.run(NOW + 2.5 * HOUR) == []
    assert len(desk.runs()) == 2
    assert desk.run(NOW + 7 * HOUR - 1) == []
    [mail] = desk.run(NOW + 7 * HOUR)
    assert mail["Subject"].startswith("2 reports: shop: 2 results; shop: 1 result")
    assert "€77.00" in text_of(mail)
    assert "€16.00" in text_of(mail)
    assert "In the console: https://pagekin.test/reports/" in text_of(mail)


def test_a_site_that_is_away_is_told_once_and_its_return_too(desk):
    desk.watch("price > 1")
    desk.run()
    desk.shop.away = True
    assert subjects(desk.run(NOW + DAY)) == ["shop: the site is away"]
    assert desk.run(NOW + 2 * DAY) == []
    desk.shop.away = False
    assert subjects(desk.run(NOW + 3 * DAY)) == ["shop: the site is back"]
    assert [run.state for run in desk.runs()][1:] != [RunState.DONE] * 3


def test_trouble_is_told_to_administrators_and_results_to_those_who_asked(desk):
    desk.person("root", administrator=True, receivers=("mailto:root@shop.test",))
    desk.watch("price > 15")
    assert [mail["To"] for mail in desk.run()] == ["anna@shop.test"]
    desk.shop.prices.clear()
    [mail] = desk.run(NOW + DAY)
    assert (mail["To"], mail["Subject"]) == ("root@shop.test", "shop: nothing was found")


def test_a_repair_that_waits_is_told_once_and_that_it_is_decided(desk):
    desk.watch("price > 99")
    desk.run()
    with desk.connection() as connection:
        waiting = Proposal(
            *(0, 1, 1, ProposalState.OPEN, "{}", "{}", "", ""),
            drastic=True,
            evidence="all prices moved",
            made_at=NOW,
        )
        propose(connection, waiting)
    [mail] = desk.run(NOW + DAY)
    assert mail["Subject"] == "shop: the template has changed, and a repair waits for you"
    assert "all prices moved" in text_of(mail)
    assert "pagekin repair" in text_of(mail)
    desk.shop.prices[1] = 100
    [mail] = desk.run(NOW + 2 * DAY)
    assert mail["Subject"] == "shop: 1 result (price > 99)"
    assert "Values may be wrong" in text_of(mail)
    with desk.connection() as connection:
        connection.execute("UPDATE pagekin_repair_proposal SET state = 'accepted'")
    assert subjects(desk.run(NOW + 3 * DAY)) == ["shop: the repair is decided"]


def test_a_crawler_file_that_is_broken_is_trouble_and_one_that_is_gone_is_not(desk):
    desk.watch("price > 15")
    desk.file.unlink()
    assert subjects(desk.run()) == ["shop: 1 result (price > 15)"]
    desk.file.write_text("{", encoding="utf-8")
    assert subjects(desk.run(NOW + DAY)) == ["shop: a run has failed"]
    assert "shop.json" in text_of(desk.box.mails[-1])
    desk.shop.write_crawler(desk.file.parent)
    assert subjects(desk.run(NOW + 2 * DAY)) == ["shop: runs succeed again"]


def test_a_mail_that_is_refused_is_tried_again_ever_later(desk):
    desk.watch("price > 15")
    desk.box.refuse = "451 not now"
    assert desk.run() == []
    desk.box.refuse = ""
    assert desk.run(NOW + 59) == []
    [mail] = desk.run(NOW + 60)
    assert mail["Subject"] == "shop: 1 result (price > 15)"
    assert desk.run(NOW + HOUR) == []


def test_an_alert_that_cannot_be_asked_any_more_is_told_and_costs_nobody_the_others(desk):
    desk.watch("price > 15", "sku contains AB-1")
    renamed = desk.file.read_text(encoding="utf-8").replace('"sku"', '"code"')
    desk.file.write_text(renamed, encoding="utf-8")
    [mail] = desk.run()
    assert "AB-6" in text_of(mail)
    assert "sku contains AB-1 could not be asked" in " ".join(text_of(mail).split())


@pytest.mark.parametrize("step", list(RunStep))
def test_a_run_that_was_killed_after_a_step_goes_on_from_there(desk, step):
    desk.watch("price > 15")
    desk.run()
    [run] = desk.runs()
    asked = len(desk.shop.requests)
    with desk.connection() as connection:  # as if killed right after the step
        connection.execute(
            "UPDATE pagekin_run SET state = 'running', step = %s, until = %s, ended_at = NULL "
            "WHERE id = %s",
            step,
            NOW + 60,
            run.id,
        )
    assert desk.run(NOW + 59) == []
    assert desk.run(NOW + 60) == []  # the mail was sent before
    [again] = desk.runs()
    assert (again.state, again.step, again.crawl) == (RunState.DONE, RunStep.TOLD, run.crawl)
    assert len(desk.shop.requests) == asked


def test_a_run_that_is_killed_in_its_crawl_is_carried_on_by_another_scheduler(either_desk):
    desk = either_desk
    desk.watch("price > 15")
    seen = []

    def kill(path):
        seen.append(path)
        if len(seen) == 4:
            process.kill()

    desk.shop.before_answer = kill
    process = watching_process.start(desk.environ, desk.box.settings(), NOW)
    process.join()
    assert process.exitcode == -signal.SIGKILL
    [run] = desk.runs()
    assert (run.state, run.step) == (RunState.RUNNING, RunStep.BEGUN)
    assert desk.run(NOW + LEASE - 1) == []
    [mail] = desk.run(NOW + LEASE)
    assert mail["Subject"] == "shop: 1 result (price > 15)"
    [again] = desk.runs()
    assert (again.state, again.crawl, again.tries) == (RunState.DONE, run.crawl, 2)
    assert desk.rows("SELECT count(*) FROM pagekin_crawl") == [(1,)]


def test_a_mail_whose_sender_is_killed_before_it_says_so_comes_again_as_the_same(desk):
    desk.watch("price > 15")

    def kill():
        process.kill()

    desk.box.accepted = kill
    process = watching_process.start(desk.environ, desk.box.settings(), NOW)
    process.join()
    assert process.exitcode == -signal.SIGKILL
    desk.box.accepted = lambda: None
    desk.run(NOW + HOUR)
    first, second = desk.box.mails
    assert first["Message-ID"] == second["Message-ID"]
    assert desk.run(NOW + 2 * HOUR) == []


def test_a_crawl_that_is_interrupted_goes_on_in_the_same_crawl(desk):
    desk.watch("price > 15")
    desk.runner = BackgroundRunner()
    seen = []

    def interrupt(path):
        seen.append(path)
        if len(seen) == 3:
            desk.runner.stop()

    desk.shop.before_answer = interrupt
    assert desk.run() == []
    [run] = desk.runs()
    assert (run.state, run.step, run.note) == (RunState.WAITING, RunStep.BEGUN, "interrupted")
    desk.shop.before_answer = lambda path: None
    [mail] = desk.run(NOW + 1)
    assert mail["Subject"] == "shop: 1 result (price > 15)"
    [again] = desk.runs()
    assert (again.state, again.crawl) == (RunState.DONE, run.crawl)
    assert desk.rows("SELECT count(*) FROM pagekin_crawl") == [(1,)]


class ListeningRunner(QuietRunner):
    """Knows what interrupts the step under way."""

    def run(self, name, step, stop):
        self.stop = stop
        return super().run(name, step, stop)


def test_a_watch_that_is_stopped_ends_the_run_under_way(desk):
    desk.watch("price > 15")
    desk.runner, desk.lease = ListeningRunner(), 0.3
    seen = []

    def stop_watch(path):
        seen.append(path)
        if len(seen) == 3:
            change_state(open_store(desk.place), "shop", WatchState.STOPPED, NOW)
            while not desk.runner.stop.interrupted.is_set():
                time.sleep(0.01)

    desk.shop.before_answer = stop_watch  # which waits until the run is interrupted
    assert desk.run() == []
    [run] = desk.runs()
    assert (run.state, run.step, run.note) == (RunState.FAILED, RunStep.BEGUN, "stopped")
    assert desk.runner.stop.interrupted.is_set()
    assert desk.run(NOW + DAY) == []
    assert len(desk.runs()) == 1


def test_a_store_that_cannot_be_reached_is_tried_again(desk):
    desk.watch()
    notices, pauses = [], []
    runner = QuietRunner()
    runner.notice = notices.append
    times = iter([StoreError("the store is away"), *[NOW] * 1000])

    def clock():
        moment = next(times)
        if isinstance(moment, StoreError):
            raise moment
        return moment

    def sleep(seconds):
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    with open_workspace(None, desk.environ) as workspace:
        loop = WatchLoop(
            workspace,
            lambda watch, host: load({**watch.settings, **FAST}, {}, None, host),
            desk.settings,
            runner,
            clock,
            sleep=sleep,
        )
        with pytest.raises(KeyboardInterrupt):
            loop.run(once=False)
    assert notices == [
        "watching shop; Ctrl-C ends",
        "the store is away; trying again",
        "shop: done, crawl 1",
    ]
    assert pauses == [5.0, 0.0, 5.0]


def test_answers_are_asked_once_for_all_who_share_them(desk):
    desk.watch("price > 15")
    desk.watch("price > 15", person="bob")
    assert len(desk.run()) == 2
    assert desk.rows("SELECT rows FROM pagekin_query_result") == [(1,)]


def test_the_store_holds_no_address_of_a_webhook(desk):
    with open_workspace(None, desk.environ) as workspace:
        request = WatchRequest(str(desk.file), receivers=("https://hooks.shop.test/c4n4ry",))
        kept = watch(workspace.store, request, NOW, "UTC")
    [(where, secret)] = kept.secrets
    assert where == "https://hooks.shop.test/…"
    content = b"".join(
        file.read_bytes() for file in desk.place.directory.iterdir() if file.is_file()
    )
    assert b"hooks.shop.test" in content
    assert b"c4n4ry" not in content
    assert secret.encode() not in content


def test_a_run_says_what_it_has_found(desk):
    desk.watch("price > 15")
    desk.run()
    [(content,)] = desk.rows("SELECT content FROM pagekin_delivery")
    document = json.loads(content)
    assert document["site"] == desk.shop.host
    assert len(desk.shop.requests) == PRODUCTS + 2  # the home page and robots.txt
