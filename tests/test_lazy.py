"""What is loaded when: nobody waits for what is not used."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pagekin.cli import COMMANDS
from pagekin.lazy import lazy_module

HEAVY = ("aiohttp", "django", "psycopg", "requests", "jsonschema._types")
ENGINES = ("lxml.etree", "re2._re2", "idna.core", "tomllib._parser", *HEAVY)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Make a module that takes a while to load."""
    name = "takes_a_while_to_load"
    (tmp_path / f"{name}.py").write_text(
        "import time\nLOADED = []\ntime.sleep(0.05)\nLOADED.append(1)\ndef answer(): return 42\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield name
    sys.modules.pop(name, None)


def loaded_by(code, heavy=HEAVY):
    """Run code in a process of its own; give which of the heavy modules it loads."""
    show = f"import sys; print(*sorted(set({heavy!r}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{show}"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    "code",
    [
        "import pagekin.cli",
        "import pagekin.navigation, pagekin.wrappers",
        "from pagekin.urls import Scope; Scope.around('http://h/')",
        "import pagekin.sources",
        "import pagekin.cli.extract",
        "import pagekin.cli.induce",
    ],
)
def test_who_fetches_and_stores_nothing_loads_nothing_for_it(code):
    assert loaded_by(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "import pagekin.settings",
        "from pagekin.settings import load; load()",
        "from pagekin.urls import Scope; Scope.around('http://h/')",
    ],
)
def test_settings_and_urls_load_no_engine_before_there_is_work_for_it(code):
    assert loaded_by(code, ENGINES) == []


@pytest.mark.parametrize("command", ["crawls", "page", "store"])
def test_who_only_looks_back_loads_nothing_that_fetches(command):
    assert set(loaded_by(f"import pagekin.cli.{command}")) <= {"django", "psycopg"}


def test_what_is_used_is_loaded():
    code = "from pagekin.urls import Scope; Scope.around('http://a.h.example/', subdomains=True)"
    assert loaded_by(code) == ["requests"]


def test_a_lazy_module_does_what_the_module_does(module):
    lazy = lazy_module(module)
    assert module not in sys.modules
    assert lazy.answer() == 42
    assert lazy_module(module) is sys.modules[module]
    with pytest.raises(AttributeError, match="nothing"):
        lazy.nothing  # noqa: B018 - the access is what is tested


def test_threads_that_use_a_module_at_once_all_find_it_loaded(module):
    lazy = lazy_module(module)
    together = threading.Barrier(8)

    def use(_):
        together.wait()
        return lazy.answer()

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(use, range(8))) == [42] * 8
    assert sys.modules[module].LOADED == [1]


def test_a_module_that_is_not_there_is_missed_at_once():
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        lazy_module("no_such_module")


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_help_loads_neither_parser_nor_store_nor_network(command):
    code = f"from pagekin.cli import _run; assert _run([*{command!r}, '--help']) == 0"
    shown = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
    )
    packages = {name.partition(".")[0] for name in shown.stderr.split()}
    assert not packages & {"lxml", "django", "aiohttp", "rich", "tldextract", "asyncio", "re2"}


def test_what_is_imported_lazily_is_loaded_at_its_first_use():
    code = (
        "import sys\nfrom pagekin.lazy import lazy_imports\n"
        "with lazy_imports():\n    from pagekin.navigation import sentences\n"
        "assert 'pagekin.navigation' not in sys.modules\n"
        "assert sentences.sentences\n"
        "assert 'pagekin.navigation.sentences' in sys.modules\n"
        "import pagekin.navigation.sentences as real\n"
        "assert sentences.sentences is real.sentences\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_only_modules_can_be_imported_lazily():
    code = (
        "from pagekin.lazy import lazy_imports\n"
        "with lazy_imports():\n    from pagekin.report.site_graph import nothing\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "cannot import name 'nothing'" in done.stderr
