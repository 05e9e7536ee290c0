"""Pages that were kept of an interrupted learning are used again by the same learning only."""

import pytest

from pagekin.app.storing.learning_cache import LearningCache
from pagekin.app.storing.stored_logins import keep_login
from pagekin.app.storing.workspace import open_workspace
from pagekin.discovery import LearningTask
from pagekin.settings import Settings
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.urls import Scope

SAMPLE = "https://shop.example/p/1"
TASK = LearningTask((SAMPLE,), None, Scope.around(SAMPLE))


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("PAGEKIN_DATABASE_URL", raising=False)
    with open_workspace() as data:
        yield data


def is_continued(data, **settings):
    return LearningCache.open(data, TASK, "auto", Settings(**settings)).opened.resumed


def test_learning_the_same_again_continues_it_also_with_another_password(data, monkeypatch):
    members = {"login": "basic", "headers": "X-Key: c4n4ry", "cookies": "session=c4n4ry"}
    monkeypatch.setenv("PAGEKIN_LOGIN_PASSWORD", "c4n4ry")
    assert not is_continued(data, **members)
    monkeypatch.setenv("PAGEKIN_LOGIN_PASSWORD", "another")
    assert is_continued(data, **members, delay=3.0, max_pages=7)
    with data.store.connection() as connection:
        contents = connection.rows("SELECT content FROM pagekin_crawler_version")
    assert "c4n4ry" not in str(contents)


@pytest.mark.parametrize(
    "change",
    [
        {"user_agent": "Mozilla/5.0"},
        {"headers": "Accept-Language: de"},
        {"cookies": "currency=EUR"},
        {"login": "basic"},
        {"render": "always"},
    ],
)
def test_who_asks_otherwise_may_get_other_pages(data, monkeypatch, change):
    monkeypatch.setenv("PAGEKIN_LOGIN_PASSWORD", "c4n4ry")
    assert not is_continued(data)
    assert not is_continued(data, **change)


def test_who_has_logged_in_meanwhile_gets_the_pages_for_members(data):
    assert not is_continued(data)
    keep_login(Login(LoginKind.BASIC, "https://shop.example/", "ann", "c4n4ry"))
    assert not is_continued(data)
    assert is_continued(data)
