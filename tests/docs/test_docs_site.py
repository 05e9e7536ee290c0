"""The documentation as a site: it builds without a warning, lacks no command or setting, asks no other host."""

import functools
import html
import http.server
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import click
import pytest

from chromium import needs_chromium
from pagekin.cli import pagekin
from pagekin.fetch.rendering.browser import find_chromium
from pagekin.lazy import lazy_module
from pagekin.settings import TABLE

sync_api = lazy_module("playwright.sync_api")  # not installed where its tests are skipped

ROOT = Path(__file__).parents[2]
# A program's files may come from anywhere; text and settings of the project name none of these.
REGISTRIES = ("pypi" + ".org", "npmjs" + ".", "unpkg" + ".", "jsdelivr" + ".")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    return folder


def leaves(group, path=()):
    """Give the words and options of every command."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        yield (*path, name), [o for p in command.params for o in p.opts if o.startswith("--")]


def test_every_command_is_documented_with_every_option(site):
    text = html.unescape(
        re.sub(r"<[^>]+>", "", (site / "commands.html").read_text(encoding="utf-8"))
    )
    for words, options in leaves(pagekin):
        usage = text.index(f"Usage: pagekin {' '.join(words)} ")
        end = text.find("Usage:", usage + 1)
        section = text[usage : end if end > 0 else len(text)]
        assert [option for option in options if option not in section] == [], words


def test_every_setting_is_documented_with_its_meaning(site):
    text = html.unescape((site / "settings.html").read_text(encoding="utf-8"))
    for name, setting in TABLE.items():
        [row] = re.findall(rf"<td><code>{name}</code></td>.*?</tr>", text, re.DOTALL)
        assert re.sub(r"\W", "", setting.metadata["help"]) in re.sub(
            r"\W", "", re.sub(r"<[^>]+>", "", row)
        )


def test_no_page_of_the_project_names_a_registry():
    texts = [*ROOT.glob("docs/*.md"), *ROOT.glob("*.md"), ROOT / "mkdocs.yml"]
    named = [
        path for path in texts if any(r in path.read_text(encoding="utf-8") for r in REGISTRIES)
    ]
    assert named == []


@pytest.fixture
def server(site):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Handler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(
            target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


@needs_chromium
def test_no_page_asks_another_host_for_anything(server):
    asked, complaints = [], []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(os.environ))
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        for name in ("index", "tutorial", "commands", "settings", "links"):
            page.goto(f"{server}{name}.html", wait_until="networkidle")
            assert page.locator("nav .md-nav__link--active").count()
        browser.close()
    assert [url for url in asked if not url.startswith((server, "data:", "blob:"))] == []
    assert complaints == []
