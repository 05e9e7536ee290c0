"""Pages that show a target once more, under a longer URL: they are neither targets nor worth the requests."""

import pytest

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.target_views import TargetViews
from pagekin.dom import parse_page
from pagekin.urls import Scope
from shops import Outcome, home, page, surroundings, url

COUNT = 30
PARTS = [f"{folder}/{name}" for folder in ("lid", "pot", "tray") for name in ("a", "b", "c", "d")]


def change(number, part=None):
    """A change of something with many parts: all of it, or what was changed in one part."""
    shown = [part] if part else PARTS
    rows = "".join(f"<tr><td class=part>{p}<td class=lines>{number}</tr>" for p in shown)
    links = "".join(
        f'<li><a href="/change/{p}?id={n}">{p} then</a></li>'
        for p in PARTS
        for n in (number, (number + 7) % COUNT)
    )
    head = (
        f"<div class=change><b>Who</b> Ada <b>When</b> day {number}</div><p class=why>No. {number}"
    )
    return page(
        f"Change {number}", f"{head}<table class=stat>{rows}</table><ul class=parts>{links}</ul>"
    )


def history(part=None):
    rest = f"/{part}" if part else ""
    rows = "".join(
        f'<tr><td><a href="/change{rest}?id={n}">Change {n}</a></tr>' for n in range(COUNT)
    )
    return page("History", f"<table class=log>{rows}</table>")


def repository():
    site = surroundings()
    tree = "".join(f'<li><a href="/history/{p}">{p}</a></li>' for p in PARTS)
    site["/"] = home(f'<p><a href="/history">History</a></p><ul class=tree>{tree}</ul>')
    site["/history"] = history()
    site |= {f"/history/{p}": history(p) for p in PARTS}
    site |= {f"/change?id={n}": change(n) for n in range(COUNT)}
    site |= {f"/change/{p}?id={n}": change(n, p) for n in range(COUNT) for p in PARTS}
    return site


@pytest.mark.parametrize("number", [0, 3, 11, 20])
def test_parts_of_targets_are_not_targets(number):
    outcome = Outcome(repository(), sample=f"/change?id={number}")
    assert outcome.found == {url(f"/change?id={n}") for n in range(COUNT)}
    assert outcome.crawled_by <= COUNT + 5


def test_a_restart_is_not_worth_more_than_it_saves():
    outcome = Outcome(repository(), sample="/change?id=3")
    assert outcome.learned_by < len(repository())


def views(pages, sample):
    """Give the paths of views among pages, (path, title) each, all of which look like kin."""
    explored = ExploredSite(Scope("shop.test"))
    known = TargetViews(explored)
    explored.samples.append(explored.number(url(sample)))
    for path, title in pages:
        answer = parse_page(url(path), f"<title>{title}</title>".encode())
        number = explored.number(url(path))
        explored.add(number, answer)
        known.see(number, answer)
    kin = set(explored.pages)
    return {explored.urls[number].removeprefix(url("")) for number in known.among(kin, kin)}


FOUR = range(4)
TARGETS = [(f"/p/{n}", f"Thing {n}") for n in FOUR]


def test_the_same_title_under_a_longer_path_or_with_a_parameter_is_a_view():
    longer = [(f"/p/{n}/in/full", f"Thing {n}") for n in FOUR]
    wider = [(f"/p/{n}?wide=yes", f"Thing {n}") for n in FOUR]
    assert views(TARGETS + longer + wider, "/p/1") == {path for path, _ in longer + wider}


def test_too_few_targets_say_nothing_about_titles():
    longer = [(f"/p/{n}/in/full", f"Thing {n}") for n in FOUR]
    assert not views(TARGETS[:1] + longer, "/p/0")


@pytest.mark.parametrize(
    "others",
    [
        [(f"/p/{n}/lid", f"Lid of thing {n}") for n in FOUR],
        [(f"/p/{n}?page=2", f"Thing {n}") for n in FOUR],
        [(f"/p/{n}/page-2", f"Thing {n}") for n in FOUR],
        [(f"/q/{n}/lid", f"Thing {n}") for n in FOUR],
        [("/p/1/lid", "Thing 1"), ("/p/2/lid", "Thing 2")],
    ],
    ids=["other titles", "further pages", "further pages in the path", "of others", "too few"],
)
def test_other_pages_are_no_views(others):
    assert views(TARGETS + others, "/p/1") == set()


def test_a_title_that_all_pages_have_tells_nothing():
    assert (
        views([(f"/p/{n}{more}", "Shop") for n in FOUR for more in ("", "/lid")], "/p/1") == set()
    )


def test_a_sample_that_is_a_view_itself_is_taken_as_it_is():
    longer = [(f"/p/{n}/in/full", f"Thing {n}") for n in FOUR]
    assert views(TARGETS + longer, "/p/1/in/full") == set()
