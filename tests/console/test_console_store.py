"""The console's tables beside those of the store: on both databases, checked, backed up and restored with them."""

import pytest
from console_clients import enter_account
from django.contrib.auth import get_user_model
from django.db import connections

from pagekin.console.current_store import open_here
from pagekin.console.jobs.job_rows import add_job, end_job, last_job, take_job
from pagekin.console.models import Invitation, Job, JobState
from pagekin.console.old_rows import tidy_up
from pagekin.console.setup import console_key, make_tables
from pagekin.store.opening import open_store
from pagekin.store.upkeep.backup import backup, restore
from pagekin.store.upkeep.checking import check


@pytest.fixture
def console_store(store):
    make_tables(store.location)
    open_here(store)
    yield store
    connections.close_all()


def test_a_store_with_a_console_is_a_store_like_any_other(console_store):
    enter_account("ada", administrator=True)
    make_tables(console_store.location)  # once more changes nothing
    assert open_store(console_store.location) == console_store
    assert check(console_store).problems == ()


def test_jobs_are_taken_and_ended_on_both_databases(console_store):
    add_job("find", "a", {"samples": ["x"]}, "ada")
    job = take_job("one", 0.0)
    end_job(job, JobState.DONE, 1.0, {"known": 3}, "said")
    assert (last_job("a").result, last_job("a").notices) == ({"known": 3}, ["said"])
    assert take_job("one", 99.0) is None


def test_accounts_are_in_a_backup_of_a_file(empty_console, tmp_path):
    store = open_store()
    enter_account("ada", administrator=True)
    connections.close_all()
    backup(store, tmp_path / "backup.sqlite3")
    get_user_model().objects.all().delete()
    connections.close_all()
    restore(store.location, tmp_path / "backup.sqlite3", force=True)
    open_here(open_store())
    assert get_user_model().objects.get().get_username() == "ada"


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    key = console_key(tmp_path)
    assert len(key) > 50
    assert console_key(tmp_path) == key
    assert (tmp_path / "console.key").stat().st_mode & 0o077 == 0


def test_what_is_over_is_deleted_and_what_the_steps_show_stays(empty_console):
    day = 86_400.0
    Job.objects.create(kind="export", made_at=0, state=JobState.DONE)
    Job.objects.create(kind="export", made_at=0, state=JobState.WAITING)
    Job.objects.create(kind="export", made_at=99 * day, state=JobState.DONE)
    Job.objects.create(kind="find", made_at=0, state=JobState.DONE)
    Invitation.objects.create(digest="a", until=99 * day)
    Invitation.objects.create(digest="b", until=101 * day)
    tidy_up(100 * day)
    left = [(one.kind, one.state) for one in Job.objects.order_by("id")]
    assert left == [("export", "waiting"), ("export", "done"), ("find", "done")]
    assert [one.digest for one in Invitation.objects.all()] == ["b"]
