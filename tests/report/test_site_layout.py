"""The picture's geometry: starts left, targets right, nothing on top of anything else."""

from itertools import combinations, pairwise

import pytest
from crawlers_to_draw import CHAIN, ROOT, SHOP, crawler, navigations, step
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.report.site_columns import crossings, in_columns, kind_columns
from pagekin.report.site_graph import Role, site_graph
from pagekin.report.site_placing import LOOP, nearest, place


def placed(found):
    return place(site_graph(found), "shop.test")


def rectangles(picture):
    """Give all that takes room: kinds with the loops above them, labels."""
    for box in picture.kinds:
        yield box.x, box.y, box.x + box.width, box.y + box.height
    for box in picture.loops:
        yield box.x, box.y, box.x + box.width, box.y + box.height + LOOP
    for box in picture.labels:
        yield box.x, box.y, box.x + box.width, box.y + box.height


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def points(stroke):
    """Follow a stroke as it is drawn: level, or by a curve that begins and ends level."""
    for (x, y), (to_x, to_y) in pairwise(stroke):
        for part in range(1, 20):
            t = part / 20
            bend = 3 * t * t * (1 - t) + t**3
            yield (
                x * ((1 - t) ** 3 + 1.5 * t * (1 - t)) + to_x * (t**3 + 1.5 * t * (1 - t)),
                y + (to_y - y) * bend,
            )


@given(navigations())
@settings(max_examples=60, deadline=None)
def test_no_two_boxes_or_labels_overlap_and_all_are_inside(found):
    picture = placed(found)
    boxes = list(rectangles(picture))
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= picture.width
        assert bottom <= picture.height


@given(navigations())
@settings(max_examples=40, deadline=None)
def test_lines_run_through_no_box_and_no_label_but_their_own(found):
    picture = placed(found)
    for curve in picture.curves:
        foreign = [b for b in picture.labels if b.number != curve.way] + list(picture.kinds)
        for x, y in (point for stroke in curve.strokes for point in points(stroke)):
            for box in foreign:
                inside_x = box.x + 0.1 < x < box.x + box.width - 0.1
                assert not (inside_x and box.y + 0.1 < y < box.y + box.height - 0.1)


@given(navigations())
@settings(max_examples=40, deadline=None)
def test_lines_bend_only_between_the_columns(found):
    picture = placed(found)
    boxes = [*picture.kinds, *picture.labels]
    for stroke in (stroke for curve in picture.curves for stroke in curve.strokes):
        for (x, y), (to_x, to_y) in pairwise(stroke):
            if y != to_y:
                left, right = sorted((x, to_x))
                assert all(right <= b.x + 0.01 or left >= b.x + b.width - 0.01 for b in boxes)


@given(navigations())
@settings(max_examples=40, deadline=None)
def test_every_text_fits_into_its_box(found):
    picture = placed(found)
    for box in (*picture.kinds, *picture.labels, *picture.loops):
        assert all(line.width <= box.width for line in box.lines)
        assert sum(line.size for line in box.lines) <= box.height


@given(navigations())
@settings(max_examples=40, deadline=None)
def test_starts_are_left_and_targets_right(found):
    graph = site_graph(found)
    columns = kind_columns(graph)
    for kind, column in zip(graph.kinds, columns, strict=True):
        if kind.role is Role.START:
            assert column == 0
        elif kind.role is not Role.ANY:
            assert 0 < column <= max(columns)
        if kind.role is Role.TARGET:
            assert column == max(columns)


def test_hubs_stand_in_the_order_of_the_steps():
    assert kind_columns(site_graph(SHOP)) == [0, 1, 2]
    assert kind_columns(site_graph(CHAIN)) == [0, 1, 2, 1]


def test_any_page_stands_behind_all_that_leads_no_further():
    steps = [
        step(ROOT, "/c/…", "/c/…"),
        step("/c/…", "/c/…", "/c/…"),
        step("any", "target", "/p/…"),
    ]
    graph = site_graph(crawler([ROOT, f"{ROOT}more"], steps))
    roles = [kind.role for kind in graph.kinds]
    assert roles == [Role.START, Role.START, Role.ANY, Role.HUB, Role.TARGET]
    assert kind_columns(graph) == [0, 0, 2, 1, 3]
    assert [(way.source, way.to) for way in graph.ways if not way.followed] == [(1, 2), (3, 2)]


def test_what_only_targets_lead_to_leads_to_no_other_page():
    steps = [
        step(ROOT, "target", "/p/…"),
        step("target", "/more", "/more"),
        step("any", "target", "/q"),
    ]
    graph = site_graph(crawler([ROOT], steps))
    assert all(way.followed for way in graph.ways)


def test_any_page_stands_first_if_everything_leads_on():
    found = crawler([ROOT], [step("any", "/c/…", "/c/…"), *SHOP.navigation.steps[:3]])
    graph = site_graph(found)
    assert kind_columns(graph) == [0, 0, 1, 2]


def test_hubs_behind_the_targets_stand_right_before_them():
    found = crawler([ROOT], [step(ROOT, "target", "/p/…"), step("target", "/more", "/more")])
    assert kind_columns(site_graph(found)) == [0, 2, 1]


def test_a_long_chain_of_hubs_does_not_make_the_picture_endlessly_wide():
    names = [ROOT, *(f"/h{n}" for n in range(30)), "target"]
    found = crawler([ROOT], [step(a, b, b) for a, b in pairwise(names)])
    assert max(kind_columns(site_graph(found))) == 4
    assert placed(found).width < 1500


def test_a_site_of_one_page_is_one_box():
    picture = placed(crawler([ROOT], []))
    assert len(picture.kinds) == 1
    assert not picture.curves


def test_lines_are_untangled_where_they_can_be():
    starts = [f"{ROOT}{n}" for n in range(6)]
    hubs = [f"/h{n}" for n in (3, 0, 5, 1, 4, 2)]
    steps = [step(start, hub, hub) for start, hub in zip(starts, hubs, strict=True)]
    steps += [step(hub, "target", "/p/…") for hub in sorted(hubs)]
    assert crossings(in_columns(site_graph(crawler(starts, steps)))) == 0


def test_a_way_back_enters_from_the_right():
    picture = placed(SHOP)
    back = next(c for c in picture.curves if site_graph(SHOP).ways[c.way].source == 2)
    hub = picture.kinds[1]
    assert back.strokes[-1][-1][0] == pytest.approx(hub.x + hub.width)


def test_lines_that_meet_at_a_box_keep_apart():
    starts = [f"{ROOT}{n}" for n in range(12)]
    picture = placed(crawler(starts, [step(start, "target", "/p/…") for start in starts]))
    ends = sorted(curve.strokes[-1][-1][1] for curve in picture.curves)
    assert min(b - a for a, b in pairwise(ends)) > 8
    box = picture.kinds[-1]
    assert box.y < ends[0] <= ends[-1] < box.y + box.height


_WISHES = st.lists(st.tuples(st.floats(-1e3, 1e3), st.floats(0, 100)), max_size=12)


@given(_WISHES)
def test_nearest_places_keep_order_and_distances(wishes):
    places = nearest([wish for wish, _ in wishes], [distance for _, distance in wishes])
    for (one, other), (_, distance) in zip(pairwise(places), wishes[1:], strict=True):
        assert other - one >= distance - 1e-6


@given(_WISHES)
def test_nearest_places_are_the_wished_ones_where_there_is_room(wishes):
    wished, at = [], 0.0
    for _, distance in wishes:
        at += distance + 1
        wished.append(at)
    assert nearest(wished, [distance for _, distance in wishes]) == pytest.approx(wished)


def test_two_that_wish_for_one_place_share_the_pain():
    assert nearest([10, 10], [0, 4]) == [8, 12]
