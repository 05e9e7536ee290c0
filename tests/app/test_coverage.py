"""How an extraction went, in numbers and names."""

from pagekin.app.coverage import Coverage
from pagekin.app.extract import extract_all
from pagekin.dom import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper


def at(path):
    return (Locator(path, Anchor.NAME),)


WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                Field("name", "text", at("//h1")),
                Field("size", "integer", at("//b"), optional=True),
                Field("price", "price", at("//i")),
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
    tally, kept = Coverage(WRAPPER, keep), Kept()
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
