"""From a crawler to kinds of pages and the ways between them."""

from dataclasses import replace

from crawlers_to_draw import CHAIN, ROOT, SHOP, crawler, step

from pagekin.navigation import MapNode
from pagekin.report.site_graph import Links, Role, Way, drawn_part, site_graph


def kinds(graph):
    return {kind.name: kind for kind in graph.kinds}


def test_kinds_have_the_role_and_the_numbers_of_the_map():
    found = kinds(site_graph(SHOP))
    assert [kind.role for kind in found.values()] == [Role.START, Role.HUB, Role.TARGET]
    assert (found["/c/…"].pages, found["target"].pages, found["target"].targets) == (60, 1204, 9)


def test_steps_between_the_same_two_kinds_are_one_way():
    graph = site_graph(SHOP)
    way = next(w for w in graph.ways if (w.source, w.to) == (1, 2))
    assert way.links == (Links("/p/…", 2), Links("/outlet/…", 1))
    assert way.places == 3
    assert len(graph.ways) == 4


def test_the_steps_of_a_chain_are_found_in_the_map_by_their_patterns():
    found = kinds(site_graph(CHAIN))
    assert (found["step 1"].pages, found["target"].pages) == (2, 12)
    assert found["step 1"].pattern == CHAIN.map[2].name


def test_what_the_map_has_beside_the_navigation_stands_aside():
    graph = site_graph(CHAIN)
    aside = graph.kinds[-1]
    assert (aside.name, aside.role, aside.targets) == (CHAIN.map[1].name, Role.ASIDE, 3)
    assert graph.ways[-1] == Way(0, aside.number)
    assert not graph.ways[-1].followed


def test_equal_patterns_below_different_kinds_are_different_kinds():
    nodes = [*CHAIN.map[:2], replace(CHAIN.map[3], pages=5, under=1), *CHAIN.map[2:]]
    nodes[-1] = replace(nodes[-1], under=3)
    graph = site_graph(replace(CHAIN, map=tuple(nodes)))
    assert kinds(graph)["target"].pages == 12
    assert [k.pages for k in graph.kinds if k.role is Role.ASIDE] == [3, 5]


def test_steps_that_no_start_leads_to_are_shown_all_the_same():
    graph = site_graph(crawler([ROOT], [step("/lost", "target", "/p/…")]))
    assert [kind.name for kind in graph.kinds] == [ROOT, "/lost", "target"]
    assert graph.kinds[1].pages is None


def test_a_way_tells_how_many_pages_it_brings_only_if_it_is_the_only_one():
    graph = site_graph(SHOP)
    brought = {graph.ways[n].to: pages for n, pages in graph.brought().items()}
    assert brought == {2: 1204}  # the hubs have two ways in: from the start and from the targets


def test_of_a_large_map_the_ways_taken_and_the_largest_asides_are_drawn():
    many = [MapNode(f"aside {n}", n, 0, (), 0) for n in range(100)]
    graph = site_graph(replace(SHOP, map=(*SHOP.map, *many)))
    part = drawn_part(graph, most=10, asides=4)
    names = [kind.name for kind in part.kinds]
    assert names == [ROOT, "/c/…", "target", "aside 96", "aside 97", "aside 98", "aside 99"]
    assert len(part.ways) == 4 + 4


def test_an_aside_is_drawn_only_with_all_that_leads_to_it():
    line = [MapNode(f"aside {n}", 1, n, (), n + 2 if n else 0) for n in range(5)]
    graph = site_graph(replace(SHOP, map=(*SHOP.map, *line)))
    assert len(drawn_part(graph, most=40, asides=5).kinds) == 8
    kept = [kind.name for kind in drawn_part(graph, most=40, asides=3).kinds[3:]]
    assert kept == ["aside 0", "aside 1", "aside 2"]


def test_the_targets_are_drawn_however_many_starts_there_are():
    starts = [f"{ROOT}{n}" for n in range(30)]
    graph = site_graph(crawler(starts, [step(starts[0], "target", "/p/…")]))
    part = drawn_part(graph, most=10, asides=3)
    assert len(part.kinds) == 10
    assert part.kinds[-1].role is Role.TARGET
