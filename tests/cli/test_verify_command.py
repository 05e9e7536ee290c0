"""`pagekin verify`: from a result to both versions of its page, and what a person says of it."""

import json
from pathlib import Path

import pytest

from pagekin.store.opening import open_store


def product(number, price):
    return (
        f"<html><head><title>Pot {number}</title></head><body><h1>Pot number {number}</h1><table>"
        f"<tr><th>Item no.</th><td class=item>POT-{number:04}</td></tr>"
        f"<tr><th>Price</th><td class=price>€ {price}.00</td></tr></table>"
        "<script>alert(1)</script></body></html>"
    ).encode()


@pytest.fixture
def shop(once, web):
    """A shop that was crawled on two days: a price is another one, and a page is gone."""
    web.routes |= {f"/p/{number}": product(number, 10 + number) for number in range(1, 9)}
    items = "".join(f'<li><a href="{path}">{path}</a></li>' for path in web.routes)
    web.routes["/"] = f"<html><body><h2>Pots</h2><ul>{items}</ul></body></html>".encode()
    code, _, err = once(
        *("get", f"{web.url}/p/1", "--entry", f"{web.url}/", "--strategy", "gogetit"),
        *("--field", "item=POT-0001", "--field", "price=€ 11.00"),
        *("-O", "pots.csv", "--crawler", "crawler.json"),
    )
    assert code == 0, err
    web.routes["/p/2"] = product(2, 99)
    del web.routes["/p/5"]
    code, _, err = once("crawl", "crawler.json", "-o", "pages.jsonl")
    assert code == 0, err
    return web


def told(kind):
    with open_store().connection() as connection:
        return connection.rows(
            "SELECT digest FROM pagekin_event WHERE kind = %s AND state = 'told'", kind
        )


def frames(text):
    """Give the new and the old version as they stand in the file."""
    return [part.split("</iframe>")[0] for part in text.split("<iframe")[1:]]


def assert_price_is_marked(text):
    new, old = frames(text)
    assert "pagekin-inserted&quot;&gt;99.00" in new
    assert "pagekin-deleted&quot;&gt;12.00" in old
    for side in (new, old):
        assert "&lt;td class=&quot;price pagekin-field&quot; id=&quot;pagekin-field&quot;" in side
        assert "alert" not in side
    assert "1 word inserted, 1 deleted" in text
    assert '<td class="old">€ 12.00</td><td class="new">€ 99.00</td>' in text


def test_a_page_is_shown_by_its_url_with_the_field_marked(run, shop):
    url = f"{shop.url}/p/2"
    code, _, err = run("verify", url, "--field", "price", "-O", "verify.html")
    assert code == 0, err
    assert err == f"{url}: crawl 3 above 2, in verify.html\n"
    assert_price_is_marked(Path("verify.html").read_text(encoding="utf-8"))


def test_an_event_is_shown_by_the_beginning_of_its_digest(run, shop):
    [(digest,)] = told("changed")
    code, out, err = run("verify", digest[:8], "-O", "-")
    assert code == 0, err
    assert_price_is_marked(out)
    assert f"<code>{digest}</code>" in out


@pytest.mark.parametrize("question", ["price > 90", "price has changed since crawl 2"])
def test_a_result_is_shown_with_its_question(run, shop, question):
    code, out, _ = run("query", question, "-O", "-:jsonl")
    assert code == 0
    row = json.loads(out)
    digest = row["result"]
    code, out, err = run("verify", digest, "-O", "-")
    assert code == 0, err
    assert_price_is_marked(out)
    with open_store().connection() as connection:
        connection.execute("DELETE FROM pagekin_query_result")  # as if nobody had kept the answer
    code, out, err = run("verify", digest, "-O", "-")
    assert code == 3
    assert "no event and no saved answer" in err
    code, out, err = run("verify", digest, "--query", question, "-O", "-", "--side")
    assert code == 0, err
    assert_price_is_marked(out)
    assert out.count('<td class="old">') == 1
    assert 'class="pages side"' in out


def test_a_page_that_is_gone_is_shown_as_it_was(run, shop):
    code, out, err = run("verify", f"{shop.url}/p/5", "-O", "-")
    assert code == 0, err
    assert len(frames(out)) == 1
    assert "the server answers 404 Not Found" in out


def test_what_a_person_says_is_remembered_and_shown(run, shop):
    [(digest,)] = told("changed")
    code, _, err = run("verify", digest, "--no-anomaly", "--note", "a sale")
    assert (code, err) == (0, f"{digest} is remembered as no anomaly\n")
    code, _, err = run("verify", f"{shop.url}/p/2", "--field", "price", "--anomaly", "-O", "v.html")
    assert code == 0
    assert "Judged: <strong>anomaly (by " in Path("v.html").read_text(encoding="utf-8")
    with open_store().connection() as connection:
        rows = connection.rows("SELECT digest, anomaly, note FROM pagekin_judgement")
        crawlers = connection.rows("SELECT DISTINCT crawler_id FROM pagekin_judgement")
    assert rows == [(digest, 1, "")]
    assert crawlers != [(None,)]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("0123456789abcdef", "-O", "-"), 3, "no event and no saved answer is 0123456789abcdef"),
        (("teapot", "-O", "-"), 2, "'teapot' is neither a URL nor a result"),
        (("http://x.test/nowhere", "-O", "-"), 2, "has seen http://x.test/nowhere"),
        (("0123456789abcdef",), 2, "say where to write"),
        (("0123456789abcdef", "--note", "x", "-O", "-"), 2, "--note says why"),
    ],
)
def test_what_cannot_be_verified_is_told(run, arguments, code, message):
    found, _, err = run("verify", *arguments)
    assert found == code
    assert message in err
