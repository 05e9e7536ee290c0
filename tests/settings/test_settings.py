"""One table of settings, four sources."""

from dataclasses import fields
from datetime import datetime, timedelta
from pathlib import Path

import click
import pytest
import re2
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pagekin.cli import options
from pagekin.errors import FileFormatError, UsageError
from pagekin.settings import PROJECT_PAGE, TABLE, Settings, TimeWindow, load, setting_values
from pagekin.settings.loading import matching


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pagekin.toml"
    path.write_text('delay = 3\nlabels = "tag+class"\nfold = true\n')
    return path


def test_a_flag_wins_over_a_variable_a_variable_over_the_file_the_file_over_the_default(file):
    environ = {"PAGEKIN_DELAY": "2", "PAGEKIN_FOLD": "no", "PAGEKIN_UNRELATED": "x"}
    settings = load({"delay": 1.0, "retries": None}, environ, file)
    assert settings.delay == 1.0
    assert settings.fold is False
    assert settings.labels == "tag+class"
    assert settings.retries == Settings().retries


def test_without_any_source_the_defaults_hold(tmp_path):
    assert load({}, {}, tmp_path / "none.toml") == Settings()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("dealy = 1", "there is no setting 'dealy'; did you mean 'delay'?"),
        ("delay = 'soon'", "pagekin.toml: delay: 'soon' is not a number"),
        ("concurrency = 0", "pagekin.toml: concurrency: 0 is too small; the least is 1"),
        ("delay = =", "pagekin.toml: .*line 1"),
        ("labels = 'class'", "labels: 'class' is none of tag, tag\\+class"),
        ("threshold = 80", "threshold: 80 is too large; the most is 1"),
        ("delay = inf", "delay: inf is not a number"),
        ("timeout = nan", "timeout: nan is not a number"),
        ("delay = 1e9", "delay: 1000000000.0 is too large; the most is 86400"),
        ("allow_networks = '10.0.0.1/8'", "pagekin.toml: allow_networks: 10.0.0.1/8 has host bits"),
        ("user_agent = 'Jürgen'", "user_agent: 'Jürgen' has characters that no header may have"),
        ('user_agent = "me\\nX-Key: 1"', "user_agent: .* has characters that no header may have"),
        ("user_agent = ''", "user_agent: it is empty, but sites want to know who asks"),
        ("retries = 1.5", "retries: 1.5 is not a whole number"),
        ("delay = true", "delay: True is not a number"),
        (
            "include = 'p/*'",
            r"include: 'p/\*' is not a glob of paths; begin it with / or \*, as in \*p/\*",
        ),
        ("accept_regex = '('", "accept_regex: '\\(' is not a regular expression: missing"),
        (
            "domains = 'a.example=deep'",
            "'a.example=deep' is not a domain .* write it as shop.example=3",
        ),
        (
            "seeds = ['shop.example']",
            "seeds: 'shop.example' does not begin with http:// or https://",
        ),
        (
            "time_window = '25:00-06:00'",
            "'25:00-06:00' is not a time window; write it as 22:00-06:00",
        ),
        ("time_window = 'at night'", "'at night' is not a time window"),
        ("headers = ['Secret s3cr3t']", "headers: a header is not written as 'Name: value'"),
        (
            "headers = ['Cookie: a=b']",
            "Cookie cannot be given .* there is a setting for that: cookies",
        ),
        ("headers = ['Host: a']", "Host cannot be given as a header; pagekin sets it itself"),
        ('headers = ["A: b\\u0000"]', "the value of A has characters that no header may have"),
        ("cookies = 's3cr3t'", "cookies: a cookie is not written as 'name=value'"),
        ("proxy = 'socks5://u:s3cr3t@h'", "proxy: it is not an HTTP proxy; write it as http://"),
        ("proxy = 'http://u:s3cr3t@h:port'", "proxy: it is not an HTTP proxy"),
        ("cookies = '${NO_SUCH}'", "there is no environment variable NO_SUCH; set it"),
        ("render = 'sometimes'", "'sometimes' is neither 'always' nor a glob"),
        ("login = 'ldap'", "login: 'ldap' is none of '', basic, digest, bearer, form"),
        ("keep_crawls = 0", "keep_crawls: 0 is too small; the least is 1"),
        ("site = 'a.example'", r"""site is not a table; write \[site."shop.example"\]"""),
        ("[site]\ndelay = 1", "site is not a table"),
        ("[sites.'a.example']", "there is no setting 'sites'; did you mean 'site'"),
        ("[site.'https://a.example/']", "is not a site; write its host"),
        (
            "[site.'a.example']\ndealy = 1",
            r"""\[site."a.example"\]: there is no setting 'dealy'; did""",
        ),
    ],
)
def test_a_mistake_in_the_file_is_named(file, content, complaint):
    file.write_text(content)
    with pytest.raises(UsageError, match=complaint) as raised:
        load({}, {}, file)
    assert "s3cr3t" not in str(raised.value)


def test_a_mistake_in_a_variable_is_named():
    with pytest.raises(UsageError, match="PAGEKIN_FOLD: 'perhaps' is not yes or no"):
        load({}, {"PAGEKIN_FOLD": "perhaps"})


def test_a_mistake_in_a_flag_is_named():
    with pytest.raises(UsageError, match=r"--max-pages: -1 is too small; the least is 1"):
        load({"max_pages": -1})


def test_a_file_that_cannot_be_read_is_named(file):
    file.write_bytes(b"\xff")
    with pytest.raises(FileFormatError, match=r"pagekin\.toml"):
        load({}, {}, file)


def test_every_setting_says_what_it_is_for_and_can_be_a_flag():
    flags = {*options.SCOPE, *options.LIMITS, *options.SIMILARITY, *options.FETCHING}
    flags |= {*options.REACH, *options.KEEPING, *options.TELLING}
    for setting in fields(Settings):
        assert setting.metadata["help"].endswith(".")
        assert setting.name in flags


SITES = """
delay = 1
retries = 1
timeout = 1
concurrency = 1
[site."*.example"]
retries = 2
timeout = 2
concurrency = 2
[site."*.shop.example"]
timeout = 3
concurrency = 3
[site."www.shop.example"]
concurrency = 4
[site."www.shop.example:8080"]
concurrency = 5
"""


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        ("", (1, 1, 1, 1)),
        ("example", (1, 1, 1, 1)),
        ("other.test", (1, 1, 1, 1)),
        ("shop.example", (1, 2, 2, 2)),
        ("shop.example:8080", (1, 2, 2, 2)),
        ("a.shop.example", (1, 2, 3, 3)),
        ("WWW.shop.example", (1, 2, 3, 4)),
        ("www.shop.example:8081", (1, 2, 3, 4)),
        ("www.shop.example:8080", (1, 2, 3, 5)),
    ],
)
def test_a_sites_own_table_wins_over_the_top_level_the_more_special_the_more(file, site, expected):
    file.write_text(SITES)
    settings = load({}, {}, file, site)
    chosen = settings.delay, settings.retries, settings.timeout, settings.concurrency
    assert chosen == expected


def test_flags_and_variables_win_over_a_sites_table(file):
    file.write_text(SITES)
    settings = load({"timeout": 9.0}, {"PAGEKIN_RETRIES": "9"}, file, "www.shop.example:8080")
    assert (settings.timeout, settings.retries, settings.concurrency) == (9.0, 9, 5)


@pytest.mark.parametrize("site", ["a.example", "b.example", ""])
def test_a_mistake_in_a_sites_table_is_named_with_its_site_whichever_is_meant(file, site):
    file.write_text("[site.'a.example']\ndelay = 'soon'")
    with pytest.raises(
        UsageError, match=r"""\[site."a.example"\]: delay: 'soon' is not a number"""
    ):
        load({}, {}, file, site)


def test_the_secrets_of_another_site_need_not_be_at_hand(file):
    file.write_text("[site.'a.example']\nheaders = ['X-Key: ${KEY_OF_A}']")
    assert load({}, {}, file, "b.example") == Settings()


@given(st.lists(st.sampled_from(["a.b", "*.b", "b", "a.b:81", "*.b:81", "[::1]", "[::1]:81"])))
def test_a_site_is_meant_by_its_host_its_port_and_its_domain_only(names):
    for site, meant in (("a.b:81", {"*.b", "*.b:81", "a.b", "a.b:81"}), ("[::1]:82", {"[::1]"})):
        assert set(matching(names, site)) == meant & set(names)


def test_lists_in_the_file_and_flags_given_several_times_add_up(file):
    file.write_text(
        "headers = ['A: 1, 2', 'B: 3']\ncookies = ['a=1', 'b=2']\nseeds = ['http://a/']"
    )
    settings = load({"seeds": ("http://b/", "http://c/"), "include": ()}, {}, file)
    assert setting_values.headers(settings.headers) == (("A", "1, 2"), ("B", "3"))
    assert setting_values.cookies(settings.cookies) == (("a", "1"), ("b", "2"))
    assert setting_values.urls(settings.seeds) == ("http://b/", "http://c/")
    assert settings.include == ""


def test_secrets_come_from_the_environment_and_are_not_shown(file):
    file.write_text("headers = ['Authorization: Bearer ${TOKEN}']\nproxy = 'http://u:${TOKEN}@p:1'")
    settings = load({}, {"TOKEN": "s3cr3t"}, file)
    assert setting_values.headers(settings.headers) == (("Authorization", "Bearer s3cr3t"),)
    assert settings.proxy == "http://u:s3cr3t@p:1"
    assert "s3cr3t" not in repr(settings)


def test_other_settings_are_taken_as_they_stand(file):
    file.write_text("login_success = 'Hello ${USER}'")
    assert load({}, {"USER": "me"}, file).login_success == "Hello ${USER}"


@pytest.mark.parametrize(
    ("globs", "url", "fits"),
    [
        ("/p/*", "https://h/p/1", True),
        ("/p/*", "https://h/p/1/2?q=1", True),
        ("/p/*", "https://h:8080/p/", True),
        ("/p/*", "https://h/a/p/1", False),
        ("*.html", "https://h/a/b.html?x", True),
        ("*.html", "https://h/a.htm?b.html", False),
        ("*.html", "https://h.html/", False),
        ("*host*", "https://host/", False),
        ("*/cart", "https://h/cart", True),
        ("*/cart", "https://h/a/cart", True),
        ("*", "https://h/", True),
        ("*b*d*", "https://h/abcde", True),
        ("/a.c", "https://h/abc", False),
        ("/search?q=*", "https://h/search?q=1", True),
        ("/search?q=*", "https://h/search", False),
        ("/a, /b", "https://h/b", True),
    ],
)
def test_globs_are_of_paths(globs, url, fits):
    assert bool(re2.search(Settings(include=globs).accept, url)) is fits
    assert bool(re2.search(Settings(exclude=globs).reject, url)) is fits


def test_globs_and_regular_expressions_add_up():
    settings = Settings(include="/p/*", accept_regex="[?]page=")
    for url in ("http://h/p/1", "http://h/list?page=2"):
        assert re2.search(settings.accept, url)
    assert not re2.search(settings.accept, "http://h/about")
    assert Settings().accept == Settings().reject == ""


def test_domains_have_a_depth_each():
    text = "shop.example=3, cdn.example:8080 = 1 Docs.example"
    expected = (("shop.example", 3), ("cdn.example:8080", 1), ("docs.example", 0))
    assert setting_values.domains(text) == expected


def at(clock):
    return datetime.fromisoformat(f"2026-03-01T{clock}:00").astimezone()


@pytest.mark.parametrize(
    ("window", "now", "opens"),
    [
        ("22:00-06:00", "23:00", None),
        ("22:00-06:00", "05:59", None),
        ("22:00-06:00", "06:00", "22:00"),
        ("22:00-06:00", "21:59", "22:00"),
        ("9:30-17:00", "09:30", None),
        ("9:30-17:00", "08:00", "09:30"),
        ("20:00-24:00", "23:59", None),
    ],
)
def test_a_time_window_is_open_or_says_when_it_opens(window, now, opens):
    assert setting_values.time_window(window).opening(at(now)) == (opens and at(opens))


def test_a_time_window_that_is_over_for_today_opens_tomorrow():
    window = setting_values.time_window("09:30-17:00")
    assert window.opening(at("17:00")) == at("09:30") + timedelta(days=1)
    assert str(window) == "09:30-17:00"


@given(st.times(), st.times(), st.datetimes())
def test_a_time_window_is_open_when_it_opens(opens, closes, now):
    window = TimeWindow(opens.replace(second=0, microsecond=0), closes)
    opening = window.opening(now)
    if opening is not None:
        assert now < opening <= now + timedelta(days=1)
        if window.opens != window.closes:
            assert window.opening(opening) is None


def test_flags_that_may_be_given_several_times_say_nothing_when_they_are_not():
    seen = []

    @click.command()
    @options.setting_options("headers", "delay")
    def command(**flags):
        seen.append(flags)

    arguments = ["--headers", "A: 1", "--headers", "B: 2"]
    assert CliRunner().invoke(command, arguments).exit_code == 0
    assert CliRunner().invoke(command, []).exit_code == 0
    assert load(seen[0]).headers == "A: 1\nB: 2"
    assert load(seen[1]) == Settings()


@pytest.mark.parametrize(
    ("arguments", "render"),
    [
        ([], None),
        (["--render"], "always"),
        (["--render-only", "/a/*"], "/a/*"),
        (["--render", "https://shop.example/"], "always"),
    ],
)
def test_render_takes_no_value_so_that_a_url_may_follow_it(arguments, render):
    seen = []

    @click.command()
    @click.argument("url", required=False)
    @options.setting_options("render")
    def command(url, **flags):
        seen.append(flags)

    assert CliRunner().invoke(command, arguments).exit_code == 0
    assert seen == [{"render": render}]


def test_every_setting_is_documented():
    text = (Path(__file__).parents[2] / "docs" / "fetching.md").read_text()
    assert [name for name in TABLE if f"`{name}`" not in text] == []


def test_pagekin_names_itself_and_its_page():
    assert Settings().user_agent.startswith("pagekin/")
    assert PROJECT_PAGE in Settings().user_agent
