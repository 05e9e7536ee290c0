import tomllib
from collections import Counter
from dataclasses import replace

import pytest
from bench.corpus import CASES, PACKAGE_PARTS, Case, CorpusError, Places, is_set_aside, load_cases
from bench.jobs import Wanted, hidden_targets, jobs, other_samples
from bench.packages import packages_of
from bench.sitefiles import SiteFiles

from bench import in_process, packages, schema_searches
from pagekin.discovery.indesit import indesit
from pagekin.site import Stop

CAPTURES = """
[[case]]
name = "shop-product"
capture = "shop"
entry = "index.html"
sample = "p/1/index.html"
domains = ["shop.example"]
url_prefix = "store"

[[case]]
name = "gone-product"
capture = "gone"
entry = "index.html"
sample = "p/1/index.html"
"""
DEBIAN = """
[[case]]
name = "manual-commands"
package = "manual-doc"
root = "usr/share/doc/manual"
entry = "index.html"
sample = "a.html"
reachable_pages = 3
"""
OWN = """
[[case]]
name = "manual-b"
part = "debian"
package = "manual-doc"
root = "usr/share/doc/manual"
entry = "index.html"
sample = "b.html"
target_regex = '[a-z]\\.html'
target_xpath = '//h1[contains(., "B")]'
dontcare_regex = 'a\\.html'
"""


@pytest.fixture
def places(shop, tmp_path):
    truth = tmp_path / "truth"
    manual = tmp_path / "corpus" / "debian" / "manual-doc" / "usr/share/doc/manual"
    files = {
        truth / "captures/sites.toml": CAPTURES,
        truth
        / "captures/truth/shop-product.txt": "p/1/index.html\np/2/index.html\np/4/index.html\n",
        truth / "debian/sites.toml": DEBIAN,
        truth / "debian/truth/manual-commands.txt": "a.html\n",
        truth / "debian/truth/manual-commands.dontcare.txt": "b.html\n",
        tmp_path / "cases/own.toml": OWN,
        manual / "index.html": "<a href=a.html>a</a><a href=b.html>b</a>",
        manual / "a.html": "<h1>A</h1>",
        manual / "b.html": "<h1>B</h1>",
    }
    for file, content in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return Places(tmp_path / "corpus", truth, tmp_path / "cases", tmp_path / "cache")


def test_cases_come_in_order_and_missing_pages_are_told(places):
    told = []
    cases = load_cases(places, tell=told.append)
    assert [case.name for case in cases] == ["manual-commands", "shop-product", "manual-b"]
    assert [line.split(":")[0] for line in told] == ["gone-product"]


def test_a_target_that_no_link_reaches_is_not_asked_for_but_not_wrong(places):
    (case,) = load_cases(places, parts=("captures",), names="shop")
    assert case.targets == {"p/1/index.html", "p/2/index.html"}
    assert case.dontcare == {"p/4/index.html"}
    assert case.reachable_pages == 5


def test_who_finds_a_page_of_the_rule_that_no_link_reaches_has_done_nothing_wrong(places):
    manual = places.pages / "debian/manual-doc/usr/share/doc/manual"
    (manual / "d.html").write_text("<h1>B, too</h1>", encoding="utf-8")
    (case,) = load_cases(places, names="manual-b")
    assert (case.targets, case.dontcare) == ({"b.html"}, {"a.html", "d.html"})


def test_captured_sites_write_folders_and_packages_write_files(places):
    urls = {case.name: case.url_path(case.entry) for case in load_cases(places, tell=str)}
    assert urls["shop-product"] == "/store/"
    assert urls["manual-commands"] == "/index.html"


def test_lists_of_targets_and_of_pages_one_does_not_care_about_are_read(places):
    (case,) = load_cases(places, names="manual-commands")
    assert (case.targets, case.dontcare) == ({"a.html"}, {"b.html"})


def test_a_case_of_our_own_states_a_rule_in_place_of_a_list(places):
    for _ in ("computed", "from the cache"):
        (case,) = load_cases(places, names="manual-b")
        assert (case.targets, case.dontcare) == ({"b.html"}, {"a.html"})


def test_a_case_that_lacks_something_is_named(places):
    file = places.truth / "debian/sites.toml"
    file.write_text('[[case]]\nname = "x"\nentry = "index.html"\npackage = "p"\nroot = "r"\n')
    with pytest.raises(CorpusError, match=r"sites\.toml: x: lacks sample"):
        load_cases(places)
    file.write_text("case = [")
    with pytest.raises(CorpusError, match=r"sites\.toml: not a list"):
        load_cases(places)


def test_a_missing_corpus_is_explained(places, tmp_path):
    truth = {"PAGEKIN_TRUTH": str(places.truth)}
    with pytest.raises(CorpusError, match="PAGEKIN_CORPUS is not set: lay the corpus out"):
        Places.from_environment(truth)
    with pytest.raises(CorpusError, match="PAGEKIN_CORPUS names no directory"):
        Places.from_environment(truth | {"PAGEKIN_CORPUS": str(tmp_path / "nowhere")})
    with pytest.raises(CorpusError, match="set PAGEKIN_TRUTH to the directory"):
        Places.from_environment({"PAGEKIN_TRUTH": str(tmp_path / "nowhere")})
    found = Places.from_environment(truth | {"PAGEKIN_CORPUS": str(places.pages)})
    assert found.pages == places.pages


def test_hidden_targets_and_other_samples_are_drawn_the_same_way_every_time(places):
    (case,) = load_cases(places, names="shop")
    assert other_samples(case, 5) == ["p/2/index.html"]
    assert hidden_targets(case, 1.0) == {"p/2/index.html"}
    assert other_samples(case, 5, hidden=hidden_targets(case, 1.0)) == []


def test_each_case_is_tried_with_every_strategy_in_every_variant(places):
    cases = load_cases(places, names="manual-commands|shop", tell=str)
    wanted = Wanted(strategies=("gogetit", "auto"), entry=False)
    assert [job.folder for job in jobs(cases, wanted)] == [
        "manual-commands.gogetit.no-entry",
        "manual-commands.auto.no-entry",
        "shop-product.gogetit.no-entry",
        "shop-product.auto.no-entry",
    ]
    (job,) = jobs(cases, Wanted(other_samples=3, hide=0.2))
    assert (job.folder, job.samples) == (
        "shop-product.gogetit.entry+hide0.2+sample1",
        ("p/2/index.html",),
    )


@pytest.mark.parametrize("part", sorted(PACKAGE_PARTS))
def test_cases_that_are_set_aside_are_read_only_if_asked_for(places, part):
    names = [f"set-{n}" for n in range(40)]
    tables = (
        f"""[[case]]\nname = "{name}"\npackage = "manual-doc"
root = "usr/share/doc/manual"\nentry = "index.html"\nsample = "b.html"\ntarget_regex = "b.*"\n"""
        for name in names
    )
    (places.cases / f"{part}.toml").write_text("".join(tables), encoding="utf-8")
    places = replace(places, packages=places.pages / "debian")
    parts = (part,)
    tuned = [case.name for case in load_cases(places, parts=parts)]
    aside = [case.name for case in load_cases(places, parts=parts, set_aside=True)]
    assert sorted([*tuned, *aside]) == sorted(names)
    assert [is_set_aside(name) for name in aside] == [True] * len(aside)
    assert 10 < len(aside) < 30
    assert load_cases(places, set_aside=True, parts=("debian", "captures"), tell=str) == []


def test_packages_are_brought_for_the_cases_of_all_files_that_are_on_packages(tmp_path):
    def table(name):
        return f"""[[case]]\nname = "{name}"\npackage = "{name}-doc"\n"""

    (tmp_path / "further.toml").write_text(table("a"))  # on a site of the corpus
    (tmp_path / "fresh.toml").write_text(table("c") + table("b"))
    (tmp_path / "unseen.toml").write_text(table("d"))
    assert packages_of(tmp_path) == ["b-doc", "c-doc", "d-doc"]


def test_a_file_of_cases_is_on_packages_that_no_other_is_on():
    files = {
        file.stem: tomllib.loads(file.read_text("utf-8"))["case"] for file in CASES.glob("*.toml")
    }
    packages = [
        (package, part)
        for part in PACKAGE_PARTS
        for package in {case["package"] for case in files[part]}
    ]
    assert len(packages) > 300
    shared = Counter(package for package, _ in packages) - Counter(dict(packages).keys())
    assert not shared


def test_asking_for_help_with_packages_brings_none(capsys, monkeypatch):
    monkeypatch.setattr(packages, "bring", lambda name, into: pytest.fail(f"brought {name}"))
    with pytest.raises(SystemExit) as left:
        packages.main(["--help"])
    assert left.value.code == 0
    assert "usage: python -m bench.packages" in capsys.readouterr().out


def test_a_case_is_learned_and_crawled_in_process(tmp_path):
    manual = tmp_path / "manual"
    manual.mkdir()
    items = "".join(f"<li><a href=c{n}.html>c{n}</a>" for n in range(30))
    (manual / "index.html").write_text(f"<h1>Manual</h1><ul>{items}</ul><a href=gone.html>x</a>")
    for n in range(30):
        page = (
            f"<h1>c{n}</h1><h2>Name</h2><p>does {n}</p><h2>See also</h2><a href=index.html>up</a>"
        )
        (manual / f"c{n}.html").write_text(page)
    targets = frozenset(f"c{n}.html" for n in range(30))
    site = SiteFiles(manual)
    case = Case("manual", "packages", site, "index.html", "c7.html", targets, frozenset(), 31)
    (job,) = jobs([case], Wanted(strategies=("auto",)))
    result = in_process.run(job)
    assert (result.f1, result.expected, result.found, result.ended) == (1, 30, 30, "ok")
    assert result.crawl.downloads == 31
    assert result.said_true


def test_the_searches_of_the_paper_are_measured_as_it_does(places):
    (case,) = load_cases(places, names="manual-b")
    result, came = schema_searches.found(case, "b.html", indesit, Stop())
    assert (came.targets, came.recall) == (1, 1)
    assert result.downloads >= 1
