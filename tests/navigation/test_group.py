"""Group (Figure 4), its example (Figure 5) and the choice of the navigation pattern (Definition 2)."""

from hypothesis import given
from hypothesis import strategies as st

from cpu_time import soon
from pagekin.navigation import TargetPagesMap, group, partition, select
from pagekin.urls import urlsim

SITE = "http://h.test"


def tree(**arcs):
    """Build a TPM from `parent="child child"`; nodes without children are its targets."""
    children = {parent: names.split() for parent, names in arcs.items()}
    found_on = {child: parent for parent, names in children.items() for child in names}
    urls = {name: url_of(name) for name in ["r", *found_on]}
    targets = [urls[name] for name in found_on if name not in children]
    return TargetPagesMap.of_paths(
        urls["r"], {urls[child]: urls[parent] for child, parent in found_on.items()}, targets
    )


def url_of(name):
    """Nodes with the same letter (Figure 5: the same filling) have similar URLs, others have not."""
    if name == "r":
        return f"{SITE}/"
    letter, number = name[0], name[1:] or "0"
    return f"{SITE}/" + "/".join([letter] * (ord(letter) - ord("a") + 2)) + f"/{number}"


# Figure 5: a and b1, b2 below the root (and c), then single d and grouped e, then the targets f, g, h.
FIGURE_5 = tree(
    r="a b1 b2",
    a="c d",
    b1="e1 e2",
    b2="e3",
    c="f1 f2",
    d="g1 g2 g3",
    e1="h1 h2",
    e2="h3",
    e3="h4 h5",
)


def letters(groups):
    """Each group as (letter, number of nodes, letter of its parent)."""
    names = [g.examples[0].split("/")[3] or "r" for g in groups]
    return [
        (name, g.pages, None if g.under is None else names[g.under])
        for name, g in zip(names, groups, strict=True)
    ]


def test_figure_5():
    assert letters(group(FIGURE_5)) == [
        ("r", 1, None),
        ("a", 1, "r"),
        ("b", 2, "r"),
        ("c", 1, "a"),
        ("d", 1, "a"),
        ("e", 3, "b"),
        ("f", 2, "c"),
        ("g", 3, "d"),
        ("h", 5, "e"),
    ]


def test_the_navigation_pattern_is_the_path_to_most_targets():
    """In Figure 5 there are three paths, to F, to G and to H; H has the most target pages."""
    assert [str(step) for step in select(group(FIGURE_5))] == [
        rf"{SITE}/b/b/b/\d+",
        rf"{SITE}/e/e/e/e/e/e/\d+",
        rf"{SITE}/h/h/h/h/h/h/h/h/h/\d+",
    ]


def test_a_map_without_targets_has_no_pattern():
    assert select(group(TargetPagesMap(f"{SITE}/", {}, ()))) == ()


def test_the_map_holds_the_way_to_every_target_and_nothing_else():
    found_on = {"hub": "entry", "other": "entry", "target": "hub", "stray": "other"}
    tpm = TargetPagesMap.of_paths("entry", found_on, ["target"])
    assert tpm.parent == {"hub": "entry", "target": "hub"}
    assert tpm.path("target") == ("entry", "hub", "target")


class Ways(dict):
    """Where each page was found; counts how often somebody asks."""

    asked = 0

    def __getitem__(self, page):
        self.asked += 1
        return super().__getitem__(page)


def test_a_way_that_many_targets_share_is_walked_once():
    found_on = Ways({str(number): str(number - 1) for number in range(1, 100)})
    tpm = TargetPagesMap.of_paths("0", found_on, map(str, range(1, 100)))
    assert list(tpm.parent) == [str(number) for number in range(1, 100)]
    assert found_on.asked <= 2 * len(found_on)


def test_two_levels_may_vary_in_a_group_unless_another_number_is_given():
    two, three = f"{SITE}/a/b/x", f"{SITE}/a/c/y"
    far = f"{SITE}/z/d/z"
    found_on = dict.fromkeys((two, three, far), f"{SITE}/")
    tpm = TargetPagesMap.of_paths(f"{SITE}/", found_on, found_on)
    assert [g.pages for g in group(tpm)] == [1, 2, 1]
    assert [g.pages for g in group(tpm, 3)] == [1, 3]
    assert [g.pages for g in group(tpm, 1)] == [1, 1, 1, 1]
    assert partition(found_on) == partition(found_on, 2) == [(two, three), (far,)]


def test_a_group_counts_its_targets_and_keeps_three_examples():
    pages = [f"{SITE}/p/{number}" for number in range(5)]
    found_on = dict.fromkeys(pages, f"{SITE}/") | {f"{SITE}/q/r/s/t": pages[4]}
    tpm = TargetPagesMap.of_paths(f"{SITE}/", found_on, [*pages[:4], f"{SITE}/q/r/s/t"])
    entry, products, last = group(tpm)
    assert (entry.pages, entry.targets, entry.examples) == (1, 0, (f"{SITE}/",))
    assert (products.pages, products.targets, products.examples) == (5, 4, tuple(pages[:3]))
    assert (last.pages, last.targets, last.under) == (1, 1, 1)


def test_of_paths_to_equally_many_targets_the_nearest_is_the_pattern():
    near, far = f"{SITE}/p/1", f"{SITE}/a/b/c/d/e"
    found_on = {near: f"{SITE}/", f"{SITE}/hub": f"{SITE}/", far: f"{SITE}/hub"}
    tpm = TargetPagesMap.of_paths(f"{SITE}/", found_on, [far, near])
    assert [str(step) for step in select(group(tpm))] == [near]


def test_urls_that_altogether_differ_in_more_than_k_levels_are_several_groups():
    urls = ["http://h/a/b/c", "http://h/a/x/y", "http://h/z/x/y", "http://h/a/u/v"]
    assert partition(urls) == [
        ("http://h/a/b/c", "http://h/a/x/y", "http://h/a/u/v"),
        ("http://h/z/x/y",),
    ]


URLS = st.lists(
    st.lists(st.sampled_from("abc"), max_size=4).map(lambda path: "/".join(["http://h", *path])),
    unique=True,
)


@given(URLS, st.integers(0, 3))
def test_a_partition_keeps_every_url_once_and_only_similar_ones_together(urls, k):
    groups = partition(urls, k)
    assert sorted(url for g in groups for url in g) == sorted(urls)
    for members in groups:
        assert all(urlsim(u, v, k) for u in members for v in members)


def test_many_urls_that_are_all_unlike_take_no_quadratic_time():
    urls = [f"http://h/{i % 97}/{i % 89}/{i % 83}/{i}" for i in range(20_000)]
    with soon():
        partition(urls)


def test_a_chain_of_pages_may_be_long():
    """Next links that lead from page to page make a map thousands of levels deep."""
    found_on = {f"{SITE}/p/{i}": f"{SITE}/p/{i - 1}" for i in range(1, 5000)}
    tpm = TargetPagesMap.of_paths(f"{SITE}/p/0", found_on, [f"{SITE}/p/4999"])
    assert len(group(tpm)) == 5000
    assert len(select(group(tpm))) == 4999
