"""Watches on the command line, with a real site and a real SMTP server."""

import csv
import io
import json
import signal
import subprocess
import sys

import pytest

from hook_receiver import hook_receiver
from smtp_mailbox import mailbox
from watched_shop import watched_shop

TO = "mailto:anna@example.org"


@pytest.fixture
def box(monkeypatch):
    with mailbox() as box:
        for name, value in box.settings().items():
            monkeypatch.setenv(f"PAGEKIN_{name.upper()}", str(value))
        yield box


@pytest.fixture
def little_shop(tmp_path):
    with watched_shop() as shop:
        shop.write_crawler(tmp_path)
        yield shop


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_from_a_crawler_file_to_a_mail(little_shop, box, run):
    code, out, err = run("watch", "shop.json", "--alert", "price > 15", "--to", TO)
    assert (code, out) == (0, "")
    assert "shop is watched: every 1d" in err
    assert f"told to {TO}" in err
    code, _, err = run("run", "--once")
    assert code == 0
    assert "1 message sent" in err
    assert "shop: done, crawl 1" in err
    [mail] = box.mails
    assert mail["Subject"] == "shop: 1 result (price > 15)"
    code, _, err = run("run", "--once")
    assert code == 3
    assert "nothing is due" in err


def test_status_is_a_table_for_people_and_for_programs(little_shop, box, run):
    run("watch", "shop.json", "--every", "6h", "--alert", "price > 15", "--to", TO)
    run("run", "--once")
    code, out, _ = run("status")
    assert code == 0
    assert "every 6h" in out
    [row] = rows(run("status", "-O", "-:csv")[1])
    wanted = {
        "page": f"{little_shop.url}/p?id=1",
        "watch": "shop",
        "state": "active",
        "last run": "done",
        "crawl": "1",
        "pages": "7",
        "targets": "6",
        "failed": "0",
        "trouble": "",
        "messages": "1 sent",
    }
    assert {name: row[name] for name in wanted} == wanted
    listed = json.loads(run("status", "shop", "-O", "-:json")[1])
    assert [one["state"] for one in listed] == ["waiting", "done"]


def test_without_watches_there_is_nothing_to_show_or_run(run):
    assert run("status")[0] == 3
    assert run("people")[0] == 3
    assert run("run", "--once")[0] == 3


def test_a_watch_given_again_is_changed(little_shop, run):
    run("watch", "shop.json", "--alert", "price > 15", "--to", TO)
    code, _, err = run("watch", "shop.json", "--cron", "30 2 * * *", "--time-zone", "Asia/Tokyo")
    assert code == 0
    assert "shop is changed: 30 2 * * * (Asia/Tokyo)" in err
    assert f"told to {TO}" in err
    [row] = rows(run("status", "-O", "-:csv")[1])
    assert row["schedule"] == "30 2 * * *"
    assert row["next run"].endswith("02:30 JST")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--every", "soon"], "is not a schedule"),
        (["--cron", "99 * * * *"], "bad minute"),
        (["--every", "1d", "--cron", "0 0 * * *"], "a watch has one schedule"),
        (["--time-zone", "Mars/Base"], "there is no time zone"),
        (["--window", "25-26"], "not a time window"),
        (["--at", "25:00"], "is not a time"),
        (["--jitter", "a bit"], "is not a length of time"),
        (["--to", "c4n4ry"], "neither a mail address nor a URL"),
        (["--to", "nosuch://c4n4ry"], "apprise does not take"),
        (["--alert", "price >", "--to", TO], "expected"),
        (["--alert", "price > 1"], "needs somebody who is told"),
        (["--cookies", "a=c4n4ry"], "not kept with a watch"),
        (["--pause", "--every", "1d"], "goes alone"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what apprise loads
def test_a_mistake_is_told_at_once_and_nothing_is_kept(little_shop, run, arguments, complaint):
    code, _, err = run("watch", "shop.json", *arguments)
    assert code == 2
    assert complaint in err
    assert "c4n4ry" not in err
    assert run("status")[0] == 3


def test_an_alert_about_an_unknown_field_suggests_a_near_one(little_shop, run):
    run("crawl", "shop.json", "-o", "pages.jsonl")
    code, _, err = run("watch", "shop.json", "--alert", "prise > 3", "--to", TO)
    assert code == 2
    assert "price" in err
    assert "^" in err


def test_another_crawler_needs_another_name(little_shop, run, tmp_path):
    run("watch", "shop.json")
    other = tmp_path / "other"
    other.mkdir()
    file = little_shop.write_crawler(other)
    content = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**content, "id": "0123456789ab"}), encoding="utf-8")
    code, _, err = run("watch", file)
    assert code == 2
    assert "--name" in err
    assert run("watch", file, "--name", "second")[0] == 0
    assert len(rows(run("status", "-O", "-:csv")[1])) == 2


def test_a_watch_is_paused_resumed_stopped_run_at_once_and_deleted(little_shop, run):
    run("watch", "shop.json")
    assert "shop is paused" in run("watch", "shop", "--pause")[2]
    assert run("run", "--once")[0] == 3
    assert run("watch", "shop", "--now")[0] == 2
    assert "shop is active" in run("watch", "--resume", "shop.json")[2]
    assert run("run", "--once")[0] == 3  # what was due in the pause is left out
    assert "due now" in run("watch", "shop", "--now")[2]
    assert run("run", "--once")[0] == 0
    assert "shop is stopped" in run("watch", "shop", "--stop")[2]
    assert "no longer watched" in run("watch", "shop", "--delete")[2]
    code, _, err = run("watch", "shop", "--pause")
    assert code == 3
    assert "there is no watch 'shop'" in err


def test_a_site_is_watched_as_a_whole_by_its_url(little_shop, run):
    code, _, err = run("watch", f"{little_shop.url}/", "--check-links", "--delay", "0")
    assert code == 0
    assert f"{little_shop.host} is watched" in err
    assert run("run", "--once")[0] == 0
    [row] = rows(run("status", "-O", "-:csv")[1])
    assert (row["watch"], row["pages"]) == (little_shop.host, "7")
    assert f"{little_shop.host} is paused" in run("watch", f"{little_shop.url}/", "--pause")[2]


def test_a_crawler_that_is_watched_is_not_deleted(little_shop, run):
    run("watch", "shop.json")
    run("run", "--once")
    code, _, err = run("crawlers", "delete", little_shop.crawler().id, "--yes")
    assert code == 2
    assert "pagekin watch shop --delete" in err
    run("watch", "shop", "--delete")
    assert run("crawlers", "delete", little_shop.crawler().id, "--yes")[0] == 0


def test_people_are_listed_without_secrets(little_shop, run):
    code, _, err = run(
        "people",
        "anna",
        "--to",
        TO,
        "--to",
        "https://hooks.example.org/c4n4ry",
        "--quiet",
        "22:00-07:00",
    )
    assert code == 0
    assert "messages to https://hooks.example.org/… are signed with " in err
    code, out, err = run("people", "bob", "--to", "bob@example.org", "--time-zone", "Asia/Tokyo")
    assert code == 0
    anna, bob = rows(run("people", "-O", "-:csv")[1])
    assert anna["receivers"] == f"{TO}, https://hooks.example.org/…"
    assert (anna["administrator"], bob["administrator"]) == ("yes", "no")
    assert (anna["quiet"], bob["time zone"]) == ("22:00-07:00", "Asia/Tokyo")
    assert "c4n4ry" not in out + err
    run("people", "anna", "--not-to", "https://hooks.example.org/…", "--quiet", "")
    run("people", "bob", "--delete")
    [anna] = rows(run("people", "-O", "-:csv")[1])
    assert (anna["receivers"], anna["quiet"]) == (TO, "")


def test_a_webhook_gets_a_signed_report(little_shop, run, monkeypatch):
    monkeypatch.setenv("PAGEKIN_ALLOW_NETWORKS", "127.0.0.0/8")
    with hook_receiver() as receiver:
        url = f"{receiver.url}/c4n4ry"
        _, _, err = run("watch", "shop.json", "--alert", "price > 15", "--to", url)
        assert "are signed with" in err
        _, _, err = run("run", "--once")
        assert "1 message sent" in err
    [(path, headers, body)] = receiver.requests
    assert path == "/c4n4ry"
    assert headers["Pagekin-Signature"].startswith("t=")
    report = json.loads(body)["report"]
    assert report["sections"][0]["title"] == "price > 15"
    assert "c4n4ry" not in err


def test_without_a_mail_server_it_is_said_what_is_missing(little_shop, run):
    _, _, err = run("watch", "shop.json", "--alert", "price > 15", "--to", TO)
    assert "note: no mail can be sent: set mail_host" in err
    code, _, err = run("run", "--once")
    assert code == 0
    assert "not delivered yet: mailto:anna@example.org: no mail can be sent" in err
    [row] = rows(run("status", "-O", "-:csv")[1])
    assert "1 waiting (no mail can be sent" in row["messages"]


def process(folder):
    """Start `pagekin run` in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "pagekin", "run"], cwd=folder, stderr=subprocess.PIPE, text=True
    )


def test_ctrl_c_gives_a_run_back_and_the_next_process_goes_on(little_shop, run, tmp_path):
    run("watch", "shop.json")
    seen = []

    def interrupt(path):
        seen.append(path)
        if len(seen) == 3:
            running.send_signal(signal.SIGINT)

    little_shop.before_answer = interrupt
    running = process(tmp_path)
    _, err = running.communicate()
    assert running.returncode == 0
    assert "shop: interrupted, crawl 1" in err
    little_shop.before_answer = lambda _: None
    code, _, err = run("run", "--once")
    assert code == 0
    assert "shop: done, crawl 1" in err


def test_a_process_that_has_nothing_to_do_ends_when_it_is_told_to(little_shop, run, tmp_path):
    run("watch", "shop.json")
    with process(tmp_path) as waiting:
        for line in waiting.stderr:
            if "shop: done" in line:
                waiting.send_signal(signal.SIGTERM)
                break
        assert "goes on from here" in waiting.stderr.read()
    assert waiting.returncode == 0
