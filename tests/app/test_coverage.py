"""How an extraction went, in numbers and names."""

from pagekin.app.coverage import Coverage
from pagekin.app.page_mining import PageMiner
from pagekin.dom import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper, apply


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


def covered(*bodies, keep=None):
    coverage, miner = Coverage(WRAPPER, keep), PageMiner(WRAPPER)
    for number, body in enumerate(bodies):
        page = parse_page(f"http://h/{number}", body)
        coverage.add(page.url, miner.mine(page))
    return coverage


GOOD = b"<h1>Cup</h1><i>$5.00</i>"


def test_coverage_counts_records_and_problems_name_pages():
    coverage = covered(GOOD, b"<h1>Pot</h1><b>many</b>", b"<h1>Jug</h1><i>ask</i>")
    name, size, price = coverage.fields.values()
    assert (coverage.pages, coverage.records) == (3, 3)
    assert name.coverage == 1.0
    assert round(size.coverage, 2) == 0.33
    assert size.missing.names == []  # it may be absent
    assert size.misfit.names == ["http://h/1"]
    assert price.missing.names == ["http://h/1"]
    assert price.misfit.reasons[0].startswith("'ask': ")


def test_a_page_that_takes_the_wrapper_too_long_has_what_was_found_until_then(monkeypatch):
    monkeypatch.setattr(apply, "_MAX_SECONDS", -1.0)
    coverage = covered(GOOD)
    assert (coverage.pages, coverage.records) == (1, 1)
    assert coverage.fields["product", "price"].missing.names == ["http://h/0"]


def test_a_page_without_any_value_has_no_record():
    coverage = covered(GOOD, b"<p>about us</p>")
    assert coverage.empty.names == ["http://h/1"]
    assert coverage.records == 1


def test_pages_are_counted_beyond_those_named():
    coverage = covered(*[b"<h1>Pot</h1>"] * 7, keep=2)
    missing = coverage.fields["product", "price"].missing
    assert (missing.number, missing.names) == (7, ["http://h/0", "http://h/1"])
