"""Two clicks show a pattern (paper 004, section 5): it takes what was shown, and skips what was skipped."""

import pytest

from pagekin.dom.page import parse_page
from pagekin.errors import UsageError
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, induce, learn


def page(body, number=0):
    return parse_page(f"https://a.example/{number}", f"<html><body>{body}</body></html>".encode())


def texts(wrapper, of):
    return [
        {name: " ".join(value.text for value in values) for name, values in record.fields.items()}
        for record in Extractor(wrapper).extract(of).records
    ]


def three_rows_each(number, *, header="th"):
    """A table with three rows for each laptop, a heading, and a note in the end."""
    rows = "".join(
        f"<tr><td>Laptop {number}{k}</td><td>${number}{k}9</td></tr>"
        f"<tr><td>It weighs {k} kg</td><td>and is fine</td></tr><tr><td>More</td><td>Buy</td></tr>"
        for k in range(1, 5)
    )
    head = f"<tr><{header}>Model</{header}><{header}>Price</{header}></tr>"
    note = "<tr><td colspan=2>All prices with tax</td></tr>"
    return page(f"<h1>List {number}</h1><table>{head}{rows}{note}</table>", number)


def one_row_each(number, header="th"):
    rows = "".join(
        f"<tr><td>Laptop {number}{k}</td><td>${number}{k}9</td></tr>" for k in range(1, 6)
    )
    head = f"<tr><{header}>Model</{header}><{header}>Price</{header}></tr>"
    note = "<tr><td colspan=2>All prices with tax</td></tr>"
    return page(f"<h1>List {number}</h1><table>{head}{rows}{note}</table>", number)


def clicks(first, second, number=1):
    return [
        *(Example(0, "name", f"Laptop {number}{k}") for k in (first, second)),
        *(Example(0, "price", f"${number}{k}9") for k in (first, second)),
    ]


@pytest.mark.parametrize("pages", [1, 4])
@pytest.mark.parametrize("header", ["th", "td"])
def test_rows_2_and_5_are_every_third_row(pages, header):
    shown = [three_rows_each(n, header=header) for n in range(1, pages + 1)]
    wrapper = induce(shown, clicks(1, 2))
    for number, one in enumerate(shown, start=1):
        assert texts(wrapper, one) == [
            {"name": f"Laptop {number}{k}", "price": f"${number}{k}9"} for k in range(1, 5)
        ]


@pytest.mark.parametrize("pages", [1, 4])
@pytest.mark.parametrize("header", ["th", "td"])
def test_headings_and_notes_are_no_rows(pages, header):
    shown = [one_row_each(n, header) for n in range(1, pages + 1)]
    wrapper = induce(shown, clicks(1, 2))
    for number, one in enumerate(shown, start=1):
        assert [row["name"] for row in texts(wrapper, one)] == [
            f"Laptop {number}{k}" for k in range(1, 6)
        ]


def test_of_one_field_what_stands_between_two_examples_is_skipped_too():
    shown = [three_rows_each(n) for n in range(1, 4)]
    learned = learn(shown, clicks(1, 2)[:2])
    for number, one in enumerate(shown, start=1):
        [record] = texts(learned.wrapper, one)
        assert record["name"].split("Laptop ")[1:] == [
            f"{number}{k}" + " " * (k < 4) for k in range(1, 5)
        ]


TAGS = "<h1>Thing</h1><ul>{}</ul>"


def tags(*names):
    return page(TAGS.format("".join(f"<li>{name}</li>" for name in names)))


def test_where_another_pattern_would_do_it_is_offered_and_can_be_chosen():
    one = tags("red", "blue", "green", "black", "white", "grey")
    shown = [Example(0, "tag", "red"), Example(0, "tag", "green")]
    learned = learn([one], shown)
    assert texts(learned.wrapper, one) == [{"tag": "red green white"}]
    [doubt] = learned.doubts
    found = [" ".join(option.selects[0]) for option in doubt.options]
    assert found[0] == "red green white"
    everything = found.index("red blue green black white grey") + 1
    chosen = learn([one], shown, {"tag": everything})
    assert texts(chosen.wrapper, one) == [{"tag": "red blue green black white grey"}]
    with pytest.raises(UsageError, match=r"tag: there is no choice 9; there are \d"):
        learn([one], shown, {"tag": 9})


def test_who_shows_all_is_asked_nothing():
    one = tags("red", "blue")
    learned = learn([one], [Example(0, "tag", "red"), Example(0, "tag", "blue")])
    assert not learned.doubts


def item(number, sale=""):
    extra = f"<b>Sale:</b> {sale} " if sale else ""
    return f"<li><b>Name:</b> Cup {number} {extra}<b>Stock:</b> {number * 3} <b>Size:</b> {number} cm</li>"


def test_an_optional_item_with_one_sample_never_takes_the_text_of_the_next_label():
    items = "".join(item(n, "10 %" if n == 2 else "") for n in range(1, 8))
    one = page(f"<h1>Cups</h1><ul>{items}</ul>")
    shown = [
        *(Example(0, "name", f"Cup {n}") for n in (1, 2)),
        *(Example(0, "stock", str(n * 3)) for n in (1, 2)),
        Example(0, "sale", "10 %"),
    ]
    rows = texts(induce([one], shown), one)
    assert [row["sale"] for row in rows] == ["", "10 %", "", "", "", "", ""]
    assert [row["name"] for row in rows] == [f"Cup {n}" for n in range(1, 8)]


def test_an_optional_item_of_a_page_with_one_sample_never_takes_the_text_of_the_next_label():
    pages = [
        page(f"<h1>Cup {n}</h1><div>{item(n, '10 %' if n == 2 else '')}</div>", n)
        for n in range(1, 9)
    ]
    wrapper = induce(pages, [Example(1, "sale", "10 %")])
    found = [texts(wrapper, one) for one in pages]
    assert [rows[0]["sale"] if rows else "" for rows in found] == ["", "10 %", *[""] * 6]


def test_which_rows_are_meant_can_be_chosen_too():
    shown = [one_row_each(n) for n in range(1, 4)]
    [name] = [bundle.name for bundle in induce(shown, clicks(1, 3)).bundles]
    every_second = learn(shown, clicks(1, 3), {name: 1})
    [doubt] = every_second.doubts
    found = [tuple(" ".join(rows) for rows in option.selects) for option in doubt.options]
    assert len(set(found)) == len(found) > 1
    other = learn(shown, clicks(1, 3), {name: 2})
    rows = [[row["name"] for row in texts(one.wrapper, shown[0])] for one in (every_second, other)]
    assert rows[0] == ["Laptop 11", "Laptop 13", "Laptop 15"]
    assert rows[1] != rows[0]
    with pytest.raises(UsageError, match=f"{name}: there is no choice 99"):
        learn(shown, clicks(1, 3), {name: 99})
