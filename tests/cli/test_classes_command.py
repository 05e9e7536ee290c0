"""`pagekin classes`: as somebody without a sample uses it."""

import json

import pytest


@pytest.fixture
def site(shop):
    """The shop with more to see on a product's page."""
    for n in range(1, 13):
        shop.routes[f"/p?id={n}"] = (
            b"<html><body><h1>A fine thing for everybody</h1><p class=price>1</p><table><tr><td>x</td></tr></table>"
            b"<form class=buy><button>Buy it now</button></form></body></html>"
        )
    return shop


def test_classes_are_listed_with_sizes_forms_signs_and_examples(run, site):
    code, out, err = run("classes", f"{site.url}/")
    assert code == 0
    first, signs, *examples = out.splitlines()[:5]
    assert first == "  1. 12 pages  /{word}?id"
    assert signs == (
        "     they alone have a heading: h1 begins A and the text “Buy it now” in <button>"
    )
    assert all(example.startswith(f"     {site.url}/p?id=") for example in examples)
    assert "2 classes among 16 pages fetched" in err


def test_the_ending_says_what_to_do_next(run, site, tmp_path):
    _, out, err = run("classes", f"{site.url}/")
    hint = err.splitlines()[-1].partition(": ")[2].split()
    assert hint[:2] == ["pagekin", "learn"]
    assert hint[2] in out
    code, _, _ = run(*hint[1:])
    assert code == 0
    assert (tmp_path / "crawler.json").exists()


def test_json_has_everything_on_stdout(run, site):
    code, out, err = run("classes", f"{site.url}/", "--json")
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert (result["entry"], result["pages"], result["failed"]) == (f"{site.url}/", 16, 0)
    assert (result["waiting"], result["stopped"]) == (0, None)
    largest = result["classes"][0]
    assert (largest["pages"], largest["known"], largest["alike"]) == (12, 12, 1.0)
    assert largest["forms"] == [{"form": "/{word}?id", "pages": 12}]
    assert {"feature": "text: button Buy it now", "words": "the text “Buy it now” in <button>"} in (
        largest["signs"]
    )


def test_the_limit_on_pages_is_kept_and_told(run, site):
    code, out, err = run("classes", f"{site.url}/", "--max-pages", "6")
    assert code == 0
    assert len([path for path in site.requests if path != "/robots.txt"]) == 6
    assert "stopped early: 6 pages fetched (--max-pages)" in err
    assert "and about" in out


def test_a_limit_from_elsewhere_is_kept_too(run, site, monkeypatch):
    monkeypatch.setenv("PAGEKIN_MAX_PAGES", "5")
    _, out, _ = run("classes", f"{site.url}/", "--json")
    assert json.loads(out)["pages"] == 5


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["{}/alone"], 3, "leads to no other page of its site"),
        (["{}/gone"], 1, "cannot fetch the entry"),
        (["shop"], 2, "the URL 'shop'"),
        (["{}/", "--max-pages", "0"], 2, "--max-pages"),
        ([], 2, "Missing argument"),
    ],
)
def test_exit_codes_say_what_went_wrong(run, site, arguments, code, why):
    site.routes["/alone"] = b"<p>alone"
    result, out, err = run("classes", *(argument.format(site.url) for argument in arguments))
    assert result == code
    assert out == ""
    assert why in err
