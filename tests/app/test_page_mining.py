"""Mining pages that are too large: what could not be read is told with the records."""

import pytest

from pagekin.app.page_mining import PageMiner
from pagekin.dom import parse_page
from pagekin.wrappers import Bundle, Field, Locator, Wrapper, apply

LOCATOR = Locator("//h1", "structure")
WRAPPER = Wrapper((Bundle("main", (Field("name", "text", (LOCATOR,)),)),))
DEEP = b"<h1>deep</h1>" + b"<div>" * 3000


def mined(miner, body, number=1):
    return miner.mine_with_problems(parse_page(f"http://h/{number}", body))


def test_a_page_that_is_read_whole_has_no_problems():
    miner = PageMiner(WRAPPER)
    records, problems = mined(miner, b"<h1>whole</h1>")
    assert (len(records), problems, miner.in_part) == (1, (), "")


def test_a_page_that_hit_a_limit_of_the_parser_is_counted():
    miner = PageMiner(WRAPPER)
    mined(miner, DEEP, 1)
    assert miner.in_part.startswith("1 page was read in part only, such as http://h/1: the page is")
    mined(miner, DEEP, 2)
    assert miner.in_part.startswith("2 pages were read in part only, such as http://h/1: ")


def test_a_page_that_is_too_large_for_the_wrapper_says_so(monkeypatch):
    monkeypatch.setattr(apply._Run, "spend", lambda run, _: setattr(run, "budget", -1))
    miner = PageMiner(WRAPPER, look_at=0)
    _, [problem] = mined(miner, b"<h1>whole</h1>")
    assert "too large for the wrapper" in problem
    assert problem in miner.in_part


@pytest.mark.parametrize("look_at", [0, None])
def test_a_page_of_another_kind_has_no_records_and_no_problems(look_at):
    assert mined(PageMiner(WRAPPER, look_at), b"<p>nothing</p>") == ((), ())
