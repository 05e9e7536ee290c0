"""How an extraction went, in numbers and names."""

from pagekin.dom import parse_page
from pagekin.pipeline.drift import template_changed
from pagekin.pipeline.extracting import extract_all
from pagekin.pipeline.tally import Tally
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Seen, Wrapper


def at(path):
    return (Locator(path, Anchor.NAME),)


WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                Field("name", "text", at("//h1"), seen=Seen(10, 10, 10)),
                Field("size", "integer", at("//b"), optional=True),
                Field("price", "price", at("//i"), seen=Seen(10, 9, 9)),
            ),
        ),
    )
)


class Kept:
    """A writer that keeps what it is given."""

    def __init__(self):
        self.notes = []
        self.records = []

    def write(self, page, record):
        self.records.append((page, record))


def extracted(*bodies, keep=None):
    tally, kept = Tally(WRAPPER, keep), Kept()
    pages = (parse_page(f"http://h/{n}", body) for n, body in enumerate(bodies))
    extract_all(pages, WRAPPER, kept, tally)
    return tally, kept


GOOD = b"<h1>Cup</h1><i>$5.00</i>"


def test_coverage_counts_records_and_problems_name_pages():
    tally, kept = extracted(GOOD, b"<h1>Pot</h1><b>many</b>", b"<h1>Jug</h1><i>ask</i>")
    name, size, price = tally.fields.values()
    assert (tally.pages, tally.records, len(kept.records)) == (3, 3, 3)
    assert name.coverage == 1.0
    assert round(size.coverage, 2) == 0.33
    assert size.missing.names == []  # it may be absent
    assert size.misfit.names == ["http://h/1"]
    assert price.missing.names == ["http://h/1"]
    assert price.misfit.reasons[0].startswith("'ask': ")


def test_a_page_without_any_value_has_no_record():
    tally, kept = extracted(GOOD, b"<p>about us</p>")
    assert tally.empty.names == ["http://h/1"]
    assert len(kept.records) == 1


def test_pages_are_counted_beyond_those_named():
    tally, _ = extracted(*[b"<h1>Pot</h1>"] * 7, keep=2)
    missing = tally.fields["product", "price"].missing
    assert (missing.number, missing.names) == (7, ["http://h/0", "http://h/1"])


def test_some_failures_are_no_change_of_the_template():
    tally, _ = extracted(*[GOOD] * 6, *[b"<h1>Pot</h1>"] * 4)
    assert template_changed(tally) is None


def test_fields_that_are_gone_from_most_pages_are():
    tally, _ = extracted(GOOD, *[b"<h1>Pot</h1><em>$5.00</em>"] * 9)
    assert template_changed(tally) == "1 of 2 fields are no longer where they were, such as price"


def test_pages_that_have_nothing_any_more_are():
    tally, _ = extracted(GOOD, *[b"<h2>Pot</h2>"] * 9)
    assert template_changed(tally) == "nothing was found on 9 of 10 pages"
